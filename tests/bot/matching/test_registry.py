"""Many rules at once: whatever the registry tells is what each rule by itself says."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matching import Document, explain, holds, matches
from bot.matching.filing import MOST_WAYS, filed
from bot.matching.keys import LONGEST
from bot.matching.registry import AT_ONCE, Registry
from bot.models import Identifier
from bot.query import And, Not, Or, Phrase, Query, Term, Tree, Years, parse
from tests.costs import is_linear
from tests.make import a_paper

VOCABULARY = [
    "LLM", "LLMs", "llm", "agent", "agents", "multi-agent", "multiagent", "multi", "policy", "policies", "Lion", "LION",
    "DP-C4", "C4", "C++", "C", "ε", "epsilon", "学习", "联邦学习", "naïve", "matrices", "matrix", "bases", "basis", "as",
    "photolithographically", "counterrevolutionaries",
]  # fmt: skip
GAPS = [" ", " ", " ", ", ", ". ", "-", "/", "+", "—", " - "]

texts = st.lists(st.tuples(st.sampled_from(VOCABULARY), st.sampled_from(GAPS)), max_size=12).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
names = st.lists(
    st.sampled_from(["Ada Lovelace", "Li Wei", "Wei Li", "Ada Gardener", "C. Agents"]), max_size=3
)


def paper(**fields: Any) -> Document:
    return Document(a_paper(**{"authors": (), "abstract": "", "title": None, **fields}))


documents = st.builds(
    lambda title, abstract, authors, venue, year, words: paper(
        title=title or None,
        heading=title or "agents of a heading",
        abstract=abstract,
        authors=tuple(authors),
        venue=venue,
        year=year,
        keywords=tuple(words),
        identifiers=(Identifier("arxiv", "2601.00001"),),
    ),
    texts,
    texts,
    names,
    st.sampled_from(["ICML", "NeurIPS Workshop", ""]),
    st.sampled_from([None, 2024, 2026]),
    st.lists(st.sampled_from(["cs.LG", "policies"]), max_size=2),
)


def term(text: str) -> Term:
    tree = parse(text).tree
    assert isinstance(tree, Phrase | Years)
    return tree


phrases: st.SearchStrategy[Term] = st.one_of(
    st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(
        lambda chosen: Phrase(" ".join(chosen), quoted=True)
    ),
    st.sampled_from(["LL*", "polic*", "multi a*", "photolithographically counterr*", "学习*", "epsil*"]).map(
        lambda text: Phrase(text[:-1], prefix=True)
    ),
    st.builds(
        lambda field, text: Phrase(text, field=field, quoted=True),
        st.sampled_from(["title", "abstract"]),
        st.sampled_from(VOCABULARY),
    ),
    st.sampled_from(
        ["author:li", 'author:"ada lovelace"', "author:ada*", "venue:icml", "category:cs.LG", "source:arxiv",
         "category:policies", "year:2026", "year:2020..2025", "year:..2024"]
    ).map(term),
)  # fmt: skip
trees: st.SearchStrategy[Tree] = st.recursive(
    phrases,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: And(tuple(terms))),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: Or(tuple(terms))),
    ),
    max_leaves=8,
)


def truth(tree: Tree, document: Document) -> bool:
    """What the tree says when each of its terms is looked for by itself."""
    match tree:
        case And(terms):
            return all(truth(term, document) for term in terms)
        case Or(terms):
            return any(truth(term, document) for term in terms)
        case Not(term):
            return not truth(term, document)
        case _:
            return explain(Query(tree, ""), document).steps[0].held


def pairs(rules: Iterable[tuple[int, Tree]], some: Sequence[Document]) -> set[tuple[int, int]]:
    given_to = list(rules)
    return {
        (number, asker)
        for number, document in enumerate(some)
        for asker, tree in given_to
        if truth(tree, document)
    }


def filled(*rules: str) -> Registry:
    registry = Registry()
    for rule in rules:
        registry.add(parse(rule))
    return registry


@given(st.lists(trees, max_size=6), st.lists(documents, max_size=4))
@settings(max_examples=250, deadline=None)
def test_every_pair_is_as_each_rule_by_itself_says(rules: list[Tree], some: list[Document]) -> None:
    registry = Registry()
    numbers = [registry.add(Query(tree, "")) for tree in rules]
    assert set(registry.match(some)) == pairs(zip(numbers, rules, strict=True), some)


@given(st.lists(st.tuples(trees, st.booleans()), max_size=8), st.lists(documents, min_size=1, max_size=3))
@settings(max_examples=120, deadline=None)
def test_it_is_the_same_after_any_additions_and_removals(
    rules: list[tuple[Tree, bool]], some: list[Document]
) -> None:
    registry = Registry()
    registry.learn(some)
    held: dict[int, Tree] = {}
    for tree, leaves in rules:
        held[registry.add(Query(tree, ""))] = tree
        if leaves:
            number = min(held)
            registry.remove(number)
            del held[number]
    assert set(registry.match(some)) == pairs(held.items(), some)
    assert len(registry) == len(held)


PLAIN = ["agent", "agents", "multi-agent", "multi agents", "multiagent", "multi", "policy", "net", "nets"]
plain_texts = st.lists(st.sampled_from(PLAIN), max_size=6).map(" ".join)
plain_trees: st.SearchStrategy[Tree] = st.recursive(
    st.lists(st.sampled_from(PLAIN), min_size=1, max_size=2).map(
        lambda some: Phrase(" ".join(some), quoted=True)
    ),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: And(tuple(terms))),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: Or(tuple(terms))),
    ),
    max_leaves=6,
)


def says_plainly(tree: Tree, text: str) -> bool:
    """What a tree says of a text of small letters, spaces and hyphens, as one would read it aloud."""
    match tree:
        case And(terms):
            return all(says_plainly(term, text) for term in terms)
        case Or(terms):
            return any(says_plainly(term, text) for term in terms)
        case Not(term):
            return not says_plainly(term, text)
        case Phrase(sought):
            words, asked = ([word.rstrip("s") for word in re.split("[ -]", one)] for one in (text, sought))
            runs = (
                "".join(words[first:last]) for first in range(len(words)) for last in range(first + 1, 99)
            )
            return "".join(asked) in runs
        case _:
            raise TypeError(tree)


@given(plain_trees, plain_texts)
@settings(max_examples=300, deadline=None)
def test_all_matchers_say_what_is_plain(tree: Tree, text: str) -> None:
    registry, document = Registry(), paper(abstract=text)
    registry.add(Query(tree, ""))
    plainly = says_plainly(tree, text)
    assert holds(Query(tree, ""), document) is plainly
    assert (matches(Query(tree, ""), document) is not None) is plainly
    assert bool(list(registry.match([document]))) is plainly


def test_when_all_have_gone_nothing_of_them_stays() -> None:
    registry = filled('"multi agent" OR policies', "author:li -agent", "epsil* AND year:2020..", "LLM NOT C4")
    for number in range(4):
        registry.remove(number)

    def come_and_go(times: int) -> int:
        for _ in range(times):
            registry.remove(registry.add(parse("(agents OR bases) AND (LLM OR photo*) -year:2024")))
        return registry.nbytes

    assert come_and_go(200) == come_and_go(600)
    assert not set(registry.match([paper(abstract="LLM agents and photolithography, multi-agent policies")]))


def test_equal_rules_of_many_cost_once() -> None:
    one, many = filled("multi-agent AND policy"), filled(*["multi-agent AND policy"] * 50)
    assert many.nbytes - one.nbytes < 50 * 16  # whose they are, and no more
    assert [asker for _, asker in many.match([paper(abstract="a policy for multi-agent games")])] == [
        *range(50)
    ]


def test_a_rule_with_more_ways_than_are_kept_is_gone_through_whole() -> None:
    rule = " AND ".join(f"(agent{n} OR policy{n} OR matrix{n})" for n in range(6))
    assert filed(parse(rule)).whole
    registry = filled(rule)
    every = paper(abstract=" ".join(f"policy{n}" for n in range(6)))
    most = paper(abstract=" ".join(f"policy{n}" for n in range(5)))
    assert list(registry.match([most, every])) == [(1, 0)]


def test_as_many_alternatives_as_can_be_written_are_so_many_ways() -> None:
    rule = " OR ".join(f"g{n}" for n in range(3 * MOST_WAYS))
    assert len(filed(parse(rule)).ways) == 3 * MOST_WAYS
    assert not filed(parse(rule)).whole


@pytest.mark.parametrize("letters", [LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST])
def test_phrases_of_any_length_are_found(letters: int) -> None:
    words = [f"{'abcdefghij'[n % 10] * 7}{n:02d}" for n in range(12)]
    phrase = "".join(words)[:letters]
    registry = filled(f'"{phrase}"', f'"{phrase[:-1]}x"')
    assert list(registry.match([paper(abstract=f"We know {phrase} and more.")])) == [(0, 0)]


def test_papers_are_told_apart_also_beyond_what_is_gone_over_at_once() -> None:
    some = [paper(abstract=f"about agent{n}") for n in range(2 * AT_ONCE + 3)]
    registry = filled(*(f"agent{n}" for n in range(len(some))))
    assert list(registry.match(some)) == [(n, n) for n in range(len(some))]


def test_a_phrase_does_not_run_from_one_text_or_paper_into_the_next() -> None:
    registry = filled('"multi agent"', '"agent policy"')
    assert not set(registry.match([paper(title="A multi", abstract="agent"), paper(abstract="policy")]))


def test_the_cost_of_a_paper_grows_with_its_length_and_hardly_with_the_rules() -> None:
    registry = filled(*(f'"agent{n} policy"' for n in range(2_000)))
    registry.match([paper(abstract="warm up")])

    def work(size: int) -> None:
        registry.match([paper(abstract=f"{size} " + "multi agent1 policy " * size)])

    assert is_linear(work, 40_000)
