import pytest

from bot.sources.placeholders import front_matter, no_abstract, stand_in


@pytest.mark.parametrize(
    "title",
    [
        "Poster",
        "title",
        "Title.",
        "Placeholder",
        "[Placeholder]",
        "Untitled",
        "TBD",
        "n/a",
        "withdraw",
        "Withdrawn",
        "WITHDRAWN",
        "(withdrawn)",
        "Withdrawn submission",
        "This paper has been withdrawn",
        "Paper withdrawn by the authors",
        "Test of Time Award",
    ],
)
def test_a_title_that_only_holds_a_place_is_known(title: str) -> None:
    assert stand_in(title)


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Gates",
        "Posters of the Great War, Recognised",
        "Learning a Prototype via Placeholder",
        "Sparse Withdrawal of Inliers",
        "Withdrawal Strategy for Human Safety",
        "On the Withdrawn Agent Problem",
        "Test-Time Training on Graphs",
        "A Title Generator",
    ],
)
def test_a_paper_with_such_a_word_in_its_title_is_a_paper(title: str) -> None:
    assert not stand_in(title)


@pytest.mark.parametrize(
    "title",
    [
        "[Monday digests]",
        "Book of abstracts",
        "[Front cover]",
        "Front Cover",
        "Table of contents",
        "[Title page i]",
        "Frontmatter",
        "Frontmatter and Preface",
        "Preface",
        "Index",
        "Author index",
        "Program Committee",
        "List of reviewers",
        "Plenary and Keynote Talks",
        "Workshops & Tutorials",
        "XYZ 2012 - Competitions",
        "ABC/XYZ 2012 - Keynote speakers [4 abstracts]",
        "XYZ 2019 Digest Final",
        "Conference on Growing Turnips 2019: Preface",
        "Preface: Conference on Growing Turnips (CGT), 2017",
        "Proceedings of the third conference on Growing Turnips — Preface",
    ],
)
def test_front_matter_is_known_with_or_without_authors(title: str) -> None:
    assert front_matter(title, "", named=True)


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Persona-based Table of Contents for Long Documents",
        "Indexing 3D Scenes",
        "Cover Aberrated Scenes",
        "What We Learned at the DARPA 2015 Competitions",
        "Conference Proceedings as Graphs: An Index",
        "A Fair Platform for Computer Vision Competitions",
        "Special Functions of Mud",
        "News Editorials: Summarizing Long Texts",
    ],
)
def test_a_paper_about_such_things_is_a_paper(title: str) -> None:
    assert not front_matter(title, "We index turnips.", named=True)


def test_an_abstract_about_other_abstracts_is_front_matter_only_without_authors() -> None:
    abstract = "Summary form only given. Provides an abstract for each of the presentations."
    assert front_matter("Mud sessions", abstract, named=False)
    assert not front_matter("Mud sessions", abstract, named=True)


@pytest.mark.parametrize("abstract", ["abstract", "Abstract Unavailable", "(No Abstract)", "N/A", "none."])
def test_an_abstract_that_says_there_is_none_is_known(abstract: str) -> None:
    assert no_abstract(abstract)


@pytest.mark.parametrize(
    "abstract", ["", "We prove a", "Abstract algebra is unavailable to turnips, we show."]
)
def test_a_cut_abstract_is_an_abstract(abstract: str) -> None:
    assert not no_abstract(abstract)
