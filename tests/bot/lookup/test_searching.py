"""Looking up in a small garden of papers: each rule on inputs of our own."""

from pathlib import Path

import pytest

from bot.lookup import Index
from bot.models import Paper
from tests.indexed import first, indexed, titled
from tests.make import a_paper


def untitled(seq: int, heading: str, abstract: str, *names: str) -> Paper:
    return a_paper(seq=seq, title=None, heading=heading, names=names, abstract=abstract, authors=())


PAPERS = (
    titled(1, "Attention Is All You Need", authors=("Ashish Vaswani",)),
    titled(2, "Attention Is Not All You Need", authors=("Thomas Cordonnier",)),
    titled(3, "Deep Residual Learning for Image Recognition"),
    titled(4, "Deep Residual Learning for Image Recognition on Embedded Devices"),
    titled(5, "MetaGarden: Meta Planting for Multi-Agent Collaborative Beds", authors=("José Núñez-Ortega",)),
    titled(6, "Behaviour Modelling for Neighbouring Greenhouses", authors=("Ada Gardener",)),
    titled(7, "β-Trellis: Regularized Climbing with ε-Greedy Beans"),
    titled(8, "R³L: Roots, Rows and Reinforcement", other_titles=("Recurrent Rows",)),
    titled(
        9,
        "Adam: A Method for Stochastic Digging",
        "We dig along gradients, with adaptive estimates of moments.",
    ),
    titled(10, "Why Should I Trust You"),
    untitled(
        11,
        "TurnipNet: pruning turnips to one leaf",
        "Turnips waste water. We propose TurnipNet, a framework that prunes all leaves but one, from a single "
        "description of the gardener. It saves 36% of water and reaches 89.29% yield on FormalPlot7k, with "
        "3-5× fewer visits. Does it generalise to radishes? A bound of O(λ₁ λ₂ d² / (Δ² t)) says so.",
        "TurnipNet",
    ),
    untitled(
        12,
        "SPROUT: soil probing under uncertainty",
        "We measure the moisture of soil with two adaptive probes per bed. SPROUT needs no labels. Fast C++ "
        "kernels run five partners on a single device, and spin waves carry the heat away.",
        "SPROUT",
        "S+Probe",
    ),
    untitled(
        13,
        "Federated composting without sharing worms",
        "Gardens compost together, yet keep their worms private. Momentum methods lag behind drifting heaps. "
        "Convergence of federated composting is proved for heterogeneous heaps under partial participation.",
    ),
    untitled(
        14,
        "DeVA: decoupled variegated adaptation",
        "Variegated leaves adapt. Our optimiser decouples the variance of petals from their scale and converges.",
        "DeVA",
        "Decoupled Variegated Adaptation",
    ),
    titled(15, "联邦学习 in Rice Fields", "A study of rice."),
    titled(16, "Five Partners on the Single Device"),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        # titles, whole, begun, in part
        ("Attention Is All You Need", 1),
        ("attention is not all you need", 2),
        ("Deep Residual Learning for Image Recognition", 3),
        ("deep residual learning for image recognition on embedded", 4),
        ("why should i trust you", 10),
        ("Why should I tr", 10),
        ("MetaGarden: Meta Planting for Multi-Agent Collaborative Beds", 5),
        ("planting for multi-ag", 5),
        ("“MetaGarden: Meta Planting”", 5),
        ("Recurrent Rows", 8),
        # names
        ("TurnipNet", 11),
        ("turnipnet", 11),
        ("turnip net", 11),
        ("Turnip-Net", 11),
        ("SPROUT", 12),
        ("the sprout paper", 12),
        ("S+Probe", 12),
        ("s plus probe", 12),
        ("R3L", 8),
        ("r 3 l", 8),
        ("R$^3$L", 8),
        ("**De**coupled **V**ariegated **A**daptation", 14),
        # slips
        ("turnpinet", 11),
        ("tunripnet leaf", 11),
        ("sporut moisture", 12),
        ("attenton is al you need", 1),
        ("stochastic diging", 9),
        ("adam stochasticdigging", 9),
        ("metagardn", 5),
        ("federeted composting heterogenous", 13),
        # spelling, accents, Greek
        ("behavior modeling for neighboring greenhouses", 6),
        ("beta trellis", 7),
        (r"\beta-trellis", 7),
        ("epsilon-greedy beans", 7),
        (r"$\epsilon$-greedy beans", 7),
        ("regularised climbing", 7),
        ("multiagent collaborative beds", 5),
        ("multi agent collaborative beds", 5),
        ("multi–agent collaborative beds", 5),
        # authors
        ("Vaswani attention", 1),
        ("gardener greenhouses", 6),
        ("nunez ortega", 5),
        ("Núñez‑Ortega planting", 5),
        # abstracts: descriptions, questions, numbers, formulas, what is written word for word
        ("that paper about two adaptive probes per bed", 12),
        ("prunes every leaf but one from a description of the gardener", 11),
        ("why do momentum methods lag?", 13),
        ("is there a paper on worms that stay private while gardens compost together", 13),
        ("36% water", 11),
        (r"saves 36\% of water", 11),
        (r"89.29\% yield FormalPlot7k", 11),
        (r"3-5$\times$ fewer visits", 11),
        ("O(λ1 λ2 d² / (Δ² t))", 11),
        (r"\mathcal{O}(\lambda_1\lambda_2 d^2 / (\Delta^2 t))", 11),
        ("five partners on a single device", 12),
        ("spin waves carry the heat", 12),
        # what looks like an operator is text
        ("title:Why Should I Trust You", 10),
        ("attention AND need", 1),
        ("Recurrent Rows (modelso", 8),
        # Chinese passes through
        ("联邦学习", 15),
    ],
)
def test_it_is_found_first(index: Index, query: str, seq: int) -> None:
    found = first(index, query)
    assert found is not None
    assert found.seq == seq


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "+",
        "?!?!",
        "*",
        "🙂🙂",
        '"""',
        "asdfgh",
        "blorptron quantal frobnication",
        "thanks bot, see you tomorrow",
        "the",
        "that paper about",
        "is there a",
        "TurnipNet-Audio for whales and submarines",
        "FlashGarden-3 technical report",
        "saves 47.3% of diesel with wavelet engines",
        "https://example.org/some/page/12345",
        "how do bees vote in a hive, field study of swarms",
        "a" * 5000,
    ],
)
def test_nothing_is_firm_where_nothing_is_meant(index: Index, query: str) -> None:
    assert first(index, query) is None


@pytest.mark.parametrize("query", ["", "  ", "+", "?!", "🙂", "\u200b"])
def test_without_letters_or_digits_there_is_nothing_at_all(index: Index, query: str) -> None:
    assert index.search(query) == ()
    assert index.suggest(query) == ()


def test_guesses_are_marked_and_come_last(index: Index) -> None:
    found = index.search("adaptive estimates of moments in stochastic digging, or probes", limit=10)
    assert found
    assert [one.guess for one in found] == sorted(one.guess for one in found)
    assert all(0 <= one.score <= 1 for one in found)


def test_titles_that_only_look_alike_are_both_there(index: Index) -> None:
    assert {one.seq for one in index.search("Attention Is All You Need")} >= {1, 2}


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("TurnipNet", "name"),
        ("turnip net", "name"),
        ("the turnipnet paper", "name"),
        ("turnpinet", "name"),
        ("R3L", "name"),
        ("Attention Is All You Need", "title"),
        ("atention is all you ned", "title"),
        ("deep residual learning for image recogniton", "title"),
        ("turnips leaf", "words"),
        ("attention need", "words"),
        ("why should I trust", "words"),
        ("vaswani", "author"),
        ("cordonnier", "author"),
        ("spin waves carry the heat", "abstract"),
        ("compost together, yet keep their worms private", "abstract"),
    ],
)
def test_it_says_why(index: Index, query: str, kind: str) -> None:
    found = first(index, query)
    assert found is not None
    assert found.why.kind == kind


def test_several_papers_of_one_name_are_all_there(tmp_path: Path) -> None:
    index = indexed(
        tmp_path, [titled(1, "SAGE: Herbs"), titled(2, "SAGE: Advice"), titled(3, "Thyme and Again")]
    )
    assert {one.seq for one in index.search("sage") if not one.guess} == {1, 2}
    assert {one.why.kind for one in index.search("sage") if not one.guess} == {"name"}


def test_a_name_that_ends_in_a_word_that_asks_is_a_name(tmp_path: Path) -> None:
    papers = [titled(1, "HYPER: Growing Hybrids"), titled(2, "Digging Deep", names=("Hyper-Search",))]
    found = first(indexed(tmp_path, papers), "Hyper-Search")
    assert found is not None
    assert (found.seq, found.why.kind) == (2, "name")


def test_a_whole_abstract_pasted_finds_its_paper(index: Index) -> None:
    found = first(index, PAPERS[12].abstract * 2)
    assert found is not None
    assert found.seq == 13


def test_a_long_paste_about_something_else_is_nothing(index: Index) -> None:
    minutes = (
        "Minutes of the Thursday lunch. The dishwasher leaks, the landlord was told twice, and nobody wants "
    )
    assert first(index, minutes * 5) is None


def test_the_limit_is_kept(index: Index) -> None:
    assert len(index.search("learning attention adam garden", limit=3)) <= 3


def test_suggestions_begin_with_what_is_typed(index: Index) -> None:
    assert {one.seq for one in index.suggest("att")} >= {1, 2}
    assert index.suggest("attention is n")[0].seq == 2
    assert 11 in [one.seq for one in index.suggest("turn")]
    assert 12 in [one.seq for one in index.suggest("spr")]
    assert index.suggest("attentoin is")[0].seq in {1, 2}


def test_two_words_run_together_are_taken_apart_though_some_papers_write_them_so(tmp_path: Path) -> None:
    papers = [titled(seq, f"Growing Turnips {seq}", "Soil.") for seq in range(3, 2203)]
    papers += [
        titled(1, "A Method for Growing Turnips in Drought", "Soil."),
        titled(2, "Sand", "No method for growingturnips."),
    ]
    found = first(indexed(tmp_path, papers), "a method for growingturnips in drought")
    assert found is not None
    assert found.seq == 1
