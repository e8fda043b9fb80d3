"""Corrections that people are offered: words that some paper has."""

import pytest

from bot.lookup import Index
from bot.text.fold import tokens
from tests.indexed import indexed
from tests.make import a_paper

TITLES = (
    "Structured Diffusion Bridges for Gardens",
    "Contrastive Learning of Turnips",
    "Reinforcement of Fences in Windy Weather",
    "HarvestNet: Harvesting at Scale",
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    papers = (a_paper(seq=seq, title=title, abstract="") for seq, title in enumerate(TITLES, 1))
    return indexed(tmp_path_factory.mktemp("index"), papers)


@pytest.mark.parametrize(
    "query",
    [
        *(
            "strum",
            "strucutr",
            "gardens strum",
            "contrastve",
            "contrastivr lear",
            "learning reinfroc",
            "harvst",
        ),
        *("structured difusion brid", "structureddiffusion", "fences in windi weat"),
    ],
)
def test_every_word_that_is_offered_stands_in_some_paper(index: Index, query: str) -> None:
    known = {word for title in TITLES for word in tokens(title)}
    changed = set(tokens(index.mended(query))) - set(tokens(query))
    assert changed <= known
    for offered in index.corrections(query):
        assert set(tokens(offered)) - set(tokens(query)) <= known


def test_a_beginning_with_a_slip_is_offered_as_the_word_that_goes_on_from_it(index: Index) -> None:
    assert (index.mended("strum"), index.corrections("strum")) == ("structured", ("structured",))
