"""One span of LaTeX mathematics to readable text: pylatexenc parses it, the rendering is ours."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexWalker,
)
from pylatexenc.macrospec import EnvironmentSpec, LatexContextDb, MacroSpec

from bot.text.scripts import double_struck, lowered, raised
from bot.text.tables import ACCENTS, ARGUMENTS, FENCES, FRACTIONS, SILENT, SIZES, TEXTS, Kind, kind_of, symbol

LONGEST = 2_000
"""Characters of one span; longer ones are no formula and are shown without their commands."""
DEEPEST = 50
"""Levels of nesting; pylatexenc recurses, so what is deeper is not given to it."""

_SPACES = frozenset([*" ,;:>~", "quad", "qquad", "hfill", "thinspace", "enspace", "newline", "\n", "\t"])


class Atom(NamedTuple):
    """A piece of a formula that holds together, with what it is for the spaces around it."""

    text: str
    kind: Kind = "ord"


SPACE = Atom(" ", "space")


@lru_cache(maxsize=16_384)
def latex(span: str) -> str:
    """Readable text of a formula without its dollars: ``\\eta^{-1}`` is ``η⁻¹``.

    Never raises; what cannot be parsed is shown without backslashes and braces.
    """
    if len(span) > LONGEST or span.count("{") + span.count("\\begin") > 4 * DEEPEST or _depth(span) > DEEPEST:
        return bare(span)
    try:
        text = _joined(_atoms(_parsed(_balanced(span))))
    except Exception:  # noqa: BLE001 - a parser's fault on hostile text must not cost the paper its abstract
        return bare(span)
    return unicodedata.normalize("NFC", text)


def bare(span: str) -> str:
    """The span's own characters without backslashes and grouping braces."""
    return " ".join(re.sub(r"\\(?=[A-Za-z])|\\(?=[{}%&#_$])|[{}]|\\", " ", span).split())


def _depth(span: str) -> int:
    depth = deepest = 0
    for sign in re.findall(r"\\.|[{}]", span, re.DOTALL):
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
    return deepest + span.count("\\begin")


def _balanced(span: str) -> str:
    """The span with its stray closing braces gone, the missing ones added, and ``%`` no comment."""
    depth = 0
    out = []
    for piece in re.findall(r"\\.|[^\\{}%$]+|.", span, re.DOTALL):
        depth += piece == "{"
        if piece == "}":
            if not depth:
                continue
            depth -= 1
        out.append({"%": "\\%", "\\": "", "$": ""}.get(piece, piece))
    return "".join(out) + "}" * depth


def _context() -> LatexContextDb:
    context = LatexContextDb()
    context.add_context_category("ours", macros=[MacroSpec(name, spec) for name, spec in ARGUMENTS.items()])
    context.set_unknown_macro_spec(MacroSpec(""))
    context.set_unknown_environment_spec(EnvironmentSpec(""))
    return context


_CONTEXT = _context()


def _parsed(span: str) -> list[Any]:
    nodes, _, _ = LatexWalker(span, latex_context=_CONTEXT, tolerant_parsing=True).get_latex_nodes()
    return list(nodes)


_SIGNS = re.compile(
    r"(?<![_^\d\[({,])[1-9]\d{0,2}(?:,\d{3})+(?!\d)|(?<![_^])\d+(?:\.\d+)?|:=|\s+|.", re.DOTALL
)


def _items(nodes: Sequence[Any]) -> Iterator[Any]:
    """The nodes, with runs of characters taken apart into numbers, spaces and single characters."""
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield from _SIGNS.findall(node.chars)
        elif node is not None:
            yield node
            if isinstance(node, LatexMacroNode) and node.macro_post_space:
                yield " "


def _atoms(nodes: Sequence[Any]) -> list[Atom]:
    items = list(_items(nodes))
    atoms: list[Atom] = []
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if _is_script(item):
            script, at = _script(items, at)
            _attach(atoms, raised(script) if str(item) == "^" else lowered(script))
        elif isinstance(item, LatexGroupNode):
            atoms += _group(item, scripted=at < len(items) and _is_script(items[at]))
        elif isinstance(item, LatexMacroNode) and item.macroname in SIZES:
            at += item.macroname in {"left", "right"} and _sign(items, at) == "."
        elif isinstance(item, LatexMacroNode) and not _understood(item) and _is_group(items, at):
            atoms += _unknown(item.macroname, _atoms(items[at].nodelist))
            at += 1
        else:
            atoms += _atom(item)
    return atoms


def _sign(items: list[Any], at: int) -> str:
    """The character there; empty where there is none, or a node."""
    return items[at] if at < len(items) and isinstance(items[at], str) else ""


def _is_script(item: Any) -> bool:
    return isinstance(item, str) and item in {"^", "_"}


def _is_group(items: list[Any], at: int) -> bool:
    return at < len(items) and isinstance(items[at], LatexGroupNode)


def _understood(node: LatexMacroNode) -> bool:
    return node.macroname in ARGUMENTS or symbol(node.macroname) is not None or not node.macroname.isalpha()


def _group(node: LatexGroupNode, *, scripted: bool) -> list[Atom]:
    inner = _atoms(node.nodelist)
    if len(inner) == 1 and inner[0].kind == "punct":
        return [Atom(inner[0].text)]  # 10{,}000
    return [Atom(f"({_joined(inner)})")] if scripted and _compound(inner) else inner


def _atom(item: Any) -> list[Atom]:
    if isinstance(item, str):
        if item.isspace() or item in "~&":
            return [SPACE]
        sign = "′" if item == "'" else item
        return [Atom(sign, kind_of(sign))]
    if isinstance(item, LatexMacroNode):
        return _macro(item)
    if isinstance(item, LatexEnvironmentNode | LatexMathNode):
        return [SPACE, *_atoms(item.nodelist), SPACE]
    return []


def _script(items: list[Any], at: int) -> tuple[str, int]:
    """The text of the script that begins at ``at``, and where it ends."""
    while _sign(items, at).isspace():
        at += 1
    if at == len(items):
        return "", at
    item = items[at]
    at += 1
    if _sign(items, at - 1) == "-" and _sign(items, at).isdigit():
        return "-" + items[at], at + 1  # the braces of 10^{-3} were lost
    atoms = _atoms(item.nodelist) if isinstance(item, LatexGroupNode) else _atom(item)
    return _joined(atoms, tight=True), at


def _attach(atoms: list[Atom], script: str) -> None:
    while atoms and atoms[-1] is SPACE:
        atoms.pop()
    base = atoms.pop() if atoms else Atom("")
    kind: Kind = base.kind if base.kind in {"op", "word", "close", "rel"} else "ord"
    atoms.append(Atom(base.text + script, kind))


def _macro(node: LatexMacroNode) -> list[Atom]:
    name = node.macroname
    given = list(node.nodeargd.argnlist or []) if node.nodeargd else []
    wanted = [arg for arg in given if arg is not None]
    last = _atoms(_inside(given[-1])) if given else []
    if name in _SPACES or name == "\\":
        return [SPACE]
    if name in TEXTS:
        return _words(given[-1] if given else None, name)
    if name in ACCENTS:
        return _accented(last, ACCENTS[name])
    if name in {"mathbb", "Bbb"}:
        return [Atom(double_struck(atom.text), atom.kind) for atom in last]
    if name in FRACTIONS and len(wanted) == 2:
        return [Atom(f"{_bracketed(_atoms(_inside(given[0])), over=True)}/{_bracketed(last)}", "frac")]
    if name == "sqrt":
        return [_root(given, last)]
    if name in FENCES:
        return [Atom(FENCES[name][0] + _joined(last) + FENCES[name][1])]
    if name == "binom" and len(wanted) == 2:
        return [Atom(f"C({_joined(_atoms(_inside(given[0])))}, {_joined(last)})")]
    if name in {"textsuperscript", "textsubscript"}:
        inner = _joined(last, tight=True)
        return [Atom(raised(inner) if name == "textsuperscript" else lowered(inner))]
    if name == "pmod":
        return [SPACE, Atom("(mod", "word"), SPACE, Atom(_joined(last) + ")", "close")]
    if name in {"xrightarrow", "xleftarrow"}:
        return [Atom("→" if "right" in name else "←", "rel")]
    if name == "not":
        return _accented(last, "\u0338")
    if name in SILENT:
        return []
    return last if given else _named(name)


def _named(name: str) -> list[Atom]:
    if name in {"over", "atop"}:
        return [Atom("/")]
    if name in {"mid", "perp", "parallel"}:
        return [Atom(symbol(name) or name, "rel")]
    if name in {"!", "-", "/", "@"}:
        return []
    text = symbol(name)
    if text is None:
        return [Atom(name, "word" if len(name) > 1 else kind_of(name))]
    return [Atom(text, kind_of(text))] if text else []


def _unknown(name: str, inner: list[Atom]) -> list[Atom]:
    """A command of the authors' own with an argument: a short one on one letter only changes its face."""
    if not inner:
        return [Atom(name, "word")]
    if len(name) <= 3 and len(inner) == 1 or name.startswith(("math", "text")):
        return inner
    return [Atom(f"{name}({_joined(inner)})", "word")]


def _inside(node: Any) -> list[Any]:
    if node is None:
        return []
    return list(node.nodelist) if isinstance(node, LatexGroupNode) else [node]


def _words(node: Any, name: str) -> list[Atom]:
    raw = "".join(_text(_inside(node)))
    text = " ".join(raw.split())
    kind: Kind = (
        "op" if name.startswith("operator") else "word" if len(text) > 1 and text[-1:].isalpha() else "ord"
    )
    before, after = raw[:1].isspace(), raw[-1:].isspace()
    return [*([SPACE] * before), *([Atom(text, kind)] if text else []), *([SPACE] * after)]


def _text(nodes: Sequence[Any]) -> Iterator[str]:
    """Words within a formula: what is not words there is a formula again."""
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield node.chars.replace("~", " ")
        elif isinstance(node, LatexGroupNode):
            yield from _text(node.nodelist)
        elif isinstance(node, LatexMathNode):
            yield _joined(_atoms(node.nodelist))
        elif node is not None:
            yield _joined(_atoms([node])) + getattr(node, "macro_post_space", "")


def _accented(atoms: list[Atom], accent: str) -> list[Atom]:
    if not atoms:
        return []
    first = atoms[0]
    return [Atom(first.text[:1] + accent + first.text[1:], first.kind), *atoms[1:]]


def _root(given: list[Any], radicand: list[Atom]) -> Atom:
    degree = _joined(_atoms(_inside(given[0])), tight=True) if len(given) == 2 else ""
    sign = {"": "√", "3": "∛", "4": "∜"}.get(degree) or f"{raised(degree)}√"
    return Atom(sign + _bracketed(radicand))


def _bracketed(atoms: list[Atom], *, over: bool = False) -> str:
    """The atoms as one operand; a product needs no brackets above a fraction's line."""
    text = _joined(atoms)
    if over and not any(atom.kind in {"bin", "rel", "frac", "op"} for atom in atoms):
        return text
    return f"({text})" if _compound(atoms) else text


def _compound(atoms: list[Atom]) -> bool:
    solid = [atom for atom in atoms if atom is not SPACE]
    if len(solid) <= 1:
        return any(atom.kind == "frac" for atom in solid)
    return not (solid[0].kind == "open" and _closes_last(solid))


def _closes_last(atoms: list[Atom]) -> bool:
    depth = 0
    for atom in atoms[:-1]:
        depth += (atom.kind == "open") - (atom.kind == "close")
        if not depth:
            return False
    return atoms[-1].kind == "close"


_OPERANDS = frozenset({"ord", "word", "close", "frac", "op"})


def _joined(atoms: Sequence[Atom], *, tight: bool = False) -> str:
    """The atoms in a line, with the spaces that reading needs; ``tight`` is for scripts."""
    solid = [(atom, at > 0 and atoms[at - 1] is SPACE) for at, atom in enumerate(atoms) if atom is not SPACE]
    arrows = any(atom.text in "→↦" for atom, _ in solid)
    out = ""
    before: Atom | None = None
    spaced_after = False
    for at, (atom, spaced) in enumerate(solid):
        after = solid[at + 1][0] if at + 1 < len(solid) else None
        if before is not None and (spaced_after or _gap(before, atom, spaced=spaced, tight=tight)):
            out += " "
        spaced_after = False
        if atom.kind in {"bin", "rel"} and not tight:
            binary = before is not None and before.kind in _OPERANDS and after is not None
            if atom.kind == "bin":
                binary = binary and after is not None and after.kind not in {"rel", "close", "punct", "bin"}
            if binary and out[-1:] != " ":
                out += " "
            spaced_after = binary
        elif atom.kind == "punct" or (atom.kind == "colon" and arrows):
            spaced_after = not tight
        out += atom.text
        before = atom
    return out


def _gap(before: Atom, atom: Atom, *, spaced: bool, tight: bool) -> bool:
    """Whether two neighbours, neither of them an operator between two others, stand apart."""
    if before.kind == "open" or atom.kind in {"close", "punct"}:
        return False
    if atom.kind == "open":
        return _hangs(before) if before.text.endswith(")") else spaced and before.text in {"/", "|"}
    if before.kind == "op" or atom.kind == "op":
        return before.kind in _OPERANDS and atom.kind in _OPERANDS
    if "frac" in (before.kind, atom.kind):
        return before.kind in _OPERANDS and atom.kind in _OPERANDS
    if _hangs(before) and atom.kind in _OPERANDS:
        return True
    if before.kind != atom.kind and "word" in (before.kind, atom.kind):
        return before.text[-1:].isalnum() and atom.text[:1].isalnum()
    return spaced and not tight and before.text not in {"∂", "∇"} and {before.kind, atom.kind} <= _OPERANDS


_HANGING = re.compile(r"[\^_](?:\(.*\)|\w+(?:\.\w+)?)$")


def _hangs(atom: Atom) -> bool:
    """Whether the atom ends in a script on the line, which the next letter would seem to belong to."""
    return atom.kind in _OPERANDS and _HANGING.search(atom.text) is not None
