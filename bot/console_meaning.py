"""The console command about meaning, and what an ingest does for it."""

import logging
from typing import Final

import typer

from bot import jsonform
from bot.app import App
from bot.console import Json, progress, say, tell, with_app
from bot.errors import UserError
from bot.lookup import Busy
from bot.meaning import Meaning

log = logging.getLogger("paperbot.meaning")

AT_ONCE: Final = (
    200  # papers, some 5 s, that an ingest does not leave to others: a list is found in full at once
)


def add_to(cli: typer.Typer) -> None:
    """Adds this command to the command line."""
    cli.command(help=say("console-encode"))(encode)


def encode(*, as_json: Json = False) -> None:
    """The meaning of all papers that have none yet, at once."""

    async def run(app: App) -> None:
        done = await _encoded(app, _wanted(app), None)
        papers = _wanted(app).condition.papers
        form = jsonform.dumps({"encoded": done, "papers": papers})
        print(form if as_json else say("encode-done", encoded=done, papers=papers))

    with_app(run)


async def encode_some(app: App) -> None:
    """The newest papers at once; says what is left, and never fails: their words are found already."""
    if app.meaning is None:
        return
    try:
        await _encoded(app, app.meaning, AT_ONCE)
        left = await app.store.count() - app.meaning.condition.papers
        if left > 0:
            tell(say("encode-left", left=left))
    except UserError as error:
        tell(error.say(say))
    except Exception:
        # Whatever is wrong with an extra, the papers are in.
        log.exception("papers are not encoded", extra={"action": "meaning"})


async def _encoded(app: App, meaning: Meaning, most: int | None) -> int:
    from bot.encoding import encode as encode_papers

    with progress() as show:
        try:
            return await encode_papers(
                app.store,
                meaning.shelves,
                meaning.encoder,
                most=most,
                progress=lambda done, of: show(say("encode-progress", done=done, of=min(of, most or of))),
            )
        except Busy as error:
            raise UserError("encode-busy") from error
        except OSError as error:
            raise UserError("encode-disk", reason=str(error)) from error


def _wanted(app: App) -> Meaning:
    if app.meaning is None:
        raise UserError("encode-missing" if app.settings.meaning else "encode-off")
    return app.meaning
