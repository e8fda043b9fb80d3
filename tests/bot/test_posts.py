"""What a digest looks like as a message."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.locale import words
from bot.message import Card, Line, from_dict, plain, to_dict, to_text
from bot.models import Invocation, Paper, Place
from bot.posts import compose, page
from bot.subscriptions import Digest, Entry, Subscription
from tests.make import a_paper

SAY = words()
PLACE = Place("slack", "T1", "C1")
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def wants(query: str, id: str = "s0000001") -> Subscription:  # noqa: A002 - the public word for it
    return Subscription(id=id, place=PLACE, query=query, created=NOW, heard=NOW)


TURNIPS, ROOTS, WATER = wants("turnips"), wants("roots OR *beds*", "s0000002"), wants("water*", "s0000003")


def numbered(n: int, **fields: Any) -> Paper:
    given = {
        "id": f"p{n:015x}",
        "seq": n,
        "title": f"Turnips, Part {n}",
        "links": (f"https://example.org/{n}",),
    }
    return a_paper(**(given | fields))


def entry(n: int, *because: tuple[Subscription, tuple[str, ...]], **fields: Any) -> Entry:
    return Entry(numbered(n, **fields), dict(because or [(TURNIPS, ("Turnips",))]))


def a_digest(*entries: Entry, **fields: Any) -> Digest:
    given: dict[str, Any] = {
        "place": PLACE,
        "kind": "digest",
        "day": date(2026, 12, 1),
        "name": "digest:2026-12-01",
    }
    return Digest(**(given | {"entries": entries} | fields))


def strong(line: Line) -> list[str]:
    return [span.text for span in line if span.strong]


def titles(cards: tuple[Card, ...]) -> list[str]:
    return [card.title for card in cards]


def test_the_text_alone_says_what_there_is() -> None:
    post = compose(a_digest(*map(entry, range(1, 4))), SAY)
    assert post.text == "3 new papers for “turnips”: Turnips, Part 1; Turnips, Part 2; Turnips, Part 3"
    assert plain(post.lead) == "3 new papers for “turnips”"
    assert not post.private


def test_the_text_names_three_papers_and_says_that_there_are_more() -> None:
    assert compose(a_digest(*map(entry, range(1, 6))), SAY).text.endswith("Turnips, Part 3; …")
    assert compose(a_digest(entry(1)), SAY).text == "One new paper for “turnips”: Turnips, Part 1"


def test_several_subscriptions_are_named_the_busiest_first() -> None:
    two = compose(a_digest(entry(1, (ROOTS, ()), (TURNIPS, ("Turnips",))), entry(2)), SAY)
    three = compose(a_digest(entry(1, (TURNIPS, ()), (ROOTS, ()), (WATER, ()))), SAY)
    assert plain(two.lead) == "2 new papers for “turnips” and “roots OR *beds*”"
    assert plain(three.lead) == "One new paper for “turnips”, “roots OR *beds*” and one other subscription"


def test_a_card_links_the_title_and_says_why_it_is_here_with_the_papers_own_words_set_off() -> None:
    one = entry(1, (TURNIPS, ("Turnips",)), (WATER, ("waters", "watering")))
    (card,) = compose(a_digest(one), SAY).cards
    assert (card.title, card.url) == ("Turnips, Part 1", "https://example.org/1")
    assert plain(card.lines[0]) == "Ada Gardener, Ben Spade · ICML 2026"
    assert plain(card.lines[1]) == "For “Turnips” · “water*”: waters, watering"
    assert strong(card.lines[1]) == ["Turnips", "waters", "watering"]
    assert strong(card.lines[2]) == ["turnips", "waters", "turnips"]
    assert [action.invocation for action in card.actions] == [Invocation.of("show", paper=one.paper.id)]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ('"score matching"', "score matching"),
        ('"a" OR "b"', '"a" OR "b"'),
        ('"', '"'),
        ("author:levine", "author:levine"),
    ],
)
def test_a_subscription_is_called_by_its_query(query: str, name: str) -> None:
    (card,) = (post := compose(a_digest(entry(1, (wants(query), ("it",)))), SAY)).cards
    assert plain(post.lead) == f"One new paper for “{name}”"
    assert plain(card.lines[1]) == f"For “{name}”: it"


def test_two_subscriptions_with_the_same_query_are_named_once() -> None:
    twin = wants("turnips", "s0000009")
    post = compose(a_digest(entry(1, (TURNIPS, ("Turnips",)), (twin, ("Turnips",)), (WATER, ()))), SAY)
    assert plain(post.cards[0].lines[1]) == "For “Turnips” · “water*”"


def test_the_only_subscription_of_a_post_is_named_once_above_all() -> None:
    """On a card it is named where its abstract shows no word of it."""
    post = compose(a_digest(entry(1), entry(2, abstract="We plant them in rows.")), SAY)
    assert [plain(line) for card in post.cards for line in card.lines if "For “" in plain(line)] == [
        "For “Turnips”"
    ]
    assert strong(post.cards[0].lines[1]) == ["turnips", "turnips"]
    assert strong(post.cards[1].lines[1]) == ["Turnips"]


def test_the_paper_of_the_day_comes_first_and_says_so() -> None:
    post = compose(a_digest(entry(1), pick=numbered(9)), SAY)
    assert titles(post.cards) == ["Turnips, Part 9", "Turnips, Part 1"]
    assert plain(post.cards[0].lines[0]) == "Paper of the day · Ada Gardener, Ben Spade · ICML 2026"
    assert strong(post.cards[0].lines[0]) == ["Paper of the day"]
    assert plain(post.lead) == "Paper of the day · One new paper for “turnips”"
    assert post.text == "Paper of the day: Turnips, Part 9. One new paper for “turnips”: Turnips, Part 1"


def test_a_paper_of_the_day_goes_alone_when_there_is_nothing_else() -> None:
    post = compose(a_digest(kind="paper", pick=numbered(9)), SAY)
    assert post.text == "Paper of the day: Turnips, Part 9"
    assert titles(post.cards) == ["Turnips, Part 9"]
    assert plain(post.cards[0].lines[0]) == "Ada Gardener, Ben Spade · ICML 2026"


def test_a_paper_of_the_day_that_is_new_as_well_appears_once_and_says_why() -> None:
    post = compose(a_digest(entry(1), entry(2), pick=numbered(2)), SAY)
    assert titles(post.cards) == ["Turnips, Part 2", "Turnips, Part 1"]
    assert strong(post.cards[0].lines[1]) == ["turnips", "turnips"]
    assert plain(post.lead) == "Paper of the day · 2 new papers for “turnips”"


def test_every_entry_is_a_card_and_the_footer_counts_those_beyond_ten() -> None:
    post = compose(a_digest(*map(entry, range(1, 34))), SAY)
    assert len(post.cards) == 33
    assert post.footer == "and 23 more"
    (action,) = post.actions
    assert (action.label, action.invocation) == (
        "Show all",
        Invocation.of("digest", post="digest:2026-12-01", page="1"),
    )


def test_ten_lines_have_no_more_behind_them() -> None:
    post = compose(a_digest(*map(entry, range(1, 10)), pick=numbered(99)), SAY)
    assert (len(post.cards), post.footer) == (10, "")
    assert "digest" not in [action.invocation.name for action in post.actions]
    assert compose(a_digest(*map(entry, range(1, 11)), pick=numbered(99)), SAY).footer == "and 1 more"


def test_a_flood_is_counted_whole() -> None:
    post = compose(a_digest(*map(entry, range(1, 101)), more=1498, note="The source was late."), SAY)
    assert plain(post.lead) == "1,598 new papers for “turnips”"
    assert post.footer == "and 1,588 more\nThe source was late."


def test_a_post_survives_storage_and_reads_as_text() -> None:
    post = compose(a_digest(entry(1), pick=numbered(9)), SAY)
    assert from_dict(to_dict(post)) == post
    assert to_text(post).splitlines()[:3] == [
        "Paper of the day · One new paper for “turnips”",
        "Turnips, Part 9",
        "Paper of the day · Ada Gardener, Ben Spade · ICML 2026",
    ]


def test_a_long_query_and_a_hostile_title_stay_text() -> None:
    hostile = "<!channel> @everyone [x](https://evil.example) `" * 30
    long = wants("a phrase of quite some length " * 20)
    (card,) = compose(a_digest(entry(1, (long, ("some",)), title=hostile, links=())), SAY).cards
    assert card.title.startswith("<!channel> @everyone [x](https://evil.example)")
    assert len(card.title) <= 200
    assert card.url is None
    assert len(plain(card.lines[1])) < 60


def test_all_papers_of_a_post_are_reached_by_turning_pages() -> None:
    post = compose(a_digest(*map(entry, range(1, 16)), more=2), SAY)
    first = page(post, "digest:2026-12-01", 1, SAY, beyond=(), count=17)
    second = page(post, "digest:2026-12-01", 2, SAY, beyond=(numbered(16), numbered(17)), count=17)
    assert titles(first.cards + second.cards) == [f"Turnips, Part {n}" for n in range(1, 18)]
    assert first.text == "17 new papers for “turnips”: 1 to 10 of 17"
    assert [(one.label, one.invocation.get("page"), one.replaces) for one in first.actions] == [
        ("Next page", "2", True)
    ]
    assert [(one.label, one.invocation.get("page")) for one in second.actions] == [("Previous page", "1")]
    assert first.private
