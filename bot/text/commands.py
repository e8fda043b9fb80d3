"""LaTeX in running text: finds its formulas and commands, and knows money from mathematics."""

import re
import unicodedata
from collections.abc import Callable

from bot.text.dollars import is_formula, is_money
from bot.text.latex import LONGEST, bare, latex
from bot.text.markdown import is_same_address
from bot.text.mending import mended
from bot.text.shield import shielded
from bot.text.tables import (
    ARGUMENTS,
    LETTER_ACCENTS,
    LETTERS,
    OPERATORS,
    SILENT,
    SIZES,
    TEXTS,
    authors_own,
    symbol,
)

_TOKEN = re.compile(
    r"(?=[h\\${}^_])(?:"  # what follows begins with one of these; to know it makes seeking three times as fast
    r"(?P<url>https?://(?:\\[_%#&~$]|[^\s<>\"`{}|\\^$\[\]])+)|\\(?P<name>[A-Za-z]+)\*?|(?P<escape>\\.?)"
    r"|(?P<dollar>\$)|(?P<open>\{)|(?P<close>\})|(?P<script>[\^_](?=[{\\])))",
    re.DOTALL,
)


def without_commands(text: str) -> str:
    """The text with formulas and commands rendered, and what was rendered shielded."""
    return _Reading(mended(text)).rendered()


Piece = tuple[str, int]
"""What stands for a token, and where reading goes on."""

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_SWITCH = re.compile(r"\\(?:em|it|bf|sl|sc|tt|rm|sf|tiny|small|large)(?![A-Za-z])\s*")
_OPTION = re.compile(r"\s?\[[^\[\]]{0,200}\]")
_ENVIRONMENT = re.compile(r"\{([A-Za-z]{1,20})(\*?)\}(?:\[[^\[\]]{0,200}\])*(?:\{[^{}]{0,40}\})?")
_FORMULAS = frozenset(["equation", "align", "gather", "eqnarray", "math", "displaymath", "multline"])
_ACCENTED = re.compile(r"\{?(\\?[^\W\d_])\}?")
_LOOSE_ARGUMENT = re.compile(r"(?!\s[A-Za-z]{2})\s?(?:\\[A-Za-z]+(?:\{[^{}]{0,200}\})?|[^\s{}\\$,.;:)])")
_SCRIPT = re.compile(r"[\^_]\s?(\\[A-Za-z]+|[\w*+′'-])?")
_PROTECTED = re.compile(r"[A-Z][A-Za-z0-9-]*|[^\w\s,;]{1,3}|")
_BRACKETS = {"(": "\\)", "[": "\\]"}
_ESCAPED = {**dict.fromkeys("\\,;:>", " "), **dict.fromkeys([*")]!-/@"], "")}
"""What a backslash with these signs stands for; with every other sign it is the sign."""
_LONGEST_KEY = 200
_HYPHENATED = re.compile(r"-[A-Za-z]")

_WRAPPED = {"footnote": (" (", ")"), "enquote": ('"', '"')}


class _Reading:
    """One text on its way from LaTeX to plain; positions are into the text as it was."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends = self._pairs() if "{" in text else {}
        self.closers: dict[int, str] = {}
        """What stands for a closing brace whose opening one belonged to a command."""
        self.openers: set[int] = set()
        """Opening braces, further on, that belong to a command already read."""

    def rendered(self) -> str:
        out = []
        at = 0
        while found := _TOKEN.search(self.text, at):
            out.append(self.text[at : found.start()])
            piece, at = self._token(found)
            out.append(piece)
        return "".join([*out, self.text[at:]])

    def _pairs(self) -> dict[int, int]:
        """Where each opening brace is closed."""
        ends, waiting = {}, []
        for found in _BRACE.finditer(self.text):
            if found[0] == "{":
                waiting.append(found.start())
            elif found[0] == "}" and waiting:
                ends[waiting.pop()] = found.start()
        return ends

    def _token(self, found: re.Match[str]) -> Piece:
        start = found.start()
        match found.lastgroup:
            case "url":
                piece = self._url(found[0], start)
            case "name":
                piece = self._command(found["name"], found.end())
            case "escape":
                piece = self._escape(found[0][1:], found.end())
            case "dollar":
                piece = self._dollar(start)
            case "open":
                piece = self._open(start)
            case "script":
                piece = self._script(start)
            case _:
                piece = self.closers.get(start, "}"), start + 1
        return piece

    def _url(self, url: str, start: int) -> Piece:
        url = url.rstrip("*_'.,;:!?)") if ")" not in url or "(" not in url else url.rstrip("*_'.,;:!?")
        return shielded(re.sub(r"\\(.)", r"\1", url)), start + len(url)

    def _escape(self, sign: str, end: int) -> Piece:
        """A backslash with one sign: a formula's bracket, an accent, a space, or the sign itself."""
        if sign in _BRACKETS and (close := self.text.find(_BRACKETS[sign], end, end + LONGEST)) > end:
            return self._formula(end, close, close + 2)
        if sign in LETTER_ACCENTS and (letter := _ACCENTED.match(self.text, end)):
            return self._accent(sign, letter)
        return shielded(_ESCAPED.get(sign, sign)), end

    def _accent(self, accent: str, letter: re.Match[str]) -> Piece:
        base = letter[1].removeprefix("\\")
        return unicodedata.normalize("NFC", base + LETTER_ACCENTS[accent]), letter.end()

    def _dollar(self, start: int) -> Piece:
        width = 2 if self.text.startswith("$$", start) else 1
        inside = start + width
        close = self._closing("$" * width, inside)
        if close > inside and (
            width == 2 or is_formula(self.text[inside:close], self.text[close + 1 : close + 2])
        ):
            return self._formula(inside, close, close + width)
        return (shielded("$") if width == 1 and is_money(self.text, start) else ""), inside

    def _closing(self, mark: str, at: int) -> int:
        """Where the mark stands next, not escaped and not too far off; -1 where it does not."""
        limit = at + LONGEST
        while (at := self.text.find(mark, at, limit)) > 0 and self.text[at - 1] == "\\":
            at += 1
        return at

    def _formula(self, start: int, end: int, after: int | None = None) -> Piece:
        after = end if after is None else after
        text = latex(self.text[start:end].strip())
        if _HYPHENATED.match(self.text, after) and not text.endswith(")"):
            text = re.sub(r" ([+-]) ", r"\1", text)  # $n+1$-layer is one word
        return shielded(text), after

    def _open(self, start: int) -> Piece:
        end = self.ends.get(start)
        if end is None or start in self.openers:
            return "{" if end is None else "", start + 1
        if switch := _SWITCH.match(self.text, start + 1):
            self.closers[end] = ""
            return self._transparent(switch.end())
        if end - start < 60 and self._protects(start, end):
            self.closers[end] = ""
            return "", start + 1
        return "{", start + 1

    def _protects(self, start: int, end: int) -> bool:
        """Whether braces only keep letters from BibTeX or group a command, and are no set."""
        content = self.text[start + 1 : end]
        if content.startswith("\\"):
            return "," not in content
        if not _PROTECTED.fullmatch(content):
            return False
        beside = self.text[start - 1 : start] + self.text[end + 1 : end + 2]
        return len(content) != 1 or any(letter.isalpha() for letter in beside)

    def _group(self, at: int) -> int | None:
        """Where the braces that open at ``at``, or one space later, are closed."""
        if self.text[at : at + 1] == " ":
            at += 1
        return self.ends.get(at)

    def _command(self, name: str, end: int) -> Piece:
        """A command with a name; ``end`` is behind the name."""
        read = _COMMANDS.get(name)
        if read is None and "cite" in name.lower():
            read = _Reading.citation
        if read is None:
            read = _Reading.mathematics if name in ARGUMENTS or symbol(name) is not None else _Reading.unknown
        return read(self, name, end)

    def environment(self, name: str, end: int) -> Piece:
        found = _ENVIRONMENT.match(self.text, end)
        if found is None:
            return self.unknown(name, end)
        if name == "begin" and found[1] in _FORMULAS:
            mark = f"\\end{{{found[1]}{found[2]}}}"
            close = self.text.find(mark, found.end(), found.end() + LONGEST)
            if close > 0:
                piece, end = self._formula(found.end(), close, close + len(mark))
                return f" {piece} ", end
        return " ", found.end()

    def citation(self, name: str, end: int) -> Piece:
        while option := _OPTION.match(self.text, end):
            end = option.end()
        close = self._group(end)
        if close is None or close - end > _LONGEST_KEY:
            return self.unknown(name, end)
        keys = self.text[end:close].strip(" {")
        return shielded(f"[{bare(keys)}]"), close + 1

    def link(self, name: str, end: int) -> Piece:
        r"""``\href{url}{words}``: the words, and the address where the words are not the address."""
        close = self._group(end)
        if close is None:
            return self.unknown(name, end)
        url = re.sub(r"\\(.)", r"\1", self.text[end:close].strip(" {"))
        words_end = self._group(close + 1) if name in {"href", "hyperlink"} else None
        if words_end is None or is_same_address(self.text[close + 1 : words_end].strip(" {"), url):
            return shielded(url), (words_end or close) + 1
        return self._transparent(close + 1, "", f" ({shielded(url)})" if "." in url else "")

    def dropped(self, _: str, end: int) -> Piece:
        return "", end + (self.text[end : end + 1] == " ")

    def dropped_with_argument(self, _: str, end: int) -> Piece:
        return "", (self._group(end) or end - 1) + 1

    def wrapped(self, name: str, end: int) -> Piece:
        return self._transparent(end, *_WRAPPED.get(name, ("", "")))

    def coloured(self, _: str, end: int) -> Piece:
        return self._transparent((self._group(end) or end - 1) + 1)

    def letter(self, name: str, end: int) -> Piece:
        follows = self.text[end : end + 2]
        return LETTERS[name], end + (follows[:1] == " " and follows[1:].islower())

    def letter_accent(self, name: str, end: int) -> Piece:
        letter = _ACCENTED.match(self.text, end + (self.text[end : end + 1] == " "))
        return self._accent(name, letter) if letter else self.unknown(name, end)

    def _transparent(self, end: int, before: str = "", after: str = "") -> Piece:
        """The command vanishes, and so do the braces around its argument."""
        close = self._group(end)
        if close is None:
            return before, end + (self.text[end : end + 1] == "{")
        self.closers[close] = after
        return before, self.text.index("{", end) + 1

    def mathematics(self, name: str, end: int) -> Piece:
        start = end - len(name) - 1 - (self.text[end - 1] == "*")
        for wanted in ARGUMENTS.get(name, ""):
            if wanted == "[":
                option = _OPTION.match(self.text, end)
                end = option.end() if option else end
            elif wanted == "{":
                close = self._group(end)
                if close is None:
                    loose = _LOOSE_ARGUMENT.match(self.text, end)
                    end = loose.end() if loose else end
                elif close - start > LONGEST:
                    return self._transparent(end)
                else:
                    end = close + 1
        after = end + 2 if self.text[end : end + 2] == "{}" else self._scripts(end)
        piece, end = self._formula(start, after)
        apart = name in OPERATORS and self.text[start - 1 : start].isalnum()  # n\log n
        return f" {piece}" if apart else piece, end

    def _scripts(self, at: int) -> int:
        """Where the superscripts and subscripts that begin at ``at`` end."""
        while script := _SCRIPT.match(self.text, at):
            if script[1]:
                at = script.end()
                continue
            close = self.ends.get(script.end())
            if close is None or close - at > LONGEST:
                break
            at = close + 1
        return at

    def _script(self, start: int) -> Piece:
        end = self._scripts(start)
        return self._formula(start, end) if end > start else (shielded(self.text[start]), start + 2)

    def unknown(self, name: str, end: int) -> Piece:
        """A command of the authors' own: its arguments if it has some, else its name."""
        close = self.ends.get(end)
        if close is None or close == end + 1:
            return authors_own(name), end if close is None else close + 1
        while (following := self.ends.get(close + 1)) is not None:
            self.closers[close] = " "
            self.openers.add(close + 1)
            close = following
        self.closers[close] = ""
        return "", end + 1


_COMMANDS: dict[str, Callable[[_Reading, str, int], Piece]] = {
    **dict.fromkeys(LETTERS, _Reading.letter),
    **dict.fromkeys(filter(str.isalpha, LETTER_ACCENTS), _Reading.letter_accent),
    **dict.fromkeys(
        [*SIZES, "noindent", "par", "newline", "linebreak", "centering", "xspace"], _Reading.dropped
    ),
    **dict.fromkeys([*SILENT, "thanks"], _Reading.dropped_with_argument),
    **dict.fromkeys([*TEXTS, *_WRAPPED, "underline", "uline"], _Reading.wrapped),
    **dict.fromkeys(["begin", "end"], _Reading.environment),
    **dict.fromkeys(["url", "path", "href", "hyperlink"], _Reading.link),
    "textcolor": _Reading.coloured,
    "item": lambda _, __, end: (" • ", end),
}
"""How each command of running text is read; the others are mathematics, or the authors' own."""
