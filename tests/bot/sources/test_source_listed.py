import time

import pytest

from bot.sources.listed import Listed, from_address, from_header, from_name


@pytest.mark.parametrize(
    ("file", "listed"),
    [
        ("icml2018.json", Listed("ICML", 2018)),
        ("siggraphasia2021.json", Listed("SIGGRAPH Asia", 2021)),
        ("3dv2025.json.gz", Listed("3DV", 2025)),
        ("ICLR_2017.jsonl", Listed("ICLR", 2017)),
        ("nips-2016-accepted.json", Listed("NIPS", 2016)),
        ("papers.jsonl.gz", Listed()),
        ("papers2024.json", Listed()),
        ("icml.json", Listed()),
        ("icml20180.json", Listed()),
        ("2018.json", Listed()),
    ],
)
def test_a_files_name_tells_venue_and_year(file: str, listed: Listed) -> None:
    assert from_name(file) == listed


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("ICML 2026 Papers", Listed("ICML", 2026)),
        ("ICML 2026 论文列表", Listed("ICML", 2026)),
        ("ICML 2026", Listed("ICML", 2026)),
        ("# ICML 2026 Papers #", Listed("ICML", 2026)),
        ("ICML2026论文列表", Listed("ICML", 2026)),
        ("NeurIPS 2025 accepted papers (poster)", Listed("NeurIPS", 2025)),
        ("Interspeech 2024 papers", Listed("Interspeech", 2024)),
        ("SIGGRAPH Asia 2025 Technical Papers", Listed("SIGGRAPH Asia", 2025)),
        ("\tICML 2026 Papers \r", Listed("ICML", 2026)),
    ],
)
def test_a_header_names_venue_and_year(line: str, listed: Listed) -> None:
    assert from_header(line) == listed


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Papers",
        "2026",
        "ICML Papers",
        "Lu et al. (AAAI 2025)",
        "We improve on Lu et al. (AAAI 2025) by watering turnips.",
        "Version 3, 29 June 2007",
        "Report 2023 summary",
        "AAAI 2025 showed that turnips grow when they are watered by a transformer.",
        "GNU GENERAL PUBLIC LICENSE",
        "ICML 1800 Papers",
    ],
)
def test_other_lines_are_no_header(line: str) -> None:
    assert from_header(line) is None


@pytest.mark.parametrize("sign", ["a", "a ", "A1", "2026 "])
def test_a_line_of_a_megabyte_is_no_header_and_costs_nothing(sign: str) -> None:
    begun = time.process_time()
    assert from_header(sign * 500_000) is None
    assert time.process_time() - begun < 5  # what is quadratic takes days


@pytest.mark.parametrize(
    ("address", "listed"),
    [
        ("https://icml.cc/virtual/2018/poster/1", Listed("ICML", 2018)),
        ("https://neurips.cc/virtual/2023/poster/1", Listed("NIPS", 2023)),
        ("http://openaccess.thecvf.com/content_cvpr_2013/html/x.html", Listed("CVPR", 2013)),
        ("https://openaccess.thecvf.com/content/WACV2021/html/x.html", Listed("WACV", 2021)),
        ("https://shed.example/2018/", Listed()),
        ("", Listed()),
    ],
)
def test_a_conferences_own_address_tells_both(address: str, listed: Listed) -> None:
    assert from_address(address) == listed
