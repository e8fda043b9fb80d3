# What the bot posts by itself, and why it did or did not.

post-new = { $count ->
    [one] One new paper
   *[other] { $count } new papers
} for { $what }
post-one = “{ $query }”
post-two = “{ $first }” and “{ $second }”
post-several = “{ $first }”, “{ $second }” and { $rest ->
    [one] one other subscription
   *[other] { $rest } other subscriptions
}
post-for = For
post-summary = { $lead }: { $titles }
post-titles-more = { $titles }; …
post-best = { $count ->
    [one] The best paper
   *[other] The best { $count } papers
} so far for “{ $query }”
post-pick = Paper of the day
post-pick-summary = Paper of the day: { $heading }
post-pick-lead = Paper of the day · { $new }
post-pick-new = Paper of the day: { $heading }. { $new }
post-more = and { $count } more
post-all = Show all
post-page = { $lead }: { $first } to { $last } of { $count }
post-missed = Some of this was due on { $weekday } { $day } { $month }, when no post went out.
post-amended = { $count ->
    [one] One paper
   *[other] { $count } papers
}
post-struck = Withdrawn: { $title }
post-withdrawn = Withdrawn by its authors after it was posted here.
post-was-down = On { $weekday } { $day } { $month } { $source } could not be read; what it had then may be in this post, or come later.
post-was-stale = On { $weekday } { $day } { $month } { $source } gave only what it had given before; what was missing may be in this post, or come later.
post-is-down = { $source } cannot be read at the moment; what it has comes later.
post-is-stale = { $source } gives only what it gave before; what is missing comes later.
post-update-version = New version ({ $version })
post-update-withdrawn = Withdrawn
post-update-returned = No longer withdrawn
post-told-version = { $title } (new version { $version })
post-told-withdrawn = { $title } (withdrawn)
post-told-returned = { $title } (no longer withdrawn)
post-updates = { $count ->
    [one] One update
   *[other] { $count } updates
} on papers from earlier posts
post-anew = All papers on “{ $topic }” have been paper of the day here; it begins anew.
post-anew-all = All papers have been paper of the day here; it begins anew.
post-dry = There is no paper on the topic “{ $topic }” here, so no paper of the day comes. Change the topic with: daily on --topic bandits, or --topic any
quiet-nobody = Nothing was posted on { $weekday } { $day } { $month }: no new papers came.
quiet-nothing = Nothing was posted on { $weekday } { $day } { $month }: papers came, and none matched.
quiet-down = Nothing was posted on { $weekday } { $day } { $month }: { $source } could not be read.
quiet-stale = Nothing was posted on { $weekday } { $day } { $month }: { $source } gave only what it had given before.
post-gone = That post is no longer here.

planned-line = { $where }: { $what }: { $outcome }
planned-digest = digest of { $day }
planned-instant = instant post of { $day }
planned-paper = paper of the day for { $day }
planned-papers = { $count ->
    [one] one paper
   *[other] { $count } papers
}: { $titles }
planned-updates = { $count ->
    [one] one update
   *[other] { $count } updates
}: { $titles }
planned-nothing = papers came, and nothing matches
planned-nobody = no new papers came
planned-down = nothing new; a source cannot be read
planned-stale = nothing new; a source gives only what it gave before
planned-had = its post of that date went out already
planned-dry = no paper is on its topic
planned-beaten = planned already
planned-missed = more than 12 hours late; what is new goes with the next one
planned-enough = it had its instant posts of this day; what is new goes with the next digest

# Why a paper was, or was not, told of: rule by rule.
verdict-match = It matches “{ $query }”.
verdict-no-match = It does not match “{ $query }”.
verdict-unreadable = The query “{ $query }” cannot be read any more; edit the subscription.
verdict-absent = “{ $term }” is not in it.
verdict-apart = The words of “{ $term }” are in it, but not side by side.
verdict-small = “{ $term }” is in it only in small letters; in capitals it is taken as a name.
verdict-part = “{ $term }” is in it only as a part of another name.
verdict-suffix = “{ $term }” is in it only without its ending.
verdict-year = It is of another year than { $term }.
verdict-no-year = Its year is not known, so { $term } does not hold.
verdict-excluded = “{ $term }” is in it, and is to be left out.
verdict-paused = The subscription is paused.
verdict-removed = The subscription was removed.
verdict-before = It came on { $came }, before the subscription was made on { $made }.
verdict-after = It came on { $came }, after the subscription was made.
verdict-new = It was new when it came.
verdict-old = It was published on { $published }, more than { $days } days before it came on { $came }; so it was recorded as seen.
verdict-old-year = It is of { $year }, and came in { $came }; so it was recorded as seen.
verdict-backfill = It came with older papers of which nobody is told; so it was recorded as seen.
verdict-withdrawn = It is withdrawn; withdrawn papers are not told of.
verdict-was-withdrawn = It was withdrawn when its turn came; withdrawn papers are not told of, and not later either.
verdict-withdrawn-since = It has been withdrawn since; the post says so, where it could be changed.
verdict-returned = It was withdrawn for a while, and no longer is; the post no longer says so, where it could be changed.
verdict-sent = It was told of here in a post sent on { $at }.
verdict-picked = It was the paper of the day here, in a post sent on { $at }.
verdict-on-its-way = It is in a post that is on its way since { $at }.
verdict-held = It is in a post of { $at } of which nobody knows whether it arrived; whoever runs me decides.
verdict-dead = It is in a post of { $at } that could not be sent: { $reason }
verdict-gone = It is in a post of { $at } that could not be sent, since I cannot speak here: { $reason }
verdict-missed = The post of { $at } did not go out, since nothing ran here then and for twelve hours after.
verdict-silent = I cannot speak here: { $reason }
verdict-waits = It will be told of with the next post, on { $at }.
verdict-waits-now = It will be told of within a minute.
verdict-passed = When it was its turn, it was not asked for: the subscription was paused, or asked for something else.
verdict-none = No subscription here matches it.
verdict-nobody = There are no subscriptions here.
post-single = A paper for you: { $heading }
