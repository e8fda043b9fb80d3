import pytest

from bot.glossary import has_chinese, segments


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("联邦学习的收敛性", "联邦学习|的|收敛性"),
        ("聯邦學習的收斂性", "联邦学习|的|收敛性"),
        ("图神经网络过平滑", "图神经网络|过平滑"),
        ("怎么用对比学习", "怎么|用|对比学习"),
        ("超图学习", "超图|学习"),
        ("R³L 和 K均值", "和|k均值"),
        ("离线Q学习", "离线|q学习"),
        ("DQ学习", "学习"),
        ("魑魅魍魉学习", "魑魅魍魉?|学习"),
        ("learning", ""),
        ("", ""),
    ],
)
def test_text_is_cut_into_the_longest_terms(text: str, cut: str) -> None:
    found = [one.text + "?" * (one.term is None) for one in segments(text)]
    assert "|".join(found) == cut


def test_pieces_stand_where_they_say() -> None:
    text = "Shampoo優化器的K均值 (ADMM) 收斂"
    found = [text[one.start : one.end] for one in segments(text)]
    assert found == ["優化器", "的", "K均值", "收斂"]


@pytest.mark.parametrize(
    ("text", "is_so"), [("联邦", True), ("a 与 b", True), ("naïve ε", False), ("", False)]
)
def test_chinese_is_known_by_its_characters(text: str, is_so: bool) -> None:
    assert has_chinese(text) is is_so


def test_a_paste_is_read_as_far_as_it_may_be_a_question() -> None:
    assert segments("学习" * 10_000)[-1].end <= 1_000
