"""How fast papers find those who asked for them, among many rules, beside two peers that do the same job.

    .venv/bin/python benchmarks/matching.py [--rules 100000] [--papers 500] [FILE]

The rules are made from what papers say, with a fixed seed: phrases of one to three words, authors, AND, OR, NOT. The
papers are those of FILE, or of papers.jsonl.gz shared beside the checkout, or of the demo. All three matchers check
what they have found in the same exact way, and must come to the same pairs:

- the registry;
- Aho-Corasick (ahocorasick_rs) instead of its keys: all filed phrases in one automaton, made anew for every change;
- a loop over one compiled regular expression for each rule, for a few papers, since it takes long.

Times are of the processor, for a paper whose words are cut already; what that costs, once for all rules, is told too.
"""

import argparse
import gc
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import ahocorasick_rs
import numpy as np
import numpy.typing as npt

from bot import sources
from bot.matching import Document, holds
from bot.matching.columns import Ints
from bot.matching.filing import filed, marks_of
from bot.matching.keys import Runs, Texts, Where
from bot.matching.marks import Marks
from bot.matching.phrase import needle
from bot.matching.registry import Registry
from bot.models import Paper
from bot.query import And, Not, Or, Phrase, Query, QueryError, Tree, parse
from bot.query.terms import words_in
from bot.text.plain import plain

HERE: Final = Path(__file__).parents[1]
SHARED: Final = HERE / ".." / "shared" / "corpus" / "papers.jsonl.gz"
DEMO: Final = HERE / "bot" / "demo" / "landmarks.json"
SEED: Final = 2026
LEARNT: Final = 2_000  # papers that the registry sees before the rules come
COMMON: Final = 0.005  # of all papers: nobody subscribes to a single word that more of them have
LOOPED: Final = 20  # papers that the loop over regular expressions is given
MOST_LOOPED: Final = 200_000  # rules: more expressions than that take hours and all memory
NEW: Final = 1_000  # subscriptions added and removed one by one, each timed

_STOP: Final = frozenset(
    """
    a an and are as at based be been by can could do does for from has have how in into is it its may more most new
    not of on or our over show such than that the their these they this those through to under up use used using via
    was we when where whether which while who will with without however also both each only other some then there
    thus very
    """.split()  # noqa: SIM905 - a page of quotes else
)
_WORD: Final = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_RUN: Final = re.compile(r"[.,;:!?()\[\]\"“”/]")


def papers_of(file: Path) -> list[Paper]:
    """The papers of a file, without joining them."""
    found: list[Paper] = []
    for one in sources.read(file):
        if isinstance(one, sources.Skipped):
            continue
        found.append(
            Paper(
                id=f"p{len(found):015x}",
                seq=len(found) + 1,
                title=plain(one.title) or None,
                heading=plain(one.title),
                authors=one.authors,
                abstract=plain(one.abstract),
                venue=one.venue,
                year=one.year,
            )
        )
    return found


class Rules:
    """Rules as people may write them, from what papers say."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = papers
        self._dice = random.Random(SEED)
        held = Counter(
            word for paper in papers for word in {*_WORD.findall(f"{paper.heading} {paper.abstract}".lower())}
        )
        self._common = {word for word, count in held.items() if count > COMMON * len(papers)}

    def __iter__(self) -> Iterator[str]:
        while True:
            kind = self._dice.random()
            if kind < 0.75:
                yield self._phrase()
            elif kind < 0.80:
                yield self._author()
            elif kind < 0.88:
                yield f"{self._phrase()} AND {self._phrase()}"
            elif kind < 0.95:
                yield f"{self._phrase()} OR {self._phrase()}"
            else:
                yield f"{self._phrase()} AND NOT {self._phrase()}"

    def _phrase(self) -> str:
        while True:
            paper = self._dice.choice(self._papers)
            text = self._dice.choice((paper.heading, paper.abstract))
            words = _WORD.findall(self._dice.choice(_RUN.split(text)))
            size = self._dice.choices((1, 2, 3), (3, 5, 2))[0]
            if len(words) < size:
                continue
            at = self._dice.randrange(len(words) - size + 1)
            some = words[at : at + size]
            ends = {some[0].lower(), some[-1].lower()}
            if size == 1 and ends & self._common:
                continue
            if not ends & _STOP and all(len(word) > 2 for word in ends):
                return f'"{" ".join(some)}"'

    def _author(self) -> str:
        while True:
            paper = self._dice.choice(self._papers)
            if paper.authors and '"' not in (author := self._dice.choice(paper.authors)):
                return f'author:"{author}"'


def understood(texts: Iterator[str], count: int) -> Iterator[Query]:
    """So many rules that can be read."""
    while count:
        try:
            yield parse.__wrapped__(next(texts))
            count -= 1
        except QueryError:
            continue


class AhoCorasick(Marks):
    """Finds phrases by an automaton instead of by their keys."""

    def __init__(self) -> None:
        super().__init__()
        self._letters: dict[Where, dict[str, int]] = {Where.TEXT: {}, Where.AUTHOR: {}}
        self._made: dict[Where, tuple[ahocorasick_rs.AhoCorasick, Ints]] = {}

    def know(self, tree: Tree) -> None:
        """Takes in the phrases of a rule."""
        match tree:
            case And(terms) | Or(terms):
                for term in terms:
                    self.know(term)
            case Not(term):
                self.know(term)
            case Phrase():
                for spelling, mark in zip(needle(tree).spellings, marks_of(tree), strict=False):
                    if not mark.beginning:
                        self._letters[mark.where][spelling.joined] = mark.key

    def make(self) -> None:
        """Makes the automata."""
        for where, letters in self._letters.items():
            first = np.array([self._by_key.get(key) for key in letters.values()], np.int32)
            self._made[where] = (ahocorasick_rs.AhoCorasick(list(letters)), first)

    def _standing(self, texts: Texts, place: int) -> tuple[Ints, Ints, npt.NDArray[np.uint8]]:
        where = Where(place >> 3)
        if place & 7 or where not in self._made:
            return super()._standing(texts, place)
        automaton, first = self._made[where]
        borders, last, letters = texts.borders, texts.last, "\0".join([words.joined for words in texts.words])
        found = automaton.find_matches_as_indexes(letters, overlapping=True)
        at = np.array(found, np.int64).reshape(-1, 3)
        begins, ends = np.full((2, len(letters) + 1), -1, np.int64)
        words = np.flatnonzero(np.arange(last.size) < last)
        begins[borders[words]] = words
        ends[borders[::-1]] = np.arange(last.size)[::-1]
        begin, end = begins[at[:, 1]], ends[at[:, 2]]
        whole = np.flatnonzero((begin >= 0) & (end >= 0) & (end <= last[begin]))
        runs = Runs(np.zeros(0, np.uint64), texts.papers_of[begin[whole]], begin[whole], end[whole])
        return first[at[whole, 0]], runs.papers, texts.flags(runs, np.arange(whole.size))


class Beside(Registry):
    """The registry with an automaton in its middle."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: AhoCorasick = AhoCorasick()

    def know(self, query: Query) -> None:
        """Adds a rule."""
        self._marks.know(query.tree)
        self.add(query)

    def make(self) -> None:
        """Makes the automaton."""
        self._marks.make()


class Loop:
    """One compiled regular expression for each rule, over a paper's letters; what it finds is checked exactly."""

    def __init__(self, queries: Sequence[Query]) -> None:
        self._rules = [(re.compile(_pattern(query.tree)), _field(query.tree), query) for query in queries]

    def match(self, document: Document) -> list[int]:
        """The numbers of the rules that a paper matches."""
        letters = {None: document.letters(None)[0], "author": document.letters("author")[0]}
        return [
            number
            for number, (pattern, field, query) in enumerate(self._rules)
            if pattern.search(letters[field]) and holds(query, document)
        ]


def _pattern(tree: Tree) -> str:
    """Letters of which every paper that matches has some."""
    match tree:
        case And(terms):
            return _pattern(next(term for term in terms if not isinstance(term, Not)))
        case Or(terms):
            return "|".join(map(_pattern, terms))
        case Phrase():
            return re.escape(needle(tree).stumps[0])
        case _:
            raise TypeError(tree)


def _field(tree: Tree) -> str | None:
    return tree.field if isinstance(tree, Phrase) else None


def cpu_us(work: Callable[[], object], papers: int) -> float:
    """Microseconds a paper."""
    began = time.process_time()
    work()
    return (time.process_time() - began) / papers * 1e6


def resident_mb() -> float:
    """What this process holds now, in MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def one_by_one(registry: Registry, new: Sequence[Query], *, among: bool) -> tuple[list[float], list[float]]:
    """Microseconds for each of some new subscriptions, added and removed.

    Its phrases are at hand, since it was read back to whoever subscribes before: to all of them first or, ``among``
    other work, to each just before it is added, after which the processor has forgotten how that is done.
    """
    added, removed, numbers = [], [], []
    for query in () if among else new:
        filed(query)
    for query in new:
        if among:
            filed(query)
        began = time.perf_counter_ns()
        numbers.append(registry.add(query))
        added.append((time.perf_counter_ns() - began) / 1000)
    for number in numbers:
        began = time.perf_counter_ns()
        registry.remove(number)
        removed.append((time.perf_counter_ns() - began) / 1000)
    return added, removed


def main() -> None:
    """Measures, and prints what came out."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("file", nargs="?", type=Path, default=SHARED if SHARED.exists() else DEMO)
    asked.add_argument("--rules", type=int, default=100_000)
    asked.add_argument("--papers", type=int, default=500)
    asked.add_argument("--alone", action="store_true", help="without the peers, to see the memory")
    options = asked.parse_args()
    papers = papers_of(options.file)
    dice = random.Random(SEED + 1)
    news = [Document(one) for one in dice.sample(papers, min(options.papers, len(papers)))]
    learnt = [Document(one) for one in dice.sample(papers, min(LEARNT, len(papers)))]
    rules = Rules(papers)
    print(
        f"{len(papers)} papers in {options.file.name}; {options.rules} rules; {len(news)} papers are matched"
    )

    registry, texts = Registry(), iter(rules)
    registry.learn(learnt)
    gc.collect()
    before = resident_mb()
    began = time.process_time()
    reading = 0.0
    queries: list[Query] = []
    for _ in range(options.rules):
        start = time.process_time()
        query = next(understood(texts, 1))
        reading += time.process_time() - start
        if not options.alone:
            queries.append(query)
        registry.add(query)
    adding = time.process_time() - began - reading
    _forget_caches()
    gc.collect()
    print(
        f"added at {adding / options.rules * 1e6:.1f} us a rule (its phrases met for the first time), "
        f"{registry.nbytes / 1e6:.0f} MB by its columns, {resident_mb() - before:.0f} MB more in memory"
    )
    print(f"cutting words, once for all rules: {cpu_us(lambda: _cut(news), len(news)):.0f} us a paper")
    _cut(news)
    registry.match(news)
    if options.alone:
        print(
            f"registry: {statistics.median(cpu_us(lambda: registry.match(news), len(news)) for _ in range(5)):.0f} us"
        )
    else:
        _beside(registry, queries, news, learnt)
    for among, how in ((False, "after others"), (True, "among other work")):
        added, removed = one_by_one(registry, list(understood(texts, NEW)), among=among)
        for name, took in (("added", added), ("removed", removed)):
            took.sort()
            print(
                f"one more subscription {name} {how}: p50 {statistics.median(took):.1f} us, "
                f"p99 {took[-NEW // 100]:.1f} us, most {took[-1]:.0f} us"
            )


def _beside(registry: Registry, queries: list[Query], news: list[Document], learnt: list[Document]) -> None:
    beside = Beside()
    beside.learn(learnt)
    for query in queries:
        beside.know(query)
    making = cpu_us(beside.make, 1)
    ours, theirs = [], []
    for _ in range(5):  # turn by turn, for the machine may be busy
        ours.append(cpu_us(lambda: registry.match(news), len(news)))
        theirs.append(cpu_us(lambda: beside.match(news), len(news)))
    found = registry.match(news)
    if set(found) != set(beside.match(news)):
        raise SystemExit("the matchers do not agree")
    us, ahocorasick = statistics.median(ours), statistics.median(theirs)
    print(f"registry: {us:.0f} us a paper, {found.papers.size / len(news):.0f} hits")
    print(
        f"Aho-Corasick: {ahocorasick:.0f} us a paper, {ahocorasick / us:.2f} times; made anew in {making / 1e6:.2f} s"
    )
    if len(queries) > MOST_LOOPED:
        print("the two agree on every pair")
        return
    some = news[:LOOPED]
    loop = Loop(queries)
    looped = cpu_us(lambda: [loop.match(one) for one in some], len(some))
    pairs = {(paper, rule) for paper, one in enumerate(some) for rule in loop.match(one)}
    if pairs != {pair for pair in found if pair[0] < len(some)}:
        raise SystemExit("the loop does not agree")
    print(f"regular expressions: {looped:.0f} us a paper, {looped / us:.0f} times")
    print("all three agree on every pair")


def _cut(documents: Sequence[Document]) -> None:
    for document in documents:
        document.words("title")
        document.words("abstract")
        document.words("author")


def _forget_caches() -> None:
    for cached in (needle, marks_of, words_in):
        cached.cache_clear()


if __name__ == "__main__":
    main()
