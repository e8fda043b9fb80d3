"""What of a paper is indexed: its index words by field, and its words for the vocabulary."""

import re
from dataclasses import dataclass

from bot.lookup.titles import Card
from bot.lookup.vocabulary import LONGEST
from bot.models import Paper
from bot.text.fold import fold, split, stems, tokens

_COMPOUND = re.compile(r"[^\W_]+(?:-[^\W_]+)+")


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
    """What the index holds of a paper; a compound's joined form stands at the end of its field."""
    card = Card.of(paper)
    titles = _words("; ".join((paper.title or paper.heading, *paper.other_titles)))
    abstract = _words(paper.abstract)
    authors = list(tokens("; ".join(paper.authors)))
    words = {*titles, *abstract, *authors, *card.names}
    fields = {
        "title": " ".join(stems(titles)),
        "abstract": " ".join(stems(abstract)),
        "authors": " ".join(authors),
        "names": " ".join(card.names),
    }
    return Indexed(card, fields, {word for word in words if len(word) <= LONGEST})


def compounds(folded: str) -> list[str]:
    """The compounds of a folded text, joined: ``multi-agent`` gives ``multiagent``."""
    if "-" not in folded:
        return []
    joined = (_COMPOUND.findall(word) for word in folded.split(" ") if "-" in word)
    return [compound.replace("-", "") for found in joined for compound in found]


def _words(text: str) -> list[str]:
    folded = fold(text)
    return [*split(folded), *compounds(folded)]
