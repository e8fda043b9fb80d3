"""Messages as the worst of papers would make them: half as a digest of such papers, half of raw malice."""

from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random
from typing import Final

from bot.locale import words
from bot.message import Action, Card, Field, Line, Message, Span
from bot.models import Invocation, Paper, Place
from bot.posts import compose
from bot.subscriptions import Digest, Entry, Subscription
from bot.text.plain import plain
from tests.make import a_paper

SAY: Final = words("en")
NOW: Final = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
HERE: Final = Place("slack", "T1", "C1")
OURS: Final = "https://example.org/"  # begins every address that a link may lead to

PINGS = (
    "<!channel> <!here|x> <!everyone> <!subteam^S1|@team> <@U1> <@U1|you> <@W1> @channel @here @everyone <@1>",
    "<@!1> <@&2> <#3> </paper find:4> <t:1700000000:R> <:x:1> <a:y:2> <id:customize> @Everyone @HERE <#C1|general>",
    "&lt;!channel&gt; &amp;lt;!here&amp;gt; \\<@1> \\@everyone <\u200b@1> @\u200beveryone <! channel> < @U1>",
)
LINKS = (
    "[login](https://evil.example) [x](<https://evil.example>) ](https://evil.example) [a](https://a/)[b](https://b/)",
    "<https://evil.example|arXiv> <https://evil.example> https://evil.example/ http://evil.example ftp://e discord.gg/x",
    "<mailto:a@evil.example|me> [x]\n(https://evil.example) ![i](https://evil.example/i.png) [x][1]\n[1]: https://evil",
    "https://discord.com/invite/x discordapp.com/invite/x www.evil.example javascript:alert(1) data:text/html,x \\](x)",
)
MARKUP = (
    "**bold** __under__ ~~gone~~ ||spoiler|| `code` ```\nblock\n``` *i* _i_ \\*no\\* ***x*** _*~mix~*_ `` ` `` \\",
    "# Heading\n## Two\n-# small\n> quote\n>>> all\n- list\n* list\n1. one\n1) one\n:smile: :+1::skin-tone-2: &amp; &",
    "[" * 60 + "]" * 40 + "(" * 30 + ")" * 30,
    "\n\n\n   \t\r\n\x0b\x0c\u2028\u2029\n",
)
LATEX = (
    r"$\tilde{O}(\eta K\log^2T)$ and \textbf{bold} \href{https://evil.example}{arXiv} \url{https://evil.example}",
    r"\(\frac{1}{2}\) \begin{align}x&=1\\y&=2\end{align} $\unknown{\deep{\deeper{x}}}$ cost \$5 and $5 \% \# \_ \& ~",
    "$" + "{" * 80 + "x" + "}" * 79,
    "\\" * 50 + "$" * 7 + r"\def\x{\x\x}\x \input{/etc/passwd} \href{",
)
UNSEEN = (
    "\u202eright to left\u202c \u2066isolated\u2069 \u200f\u061c العربية עברית \u202dلا\u202c",
    "\ud800 lone \udfff and \udc00\ud800 swapped \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f44d\U0001f3fd \U0001f1e9\U0001f1ea",
    "\x00\x01\x1b[31m\x1b]8;;https://evil.example\x07x\x1b]8;;\x07\x9b2J\x7f\x85\u0000\ufeff\u00ad\u2060\ue000\U000e0041",
    "Z" + "\u0301\u0323" * 90 + "algo e\u0301 \u0f00\ufdfd \u1e9b\u0323 ﷽ 字字字",
)
PLAIN = (
    "Growing Turnips",
    "with",
    "Transformers:",
    "a study of",
    "plain words",
    "ICML 2026",
    "3.5% (p < 0.05)",
    "",
)
SAFE_URLS = (
    None,
    OURS,
    f"{OURS}p?x=1&y=%7C#z",
    f"{OURS}10.1016/s(99)<1>[2]",
    f"{OURS}a\u00fc b\"'",
    f"{OURS}|x>",
)
BAD_URLS = (
    *("javascript:alert(1)", "http://evil.example/", "https://", "https://[", "//evil.example", "", "x" * 4000),
    *("https://example.org@evil.example/", f"{OURS}{'a' * 4000}", f"{OURS}\x1b]8;;\x07\x1b[31m", f"{OURS}\u202e"),
)  # fmt: skip


class Hostile:
    """Gives one message after the other; the same seed gives the same ones.

    Attributes:
        dice: what everything is drawn from.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)

    def message(self) -> Message:
        """The next one."""
        return self._digest() if self.dice.random() < 0.5 else self._raw()

    def text(self, most: int = 5) -> str:
        """Some pieces, now and then a great many, now and then a hundred kilobytes."""
        dice = self.dice
        pieces = [self._piece() for _ in range(dice.randrange(most + 1))]
        if dice.random() < 0.03:
            pieces += [self._piece() * dice.randrange(1, 40)]
        if dice.random() < 0.002:
            pieces += [(self._piece() or "x ") * 100_000][:100_000]
            return dice.choice(["", " "]).join(pieces)[:100_000]
        return dice.choice(["", " ", " ", "\n"]).join(pieces)

    def _piece(self) -> str:
        dice = self.dice
        kind = dice.choice((PINGS, LINKS, MARKUP, LATEX, UNSEEN, PLAIN, PLAIN, PLAIN))
        piece = dice.choice(kind)
        if dice.random() < 0.4 and piece:  # a part of it, cut wherever
            at = dice.randrange(len(piece))
            piece = piece[at : at + dice.randrange(1, 30)]
        if dice.random() < 0.05:
            piece += "".join(chr(dice.randrange(0x110000)) for _ in range(dice.randrange(1, 12)))
        return piece

    def _url(self) -> str | None:
        return self.dice.choice(SAFE_URLS if self.dice.random() < 0.7 else BAD_URLS)

    def _paper(self, number: int) -> Paper:
        dice = self.dice
        title, url = plain(self.text()), self._url()
        return a_paper(
            id=f"p{number:015x}",
            seq=number,
            title=title or None,
            heading=title or plain(self.text()) or "?",
            authors=tuple(plain(self.text(2)) or "?" for _ in range(dice.randrange(5))),
            abstract=plain(self.text(8)),
            venue=self.text(1),
            status=dice.choice(["", "withdrawn", "oral"]),
            links=(url,) if url else (),
        )

    def _digest(self) -> Message:
        dice = self.dice
        count = dice.choice([*[1] * 30, *[2] * 20, *[3] * 20, *[9] * 6, *[10] * 6, *[11] * 8, *[23] * 4, 100])
        rules = [_subscription(number, self.text(2) or "turnips") for number in range(dice.randrange(1, 4))]
        entries = tuple(Entry(self._paper(number), self._because(rules)) for number in range(1, count + 1))
        pick = self._paper(0) if dice.random() < 0.3 else None
        digest = Digest(
            place=HERE, kind="digest", day=date(2026, 12, 1), name="digest:2026-12-01", entries=entries, pick=pick
        )  # fmt: skip
        return compose(replace(digest, more=dice.choice([0, 0, 900])), SAY)

    def _because(self, rules: list[Subscription]) -> dict[Subscription, tuple[str, ...]]:
        return {one: tuple(self.text(1) for _ in range(self.dice.randrange(3))) for one in rules}

    def _raw(self) -> Message:
        dice = self.dice
        cards = tuple(
            self._card(number) for number in range(dice.choice([0, 0, 1, 1, 1, 1, 2, 2, 3, 5, 10, 12]))
        )
        actions = tuple(self._action(1000 + number) for number in range(dice.randrange(3)))
        if len(cards) > 10:
            actions = (Action("Show all", Invocation.of("digest", post="x", page="1")), *actions)
        return Message(self.text(), self._line(), cards, actions, self.text(2), private=False)

    def _card(self, number: int) -> Card:
        dice = self.dice
        return Card(
            title=self.text()[:300],
            url=self._url(),
            lines=tuple(self._line() for _ in range(dice.randrange(4))),
            fields=tuple(Field(self.text(1), self.text(1)) for _ in range(dice.randrange(3))),
            footer=self.text(2),
            actions=tuple(self._action(10 * number + at) for at in range(dice.randrange(4))),
        )

    def _line(self) -> Line:
        dice = self.dice
        urls = [None, None, None, *SAFE_URLS, *BAD_URLS]
        return tuple(
            Span(self.text(), dice.random() < 0.3, dice.choice(urls)) for _ in range(dice.randrange(1, 4))
        )

    def _action(self, number: int) -> Action:
        return Action(
            self.text(1)[:40], Invocation.of("find", query=self.text(1).encode("utf-8", "replace").decode(), page=str(number))
        )  # fmt: skip


def _subscription(number: int, query: str) -> Subscription:
    return Subscription(
        id=f"s{number}", place=HERE, query=query, cadence="daily", after_seq=0, owner="U1", created=NOW, heard=NOW
    )  # fmt: skip
