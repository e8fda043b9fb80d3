import re

import pytest

from bot.glossary import terms
from bot.glossary.terms import HOME, read
from bot.text.fold import tokens

LINES = (HOME / "terms.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [line.split("\t") for line in LINES if not line.startswith("#")]
HAN = re.compile("[\u3400-\u9fff]")


def test_there_are_thousands_of_terms_with_english_forms() -> None:
    assert len([row for row in ROWS if row[2]]) >= 4_000


def test_each_term_has_one_line() -> None:
    written = [row[0] for row in ROWS]
    assert not {one for one in written if written.count(one) > 1}


def test_every_line_has_chinese_in_front_and_none_in_its_english() -> None:
    wrong = [row for row in ROWS if not HAN.search(row[0]) or HAN.search(row[2])]
    assert not wrong


def test_every_english_form_has_a_word() -> None:
    wrong = [row for row in ROWS for form in filter(None, row[2].split("; ")) if not tokens(form)]
    assert not wrong


@pytest.mark.parametrize(
    ("written", "simplified"),
    [
        ("聯邦學習", "联邦学习"),
        ("變異數縮減", "方差缩减"),
        ("最佳化", "优化"),
        ("資訊瓶頸", "信息瓶颈"),
        ("語意分割", "语义分割"),
        ("Q學習", "Q学习"),
    ],
)
def test_a_term_is_known_in_the_characters_and_words_of_other_places(written: str, simplified: str) -> None:
    known = terms()
    assert known.by_key[known.key(written)].chinese == simplified


def test_a_character_is_simplified_as_the_terms_teach() -> None:
    known = read(
        ["学习\t學習\tlearning", "侦测\t偵測\tdetect", "检测\t檢測; 偵測\tdetect", "影响\t影響\taffect"]
    )
    assert known.key("學偵檢響影X") == "学侦检响影x"


@pytest.mark.parametrize("line", ["学习 learning", "学习\tlearning", "\t\tlearning", "学\t\tlearn\t"])
def test_a_line_that_is_no_term_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read(["# a comment", line])
