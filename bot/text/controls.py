r"""LaTeX of which some program has taken ``\t`` for a tab, and the like."""

import re

_CONTROLS = {"\t": r"\t", "\x08": r"\b", "\x0c": r"\f", "\r": r"\r", "\x07": r"\a", "\x0b": r"\v"}
_CONTROL = re.compile(
    r"\t(?=(?:imes|heta|au|ilde|extbf|extit|extsc|exttt|ext|riangleq|op)(?![a-z]))"
    r"|\x08(?=(?:eta|ar|oldsymbol|m|inom|ig)(?![a-z]))|\x0c(?=(?:rac|orall|ootnote)(?![a-z]))"
    r"|\r(?=(?:ho|ight|ightarrow|angle)(?![a-z]))|\x07(?=(?:lpha|pprox|st)(?![a-z]))"
    r"|\x0b(?=(?:arepsilon|arphi|ec|ee|ert)(?![a-z]))"
)


def controls_mended(text: str) -> str:
    r"""The text with its backslash back where ``\times`` has become a tab and ``imes``."""
    return _CONTROL.sub(lambda found: _CONTROLS[found[0]], text)
