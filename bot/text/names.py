"""The names a paper introduces, told from the names it only mentions."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from bot.text.evidence import (
    ENOUGH,
    GENERIC,
    INTRODUCING,
    WORTH,
    cues,
    evidence_against,
    evidence_around,
    evidence_for,
    hints,
)
from bot.text.phrases import sentences
from bot.text.plain import plain
from bot.text.spelling import WORD, distinctive, expansion_start, known, spells, squeeze

LOOKED_AT = 6_000  # characters; an abstract is shorter, and what follows is a paper's body or hostile
LONGEST_SENTENCE = 1_000  # characters; keeps the work per sentence bounded

_RUN = re.compile(rf"(?<![\w-])(?=[^\Wa-z_]){WORD}(?: (?=[^\Wa-z_]){WORD})*|(?<![\w-])[a-z]+\d*[A-Z]{WORD}")
_BRACKET = re.compile(r"\(([^()]{2,90})\)")
_BOLD = re.compile(r"\*\*([^*\n]{3,80}?)\*\*|\\textbf\{([^{}\n]{3,80})\}")
_LINK = re.compile(r"https?://[^\s)>\]}]+")
_QUOTES = re.compile(r"[\"“”„«»]|``|''")
_LAST_WORD = re.compile(rf"{WORD}$")
_OPENERS = frozenset(
    {
        "The",
        "A",
        "An",
        "Our",
        "We",
        "This",
        "These",
        "In",
        "With",
        "By",
        "To",
        "Unlike",
        "When",
        "While",
        "As",
    }
)
_NOUN_NEXT = re.compile(r" [a-z]+(?=[.,;:)]|$)")
# Names in small letters need more: "we propose basis rotation, a framework that ...", "we introduce the lazy perceptron for ...".
_QUIET = re.compile(
    rf"\b[Ww]e (?:\w+ly |also |first |then |further )?(?:propose|introduce|present|develop) (?:"
    rf"(?P<bare>(?!an? |the |two |three |new |novel |several )[a-z][a-z-]+(?: [a-z-]+){{1,2}}), an? (?:[\w-]+,? ){{0,4}}?{GENERIC}\b|"
    rf"the (?P<the>(?!first|problem|concept|notion|idea|use|new|novel|following)[a-z][a-z-]+ (?!{GENERIC}\b|problem|of|and|for)[a-z-]+)"
    rf"(?= (?:for|and show|and prove|as an?) |, an? ))"
)

# One-word heads of titles that are no names: "Position: ...".
_NO_TITLE_NAMES = frozenset(
    re.findall(
        r"\S+",
        """
        abstract agi ai beyond challenge challenges comment commentary correction corrigendum demo demonstration discussion
        editorial erratum introduction invited keynote learning llm llms ml nlp note opinion overview panel paper
        perspective perspectives position poster preface proceedings reply report response rethinking retraction review
        revisiting rl study summary survey toward towards tutorial understanding viewpoint workshop
        """,
    )
)
_TITLE_HEAD = re.compile(r"(?P<head>[^:]{1,40}?)\s*:(?!\d)\s*\S|(?P<dashed>[\w+.-]{2,24}) [—–-] \S")
_TITLE_BRACKET = re.compile(r"\(([A-Za-z][\w+-]{1,15})\)")
# A superscript that came apart: "R 3 L", "Multi 2", "4DPC 2 hat", "SC 2 -WM".
_APART = re.compile(r"(?<=[^\W\d_]) ([2-9])(?:$| ?(?=-?[A-Z])| (?=[a-z]+$))")
_APART_FIRST = re.compile(r"([A-Z\d]{1,5}) ([2-9]) ?([A-Z][A-Za-z]*|[a-z]+)(?= )")


@dataclass(frozen=True, slots=True)
class Abstract:
    """An abstract as it is looked at here.

    Attributes:
        text: plain, without links and quotation marks.
        sentences: of the text, overlong ones cut.
        bold: what the authors set in bold, plain.
        links: addresses in it.
    """

    text: str
    sentences: tuple[str, ...]
    bold: frozenset[str]
    links: tuple[str, ...]


@dataclass(slots=True)
class Introduced:
    """A name with the place that speaks most for its being introduced.

    Attributes:
        name: as written.
        expansion: what it stands for, or empty.
        sentence: number of the sentence of that place.
        start: where the name, or its expansion if that comes first, begins there.
        end: where both end there.
        evidence: keys of WORTH.
    """

    name: str
    expansion: str
    start: int
    end: int
    sentence: int = 0
    evidence: set[str] = field(default_factory=set)

    @property
    def worth(self) -> float:
        """The sum of the evidence."""
        return sum(WORTH[kind] for kind in self.evidence)

    @property
    def named(self) -> bool:
        """Whether the place itself introduces it."""
        return not INTRODUCING.isdisjoint(self.evidence)


def names(raw: str) -> tuple[str, ...]:
    """What the abstract introduces, as written but without markup, most important first."""
    return tuple(found.name for found in introduced(read(raw)))


@lru_cache(maxsize=16)  # names and heading are asked for in turn
def read(raw: str) -> Abstract:
    """The abstract made ready; only its first LOOKED_AT characters count."""
    raw = raw[:LOOKED_AT]
    bold = frozenset(plain(first or second) for first, second in _BOLD.findall(raw))
    text = " ".join(_QUOTES.sub("", _LINK.sub(" ", plain(raw))).split())
    seen = tuple(sentence[:LONGEST_SENTENCE] for sentence in sentences(text))
    return Abstract(text, seen, bold, tuple(_LINK.findall(raw)))


@lru_cache(maxsize=16)
def introduced(abstract: Abstract) -> tuple[Introduced, ...]:
    """The names with their evidence, most important first."""
    found: dict[str, Introduced] = {}
    first_seen: dict[str, int] = {}
    for number, sentence in enumerate(abstract.sentences):
        verbs = cues(sentence)
        telling = bool(verbs) or hints(sentence)
        for mention in _mentions(sentence, abstract.bold):
            key = squeeze(mention.name)
            first_seen.setdefault(key, number)
            mention.sentence = number
            if telling:
                mention.evidence |= evidence_for(
                    mention.name, mention.start, mention.end, sentence, verbs, spelled=bool(mention.expansion)
                )
            held = found.get(key)
            mention.evidence |= evidence_against(
                mention.start, mention.end, sentence, verbs, settled=held is not None and held.named
            )
            found[key] = _joined(held, mention) if held else mention
    bold = {squeeze(words) for words in abstract.bold}
    chosen = []
    for key, name in found.items():
        if name.named:
            name.evidence |= evidence_around(
                name.name, name.sentence, name.end, abstract.sentences, abstract.links
            )
            name.evidence |= {"bold"} if key in bold else set()
            name.evidence |= {"earlier"} if first_seen[key] < name.sentence else set()
            if name.worth >= ENOUGH:
                chosen.append(name)
    return tuple(sorted(_whole(chosen), key=lambda name: _rank(name, abstract.text)))


def _rank(name: Introduced, text: str) -> tuple[float, int, int]:
    # What a paper keeps coming back to is what it is about.
    return -name.worth - 0.5 * min(4, text.count(name.name)), name.sentence, name.start


def _joined(held: Introduced, mention: Introduced) -> Introduced:
    """One name from two mentions: the place of the better one, the evidence of both."""
    better, other = (mention, held) if mention.named and mention.worth > held.worth else (held, mention)
    better.expansion = better.expansion or other.expansion
    better.evidence |= other.evidence
    return better


def _whole(chosen: Iterable[Introduced]) -> list[Introduced]:
    """Without names that are only a part of another one at the same place."""
    chosen = list(chosen)
    return [
        name
        for name in chosen
        if not any(
            other.sentence == name.sentence
            and other.start <= name.start < name.end <= other.end
            and len(other.name) > len(name.name)
            and squeeze(name.name) in squeeze(other.name)
            for other in chosen
        )
    ]


def _mentions(sentence: str, bold: frozenset[str]) -> Iterator[Introduced]:
    """Whatever has the form of a name."""
    taken: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(sentence):
        mention = _with_bracket(sentence, bracket)
        if mention:
            taken.append((mention.start, mention.end))
            yield mention
            # Two letters alone are a poor name; the words count as well where the authors made them bold.
            if len(mention.name) < 3 and mention.expansion in bold:
                yield Introduced(mention.expansion, "", mention.start, mention.end)
    for run in _RUN.finditer(sentence):
        if not any(start <= run.start() < end for start, end in taken):
            yield from _in_run(sentence, run.start(), run.group().rstrip("."))
    for words in bold:
        at = sentence.find(words) if " " in words else -1
        if at >= 0 and words[0].islower():
            yield Introduced(words, "", at, at + len(words))
    quiet = _QUIET.search(sentence)
    if quiet:
        group = quiet.lastgroup or ""
        yield Introduced(quiet[group], "", *quiet.span(group))


def _with_bracket(sentence: str, bracket: re.Match[str]) -> Introduced | None:
    """What It Stands For (NAME), or NAME (What It Stands For)."""
    inside = bracket.group(1).strip()
    left = sentence[: bracket.start()].rstrip()
    if " " not in inside:
        if not distinctive(inside):
            return None
        start = expansion_start(inside, left)
        if start is None:
            aside = len(inside) > 2 and sentence[: bracket.start()].endswith(" ")  # not a factor: O(nT)
            return Introduced(inside, "", bracket.start(), bracket.end()) if aside else None
        return Introduced(inside, left[start:], start, bracket.end())
    before = _LAST_WORD.search(left, max(0, len(left) - 40))
    if before and distinctive(before.group()) and spells(before.group(), inside, loosely=True):
        return Introduced(before.group(), inside, before.start(), bracket.end())
    return None


def _in_run(sentence: str, start: int, run: str) -> Iterator[Introduced]:
    """The names in a run of capitalised words: all of it, or its first word spelled out by the others."""
    words = run.split(" ")
    if len(words) > 1 and words[0] in _OPENERS:
        start += len(words[0]) + 1
        run = " ".join(words[1:])
        words = words[1:]
    if len(words) > 1 and len(words[-1]) == 1:  # a symbol after its name
        words.pop()
        run = " ".join(words)
    if (start == 0 and len(words) == 1 and not distinctive(run)) or not any(
        letter.isalpha() for letter in run[1:]
    ):
        return
    end = start + len(run)
    if len(words) > 2 and distinctive(words[0]) and spells(words[0], " ".join(words[1:])):
        yield Introduced(words[0], " ".join(words[1:]), start, end)
        return
    if len(words) > 5:
        return
    noun = (
        _NOUN_NEXT.match(sentence, end)
        if len(words) > 1 and sentence[:start].endswith("called the ")
        else None
    )
    yield (
        Introduced(sentence[start : noun.end()], "", start, noun.end())
        if noun
        else Introduced(run, "", start, end)
    )
    if len(words) > 1:
        for word in re.finditer(r"\S+", run):
            if distinctive(word.group()):
                yield Introduced(word.group(), "", start + word.start(), start + word.end())


def title_names(title: str) -> tuple[str, ...]:
    """The names a readable title introduces: "PRAC: Principal ..." gives PRAC, "Attention Is All You Need" none.

    A superscript that came apart is joined: "R 3 L: ..." gives R3L.
    """
    found: list[str] = []
    head = _TITLE_HEAD.match(title)
    if head:
        name = (head["head"] or head["dashed"]).strip(" \"'“”‘’")
        name = _APART.sub(r"\1", name) if " " in name else name
        if _heads_title(name):
            found.append(name)
    elif " 2 " in title or " 3 " in title:
        apart = _APART_FIRST.match(title)
        if apart:
            found.append("".join(apart.groups()))
    if "(" in title:
        for bracket in _TITLE_BRACKET.finditer(title):
            short, left = bracket.group(1), title[: bracket.start()].rstrip()
            if (
                short not in found
                and not known(short)
                and distinctive(short)
                and expansion_start(short, left) is not None
            ):
                found.append(short)
    return tuple(found)


def _heads_title(head: str) -> bool:
    """Whether the words before a title's colon are a name."""
    words = head.split(" ")
    if len(words) == 1:
        return (
            len(head) > 1
            and head[0].isalnum()
            and head.lower() not in _NO_TITLE_NAMES
            and head.lower() != head
        )
    return len(words) <= 3 and any(distinctive(word) and not known(word) for word in words)
