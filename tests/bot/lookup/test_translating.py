"""Chinese questions for English papers, and for Chinese ones."""

import pytest

from bot.lookup import Index, explain
from bot.models import Ranked, Why
from tests.indexed import indexed
from tests.make import a_paper

FILLERS = (
    "Watering schedules for balconies",
    "A convergence proof for pruning shears",
    "Learning to weed with few samples",
    "Graphs of garden paths and their neighbours",
    "Robust fences against hungry deer",
)
PAPERS = [
    a_paper(
        seq=1,
        title="Sharing Compost",
        abstract="Federated learning of worms converges; variance reduction helps.",
    ),
    a_paper(
        seq=2,
        title="Growing Together",
        abstract="Contrastive learning on hypergraphs of roots, with few labels.",
    ),
    a_paper(
        seq=3,
        title="TurnipNet",
        abstract="Quantization of turnips at low precision saves memory.",
        names=("TurnipNet",),
    ),
    a_paper(seq=4, title="水稻的灌溉", abstract="魑魅魍魉在稻田里。"),
    *(
        a_paper(seq=seq, title=title, abstract=f"{title} in a garden.")
        for seq, title in enumerate(FILLERS, 5)
    ),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


def first(index: Index, query: str) -> Ranked | None:
    return next(iter(index.search(query)), None)


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        ("联邦学习 方差缩减", 1),
        ("聯邦學習的變異數縮減", 1),
        ("有没有关于超图对比学习的论文", 2),
        ("低精度量化 省显存", 3),
        ("TurnipNet量化", 3),
        ("水稻灌溉", 4),
        ("魑魅魍魉", 4),
    ],
)
def test_chinese_finds_what_was_meant(index: Index, query: str, seq: int) -> None:
    found = first(index, query)
    assert found is not None
    assert (found.seq, found.guess) == (seq, False)


@pytest.mark.parametrize(
    "query", ["量子纠错 拓扑码", "股票 投资组合", "今天吃什么", "联邦学习 量子计算 蛋白质折叠"]
)
def test_what_is_not_there_is_at_most_a_guess(index: Index, query: str) -> None:
    assert all(one.guess for one in index.search(query))


@pytest.mark.parametrize("query", ["这是什么论文", "怎么找", "的", "吗"])
def test_words_that_only_ask_find_nothing(index: Index, query: str) -> None:
    assert index.search(query) == ()


def test_a_name_beside_chinese_is_one_of_the_words_asked_for(index: Index) -> None:
    assert index.search("TurnipNet的论文")[0].why.kind == "name"
    found = index.search("TurnipNet 量子纠错 蛋白质折叠 股票")
    assert [one.seq for one in found if not one.guess] == []


def test_half_of_a_term_is_found_where_the_whole_is_not(index: Index) -> None:
    found = first(index, "超图学习")
    assert found is not None
    assert found.seq == 2


def test_chinese_is_given_back_as_it_was_asked(index: Index) -> None:
    assert index.mended("联邦学习 方差缩减") == "联邦学习 方差缩减"


def test_a_long_paste_is_answered_by_what_tells_most(index: Index) -> None:
    found = first(index, "这篇论文研究了很多问题，" * 30 + "联邦学习 方差缩减")
    assert found is not None
    assert found.seq == 1


def test_the_papers_english_words_are_told() -> None:
    told = explain("联邦学习的收敛性", PAPERS[0], Why("abstract")).words
    assert told == ("Federated", "learning", "converges")


def test_half_of_a_term_is_not_told() -> None:
    assert explain("联邦学习", PAPERS[1], Why("abstract")).words == ()
