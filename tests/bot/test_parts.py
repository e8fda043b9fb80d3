"""How a post is split into a message and what follows."""

from bot.message import Action, Card, Message, Span
from bot.models import Invocation
from bot.parts import head, rest

ALL = Action("Show all", Invocation.of("digest", post="digest:2026-12-01"))


def card(number: int) -> Card:
    show = Action("Show", Invocation.of("show", paper=f"p{number}"))
    return Card(f"Turnips, Part {number}", actions=(show, Action("Similar", show.invocation)))


def post(count: int) -> Message:
    lead = (Span(f"{count} new papers"),)
    return Message("Papers", lead, tuple(map(card, range(1, count + 1))), (ALL,), "and more", private=False)


def test_one_card_keeps_its_own_buttons() -> None:
    assert head(post(1)) == post(1)
    assert rest(post(1)) == ()


def test_ten_cards_are_numbered_with_a_button_for_each() -> None:
    shown = head(post(10))
    assert [one.title for one in shown.cards][::9] == ["1. Turnips, Part 1", "10. Turnips, Part 10"]
    assert [action.label for action in shown.actions] == [*(f"Show {n}" for n in range(1, 11)), "Show all"]
    assert shown.actions[1].invocation == card(2).actions[0].invocation
    assert not any(one.actions for one in shown.cards)
    assert (shown.lead, shown.footer, shown.private) == (post(10).lead, "and more", False)
    assert rest(post(10)) == ()


def test_no_card_of_a_long_post_is_lost_and_numbers_go_on() -> None:
    for count in (2, 11, 20, 23, 45):
        messages = (head(post(count)), *rest(post(count)))
        shown = [one.title for message in messages for one in message.cards]
        assert shown == [f"{n}. Turnips, Part {n}" for n in range(1, count + 1)]
        assert all(len(message.cards) <= 10 for message in messages)
        labels = [action.label for message in messages for action in message.actions]
        assert sorted(labels) == sorted(["Show all", *(f"Show {n}" for n in range(1, count + 1))])


def test_the_rest_stands_by_itself_for_whoever_reads_only_its_text() -> None:
    (part,) = rest(post(12))
    assert part.text == "Turnips, Part 11; Turnips, Part 12"
    assert not part.private
