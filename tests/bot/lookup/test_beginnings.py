"""Titles and keywords by how they begin, mistyped, and words so frequent that they are not looked up."""

import pytest

from bot.lookup import Index
from bot.lookup.searching import search
from tests.indexed import first, indexed, titled


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
    return indexed(tmp_path_factory.mktemp("shelf"), papers)


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
        ("cntrol of sprots", 2),  # with slips, too
        ("robt househld orchrd", 11),
    ],
)
def test_frequent_words_that_are_not_looked_up_still_count(shelf: Index, query: str, seq: int) -> None:
    found = search(shelf._current(), query, limit=3, postings=4)
    assert found[0].seq == search(shelf._current(), query, limit=3)[0].seq == seq
