"""How often papers that are called related share a keyword, ours beside FTS5's "more like this".

    .venv/bin/python benchmarks/similar.py FILE [PAPERS]

FILE is a list of papers of which some have keywords of their authors. PAPERS of these (300) are drawn with a fixed
seed; for each, both sides name the five most related of all papers of the file. It is counted how many of these share
any keyword with it, and, with one of its keywords hidden from both sides, how many share just that one. FTS5 is asked
for any of the paper's rarest words that another paper has too, ranked by its BM25; how many words that should be
nobody says, so it is asked with five, ten and thirty, and with those of the keywords among them.
"""

import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from corpus import SEED, papers_of

from bot.lookup import Index
from bot.models import Mark, Paper

SHOWN = 5
DRAWN = 300
RAREST = (5, 10, 30)
AT_ONCE = 500

Related = Callable[[Paper], Sequence[int]]
"""From a paper to the seqs of related ones, closest first, without itself."""


def ours(papers: Sequence[Paper], folder: Path) -> Related:
    """What this project ships."""
    index = Index.open(folder / "index")
    writing = index.writing(wait_s=1)
    if writing is None:
        raise SystemExit("the index cannot be written")
    with writing:
        for at in range(0, len(papers), AT_ONCE):
            writing.add(papers[at : at + AT_ONCE])
        writing.commit(Mark(papers[-1].seq, 0))
    return lambda paper: [one.seq for one in index.similar(paper, SHOWN)]


def full_text(papers: Sequence[Paper], folder: Path) -> Callable[[int], Related]:
    """SQLite's FTS5, for a number of words."""
    database = sqlite3.connect(folder / "fts.db")
    database.execute("CREATE VIRTUAL TABLE p USING fts5(title, abstract, keywords, content='')")
    database.executemany(
        "INSERT INTO p(rowid, title, abstract, keywords) VALUES (?, ?, ?, ?)",
        ((paper.seq, paper.heading, paper.abstract, "; ".join(paper.keywords)) for paper in papers),
    )
    database.execute("CREATE VIRTUAL TABLE v USING fts5vocab('p', 'row')")
    frequencies = dict(database.execute("SELECT term, doc FROM v"))

    def more_like(paper: Paper, count: int) -> list[int]:
        text = f"{paper.heading} {paper.abstract} {' '.join(paper.keywords)}"
        words = set(re.findall(r"[a-z0-9]+", text.lower()))
        shared = sorted((frequencies[word], word) for word in words if frequencies.get(word, 0) > 1)
        query = " OR ".join(f'"{word}"' for _, word in shared[:count])
        ranked = "SELECT rowid FROM p WHERE p MATCH ? ORDER BY bm25(p) LIMIT ?"
        found = database.execute(ranked, (query, SHOWN + 1)) if query else ()
        return [seq for (seq,) in found if seq != paper.seq][:SHOWN]

    return lambda count: lambda paper: more_like(paper, count)


def keywords(paper: Paper) -> set[str]:
    """The paper's keywords, whatever their case."""
    return {word.strip().casefold() for word in paper.keywords}


def main(file: Path, count: int) -> None:
    """Measures, and prints a table."""
    papers = papers_of(file)
    with_keywords = [paper for paper in papers if len(keywords(paper)) > 1 and paper.abstract]
    dice = random.Random(SEED)
    drawn = dice.sample(with_keywords, min(count, len(with_keywords)))
    hidden = {paper.seq: dice.choice(sorted(keywords(paper))) for paper in drawn}
    by_seq = {paper.seq: paper for paper in papers}
    print(f"{len(papers)} papers, {len(with_keywords)} with two keywords, {len(drawn)} of them asked for\n")
    print(f"{'':<24} {'shown':>6} {'share a keyword':>16} {'share the hidden':>17} {'CPU ms':>7}")
    with tempfile.TemporaryDirectory() as folder:
        words = full_text(papers, Path(folder))
        sides = {f"FTS5, {number} rarest words": words(number) for number in RAREST}
        for name, related in {"paperbot": ours(papers, Path(folder)), **sides}.items():
            began = time.process_time()
            pairs = [(paper, by_seq[seq]) for paper in drawn for seq in related(paper)]
            spent = 1000 * (time.process_time() - began) / len(drawn)
            sharing = sum(bool(keywords(one) & keywords(other)) for one, other in pairs)
            blind = [
                hidden[paper.seq] in keywords(by_seq[seq])
                for paper in drawn
                for seq in related(_without(paper, hidden[paper.seq]))
            ]
            shares = f"{sharing / max(1, len(pairs)):>16.3f} {sum(blind) / max(1, len(blind)):>17.3f}"
            print(f"{name:<24} {len(pairs):>6} {shares} {spent:>7.1f}")


def _without(paper: Paper, hidden: str) -> Paper:
    return replace(paper, keywords=tuple(one for one in paper.keywords if one.strip().casefold() != hidden))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else DRAWN)
