"""Every word that people see is in the catalogues, and the catalogues hold nothing else."""

import re
from pathlib import Path
from typing import get_args

from bot.commands import COMMANDS
from bot.deliveries import DeliveryState
from bot.locale import HOME, Catalogue, Words, words
from bot.models import WhyKind

ROOT = Path(__file__).parent.parent
CODE = "\n".join(
    file.read_text(encoding="utf-8")
    for top in ("bot", "adapters", "config")
    for file in (ROOT / top).rglob("*.py")
)
KEYS = [
    key
    for file in (HOME / "en").glob("*.ftl")
    for key in re.findall(r"^([a-z][\w-]*) =", file.read_text(encoding="utf-8"), re.MULTILINE)
]
# Keys the code builds from a value; the rest stands in the code as written.
BUILT = [f"{start}-{name}" for name in (c.name for c in COMMANDS) for start in ("help", "example")]
BUILT += [f"help-{command.name}-more" for command in COMMANDS]
BUILT += [option.summary_key for command in COMMANDS for option in command.options]
BUILT += [f"post-{what}-{one}" for what in ("update", "told") for one in ("version", "withdrawn", "returned")]
BUILT += [f"why-{kind}" for kind in get_args(WhyKind)]
BUILT += [
    f"status-{status}" for status in ("poster", "oral", "spotlight", "workshop", "rejected", "withdrawn")
]
BUILT += [
    f"{start}-{n}" for start, last in (("day", 7), ("month", 13)) for n in range(start == "month", last)
]
BUILT += [f"state-{state}" for state in ("active", "paused", "removed")]
BUILT += [f"button-{name}" for name in ("instant", "daily", "weekly", "pause", "resume")]
BUILT += [f"rights-{platform}" for platform in ("slack", "discord", "terminal")]
BUILT += [f"delivery-{state}" for state in get_args(DeliveryState)]


def test_no_key_stands_twice() -> None:
    assert sorted(KEYS) == sorted(set(KEYS))


def test_every_key_is_used() -> None:
    written = {*re.findall(r"(?<=[\"'])[a-z][\w-]*(?=[\"'])", CODE), *BUILT}
    assert [key for key in KEYS if key not in written] == []


def test_every_built_key_has_its_words() -> None:
    assert [key for key in BUILT if key not in KEYS] == []


def test_an_unknown_language_is_answered_in_english() -> None:
    assert words("tlh").locale == "en"
    assert words("en-GB").locale == "en"


def test_a_very_long_argument_is_cut_and_marked() -> None:
    said = words()("show-unknown", query="x" * 5000)
    assert 800 < len(said) < 1100
    assert "x…" in said


def test_a_message_is_parsed_with_whatever_it_refers_to() -> None:
    text = """
# A list of garden words.
bed = { -tool } for { vegetable }
    and more:
    { $count ->
        [one] one row
       *[other] { $count } rows
    }

vegetable = turnips of { bed-owner.name }
bed-owner = Ada
    .name = Ada's
-tool = a rake
"""
    say = Words("en", Catalogue("en", text))
    assert say("bed", count=2) == "a rake for turnips of Ada's\nand more:\n2 rows"


def test_messages_that_refer_to_each_other_are_parsed_once() -> None:
    bundle = Catalogue("en", "hen = { egg }\negg = { hen }\n").bundle("hen")
    assert bundle is not None
    assert bundle.has_message("egg")
