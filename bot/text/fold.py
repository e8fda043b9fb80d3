"""One folding: what is written in different ways and means the same becomes the same text.

Lookup and matching both compare text folded here, so they never disagree on what is equal.
"""

import re
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator

import Stemmer

_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon "
    "phi chi psi omega"
)
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _NAMES.split(" "), strict=True))
"""Small Greek letters and their names."""


class _Remembered(dict[str, str]):
    """A function of words that remembers what it was asked; the fastest form there is for texts of many words."""

    LONGEST = 40  # characters; longer words are rare, and a pasted megabyte must not stay in memory
    MOST = 1 << 15  # some 8 MB; of half as many, nearly twice as many must be made again in an ingest

    def __init__(self, function: Callable[[str], str]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, word: str) -> str:
        result = self._function(word)
        if result == word:
            result = word  # held once, and read from one place
        if len(word) <= self.LONGEST:
            if len(self) >= self.MOST:
                self.clear()
            self[word] = result
        return result


_COMMANDS = {name: letter for letter, name in GREEK.items()}
_BEGUN = r"(?<!\\)\\++(?:var)?"  # a run of them is walked once, from its start
_COMMAND = re.compile(rf"{_BEGUN}({'|'.join(sorted(_COMMANDS, key=len, reverse=True))})(?![a-z])")
_BEFORE_GREEK = re.compile(rf"{_BEGUN}(?=[α-ω])")  # the letter's name must not become a command
_BRACES = re.compile(r"(?<![\^_])[\^_]*+\{|[\^}]")  # as above
_SUBSCRIPT = re.compile(r"(?<=[^\W_])_(?=(?:\d+|[^\W\d_])(?![a-z\d]))")  # x_1 and x_i, not snake_case
_NOT_PLAIN = "\\^_`{}"  # ASCII that needs more than its case folded
_HARD = re.compile(r"[^\s!-\[\]a-z|~]\S*+")  # from such a sign, or one that is not ASCII's, to its word's end
_ACCENTS = re.compile("[\u0300-\u036f]+")
_LETTER_MEETS_GREEK = re.compile("(?<=[^\\W_])(?=[α-ω])|(?<=[α-ω])(?=[^\\W\\d_])")

# What Unicode's own forms leave apart and people do not: dashes, quotes, letters with a stroke, look-alikes.
_SAME = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹘⁃", "-")
    | dict.fromkeys("‘’‚‛′ʹʼ`´", "'")
    | dict.fromkeys("“”„‟″«»〝〞", '"')
    | {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
    | {"ς": "σ", "×": "x", "∆": "δ", "⁄": "/", "∕": "/", "∗": "*", "…": "..."}
)
_TYPESET = [(mark, _SAME[ord(mark)]) for mark in "’“”–—…"]  # often all of a text that is not ASCII
_GREEK_NAMES = str.maketrans(GREEK)

_UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MARKS = (
    "\u0591-\u05c7\u0610-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e"
)
_TOKEN = re.compile(
    rf"[{_UNSPACED}]|(?:[^\W_{_UNSPACED}]|[{_MARKS}]|(?<=\d)\.(?=\d))+"
)  # one character where words are not set apart; decimals stay whole
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]{{2,}}")
_CONTROLS = bytes([*range(32), 127])
_APOSTROPHE = re.compile(r"'(?<=\w')(?=\w)")  # it's
_THOUSANDS = re.compile(r",(?<=\d,)(?=\d{3}(?!\d))")  # 1,000
_STOP = re.compile(r"\.(?!(?<=\d\.)\d)")  # any that is not within a decimal
_PLUSES = re.compile(r"(?<=\w)\++(?!\w)")


def spaces_but(kept: str) -> dict[int, str]:
    """A table for ``translate`` of ASCII: everything but letters, digits and what is kept becomes a space.

    Letters are told, too: what a table does not tell costs an exception.
    """
    letters = map(chr, range(128))
    return {ord(char): char if char.isalnum() or char in kept else " " for char in letters}


_WORDS = spaces_but(".")
_LISTED_WORDS = spaces_but(".;")


def fold(text: str) -> str:
    """The text in one form: small letters without accents, plain quotes and dashes, Greek letters by name.

    Punctuation stays, white space becomes single spaces, scripts stand on the line: ``x²``, ``x^2`` and ``x^{2}``
    are all ``x2``. Folding what is folded changes nothing.
    """
    if (plain := fold_plain(text)) is not None:
        return plain
    spaced = _spaced(text)
    pieces: list[str] = []
    at = 0
    for begin, end in _hard(spaced):
        pieces += (spaced[at:begin].lower(), _folded[spaced[begin:end]])
        at = end
    pieces.append(spaced[at:].lower())
    return " ".join("".join(pieces).split())


def fold_plain(text: str) -> str | None:
    """The folded text where it is plain, otherwise None.

    Plain is ASCII, with typeset dots, dashes and closing quotes, and without what means something to LaTeX or Markdown.
    """
    if not text.isascii():
        for mark, typed in _TYPESET:
            text = text.replace(mark, typed)
    if not text.isascii() or _has_signs(text):
        return None
    folded = text.lower()
    if _has_controls(folded) or "  " in folded or folded[:1] == " " or folded[-1:] == " ":
        folded = " ".join(folded.split())
        if _has_controls(folded):
            return None
    return folded


def hard_words(text: str) -> list[str]:
    """The words of a text, parted by white space, that have other signs than plain text."""
    spaced = _spaced(text)
    return [spaced[begin:end] for begin, end in _hard(spaced)]


def _hard(spaced: str) -> Iterator[tuple[int, int]]:
    """Where such words begin and end, in a text whose only white space is blanks."""
    for found in _HARD.finditer(spaced):
        first, end = found.span()
        yield spaced.rfind(" ", 0, first) + 1, end


def _spaced(text: str) -> str:
    """The text with blanks for white space of any other kind, none of which is printable."""
    return text if text.isprintable() else " ".join(text.split())


def _has_signs(text: str) -> bool:
    """Whether a text has ASCII signs that mean something to LaTeX or Markdown: ``x_2``, ``{x}``."""
    return any(map(text.__contains__, _NOT_PLAIN))


def _has_controls(text: str) -> bool:
    """Whether a text of ASCII has control characters, in half the time of ``isprintable``."""
    return len(text.encode("ascii").translate(None, _CONTROLS)) < len(text)


def tokens(text: str) -> tuple[str, ...]:
    """The folded words of a text, in order: letters and digits, decimals whole (``89.29``).

    An apostrophe within a word vanishes (``it's`` is ``its``). In scripts that do not set words apart
    (Chinese, Japanese) each character is a token.
    """
    return tuple(split(fold(text)))


def squeeze(text: str) -> str:
    """Folded letters and digits alone, without spaces: ``R³L``, ``r3l`` and ``R 3 L`` are equal.

    A plus at the end of a word is spelt out, for ``AnyEdit++`` is not ``AnyEdit``.
    """
    folded = fold(text)
    if "+" in folded:
        folded = _PLUSES.sub(lambda found: "plus" * len(found[0]), folded)
    return "".join(split(folded)).replace(".", "")


def split(folded: str) -> list[str]:
    """The tokens of a text that is folded already."""
    if "'" in folded:
        folded = _APOSTROPHE.sub("", folded)
    if "," in folded:
        folded = _THOUSANDS.sub("", folded)
    if folded.isascii():
        return _split_ascii(folded)
    words: list[str] = []
    at = 0
    for begin, end in _hard(folded):
        words += _split_ascii(folded[at:begin])
        words += _TOKEN.findall(folded, begin, end)
        at = end
    words += _split_ascii(folded[at:])
    return words


def split_each(folded: str) -> list[list[str]]:
    """The tokens of each of several texts that were folded together, with semicolons between."""
    if folded.isascii() and "'" not in folded and "," not in folded:
        spaced = _STOP.sub(" ", folded.translate(_LISTED_WORDS))
        return [text.split() for text in spaced.split(";")]
    return [split(text) for text in folded.split(";")]


def _split_ascii(folded: str) -> list[str]:
    """What _TOKEN says, for ASCII, in a fourth of the time: most of what is indexed is that."""
    return _STOP.sub(" ", folded.translate(_WORDS)).split()


def bigrams(folded: str) -> list[str]:
    """Neighbouring characters, two by two, where words are not set apart: of a text that is folded already.

    ``联邦学习`` gives ``联邦``, ``邦学``, ``学习``. The characters themselves are among the tokens.
    """
    if folded.isascii():
        return []
    runs = _UNSPACED_RUN.findall(folded)
    return [run[at : at + 2] for run in runs for at in range(len(run) - 1)]


def _fold_word(word: str) -> str:
    if not word.isprintable():
        word = "".join(char for char in word if not unicodedata.category(char).startswith("C"))
    word = unicodedata.normalize("NFKC", word.translate(_SAME)).casefold()
    word = _ACCENTS.sub("", unicodedata.normalize("NFKD", word))
    word = unicodedata.normalize("NFC", word).translate(_SAME)
    word = _SUBSCRIPT.sub("", _BRACES.sub("", _letters(word)))
    word = _BEFORE_GREEK.sub("", _letters(word))  # \{alpha} and \ps_i are commands only now
    return _LETTER_MEETS_GREEK.sub(" ", word).translate(_GREEK_NAMES)


def _letters(word: str) -> str:
    """The word with Greek letters for their commands."""
    return _COMMAND.sub(lambda found: _COMMANDS[found[1]], word) if "\\" in word else word


_folded = _Remembered(_fold_word)


# British endings as Americans write them. Words that end so on both sides of the ocean stay: "rise",
# "four", and those named, whose kin ("precision") would no longer have the same stem.
_BOTH = (
    r"(?<!prec)(?<!conc)(?<!prem)(?<!prom)(?<!surpr)(?<!compr)(?<!enterpr)(?<!exerc)(?<!expert)(?<!parad)"
    r"(?<!franch)(?<!treat)"
)
_AMERICAN = (
    (re.compile(r"(?<=[a-z]{3})isation(s?)$"), r"ization\1"),
    (re.compile(rf"(?<=[a-z]{{3}}[b-df-hj-np-tx-z]){_BOTH}is(e[drs]?|ers|ing|able)$"), r"iz\1"),
    (re.compile(r"(?<=al)ys(?:[ei]s|e[dr]?|ers|ing)$"), "yze"),
    (re.compile(r"(?<=[a-z][bhilnv])our(s|ed|ing|al|able|ful|hood|hoods|ite|less)?$"), r"or\1"),
    (re.compile(r"(?<=[a-z]{2}[bt])re(s|d)?$"), r"er\1"),
    (re.compile(r"(?<=[a-z]{2}[bt]er)d$"), "ed"),
    (re.compile(r"(?<=[a-z]{2}[aeiou])ll(ed|er|ers|ing)$"), r"l\1"),
    (re.compile(r"(?<=[a-z]{2})ogue(s?)$"), r"og\1"),
    (re.compile(r"(?<=[a-z]{2}f)ence(s?)$"), r"ense\1"),
    (re.compile(r"^programmes?$"), "program"),
    (re.compile(r"^grey(?=s?$|scale$)"), "gray"),
)
_BRITISH = tuple(
    f"{begun}{ending}"
    for begun, endings in (
        ("is", "ation ations e ed er es ers ing able"),
        ("lys", "es is e ed er ers ing"),
        ("our", " s ed ing al able ful hood hoods ite less"),
        ("bre", " s d"),
        ("tre", " s d"),
        ("ll", "ed er ers ing"),
        ("ogue", " s"),
        ("fence", " s"),
        ("programme", " s"),
        ("grey", " s scale"),
    )
    for ending in endings.split(" ")
)  # what has none of these endings is fit by none of the above
_stemmer = Stemmer.Stemmer("english", 0)
_stemming = threading.Lock()  # a Stemmer keeps its word in itself


def stem(word: str) -> str:
    """The stem of a folded word, British or American: ``regularised`` and ``regularize`` are equal.

    For the index of lookup; matching compares whole words.
    """
    return _stems[word]


def stems(words: Iterable[str]) -> list[str]:
    """The stems of folded words."""
    return list(map(_stems.__getitem__, words))


def _stem_word(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    if word.endswith(_BRITISH):
        for ending, american in _AMERICAN:
            word = ending.sub(american, word)
    with _stemming:
        return str(_stemmer.stemWord(word))


_stems = _Remembered(_stem_word)
