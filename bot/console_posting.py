"""Console commands about what the bot says by itself: plan, post, outbox."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from bot import jsonform
from bot.amendments import FORGOTTEN, WITHDRAWN
from bot.app import App
from bot.console import Json, say, tell, with_app
from bot.deliveries import Delivery
from bot.errors import UserError
from bot.models import Place
from config.settings import load

POST_PATIENCE_S: Final = 60.0
POLL_S: Final = 0.2
EARLIEST_YEAR: Final = 1970
LATEST_YEAR: Final = 9000  # calendars need some years beyond
HIGHEST: Final = 2**62  # number of a delivery that a database takes
TOKENS: Final = {"slack": "SLACK_BOT_TOKEN", "discord": "DISCORD_TOKEN"}
MENDED: Final = {"retry": "outbox-retried", "drop": "outbox-dropped"}


def add_to(cli: typer.Typer) -> None:
    """Adds these commands to the command line."""
    cli.command("plan", help=say("console-plan"))(plan_posts)
    cli.command(help=say("console-post"))(post)
    outbox = typer.Typer(help=say("console-outbox"), invoke_without_command=True)
    outbox.callback()(listed)
    outbox.command("retry", help=say("console-outbox-retry"))(retry)
    outbox.command("drop", help=say("console-outbox-drop"))(drop)
    cli.add_typer(outbox, name="outbox")


def plan_posts(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=say("console-plan-dry"))] = False,
    now: Annotated[str | None, typer.Option(metavar="MOMENT", help=say("console-plan-now"))] = None,
    as_json: Json = False,
) -> None:
    """What is due, without sending."""

    async def run(app: App) -> None:
        from bot.planning import plan

        planned = await plan(app.store, _moment(now), dry_run=dry_run, walking=app.engine.walking)
        if as_json:
            print(jsonform.dumps([one.to_dict() for one in planned]))
        elif not planned:
            print(say("plan-nothing"))
        else:
            print("\n".join(one.say(say) for one in planned))

    if now and not dry_run:
        raise typer.BadParameter(say("plan-now-needs-dry"))
    with_app(run)


def post(
    place: Annotated[str, typer.Option(metavar="PLATFORM/TEAM/CHANNEL", help=say("console-post-place"))],
    paper: Annotated[list[str], typer.Argument(help=say("option-paper"), metavar="PAPER")],
) -> None:
    """Posts a paper once, now, through the outbox."""
    where = _place(place)
    settings = load()
    if not (settings.slack_bot_token if where.platform == "slack" else settings.discord_token):
        tell(say("post-no-token", setting=TOKENS[where.platform], platform=where.platform))
        raise typer.Exit(2)

    async def run(app: App) -> int:
        from bot.posts import single

        query = " ".join(paper)
        one = await app.engine.resolve(query)
        if one is None:
            raise UserError("show-unknown", query=query)
        key = f"{place}:post:{one.id}"
        await app.store.outbox.owe(key, where, "post", single(one, say), now=datetime.now(UTC))
        delivery = await _sent(app, key, where)
        if delivery.state not in ENDED:
            tell(say("post-later"))
        print(_line(delivery))
        return 0 if delivery.state == "sent" else 1

    with_app(run)


async def _sent(app: App, key: str, where: Place) -> Delivery:
    """Sends what is owed on the platform until this delivery has come to its end, or patience to its own."""
    from adapters.discord import post as discord
    from adapters.slack import post as slack

    deliver = {"slack": slack.deliver, "discord": discord.deliver}[where.platform]
    stop = asyncio.Event()
    work = asyncio.create_task(deliver(app, stop))
    until = asyncio.get_running_loop().time() + POST_PATIENCE_S
    try:
        while True:
            delivery = await app.store.plans.delivery(key=key)
            if delivery is None:
                raise LookupError(key)
            if delivery.state in ENDED or work.done() or asyncio.get_running_loop().time() > until:
                return delivery
            await asyncio.wait({work}, timeout=POLL_S)
    finally:
        stop.set()
        await work


def listed(
    context: typer.Context,
    *,
    all_states: Annotated[bool, typer.Option("--all", help=say("console-outbox-all"))] = False,
    as_json: Json = False,
) -> None:
    """What is pending, held, failed, and why."""
    if context.invoked_subcommand:
        return

    async def run(app: App) -> None:
        outbox = app.store.outbox
        found = await (outbox.listed(STATES) if all_states else outbox.listed())
        if as_json:
            print(jsonform.dumps([_form(one) for one in found]))
        else:
            print("\n".join(map(_line, found)) or say("outbox-empty"))
            states = {one.state for one in found}
            if "held" in states:
                print(say("outbox-held"))
            if any(one.state in STUCK and not _emptied(one) for one in found):
                print(say("outbox-mend"))

    with_app(run)


STUCK: Final = ("held", "dead", "gone")
ENDED: Final = ("sent", "held", "dead", "gone")
STATES: Final = ("planned", "sending", "sent", "unknown", "held", "dead", "gone")


def _number(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:20]) <= HIGHEST:
        return int(text)
    raise typer.BadParameter(say("outbox-not-a-number", text=text))


def retry(
    number: Annotated[
        int, typer.Argument(help=say("console-outbox-number"), metavar="NUMBER", parser=_number)
    ],
) -> None:
    """Sends a held, dead or gone delivery after all."""
    _mend("retry", number)


def drop(
    number: Annotated[
        int, typer.Argument(help=say("console-outbox-number"), metavar="NUMBER", parser=_number)
    ],
) -> None:
    """Never sends a delivery."""
    _mend("drop", number)


def _mend(what: str, number: int) -> None:
    async def run(app: App) -> None:
        from bot.planning import amend

        outbox = app.store.outbox
        done = await (outbox.retry(number) if what == "retry" else outbox.drop(number))
        if done and what == "retry":
            await amend(app.store, datetime.now(UTC))  # what became of its papers while it was stuck
        one = await outbox.get(number)
        state = _state(one) if one else say("delivery-none")
        if what == "retry" and one is not None and _emptied(one):
            raise UserError("outbox-emptied", number=number, state=state)
        if not done:
            raise UserError("outbox-cannot", number=number, state=state)
        print(say(MENDED[what], number=number))

    with_app(run)


# Why nothing is left to send, as it is noted with the post.
_EMPTIED: Final = {WITHDRAWN: "delivery-withdrawn", FORGOTTEN: "delivery-forgotten"}


def _line(one: Delivery) -> str:
    told = say(
        "outbox-line",
        number=one.id,
        place=f"{one.place.platform}/{one.place.team}/{one.place.channel}",
        kind=one.kind,
        state=_state(one),
        text=one.message.text.partition("\n")[0][:80],
    )
    return f"{told} ({one.error})" if one.error and not _emptied(one) else told


def _emptied(one: Delivery) -> bool:
    """Whether all its papers have been withdrawn or taken out before anybody saw it."""
    return one.state == "dead" and one.error in _EMPTIED


def _state(one: Delivery) -> str:
    return say(_EMPTIED[one.error] if _emptied(one) else f"delivery-{one.state}")


def _form(one: Delivery) -> dict[str, object]:
    place = one.place
    return {
        "id": one.id,
        "key": one.key,
        "place": {"platform": place.platform, "team": place.team, "channel": place.channel},
        "kind": one.kind,
        "state": one.state,
        "attempts": one.attempts,
        "not_before": one.not_before.isoformat(),
        "error": one.error,
        "text": one.message.text,
    }


def _place(text: str) -> Place:
    platform, _, rest = text.partition("/")
    team, _, channel = rest.partition("/")
    if platform not in TOKENS or not channel:
        raise UserError("post-place", place=text)
    return Place(platform, team, channel)


def _moment(text: str | None) -> datetime:
    if text is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(text)
        utc = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise typer.BadParameter(say("plan-moment", moment=text)) from error
    if not EARLIEST_YEAR <= utc.year <= LATEST_YEAR:
        raise typer.BadParameter(say("plan-moment", moment=text))
    return utc
