"""Vectors in few bits keep what is near near."""

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.meaning.codes import MOST_WORDS, PARTS, Small, agreement, likeness, signs, sketch
from bot.meaning.encoder import DIMS, Vectors


def some(count: int, seed: int = 0) -> Vectors:
    found = np.random.default_rng(seed).normal(size=(count, DIMS)).astype(np.float32)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)


def test_eight_bits_keep_products_to_one_in_a_hundred() -> None:
    vectors = some(20)
    small = Small.of(vectors)
    again = small.numbers * small.scales[:, None]
    assert np.abs(again @ vectors.T - vectors @ vectors.T).max() < 0.01


def test_a_vector_of_zeros_stays_one() -> None:
    assert not Small.of(np.zeros((1, DIMS), np.float32)).numbers.any()


def test_a_part_that_is_the_query_is_nearly_as_like_as_can_be() -> None:
    query, other = some(2)
    (found,) = likeness(query, sketch(np.stack([query, query, other]))[None], np.array([3]))
    assert found == pytest.approx(1, abs=0.1)


def test_the_two_likest_parts_count() -> None:
    query, other, third = some(3)
    one, two = (likeness(query, sketch(np.stack(parts))[None], np.array([3]))[0] for parts in (
        (query, other, third), (query, other, query)
    ))  # fmt: skip
    assert two > 1.5 * one


def test_places_without_a_part_do_not_count() -> None:
    query = -np.abs(some(1)[0])  # an empty place, read as signs, would be just like it
    found = likeness(query, np.zeros((2, PARTS, DIMS // 8), np.uint8), np.array([0, 0]))
    assert found.tolist() == [0, 0]


def test_more_parts_than_there_is_room_for_are_left_out() -> None:
    assert sketch(some(PARTS + 3)).shape == (PARTS, DIMS // 8)


def papers(*words: tuple[int, ...]) -> NDArray[np.uint32]:
    found = np.zeros((len(words), MOST_WORDS), np.uint32)
    for row, places in zip(found, words, strict=True):
        row[: len(places)] = places
    return found


def test_a_word_that_means_the_same_agrees_and_another_does_not() -> None:
    vectors = some(6)
    query = np.stack([vectors[0], vectors[1]])
    found = agreement(query, signs(vectors), papers((1, 2, 5), (3, 1), (4, 6), ()))
    assert found.round(1).tolist() == [1.0, 0.5, 0.0, 0.0]


def test_a_word_near_enough_agrees_nearly() -> None:
    (word, other) = some(2)
    near = word + 0.8 * other
    (found,) = agreement(near[None] / np.linalg.norm(near), signs(word[None]), papers((1,)))
    assert 0.8 < found < 1


def test_a_query_without_words_agrees_with_nothing() -> None:
    assert agreement(some(0), signs(some(1)), papers((1,))).tolist() == [0]
