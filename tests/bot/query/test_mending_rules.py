"""Rules with slips of typing corrected, term by term."""

import pytest

from bot.query import mendable, parse, with_mended

KNOWN = {"difusion models": "diffusion models", "jonathn ho": "jonathan ho", "Levinee": "levine"}


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("difusion models", ["difusion models"]),
        ('"difusion models" AND author:Ho', ["difusion models", "Ho"]),
        ("robot OR (garden AND robot)", ["robot", "garden"]),
        ("title:robot -survey NOT abstract:moon", ["robot"]),
        ("quantiz* AND turnips", ["turnips"]),
        ('"C++" AND turnips', ["turnips"]),
        ("venue:icml category:cs source:arxiv year:2026", []),
    ],
)
def test_only_words_asked_for_in_texts_and_names_may_be_slips(rule: str, terms: list[str]) -> None:
    assert [term.text for term in mendable(parse(rule))] == terms


@pytest.mark.parametrize(
    ("rule", "mended"),
    [
        ("difusion models", "diffusion models"),
        ('"difusion models" AND author:Ho', '"diffusion models" AND author:Ho'),
        ('"difusion models" -survey', '"diffusion models" AND NOT survey'),
        ("turnips OR (difusion models AND year:2026)", "turnips OR diffusion models AND year:2026"),
        ('author:"jonathn ho"', 'author:"jonathan ho"'),
        ("author:Levinee", "author:levine"),
    ],
)
def test_the_rule_stays_as_it_is_but_for_its_slips(rule: str, mended: str) -> None:
    query = parse(rule)
    corrected = {term: KNOWN[term.text] for term in mendable(query) if term.text in KNOWN}
    other = with_mended(query, corrected)
    assert other is not None
    assert other.text == mended


@pytest.mark.parametrize(
    ("rule", "corrected"),
    [("turnips", {}), ("Turnips", {"Turnips": "Turnips"}), ("turnipp AND robot", {"turnipp": "a"})],
)
def test_what_is_no_other_rule_is_not_offered(rule: str, corrected: dict[str, str]) -> None:
    query = parse(rule)
    assert with_mended(query, {t: corrected[t.text] for t in mendable(query) if t.text in corrected}) is None
