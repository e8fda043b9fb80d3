import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.words import CAPITAL, PART, Words, words_of


def _forms(text: str) -> list[str]:
    words = words_of(text)
    return [words.form(number) for number in range(len(words))]


def _marked(text: str, bit: int) -> list[str]:
    words = words_of(text)
    return [text[words.starts[n] : words.ends[n]] for n in range(len(words)) if words.marks[n] & bit]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Persona-Pruner prunes", ["persona", "pruner", "prune"]),
        ("Schrödinger’s 1,000 cats", ["schrodinger", "1000", "cat"]),
        ("Qwen2.5-VL", ["qwen2.5", "vl"]),
        ("ηK and x²", ["eta", "k", "and", "x2"]),
        ("我们 LLM学习", ["我", "们", "llm", "学", "习"]),
        ("MABs, ReLUs and SARS", ["mab", "relu", "and", "sars"]),
        ("As Is, Us", ["as", "is", "us"]),
        ("DIFFUSION MODELS", ["diffusion", "model"]),
        ("code at https://example.org/Fast-Pruner.git, or www.example.org", ["code", "at", "or"]),
        ("AnyEdit++, C++-based", ["anyedit", "c", "based"]),
        ("", []),
        ("…!", []),
    ],
)
def test_words_are_folded_and_in_the_singular(text: str, forms: list[str]) -> None:
    assert _forms(text) == forms


def test_names_keep_their_s() -> None:
    assert words_of("Ada Williams", as_written=True).joined == "adawilliams"


@pytest.mark.parametrize(
    ("text", "capital"),
    [
        ("Infer it. Infer that", []),
        ("we use Infer", ["Infer"]),
        ("INFER works. AnyEdit too! LLMs as well", ["INFER", "AnyEdit", "LLMs"]),
        ("high costs.Existing work", []),
        ("as in e.g. Lion, cf. Muon", ["Lion", "Muon"]),
        ("see cs.LG", ["LG"]),
        ("(Infer) and “Infer”", ["Infer"]),
    ],
)
def test_a_capital_that_opens_a_sentence_does_not_count(text: str, capital: list[str]) -> None:
    assert _marked(text, CAPITAL) == capital


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("DP-C4 and C4", ["C4"]),
        ("text–to–3D", ["3D"]),
        ("corpora—C4", []),
        ("C4-based LLM-based", []),
        ("DP C4, DP+C4", []),
    ],
)
def test_a_part_with_a_digit_behind_a_hyphen_is_marked(text: str, parts: list[str]) -> None:
    found = words_of(text)
    assert [
        text[found.starts[n] : found.ends[n]] for n in range(len(found)) if found.marks[n] & PART
    ] == parts


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("one two-three/four", ["one"]),
        ("one, two (three) four: five; six", ["one", "two", "three", "four", "five", "six"]),
        ("one. Two i.i.d. three", ["one", "Two"]),
        ("one—two – three", ["one", "two", "three"]),
        ("学习，模型", ["学", "模"]),
    ],
)
def test_what_parts_a_phrase_is_told(text: str, broken: list[str]) -> None:
    words = words_of(text)
    assert [text[words.starts[n] : words.ends[n]] for n in words.breaks] == broken


def test_a_suffix_belongs_to_the_word_before_it() -> None:
    assert words_of("C++ and A* or x*y in C# by M+Adam").suffixes == {0: "++", 2: "*", 7: "#"}
    assert words_of("AnyEdit++").suffixes == {0: "++"}


@given(st.text(st.one_of(st.characters(), st.sampled_from("aZ9-–—+*#.,'’ ε学é\u0301²ß")), max_size=60))
@settings(max_examples=300, deadline=None)
def test_every_word_stands_where_it_says(text: str) -> None:
    words = words_of(text, as_written=True)
    assert len(words) == len(words.ends) == len(words.marks) == len(words.offsets) - 1
    assert words.offsets[-1] == len(words.joined)
    for number in range(len(words)):
        assert 0 <= words.starts[number] < words.ends[number] <= len(text)
        assert words.form(number) == words.written(number)
        assert words.at(words.offsets[number]) == number
    assert list(words.starts) == sorted(words.starts)


def test_a_hundred_kilobytes_are_cut_up_in_no_time() -> None:
    long: Words = words_of("a-" * 50_000)
    assert len(long) == 50_000
