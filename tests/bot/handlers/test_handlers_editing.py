"""What is done with subscriptions afterwards: pause, resume, remove, edit, and the way back."""

from bot.deliveries import Gone
from bot.locale import words
from bot.models import Place
from bot.subscriptions import Subscription
from tests.talk import Talk

SAY = words()
C1, DIRECT = Place("slack", "T1", "C1"), Place("slack", "T1", "DU1")


async def made(talk: Talk, place: Place = DIRECT) -> list[Subscription]:
    return list(await talk.store.subscriptions.of_place(place))


async def test_pause_and_undo(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("pause robot")
    assert [one.state for one in await made(ada)] == ["paused"]
    await ada.presses("Undo")
    assert [one.state for one in await made(ada)] == ["active"]


async def test_a_removed_one_is_kept_for_thirty_days(ada: Talk) -> None:
    await ada.types("subscribe robot")
    (one,) = await made(ada)
    await ada.types("unsubscribe robot")
    ada.waits(days=29)
    await ada.store.subscriptions.sweep(ada.now)
    assert await ada.store.subscriptions.get(one.id)
    ada.waits(days=2)
    await ada.store.subscriptions.sweep(ada.now)
    assert await ada.store.subscriptions.get(one.id) is None


async def test_edit_changes_what_is_named_and_undo_changes_it_back(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("edit robot --query lamps --weekly")
    assert [(one.query, one.cadence) for one in await made(ada)] == [("lamps", "weekly")]
    await ada.presses("Undo")
    assert [(one.query, one.cadence) for one in await made(ada)] == [("robot", "daily")]


async def test_edit_alone_shows_what_can_be_changed(ada: Talk) -> None:
    await ada.types("subscribe robot")
    said = await ada.types("edit robot")
    assert "edit SUBSCRIPTION [--query QUERY]" in said
    await ada.presses("Weekly")
    assert [one.cadence for one in await made(ada)] == ["weekly"]


async def test_a_doubtful_new_rule_is_asked_about(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("edit robot --query turnip growth")
    assert [one.query for one in await made(ada)] == ["robot"]
    await ada.presses("All its words")
    assert [one.query for one in await made(ada)] == ["turnip AND growth"]


async def test_undoing_the_removal_of_a_paused_one_leaves_it_paused(ada: Talk) -> None:
    await ada.types('subscribe "garden robot" --here')
    (one,) = await ada.store.subscriptions.of_place(ada.caller.place)
    await ada.types(f"pause {one.id}")
    await ada.types(f"unsubscribe {one.id}")
    await ada.presses("Undo")
    (back,) = await ada.store.subscriptions.of_place(ada.caller.place)
    assert (back.id, back.state) == (one.id, "paused")


async def test_an_edit_in_chinese_is_asked_about(ada: Talk) -> None:
    await ada.types("subscribe lamps")
    await ada.types("edit lamps --query 机器人")
    await ada.presses("In English")
    assert [one.query for one in await made(ada)] == ["robot*"]


async def test_only_who_manages_a_place_that_is_paused_brings_it_back(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.store.outbox.leave(C1, Gone("removed"))
    ada.reach.strange = {"C1"}
    assert await ada.types("resume robot") == SAY("rights-slack")
    assert await ada.store.plans.reached(C1) == ("en", "removed")
    ada.reach.strange = set()
    await ada.types("resume robot")
    assert await ada.store.plans.reached(C1) == ("en", "")


async def test_updates_are_asked_for_and_read_back_and_can_be_undone(ada: Talk) -> None:
    assert "New versions and withdrawals are told as well." in await ada.types("subscribe robot --updates")
    await ada.types("edit robot --no-updates")
    assert [one.updates for one in await made(ada)] == [False]
    await ada.presses("Undo")
    assert [one.updates for one in await made(ada)] == [True]
