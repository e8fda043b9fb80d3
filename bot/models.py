"""The values at the centre: frozen, plain, and ignorant of storage and of platforms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

PlaceKind = Literal["paragraph", "record"]
WhyKind = Literal["identifier", "name", "title", "author", "words", "keywords", "abstract", "meaning"]
Asked = Literal["command", "mention", "direct"]


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where a paper was read: a file's name and a number in it.

    Attributes:
        file: the file's name, without its folder.
        kind: ``paragraph`` for an abstract list (abstracts counted from 1, header not counted),
            ``record`` for every other format (from 0, header not counted).
        number: which one.
    """

    file: str
    kind: PlaceKind
    number: int

    def to_dict(self) -> dict[str, str | int]:
        """The console's form: ``{"file": ..., "paragraph": n}`` or ``{"file": ..., "record": n}``."""
        return {"file": self.file, self.kind: self.number}


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """One canonical name of one paper, such as ``arxiv:1706.03762``.

    Attributes:
        scheme: ``arxiv``, ``doi``, ``openreview``, ``acl``, ``icml``, ``neurips``, ... or ``link``.
        value: the canonical value: no version, no scheme, no trailing punctuation.
    """

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one source says of one paper, as it says it; nothing cleaned, nothing guessed.

    Empty strings and tuples mean that the source does not say.

    Attributes:
        source: where it stands.
        title: as published, LaTeX and Markdown included.
        abstract: as published.
        authors: names in order, one each, already split and without repeats.
        venue: short name in capitals as people say it, such as ``ICML``.
        year: four digits, or None.
        status: the source's own word, such as ``Poster``, ``Reject``, ``Withdraw``.
        identifiers: those the source states, canonical.
        links: addresses of the paper's own pages, best first, https only.
        keywords: the authors' own.
        published: aware UTC, or None.
        version: from 1, where the source tells which it read; else 0.
    """

    source: Source
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    status: str = ""
    identifiers: tuple[Identifier, ...] = ()
    links: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    published: datetime | None = None
    version: int = 0

    def __post_init__(self) -> None:
        _aware(self.published)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One work, whatever its versions, cross-lists and sources.

    Attributes:
        id: public and lasting, ``p`` and 15 hexadecimal digits, made from what identifies the work,
            so the same paper has the same id in every database.
        seq: our own order of arrival, from 1; the watermark of everything that asks "what is new".
        title: readable text, or None where no source has one.
        heading: the title, or a heading of at most 90 characters made from the paper's own text.
        names: what the paper introduces, as written, most important first.
        other_titles: titles the same work also went by, readable.
        authors: in order.
        abstract: readable text, maybe empty.
        raw: the abstract as published, for export.
        raw_title: the title as published, for export and for whoever compares titles; empty where there is none.
        venue: as ``Reading.venue``.
        year: four digits, or None.
        status: ``poster``, ``oral``, ``spotlight``, ``workshop``, ``rejected``, ``withdrawn``, or empty.
        identifiers: canonical, sorted.
        links: best first, https only.
        keywords: the authors' own.
        published: aware UTC, or None.
        sources: where it was read, sorted.
        version: the latest that any source has read, from 1; 0 where none tells.
    """

    id: str
    seq: int
    title: str | None
    heading: str
    names: tuple[str, ...] = ()
    other_titles: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    abstract: str = ""
    raw: str = ""
    raw_title: str = ""
    venue: str = ""
    year: int | None = None
    status: str = ""
    identifiers: tuple[Identifier, ...] = ()
    links: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    published: datetime | None = None
    sources: tuple[Source, ...] = ()
    version: int = 0

    def __post_init__(self) -> None:
        _aware(self.published)


@dataclass(frozen=True, slots=True)
class Mark:
    """How far something has read the store: all papers up to ``seq``, all changes up to ``change``.

    Attributes:
        seq: of the last paper, 0 for none.
        change: number of the last change to an older paper (joined, corrected, removed), 0 for none.
    """

    seq: int = 0
    change: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """Why a paper was shown: the field that answered, and the paper's own words that matched.

    Attributes:
        kind: ``identifier``; ``name`` and ``title`` when the query names the paper as a whole;
            ``author``; ``words`` when words of title, authors or names matched; ``keywords``, the authors' own;
            ``abstract``; ``meaning`` when no word did.
        words: as they stand in the paper, for setting off; empty for ``identifier``.
    """

    kind: WhyKind
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper's place in an answer, before its text is fetched.

    Attributes:
        seq: the paper's.
        score: 0 to 1, comparable within one answer.
        why: for honest display.
        guess: True when the paper is offered only as a guess; guesses come after all others.
        points: what papers are ranked by among those that are guesses, and those that are not; about 0 to 4.
    """

    seq: int
    score: float
    why: Why
    guess: bool = False
    points: float = 0.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked paper with its text; the fields are those of Ranked."""

    paper: Paper
    score: float
    why: Why
    guess: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to one lookup, one page of it.

    Attributes:
        query: what was asked, as typed.
        hits: best first, guesses last; a page holds either only sure hits or only guesses.
        page: from 1.
        more: what a next page has, if there is one.
        instead: queries that find something for sure where this one does not, as a person would write them.
        ms: milliseconds of the lookup alone, without reading what is only shown of the papers; 0 where nobody asked.
    """

    query: str
    hits: tuple[Hit, ...]
    page: int = 1
    more: Literal["", "hits", "guesses"] = ""
    instead: tuple[str, ...] = ()
    ms: float = field(default=0.0, compare=False)

    @property
    def sure(self) -> bool:
        """Whether some hit is not a guess."""
        return any(not hit.guess for hit in self.hits)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A paper offered while one types: its id and the text to show, at most 100 characters."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bot can speak: a channel or direct message of one workspace or server.

    Attributes:
        platform: ``slack``, ``discord`` or ``terminal``.
        team: workspace or server; empty in a Discord direct message and in the terminal.
        channel: channel, thread (Discord) or direct message.
    """

    platform: str
    team: str
    channel: str


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gave a command, and where.

    Attributes:
        place: where it was given.
        user: the platform's id of the person.
        name: what people there call the person; hostile text until rendered.
        locale: BCP 47 tag of the person's own language, such as ``en-US``.
        asked: ``command`` (answers are for the caller only), ``mention`` (in that thread, for all to
            see) or ``direct`` (ordinary messages that stay).
        can_manage: whether the caller may manage the place.
    """

    place: Place
    user: str
    name: str = ""
    locale: str = "en"
    asked: Asked = "command"
    can_manage: bool = False


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command with its options, however it was given: typed, chosen, or pressed.

    Attributes:
        name: a name in COMMANDS.
        args: option names and their values as text, in a fixed order, so that equal invocations compare
            equal; flags have the value ``yes``.
        text: all that was typed, when it was typed as free text; what is no command after all is looked
            up as this.
    """

    name: str
    args: tuple[tuple[str, str], ...] = ()
    text: str = ""

    @classmethod
    def of(cls, name: str, text: str = "", /, **args: str) -> "Invocation":
        """An invocation with the options that are not empty, sorted by name."""
        return cls(name, tuple(sorted((key, value) for key, value in args.items() if value)), text)

    def get(self, option: str, default: str = "") -> str:
        """The option's value, or the default."""
        return dict(self.args).get(option, default)

    def to_dict(self) -> dict[str, str | dict[str, str]]:
        """A plain form for storage, without the typed text."""
        return {"name": self.name, "args": dict(self.args)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "Invocation":
        """The reverse of to_dict.

        Raises:
            ValueError: the form is not one of ours.
        """
        name, args = data.get("name"), data.get("args")
        if not isinstance(name, str) or not isinstance(args, dict):
            raise ValueError("not a stored invocation")  # noqa: TRY004 - bad data, not a bad call
        return cls.of(name, **{str(key): str(value) for key, value in args.items()})


def _aware(moment: datetime | None) -> None:
    if moment is not None and moment.utcoffset() is None:
        raise ValueError("a moment must be aware, in UTC")
