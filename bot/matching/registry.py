"""Many rules at once: each filed under the rarest mark of each way in which it holds, so that a paper meets few.

Which rules a paper matches is what bot.matching.evaluate says of each; here it costs as much as the paper is long
and as there are rules that it matches, whatever the number of rules. (But for two phrases whose 64-bit keys are
equal, which no two of a million are with odds of some 27 million to one.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.matching.columns import Bags, Column, Ints, Many, Numbers, Table, Together, runs
from bot.matching.document import Document
from bot.matching.evaluate import holds
from bot.matching.filing import EVERY, Way, filed
from bot.matching.marks import Marks, Met
from bot.query import Query, parse

AT_ONCE: Final = 64  # papers gone over together: what is known of them fits the processor's cache

_ENTIRE: Final = -1  # instead of a number of further marks: the rule itself is gone through
_KEY: Final = (1 << 64) - 1
_NONE: Final = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True)
class Hits:
    """Which papers match which rules: pairs.

    Attributes:
        papers: the numbers of the papers, as they were given, ascending.
        askers: of each, the number of one who asked for it.
    """

    papers: Ints
    askers: Ints

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.papers.tolist(), self.askers.tolist(), strict=True)


class Registry:
    """The rules of many, ready to be matched; a new one counts at once, and equal ones cost once.

    Not for several threads at the same time.
    """

    def __init__(self) -> None:
        self._marks = Marks()
        # Ways in which rules hold, each filed under one of its marks; the others are its literals.
        self._filed = Bags()
        self._ways = Numbers()
        self._way_rule, self._way_mark = Column(np.int32), Column(np.int32)
        self._way_first, self._way_count = Column(np.int32), Column(np.int16)
        self._of_ways = Together(self._way_rule, self._way_mark, self._way_first, self._way_count)
        self._literal_numbers = Numbers()
        self._literals = Column(
            np.int32
        )  # the number of a mark, or its complement where it must not be there
        # Rules, each once.
        self._by_text = Table()
        self._rules = Numbers()
        self._rule_key = Column(np.uint64)
        self._rule_first, self._rule_count = Column(np.int32), Column(np.int32)
        self._of_rules = Together(self._rule_key, self._rule_first, self._rule_count)
        self._texts: dict[int, str] = {}  # of rules that are gone through
        # Who asks.
        self._askers = Bags()
        self._numbers = Numbers()
        self._rule_of = Column(np.int32)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, query: Query) -> int:
        """Adds somebody's rule, and returns the number by which they are told of and removed."""
        key = hash(str(query.tree)) & _KEY
        rule = self._by_text.get(key)
        if rule < 0:
            rule = self._file(query, key)
        number = self._numbers.take()
        self._rule_of.reach(number)
        self._rule_of.one[number] = rule
        self._askers.put(rule, number)
        self._count += 1
        return number

    def remove(self, number: int) -> None:
        """Removes whoever has the number; it may be given to another."""
        rule = self._rule_of.one[number]
        self._askers.drop(rule, number)
        self._numbers.give(number)
        self._count -= 1
        if not self._askers.length.one[rule]:
            self._forget(rule)

    def match(self, documents: Sequence[Document]) -> Hits:
        """Who asked for which of these papers."""
        papers, askers = [_NONE], [_NONE]
        for at in range(0, len(documents), AT_ONCE):
            who, asked = self._match(documents[at : at + AT_ONCE])
            papers.append(who + np.int32(at))
            askers.append(asked)
        return Hits(np.concatenate(papers), np.concatenate(askers))

    def learn(self, documents: Sequence[Document]) -> None:
        """Sees what words papers have, so that rules that come later are filed under rare ones; match() does too."""
        for at in range(0, len(documents), AT_ONCE):
            self._marks.learn(documents[at : at + AT_ONCE])

    @property
    def nbytes(self) -> int:
        """Bytes held by what is there for every rule."""
        return sum(
            one.nbytes for one in vars(self).values() if isinstance(one, Marks | Column | Bags | Table)
        )

    def _match(self, documents: Sequence[Document]) -> tuple[Ints, Ints]:
        met = self._marks.meet(documents)
        ways, counts = self._filed.gather(met.marks)
        papers = np.repeat(met.papers, counts)
        further = self._way_count.array[ways]
        kept = further == 0
        kept[further > 0] = self._hold(met, papers[further > 0], ways[further > 0])
        entire = np.flatnonzero(further == _ENTIRE)
        for at, paper, rule in zip(entire, papers[entire], self._way_rule.array[ways[entire]], strict=True):
            kept[at] = holds(parse(self._texts[int(rule)]), documents[paper])
        rules, papers = self._way_rule.array[ways[kept]], papers[kept]
        # Several ways of one rule may hold; the rule is told of once.
        papers, rules = np.divmod(np.unique(papers * self._rules.end + rules), max(self._rules.end, 1))
        askers, counts = self._askers.gather(rules)
        return np.repeat(papers, counts).astype(np.int32), askers

    def _hold(self, met: Met, papers: Many, ways: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Whether the papers have the further marks of the ways."""
        counts = self._way_count.array[ways]
        if not counts.size:
            return np.zeros(0, bool)
        literals = self._literals.array[runs(self._way_first.array[ways], counts)]
        wanted = literals >= 0
        codes = self._marks.code(
            np.repeat(papers, counts), np.where(wanted, literals, ~literals).astype(np.int64)
        )
        there = met.codes.take(np.searchsorted(met.codes, codes), mode="clip") == codes
        begins = np.cumsum(counts, dtype=np.int64) - counts
        return np.logical_and.reduceat(there == wanted, begins)

    def _file(self, query: Query, key: int) -> int:
        ways, whole = filed(query)
        rule, first = self._rules.take(), self._ways.take(len(ways))
        self._of_rules.reach(rule)
        self._rule_key.one[rule] = key
        self._rule_first.one[rule], self._rule_count.one[rule] = first, len(ways)
        self._by_text.put(key, rule)
        if whole:
            self._texts[rule] = str(query)
        self._of_ways.reach(first + len(ways))
        for number, way in enumerate(ways, first):
            self._file_way(number, way, rule, whole=whole)
        return rule

    def _file_way(self, number: int, way: Way, rule: int, *, whole: bool) -> None:
        having = way.having or (EVERY,)
        rarest, literals = self._marks.use(having[0]), []
        if len(having) > 1 or way.without:
            marks = [rarest, *[self._marks.use(mark) for mark in having[1:]]]
            rarest = min(marks, key=self._marks.commonness)
            literals = [one for one in marks if one != rarest]
            literals += [~self._marks.use(mark) for mark in way.without]
        self._way_rule.one[number], self._way_mark.one[number] = rule, rarest
        self._way_count.one[number] = _ENTIRE if whole else len(literals)
        if literals:
            self._way_first.one[number] = first = self._literal_numbers.take(len(literals))
            self._literals.reach(first + len(literals))
            for at, literal in enumerate(literals, first):
                self._literals.one[at] = literal
        self._filed.put(rarest, number)

    def _forget(self, rule: int) -> None:
        first, count = self._rule_first.one[rule], self._rule_count.one[rule]
        for number in range(first, first + count):
            self._filed.drop(self._way_mark.one[number], number)
            self._marks.leave(self._way_mark.one[number])
            literals = max(self._way_count.one[number], 0)
            if literals:
                begin = self._way_first.one[number]
                for literal in self._literals.array[begin : begin + literals].tolist():
                    self._marks.leave(literal if literal >= 0 else ~literal)
                self._literal_numbers.give(begin, literals)
        self._ways.give(first, count)
        self._by_text.drop(self._rule_key.one[rule])
        self._rules.give(rule)
        self._texts.pop(rule, None)
