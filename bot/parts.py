"""How a post is split: what its message shows, and what follows in its thread. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.message import Action, Card, Message
from bot.subscriptions import LINES

BUTTONS: Final = 5  # below a message, besides one for each line


def head(message: Message, first: int = 1) -> Message:
    """The message with its first ten cards, numbered, and one button for each below them all.

    Args:
        message: a post; one card keeps its own buttons.
        first: the number of its first card.
    """
    shown = message.cards[:LINES]
    if len(message.cards) < 2 and first == 1:
        return message
    return replace(
        message,
        cards=tuple(_numbered(card, number) for number, card in enumerate(shown, first)),
        actions=(*_buttons(shown, first), *message.actions[:BUTTONS]),
    )


def rest(message: Message) -> tuple[Message, ...]:
    """What head() leaves out, ten cards a message, numbered on."""
    cards = message.cards
    return tuple(
        head(
            Message(
                text="; ".join(card.title for card in cards[at : at + LINES]),
                cards=cards[at : at + LINES],
                private=message.private,
            ),
            at + 1,
        )
        for at in range(LINES, len(cards), LINES)
    )


def _numbered(card: Card, number: int) -> Card:
    return replace(card, title=f"{number}. {card.title}", actions=())


def _buttons(cards: Sequence[Card], first: int) -> tuple[Action, ...]:
    """Each card's first button, which shows the paper, under the card's number."""
    return tuple(
        replace(card.actions[0], label=f"{card.actions[0].label} {number}")
        for number, card in enumerate(cards, first)
        if card.actions
    )
