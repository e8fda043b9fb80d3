"""JSON lines: one record a line."""

from collections.abc import Iterator

from bot.models import Source
from bot.sources.encoding import Encoding
from bot.sources.jsontext import parse
from bot.sources.listed import from_name
from bot.sources.records import reading
from bot.sources.stream import RECORD_CAP, lines
from bot.sources.values import Fault, Item


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by record from 0; blank lines do not count, broken ones do."""
    listed = from_name(file)
    encoding = Encoding()
    record = -1
    for number, line in enumerate(lines(stream), 1):
        if line is not None and not line.strip():
            continue
        record += 1
        place = f"line {number}"
        if line is None:
            yield Fault("source-too-long", {"limit": RECORD_CAP}).at(file, place)
            continue
        value, utf8 = parse(line)
        if not utf8:
            encoding.foreign(place)
        said = value if isinstance(value, Fault) else reading(value, Source(file, "record", record), listed)
        yield said.at(file, place) if isinstance(said, Fault) else said
    yield from encoding.report(file)
