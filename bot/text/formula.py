"""Formulas as they are laid out in a line of text: pieces, the spaces between them, and brackets."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.text.tables import Kind


class Atom(NamedTuple):
    """A piece of a formula that holds together, such as ``x``, ``xᵢ²``, ``log`` or ``≤``."""

    text: str
    kind: Kind = "ord"


SPACE = Atom(" ", "space")
"""A space that the source has; it is kept only between two operands."""

_OPERANDS = frozenset({"ord", "word", "close", "frac", "op"})
_PREFIXES = frozenset({"∂", "∇"})
_HANGING = re.compile(r"[\^_](?:\(.*\)|\w+(?:\.\w+)?)$")


def joined(atoms: Sequence[Atom], *, tight: bool = False) -> str:
    """The atoms in a line, with the spaces that reading needs: ``S = 0.556 ± 0.008``, ``-x``, ``log² T``.

    Args:
        atoms: in order.
        tight: without spaces around operators, as scripts are written.
    """
    solid = [atom for atom in atoms if atom is not SPACE]
    spaced = [at > 0 and atoms[at - 1] is SPACE for at, atom in enumerate(atoms) if atom is not SPACE]
    if any(atom.text in {"→", "↦"} for atom in solid):  # f: X → Y, but 1:10
        solid = [Atom(atom.text, "punct") if atom.kind == "colon" else atom for atom in solid]
    between = [not tight and _between(solid, at) for at in range(len(solid))]
    out = []
    for at, atom in enumerate(solid):
        if at:
            before = solid[at - 1]
            apart = between[at - 1] or between[at] or (before.kind == "punct" and not tight)
            if apart or _gap(before, atom, spaced=spaced[at] and not tight):
                out.append(" ")
        out.append(atom.text)
    return "".join(out)


def _between(atoms: Sequence[Atom], at: int) -> bool:
    """Whether the atom is an operator or relation between two others: not the minus of ``-1``."""
    kind = atoms[at].kind
    if kind not in {"bin", "rel"} or not 0 < at < len(atoms) - 1 or atoms[at - 1].kind not in _OPERANDS:
        return False
    return kind == "rel" or atoms[at + 1].kind not in {"rel", "bin", "close", "punct"}


def _gap(before: Atom, atom: Atom, *, spaced: bool) -> bool:
    """Whether two neighbours stand apart, neither being an operator between two others."""
    if atom.kind == "open":
        return _hangs(before) if before.text.endswith(")") else spaced and before.text in {"/", "|"}
    if not {before.kind, atom.kind} <= _OPERANDS or atom.kind == "close":
        return False
    if {"op", "frac"} & {before.kind, atom.kind}:
        return True
    if _hangs(before) and atom.text not in {"/", "|", "!"}:
        return True
    if "word" in {before.kind, atom.kind} and before.kind != atom.kind:
        return before.text[-1:].isalnum() and atom.text[:1].isalnum()
    return spaced and before.text not in _PREFIXES


def _hangs(atom: Atom) -> bool:
    """Whether the atom ends in a script on the line, to which the next letter would seem to belong."""
    return atom.kind in _OPERANDS and _HANGING.search(atom.text) is not None


def bracketed(atoms: Sequence[Atom], *, above: bool = False) -> str:
    """The atoms as one operand, in brackets where they would fall apart: ``√(KT)``, ``1/√T``.

    Args:
        atoms: in order.
        above: above the line of a fraction, where a product needs no brackets.
    """
    text = joined(atoms)
    if above and not any(atom.kind in {"bin", "rel", "frac", "op"} for atom in atoms):
        return text
    return f"({text})" if is_compound(atoms) else text


def is_compound(atoms: Sequence[Atom]) -> bool:
    """Whether the atoms are more than one operand, and not in brackets already."""
    solid = [atom for atom in atoms if atom is not SPACE]
    if len(solid) <= 1:
        return any(atom.kind == "frac" for atom in solid)
    return not (solid[0].kind == "open" and _closes_last(solid))


def _closes_last(atoms: Sequence[Atom]) -> bool:
    depth = 0
    for atom in atoms[:-1]:
        depth += (atom.kind == "open") - (atom.kind == "close")
        if not depth:
            return False
    return atoms[-1].kind == "close"
