"""What of a paper is indexed: its index words by field, and its words for the vocabulary."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from bot.lookup.postings import people
from bot.lookup.titles import Card
from bot.models import Paper
from bot.text.fold import bigrams, fold, fold_plain, hard_words, spaces_but, split, split_each, stems
from bot.text.words import words_of

_JOINED = re.compile(
    r"[^\W_]+(?:-[^\W_]+)*"
)  # compounds and single words: what ends in nothing must not be walked twice

_BUT_DASHES = spaces_but("-")  # leaves of ASCII what the pattern finds

# What parts words for matching and joins them for the index, or the other way round: scripts, signs that are letters
# to Unicode's forms, marks, what cannot be seen. Latin and Greek letters, quotes, dashes and most signs do neither.
_ODD = re.compile(
    r"[α-ωΑ-Ω](?=\d)|['’](?=[^\x00-\x7f])|(?<=[^\x00-\x7f])['’](?=\w)|(?![À-\u024fΑ-ωﬀ-ﬆ])[^\W\x00-\x7f]|(?<=\w)\u2018(?=\w)"
    r"|[\\^_`{}´×\u0300-\u036f\u02b0-\u02ff‚‛′⁄∆∕"
    r"\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2100-\u214f\u2460-\u24ff\u3200-\u33ff\ue000-\uf8ff\ufeff"
    r"\U0001f100-\U0001f2ff\x00-\x08\x0e-\x1f\x7f]"
)


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

    At the end of a field stand the joined forms of its compounds, the bigrams of what is written without spaces, as
    Chinese is (its characters stand at their places like words), and what else matching takes for words: whatever
    rule a paper matches, its words are here.
    """
    card = Card.of(paper)
    titles = _words("; ".join((paper.title or paper.heading, *paper.other_titles)))
    abstract = _words(paper.abstract)
    authors = split_each(fold("; ".join(paper.authors)))
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
    first, *pieces = f"{folded} ".split("-")  # every word ends with a blank
    whole, begun = [], [first.rpartition(" ")[2]]
    for piece in pieces:
        end, blank, rest = piece.partition(" ")
        begun.append(end)
        if blank:
            whole.append("-".join(begun))
            begun = [rest.rpartition(" ")[2]]
    # The pattern alone would say the same, but it walks through the whole text for it.
    found = " ".join(whole)
    if found.isascii() and "--" not in found:
        words = [word.strip("-") for word in found.translate(_BUT_DASHES).split()]
    else:
        words = _JOINED.findall(found)
    return [one.replace("-", "") for one in words if "-" in one]


def _words(text: str) -> list[str]:
    if not text:
        return []
    if (plain := fold_plain(text)) is not None:
        return [*split(plain), *compounds(plain)]
    folded = fold(text)
    words = [*split(folded), *compounds(folded)]
    return [*words, *bigrams(folded), *_hidden(text, words)]


def _hidden(text: str, words: Iterable[str]) -> list[str]:
    """Words that matching sees and folding joins with their neighbours: ``Kinect`` in ``Kinect™``."""
    odd = " ".join(filter(_ODD.search, hard_words(text)))
    if not odd:
        return []
    seen = words_of(odd, as_written=True)
    return sorted({seen.form(number) for number in range(len(seen))}.difference(words))
