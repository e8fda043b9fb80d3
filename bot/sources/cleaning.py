"""The least that is done to a source's text before it is kept."""

import html
import re
import unicodedata

# Line breaks and tabs stay.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

# UTF-8 that was read as Latin-1, such as "JosÃ©": a lead byte and continuation bytes that no text has there.
_TWICE_ENCODED = re.compile("[\xc2\xc3][\xa0-\xbf]|[\xc2-\xdf][\x80-\x9f]|[\xe0-\xef][\x80-\x9f][\x80-\xbf]")


def tidy(text: str) -> str:
    """The text with control characters and lone surrogates replaced and twice-encoded letters repaired."""
    if not text.isascii():
        text = _TWICE_ENCODED.sub(_once_encoded, text)
    return text if text.isprintable() else _CONTROLS.sub(_stand_in, text)


def one_line(text: str) -> str:
    """The text tidied, its HTML entities decoded once, its accents composed, on one line."""
    if "&" in text:
        text = html.unescape(text)
    text = " ".join(tidy(text).split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _once_encoded(match: re.Match[str]) -> str:
    return match[0].encode("latin-1").decode("utf-8", "replace")


def _stand_in(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0x80 <= code < 0xA0:  # nearly always a Windows-1252 byte that was read as Latin-1
        return bytes([code]).decode("windows-1252", "replace")
    return " " if code < 0x80 else "\ufffd"
