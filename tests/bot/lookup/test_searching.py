"""Looking up in a small garden of papers: each rule on inputs of our own."""

from pathlib import Path

import pytest

from bot.lookup import Index
from bot.lookup.searching import search
from bot.models import Mark, Paper, Ranked
from tests.make import a_paper


def titled(seq: int, title: str, abstract: str = "", **fields: object) -> Paper:
    return a_paper(**{"seq": seq, "title": title, "abstract": abstract, "authors": ()} | fields)


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
    index = Index.open(tmp_path_factory.mktemp("index"))
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add(PAPERS)
        writing.commit(Mark(16))
    return index


def first(index: Index, query: str) -> Ranked | None:
    found = index.search(query)
    return found[0] if found and not found[0].guess else None


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
    index = Index.open(tmp_path)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add([titled(1, "SAGE: Herbs"), titled(2, "SAGE: Advice"), titled(3, "Thyme and Again")])
        writing.commit(Mark(3))
    assert {one.seq for one in index.search("sage") if not one.guess} == {1, 2}
    assert {one.why.kind for one in index.search("sage") if not one.guess} == {"name"}


def test_a_name_that_ends_in_a_word_that_asks_is_a_name(tmp_path: Path) -> None:
    papers = [titled(1, "HYPER: Growing Hybrids"), titled(2, "Digging Deep", names=("Hyper-Search",))]
    found = first(garden(tmp_path, papers), "Hyper-Search")
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


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Titles to be begun, with slips."""
    titles = (
        "Mining and Mulching Heterogeneous Heaps",
        "Formation Control of Underwatered Sprouts",
        "Deep Feedback for Ponds",
        "A Compliant Hand for Picking Berries",
        "When Does It Rain on Potatoes",
        "Phase-Fertilized Orchards",
        "Tailor-Made Sheds",
        "Tailor: Sewing Leaves",
        "Lateral Roots and Their Control",
        "Laser Weeding",
        "The Robot Household Orchard",
        "Planting Across Many Fields",
        "Trellises Across Markets",
    )
    papers = [titled(seq, title, f"Text number {seq}.") for seq, title in enumerate(titles, 1)]
    papers += [
        titled(seq, f"Maps {seq}", "Deep control of a robot in formation.")
        for seq in range(len(titles) + 1, 60)
    ]
    papers.append(
        titled(
            60,
            "Snow on Greenhouses",
            "Snow is cold.",
            keywords=("Garden theory: shade, frost", "thermal glass"),
        )
    )
    return garden(tmp_path_factory.mktemp("shelf"), papers)


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        ("minning and mul", 1),
        ("mining andd mulc", 1),
        ("formationcontrol of under", 2),
        ("forma tion control of", 2),
        ("dep feedback f", 3),
        ("a complianth", 4),
        ("a compliant hnad for", 4),
        ("when does it", 5),
        ("phse-fertilize", 6),
        ("tailor-ma", 7),
        ("latera", 9),
        ("the root household or", 11),
        ("underwate red sprouts", 2),
        ("pha se-fertil", 6),
        ("phse-fertil", 6),
        ("planting across ma", 12),
        ("across man", 12),
        # what resembles the middle of a title, most words mistyped
        ("contrl of underwatred spruots", 2),
        # authors' keywords, in a row and by themselves
        ("garden theory: shade frost thermal glass", 60),
        ("thermal glass", 60),
    ],
)
def test_a_title_is_found_by_its_mistyped_beginning(shelf: Index, query: str, seq: int) -> None:
    found = first(shelf, query)
    assert found is not None
    assert found.seq == seq


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        ("maps robot heaps", 1),
        ("deep feedback for ponds", 3),
        ("household robot", 11),
        ("sprouts formation control", 2),
        ("laser weeding deep control", 10),
        ("maps 17", 17),
    ],
)
def test_frequent_words_that_are_not_looked_up_still_count(shelf: Index, query: str, seq: int) -> None:
    found = search(shelf._current(), query, limit=3, postings=4)
    assert found[0].seq == search(shelf._current(), query, limit=3)[0].seq == seq


def garden(folder: Path, papers: list[Paper]) -> Index:
    index = Index.open(folder)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add(papers)
        writing.commit(Mark(max(paper.seq for paper in papers)))
    return index


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Papers among which words of any kind stand somewhere, for chance to find."""
    return garden(
        tmp_path_factory.mktemp("crowd"),
        [
            titled(
                1, "Hashing Hedges", "Modeling hedges by hash.", authors=("Rowena Yang", "Marta de Groot")
            ),
            titled(2, "Counting Ponds", "He counts frogs.", authors=("Tilo He", "Sigrid Lindqvist")),
            titled(3, "Benign Weeds", "Weeds of an artificial lawn.", authors=("Ada K. Gardener", "Bo He")),
            titled(
                4,
                "Revising the Title of a Garden",
                "Artificial models of plumode.",
                authors=("Kim He", "Jo Yang"),
            ),
            titled(
                5, "Plucking Pears", "A language of models for pears.", authors=("Ann Yang", "Uwe de Vos")
            ),
            *(titled(seq, f"Patch {seq}", "Models of language and of soil.") for seq in range(6, 40)),
        ],
    )


@pytest.mark.parametrize(
    "query",
    [
        # half of a full name is somebody else's, also where a text holds the other half
        "rowena he",
        "papers by Rowena He",
        "Rowena Unheard",
        "Ada Yang",
        # and so are the halves of two authors' names
        "Tilo Lindqvist",
        "Sigrid He",
        # what looks like a search language, about nothing
        'AND OR NOT ( " title: + - * ? ~ ^ [ ] { } \\ /',
        "paper titled",
        # other languages: words that bind there, and others that chance corrects or joins
        "plumo de Inteligência Artificial (modelso",
        "o melhor modelo de linguagem",
        "o uso de modelos de linguagem",
        # one unknown word, corrected from afar
        "bengio",
    ],
)
def test_words_found_by_chance_make_no_paper_sure(crowd: Index, query: str) -> None:
    assert first(crowd, query) is None


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        ("Rowena Yang", 1),
        ("lindqvist, sigrid", 2),
        ("papers by Tilo He", 2),
        ("Ada Gardener", 3),
        ("Ada B Gardener", 3),
        ("gardener ada", 3),
        ("groot hash", 1),
        ("Sigridd Lindqvist", 2),
        ("sigrid ponds", 2),
        ("yang hedges", 1),
        ("lindqvist", 2),
        ("revising the title", 4),
        ("title: benign weeds", 3),
        ("paper titled Plucking Pears", 5),
        ("plcuking paers", 5),
    ],
)
def test_names_and_slips_that_are_meant_stay_sure(crowd: Index, query: str, seq: int) -> None:
    found = first(crowd, query)
    assert found is not None
    assert found.seq == seq


def test_similar_papers_share_rare_words_and_exclude_the_paper(tmp_path: Path) -> None:
    beans = [
        titled(1, "Climbing Beans on Trellises", "Beans climb trellises in spring."),
        titled(2, "Trellises for Climbing Peas", "Peas climb trellises in spring, as beans do."),
        titled(3, "Watering Cans", "Cans hold water."),
        titled(4, "Ponds", "Ponds hold water, too."),
    ]
    index = Index.open(tmp_path)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add(beans)
        writing.commit(Mark(4))
    assert index.similar(beans[0])[0].seq == 2
    assert 1 not in [one.seq for one in index.similar(beans[0])]
    assert index.similar(titled(99, "Climbing Trellises", "In spring."))[0].seq in {1, 2}


def test_papers_that_share_a_chance_word_are_not_similar(tmp_path: Path) -> None:
    about = titled(
        1,
        "Personas for Scarecrows",
        "A persona tells a scarecrow how to speak. We prune personas, so that a scarecrow with a persona fits in "
        "a shed, and play them against crows, pigeons and starlings at dawn, noon and dusk.",
    )
    near = titled(2, "Scarecrows That Speak", "A scarecrow speaks as its persona would, at dusk and dawn.")
    odd = [
        titled(
            3, "Guilds of Millers", "Millers play cards at noon, and count flour, sacks and carts by weight."
        ),
        titled(
            4, "Pruning Roses", "Roses want light, water, bone meal, and a wall that faces south or west."
        ),
        titled(5, "Sheds", "Sheds of wood and of stone, with roofs of slate, thatch, turf, reed and tin."),
    ]
    index = garden(tmp_path, [about, near, *odd])
    assert [one.seq for one in index.similar(about)] == [2]


def test_a_paper_that_is_like_no_other_has_no_similar_ones(tmp_path: Path) -> None:
    alone = titled(
        1,
        "Tides",
        "Moon, sun, shore, ebb, flood, buoy, gauge, harbour, lagoon, estuary, shoal, reef and a spade.",
    )
    others = [titled(seq, f"Spades {seq}", "A spade digs, lifts, turns and rests.") for seq in range(2, 9)]
    others.append(titled(9, "Harbours", "Boats rest in ports, by a quay, a crane, a pier, a slip and nets."))
    index = garden(tmp_path, [alone, *others])
    assert [one.seq for one in index.similar(alone) if one.seq < 9] == []


def test_two_words_run_together_are_taken_apart_though_some_papers_write_them_so(tmp_path: Path) -> None:
    papers = [titled(seq, f"Growing Turnips {seq}", "Soil.") for seq in range(3, 2203)]
    papers += [
        titled(1, "A Method for Growing Turnips in Drought", "Soil."),
        titled(2, "Sand", "No method for growingturnips."),
    ]
    found = first(garden(tmp_path, papers), "a method for growingturnips in drought")
    assert found is not None
    assert found.seq == 1
