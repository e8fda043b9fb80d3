# The operator's console.

console-help = Looks papers up in Slack, Discord and the terminal by whatever people remember of them.
console-demo = A first look: the papers that ship with the bot, in a temporary folder; no token, no network.
console-ingest = Bring files and folders of papers into the corpus.
console-ingest-paths = Files or folders: abstract lists, JSON lists, JSON lines, CSV, TSV, BibTeX, RIS, each also gzipped.
console-backfill = Tell nobody of what is new: older papers are filled in.
console-link = Join papers without a title with the titled ones that are surely the same, and tell of all such joins.
console-link-undo = Part a paper that was joined; no later ingest joins the two again.
console-papers = Print the corpus, one JSON line a paper.
console-find = Look a paper up.
console-find-words = What you remember of the paper.
console-suggest = Suggestions for a half-typed query.
console-limit = How many papers at most.
console-json = Print JSON on standard output; words go to standard error.
console-batch = Answer each line of a file of JSON lines (query and id); - is standard input.
console-chat = The terminal chat on your own database.
console-run = Start everything that is configured, in one process.
console-slack = Start Slack in Socket Mode only.
console-web = Start Slack over signed HTTP only.
console-discord = Start Discord only.
console-manifest = Print the Slack app manifest for these settings.
console-manifest-http = For HTTP instead of Socket Mode: where Slack reaches the bot, such as https://bot.example.org
console-manifest-command = The slash command, instead of the setting's.
console-db = The database.
console-db-upgrade = Bring the database to this version's form.
console-no-words = Give words to look up, or --batch FILE with one lookup a line.
console-words-or-batch = Give words to look up or --batch FILE, but not both.
console-cannot-open = Cannot open { $file }: { $reason }. Give the path of a file that can be read, or - for standard input.

link-line = { $id } { $title } ({ $evidence })
link-none = No paper without a title could be joined: none is certainly one of the papers with a title.
link-undone = { $count ->
    [one] One join undone
   *[other] { $count } joins undone
}; it stays so, whatever is ingested.
link-unknown = “{ $id }” is no paper that was joined; paperbot link tells of all that are.

ingest-progress = { $read } papers read, now in { $file }
ingest-done = Added { $added }, updated { $updated }, already known { $duplicates }.
ingest-skipped = Skipped { $file }: { $reason }
ingest-skipped-place = Skipped in { $file }, { $place }: { $reason }
console-encode = Work out at once what papers mean that nobody worked out yet; paperbot run does it in the background
encode-progress = What papers mean: { $done } of { $of }
encode-done = Worked out what { $encoded ->
    [one] one paper means
   *[other] { $encoded } papers mean
} now, of { $papers } in all.
encode-left = All papers are found by their words now; { $left } are not yet found by meaning. paperbot run adds that in the background, paperbot encode at once.
encode-busy = Another process is working out what papers mean; wait until it is done.
encode-disk = What papers mean cannot be stored: { $reason }. Mend the folder or make room, then run it again.
encode-missing = Finding papers by meaning is an extra that is not installed. Install it with: pip install "paperbot[semantic]"
encode-off = Finding papers by meaning is switched off. Set PAPERBOT_MEANING to true.
ingest-skipped-more = … and { $count } more were skipped; --json lists them all.
db-current = The database is in this version's form and holds { $papers ->
    [one] one paper
   *[other] { $papers } papers
}.

run-nothing = Nothing is configured. Set SLACK_BOT_TOKEN with SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET) for Slack, or DISCORD_TOKEN for Discord; config/example.env explains each.
run-needs-slack = Slack in Socket Mode needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN.
run-needs-web = Slack over HTTP needs SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET.
run-needs-discord = Discord needs DISCORD_TOKEN.

setting-timezone = is not a timezone; write one like Europe/Berlin
setting-address = is not an address; it begins with https:// or wss://
setting-prefix = does not look like one; it begins with { $prefix }
setting-database = is not a database address; write sqlite:///PATH or postgresql://USER@HOST/NAME
setting-command = is not a command; write one like /paper, in small letters, without blanks
setting-number = is not a number from { $least } to { $most }
setting-value = is not one of the possible values
setting-file = cannot be read: { $reason }
setting-slack-mode = also needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP)
setting-slack-token = is missing beside the other Slack settings

console-forget = Undo what only that file brought.
console-forget-file = The file's name, as it was ingested.
console-match = Print which papers each query of a subscription matches.
console-clock = Start the clock only: it plans what is due.
console-plan = Show what is due; without --dry-run it is also put into the outbox.
console-plan-dry = Only look; nothing is stored or sent.
console-plan-now = Another moment than now, such as 2026-12-01T09:00:00Z; with --dry-run.
console-post = Post a paper once, now, through the outbox.
console-post-place = Where: platform, team and channel, as paperbot outbox shows them.
console-outbox = What is pending, held or failed, and why.
console-outbox-all = Also what was sent.
console-outbox-retry = Send a held, failed or paused delivery after all.
console-outbox-drop = Never send a delivery.
console-outbox-number = Its number, as paperbot outbox shows it.
forget-done = Forgot { $file }: { $removed ->
    [one] one paper is gone
   *[other] { $removed } papers are gone
}, { $updated } changed.
plan-nothing = Nothing is due.
plan-moment = { $moment } is not a moment; write one like 2026-12-01T09:00:00Z
plan-now-needs-dry = --now goes with --dry-run: what is planned for real is planned for now.
post-place = { $place } is not a place; write one like slack/T012AB3CD/C045EF6GH
outbox-line = { $number } { $state }: { $kind } for { $place }: { $text }
outbox-empty = Nothing is pending, held or failed.
outbox-held = Nobody could tell whether a held one arrived: look into its channel first.
outbox-mend = paperbot outbox retry NUMBER sends one after all, paperbot outbox drop NUMBER never does.
outbox-retried = { $number } will be sent.
outbox-dropped = { $number } will never be sent.
outbox-not-a-number = { $text } is no number of a delivery; it is the first column of paperbot outbox.
outbox-emptied = { $number } stays { $state }: nothing is left in it to tell of. paperbot post --place PLACE PAPER posts another paper by hand.
outbox-cannot = Nothing can be done about { $number }: { $state }. Its number is the first column of paperbot outbox.
delivery-planned = planned
delivery-sending = being sent
delivery-sent = sent
delivery-unknown = in doubt
delivery-held = held for you to decide
delivery-dead = given up
delivery-withdrawn = not sent, since its papers were withdrawn
delivery-forgotten = not sent, since its papers are no longer in the corpus
delivery-gone = its place is gone
delivery-none = there is no such delivery
post-no-token = Posting to { $platform } needs { $setting }; nothing was stored.
post-later = It could not be sent within a minute; the running bot goes on trying.
console-cannot-write = The output could not be written: { $reason }. Free space, or send it somewhere else.
