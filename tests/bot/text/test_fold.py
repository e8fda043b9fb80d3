import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text import fold as fold_module
from bot.text.fold import bigrams, fold, split_each, squeeze, stem, tokens

ANY_TEXT = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("aZ9 \\^_{}$.'’-–²₁éßİΣςαεµ学习ﬁ\u200b\u0301")),
    max_size=60,
)


@pytest.mark.parametrize(
    ("written", "also"),
    [
        ("Persona-Pruner", "persona-pruner"),
        ("multi–agent", "multi-agent"),
        ("non‐convex", "non-convex"),
        ("2−1", "2-1"),
        ("“quoted”", '"quoted"'),
        ("I’m", "i'm"),
        ("Ömer Łukasz", "omer lukasz"),
        ("Straße", "STRASSE"),
        ("na\u0131ve", "naive"),
        ("nai\u0308ve", "naïve"),
        ("ﬁne", "fine"),
        ("Ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("soft\u00adhyphen", "softhyphen"),
        ("zero\u200bwidth", "zerowidth"),
        ("ε-greedy", "epsilon-greedy"),
        ("ϵ-greedy", r"\varepsilon-greedy"),
        (r"\epsilon-greedy", "ε-greedy"),
        (r"\Delta", "Δ"),
        ("∆", "delta"),
        ("ηK", "eta K"),
        ("λ1λ2", r"\lambda_1\lambda_2"),
        ("λ₁", r"\lambda_{1}"),
        ("βVAE", "beta VAE"),
        ("x²", "x^2"),
        ("x^{12}", "x¹²"),
        ("xᵢ", "x_i"),
        ("3-5×", "3-5x"),
        ("  many \t\n spaces\u00a0", "many spaces"),
    ],
)
def test_what_means_the_same_folds_to_the_same(written: str, also: str) -> None:
    assert fold(written) == fold(also)


@pytest.mark.parametrize(
    ("one", "other"),
    [("a+b", "a-b"), ("C++", "C"), ("d2", "d3"), ("foo_bar", "foobar"), ("学习", "学"), ("α", "a")],
)
def test_what_means_something_else_stays_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Persona-Pruner, again", ("persona", "pruner", "again")),
        ("It's Oja’s rule", ("its", "ojas", "rule")),
        (r"89.29\% of 1,000", ("89.29", "of", "1000")),
        ("It ends.Then 2.x begins.", ("it", "ends", "then", "2", "x", "begins")),
        ("O(λ1 λ2 d²)", ("o", "lambda1", "lambda2", "d2")),
        ("联邦学习 FedX", ("联", "邦", "学", "习", "fedx")),
        ("한국어 हिन्दी", ("한국어", "हिन्दी")),
        ("+ - * ?! 🙂", ()),
        ("", ()),
    ],
)
def test_tokens_are_the_words(text: str, expected: tuple[str, ...]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("R³L", "R 3 L"),
        ("Persona-Pruner", "persona pruner"),
        ("4DPC$^2$hat", "4DPC 2 hat"),
        ("GPT-4.1", "gpt 41"),
        ("Bird's Eye", "birds-eye"),
        ("β-VAE", "Beta VAE"),
    ],
)
def test_squeezed_names_are_equal_however_they_are_joined(one: str, other: str) -> None:
    assert squeeze(one) == squeeze(other)


def test_a_plus_at_the_end_of_a_name_makes_another_name() -> None:
    assert len({squeeze(name) for name in ("AnyEdit", "AnyEdit+", "AnyEdit++")}) == 3
    assert squeeze("A+B") == squeeze("AB")


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("regularised", "regularized"),
        ("regularisation", "regularization"),
        ("optimiser", "optimizer"),
        ("analysing", "analyzing"),
        ("analyses", "analysis"),
        ("behaviour", "behavior"),
        ("neighbourhoods", "neighborhood"),
        ("colours", "color"),
        ("centred", "centered"),
        ("fibres", "fiber"),
        ("modelling", "modeling"),
        ("labelled", "labeled"),
        ("catalogue", "catalog"),
        ("defences", "defense"),
        ("grey", "gray"),
        ("programmes", "program"),
    ],
)
def test_british_and_american_words_have_one_stem(british: str, american: str) -> None:
    assert stem(british) == stem(american)


@given(
    st.sampled_from(
        ["regular", "modern", "anal", "behav", "neighb", "cen", "fi", "mode", "cata", "of", "pro", "g"]
    ),
    st.from_regex(
        r"(is|ys|our|[bt]re|ll|ogue|fence|gramme|rey)(e|es|ed|er|ers|ing|al|able|ful|hoods?|s|scale|ations?)?",
        fullmatch=True,
    ),
)
@settings(max_examples=1000, deadline=None)
def test_no_british_word_is_passed_over(begun: str, ending: str) -> None:
    word = american = f"{begun}{ending}"
    for pattern, instead in fold_module._AMERICAN:
        american = pattern.sub(instead, american)
    assert stem(word) == fold_module._stemmer.stemWord(american)


@pytest.mark.parametrize(
    ("one", "other"), [("precise", "precision"), ("supervised", "supervision"), ("revised", "revision")]
)
def test_words_that_end_like_british_ones_keep_their_kin(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["four", "hour", "rise", "d2", "89.29", "学"])
def test_short_words_numbers_and_other_scripts_are_their_own_stem(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("text", ["\\µ", "\\{alpha}", "\\\\alpha", "\\ps_i", "\\varµ"])
def test_no_letters_name_becomes_a_command(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_folding_what_is_folded_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_folded_text_is_clean(text: str) -> None:
    folded = fold(text)
    assert folded == " ".join(folded.split())
    assert not any(unicodedata.category(char).startswith("C") for char in folded)


@given(ANY_TEXT)
@settings(max_examples=200, deadline=None)
def test_tokens_do_not_depend_on_folding_first(text: str) -> None:
    assert tokens(fold(text)) == tokens(text)
    assert squeeze(fold(text)) == squeeze(text)


@given(st.text("aZ09 .,'-_+%√я学", max_size=40))
@settings(max_examples=500, deadline=None)
def test_text_is_split_where_letters_end_whatever_else_stands_in_it(text: str) -> None:
    joined = re.sub(r"(?<=\w)'(?=\w)", "", fold(text))
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", joined)
    assert list(tokens(text)) == re.findall(r"学|(?:[^\W_学]|(?<=\d)\.(?=\d))+", joined)


@given(st.lists(st.text("aZ9 .,'-я", max_size=12), min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_texts_that_are_folded_together_are_split_each(texts: list[str]) -> None:
    assert split_each(fold("; ".join(texts))) == [list(tokens(text)) for text in texts]


@given(ANY_TEXT, st.sampled_from([("’", "'"), ("“", '"'), ("—", "-"), ("…", "..."), ("\t", " ")]))
@settings(max_examples=300, deadline=None)
def test_a_typeset_mark_is_the_typed_one_in_any_text(text: str, marks: tuple[str, str]) -> None:
    typeset, typed = marks
    assert fold(text.replace(typed, typeset)) == fold(text)


def test_a_megabyte_is_folded_in_a_moment_and_not_kept() -> None:
    for hostile in ("a" * 1_000_000, "é" * 1_000_000, "\\" * 1_000_000, "x^" * 500_000, "{" * 1_000_000):
        fold(hostile)
        squeeze(hostile)


@pytest.mark.parametrize(
    "unit",
    [
        "_",
        "^",
        "^{",
        "_{",
        "_^",
        "^_}",
        "{",
        "}",
        "a_",
        "1_",
        "a^{",
        "\\alpha",
        "'",
        ".",
        "1,",
        "+",
        "\u0301",
    ],
)
@pytest.mark.parametrize("opening", ["", "$", "é"])
def test_folding_takes_linear_time(unit: str, opening: str) -> None:
    def seconds(size: int) -> float:
        text = opening + (unit * size)[:size]
        began = time.process_time()
        fold(text)
        squeeze(text)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 12 * max(seconds(25_000), 0.01)


def test_a_run_of_script_signs_vanishes_before_a_brace_alone() -> None:
    assert [fold(text) for text in ("x_^{2}", "a__b", "a^^b", "__{", "_^_", "é__")] == [
        "x2",
        "a__b",
        "ab",
        "",
        "__",
        "e__",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("联邦学习", ["联邦", "邦学", "学习"]),
        ("用SGD证明, 收敛", ["证明", "收敛"]),
        ("かな学", ["かな", "な学"]),
        ("学", []),
        ("turnips", []),
        ("naïve é", []),
    ],
)
def test_what_is_written_without_spaces_is_also_pairs_of_characters(text: str, expected: list[str]) -> None:
    assert bigrams(fold(text)) == expected
