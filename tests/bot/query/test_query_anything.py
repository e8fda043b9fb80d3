"""Whatever is typed into the subscription language: kept or refused, written back alike, and never slow."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import words
from bot.query import And, Not, Or, Phrase, QueryError, Tree, Years, all_words, in_words, parse
from bot.query.scan import LONGEST

say = words()


_word = st.sampled_from(
    ["alpha", "Beta", "LLM", "C++", "multi-agent", "学习", "Kη", "and", "naïve", "it's", "2.5"]
)
_text = st.lists(_word, min_size=1, max_size=3).map(" ".join)
_field = st.sampled_from([None, "author", "title", "abstract", "venue", "category", "source"])
_phrases = st.one_of(
    st.builds(Phrase, _text),
    st.builds(lambda text, field: Phrase(text, field, quoted=True), _text, _field),
    st.builds(lambda text: Phrase(f"{text} begin", prefix=True), _text),
    st.builds(lambda field: Phrase("begin", field, prefix=True), _field),
)
_years = st.one_of(
    st.builds(lambda a, b: Years(min(a, b), max(a, b)), st.integers(1990, 2030), st.integers(1990, 2030)),
    st.builds(lambda a: Years(a, None), st.integers(1990, 2030)),
    st.builds(lambda a: Years(None, a), st.integers(1990, 2030)),
)


def _flat(kind: type[And] | type[Or], terms: list[Tree]) -> Tree:
    return kind(tuple(one for term in terms for one in (term.terms if isinstance(term, kind) else (term,))))


_trees: st.SearchStrategy[Tree] = st.recursive(
    st.one_of(_phrases, _years),
    lambda inner: st.one_of(
        inner.map(lambda tree: tree.term if isinstance(tree, Not) else Not(tree)),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: _flat(And, terms)),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: _flat(Or, terms)),
    ),
    max_leaves=8,
)


@given(_trees)
@settings(max_examples=300, deadline=None)
def test_whatever_is_kept_is_written_back_so_that_it_means_the_same(tree: Tree) -> None:
    try:
        query = parse(str(tree))
    except QueryError as error:
        assert error.key in {"query-only-negative", "query-side-negative", "query-never"}  # noqa: PT017
        return
    assert query.tree == tree
    assert str(query) == str(tree)
    assert in_words(query, say)


_typed = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *"'\"“”‘’()（）,;，；\n -–—*:：.+|&!$\\",
                "AND",
                " OR ",
                "NOT ",
                "与",
                " 非 ",
                "author:",
                "year:",
                "20",
                "..",
            ]
        ),
        st.sampled_from(["aa", "Bb", "学", "e", "2024"]),
        st.characters(),
    ),
    max_size=25,
).map("".join)


@given(_typed)
@settings(max_examples=600, deadline=None)
def test_whatever_is_typed_is_understood_or_refused_at_a_spot_within_it(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        assert 1 <= error.at <= len(text) + 1  # noqa: PT017
        assert error.say(say).count("\n") == 2  # noqa: PT017
        return
    assert parse(str(query)) == query
    assert in_words(query, say)
    all_words(query)


@pytest.mark.parametrize(
    "text",
    [
        "a" * LONGEST,
        "(aa OR bb -cc) " * 130,
        "aa," * 600 + "aa",
        "NOT " * 490 + "aa",
        "Aaq: " * 390 + "bb",
        "year:2024 " * 199,
        " AND ".join(f"w{number}" for number in range(220)),
        "“" * (LONGEST - 1) + "x",
        "ε" * LONGEST,
        "$" * (LONGEST - 1) + "a",
        "\u0301" * LONGEST,
        "(a+)+$",
        " OR ".join(["ab"] * 2_000),
        "(" * 2_000 + "ab" + ")" * 2_000,
        "(" * 30 + "ab" + ")" * 30,
        " AND ".join(f"(aa{number} OR bb{number})" for number in range(90)),
        "".join(f"(a{number} OR NOT (b{number} AND " for number in range(14)) + "zz" + "))" * 14,
        "联邦学习" * 500,
        "联邦 与 " * 480 + "学习",
        '"\\frac{a}{' * 200,
        "'a " * 660,
        "policies " * 64,
    ],
)
def test_nothing_that_can_be_typed_takes_long(text: str) -> None:
    in_words(parse("diffusion policy -survey"), say)  # reads the catalogue
    begun = time.process_time()
    try:
        in_words(parse(text), say)
    except QueryError as error:
        error.say(say)
    assert time.process_time() - begun < 1  # some milliseconds, unless the machine is busy
