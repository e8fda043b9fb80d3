"""One formula of LaTeX to readable text: pylatexenc parses it, the rendering is ours."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexWalker,
)
from pylatexenc.macrospec import EnvironmentSpec, LatexContextDb, MacroSpec

from bot.text.formula import SPACE, Atom, bracketed, is_compound, joined
from bot.text.scripts import double_struck, lowered, raised
from bot.text.tables import (
    ACCENTS,
    ARGUMENTS,
    FENCES,
    FRACTIONS,
    SILENT,
    SIZES,
    STYLES,
    TEXTS,
    Kind,
    authors_own,
    kind_of,
    symbol,
)

LONGEST = 2_000
"""Characters of one span; what is longer is no formula and is shown without its commands."""
DEEPEST = 50
"""Levels of nesting; pylatexenc recurses, so it is not given what is deeper."""

Nodes = Sequence[Any]
"""Nodes of pylatexenc, which has no types."""


@lru_cache(maxsize=16_384)
def latex(span: str) -> str:
    r"""Readable text of a formula without its dollars: ``\eta^{-1}`` is ``η⁻¹``.

    Never raises; what cannot be parsed is shown without backslashes and braces.
    """
    if _NUMBERS.fullmatch(span):
        return span.replace("--", "–")
    if len(span) > LONGEST or _depth(span) > DEEPEST:
        return bare(span)
    try:
        text = joined(_atoms(_parsed(_spelled(_balanced(span)))))
    except Exception:  # noqa: BLE001 - no fault of a parser may cost a paper its abstract
        return bare(span)
    return unicodedata.normalize("NFC", text)


_NUMBERS = re.compile(r"[\d\s.,%–-]*")
_NAKED = re.compile(r"(?<![\\A-Za-z{])(?=(?:sim|leq|geq|infty|ell)(?![A-Za-z]))")
"""Commands that stand in formulas without their backslash."""


_BEFORE_LETTER = re.compile(r"(\\[A-Za-z]+)(?=[^\W\d_A-Za-z])")
_MARKING = "|".join([*ACCENTS, *STYLES])
_UNBRACED = re.compile(
    rf"(\\(?:sqrt|{_MARKING})(?![A-Za-z]))\s*(\\(?:mathbb|{_MARKING})(?![A-Za-z])\s*(?:\{{[^{{}}]*\}}|\w))"
)


def _spelled(span: str) -> str:
    r"""The span as pylatexenc can read it: ``\tilde\mathcal{O}`` with its braces, ``\alphaβ`` as two, no bare ``sim``."""
    span = _BEFORE_LETTER.sub(r"\1 ", _NAKED.sub(r"\\", span))
    return _UNBRACED.sub(r"\1{\2}", span)


def bare(span: str) -> str:
    """The span's own characters without backslashes and braces."""
    return " ".join(re.sub(r"[\\{}]", " ", span).split())


def _depth(span: str) -> int:
    depth = deepest = 0
    for sign in re.findall(r"\\.|[{}]", span, re.DOTALL):
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
    return deepest + span.count(r"\begin") + span.count(r"\(") + span.count(r"\[")


def _balanced(span: str) -> str:
    """The span with its stray closing braces gone, the missing ones added, and ``%`` no comment."""
    depth = 0
    out = []
    for piece in re.findall(r"\\.|[^\\{}%$]+|.", span, re.DOTALL):
        if piece == "}" and not depth:
            continue
        depth += (piece == "{") - (piece == "}")
        out.append({"%": r"\%", "\\": "", "$": ""}.get(piece, piece))
    return "".join(out) + "}" * depth


def _context() -> LatexContextDb:
    context = LatexContextDb()
    context.add_context_category("ours", macros=[MacroSpec(name, spec) for name, spec in ARGUMENTS.items()])
    context.set_unknown_macro_spec(MacroSpec(""))
    context.set_unknown_environment_spec(EnvironmentSpec(""))
    return context


_CONTEXT = _context()


def _parsed(span: str) -> Nodes:
    nodes, _, _ = LatexWalker(span, latex_context=_CONTEXT, tolerant_parsing=True).get_latex_nodes()
    return list(nodes)


_SIGNS = re.compile(
    r"(?<![_^\d\[({,])[1-9]\d{0,2}(?:,\d{3})+(?!\d)|(?<![_^])\d+(?:\.\d+)?|:=|\s+|.", re.DOTALL
)


def _items(nodes: Nodes) -> Iterator[Any]:
    """The nodes, with characters taken apart into numbers, spaces and single signs."""
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield from _SIGNS.findall(node.chars)
        elif node is not None:
            yield node
            if isinstance(node, LatexMacroNode) and node.macro_post_space:
                yield " "


def _atoms(nodes: Nodes) -> list[Atom]:
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
        elif isinstance(item, LatexMacroNode) and not _is_known(item.macroname) and _is_group(items, at):
            start = at
            while _is_group(items, at):
                at += 1
            atoms += _unknown(item.macroname, [_atoms(group.nodelist) for group in items[start:at]])
        else:
            atoms += _atom(item)
    return atoms


def _sign(items: Nodes, at: int) -> str:
    """The sign there; empty where there is none, or a node."""
    return items[at] if at < len(items) and isinstance(items[at], str) else ""


def _is_script(item: Any) -> bool:
    return isinstance(item, str) and item in {"^", "_"}


def _is_group(items: Nodes, at: int) -> bool:
    return at < len(items) and isinstance(items[at], LatexGroupNode)


def _is_known(name: str) -> bool:
    return not name.isalpha() or name in ARGUMENTS or symbol(name) is not None


def _group(node: LatexGroupNode, *, scripted: bool) -> list[Atom]:
    inner = _atoms(node.nodelist)
    if len(inner) == 1 and inner[0].kind == "punct":
        return [Atom(inner[0].text)]  # 10{,}000
    return [Atom(f"({joined(inner)})")] if scripted and is_compound(inner) else inner


def _atom(item: Any) -> list[Atom]:
    if isinstance(item, str):
        if item.isspace() or item in {"~", "&"}:
            return [SPACE]
        sign = "′" if item == "'" else item
        return [Atom(sign, kind_of(sign))]
    if isinstance(item, LatexMacroNode):
        return _macro(item)
    if isinstance(item, LatexEnvironmentNode | LatexMathNode):
        return [SPACE, *_atoms(item.nodelist), SPACE]
    return []


def _script(items: Nodes, at: int) -> tuple[str, int]:
    """The text of the script that begins at ``at``, and where it ends."""
    while _sign(items, at).isspace():
        at += 1
    if at == len(items):
        return "", at
    if _sign(items, at) == "-" and _sign(items, at + 1).isdigit():
        return "-" + items[at + 1], at + 2  # the braces of 10^{-3} were lost
    if _sign(items, at).isdigit() and _sign(items, at + 1) == "." and _sign(items, at + 2).isdigit():
        return "".join(items[at : at + 3]), at + 3  # and here those of x^{1.5}
    item = items[at]
    atoms = _atoms(item.nodelist) if isinstance(item, LatexGroupNode) else _atom(item)
    return joined(atoms, tight=True), at + 1


def _attach(atoms: list[Atom], script: str) -> None:
    while atoms and atoms[-1] is SPACE:
        atoms.pop()
    base = atoms.pop() if atoms else Atom("")
    kind: Kind = base.kind if base.kind in {"op", "word", "close", "rel"} else "ord"
    atoms.append(Atom(base.text + script, kind))


def _macro(node: LatexMacroNode) -> list[Atom]:
    given = [_inside(arg) for arg in (node.nodeargd.argnlist or [])] if node.nodeargd else []
    if given and (rendered := _WITH_ARGUMENTS.get(node.macroname)):
        return rendered(node.macroname, given)
    return _atoms(given[-1]) if given else _named(node.macroname)


def _inside(node: Any) -> Nodes:
    if node is None:
        return []
    return list(node.nodelist) if isinstance(node, LatexGroupNode) else [node]


_SPACES = frozenset([*"\\ ,;:>\n\t", "quad", "qquad", "hfill", "thinspace", "enspace", "newline"])
_NOTHING = frozenset(["!", "-", "/", "@"])
_RELATIONS = frozenset(["mid", "perp", "parallel"])


def _named(name: str) -> list[Atom]:
    """A command without arguments: a symbol, a space, or a name of the authors' own."""
    if name in _SPACES:
        return [SPACE]
    text = {"over": "/", "atop": "/", **dict.fromkeys(_NOTHING, "")}.get(name, symbol(name))
    if text is None:
        text = authors_own(name)
    kind: Kind = "rel" if name in _RELATIONS else kind_of(text)
    return [Atom(text, kind)] if text else []


def _unknown(name: str, given: list[list[Atom]]) -> list[Atom]:
    """A command of the authors' own with arguments: on one letter it only changes the face."""
    if (len(name) <= 2 and len(given) == len(given[0]) == 1) or name.startswith(("math", "text")):
        return given[-1]
    inside = ", ".join(joined(atoms) for atoms in given)
    return [Atom(f"{authors_own(name)}({inside})" if inside else authors_own(name), "word")]


def _words(name: str, given: list[Nodes]) -> list[Atom]:
    raw = "".join(_text(given[-1]))
    text = " ".join(raw.split())
    kind: Kind = "op" if name.startswith("operator") else "ord"
    around = [SPACE] * raw[:1].isspace(), [SPACE] * raw[-1:].isspace()
    return [*around[0], *([Atom(text, kind)] if text else []), *around[1]]


def _text(nodes: Nodes) -> Iterator[str]:
    """Words within a formula; what is no words there is a formula again."""
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            yield node.chars.replace("~", " ")
        elif isinstance(node, LatexGroupNode):
            yield from _text(node.nodelist)
        elif node is not None:
            yield joined(_atoms(_inside(node))) + getattr(node, "macro_post_space", "")


def _accented(accent: str, atoms: list[Atom]) -> list[Atom]:
    solid = [atom for atom in atoms if atom is not SPACE]
    if not solid:
        return []
    first = solid[0]
    return [Atom(first.text[:1] + accent + first.text[1:], first.kind), *solid[1:]]


def _fraction(_: str, given: list[Nodes]) -> list[Atom]:
    over, under = given
    return [Atom(f"{bracketed(_atoms(over), above=True)}/{bracketed(_atoms(under))}", "frac")]


def _root(_: str, given: list[Nodes]) -> list[Atom]:
    degree = joined(_atoms(given[0]), tight=True)
    sign = {"": "√", "3": "∛", "4": "∜"}.get(degree) or f"{raised(degree)}√"
    return [Atom(sign + bracketed(_atoms(given[1])))]


def _arrow(name: str, given: list[Nodes]) -> list[Atom]:
    sign = "→" if name == "xrightarrow" else "←"
    return [Atom(sign + raised(joined(_atoms(given[1]), tight=True)), "rel")]


_WITH_ARGUMENTS: dict[str, Callable[[str, list[Nodes]], list[Atom]]] = {
    **dict.fromkeys(TEXTS, _words),
    **dict.fromkeys(FRACTIONS, _fraction),
    **dict.fromkeys(ACCENTS, lambda name, given: _accented(ACCENTS[name], _atoms(given[0]))),
    **dict.fromkeys(SILENT, lambda _, __: []),
    **dict.fromkeys(
        ["mathbb", "Bbb", "bb"],
        lambda _, given: [Atom(double_struck(a.text), a.kind) for a in _atoms(given[0])],
    ),
    **dict.fromkeys(FENCES, lambda name, given: [Atom(joined(_atoms(given[0])).join(FENCES[name]))]),
    **dict.fromkeys(["xrightarrow", "xleftarrow"], _arrow),
    "sqrt": _root,
    "not": lambda _, given: _accented("\u0338", _atoms(given[0])),
    "binom": lambda _, given: [Atom(f"C({joined(_atoms(given[0]))}, {joined(_atoms(given[1]))})")],
    "pmod": lambda _, given: [SPACE, Atom(f"(mod {joined(_atoms(given[0]))})", "word")],
    "textsuperscript": lambda _, given: [Atom(raised(joined(_atoms(given[0]), tight=True)))],
    "textsubscript": lambda _, given: [Atom(lowered(joined(_atoms(given[0]), tight=True)))],
}
"""How each command that takes arguments is rendered; the others are their last argument."""
