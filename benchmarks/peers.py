"""Lookups as others build them, and ours, all asked in the same way.

Every one of them is built from papers into a folder of its own, opened in another process, and answers with
titles, best first; ours keeps its guesses to itself, since a guess is no answer.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import ClassVar

import bm25s
import numpy as np
import Stemmer
import tantivy
from rapidfuzz import fuzz, process
from rapidfuzz.utils import default_process

from bot.lookup import Index
from bot.models import Mark, Paper

SHOWN = 10
Ask = Callable[[str], Sequence[int]]
"""From a query to the seqs of papers, best first."""


class Paperbot:
    """What this project ships."""

    name: ClassVar = "paperbot"

    @staticmethod
    def build(papers: Iterable[Paper], folder: Path) -> None:
        index = Index.open(folder)
        with index.writing(wait_s=1) as writing:  # type: ignore[union-attr]
            coming, last = iter(papers), 0
            while some := list(islice(coming, 500)):
                writing.add(some)
                last = some[-1].seq
            writing.commit(Mark(last, 0))
        index.close()

    @staticmethod
    def open(folder: Path) -> Ask:
        index = Index.open(folder)
        return lambda query: [one.seq for one in index.search(query, SHOWN) if not one.guess]


class BruteForce:
    """RapidFuzz's WRatio over every title."""

    name: ClassVar = "RapidFuzz WRatio"

    @staticmethod
    def build(papers: Iterable[Paper], folder: Path) -> None:
        with (folder / "titles").open("w") as file:
            for paper in papers:
                file.write(f"{paper.seq}\t{default_process(paper.heading)}\n")

    @staticmethod
    def open(folder: Path) -> Ask:
        rows = [line.rstrip("\n").split("\t") for line in (folder / "titles").open()]
        seqs, titles = [int(seq) for seq, _ in rows], [title for _, title in rows]
        return lambda query: [
            seqs[place]
            for _, _, place in process.extract(
                default_process(query), titles, scorer=fuzz.WRatio, limit=SHOWN
            )
        ]


class FullText:
    """SQLite's FTS5, ranked by its BM25: papers that have all words, then those that have any, until ten are shown."""

    name: ClassVar = "FTS5"
    filled: ClassVar = True
    """Whether papers with some of the words fill the ten up, as they do in every other lookup here."""

    @staticmethod
    def build(papers: Iterable[Paper], folder: Path) -> None:
        with sqlite3.connect(folder / "fts.db") as database:
            database.execute(
                "CREATE VIRTUAL TABLE papers USING fts5"
                "(title, authors, abstract, content='', tokenize='porter unicode61')"
            )
            database.executemany(
                "INSERT INTO papers (rowid, title, authors, abstract) VALUES (?, ?, ?, ?)",
                ((one.seq, one.heading, "; ".join(one.authors), one.abstract) for one in papers),
            )
            database.execute("INSERT INTO papers (papers) VALUES ('optimize')")

    @classmethod
    def open(cls, folder: Path) -> Ask:
        database = sqlite3.connect(folder / "fts.db")
        asked = "SELECT rowid FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT ?"
        enough = SHOWN if cls.filled else 1

        def ask(query: str) -> list[int]:
            words = [f'"{word}"' for word in re.findall(r"\w+", query)]
            found: dict[int, None] = {}
            for joint in (" AND ", " OR ") if words else ():
                if len(found) < enough:
                    found |= dict.fromkeys(
                        seq for (seq,) in database.execute(asked, (joint.join(words), SHOWN))
                    )
            return list(found)[:SHOWN]

        return ask


class FullTextAlone(FullText):
    """The same, but papers that have any of the words are shown only where none has them all."""

    name: ClassVar = "FTS5, AND alone"
    filled: ClassVar = False


class Sparse:
    """bm25s over title, authors and abstract, stemmed."""

    name: ClassVar = "bm25s"

    @staticmethod
    def build(papers: Iterable[Paper], folder: Path) -> None:
        seqs: list[int] = []

        def texts() -> Iterable[str]:
            for one in papers:
                seqs.append(one.seq)
                yield f"{one.heading} {'; '.join(one.authors)} {one.abstract}"

        words = bm25s.tokenize(
            list(texts()), stopwords="en", stemmer=Stemmer.Stemmer("english"), show_progress=False
        )
        index = bm25s.BM25()
        index.index(words, show_progress=False)
        index.save(folder)
        np.save(folder / "seqs.npy", np.array(seqs, np.int64))

    @staticmethod
    def open(folder: Path) -> Ask:
        index = bm25s.BM25.load(folder, mmap=True)
        seqs, stemmer = np.load(folder / "seqs.npy"), Stemmer.Stemmer("english")

        def ask(query: str) -> list[int]:
            words = bm25s.tokenize(
                [query], stopwords="en", stemmer=stemmer, show_progress=False, return_ids=False
            )
            if not words[0]:
                return []
            found, _ = index.retrieve(words, k=SHOWN, show_progress=False, n_threads=0)
            return [int(one) for one in seqs[found[0]]]

        return ask


class Bare:
    """tantivy as it comes: its English stemmer, its query parser, BM25."""

    name: ClassVar = "tantivy BM25"

    @staticmethod
    def _index(folder: Path) -> tantivy.Index:
        schema = tantivy.SchemaBuilder().add_integer_field("seq", fast=True)
        for field in ("title", "authors", "abstract"):
            schema = schema.add_text_field(field, tokenizer_name="en_stem")
        return tantivy.Index(schema.build(), str(folder))

    @staticmethod
    def build(papers: Iterable[Paper], folder: Path) -> None:
        writer = Bare._index(folder).writer(64_000_000, num_threads=1)
        for one in papers:
            document = tantivy.Document()
            document.add_integer("seq", one.seq)
            document.add_text("title", one.heading)
            document.add_text("authors", "; ".join(one.authors))
            document.add_text("abstract", one.abstract)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    @staticmethod
    def open(folder: Path) -> Ask:
        index = Bare._index(folder)
        searcher = index.searcher()

        def ask(query: str) -> list[int]:
            understood, _ = index.parse_query_lenient(query, ["title", "authors", "abstract"])
            hits = searcher.search(understood, SHOWN, count=False).hits
            seqs = searcher.fast_field_values("seq", [address for _, address in hits])
            return [int(seq) for seq in seqs if seq is not None]

        return ask


PEERS = (Paperbot, BruteForce, FullText, FullTextAlone, Sparse, Bare)
