# The terminal chat and the demo.

terminal-hello = paperbot { $version }: { $count ->
    [one] one paper
   *[other] { $count } papers
} here. Type what you remember of one; help lists the rest, exit leaves.
terminal-no-button = “{ $typed }” is none of the buttons above; there are: { $codes }. To look it up type: find { $typed }
terminal-bye = Goodbye.
demo-hello = This is paperbot with { $count } landmark papers of machine learning that ship with it. In Slack or Discord it answers the same way.
demo-chat = Your turn: type what you remember of a paper. Type 1 for the first card, help for the rest, exit to leave.
terminal-no-channels = The terminal has no channel “{ $channel }”; leave --in away.
