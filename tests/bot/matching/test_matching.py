"""Which papers match which rules: each rule of the language on made-up texts."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.matching import Document, Spot, explain, matches
from bot.models import Identifier, Source
from bot.query import And, Not, Or, Phrase, Query, QueryError, Tree, parse
from bot.sources import Skipped, read
from bot.text.plain import plain
from tests.make import a_paper

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"


def _document(abstract: str = "", title: str | None = "Untold", **fields: Any) -> Document:
    return Document(a_paper(abstract=abstract, title=title, **fields))


def _fires(query: str, abstract: str) -> bool:
    return matches(parse(query), _document(abstract)) is not None


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # hyphen, space and joined spellings
        ("multi-agent", "many multi agent systems"),
        ("multi agent", "a multiagent system"),
        ("multiagent", "Multi‑Agent systems"),
        ("multi-agent", "a multi–agent system"),
        ("GPT-4", "asked GPT4 and GPT 4"),
        ("plug-and-play", "plug and play"),
        ("vision language model", "vision-language models"),
        ("data set", "two datasets"),
        # parts of a compound
        ("LLM", "LLM-based tools"),
        ("pruner", "the Persona-Pruner"),
        ("SGD", "we run ZO-SGD"),
        ("Adam", "as M+Adam does"),
        ("DP-C4", "trained on DP-C4"),
        ("C4", "on WikiText2 and C4."),
        ("C4", "two corpora—C4 and another"),
        ("text-to-3D", "Text-to-3D models"),
        # pluses, stars
        ("AnyEdit", "we improve AnyEdit++"),
        ("C++", "Fast C++ kernels"),
        ("C++", "written in C++"),
        ('"A*"', "an A* search"),
        # capitals
        ("INFER", "INFER is a method"),
        ("INFER", "we call it InFer"),
        ("LION", "the Lion optimizer"),
        ("RAG", "KL-RAG works"),
        ("LLM", "LLMs are"),
        ("llm", "an LLM"),
        ("lars", "with LARS"),
        ("LARS", "with LARS"),
        ("LLMs", "one LLM"),
        # number
        ("diffusion model", "Diffusion models are"),
        ("policies", "a policy"),
        ("matrix", "two matrices"),
        ("orthonormal basis", "orthonormal bases"),
        ("gpu", "eight GPUs"),
        ("diffusion model", "DIFFUSION MODELS AT SCALE"),
        ("Newton method", "by Newton’s method"),
        # accents, Greek, scripts
        ("Schrodinger bridge", "Schrödinger Bridges"),
        ("Schrödinger", "Schrodinger"),
        ("epsilon-stationary point", "an ε-stationary point"),
        (r"\epsilon-stationary", "an ε-stationary point"),
        (r"$\varepsilon$-stationary", "an ε-stationary point"),
        ("ε", "an epsilon net"),
        ("R3L", "we train R³L"),
        # beginnings
        ("quantiz*", "we are quantizing"),
        ("quantiz*", "Quantized nets"),
        ("model quantiz*", "of model-quantization"),
        ("diffusion model quantiz*", "diffusion models quantized to bits"),
        ("multi-a*", "multiagent"),
        ("policie*", "our policies"),
        # Chinese
        ("联邦学习", "我们研究联邦学习的隐私。"),
        ("联邦 学习", "联邦学习"),
        # phrases and what stands between
        ("iid data", "with i.i.d. data"),
        ("1000 classes", "over 1,000 classes"),
        ("precision recall", "precision/recall curves"),
        ("MetaGPT: Meta Programming", "MetaGPT: Meta Programming for all"),
        ('"Science & Engineering"', "of science & engineering"),
    ],
)
def test_a_rule_fires(query: str, text: str) -> None:
    assert _fires(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("multi-agent", "multiple agents, multimodal agent"),
        ("AI", "it ain't so; Maine is a state"),
        ("RAG", "leveraging fragments"),
        ("GAN", "Organ music"),
        ("LION", "billions and millions"),
        ("C4", "trained on DP-C4"),
        ("3D", "text-to-3D"),
        ("C++", "fast C kernels"),
        ("AnyEdit++", "we use AnyEdit"),
        ('"A*"', "a search by A"),
        ("INFER", "we infer it"),
        ("INFER", "Infer it. Infer that"),
        ("INFER", "at high costs.Infer it"),
        ("RLHF", "rlhf in small letters"),
        ("SAR", "the SARS virus"),
        ("news", "a new thing"),
        ("robotics", "a robotic arm"),
        ("basis", "a base"),
        ("quantization", "quantized and quantizing"),
        ("quantiz*", "dequantize"),
        ("diffusion policy", "about diffusion. Policy search"),
        ("diffusion policy", "by diffusion, policy and luck"),
        ("diffusion policy", "diffusion (policy)"),
        ("vision-language model", "vision and language models"),
        ("federated learning", "federated quantile learning"),
        ("联邦学习", "联邦式学习"),
        ("github", "see https://github.com/someone/something"),
        ("diffusion", ""),
    ],
)
def test_a_rule_does_not_fire(query: str, text: str) -> None:
    assert not _fires(query, text)


@pytest.mark.parametrize(
    ("query", "fires"),
    [
        ("turnip AND transformer", True),
        ("turnip AND survey", False),
        ("turnip -survey", True),
        ("turnip -transformer", False),
        ("survey, transformer", True),
        ("turnip -(survey OR transformer)", False),
        ("turnip (survey OR transformer)", True),
        ("NOT survey AND turnip", True),
    ],
)
def test_operators_do_as_usual(query: str, fires: bool) -> None:
    assert _fires(query, "A transformer waters turnips.") == fires


PAPER = _document(
    "We water turnips.",
    "Growing Beets",
    other_titles=("Sowing Beets",),
    authors=("Sergey Levine", "L. Williams"),
    venue="ICML",
    year=2025,
    keywords=("cs.LG", "gardening"),
    identifiers=(Identifier("arxiv", "2501.00001"),),
    sources=(Source("icml2025.json", "record", 3),),
)


@pytest.mark.parametrize(
    ("query", "fires"),
    [
        ("beets", True),
        ("turnips", True),
        ("title:beet", True),
        ("title:sowing", True),
        ("title:turnip", False),
        ("abstract:turnip", True),
        ("abstract:beet", False),
        ("levine", False),
        ("gardening", False),
        ("author:levine", True),
        ("author:LEVINE", True),
        ('author:"Sergey Levine"', True),
        ('author:"Levine Sergey"', False),
        ('author:"L Williams"', True),
        ("author:william", False),
        ("author:levi*", True),
        ('author:"levine williams"', False),
        ("venue:icml", True),
        ("venue:iclr", False),
        ("category:cs.LG", True),
        ("category:cs.CL", False),
        ("source:arxiv", True),
        ("source:icml2025.json", True),
        ("source:openreview", False),
        ("year:2025", True),
        ("year:2026..", False),
        ("year:..2025", True),
        ("year:2024..2026", True),
    ],
)
def test_a_field_is_looked_into_alone(query: str, fires: bool) -> None:
    assert (matches(parse(query), PAPER) is not None) == fires


def test_a_phrase_does_not_run_from_title_to_abstract() -> None:
    assert matches(parse("beets we"), PAPER) is None


def test_a_heading_answers_for_a_missing_title_only_where_titles_are_asked_for() -> None:
    paper = _document("We water.", None, heading="TurnipNet: watering")
    assert matches(parse("title:TurnipNet"), paper)
    assert not matches(parse("TurnipNet"), paper)


def test_an_unknown_year_is_in_no_range_and_the_date_helps_out() -> None:
    assert not matches(parse("year:1000.."), _document(year=None))
    assert matches(parse("year:2026"), _document(year=None, published=datetime(2026, 3, 1, tzinfo=UTC)))


def _cut(query: str, text: str) -> list[str]:
    match = matches(parse(query), _document(text))
    assert match is not None
    return [text[start:end] for start, end in match.spots("abstract")]


@pytest.mark.parametrize(
    ("query", "text", "words"),
    [
        ("diffusion model", "Diffusion models, a diffusion-model.", ["Diffusion models", "diffusion-model"]),
        ("Schrodinger", "the Schro\u0308dinger’s bridge", ["Schro\u0308dinger’s"]),
        ("epsilon", "an ε-net, Kε", ["ε", "ε"]),
        ("邦学", "研究联邦学习", ["邦学"]),
        ("quantiz*", "quantized, Quantizers", ["quantized", "Quantizers"]),
        ("pruner", "Persona-Pruner", ["Pruner"]),
        ("LLM -survey, pruner", "an LLM pruner", ["LLM", "pruner"]),
        ("large language model, language", "large language models", ["large language models"]),
    ],
)
def test_what_matched_is_told_to_the_letter(query: str, text: str, words: list[str]) -> None:
    assert _cut(query, text) == words


def test_each_term_tells_the_field_and_text_where_it_stands() -> None:
    match = matches(parse("sowing author:williams year:2025 -radish"), PAPER)
    assert match is not None
    assert [(str(found.term), found.spots) for found in match.findings] == [
        ("sowing", (Spot("title", 1, 0, 6),)),
        ("author:williams", (Spot("author", 1, 3, 11),)),
        ("year:2025", ()),
    ]


@pytest.mark.parametrize(
    ("query", "text", "missing"),
    [
        ("turnip", "beets", "absent"),
        ("water turnip", "turnips need water", "apart"),
        ("water turnip", "water. Turnips", "apart"),
        ("INFER", "we infer", "small"),
        ("C4", "on DP-C4", "part"),
        ("C++", "in C", "suffix"),
        ("year:2020", "", "year"),
    ],
)
def test_why_not_is_told_term_by_term(query: str, text: str, missing: str) -> None:
    told = explain(parse(f"{query} OR sowing"), _document(text))
    assert not told.matched
    assert [(step.held, step.missing) for step in told.steps] == [(False, missing), (False, "absent")]


def test_why_is_told_with_the_place_and_with_what_must_not_be() -> None:
    told = explain(parse("turnip -survey"), _document("a turnip survey"))
    assert not told.matched
    assert [(str(step.term), step.negated, step.held, len(step.spots)) for step in told.steps] == [
        ("turnip", False, True, 1),
        ("survey", True, True, 1),
    ]


_vocabulary = st.sampled_from(
    ["LLM", "LLMs", "llm", "agent", "agents", "multi-agent", "multiagent", "multi", "policy", "policies", "Lion",
     "LION", "DP-C4", "C4", "C++", "ε", "epsilon", "学习", "naïve", "matrices", "matrix", "bases", "basis"]
)  # fmt: skip
_texts = st.lists(
    st.tuples(_vocabulary, st.sampled_from([" ", " ", ", ", ". ", "-", "/", "+", "—"])), max_size=12
).map(lambda pairs: "".join(word + gap for word, gap in pairs))
_phrases: st.SearchStrategy[Tree] = st.lists(_vocabulary, min_size=1, max_size=2).map(
    lambda chosen: Phrase(" ".join(chosen), quoted=True)
)
_trees = st.recursive(
    _phrases,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: And(tuple(terms))),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: Or(tuple(terms))),
    ),
    max_leaves=5,
)


def _truth(tree: Tree, document: Document) -> bool:
    match tree:
        case And(terms):
            return all(_truth(term, document) for term in terms)
        case Or(terms):
            return any(_truth(term, document) for term in terms)
        case Not(term):
            return not _truth(term, document)
        case _:
            return explain(Query(tree, ""), document).steps[0].held


@given(_trees, _texts)
@settings(max_examples=500, deadline=None)
def test_the_quick_look_never_hides_a_match(tree: Tree, text: str) -> None:
    document = _document(text)
    assert (matches(Query(tree, ""), document) is not None) == _truth(tree, document)


@given(_texts, st.data())
@settings(max_examples=300, deadline=None)
def test_any_words_of_a_text_find_it(text: str, data: st.DataObject) -> None:
    parts = text.split(" ")
    first = data.draw(st.integers(0, len(parts) - 1))
    last = data.draw(st.integers(first, len(parts) - 1))
    try:
        query = parse('"' + " ".join(parts[first : last + 1]) + '"')
    except QueryError:
        assume(False)
        raise
    assert matches(query, _document(text))


@pytest.mark.parametrize(
    "query", ["ab " * 60, "AB " * 60, "a" * 1_900, '"' + "ab, " * 60 + '"', "ab " * 60 + "cd*"]
)
def test_hostile_texts_are_gone_through_in_no_time(query: str) -> None:
    document = _document("ab " * 30_000 + "AB-" * 3_000)
    assert document.letters(None)
    assert document.words("abstract")
    assert document.words("abstract", as_written=True)
    begun = time.process_time()
    matches(parse(query), document)
    assert (
        time.process_time() - begun < 2
    )  # ten times what it takes; a square of the length would take minutes


def _abstracts() -> Iterator[Document]:
    for file in sorted((SHARED / "corpus").glob("*.txt")):
        for one in read(file):
            if not isinstance(one, Skipped):
                yield _document(plain(one.abstract), None, heading="-", sources=(one.source,))


@pytest.mark.skipif(not SHARED.exists(), reason="the development sets are not beside the project")
def test_the_thirty_subscriptions_read_by_hand_are_exactly_right() -> None:
    documents = list(_abstracts())
    wrong = {}
    for line in (SHARED / "eval" / "alerts_dev.jsonl").read_text(encoding="utf-8").splitlines():
        case = orjson.loads(line)
        found = [one.paper.sources[0].to_dict() for one in documents if matches(parse(case["query"]), one)]
        if any(place not in found for place in case["match"]) or any(
            place not in case["match"] + case["may"] for place in found
        ):
            wrong[case["id"]] = found
    assert len(documents) == 95
    assert wrong == {}
