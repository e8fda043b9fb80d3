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
post-summary = { $lead }: { $titles }
post-titles-more = { $titles }; …
post-pick = Paper of the day
post-pick-summary = Paper of the day: { $heading }
post-pick-lead = Paper of the day · { $new }
post-pick-new = Paper of the day: { $heading }. { $new }
post-more = and { $count } more
post-all = Show all
post-page = { $lead }: { $first } to { $last } of { $count }
