"""Message catalogues: every word that people see, by language, in Fluent files beside this one."""

import re
import threading
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

HOME = Path(__file__).parent
DEFAULT = "en"
LONGEST = 900  # characters of one argument; Fluent refuses more than 1,000

Value = str | int | float

_ENTRY = re.compile(
    r"^(-?[A-Za-z][\w-]*) *=.*(?:\n(?:[ \t}].*)?$)*", re.MULTILINE
)  # with its continuation lines
_REFERRED = re.compile(r"\{\s*(-?[a-z][\w-]*)\s*[}(.]")


class Catalogue:
    """One language's messages, each parsed when it is first asked for: a command that runs once says few of them.

    Args:
        locale: BCP 47 tag.
        text: Fluent entries.
    """

    def __init__(self, locale: str, text: str) -> None:
        self._entries = {entry[1]: entry[0] for entry in _ENTRY.finditer(text)}
        self._bundle = FluentBundle([locale], use_isolating=False)
        self._parsed: set[str] = set()
        self._parsing = threading.Lock()

    def bundle(self, key: str) -> FluentBundle | None:
        """A bundle that holds the message and whatever it refers to; None where there is no such message."""
        if key not in self._entries:
            return None
        if key not in self._parsed:
            with self._parsing:
                self._parse(key)
        return self._bundle

    def _parse(self, key: str) -> None:
        wanted, met = [key], {key}
        for one in wanted:
            entry = self._entries.get(one, "")
            self._bundle.add_resource(FluentResource(entry))
            new = set(_REFERRED.findall(entry)) - met
            met |= new
            wanted += new
        self._parsed |= met


class Words:
    """One language's words: call it with a key and its arguments, get the sentence.

    A key that the language lacks is taken from English.
    Arguments are put in as they are, at most 900 characters of each: hostile text stays text, and the
    renderer deals with it.
    """

    def __init__(self, locale: str, *catalogues: Catalogue) -> None:
        self.locale = locale
        self._catalogues = catalogues

    def __call__(self, key: str, /, **args: Value) -> str:
        """The sentence for ``key``.

        Raises:
            KeyError: no catalogue has the key, or an argument is missing: a fault of ours.
        """
        for catalogue in self._catalogues:
            if bundle := catalogue.bundle(key):
                pattern = bundle.get_message(key).value
                if pattern is None:
                    continue
                text, errors = bundle.format_pattern(
                    pattern, {name: _brief(value) for name, value in args.items()}
                )
                if errors:
                    raise KeyError(f"{key}: {errors[0]}")
                return str(text)
        raise KeyError(key)


def _brief(value: Value) -> Value:
    """The value, cut and marked where it is a text longer than Fluent takes."""
    return f"{value[: LONGEST - 1]}…" if isinstance(value, str) and len(value) > LONGEST else value


@cache
def _catalogue(locale: str) -> Catalogue:
    files = sorted((HOME / locale).glob("*.ftl"))
    return Catalogue(locale, "\n".join(file.read_text(encoding="utf-8") for file in files))


@cache
def locales() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    found = sorted(path.name for path in HOME.iterdir() if any(path.glob("*.ftl")))
    return (DEFAULT, *(name for name in found if name != DEFAULT))


@cache
def words(locale: str = DEFAULT) -> Words:
    """The words of the nearest language we have: the tag itself, its language alone, else English."""
    tag = locale.replace("_", "-")
    chosen = next((name for name in (tag, tag.split("-")[0]) if name in locales()), DEFAULT)
    names = [chosen] if chosen == DEFAULT else [chosen, DEFAULT]
    return Words(chosen, *map(_catalogue, names))
