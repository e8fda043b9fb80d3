"""Finished pieces of a text, kept from later steps that would take their signs for markup."""

import re

_BASE = 0xE000
"""Private use area; plain() drops what a paper has there, so only shielded signs are in it."""
_SIGNS = "*_`~[]()$\\-'\"{}^!#|<>&"

_SHIELD = {ord(sign): chr(_BASE + ord(sign)) for sign in _SIGNS}
_SHIELDED = re.compile(f"[{chr(_BASE)}-{chr(_BASE + 127)}]+")
_UNSHIELD = {_BASE + ord(sign): sign for sign in _SIGNS}


def shielded(text: str) -> str:
    """The text with its signs moved to where no later step looks."""
    return text.translate(_SHIELD)


def unshielded(text: str) -> str:
    """The text with its signs moved back."""
    return _SHIELDED.sub(lambda found: found[0].translate(_UNSHIELD), text)
