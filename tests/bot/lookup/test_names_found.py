"""Names as papers write them, found in every spelling that people give them."""

import pytest

from bot.lookup import Index
from bot.merging import merge
from bot.witness import witness
from tests.indexed import indexed
from tests.make import a_reading

TITLES = (
    "R 3 L: Rows, Roots and Rakes",
    "4DPC 2 hat: Towards Point Clouds of Cabbages",
    "Multi 2 : Two Gardens at Once",
    "Persona-Planter: One Gardener, Many Hats",
    "TurnipNet++: Turnips Once More",
)
ABSTRACTS = (
    "Petals vary. We propose **De**coupled **P**etal **A**daptation (DePA), which adapts petals apart from leaves.",
    r"We introduce M+Mulch, a cover of $\alpha$ layers, and derive GP2F for its folds. M+Mulch keeps soil warm.",
    "We propose Careful Apple Picking with Elastic Robots (CAPER), a picker that bruises nothing.",
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    readings = [a_reading(title=title, abstract="") for title in TITLES]
    readings += [a_reading(title="", authors=(), abstract=abstract) for abstract in ABSTRACTS]
    papers = (merge([witness(one)], seq) for seq, one in enumerate(readings, 1))
    return indexed(tmp_path_factory.mktemp("index"), papers)


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        *[(query, 1) for query in ("R3L", "r3l", "R³L", "R 3 L", "r^3 l")],
        *[(query, 2) for query in ("4DPC2hat", "4DPC²hat", "4dpc 2 hat")],
        *[(query, 3) for query in ("Multi2", "multi²", "Multi 2")],
        *[(query, 4) for query in ("persona planter", "PersonaPlanter", "persona‑planter", "Persona-Plantr")],
        *[(query, 5) for query in ("TurnipNet++", "turnipnet", "Turnip-Net++")],
        *[(query, 6) for query in ("DePA", "depa", "Decoupled Petal Adaptation", "**De**PA")],
        *[(query, 7) for query in ("M+Mulch", "m plus mulch", "M + Mulch")],
        *[(query, 8) for query in ("caper", "CAPER", "Careful Apple Picking")],
    ],
)
def test_a_name_finds_its_paper_first_however_it_is_spelt(index: Index, query: str, seq: int) -> None:
    found = [one for one in index.search(query) if not one.guess]
    assert [one.seq for one in found[:1]] == [seq], query
