"""A file's bytes: unpacked, as UTF-8, in bounded pieces."""

import codecs
import errno
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from bot.sources.values import Fault, Unreadable

CHUNK = 256 * 1024  # bytes asked for at a time
HEAD = 64 * 1024  # bytes a format is recognised from
RECORD_CAP = 1024 * 1024  # bytes of one record, line or paragraph; longer ones are left out

_GZIP = b"\x1f\x8b"
# UTF-32 before UTF-16: its mark begins with UTF-16's.
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_REFUSED = {
    errno.EACCES: "source-forbidden",
    errno.EPERM: "source-forbidden",
    errno.EISDIR: "source-folder",
    errno.ELOOP: "source-dangling",
    errno.ENOENT: "source-dangling",
}


def chunks(path: Path) -> Iterator[bytes]:
    """The file's bytes in pieces of at most about CHUNK: gzip unpacked, UTF-16 and UTF-32 turned into UTF-8.

    Raises:
        Unreadable: the file cannot be opened, or its bytes stop before their end; all pieces before that
            have been yielded.
    """
    try:
        with path.open("rb") as file:
            packed = file.peek(2).startswith(_GZIP)
            yield from _as_utf8(_unpacked(file) if packed else iter(lambda: file.read(CHUNK), b""))
    except EOFError as error:
        raise Unreadable(Fault("source-gzip-cut")) from error
    except zlib.error as error:
        raise Unreadable(Fault("source-gzip-damaged")) from error
    except OSError as error:
        key = _REFUSED.get(error.errno or 0, "source-unreadable")
        told = {"reason": error.strerror or str(error)} if key == "source-unreadable" else {}
        raise Unreadable(Fault(key, told)) from error


def peek(stream: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first HEAD bytes or somewhat more, and the stream as if they had not been taken."""
    head = bytearray()
    fault: Unreadable | None = None
    try:
        while len(head) < HEAD:
            head += next(stream)
    except StopIteration:
        pass
    except Unreadable as error:
        fault = error  # what came before it is to be read first
    return bytes(head), _resumed(bytes(head), fault, stream)


def lines(stream: Iterator[bytes], cap: int = RECORD_CAP) -> Iterator[bytes | None]:
    r"""The lines without their ``\n``; None stands for a line longer than ``cap``, which is never held."""
    rest, dropping = b"", False
    for chunk in stream:
        pieces = (rest + chunk).split(b"\n")
        rest = pieces.pop()
        if dropping and pieces:
            pieces.pop(0)
            dropping = False
            yield None
        for piece in pieces:
            yield piece if len(piece) <= cap else None
        if dropping or len(rest) > cap:
            rest, dropping = b"", True
    if dropping:
        yield None
    elif rest:
        yield rest


def decode(raw: bytes) -> tuple[str, bool]:
    """The text, and whether it was UTF-8; what is not is taken for Windows-1252, as browsers do."""
    try:
        return raw.decode(), True
    except UnicodeDecodeError:
        return raw.decode("windows-1252", "replace"), False


def _unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """What the gzip file holds, one member after another; zeros or junk behind the last are left, as gzip does.

    Raises:
        EOFError: the file ends before its last member does.
        zlib.error: it is damaged.
    """
    unpacker = zlib.decompressobj(wbits=31)
    packed = b""
    while packed := packed or file.read(CHUNK):
        yield unpacker.decompress(packed, CHUNK)  # at most CHUNK, whatever the ratio
        packed = unpacker.unconsumed_tail
        if unpacker.eof:
            packed = unpacker.unused_data + file.read(CHUNK)
            if not packed.startswith(_GZIP):
                return
            unpacker = zlib.decompressobj(wbits=31)
    yield unpacker.flush()
    if not unpacker.eof:
        raise EOFError


def _as_utf8(stream: Iterator[bytes]) -> Iterator[bytes]:
    first = b""
    while len(first) < len(codecs.BOM_UTF32_LE) and (chunk := next(stream, None)) is not None:
        first += chunk
    encoding = next((name for mark, name in _WIDE if first.startswith(mark)), None)
    if encoding is None:
        yield first.removeprefix(codecs.BOM_UTF8)
        yield from stream
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in chain((first,), stream):
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()


def _resumed(head: bytes, fault: Unreadable | None, stream: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    if fault is not None:
        raise fault
    yield from stream
