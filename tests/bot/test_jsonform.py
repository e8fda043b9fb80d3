"""The console's JSON form of papers."""

import pytest

from bot import jsonform
from bot.models import Hit, Why
from tests.make import a_paper


def test_a_title_is_given_as_published_and_the_heading_as_it_is_shown() -> None:
    paper = a_paper(title="ℓ₁-turnips", heading="ℓ₁-turnips", raw_title=r"$\ell_1$-turnips")
    form = jsonform.hit(Hit(paper, 1.0, Why("title")))
    assert (form["title"], form["heading"]) == (r"$\ell_1$-turnips", "ℓ₁-turnips")


def test_a_paper_without_title_has_none_in_json() -> None:
    assert jsonform.match(a_paper(title=None, heading="Growing turnips"))["title"] is None


@pytest.mark.parametrize("number", ["9" * 10_000, "-" + "9" * 10_000, "NaN", "Infinity"])
def test_a_number_beyond_all_measure_is_refused_in_words_for_people(number: str) -> None:
    with pytest.raises(ValueError, match=r"^a number of too many digits, or one that is none in JSON$"):
        jsonform.loads(f'{{"id": {number}}}'.encode())
