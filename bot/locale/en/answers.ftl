# What the bot answers. Arguments are plain text; the renderer makes them safe.

find-summary = { $count ->
    [one] Found one paper for “{ $query }”: { $best }
   *[other] Found { $count } papers for “{ $query }”; the best: { $best }
}
find-lead = { $count ->
    [one] One paper for “{ $query }”
   *[other] { $count } papers for “{ $query }”, best first
}
find-choice = { $count } papers are called “{ $query }”; which one?
find-lead-many = Papers for “{ $query }”, best first
find-summary-many = Found papers for “{ $query }”; the best: { $best }
find-lead-page = Page { $page } for “{ $query }”
find-summary-page = Page { $page } for “{ $query }”, from: { $best }
find-nothing = Nothing found for “{ $query }”.
find-nothing-known-link = No paper here has that link: { $query }
find-nothing-empty = There is nothing to search for in that. Type what you remember of a paper: a name, a few words, an author, a link.
find-nothing-cure = Try other words, a name, an author or a link.
find-no-corpus = There are no papers here yet. The operator adds them with: paperbot ingest FILE
find-guesses = Nothing found for “{ $query }”. Perhaps one of these guesses?
find-more-guesses = Guesses for “{ $query }”
find-guess = guess
find-no-more = That was all for “{ $query }”.
find-share-of-command = { $command } takes no --share: type { $command }, and press Share below a paper that it shows.
find-shared-nothing = Nothing was shared, since nothing was found for “{ $query }”.
note-looked-up = I took “{ $word }” for a word of the search, since what followed does not fit the command.

why-identifier = the link or number you gave
why-name = its name
why-title = its title
why-author = author
why-words = matches
why-keywords = keywords
why-abstract = in the abstract
why-close = like your words, though none of them stands in it
why-meaning = near in meaning

show-summary = { $heading }
show-authors-more = { $authors } and { $rest } more
show-no-title = Its list gives no title; this heading is made from the abstract.
show-no-abstract = No abstract is known.
show-where = { $file }, { $kind ->
    [paragraph] paragraph { $number }
   *[record] record { $number }
}
show-also = Also known as: { $titles }
show-unknown = No paper here is “{ $query }”. Type find and what you remember of it.
status-poster = poster
status-oral = oral
status-spotlight = spotlight
status-workshop = workshop
status-rejected = rejected
status-withdrawn = withdrawn

similar-lead = Papers related to “{ $heading }”
similar-summary = Papers related to “{ $heading }”, closest first: { $best }
similar-nothing = No other paper here is related to “{ $heading }”.
random-lead = A paper at random
random-lead-topic = A paper at random on “{ $topic }”
random-no-corpus = There is no paper to pick yet. The operator adds papers with: paperbot ingest FILE

share-by = Shared by { $name }
share-somebody = somebody here
share-summary = { $name } shared: { $heading }
share-already = You shared that here already.

button-show = Show
button-similar = Similar
button-share = Share
button-next = Next page
button-instead = Did you mean { $query }?
button-guesses = Guesses
button-more-guesses = More guesses
button-previous = Previous page
button-again = Another
button-more = More commands
button-too-old = This button is too old; type the command again, for example: { "find" } and a few words.

help-lead = Look a paper up by whatever you remember of it. Just type it after the command, or say it to me.
help-usage = Usage: { $usage }
help-find = Look papers up by name, title, author, link, or what they are about
help-find-more = Five papers a page, best first, with what matched. Slips of typing do no harm. Example: { $example }
help-show = One paper with its abstract
help-show-more = Takes an id, a link, a DOI, a title or a name. Example: { $example }
help-similar = Papers related to one
help-similar-more = Takes a paper or a few words. Example: { $example }
help-random = A paper at random, on a topic if you give one
help-random-more = Example: { $example }
help-help = What I can do
help-help-more = Example: { $example }
help-unknown = There is no command “{ $command }”. The commands are: { $commands }

option-query = What you remember of the paper
option-page = Which page of the answer, from 1
option-share = Show the answer to everybody here
option-paper = An id, link, DOI, title or name
option-topic = What it should be about
option-command = Which command

example-find = attention is all you need
example-show = 1706.03762
example-similar = diffusion policy
example-random = bandits
example-help = find

error-page = The page is a number from 1 to 10; “{ $page }” is not.
error-fault = That went wrong on my side. Whoever runs me finds the reason in the log under { $reference }.
error-option-missing = { $command } needs { $option }: type { $usage }

index-unusable = The search index in the data folder cannot be made: { $reason }. Give it space and the right to write; the papers are safe in the database.
