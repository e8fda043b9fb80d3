"""Message catalogues: every word that people see, by language, in Fluent files beside this one."""

from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

HOME = Path(__file__).parent
DEFAULT = "en"
LONGEST = 900  # characters of one argument; Fluent refuses more than 1,000

Value = str | int | float


class Words:
    """One language's words: call it with a key and its arguments, get the sentence.

    A key that the language lacks is taken from English.
    Arguments are put in as they are, at most 900 characters of each: hostile text stays text, and the
    renderer deals with it.
    """

    def __init__(self, locale: str, *bundles: FluentBundle) -> None:
        self.locale = locale
        self._bundles = bundles

    def __call__(self, key: str, /, **args: Value) -> str:
        """The sentence for ``key``.

        Raises:
            KeyError: no catalogue has the key, or an argument is missing: a fault of ours.
        """
        for bundle in self._bundles:
            if bundle.has_message(key):
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
def _bundle(locale: str) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    for file in sorted((HOME / locale).glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle


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
    return Words(chosen, *(_bundle(name) for name in names))
