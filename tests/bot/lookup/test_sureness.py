"""What makes a paper sure among many that chance finds, and what does not."""

from pathlib import Path

import pytest

from bot.lookup import Index
from tests.indexed import first, indexed, titled


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Papers among which words of any kind stand somewhere, for chance to find."""
    return indexed(
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


@pytest.mark.parametrize("query", ["MulchFlow-Lite", "MulchFlow-3", "Mulch-MulchFlow"])
def test_a_name_within_a_longer_name_is_anothers(tmp_path: Path, query: str) -> None:
    garden = indexed(
        tmp_path,
        [titled(1, "Spreading Bark with MulchFlow", "Lite rakes, 3 beds of mulch."), titled(2, "Ponds")],
    )
    found = garden.search(query)
    assert [(one.seq, one.guess) for one in found[:1]] == [(1, True)]
    assert not garden.search(query.replace("-", " "))[0].guess
    assert not garden.search("Mulch-Flow")[0].guess


def test_a_compound_name_that_papers_hold_is_sure(tmp_path: Path) -> None:
    garden = indexed(
        tmp_path,
        [
            titled(1, "Rakes and Hoes", "The Smith-Waterman way to weed."),
            titled(2, "Smiths"),
            titled(3, "Water"),
        ],
    )
    found = first(garden, "Smith-Waterman")
    assert found is not None
    assert found.seq == 1
