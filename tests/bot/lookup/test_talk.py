"""What is said rather than asked, and what chance corrects: no paper is sure for it."""

import pytest

from bot.lookup import Index
from tests.indexed import indexed
from tests.make import a_paper

PAPERS = {
    "MEDUSA: Many Heads for Turnips": "Leaves go brown. This is helpful in practice.",
    "Diffusion in Wet Soil": "A machine offers shade, and the cause is told.",
    "Neighbors Help Neighbors Grow Beans": "Beans go far.",
    "PRAC: Planting Rows Across Corners": "Deformable objects are handled.",
    "Seeing Weeds in Images": "Photographs of weeds.",
    "The Game of Go among Gardeners": "Stones.",
    "Caching of Roots in 2 KB RAM": "Downloads of roots.",
}
TITLES = tuple(PAPERS)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    papers = (
        a_paper(seq=seq, title=title, abstract=abstract)
        for seq, (title, abstract) in enumerate(PAPERS.items(), 1)
    )
    return indexed(tmp_path_factory.mktemp("index"), papers)


def sure(index: Index, query: str) -> list[str]:
    return [TITLES[one.seq - 1] for one in index.search(query) if not one.guess]


@pytest.mark.parametrize(
    "query",
    [
        *(
            "can you help me",
            "help",
            "how are you doing",
            "i need help with homework",
            "happy birthday everyone",
        ),
        *("where is the coffee machine", "show must go on", "let it go", "menu", "meduxo"),
        *("变形金刚", r"$\frac{\frac{\frac{$", r"\prac", r"$$\begin{prac}"),
    ],
)
def test_nothing_is_sure_for_talk_and_chance(index: Index, query: str) -> None:
    assert sure(index, query) == []


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("help me find papers about diffusion", 1),
        ("where can i download the paper on diffusion", 1),
        ("图片下载", 4),
        ("neighbors help neighbors", 2),
        ("MEDUSA", 0),
        ("medsua", 0),
        ("medus", 0),
        ("offers shade machnie", 1),
        ("game of go", 5),
        ("papers on the game go", 5),
        ("papers about go", 5),
        (r"\textbf{PRAC}", 3),
        ("可变形物体", 3),
    ],
)
def test_what_is_asked_for_is_found_among_words_of_talk(index: Index, query: str, title: int) -> None:
    assert sure(index, query)[:1] == [TITLES[title]]
