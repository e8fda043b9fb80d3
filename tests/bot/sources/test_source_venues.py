"""How venues write themselves."""

import pytest

from bot.sources.venues import venue_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("icml", "ICML"),
        ("ICML", "ICML"),
        ("neurips", "NeurIPS"),
        ("NEURIPS", "NeurIPS"),
        ("siggraphasia", "SIGGRAPH Asia"),
        ("arXiv", "arXiv"),
        ("Nature", "Nature"),
        ("Machine Learning", "Machine Learning"),
        ("3dv", "3DV"),
    ],
)
def test_a_venue_is_written_as_people_write_it(text: str, name: str) -> None:
    assert venue_name(text) == name
