"""Readings made comparable, their keys, and the ids that come of these."""

from dataclasses import replace

import pytest

from bot.models import Reading
from bot.text.fold import squeeze
from bot.witness import edited, keys, paper_id, witness
from tests.make import a_reading

LONG = "Turnips grow slowly, and nobody knows why: we water them with a transformer, by 41.5 percent. " * 4


def said(title: str, abstract: str, *authors: str) -> Reading:
    return a_reading(title=title, abstract=abstract, authors=authors)


def test_an_id_is_p_and_15_digits_and_is_the_first_key() -> None:
    one = witness(a_reading())
    assert paper_id(one) == f"p{keys(one)[0]:015x}"
    assert paper_id(one) == "p" + paper_id(one)[1:].lower()
    assert len(paper_id(one)) == 16
    assert paper_id(one, 1) != paper_id(one)


def test_an_id_depends_on_title_and_authors_and_on_nothing_else_where_both_are_there() -> None:
    one = a_reading()
    for other in (replace(one, abstract=""), replace(one, venue="X"), replace(one, title=one.title.upper())):
        assert paper_id(witness(other)) == paper_id(witness(one))
    assert paper_id(witness(replace(one, authors=("Ann Ash",)))) != paper_id(witness(one))


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (said("On Turnip", LONG, "Ann Ash"), True),
        (said("On Turnips", "Now another.", "Ann Ash"), True),
        (said("Beetroot", "Now another.", "Ben Birch"), False),
        (said("Beetroot", "", "Ben Birch"), False),
    ],
)
def test_a_record_is_mended_when_title_or_abstract_stay(new: Reading, expected: bool) -> None:
    assert edited(witness(said("On Turnips", LONG, "Ann Ash")), witness(new)) is expected


def test_letters_of_long_texts_agree_with_squeezed_ones_on_plain_text() -> None:
    assert witness(said("", LONG)).same_abstract == squeeze(LONG)


@pytest.mark.parametrize(
    ("ascii_", "unicode"),
    [
        ("pre-trained 'turnips' (x^2 of them)...", "pre–trained ‘turnips’ (x² of them)…"),
        ("naive turnips, alpha of them", "naïve turnips, α of them"),
        ("R_1 and 3x more", "R₁ and 3× more"),
    ],
)
def test_one_abstract_in_ascii_and_in_unicode_is_the_same(ascii_: str, unicode: str) -> None:
    assert witness(said("", ascii_)).same_abstract == witness(said("", unicode)).same_abstract
