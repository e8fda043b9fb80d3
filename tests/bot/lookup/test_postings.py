"""What the postings answer beyond single words."""

from pathlib import Path

import pytest
from tantivy import Query

from bot.lookup.documents import indexed
from bot.lookup.postings import Postings, View, Way, person, phrase, put_head, put_paper, term
from bot.models import Paper
from bot.text.fold import stems
from tests.make import a_paper


def view(folder: Path, *papers: Paper) -> View:
    postings = Postings(folder)
    writer = postings.writer()
    for paper in papers:
        put_paper(writer, paper.seq, indexed(paper).fields)
    put_head(writer, 1)
    writer.commit()
    return postings.view()


def seqs(now: View, query: Query) -> list[int]:
    return sorted(seq for seq, _ in now.seqs(query, 10))


def by(seq: int, *authors: str) -> Paper:
    return a_paper(seq=seq, authors=authors)


@pytest.mark.parametrize(
    ("authors", "is_one"),
    [
        (("Jian Sun",), True),
        (("Sun, Jian",), True),
        (("Ada Gardener", "Jian Sun", "Ben Spade"), True),
        (("Jian van der Sun",), True),
        (("Jian Q. Sun",), True),
        (("Jian Xu", "Y. Sun"), False),
        (("Y. Sun", "Jian Xu"), False),
        (("Jian", "Sun"), False),
        (("Jian", "An", "Sun"), False),
        (("Jian Xu",), False),
    ],
)
def test_a_person_is_one_author(tmp_path: Path, authors: tuple[str, ...], is_one: bool) -> None:
    assert seqs(view(tmp_path, by(1, *authors)), person(["jian", "sun"])) == [1] * is_one


def test_an_author_is_found_by_any_word(tmp_path: Path) -> None:
    now = view(tmp_path, by(1, "Nguyen The"), by(2, "Ada Gardener"))
    assert seqs(now, term("authors", "the")) == [1]


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ("growing turnips", True),
        ("roots of a turnip", True),
        ("roots of turnips", False),
        ("the roots of the turnip", True),
        ("turnip the", False),
    ],
)
def test_articles_of_an_abstract_only_take_their_places(tmp_path: Path, query: str, is_there: bool) -> None:
    paper = a_paper(seq=1, title="Leeks", abstract="On growing turnips: the roots of a turnip grow.")
    assert seqs(view(tmp_path, paper), phrase("abstract", stems(query.split()))) == [1] * is_there


def test_articles_are_said_to_stand_in_every_abstract(tmp_path: Path) -> None:
    now = view(tmp_path, a_paper(seq=1, abstract="Turnips."), a_paper(seq=2, abstract="The leeks."))
    assert (now.frequency("abstract", "the"), now.frequency("abstract", "leek")) == (2, 1)
    assert Way(("the", "leek")).held("abstract") == ("leek",)
    assert Way(("the", "leek")).held("title") == ("the", "leek")


def test_chinese_is_found_by_character_and_by_pairs_of_them(tmp_path: Path) -> None:
    now = view(tmp_path, a_paper(seq=1, title="联邦学习 for turnips", abstract="我们证明收敛 with SGD。"))
    assert seqs(now, term("title", "邦学")) == [1]
    assert seqs(now, term("title", "邦")) == [1]
    assert seqs(now, term("title", "习f")) == []
    assert seqs(now, term("abstract", "证明")) == [1]
    assert seqs(now, phrase("title", ["联", "邦"])) == [1]
