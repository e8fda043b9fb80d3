"""Asking: what people write to look a paper up, taken apart into words and weighed against the corpus."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.lookup.documents import compounds
from bot.lookup.mending import Mending, Words, rarity
from bot.lookup.postings import FIELDS, View, Way
from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import LONGEST_NAME
from bot.lookup.translating import chinese_in, meanings, without
from bot.text.fold import fold, squeeze, stem, stems, tokens
from bot.text.plain import plain

CAP = 200  # characters; what is longer is a paste, of which the words that count are chosen
PASTED = 4_000  # characters of a paste that are looked at
CHOSEN = 32  # words chosen from a paste

_MARKUP = re.compile(r"[\\$]|\*\*|__|`")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_LETTERS = re.compile(r"[^\W_]+")
_SHAPE = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*")

# Words that ask rather than tell, then words that only bind; both may stand in a title. Then words of talk that
# is about no paper: where they stand, something is said that no paper answers.
_ASKING_WORDS = (
    "a about an any anybody anyone article articles author authors bot called can could did display do does doing download find for get give "
    "has have hello help hey hi how i is it link looking me named need one ones paper papers person please pls publication "
    "remember saw says search seen shall she should show some somebody someone tell that the there these they thing "
    "this those title titled want was were what when where which who whose why will with work works would you your"
)
_TALKING_WORDS = (
    "afternoon birthday breakfast bye cheers congrats congratulations dinner everybody everyone folks goodbye goodnight "
    "guys haha homework joke lol lunch morning ok okay see sorry thank thanks today tomorrow tonight weekend yes "
    "yesterday"
)
_BINDING_WORDS = (
    "after all also among and are as at be been before being between both but by each even every from had her "
    "here his if in into its itself just less let lets like make makes many may more most much must my never no "
    "non not of off on only onto or other our out over own per so still such than their them then through thus to too "
    "toward towards under until up upon us use used uses using very via we while whether within without yet"
)
_ASKING = frozenset(_ASKING_WORDS.split(" "))
_TALKING = frozenset(_TALKING_WORDS.split(" "))
_BINDING = frozenset(_BINDING_WORDS.split(" "))
BOUND = _ASKING | _BINDING
_BINDING_WEIGHT = 0.1
_UNKNOWN_WEIGHT = 0.55  # a word that no paper holds: one's own word for something, or what is not there
_UNKNOWN_NAME_WEIGHT = 1.5  # a name or number that no paper holds: what is asked for is not there
_TITLE_BEGUN = 3  # words
_FULL_NAME = 2  # words
_SOME_WORDS = 2  # of what stands in a title, at least
_MENDED_WEIGHT = 0.3  # at least, for a word that had to be corrected


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query.

    Attributes:
        text: folded.
        weight: 0 to 1, how much it tells of what is meant; more for an unknown name.
        ways: how it may stand in a paper, best first; empty where no paper holds anything like it.
        tells: False for words that only ask or bind, and for a single letter that is to become a word.
        far: whether it is so short, and so far from all that papers hold, that it was likely meant as it stands.
    """

    text: str
    weight: float
    ways: tuple[Way, ...]
    tells: bool
    far: bool = False

    @property
    def held(self) -> bool:
        """Whether it stands in some paper as it was written."""
        return bool(self.ways) and self.ways[0].factor == 1

    @property
    def reach(self) -> float:
        """Its weight as the likeliest way has it; the whole of it where no paper holds anything like it."""
        return self.weight * (self.ways[0].factor if self.ways else 1)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, understood.

    Attributes:
        text: its tokens with blanks between; empty for a paste.
        mended: the same with slips of typing corrected; of an unfinished word only as much as was typed.
        offered: the same with that word whole, for people to read and for rules.
        texts: both, each once.
        unfinished: whether its last word may go on.
        key: squeezed, without words that ask at either end; empty for a paste, and beside Chinese that tells.
        words: those that tell, or all where none does, each once.
        bound: words that ask or bind, without those that ask at either end.
        total: the weight of ``words``.
        tells: whether any word tells; where none does, only a title or name written whole is meant.
        doubtful: whether one of ``words``, or a compound of them, stands in no paper as it was written.
        stems: of all ways of ``words``.
        reach: 0 to 1, how surely its words are what was meant; less for those corrected from afar.
        translated: whether some of it is Chinese, for which English words stand as well.
        astray: whether most of ``words`` stand in no paper as they were written.
        another: whether all of it is one compound, written like a name, that no paper holds.
        name: 0 to 1, how much of the query is a person's full name, initials aside; 0 where it does not read like one.
        person: the two words of that name, as authors most likely bear it; empty where there is none.
        papers: how many there are.
        alternatives: what each word may have been, see Mending.alternatives(); tells none for a paste.
    """

    text: str
    mended: str
    offered: str
    texts: tuple[str, ...]
    unfinished: bool
    key: str
    words: tuple[Word, ...]
    bound: frozenset[str]
    total: float
    stems: frozenset[str]
    papers: int
    tells: bool = True
    doubtful: bool = False
    reach: float = 1.0
    translated: bool = False
    astray: bool = False
    another: bool = False
    name: float = 0.0
    person: tuple[str, ...] = ()
    alternatives: Callable[[], list[list[tuple[int, str]]]] = list


def as_it_stands(query: str, view: View) -> Asked | None:
    """The query as what stands so in a title, at a tenth of the cost of understanding it.

    None for what may be something else: one word, a name, a person, talk, a paste, Chinese.
    """
    words, raw, folded = _words(query)
    if len(words) < _SOME_WORDS or len(folded) > CAP or chinese_in(query) or not _TALKING.isdisjoint(words):
        return None
    telling = [word for word in dict.fromkeys(words) if word not in BOUND]
    counts = [view.frequency("title", stem(word)) for word in telling]
    unfinished = raw[-1:].isalnum()
    known = counts[:-1] if unfinished and telling[-1:] == words[-1:] else counts
    if not (telling and all(known)):
        return None
    core = _core(words)
    key = squeeze(" ".join(core))
    joined = "".join(words)  # all of it, which some write as one word
    if any(view.frequency("names", name) for name in {key, joined}) or view.frequency("title", stem(joined)):
        return None
    # Two words may name a person, or three; of three an unfinished one rather goes on a title.
    perhaps = counts if len(telling) <= _FULL_NAME else known
    of_people = (view.frequency("authors", word) > held for word, held in zip(telling, perhaps, strict=False))
    if len(telling) <= _FULL_NAME + 1 and any(of_people):
        return None
    text = " ".join(words)
    weights = [rarity(count, view.papers) for count in counts]
    return Asked(
        text=text,
        mended=text,
        offered=text,
        texts=(text,),
        unfinished=unfinished,
        key=key,
        words=tuple(
            Word(word, weight, (Way((word,), 1.0, FIELDS),), tells=True)
            for word, weight in zip(telling, weights, strict=True)
        ),
        bound=frozenset(core) & BOUND,
        total=sum(weights),
        stems=frozenset(stems(telling)),
        papers=view.papers,
    )


def understand(query: str, snapshot: Snapshot) -> Asked | None:
    """The query, understood against the words of the corpus; None when there is nothing to search for."""
    chinese = chinese_in(query)
    words, raw, folded = _words(without(query, chinese) if chinese else query)
    view = snapshot.view
    if not (words or chinese) or view is None or not view.papers:
        return None
    pasted = len(query if chinese else folded) > CAP
    unfinished = not pasted and raw[-1:].isalnum()
    if unfinished and len(words) >= _TITLE_BEGUN and not chinese:
        # Who types a title's beginning is answered by that title, however its last word may go on elsewhere.
        unfinished = not snapshot.beginning(" ".join(words), 1)
    given = Words(words, frozenset(compounds(folded)), _names_in(raw), BOUND, unfinished)
    mending = Mending(snapshot, view, given)
    places = list(dict(zip(reversed(words), reversed(range(len(words))), strict=True)).values())
    if pasted:
        places = sorted(places, key=lambda place: _weight(mending, words[place]))[-CHOSEN:]
    found = [_word(mending, place) for place in sorted(places)]
    told = meanings(query, chinese, mending, CHOSEN)
    found += [Word(one.text, one.weight, one.ways, tells=True) for one in told]
    if not found:
        return None
    chosen = tuple(word for word in found if word.tells) or tuple(found)
    core = _core(words)
    text = "" if pasted else " ".join(_words(query)[0] if chinese else words)
    total = sum(word.weight for word in chosen)
    named = () if chinese else _full_name(mending, chosen)
    mended = text if pasted or chinese else mending.mended()
    return Asked(
        text=text,
        mended=mended,
        offered=text if pasted or chinese else mending.offered(),
        texts=tuple(filter(None, dict.fromkeys((text, mended)))),
        unfinished=unfinished,
        key="" if pasted or told else squeeze(" ".join(core)),
        words=chosen,
        bound=frozenset(core) & BOUND,
        total=total,
        tells=chosen[0].tells,
        doubtful=mending.joins_unknown or not all(word.held for word in chosen),
        stems=frozenset(held for word in chosen for way in word.ways for held in way.held("title")),
        reach=sum(word.reach for word in chosen) / total,
        translated=bool(chinese),
        astray=_is_astray(chosen),
        another=mending.joins_unknown and "".join(core) in given.compounds & given.named,
        name=sum(word.reach for word in named) / total,
        person=tuple(word.ways[0].words[0] for word in named if word.ways),
        papers=view.papers,
        alternatives=list if pasted or chinese else mending.alternatives,
    )


def telling_words(query: str) -> tuple[str, ...]:
    """The folded words of a query that tell what is meant, or all of them where none does."""
    words = _words(query)[0][:CHOSEN]
    return tuple(word for word in words if word not in BOUND) or tuple(words)


def _words(query: str) -> tuple[list[str], str, str]:
    """The tokens of a query; the query without markup, and that folded."""
    raw = query[:PASTED]
    if _MARKUP.search(raw):
        commands = {"", *_COMMAND.findall(raw)}
        raw = plain(raw)
        if commands.issuperset(_LETTERS.findall(raw)):  # commands alone, of something that is not there
            raw = ""
    folded = fold(raw)
    return [word for word in tokens(folded) if len(word) <= LONGEST_NAME], raw, folded


def _word(mending: Mending, place: int) -> Word:
    given = mending.given
    text = given.words[place]
    ways = mending.ways(place) if text not in _TALKING else ()
    weight = _weight(mending, text)
    if ways and not mending.frequency(text):
        weight = max(mending.rarity_of(ways[0]), _MENDED_WEIGHT)
    elif len(ways) > 1 and mending.is_slip(text):
        weight = max(mending.rarity_of(ways[-1]), _MENDED_WEIGHT)
    grows = given.unfinished and place == len(given.words) - 1 and len(text) == 1 and text.isascii()
    return Word(text, weight, ways, text not in BOUND and not grows, far=place in mending.far)


def _weight(mending: Mending, text: str) -> float:
    """How much a word tells, by itself."""
    if text in BOUND:
        return _BINDING_WEIGHT
    frequency = mending.frequency(text) if text not in _TALKING else 0
    if frequency:
        return mending.rarity(frequency)
    return (
        _UNKNOWN_NAME_WEIGHT
        if text in mending.given.named or any(map(str.isdigit, text))
        else _UNKNOWN_WEIGHT
    )


def _is_astray(words: Sequence[Word]) -> bool:
    """Whether most words stand in no paper: another language, or nonsense, of which chance corrects some."""
    long = [word for word in words if len(word.text) > 1]
    return sum(not word.held for word in long) * 2 > len(long)


def _full_name(mending: Mending, words: Sequence[Word]) -> Sequence[Word]:
    """The two words of a query, initials aside, if they stand among authors rather than in texts, or one nowhere."""
    names = [word for word in words if len(word.text) > 1]
    of_people = [mending.is_of_people(word.text) for word in names]
    known = [mending.frequency(word.text) > 0 for word in names]
    return names if len(names) == _FULL_NAME and any(of_people) and of_people == known else ()


def _core(words: Sequence[str]) -> Sequence[str]:
    """The words without those that ask at either end; all of them where none is left."""
    telling = [place for place, word in enumerate(words) if word not in _ASKING]
    return words[telling[0] : telling[-1] + 1] if telling else words


def _names_in(raw: str) -> frozenset[str]:
    """Folded words that are written like names: capitals within, or digits among letters."""
    if raw.isupper():
        return frozenset()
    return frozenset(
        squeeze(part)
        for shape in _SHAPE.findall(raw)
        if len(re.findall(r"[A-Z]", shape)) > 1 or re.search(r"\d", shape)
        for part in (shape, *re.split(r"[-+]", shape))
    )
