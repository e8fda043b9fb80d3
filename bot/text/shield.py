"""Finished pieces of a text, kept from later steps that would take their signs for markup."""

_BASE = 0xE000
"""Private use area; plain() drops what a paper has there, so only shielded signs are in it."""
_SIGNS = "*_`~[]()$\\-'\"{}^!#|<>&"

_SHIELD = {ord(sign): chr(_BASE + ord(sign)) for sign in _SIGNS}
_UNSHIELD = {_BASE + ord(sign): sign for sign in _SIGNS}


def shielded(text: str) -> str:
    """The text with its signs moved to where no later step looks."""
    return text.translate(_SHIELD)


def unshielded(text: str) -> str:
    """The text with its signs moved back."""
    return text.translate(_UNSHIELD)
