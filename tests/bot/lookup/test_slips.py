"""How likely a word was mistyped so."""

import pytest

from bot.lookup.slips import slip


@pytest.mark.parametrize(
    ("typed", "likelier", "less_likely"),
    [
        ("crafr", "craft", "crafk"),  # the key beside the right one
        ("turinp", "turnip", "turing"),  # swapped
        ("minning", "mining", "binning"),  # twice for once
        ("acuracy", "accuracy", "acuricy"),  # once for twice
        ("qert", "quert", "cert"),  # left out, rather than a far key
        ("leafh", "leaf", "leapp"),  # put in
    ],
)
def test_some_slips_happen_more_easily(typed: str, likelier: str, less_likely: str) -> None:
    assert slip(typed, likelier, 1) <= slip(typed, less_likely, 1)


@pytest.mark.parametrize(
    ("typed", "meant"), [("crafr", "craft"), ("turinp", "turnip"), ("minning", "mining")]
)
def test_an_easy_slip_costs_less_than_one(typed: str, meant: str) -> None:
    assert slip(typed, meant, 1) < 1


def test_a_far_key_costs_more_than_one() -> None:
    assert slip("pond", "qond", 1) > 1


@pytest.mark.parametrize(("typed", "meant"), [("a", "b"), ("ab", "a"), ("a", "ab"), ("", "a"), ("é", "e")])
def test_the_shortest_words_have_a_cost_too(typed: str, meant: str) -> None:
    assert slip(typed, meant, 1) > 0


def test_more_slips_cost_more() -> None:
    assert slip("turnpi", "turnips", 2) > slip("turnpi", "turnip", 1)
