"""What an abbreviation is short for, by the papers that say so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.abbreviations import Expansions, abbreviation


@pytest.mark.parametrize(
    ("rule", "letters"),
    [
        ("RLHF", "RLHF"),
        ('"GAN"', "GAN"),
        (" DP4 ", "DP4"),
        ("rlhf", ""),
        ("RLHF OR GAN", ""),
        ("A", ""),
        ("", ""),
    ],
)
def test_a_rule_is_an_abbreviation_or_it_is_not(rule: str, letters: str) -> None:
    assert abbreviation(rule) == letters


def commonest(letters: str, *texts: str) -> str:
    seen = Expansions(letters)
    for text in texts:
        seen.look(text)
    return seen.commonest()


@pytest.mark.parametrize(
    ("letters", "text", "said"),
    [
        (
            "GAN",
            "We train generative adversarial networks (GANs) on turnips.",
            "generative adversarial networks",
        ),
        (
            "RLHF",
            "Here. Reinforcement learning from human feedback (RLHF) helps.",
            "reinforcement learning from human feedback",
        ),
        ("MDP", "In Markov Decision Processes (MDPs) turnips grow.", "markov decision processes"),
        (
            "SLAM",
            "On simultaneous localization and mapping (SLAM) in gardens.",
            "simultaneous localization and mapping",
        ),
        ("GAN", "Turnips are grown (GAN) here.", ""),
    ],
)
def test_the_words_before_the_bracket_are_told_when_two_papers_agree(
    letters: str, text: str, said: str
) -> None:
    assert commonest(letters, text, text) == said
    assert commonest(letters, text) == ""


def test_what_most_papers_say_wins() -> None:
    usual, odd = "a generative adversarial network (GAN)", "a garden apple nursery (GAN)"
    assert commonest("GAN", usual, odd, usual, odd, usual) == "generative adversarial network"


@given(st.text(max_size=300))
@settings(max_examples=100)
def test_no_text_brings_it_down(text: str) -> None:
    assert isinstance(commonest("AB", f"{text} (AB)", f"{text} (AB)"), str)
