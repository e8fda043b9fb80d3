"""What is shown."""

from typing import Any, Literal

import pytest

from bot import views
from bot.locale import words
from bot.message import Message, plain, to_text
from bot.models import Found, Hit, Invocation, Source, Why
from tests.make import a_caller, a_paper

SAY = words()


TITLE = Why("title")


def a_hit(why: Why = TITLE, *, guess: bool = False, **fields: Any) -> Hit:
    return Hit(a_paper(**fields), 0.9, why, guess)


def shown(
    *hits: Hit,
    query: str = "turnips",
    page: int = 1,
    more: Literal["", "hits", "guesses"] = "",
    asked: str = "command",
) -> Message:
    return views.found(Found(query, hits, page, more), a_caller(asked=asked), SAY)


def test_the_text_alone_names_the_best_paper() -> None:
    assert shown(a_hit()).text == "Found one paper for “turnips”: Growing Turnips with Transformers"


def test_a_card_says_who_where_and_when() -> None:
    (card,) = shown(a_hit(status="rejected", links=("https://example.org/t",))).cards
    assert plain(card.lines[0]) == "Ada Gardener, Ben Spade · ICML 2026 · rejected"
    assert card.url == "https://example.org/t"


def test_many_authors_are_counted_not_listed() -> None:
    (card,) = shown(a_hit(authors=("A", "B", "C", "D", "E"))).cards
    assert plain(card.lines[0]).startswith("A, B, C and 2 more")


def test_the_words_that_matched_are_set_off_in_the_snippet() -> None:
    (card,) = shown(a_hit(Why("abstract", ("transformer", "turnips")))).cards
    strong = [span.text for span in card.lines[-1] if span.strong]
    assert strong == ["turnips", "transformer", "turnips"]


def test_a_matched_word_is_listed_once_whatever_its_case() -> None:
    (card,) = shown(a_hit(Why("words", ("Turnips", "turnips", "Transformers")))).cards
    assert plain(card.lines[1]) == "matches: Turnips, Transformers"


def test_a_word_inside_another_is_not_set_off() -> None:
    (card,) = shown(a_hit(Why("abstract", ("form",)))).cards
    assert not any(span.strong for span in card.lines[-1])


def test_the_snippet_begins_at_the_sentence_that_matched() -> None:
    abstract = f"{'Nothing of note happens here at all. ' * 10}The zebra decides. The end."
    (card,) = shown(a_hit(Why("abstract", ("zebra",)), abstract=abstract)).cards
    assert plain(card.lines[-1]) == "… The zebra decides. The end."


def test_the_snippet_shows_a_word_that_comes_late_in_its_sentence() -> None:
    for before in range(150, 260):
        abstract = f"{'Of nothing and of none, '.ljust(before, 'e')} late zebra crossing decides, and more, {'e ' * 99}"
        (card,) = shown(a_hit(Why("abstract", ("zebra crossing",)), abstract=abstract)).cards
        assert [span.text for span in card.lines[-1] if span.strong] == ["zebra crossing"], before
        assert len(plain(card.lines[-1])) < 230


def test_guesses_are_marked_and_nothing_is_claimed() -> None:
    answer = shown(a_hit(Why("words", ("Turnips",)), guess=True))
    assert answer.text == "Nothing found for “turnips”. Perhaps one of these guesses?"
    assert plain(answer.cards[0].lines[1]) == "guess · matches: Turnips"


def test_a_reason_without_words_says_so_instead_of_naming_none() -> None:
    for kind in ("words", "abstract", "keywords"):
        answer = shown(a_hit(Why(kind), guess=True))
        assert plain(answer.cards[0].lines[1]) == f"guess · {SAY('why-close')}"


def test_words_that_the_snippet_does_not_show_are_named() -> None:
    answer = shown(a_hit(Why("abstract", ("Turnips",)), title="Turnips", abstract=""))
    assert f"{SAY('why-abstract')}: Turnips" in map(plain, answer.cards[0].lines)


def test_a_paper_without_a_title_is_shown_by_its_heading_and_says_so() -> None:
    message = views.paper(
        a_paper(title=None, heading="TurnipNet: turnips", names=("TurnipNet",)), a_caller(), SAY
    )
    assert message.cards[0].title == "TurnipNet: turnips"
    assert "gives no title" in message.cards[0].footer


def test_a_link_in_the_abstract_is_a_link_on_the_card() -> None:
    message = views.paper(a_paper(abstract="Code is at https://github.com/ada/turnips."), a_caller(), SAY)
    assert [span.url for line in message.cards[0].lines for span in line if span.url] == [
        "https://github.com/ada/turnips"
    ]


def test_a_full_card_tells_where_the_paper_was_read() -> None:
    message = views.paper(a_paper(sources=(Source("list.txt", "paragraph", 3),)), a_caller(), SAY)
    assert message.cards[0].footer.endswith("list.txt, paragraph 3")


@pytest.mark.parametrize(
    ("page", "more", "labels"),
    [
        (1, "", ["Subscribe to this search"]),
        (1, "hits", ["Subscribe to this search", "Next page"]),
        (2, "guesses", ["Previous page", "Guesses"]),
        (2, "", ["Previous page"]),
    ],
)
def test_pages_turn_where_there_are_pages(
    page: int, more: Literal["", "hits", "guesses"], labels: list[str]
) -> None:
    answer = shown(a_hit(), page=page, more=more)
    assert [action.label for action in answer.actions] == labels
    assert all(action.replaces for action in answer.actions if action.invocation.name == "find")


def test_after_guesses_come_more_guesses() -> None:
    answer = shown(a_hit(guess=True), more="guesses")
    assert "More guesses" in [action.label for action in answer.actions]


def test_share_is_offered_only_where_there_are_others() -> None:
    offered = {
        asked: [a.label for a in shown(a_hit(), asked=asked).cards[0].actions]
        for asked in ("command", "direct")
    }
    assert offered == {"command": ["Show", "Similar", "Share"], "direct": ["Show", "Similar"]}


def test_a_share_is_for_all_and_posted_once() -> None:
    message = views.shared(a_paper(), a_caller(name="Ada"), SAY)
    assert (message.private, message.footer) == (False, "Shared by Ada")
    assert message.once == views.shared(a_paper(), a_caller(name="Ada Lovelace"), SAY).once
    assert message.once != views.shared(a_paper(), a_caller(user="U2"), SAY).once


@pytest.mark.parametrize(
    ("query", "begins"),
    [
        ("???", "There is nothing to search for"),
        ("", "There is nothing to search for"),
        ("🤔", "There is nothing to search for"),
        ("asdfgh", "Nothing found for “asdfgh”."),
        ("https://example.org/x", "No paper here has that link: https://example.org/x"),
    ],
)
def test_nothing_found_says_what_to_do(query: str, begins: str) -> None:
    assert views.nothing(Found(query, ()), SAY).text.startswith(begins)


@pytest.mark.parametrize("hits", [(), (a_hit(guess=True),)])
def test_a_correction_is_one_press_away(hits: tuple[Hit, ...]) -> None:
    answer = Found("turnpt", hits, instead=("TurnipNet", "a very long name that no button would hold"))
    shown = views.found(answer, a_caller(), SAY) if hits else views.nothing(answer, SAY)
    first, second = shown.actions[:2]
    assert (first.label, first.invocation) == (
        "Did you mean TurnipNet?",
        Invocation.of("find", query="TurnipNet"),
    )
    assert len(second.label) <= 40
    assert second.invocation.args[0][1] == answer.instead[1]


def test_papers_of_one_name_are_a_choice_and_none_of_them_the_best() -> None:
    name = Why("name", ("SAGE",))
    one, two = a_hit(name, title="SAGE: Herbs"), a_hit(name, title="SAGE: Advice")
    answer = shown(one, two, a_hit(title="Thyme"), query="sage")
    assert answer.text == "2 papers are called “sage”; which one?"
    assert shown(one, a_hit(title="Thyme"), query="sage").text.endswith("the best: SAGE: Herbs")


def test_an_empty_corpus_says_who_can_fill_it() -> None:
    assert "paperbot ingest" in views.nothing(Found("adam", ()), SAY, empty=True).text


def test_a_long_query_is_said_back_short() -> None:
    assert len(views.nothing(Found("word " * 500, ()), SAY).text) < 300


def test_the_whole_answer_reads_as_plain_text() -> None:
    said = to_text(shown(a_hit(Why("author", ("Ada Gardener",)))))
    assert said.splitlines()[:3] == [
        "One paper for “turnips”",
        "Growing Turnips with Transformers",
        "Ada Gardener, Ben Spade · ICML 2026",
    ]
