"""Superscripts, subscripts and blackboard letters, in Unicode where it has them."""

import re

_RAISED = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ⊤",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡᵀ",
        strict=True,
    )
)
_LOWERED = dict(
    zip(
        "0123456789+-=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
_HIGH = {"*": "*", "∗": "*", "⋆": "*", "′": "′", "†": "†", "‡": "‡", "°": "°", "∘": "°", "#": "#"}
"""Signs that stand high on the line by themselves."""
_DOUBLE_STRUCK = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))

_ORDINAL = frozenset({"th", "st", "nd", "rd"})
_WORD = re.compile(r"[^\W\d_]{3,}")
_WHOLE = re.compile(r"\w+|\d+\.\d+|[^\w\s]|\([^()]*\)")


def raised(text: str) -> str:
    """A superscript: ``-1`` is ``⁻¹``, ``1/2`` is ``^(1/2)``, ``*`` and ``th`` are themselves."""
    if text in _ORDINAL:
        return text
    if all(sign in _HIGH for sign in text):
        return "".join(_HIGH[sign] for sign in text)
    return _script(text, _RAISED, "^")


def lowered(text: str) -> str:
    """A subscript: ``t+1`` is ``ₜ₊₁``, ``T`` is ``_T``, ``i,j`` is ``_(i,j)``, ``max`` is ``_max``."""
    return _script(text, _LOWERED, "_") if text else ""


def double_struck(letters: str) -> str:
    """Letters as on a blackboard, where these are common: ``R`` is ``ℝ``."""
    return "".join(_DOUBLE_STRUCK.get(letter, letter) for letter in letters)


def _script(text: str, table: dict[str, str], mark: str) -> str:
    """In Unicode where every sign has a form and the whole can be read: no words, no capital among others."""
    legible = len(text) == 1 or not (_WORD.fullmatch(text) or any(sign.isupper() for sign in text))
    if legible and all(sign in table for sign in text):
        return "".join(table[sign] for sign in text)
    return f"{mark}{text}" if _WHOLE.fullmatch(text) else f"{mark}({text})"
