# Subscribing, and how subscriptions and places stand.

subscribe-done = Subscribed ({ $id }).
subscribe-rule = It looks for { $rule }.
subscribe-amount = { $count ->
    [0] None of the { $corpus } papers here match it
    [one] One of the { $corpus } papers here matches it
   *[other] { $count } of the { $corpus } papers here match it
}; { $recent ->
    [0] none
    [one] one
   *[other] { $recent }
} of those that came in the last 30 days.
subscribe-amount-about = { $count ->
    [0] Hardly any
   *[other] About { $count }
} of the { $corpus } papers here match it; { $recent ->
    [0] hardly any
   *[other] about { $recent }
} of those that came in the last 30 days.
subscribe-reading = { $count ->
    [0] None
    [one] One
   *[other] { $count }
} of the papers here, { $recent ->
    [0] none
    [one] one
   *[other] { $recent }
} from the last 30 days: { $rule }.
subscribe-reading-about = { $count ->
    [0] Hardly any
   *[other] About { $count }
} of the papers here, { $recent ->
    [0] hardly any
   *[other] about { $recent }
} from the last 30 days: { $rule }.
count-about = { $count ->
    [0] hardly any
   *[other] about { $count }
}
subscribe-doubt = “{ $query }” can be read in two ways; which do you mean? { $not_yet }
subscribe-english = “{ $query }” is Chinese, and most papers are in English; which do you mean? { $not_yet }
subscribe-not-yet = Nothing is stored yet; it would come to { $place }.
subscribe-flood = Lately that was about { $count } papers a day, more than most people read; add a word with AND, or leave some out with -word.
subscribe-nearly-all = That is nearly every paper here, so it hardly chooses; add a word with AND, or leave some out with -word.
subscribe-nothing = As it matches nothing yet, look at its spelling, or try fewer words; it is fine for something that is still to come.
subscribe-slip = Nothing here matches “{ $query }”; did you mistype it? { $not_yet }
subscribe-timezone = I do not know your timezone, so I took that one; tell me yours once: settings --timezone Europe/Berlin
subscribe-no-live = What is here already counts as seen. New papers come when whoever runs me adds lists.
subscribe-again = There is a subscription to “{ $query }” already ({ $id }). To change it type: edit { $id }
subscribe-at-once = “{ $query }” has just been subscribed there; type subscriptions to see it.
subscribe-too-many = { $most } subscriptions are the most that one place can have; remove one first, or join several by OR.

setup-digest = Then its posts come at { $time }, { $days } ({ $timezone }).
rhythm-instant = As soon as papers come, in { $place }.
rhythm-daily = At { $time }, { $days } ({ $timezone }), in { $place }.
rhythm-weekly = At { $time } every { $day } ({ $timezone }), in { $place }.
rhythm-weekly-first = { $rhythm } Weekly posts go out on the first of that place's days, which are { $days }; daily ones on all of them.
rhythm-updates = { $rhythm } New versions and withdrawals are told as well.
rhythm-next = { $rhythm } The next post can come on { $next }.
rhythm-moved = This moves all daily and weekly posts of that place; until now they came at { $time }, { $days } ({ $timezone }).
where-direct = your direct messages

preview-english = In English, { $query }, it would match { $count }.
preview-other-words = With other words for it, { $query }, it would match { $count }.
preview-corrected = Perhaps you meant { $query }; that would match { $count }.
preview-looser = With all its words anywhere, { $query }, it would match { $count }.

subscriptions-none = There are no subscriptions of yours, and none here. Make one with: subscribe diffusion policy
subscriptions-lead = { $count ->
    [one] One subscription
   *[other] { $count } subscriptions
} of yours or of this place
subscriptions-last = The last post of any kind in { $place } was on { $last }.
subscriptions-silent = Paused, since I cannot speak there: { $reason }
cure-slack = To bring it back, unarchive the channel or invite me there with /invite @paperbot; or, once I can speak there, type: resume { $id }
cure-discord = To bring it back, let me see that channel and send messages there; then its posts go on, or type: resume { $id }
cure-any = Once I can speak there, type: resume { $id }
subscription-left = You have left the place of { $id }, so it is for those who manage that place now.
subscription-unknown = There is no subscription “{ $text }” of yours or of this place. Type subscriptions to see them with their names.
subscription-unknown-among = There is no subscription “{ $text }” of yours or of this place. There are: { $named }.
subscription-unknown-removed = There is no subscription “{ $text }” of yours or of this place. There are: { $named }. Removed lately, and back with resume: { $removed }.
subscription-named = { $query } ({ $id })
subscriptions-further = { $count } more
subscriptions-no-more = none
state-active = active
state-paused = paused
state-removed = removed
state-silent = place paused

pause-done = Paused “{ $query }” ({ $id }). Nothing is sent for it until you type: resume { $id }
resume-done = “{ $query }” ({ $id }) is active again. What came meanwhile goes into its next post.
unsubscribe-done = Removed “{ $query }” ({ $id }). For 30 days it can be brought back with: resume { $id }
edit-done = Changed: “{ $query }” ({ $id }).
edit-lead = “{ $query }” ({ $id })
edit-how = To change it type: { $usage }

button-subscribe = Subscribe
button-subscribe-to = Subscribe to this search
button-phrase = The phrase ({ $count })
button-corrected = { $query } ({ $count })
button-all-words = All its words ({ $count })
button-english = In English ({ $count })
button-other-words = With other words for it ({ $count })
button-as-written = As written ({ $count })
button-undo = Undo
button-edit = Edit
button-pause = Pause
button-resume = Resume
button-remove = Remove
button-instant = As papers come
button-daily = Daily
button-weekly = Weekly

rights-slack = Only members of that channel decide what I post there. Join it first, or leave --in and --here away to get direct messages.
rights-discord = Only people with the permission Manage Channels in that channel decide what I post there. Ask one of them, or get direct messages with --dm.
rights-terminal = You do not manage that place.

time-unreadable = “{ $text }” is no time of day; write it like 10:30 or 7pm.
days-unreadable = “{ $text }” are no days; write them like mon-fri, or tue,thu, or daily.
timezone-near = There is no timezone “{ $text }”; perhaps you mean { $near }.
timezone-unknown = There is no timezone “{ $text }”; write one like Europe/Berlin or America/New_York.

days-all = every day
days-range = { $first } to { $last }
days-several = { $rest } and { $last }
moment = { $weekday } { $day } { $month }, { $time }
day-0 = Monday
day-1 = Tuesday
day-2 = Wednesday
day-3 = Thursday
day-4 = Friday
day-5 = Saturday
day-6 = Sunday
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

option-rule = What to look for, such as: diffusion policy
option-where = Whether it speaks here or in a direct message
option-channel = The channel in which it speaks
option-cadence = How often: as papers come, daily or weekly
option-updates = Whether new versions and withdrawals are told as well
option-at = The local hour, such as 10:30
option-days = The days, such as mon-fri
option-timezone = Such as Europe/Berlin
option-subscription = Its name, such as s3k9fq2m, or its query

help-subscribe = Be told of new papers that match
help-subscribe-more = Reads the rule back with what it would have matched. A run of words is a phrase; AND, OR, NOT, -word, author:name and more are understood. Example: { $example }
help-subscriptions = Your subscriptions and those here, with their last and next post
help-subscriptions-more = Example: { $example }
help-unsubscribe = Remove a subscription
help-unsubscribe-more = For 30 days it can be brought back with resume. Example: { $example }
help-pause = Send nothing for a subscription for a while
help-pause-more = Example: { $example }
help-resume = Send for a subscription again
help-resume-more = Also one that was removed in the last 30 days. Example: { $example }
help-edit = Change a subscription
help-edit-more = Its rule, how often it comes, or the times of its place. Example: { $example }
help-preview = What a rule matches now
help-preview-more = Stores nothing. Example: { $example }
example-subscribe = "diffusion policy" -survey --here --daily --at 10:30
example-subscriptions = { "" }
example-unsubscribe = s3k9fq2m
example-pause = s3k9fq2m
example-resume = s3k9fq2m
example-edit = s3k9fq2m --weekly
example-preview = "diffusion policy" -survey

error-option-near = { $option } is no option here; perhaps you mean { $near }. Usage: { $usage }
error-option-unknown = { $option } is no option here. Usage: { $usage }
error-option-value = { $option } needs a value behind it. Usage: { $usage }

# Places: the paper of the day, a digest now, why; and people's own defaults.

today-lead = Paper of the day, { $weekday } { $day } { $month }
today-nothing = There is no paper to pick yet. The operator adds papers with: paperbot ingest FILE
today-nothing-on-topic = No paper here is on the topic “{ $topic }”. Change it with: daily on --topic bandits, or --topic any
daily-on = A paper of the day comes here at { $time }, { $days } ({ $timezone }).
daily-topic = A paper of the day on “{ $topic }” comes here at { $time }, { $days } ({ $timezone }).
daily-off = There is no paper of the day here. Type daily on for one, today to see today's.
button-daily-on = Turn it on
button-daily-off = Turn it off
button-vote = 👍 A good one
button-voted = 👍 { $count }
vote-counted = Your vote for “{ $heading }” counts; { $count ->
    [one] it is the first
   *[other] it has { $count } now
}. Press again to take it back.
vote-taken-back = Your vote for “{ $heading }” is taken back; it has { $count ->
    [0] none
    [one] one
   *[other] { $count }
} now.
vote-elsewhere = That paper was not a paper of the day here, so there is nothing to vote for.
today-votes = { $count ->
    [one] One vote
   *[other] { $count } votes
}
digest-nothing = Nothing new is due here.
digest-best = The best so far for “{ $query }” are on the way.
digest-best-had = That place had the best so far for “{ $query }” already, or nothing matches.
button-best = Post the best there now
digest-on-its-way = { $count ->
    [one] One paper is
   *[other] { $count } papers are
} on the way: { $titles }
digest-updates-on-their-way = { $count ->
    [one] One update on a paper from an earlier post is
   *[other] { $count } updates on papers from earlier posts are
} on the way: { $titles }
why-lead = Why { $place } did or did not get this paper:
settings-timezone = Your timezone is { $timezone }.
settings-no-timezone = I do not know your timezone.
settings-speaks = I speak { $language } with you.
settings-no-language = I speak the language that your app tells me.
settings-how = Change them with: settings --timezone Europe/Berlin --language en
settings-changed = Kept for you from now on; what places have stays as it is.
settings-language = I do not speak “{ $language }”; I speak { $languages }.

option-state = Whether there is one
option-when = Now
option-daily = Also a paper of the day
option-language = The language of my answers to you, such as en

help-today = This place's paper of the day
help-today-more = The same all day, also where daily is off. Example: { $example }
help-why = Why a paper was, or was not, sent
help-why-more = Rule by rule, for this place or one subscription. Example: { $example }
help-daily = Set this place's paper of the day
help-daily-more = With an hour, days and a topic of its own; alone it tells how it stands. Example: { $example }
help-digest = Post what is due and new at once
help-digest-more = Example: { $example }
help-setup = Set this place up in one go
help-setup-more = Keywords with commas between, the hour, the days, the timezone, and a paper of the day if you like; asks once before it stores. Example: { $example }
help-settings = Your own timezone and language
help-settings-more = Example: { $example }
example-today = { "" }
example-why = 1706.03762
example-daily = on --at 09:00 --topic bandits
example-digest = now
example-setup = diffusion policy, imitation learning --at 09:30 --timezone Europe/Berlin --daily
example-settings = --timezone Europe/Berlin
subscribe-expansion = Papers that only spell out “{ $long }” do not match { $short }; the button below adds it.
button-expansion = Add what it is short for
