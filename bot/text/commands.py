"""LaTeX in running text: finds its formulas and commands, and knows money from mathematics."""

import re
import unicodedata
from functools import lru_cache

from bot.text.latex import LONGEST, latex
from bot.text.markdown import linked
from bot.text.shield import shielded
from bot.text.tables import ACCENTS, ARGUMENTS, LETTER_ACCENTS, LETTERS, SILENT, SIZES, TEXTS, known, symbol

_TOKEN = re.compile(
    r"(?P<url>https?://(?:\\[_%#&~$]|[^\s<>\"`{}|\\^$\[\]])+)|\\(?P<name>[A-Za-z]+)\*?|(?P<escape>\\.?)"
    r"|(?P<dollar>\$)|(?P<open>\{)|(?P<close>\})|(?P<script>[\^_](?=[{\\]))",
    re.DOTALL,
)


def without_commands(text: str) -> str:
    """The text with formulas and commands rendered, and what was rendered shielded."""
    if "\\" in text:
        text = _NAME.sub(lambda found: _mended(found[1], found[2]), text)
    if "{" in text:
        text = _BACKSLASH_LOST.sub(r"\\\g<0>", text)
    return _Reading(text).rendered()


_NAME = re.compile(r"(\\\\?)([A-Za-z]+)")
_BACKSLASH_LOST = re.compile(
    r"(?<![\\A-Za-z])(?:emph|text(?:bf|it|tt|sc|rm|sf)|cite[pt]?|math(?:cal|bf|rm|bb|sf)|boldsymbol|sqrt|frac"
    r"|tilde)(?=\{)"
)
_GLUED_WORDS = (
    "mathcal",
    "mathbb",
    "mathbf",
    "mathrm",
    "mathsf",
    "mathit",
    "mathscr",
    "mathfrak",
    "boldsymbol",
)
_GLUED = re.compile(
    r"(emph|text(?:bf|it|tt|sc|rm|sf|sl|up)|text|" + "|".join(_GLUED_WORDS) + r"|sqrt)([A-Za-z]+)"
    r"|(" + "|".join(sorted(ACCENTS, key=len, reverse=True)) + r")([A-Za-z]|[A-Z][A-Za-z]*)"
    r"|(begin|end)((?:item|enumer)(?:ize|ate)|equation|align|description|center|abstract)"
)


@lru_cache(maxsize=4096)
def _mended(slashes: str, name: str) -> str:
    """A command as its author wrote it: with one backslash, and apart from the argument it was glued to."""
    if known(name):
        return ("\\" if len(name) > 1 else slashes) + name
    if glued := _GLUED.fullmatch(name):
        command, argument = [part for part in glued.groups() if part]
        return f"\\{command}{{{argument}}}"
    for end in range(min(len(name) - 1, 16), 2, -1):
        if name[end].isupper() and symbol(name[:end]) is not None:
            return f"\\{name[:end]}{{}}{name[end:]}"
    return slashes + name


_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_SWITCH = re.compile(r"\\(?:em|it|bf|sl|sc|tt|rm|sf|tiny|small|large)(?![A-Za-z])\s*")
_OPTION = re.compile(r"\s?\[[^\[\]]{0,200}\]")
_ENVIRONMENT = re.compile(r"\{([A-Za-z]{1,20})(\*?)\}(?:\[[^\[\]]{0,200}\])*(?:\{[^{}]{0,40}\})?")
_FORMULAS = frozenset(
    "equation align gather eqnarray math displaymath multline flalign alignat split".split()
)
_ACCENTED = re.compile(r"\s?\{?(\\?[^\W\d_])\}?")
_LOOSE_ARGUMENT = re.compile(r"\s?(?:\\[A-Za-z]+|\w)")
_SCRIPT = re.compile(r"[\^_]\s?(?:\\[A-Za-z]+|[\w*+′'-])?")
_PROTECTED = re.compile(r"[A-Z][\w-]*|[^\w\s,;]{1,3}|")
_AMOUNT = re.compile(r"\$\s?\d")

_DROPPED = SIZES | frozenset(
    "noindent par newline linebreak maketitle centering indent bigskip smallskip".split()
)
_DROPPED_WITH_ARGUMENT = SILENT | {"thanks"}
_WRAPPED = {"footnote": (" (", ")"), "enquote": ('"', '"')}


class _Reading:
    """One text on its way from LaTeX to plain; positions are into the text as it was."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends = self._pairs() if "{" in text else {}
        self.closers: dict[int, str] = {}
        """What stands for a closing brace whose opening one belonged to a command."""

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

    def _token(self, found: re.Match[str]) -> tuple[str, int]:
        """What stands for a token, and where reading goes on."""
        start, end = found.span()
        match found.lastgroup:
            case "url":
                return self._url(found[0], start)
            case "name":
                return self._command(found["name"], end)
            case "escape":
                return self._escape(found[0], start)
            case "dollar":
                return self._dollar(start)
            case "open":
                return self._open(start)
            case "script":
                return self._formula(start, self._scripts(start))
            case _:
                return self.closers.get(start, "}"), end

    def _url(self, url: str, start: int) -> tuple[str, int]:
        url = url.rstrip("*_'.,;:!?)") if ")" not in url or "(" not in url else url.rstrip("*_'.,;:!?")
        return shielded(re.sub(r"\\(.)", r"\1", url)), start + len(url)

    def _escape(self, escape: str, start: int) -> tuple[str, int]:
        sign = escape[1:]
        end = start + len(escape)
        if sign in {"(", "["}:
            close = self.text.find("\\)" if sign == "(" else "\\]", end, end + LONGEST)
            return self._formula(end, close, close + 2) if close > end else (shielded(sign), end)
        if sign in LETTER_ACCENTS and (letter := _ACCENTED.match(self.text, end)):
            return self._accent(sign, letter)
        if sign in {")", "]", "!", "-", "/", "@", ""}:
            return "", end
        return (" ", end) if sign in "\\,;:> " else (shielded(sign), end)

    def _accent(self, accent: str, letter: re.Match[str]) -> tuple[str, int]:
        base = letter[1].removeprefix("\\")
        return unicodedata.normalize("NFC", base + LETTER_ACCENTS[accent]), letter.end()

    def _dollar(self, start: int) -> tuple[str, int]:
        width = 2 if self.text.startswith("$$", start) else 1
        inside = start + width
        close = self._closing("$" * width, inside)
        if close > inside and (
            width == 2 or _is_formula(self.text[inside:close], self.text[close + 1 : close + 2])
        ):
            return self._formula(inside, close, close + width)
        return (shielded("$") if width == 1 and self._is_money(start) else ""), inside

    def _closing(self, mark: str, at: int) -> int:
        """Where the mark stands next, not escaped and not too far off; -1 where it does not."""
        limit = at + LONGEST
        while (at := self.text.find(mark, at, limit)) > 0 and self.text[at - 1] == "\\":
            at += 1
        return at

    def _is_money(self, at: int) -> bool:
        return bool(_AMOUNT.match(self.text, at)) or self.text[max(0, at - 2) : at] in {"US", "A", "C"}

    def _formula(self, start: int, end: int, after: int | None = None) -> tuple[str, int]:
        return shielded(latex(self.text[start:end].strip())), end if after is None else after

    def _open(self, start: int) -> tuple[str, int]:
        end = self.ends.get(start)
        if end is None:
            return "{", start + 1
        if switch := _SWITCH.match(self.text, start + 1):
            self.closers[end] = ""
            return "", switch.end()
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

    def _command(self, name: str, end: int) -> tuple[str, int]:
        if name in {"begin", "end"} and (environment := _ENVIRONMENT.match(self.text, end)):
            return self._environment(name, environment)
        if "cite" in name.lower():
            return self._citation(end)
        if name in {"url", "path", "href", "hyperlink"} and self._group(end):
            return self._link(name, end)
        if name == "item":
            return " • ", end
        if name in _DROPPED:
            return "", end
        if name in _DROPPED_WITH_ARGUMENT:
            return "", (self._group(end) or end - 1) + 1
        if name in _WRAPPED or name in TEXTS or name in {"underline", "uline"}:
            return self._transparent(end, *_WRAPPED.get(name, ("", "")))
        if name == "textcolor":
            return self._transparent((self._group(end) or end - 1) + 1)
        if name in LETTERS:
            space = self.text[end : end + 1] == " " and self.text[end + 1 : end + 2].islower()
            return LETTERS[name], end + space
        if name in LETTER_ACCENTS and (letter := _ACCENTED.match(self.text, end)):
            return self._accent(name, letter)
        if name in ARGUMENTS or symbol(name) is not None:
            return self._mathematics(name, end)
        return self._unknown(name, end)

    def _environment(self, name: str, found: re.Match[str]) -> tuple[str, int]:
        if name == "begin" and found[1] in _FORMULAS:
            mark = f"\\end{{{found[1]}{found[2]}}}"
            close = self.text.find(mark, found.end(), found.end() + LONGEST)
            if close > 0:
                piece, end = self._formula(found.end(), close, close + len(mark))
                return f" {piece} ", end
        return " ", found.end()

    def _citation(self, end: int) -> tuple[str, int]:
        while option := _OPTION.match(self.text, end):
            end = option.end()
        close = self._group(end)
        if close is None:
            return "", end
        keys = self.text[end:close].strip(" {")
        return shielded(f"[{keys}]"), close + 1

    def _link(self, name: str, end: int) -> tuple[str, int]:
        close = self._group(end) or end
        url = re.sub(r"\\(.)", r"\1", self.text[end:close].strip(" {"))
        words_end = self._group(close + 1) if name in {"href", "hyperlink"} else None
        if words_end is None:
            return shielded(url), close + 1
        words = self.text[close + 1 : words_end].strip(" {")
        if words_end - close > LONGEST:
            return "", close + 1
        return linked(without_commands(words), url), words_end + 1

    def _transparent(self, end: int, before: str = "", after: str = "") -> tuple[str, int]:
        """The command vanishes, and so do the braces around its argument."""
        close = self._group(end)
        if close is None:
            return before, end + (self.text[end : end + 1] == "{")
        self.closers[close] = after
        return before, self.text.index("{", end) + 1

    def _mathematics(self, name: str, end: int) -> tuple[str, int]:
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
        if self.text[end : end + 2] == "{}":
            return self._formula(start, end, end + 2)
        return self._formula(start, self._scripts(end))

    def _scripts(self, at: int) -> int:
        """Where the superscripts and subscripts that begin at ``at`` end."""
        while script := _SCRIPT.match(self.text, at):
            close = self.ends.get(script.end()) if len(script[0].strip()) == 1 else None
            if close is None and len(script[0].strip()) == 1:
                return max(at, script.end()) if at == script.start() else at
            at = script.end() if close is None or close - at > LONGEST else close + 1
        return at

    def _unknown(self, name: str, end: int) -> tuple[str, int]:
        """A command of the authors' own: its argument if it has one, else its name."""
        close = self.ends.get(end)
        if close is None:
            return name, end
        if close == end + 1:
            return name, close + 1
        return self._transparent(end)


_PROSE = re.compile(
    r"(?:^|[\s,.;])(?:the|and|of|is|are|for|with|we|that|to|in|on|by|as|from|or|where|which|our|this|be|at|an|was"
    r"|were|can|per|vs|versus|when|then|than|it|its|not|while|but|has|have|between|such)(?=$|[\s,.;])"
    r"|[a-z]{3,}\s+(?!log|exp|max|min|sup|inf)[a-z]{3,}"
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?|\{[^{}]*\}")
_PRICE = re.compile(r"\s?\d[\d,.]*\s?(?:[kKMB]\b|[a-z]{3}|[-–/+]?\s?$)")


def _is_formula(inside: str, after: str) -> bool:
    """Whether what stands between two dollars is mathematics, not prose between two prices."""
    formal = "\\" in inside or "^" in inside or "_" in inside
    if (
        not formal
        and _PRICE.match(inside)
        and (after.isdigit() or not re.fullmatch(r"\s?[\d,.]+\s?", inside))
    ):
        return False
    return not _PROSE.search(_COMMAND.sub(" ", inside))
