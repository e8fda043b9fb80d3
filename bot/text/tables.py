"""What LaTeX's commands mean and take: tables, and the questions that are asked of them."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any, Literal

from pylatexenc.latex2text import get_default_latex_context_db

from bot.text.scripts import double_struck

Kind = Literal["ord", "word", "op", "bin", "rel", "open", "close", "punct", "colon", "frac", "space"]
"""What a piece of a formula is, for the spaces around it, much as TeX has it."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _combining(text: str) -> dict[str, str]:
    return {name: chr(int(code, 16)) for name, code in _pairs(text).items()}


ACCENTS = _combining(
    """hat 302  widehat 302  Hat 302  tilde 303  widetilde 303  Tilde 303  wt 303  bar 304  Bar 304
    overline 304  vec 20D7  Vec 20D7  dot 307  ddot 308  check 30C  breve 306  acute 301  grave 300
    mathring 30A"""
)
"""Accents of formulas: the combining character of each."""
LETTER_ACCENTS = _combining(
    """` 300  ' 301  ^ 302  ~ 303  = 304  u 306  . 307  " 308  r 30A  H 30B  v 30C  d 323  c 327  k 328
    b 331"""
)
"""Accents of running text."""
LETTERS = _pairs("o ø  O Ø  l ł  L Ł  ss ß  ae æ  AE Æ  oe œ  OE Œ  aa å  AA Å  i i  j j  dh ð  th þ")
"""Letters of running text that have a command; within a formula these names are the authors' own."""

STYLES = _names(
    """mathcal mathbf mathrm mathsf mathit mathtt mathscr mathfrak mathnormal mathds boldsymbol bm pmb
    underline uline underbrace overbrace smash ensuremath substack mathop mathrel mathbin mathopen mathclose
    mathord boxed bold mathbold mat vct vect mb mc ms"""
)
"""Commands whose argument is shown as it is."""
TEXTS = _names(
    """text textrm textit textbf texttt textsc textsf textsl textnormal textup textmd emph mbox hbox
    operatorname operatornamewithlimits"""
)
"""Commands whose argument is words."""
FRACTIONS = _names("frac tfrac dfrac cfrac nicefrac sfrac")
STACKS = _names("overset underset stackrel textcolor href hyperlink")
"""Commands of two arguments, of which the second is the thing itself."""
FENCES = _pairs("norm ‖‖  abs ||  lrp ()  paren ()  ceil ⌈⌉  floor ⌊⌋  set {}")
"""Commands that people define to put brackets around their argument."""
SILENT = _names("label tag hspace vspace phantom hphantom vphantom color ref eqref index")
SIZES = _names(
    """left right middle mleft mright big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm
    limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle rm bf it cal sf tt em sl sc
    mathstrut strut nonumber notag boldmath small tiny large normalsize protect relax"""
)
"""Commands that change only how things look, and take no argument."""

RUNNING = _names("begin end item cite citep citet url href footnote enquote noindent")
"""Commands of running text only."""

ARGUMENTS = {
    **dict.fromkeys([*STYLES, *TEXTS, *ACCENTS, *FENCES, *SILENT, "mathbb", "Bbb", "bb", "pmod", "not"], "{"),
    **dict.fromkeys([*FRACTIONS, *STACKS, "binom"], "{{"),
    **dict.fromkeys(["sqrt", "xrightarrow", "xleftarrow"], "[{"),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], "*{"),
    **dict.fromkeys(["textsuperscript", "textsubscript"], "{"),
}
"""What each command takes, in pylatexenc's notation; every other command takes nothing."""

OPERATORS = _names(
    """arccos arcsin arctan arg argmax argmin cos cosh cot csc deg det diag dim exp gcd hom inf ker lg lim
    liminf limsup ln log max min mod poly polylog Pr rank sec sign sin sinh sup tan tanh tr Tr"""
)
"""Words that formulas set upright, apart from what they apply to."""

_OURS = _pairs(
    r"""epsilon ε  eps ε  phi φ  varphi φ  Pi Π  ell ℓ  sim ~  cdot ·  circ ∘  bullet •  star *  ast *
    prime ′  mid |  vert |  lvert |  rvert |  | ‖  Vert ‖  lVert ‖  rVert ‖  parallel ‖  perp ⊥  bot ⊥  top ⊤
    cdots …  dots …  dotsc …  dotsb …  ldots …  colon :  coloneqq :=  triangleq ≜  leqslant ≤  geqslant ≥
    lt <  gt >  ne ≠  neq ≠  iff ⇔  implies ⇒  impliedby ⇐  gets ←  and ∧  land ∧  lor ∨  lnot ¬  neg ¬
    lbrace {  rbrace }  lbrack [  rbrack ]  langle ⟨  rangle ⟩  backslash /  slash /  setminus ∖
    bmod mod  sqrt √  xrightarrow →  xleftarrow ←  emptyset ∅  varnothing ∅
    bigcirc ○  triangle △  checkmark ✓  dagger †  degree °  half 1/2
    R ℝ  RR ℝ  Real ℝ  Reals ℝ  reals ℝ  real ℝ  NN ℕ  ZZ ℤ  E E  EE E  O O  L L  i i  j j  Re Re  Im Im
    ie i.e.  eg e.g.  wrt w.r.t.  etc etc.  iid i.i.d.  LaTeX LaTeX  TeX TeX
    texttimes ×  textmu μ  textdegree °  textemdash —  textendash –  textquoteright '  textquoteleft '
    textquotedblleft "  textquotedblright "  textbackslash /  textasciitilde ~  textgreater >  textless <
    textbar |  textunderscore _"""
)
_FACES = re.compile(
    r"(?:c|m|mc|cal|scr|frak|bb|mb|mr|bf|bm|mat)([A-Z])|(?:b|v|bf|bm)([a-z])|([A-Z])cal|([A-Za-z])bf"
)
"""Names that people give to one letter in another face: ``\\cO``, ``\\bbE``, ``\\bfx``, ``\\Ecal``."""
_ORDERS = {
    **dict.fromkeys(["order", "bigo", "bigO", "BigO", "calo", "bigoh"], "O"),
    **dict.fromkeys(["otilde", "Otilde", "tO", "tlO", "Ot", "Otil", "bigOtil"], "Õ"),
}
_MARKED = re.compile(r"([A-Za-z])(hat|tilde|bar|star)")


_TEMPLATE = re.compile(r"%|<.+>")
"""What pylatexenc fills in, such as ``%s`` and ``<cit.>``, and is no symbol."""


@lru_cache(maxsize=4096)
def symbol(name: str) -> str | None:
    """The text of a command that takes no argument, such as ``alpha``; None when we do not know it."""
    if name in _OURS or name in OPERATORS:
        return _OURS.get(name, name)
    if face := _FACES.fullmatch(name):
        letter = next(filter(None, face.groups()))
        return double_struck(letter) if name.startswith("bb") else letter
    text = getattr(_theirs().get_macro_spec(name), "simplify_repl", None)
    return text if isinstance(text, str) and text.strip() and not _TEMPLATE.search(text) else None


def authors_own(name: str) -> str:
    r"""How a command that we do not know is named in text: ``\bigO`` is ``O``, ``\fhat`` is ``f̂``, ``\DkS`` is ``DkS``."""
    if name not in _ORDERS and (marked := _MARKED.fullmatch(name)):
        return marked[1] + ("*" if marked[2] == "star" else ACCENTS[marked[2]])
    return _ORDERS.get(name, name)


@cache
def _theirs() -> Any:
    return get_default_latex_context_db()


def known(name: str) -> bool:
    """Whether we can say what the command means."""
    return name in ARGUMENTS or name in SIZES or name in RUNNING or symbol(name) is not None


_SIGNS: dict[Kind, frozenset[str]] = {
    "bin": frozenset("+-*±∓×÷·∗∘∙∩∪∧∨∖⊎⊓⊔⊕⊖⊗⊘⊙⊞⊠△▷◁⋆⋅⋄•≀⨿"),
    "op": OPERATORS | frozenset("∑∏∐∫∬∭∮⋂⋃⋀⋁⨁⨂⨀⨄"),
    "open": frozenset("([{⟨⌊⌈"),
    "close": frozenset(")]}⟩⌋⌉"),
    "punct": frozenset(",;"),
    "colon": frozenset(":"),
    "ord": frozenset("∞∂∇∀∃∄∅¬√∛∜∠⊤⊥∎|‖′…⋯⋮⋱/."),
    "rel": frozenset(["~", ":="]),
}


@lru_cache(maxsize=4096)
def kind_of(text: str) -> Kind:
    """What a sign, letter or operator's name is."""
    for kind, members in _SIGNS.items():
        if text in members:
            return kind
    if len(text) == 1 and (unicodedata.category(text) == "Sm" or "\u2190" <= text <= "\u21ff"):
        return "rel"
    return "word" if len(text) > 1 and text.isalpha() else "ord"
