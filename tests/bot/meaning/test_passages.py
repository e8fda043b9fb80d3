"""What of a paper is encoded."""

from bot.meaning.codes import MOST_WORDS, PARTS
from bot.meaning.passages import LONGEST, LONGEST_PART, passages
from tests.make import a_paper


def parts(abstract: str) -> tuple[str, ...]:
    return passages(a_paper(abstract=abstract)).parts


def test_sentences_are_parts() -> None:
    assert parts("We water turnips by attention. They grow three times as fast.") == (
        "We water turnips by attention.",
        "They grow three times as fast.",
    )


def test_chinese_sentences_are_parts_too() -> None:
    first, second = (
        "我们用注意力机制给芜菁浇水，效果显著优于已有的各种方法。",
        "它们的生长速度比以前快三倍，而且味道更好、颜色更深、更耐存放。",
    )
    assert parts(first + second) == (first, second)


def test_an_abbreviation_ends_no_sentence() -> None:
    assert len(parts("We beat other gardeners (e.g. those of the north, i.e. all) by far.")) == 1


def test_what_says_nothing_by_itself_is_no_part() -> None:
    assert parts("Turnips! We water them all by careful attention.") == (
        "We water them all by careful attention.",
    )


def test_many_sentences_share_the_parts_evenly() -> None:
    found = parts(" ".join(f"Turnip number {number} is watered now." for number in range(20)))
    assert len(found) <= PARTS
    assert " ".join(found).count("watered") == 20


def test_what_is_encoded_is_bounded() -> None:
    found = passages(a_paper(abstract="turnip " * 100_000, title="turnip " * 1_000))
    assert len(found.abstract) == LONGEST
    assert max(map(len, found.parts)) <= LONGEST_PART
    assert len(found.heading) <= 300


def test_the_digest_changes_with_the_text_and_with_nothing_else() -> None:
    paper = a_paper()
    digest = passages(paper).digest
    assert passages(a_paper(seq=7, venue="ICLR", authors=())).digest == digest
    assert passages(a_paper(abstract="Other.")).digest != digest
    assert passages(a_paper(title="Other")).digest != digest


def test_half_a_surrogate_pair_is_encoded_as_well() -> None:
    assert passages(a_paper(title="Turnips \ud800")).digest


def test_the_words_are_those_that_tell_each_once_and_folded() -> None:
    words = passages(
        a_paper(title="TurnipNet", abstract="We water the Turnips, and naïvely the turnips!")
    ).words
    assert words == ("turnipnet", "water", "turnips", "naively")


def test_the_words_are_bounded() -> None:
    assert (
        len(passages(a_paper(abstract=" ".join(f"turnip{number}" for number in range(999)))).words)
        == MOST_WORDS
    )
