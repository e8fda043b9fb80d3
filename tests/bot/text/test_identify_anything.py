"""Whatever is pasted as a link or an identifier: the answer holds up, and comes soon."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.identify import identifiers_in, identify, link_of, looks_like_link
from bot.text.links import address

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"


PIECES = st.sampled_from(
    [
        *[
            "https://",
            "http://",
            "www.",
            "arxiv.org/abs/",
            "github.com/",
            "doi.org/",
            "openreview.net/forum?id=",
            "icml.cc/virtual/",
        ],
        *[
            "1706.03762",
            "v2",
            "10.1000/",
            "a",
            "B",
            "/",
            "?",
            "&",
            "#",
            "=",
            "%20",
            "%2F",
            "%ff",
            ".",
            ")",
            "(",
            "<",
            ">",
            "|",
        ],
        *[
            "2026/poster/5",
            ".git",
            ".pdf",
            ":80",
            "@",
            "\\",
            "_",
            "~",
            "é",
            "\ud800",
            "\u202e",
            " ",
            "..",
            "example.org",
            "+",
            ";",
        ],
    ]
)
ADDRESSES = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=9).map("".join)


@settings(max_examples=500, deadline=None)
@given(st.one_of(ADDRESSES, ADDRESSES.map("https://example.org/".__add__), st.text(max_size=40)))
def test_whatever_is_pasted_the_answer_holds_up(text: str) -> None:
    identifier = identify(text)
    looks_like_link(text)
    if identifier is not None and (link := link_of(identifier)) is not None:
        assert identify(link) == identifier
        assert link.startswith("https://")
        assert link.isprintable()
        assert not set(link) & set('<>|" \\`')


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(ADDRESSES, st.text(max_size=9)), max_size=6).map(" ".join))
def test_what_is_found_within_a_text_is_distinct(text: str) -> None:
    found = identifiers_in(text)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "unit",
    [
        *[
            "https://",
            "https://a.b/",
            "https://a.b/(",
            "10.1000/",
            "arxiv:",
            "1706.",
            "1",
            "a",
            ".",
            "(",
            "[",
            "<",
            "github.com/",
        ],
        *[
            "arxiv.org/abs/",
            "a.",
            "www.",
            "doi: ",
            "2020.acl-",
            "\\",
            "https://a.b/?a=b&",
            "cs/",
            "-",
            "%",
            "/",
            "https://a.b) ",
        ],
    ],
)
def test_a_text_of_100_000_characters_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * size)[:size]
        began = time.process_time()
        identifiers_in(text)
        identify(text)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 12 * max(seconds(25_000), 0.01)


def test_the_links_of_the_lists_are_found() -> None:
    files = sorted((SHARED / "corpus").glob("*.txt"))
    if not files:
        pytest.skip("corpus is not beside the project")
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    found = [str(identifier) for identifier in identifiers_in(text)]
    assert "link:github.com/jsu-kim/persona-pruner" in found
    assert all("link:" in name or "arxiv:" in name for name in found)
    assert not [name for name in found if name.endswith((".", ",", ")", "}"))]


PLAIN = st.text("abcz.-", min_size=1, max_size=12)
FIELDS = st.lists(st.sampled_from(["id=Abc-1", "utm_source=x", "a=", "ref=2", "b=1.2~3"]), max_size=5)


@given(
    PLAIN, st.text("AZaz09/~!$&'()*+,;=:@-._", max_size=20), FIELDS, st.sampled_from(["", "#top", "%20", " "])
)
def test_an_address_that_is_canonical_already_is_read_like_any_other(
    host: str, path: str, fields: list[str], rest: str
) -> None:
    url = f"https://www.{host}.org/{path}" + ("?" + "&".join(fields) if fields else "")
    # A port that is the usual one is left out, and makes the address one that is taken apart step by step.
    assert address(url + rest) == address(url.replace(".org/", ".org:443/", 1) + rest)
