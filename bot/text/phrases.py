"""Sentences of a plain abstract, and phrases of them shortened where a reader would pause."""

import re
from itertools import pairwise


def words(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())


# A full stop after these does not end a sentence.
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|etc|cf|vs|resp|w\.r\.t|approx|Fig|Figs|Eq|Eqs|Sec|Thm|Ref|Refs|No|Dr|St|[A-Z])\.)$"
)
# Some lists lose the blank between sentences ("costs.Existing"); an address or a version has no such shape.
_STOP = re.compile(r"[.!?][\"'”’)\]]*(?:\s+(?=[^\Wa-z_]|[\"“'‘(\[\\$*])|(?<=[a-z]{3}\.)(?=[A-Z][a-z]))")

# No phrase may end with one of these: something is owed after it.
_OWING = words(
    "a an the this that these those its their our his her and or but nor as of in on at by for from to into onto with "
    "without within via using through under over between among across against toward towards upon per than then "
    "which who whose whom where when while if because since although though whether how why what so such both either "
    "neither not only also more most less least very even just still yet each every any some no all many several "
    "is are was were be been being has have had do does did can could may might must shall should will would "
    "based due according compared relative subject able capable aimed tailored designed applied inspired guided driven "
    "applicable parameterized parametrized conditioned defined grounded rooted specialized specific equipped "
    "motivated used known given obtained derived following regarding about around beyond during "
    "allow allows enable enables enabling allowing including e.g i.e namely versus vs respectively "
    "one two three four five first second new novel other same different certain various well "
    "large-scale high-quality high-dimensional end-to-end state-of-the-art real-world multiple single "
    "effectively efficiently explicitly directly jointly simultaneously dynamically adaptively automatically "
    "we it they them"
)
# Nouns that say nothing before their "of".
_VAGUE_BEFORE_OF = words(
    "number set family class range variety series lens form kind type use pair sum spectrum sequence collection "
    "presence absence lack part aspect aspects majority context case level levels amount degree role effect effects "
    "geometry notion concept problem problems task goal means way basis choice terms view field area light face "
    "space power body one all most some many each any suite combination mixture fraction"
)
# Verbs that promise a second half: "maps x to y" must not stop before "to".
_HALVES = {
    "to": words(
        "maps map mapping adapts adapt adapting enables enable enabling allows allow allowing requires helps forces encourages applies apply applying extends extend extending reduces converts "
        "convert converting connects leads lead leading links transfers aligns relates generalizes generalize "
        "adaptation reduction transfer"
    ),
    "with": words(
        "combines combine combining integrates integrate integrating augments augment augmenting couples coupling "
        "replaces replace replacing equips unifies aligns align aligning deals dealing interleaves"
    ),
    "into": words(
        "decomposes decompose decomposing transforms transform transforming turns turn turning splits converts "
        "incorporates incorporate incorporating integrates integrate integrating injects embeds maps divides"
    ),
    "as": words(
        "formulates formulate formulating reformulates reformulate reformulating treats treat treating views view "
        "viewing casts cast casting frames framing models modeling represents interprets interpreted seen emerges emerge acts serves"
    ),
    "in": words("membership interest participates increase decrease change results"),
    "from": words("distinguishes separates learns learned derived arising obtained ranging"),
}
_CLAUSE = words(
    "which where while whereas whose when whenever thus thereby hence so but yet although since because unlike followed "
    "making and or with without"
)
# How natural a stop before a word is, in characters of length one would give up for it; no stop before others.
_NEVER = -1_000.0
_AFTER_MARK, _BEFORE_CLAUSE, _AFTER_COMMA, _IN_LIST = 18.0, 14.0, 4.0, -25.0
_EASE = {
    12.0: words("which where while whose because when whenever thereby such"),
    4.0: words("that"),
    0.0: words(
        "by with for via using through in on at under from into across without among against within over toward towards "
        "between based if during including according called termed dubbed named thus "
        "combining leveraging capturing enabling allowing incorporating featuring consisting integrating exploiting "
        "involving providing ensuring utilizing employing requiring containing comprising spanning covering addressing "
        "improving"
    ),
    -10.0: words("to as than"),
}
_EASE_OF = {word: ease for ease, table in _EASE.items() for word in table}
_PAIRED = (("between", "and"), ("not", "but"), ("neither", "nor"))
_NOT_ADVERBS = words(
    "family anomaly assembly supply reply early poly only likely friendly fly apply rely imply multiply comply"
)

# "scales that emerge": a clause of which only the verb is left.
_BROKEN_CLAUSE = re.compile(r",? (?:that|which|who|where) \w+$")
_PARALLEL = re.compile(r"\b(?:an?|the) (?:[\w-]+ ){1,4}$")
_ARTICLE_NEXT = re.compile(r"(?:and|or) (?:an?|the) ")
_LEAST = 14.0  # a stop this early, or this bad, is none
_WORD = re.compile(r"\S+")
_TRAILING = " ,;:.-–—(/&·"


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of plain text, in order, trimmed, without empty ones."""
    found: list[str] = []
    start = 0
    for stop in _STOP.finditer(text):
        if not _ABBREVIATION.search(text, max(start, stop.start() - 8), stop.start() + 1):
            found.append(text[start : stop.end()].strip())
            start = stop.end()
    found.append(text[start:].strip())
    return tuple(filter(None, found))


def clip(text: str, limit: int) -> str:
    """The beginning of the text, at most limit characters, cut at a word edge and marked with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    if not text[limit - 1].isspace() and " " in head:
        head = head[: head.rindex(" ")]
    return head.rstrip(_TRAILING) + "…"


def shorten(text: str, limit: int) -> str:
    """The longest beginning of a phrase, at most limit characters, that stops where a reader would pause.

    Empty when there is no such place: the caller decides whether half a phrase is better than none.
    """
    text = text.strip(_TRAILING)
    if len(text) <= limit:
        return settle(text)
    best, best_worth = "", _LEAST
    for last, word in pairwise(_WORD.finditer(text, 0, limit + 40)):
        at = word.start()
        if at > limit + 1:
            break
        before = text[:at]
        worth = at + _ease(last.group(), word.group(), before, text[at:]) - _hanging(before, word.group())
        if worth > best_worth:
            cut = settle(_unpaired(before) if word.group() in ("and", "or") else before)
            worth -= at - len(cut) - 1  # what settling takes away is no longer worth its length
            if worth > best_worth and cut.count("(") == cut.count(")"):
                best, best_worth = cut, worth
    return best


def _unpaired(text: str) -> str:
    """Without a "both" or "either" whose second half was cut away."""
    for opening, closing in (("both", "and"), ("either", "or")):
        before, found, after = text.rpartition(f" {opening} ")
        if found and f" {closing} " not in after:
            text = f"{before} {after}"
    return text


def settle(text: str) -> str:
    """The phrase without trailing words that owe something, and without trailing punctuation."""
    text = _BROKEN_CLAUSE.sub("", text.rstrip(_TRAILING))
    while " " in text:
        rest, _, last = text.rpartition(" ")
        if not (_owes(last) or (last.endswith("ed") and last.islower() and rest.endswith(","))):
            break
        text = rest.rstrip(_TRAILING)
    return text


def _owes(word: str) -> bool:
    low = word.lower()
    return low in _OWING or (low.endswith("ly") and low not in _NOT_ADVERBS)


def _ease(last: str, word: str, before: str, after: str) -> float:
    """How natural a stop between the two words is."""
    low = word.lower().strip("(,;")
    if last[-1] in ";:—" or word[0] in "—–(":
        return _AFTER_MARK
    if last[-1] == ",":
        if low in _CLAUSE or (low.endswith("ing") and len(low) > 5):
            return _BEFORE_CLAUSE
        return _AFTER_COMMA if low in ("a", "an", "the", "as", "by", "to") else _IN_LIST
    if low == "of":
        # "the stability of ...", "a range of ...", "learning of ..." say nothing yet.
        vague = (
            last.lower() in _VAGUE_BEFORE_OF or last.endswith("ing") or before.split(" ")[-3:-2] == ["the"]
        )
        return -60.0 if vague else -14.0
    if low in ("and", "or"):
        return -4.0 if _PARALLEL.search(before) and _ARTICLE_NEXT.match(after) else -38.0
    return _EASE_OF.get(low, _NEVER)


def _hanging(before: str, word: str) -> float:
    """What a stop before the word would leave hanging, in the same measure."""
    held = before.lower().replace(",", "").split()
    cost = 0.0
    for opening, closing in _PAIRED:
        if opening in held and closing not in held[held.index(opening) :]:
            cost += 40.0
    if word in _HALVES and not _HALVES[word].isdisjoint(held[-8:]) and word not in held[-7:]:
        cost += 50.0
    if ": " in before.rstrip():  # half a list after its colon
        cost += 60.0
    if held[-1].endswith("ed") and len(held[-1]) > 4:
        cost += 25.0
    return cost
