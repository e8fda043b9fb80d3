import time

import pytest

from bot.text.singular import beginning, other_numbers, singular


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("models", "model"),
        ("policies", "policy"),
        ("matrices", "matrix"),
        ("submatrices", "submatrix"),
        ("hypotheses", "hypothesis"),
        ("classes", "class"),
        ("losses", "loss"),
        ("cases", "case"),
        ("biases", "bias"),
        ("responses", "response"),
        ("approaches", "approach"),
        ("caches", "cache"),
        ("boxes", "box"),
        ("sizes", "size"),
        ("movies", "movie"),
        ("ties", "tie"),
        ("heroes", "hero"),
        ("curves", "curve"),
        ("halves", "half"),
        ("criteria", "criterion"),
        ("children", "child"),
        ("gpus", "gpu"),
        ("videos", "video"),
    ],
)
def test_a_plural_has_its_singular(many: str, one: str) -> None:
    assert singular(many) == one
    assert singular(one) == one
    assert many.startswith(beginning(one))
    assert one.startswith(beginning(one))


@pytest.mark.parametrize(
    "word",
    ["news", "analysis", "bias", "class", "gas", "lens", "robotics", "various", "bus", "学习", "ε", ""],
)
def test_what_only_ends_like_a_plural_stays(word: str) -> None:
    assert singular(word) == word


def test_a_plural_of_two_words_is_equal_to_both_and_they_are_not_to_each_other() -> None:
    assert singular("bases") == "bases"
    assert other_numbers("bases") == ("base", "basis")
    assert other_numbers("basis") == other_numbers("base") == ("bases",)
    assert other_numbers("model") == ()


def test_a_word_of_a_million_letters_is_looked_at_from_its_end_alone() -> None:
    began = time.process_time()
    assert singular("a" * 1_000_000 + "submatrices") == "a" * 1_000_000 + "submatrix"
    assert beginning("a" * 1_000_000) == "a" * 1_000_000
    assert time.process_time() - began < 2
