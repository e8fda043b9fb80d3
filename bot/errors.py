"""The error tree.

::

    PaperbotError
    └── UserError            a person can mend it; carries the sentence to show
        ├── PlatformRefused  Slack or Discord will not have us: bad token, missing scope, not invited
        └── StoreError       the database cannot be used as it stands

What is none of these is a fault of ours: it is logged once with a short reference, and the person is
shown the reference.
"""

from bot.locale import Value, Words, words


class PaperbotError(Exception):
    """Whatever paperbot raises on purpose."""


class UserError(PaperbotError):
    """Something a person can mend; one sentence that says what was wrong and what to do instead.

    Args:
        key: the sentence's key in the catalogues.
        args: what the sentence tells of.
    """

    def __init__(self, key: str, /, **args: Value) -> None:
        super().__init__(key)
        self.key = key
        self.told = args

    def say(self, say: Words) -> str:
        """The sentence, in that language."""
        return say(self.key, **self.told)

    def __str__(self) -> str:
        return self.say(words())


class PlatformRefused(UserError):  # noqa: N818 - what happened, as the log says it
    """The platform will not have us, and asking again will not help; the sentence says what to mend."""


class StoreError(UserError):
    """The database cannot be used as it stands; the sentence says what to do."""
