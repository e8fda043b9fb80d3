import pytest

from bot.lookup import explain
from bot.models import Paper, Why, WhyKind
from tests.make import a_paper

PAPER = a_paper(
    title="Persona-Turnip: Pruning Roots for José Núñez",
    names=("Persona-Turnip",),
    authors=("Ada Gardener",),
    abstract="We prune turnips with ε-greedy beans, modelling R³L rows. Personas matter; a Persona-Leek does not.",
)


@pytest.mark.parametrize(
    ("query", "kind", "words"),
    [
        ("persona turnip", "name", ("Persona-Turnip",)),
        ("personaturnip", "name", ("Persona-Turnip",)),
        ("nunez pruning", "title", ("Pruning", "Núñez")),
        ("gardener", "author", ("Gardener",)),
        ("that paper about beans", "abstract", ("beans",)),
        ("epsilon greedy", "abstract", ("ε-greedy",)),
        ("modeling r3l", "abstract", ("modelling", "R³L")),
        ("leek", "abstract", ("Leek",)),
        ("pruningg roots", "title", ("Pruning", "Roots")),
        ("nothing of this at all", "words", ()),
        ("", "words", ()),
    ],
)
def test_the_papers_own_words_are_told(query: str, kind: WhyKind, words: tuple[str, ...]) -> None:
    assert explain(query, PAPER, Why(kind)) == Why(kind, words)


def test_an_identifier_needs_no_words() -> None:
    assert explain("arxiv:1706.03762 turnip", PAPER, Why("identifier")) == Why("identifier")


def test_an_abstract_is_set_off_only_where_it_answered() -> None:
    assert "beans" not in explain("beans turnip", PAPER, Why("title")).words
    assert "beans" in explain("beans turnip", PAPER, Why("words")).words


def test_the_heading_of_an_untitled_paper_is_its_title() -> None:
    paper: Paper = a_paper(title=None, heading="LeekNet: leeks", abstract="Leeks.")
    assert explain("leeknet", paper, Why("name")).words == ("LeekNet",)


def test_keywords_are_told_as_such_where_they_answered() -> None:
    paper = a_paper(abstract="Snow.", keywords=("Garden theory: frost", "thermal glass"))
    assert explain("thermal glass frost", paper, Why("abstract")) == Why(
        "keywords", ("frost", "thermal", "glass")
    )
    assert explain("snow", paper, Why("abstract")).kind == "abstract"


def test_words_are_few() -> None:
    many = " ".join(f"word{number}" for number in range(60))
    assert len(explain(many, a_paper(abstract=many), Why("abstract")).words) <= 12
