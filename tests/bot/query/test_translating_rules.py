import pytest

from bot.query import in_english, parse, with_english


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("联邦学习", '"federated learning"'),
        ("聯邦學習", '"federated learning"'),
        ("“联邦学习”", '"federated learning"'),
        ("联邦学习的隐私保护", '"federated learning" AND "privacy-preserving"'),
        ("图神经网络 过平滑", '"graph neural network" AND "oversmoothing"'),
        ("Shampoo优化器", 'Shampoo AND "optimizer"'),
        ("多智能体，世界模型", '"multi-agent" OR "world model"'),
        ("扩散模型 与 非 综述", '"diffusion model" AND NOT "survey"'),
        ("扩散模型 -“多智能体强化学习”", '"diffusion model" AND NOT "multi-agent reinforcement learning"'),
        ("title:联邦学习", 'title:"federated learning"'),
        ("图", '"graph"'),
    ],
)
def test_chinese_terms_become_their_usual_english_form(written: str, english: str) -> None:
    assert str(in_english(parse(written))) == english


@pytest.mark.parametrize(
    ("written", "english"), [("量化", "quantiz*"), ("剪枝", "prun*"), ("张量", '"tensor"')]
)
def test_a_word_with_other_endings_becomes_their_common_beginning(written: str, english: str) -> None:
    assert str(in_english(parse(written))) == english


@pytest.mark.parametrize(
    "written",
    [
        "diffusion policy",
        "author:张三",
        "魑魅魍魉",
        "联邦学习 魑魅魍魉",
        "怎么",
        "不需要梯度",
        "非联邦学习",
        "图联邦学习",
    ],
)
def test_what_is_not_wholly_understood_is_not_offered(written: str) -> None:
    assert in_english(parse(written)) is None


@pytest.mark.parametrize(
    ("written", "both"),
    [
        ("联邦学习", '联邦学习 OR "federated learning"'),
        ('联邦学习 OR "federated learning"', '联邦学习 OR "federated learning"'),
        ("图，张量", '图，张量 OR "graph" OR "tensor"'),
        ("魑魅魍魉", "魑魅魍魉"),
        ("bandits", "bandits"),
    ],
)
def test_a_topic_may_be_met_in_either_language(written: str, both: str) -> None:
    assert with_english(parse(written)).text == both


def test_any_form_of_a_term_may_be_asked_for() -> None:
    widely = in_english(parse("title:方差缩减 与 量化"), widely=True)
    assert (
        str(widely) == '(title:"variance reduction" OR title:"variance-reduced") AND (quantiz* OR "quantify")'
    )
