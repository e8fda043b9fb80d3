from pathlib import Path

import pytest

from bot.locale import words
from bot.models import Reading, Source
from bot.sources import Skipped, read
from bot.sources.abstracts import is_abstract

ONE = (
    "We grow turnips on the moon and measure how fast they grow. **TurnipNet** waters them with $\\sqrt{T}$ drops a day, "
    "1) in the morning and (ii) at night, as Lu et al. (AAAI 2025) did for beets."
)
TWO = "Growing radishes is harder than growing turnips. We prove a lower bound of $\\Omega(n)$ drops: code at https://shed.example/radish"
THREE = "胡萝卜的种植一直是农业机器学习中的难题。我们提出一种新的方法，利用变换器模型来浇灌胡萝卜，并在三个数据集上验证其效果。"


def items(folder: Path, text: str | bytes, name: str = "list.txt") -> list[Reading | Skipped]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read(path))


def texts(found: list[Reading | Skipped]) -> list[str]:
    return [item.abstract if isinstance(item, Reading) else f"{item.place}: {item.key}" for item in found]


@pytest.mark.parametrize("header", ["ICML 2026 Papers", "ICML 2026 论文列表"])
def test_a_list_gives_its_abstracts_with_venue_year_and_place(tmp_path: Path, header: str) -> None:
    assert items(tmp_path, f"{header}\n\n{ONE}\n\n{TWO}") == [
        Reading(source=Source("list.txt", "paragraph", 1), abstract=ONE, venue="ICML", year=2026),
        Reading(source=Source("list.txt", "paragraph", 2), abstract=TWO, venue="ICML", year=2026),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"ICML 2026 Papers\r\n\r\n{ONE}\r\n\r\n{TWO}\r\n",
        f"ICML 2026 Papers  \n \t \n{ONE}   \n\n\n\n{TWO}\n\n\n",
        f"\n\nICML 2026 Papers\n{ONE}\n\u3000\n{TWO}",
        f"\ufeffICML 2026 Papers\n\n{ONE}\n\n{TWO}",
    ],
)
def test_line_ends_and_blanks_make_no_difference(tmp_path: Path, text: str) -> None:
    found = items(tmp_path, text)
    assert texts(found) == [ONE, TWO]
    assert {item.venue for item in found if isinstance(item, Reading)} == {"ICML"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    found = items(tmp_path, f"ICML 2026 论文列表\n\n{ONE}\n\n{THREE}\n".encode(encoding))
    assert texts(found) == [ONE, THREE]


def test_lines_within_a_paragraph_stay(tmp_path: Path) -> None:
    wrapped = ONE.replace("grow. ", "grow.\n")
    assert texts(items(tmp_path, f"ICML 2026 Papers\n\n{wrapped}")) == [wrapped]


def test_a_list_without_header_is_read_without_venue(tmp_path: Path) -> None:
    found = items(tmp_path, f"{ONE}\n\n{TWO}\n")
    assert texts(found) == [ONE, TWO]
    assert {(item.venue, item.year) for item in found if isinstance(item, Reading)} == {("", None)}


def test_two_lists_in_one_file_keep_their_headers(tmp_path: Path) -> None:
    found = items(tmp_path, f"ICML 2026 Papers\n\n{ONE}\n\nCoRL 2025 Papers\n\n{TWO}\n")
    assert [(item.venue, item.year, item.source.number) for item in found if isinstance(item, Reading)] == [
        ("ICML", 2026, 1),
        ("CoRL", 2025, 2),
    ]


def test_a_header_alone_is_reported(tmp_path: Path) -> None:
    (only,) = items(tmp_path, "ICML 2026 Papers\n")
    assert isinstance(only, Skipped)
    assert (only.place, only.key) == ("", "source-only-header")


@pytest.mark.parametrize(
    "stray",
    ["Page 3", "-----", "https://shed.example/list", "Session 3: Reinforcement learning for gardens", "19"],
)
def test_a_stray_paragraph_is_counted_and_reported(tmp_path: Path, stray: str) -> None:
    found = items(tmp_path, f"ICML 2026 Papers\n\n{ONE}\n\n{stray}\n\n{TWO}")
    assert texts(found) == [ONE, "paragraph 2: source-no-abstract", TWO]
    assert stray in found[1].say(words()) if isinstance(found[1], Skipped) else False


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        THREE,
        "We prove that turnips are not radishes, and that they never were.",
        "Growing turnips needs water, light and care, and a transformer can give all three if it has seen enough gardens and enough rain, snow and sun to tell one from the other",
    ],
)
def test_a_short_or_unfinished_abstract_is_one(text: str) -> None:
    assert is_abstract(text)


def test_bytes_that_are_not_utf8_are_read_and_reported_once(tmp_path: Path) -> None:
    text = f"ICML 2026 Papers\n\n{ONE} Na\xefve.\n\n{TWO} Caf\xe9.\n\n{ONE}".encode("latin-1")
    found = items(tmp_path, text)
    assert texts(found) == [f"{ONE} Naïve.", f"{TWO} Café.", ONE, "line 3: source-encoding"]
    assert "2 parts" in found[3].say(words()) if isinstance(found[3], Skipped) else False


def test_a_stray_nul_is_replaced(tmp_path: Path) -> None:
    assert texts(items(tmp_path, f"ICML 2026 Papers\n\n{ONE}\0!")) == [f"{ONE} !"]


@pytest.mark.parametrize(
    "text",
    [
        "# turnip\n\nA tool that grows turnips.\n\n## Install\n\n    pip install turnip\n",
        "import os\n\n\ndef grow(turnip):\n    return os.fspath(turnip) + 'and a very long line of text so that it is long'\n",
        f'"""{ONE}"""\n\nimport os\n\nX = 1\n\ndef f():\n    return 1\n',
        "2026-01-01 10:00:00,123 INFO garden.water: watered turnip 17 with 3 drops in 0.02 s\n" * 50,
        "MIT License\n\n"
        + "Permission is hereby granted to grow turnips, free of charge, to any person. " * 5,
        "turnip>=1.0\nradish==2.1\n",
        "hello\n",
        "[section]\nkey = value\n",
    ],
)
def test_other_texts_are_refused_whole(tmp_path: Path, text: str) -> None:
    (only,) = items(tmp_path, text)
    assert isinstance(only, Skipped)
    assert (only.place, only.key) == ("", "source-unrecognised")


def test_a_paragraph_too_long_is_left_out_and_the_rest_goes_on(tmp_path: Path) -> None:
    found = items(
        tmp_path, f"ICML 2026 Papers\n\n{ONE}\n\n{'turnip ' * 200_000}\n\n" + f"{ONE}\n" * 9_000 + f"\n{TWO}"
    )
    assert texts(found) == [ONE, "paragraph 2: source-too-long", "paragraph 3: source-too-long", TWO]
