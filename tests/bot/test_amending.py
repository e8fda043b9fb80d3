from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.amending import counted, event, holds, struck, voted_for, without
from bot.amendments import Shown
from bot.locale import words
from bot.message import Message
from bot.models import Paper, Place
from bot.parts import head, rest
from bot.posts import compose
from bot.subscriptions import Digest, Entry, Subscription
from tests.make import a_paper

SAY = words()
PLACE = Place("slack", "T1", "C1")
THEN = datetime(2026, 1, 1, tzinfo=UTC)
SUBSCRIPTION = Subscription(id="s0000001", place=PLACE, query="turnips", created=THEN, heard=THEN)


def numbered(n: int, **fields: object) -> Paper:
    return a_paper(id=f"p{n:015x}", seq=n, title=f"Turnips, Part {n}", **fields)


def a_post(papers: int, *, more: int = 0, pick: Paper | None = None, note: str = "") -> Message:
    digest = Digest(
        place=PLACE,
        kind="digest",
        day=date(2026, 12, 1),
        name="digest:2026-12-01",
        entries=tuple(Entry(numbered(n), {SUBSCRIPTION: ("turnips",)}) for n in range(1, papers + 1)),
        more=more,
        pick=pick,
        note=note,
    )
    return compose(digest, SAY)


def shown(version: int = 0, *, withdrawn: bool = False) -> Shown:
    return Shown(place=PLACE, seq=1, paper="p", version=version, withdrawn=withdrawn)


@pytest.mark.parametrize(
    ("told", "now", "expected"),
    [
        (0, None, "forgotten"),
        (1, {"status": "withdrawn", "version": 2}, "withdrawn"),
        (1, {"version": 2}, "v2"),
        (2, {"version": 2}, ""),
        (3, {"version": 2}, ""),
        (0, {"version": 2}, ""),
        (1, {"status": "rejected", "version": 1}, ""),
        (0, {}, ""),
    ],
)
def test_what_becomes_of_a_paper_that_was_told_of(
    told: int, now: dict[str, object] | None, expected: str
) -> None:
    assert event(shown(told), None if now is None else numbered(1, **now)) == expected


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (None, "forgotten"),
        ({"status": "withdrawn"}, "withdrawn"),
        ({"status": "poster", "version": 2}, "returned"),
    ],
)
def test_what_becomes_of_a_paper_that_was_withdrawn_before(
    now: dict[str, object] | None, expected: str
) -> None:
    assert event(shown(1, withdrawn=True), None if now is None else numbered(1, **now)) == expected


def test_a_paper_taken_out_leaves_a_post_that_counts_anew_and_keeps_its_notes() -> None:
    post = a_post(11, note="A note.")
    assert post.actions != ()
    rest_of_it = without(post, {numbered(3).id}, 10, SAY)
    assert rest_of_it is not None
    assert len(rest_of_it.cards) == 10
    assert (rest_of_it.footer, rest_of_it.actions) == ("A note.", ())
    assert rest_of_it.text.startswith("10 papers: ")


def test_of_a_flood_what_is_no_card_is_counted_too() -> None:
    post = without(a_post(12, more=20), {numbered(3).id}, 31, SAY)
    assert post is not None
    assert (post.footer, len(post.actions)) == ("and 21 more", 1)


def test_a_post_of_nothing_is_none() -> None:
    assert without(a_post(1), {numbered(1).id}, 0, SAY) is None


def test_a_paper_is_marked_where_it_is_shown_in_the_message_or_in_its_thread() -> None:
    post = a_post(13)
    gone = {numbered(2).id, numbered(12).id}
    (part,) = rest(post)
    found = [holds(head(post), {id_}) for id_ in sorted(gone)], [holds(part, {id_}) for id_ in sorted(gone)]
    assert found == ([True, False], [False, True])
    assert head(struck(post, gone, SAY)).cards[1].title == "2. Withdrawn: Turnips, Part 2"
    assert struck(part, gone, SAY).cards[1].title == "12. Withdrawn: Turnips, Part 12"
    assert "turnips" not in str(struck(part, gone, SAY).cards[1].lines[1:])


def test_marking_changes_nothing_else() -> None:
    post = a_post(3, pick=numbered(9))
    marked = struck(post, {numbered(2).id}, SAY)
    assert replace(marked, cards=post.cards) == post
    assert [one for one, other in zip(marked.cards, post.cards, strict=True) if one != other] == [
        marked.cards[2]
    ]


def test_votes_are_on_the_button_of_the_paper_of_the_day() -> None:
    post = a_post(1, pick=numbered(9))
    assert voted_for(post) == numbered(9).id
    assert [one.label for one in counted(post, numbered(9).id, 3, SAY).actions] == ["👍 3"]
    assert counted(post, numbered(9).id, 0, SAY) == post
    assert voted_for(a_post(1)) == ""
