"""Looking papers up, and help."""

from typing import Final

from bot import views
from bot.engine import PAGE
from bot.errors import UserError
from bot.message import Message
from bot.table import Request

LAST_PAGE: Final = 10


async def find(request: Request) -> Message:
    """Papers for whatever is remembered of them, a page of them."""
    return await _find(request, _note(request))


async def _find(request: Request, note: str) -> Message:
    engine, asked, say = request.engine, request.asked, request.say
    query, page = asked.get("query"), _page_number(request)
    if asked.get("share") and query.lower() in request.table:
        raise UserError("find-share-of-command", command=query.lower())
    found = await engine.find(query, page)
    if asked.get("share"):
        if not found.sure:
            raise UserError("find-shared-nothing", query=query)
        return views.shared(found.hits[0].paper, request.caller, say)
    if not found.hits and page == 1:
        return views.nothing(found, say, note=note, empty=not await engine.count())
    return views.found(found, request.caller, say, note=note)


async def show(request: Request) -> Message:
    """One paper with its abstract."""
    asked, caller, say = request.asked, request.caller, request.say
    paper = await request.engine.resolve(asked.get("paper"))
    if paper is None:
        return await instead(request, UserError("show-unknown", query=asked.get("paper")))
    return views.shared(paper, caller, say) if asked.get("share") else views.paper(paper, caller, say)


async def similar(request: Request) -> Message:
    """Papers related to one, or to words."""
    engine, asked = request.engine, request.asked
    text = asked.get("paper")
    paper = await engine.resolve(text)
    if paper is None:
        about = await engine.find(text)
        if about.sure:
            return views.found(about, request.caller, request.say)
        return await instead(request)
    return views.similar(paper, await engine.similar(paper, PAGE), request.caller, request.say)


async def at_random(request: Request) -> Message:
    """A paper that chance picks, on a topic if one is given."""
    topic = request.asked.get("topic")
    paper = await request.engine.random(topic)
    if paper is not None:
        return views.at_random(paper, topic, request.caller, request.say)
    if not topic:
        raise UserError("random-no-corpus")
    return await instead(request)


async def help_(request: Request) -> Message:
    """What there is: the commands that people need first, all of them, or one."""
    asked, table = request.asked, request.table
    name = asked.get("command")
    if not name:
        first = [one for one in table.values() if one.among_first or asked.get("more")]
        more = len(first) < len(table)
        return views.help_page([(one.name, one.usage) for one in first], request.say, more=more)
    command = table.get(name.lower().lstrip("/"))
    if command is None:
        raise UserError("help-unknown", command=name, commands=", ".join(table))
    return views.help_of(command.name, command.usage, request.say)


async def instead(request: Request, refusal: UserError | None = None, *, note: str = "") -> Message:
    """What was typed is no such command after all: the whole text is looked up; what was chosen is refused.

    Args:
        request: as it came.
        refusal: for who typed nothing but chose.
        note: the line that says so, where there is more to say than the usual.
    """
    asked = request.asked
    if refusal is not None and not asked.text:
        raise refusal
    query = asked.text or asked.args[0][1]
    looking = request.asking("find", asked.text, query=query)
    return await _find(looking, note or _note(looking))


def _page_number(request: Request) -> int:
    page = request.asked.get("page", "1")
    if not page.isdecimal() or not 1 <= int(page[:9]) <= LAST_PAGE:
        raise UserError("error-page", page=page)
    return int(page)


def _note(request: Request) -> str:
    """One line where a first word that is a command's name turned out to be text."""
    first = request.asked.text.partition(" ")[0].lower()
    return request.say("note-looked-up", word=first) if first in request.table and first != "find" else ""
