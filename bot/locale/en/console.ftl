# The operator's console.

console-help = Looks papers up in Slack, Discord and the terminal by whatever people remember of them.
console-demo = A first look: the papers that ship with the bot, in a temporary folder; no token, no network.
console-ingest = Bring files and folders of papers into the corpus.
console-ingest-paths = Files or folders: abstract lists, JSON lists, JSON lines, each also gzipped.
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
console-words-or-batch = Give either words to look up or --batch FILE, not both.
console-cannot-open = Cannot open { $file }: { $reason }. Give the path of a file that can be read, or - for standard input.

ingest-progress = { $read } papers read, now in { $file }
ingest-done = Added { $added }, updated { $updated }, already known { $duplicates }.
ingest-skipped = Skipped { $file }: { $reason }
ingest-skipped-place = Skipped in { $file }, { $place }: { $reason }
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
setting-number = is not a number in range
setting-value = is not one of the possible values
setting-slack-mode = also needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP)
setting-slack-token = is missing beside the other Slack settings
