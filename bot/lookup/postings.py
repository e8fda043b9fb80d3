"""Postings: which papers hold which words, kept by tantivy. Nothing else calls it.

Each paper is one document of folded words with nothing stored but its ``seq``. One document more, the
head, holds the number of the state that belongs to the commit, so that both come and go in one instant.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tantivy import (
    DocAddress,
    Document,
    Filter,
    Index,
    IndexWriter,
    Occur,
    Query,
    SchemaBuilder,
    Searcher,
    TextAnalyzerBuilder,
    Tokenizer,
)

from bot.text.fold import stem

FIELDS = ("title", "names", "authors", "keywords", "abstract")
# Bytes of the writer: full segments of some 20,000 papers. With 48 MB an ingest peaks 16 MB higher and nothing is faster;
# with 24 MB there are twice as many segments, and lookups take a tenth longer.
HEAP = 32_000_000

_REMEMBERED = 50_000  # frequencies of words kept for later lookups, of one commit
_HEAD = "!"  # no word holds it
_BOUNDARY = "|"  # between two authors; no word holds it
_APART = 4  # places between the last word of an author and the first of the next
_BETWEEN = 2  # other names at most between two words of one author: middle names, and particles
_ARTICLES = (
    "the",
    "a",
    "an",
)  # every abstract holds them; their postings and positions were a twelfth of all
_UNSTEMMED = ("names", "authors")
_LEFT_OUT = {"all": (), "people": (_BOUNDARY,), "text": _ARTICLES}  # what is left out keeps its place
_SCHEMA = (
    SchemaBuilder()
    # Signed: the writer of tantivy-py dies on small numbers in unsigned fields.
    .add_integer_field("seq", indexed=True, fast=True)
    .add_text_field("title", tokenizer_name="all", index_option="position")
    .add_text_field("names", tokenizer_name="all", index_option="basic")
    .add_text_field("authors", tokenizer_name="people", index_option="position")
    .add_text_field("keywords", tokenizer_name="all", index_option="position")
    .add_text_field("abstract", tokenizer_name="text", index_option="position")
    .build()
)


class Damaged(Exception):  # noqa: N818 - what is wrong with the files
    """The files of the index cannot be used as they stand."""


class Busy(Exception):  # noqa: N818 - a state, not a fault
    """Another writer is at work."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a word of a query may stand in a paper.

    Attributes:
        words: index words; a paper must hold all of them.
        factor: 0 to 1, how surely it is what was meant.
        fields: where to look.
        stems: whether the words are stems already.
        shares: of the whole, what each of the words is worth by itself; empty where a paper must hold all.
    """

    words: tuple[str, ...]
    factor: float = 1.0
    fields: tuple[str, ...] = ("title", "authors", "keywords", "abstract")
    stems: bool = False
    shares: tuple[float, ...] = ()

    def held(self, field: str) -> tuple[str, ...]:
        """The words as that field of the index holds them; of several that must all be held, those it is indexed by."""
        words = self.words if self.stems or field in _UNSTEMMED else tuple(map(stem, self.words))
        if self.shares or field != "abstract":
            return words
        return tuple(word for word in words if not _is_left_out(field, word)) or words


def _is_left_out(field: str, word: str) -> bool:
    return field == "abstract" and word in _ARTICLES


class Postings:
    """An open tantivy index in a folder; made when the folder holds none.

    Raises:
        Damaged: what is there is no index of ours.
    """

    def __init__(self, folder: Path) -> None:
        with foreign():
            self._index = Index(_SCHEMA, str(folder))
            for name, words in _LEFT_OUT.items():
                left_out = Filter.custom_stopword(list(words))
                analyzer = TextAnalyzerBuilder(Tokenizer.whitespace()).filter(left_out).build()
                self._index.register_tokenizer(name, analyzer)
            self._index.config_reader("manual")

    def view(self) -> "View":
        """The last commit, as it will stay whatever is written later."""
        with foreign():
            self._index.reload()
            return View(self._index.searcher())

    def writer(self) -> IndexWriter:
        """The one writer.

        Raises:
            Busy: another process or thread has it.
        """
        with foreign():
            try:
                return self._index.writer(HEAP, num_threads=1)
            except ValueError as error:
                if "LockBusy" in str(error):
                    raise Busy from error
                raise


class View:
    """One commit, for reading."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._frequencies: dict[tuple[str, str], int] = {}
        heads = self.seqs(term("names", _HEAD), 2)
        self.papers = searcher.num_docs - len(heads)
        self.state = -heads[0][0] if len(heads) == 1 else 0
        if len(heads) > 1 or (self.papers and not heads):
            raise Damaged("no head, or two")

    def frequency(self, field: str, word: str) -> int:
        """Number of papers that hold the word in that field; all, of words that abstracts are not indexed by."""
        known = self._frequencies.get((field, word))
        if known is None:
            if _is_left_out(field, word):
                return self.papers
            with foreign():
                known = self._searcher.doc_freq(field, word)
            if len(self._frequencies) < _REMEMBERED:
                self._frequencies[field, word] = known
        return known

    def most_frequent(self, fields: Iterable[str], text: str) -> int:
        """In the one of the fields where it is most frequent, the number of papers that hold a folded word."""
        stemmed = stem(text)
        return max([self.frequency(field, text if field in _UNSTEMMED else stemmed) for field in fields])

    def begins(self, field: str, prefix: str, limit: int) -> list[str]:
        """Index words of the field that begin so, most frequent first."""
        with foreign():
            return [word for word, _ in self._searcher.terms_with_prefix(field, prefix, limit=limit)]

    def seqs(self, query: Query, limit: int) -> list[tuple[int, float]]:
        """The best papers by score, as (seq, score)."""
        with foreign():
            hits = self._searcher.search(query, limit, count=False).hits
            addresses: list[DocAddress] = [address for _, address in hits]
            seqs = self._searcher.fast_field_values("seq", addresses)
        return [
            (int(seq), float(score)) for seq, (score, _) in zip(seqs, hits, strict=True) if seq is not None
        ]


def put_head(writer: IndexWriter, state: int) -> None:
    """Replaces the head: ``state`` becomes true with the next commit."""
    writer.delete_documents_by_term("names", _HEAD)
    head = Document()
    head.add_integer("seq", -state)
    head.add_text("names", _HEAD)
    writer.add_document(head)


def put_paper(writer: IndexWriter, seq: int, texts: dict[str, str]) -> None:
    """Adds a paper: index words with blanks between, by field."""
    document = Document()
    document.add_integer("seq", seq)
    for field, text in texts.items():
        if text:
            document.add_text(field, text)
    writer.add_document(document)


def remove_paper(writer: IndexWriter, seq: int) -> None:
    """Removes a paper, wherever it was added."""
    writer.delete_documents_by_term("seq", seq)


def term(field: str, word: str) -> Query:
    """Papers that hold the word in the field."""
    return Query.term_query(_SCHEMA, field, word, "basic")


def phrase(field: str, words: Sequence[str]) -> Query:
    """Papers that hold the words side by side in the field; of articles in abstracts only the places count.

    None where fewer than two words are left.
    """
    indexed = [(place, word) for place, word in enumerate(words) if not _is_left_out(field, word)]
    if len(indexed) < 2:
        return Query.empty_query()
    first = indexed[0][0]
    return Query.phrase_query(_SCHEMA, field, [(place - first, word) for place, word in indexed])


def person(words: Sequence[str]) -> Query:
    """Papers one of whose authors bears all the words, two or more, in this order or the other way round.

    Other names may stand between two of them, two at most; words of two authors never make one.
    """
    orders = dict.fromkeys((tuple(words), tuple(reversed(words))))
    return best([Query.phrase_query(_SCHEMA, "authors", list(order), slop=_BETWEEN) for order in orders])


def people(authors: Iterable[Sequence[str]]) -> str:
    """The words of several authors as their field is filled: so far apart that no person() reaches across."""
    return f" {' '.join([_BOUNDARY] * _APART)} ".join(" ".join(words) for words in authors)


def flat(query: Query, score: float) -> Query:
    """The same papers, each with this score."""
    return Query.const_score_query(query, score)


def best(queries: Sequence[Query]) -> Query:
    """Papers of any of the queries, each with its best score among them."""
    return queries[0] if len(queries) == 1 else Query.disjunction_max_query(queries)


def sum_of(queries: Iterable[Query], required: Query | None = None) -> Query:
    """Papers of any of the queries, each with the sum of its scores; only those of ``required`` if given."""
    clauses = [(Occur.Should, query) for query in queries]
    if required is not None:
        clauses.append((Occur.Must, Query.const_score_query(required, 0.0)))
    return Query.boolean_query(clauses)


def all_of(queries: Iterable[Query]) -> Query:
    """Papers of all of the queries."""
    return Query.boolean_query([(Occur.Must, query) for query in queries])


class foreign:  # noqa: N801 - reads as a word
    """Turns whatever tantivy raises, panics included, into Damaged; a fault of ours, or no memory, is no damage."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        if error is None or isinstance(error, (Busy, Damaged)):
            return
        # A Rust panic arrives as a BaseException of its own, which no package names.
        if isinstance(error, (ValueError, OSError, RuntimeError)) or type(error).__name__ == "PanicException":
            raise Damaged(str(error)) from error
