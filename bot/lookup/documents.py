"""What of a paper is indexed: its index words by field, and its words for the vocabulary."""

import re
from dataclasses import dataclass
from itertools import chain

from bot.lookup.postings import people
from bot.lookup.titles import Card
from bot.models import Paper
from bot.text.fold import bigrams, fold, split, stems, tokens

_JOINED = re.compile(
    r"[^\W_]+(?:-[^\W_]+)*"
)  # compounds and single words: what ends in nothing must not be walked twice


@dataclass(frozen=True, slots=True)
class Indexed:
    """One paper, ready for the index.

    Attributes:
        card: for ranking.
        fields: index words with blanks between, by field.
        words: for the vocabulary, each once.
    """

    card: Card
    fields: dict[str, str]
    words: set[str]


def indexed(paper: Paper) -> Indexed:
    """What the index holds of a paper.

    At the end of a field stand the joined forms of its compounds, then the bigrams of what is written without
    spaces, as Chinese is; its characters stand at their places like words.
    """
    card = Card.of(paper)
    titles = _words("; ".join((paper.title or paper.heading, *paper.other_titles)))
    abstract = _words(paper.abstract)
    authors = [tokens(author) for author in paper.authors]
    keywords = _words("; ".join(paper.keywords))
    fields = {
        "title": " ".join(stems(titles)),
        "abstract": " ".join(stems(abstract)),
        "authors": people(authors),
        "keywords": " ".join(stems(keywords)),
        "names": " ".join(card.names),
    }
    return Indexed(card, fields, {*titles, *abstract, *chain(*authors), *keywords, *card.names})


def compounds(folded: str) -> list[str]:
    """The compounds of a folded text, joined: ``multi-agent`` gives ``multiagent``."""
    whole, at = [], 0
    folded += " "  # every word ends with one
    while (dash := folded.find("-", at)) >= 0:
        begin = max(folded.rfind(" ", at, dash) + 1, at)
        at = folded.index(" ", dash)
        whole.append(folded[begin:at])
    # The pattern alone would say the same, but it walks through the whole text for it.
    return [one.replace("-", "") for one in _JOINED.findall(" ".join(whole)) if "-" in one]


def _words(text: str) -> list[str]:
    folded = fold(text)
    return [*split(folded), *compounds(folded), *bigrams(folded)]
