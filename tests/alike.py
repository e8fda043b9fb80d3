"""Readings in four files that resemble each other in all that joining looks at."""

from dataclasses import replace

from bot.models import Identifier, Source
from tests.make import a_reading

LONG = " ".join(f"Turnip number {number} grows in row {number * 7} of the field." for number in range(12))
ARXIV = (Identifier("arxiv", "2601.00001"),)
ALIKE = tuple(
    replace(reading, source=Source(f"list{number % 4}.json", "record", number))
    for number, reading in enumerate(
        (
            a_reading(),
            a_reading(abstract=""),
            a_reading(title="GROWING TURNIPS WITH TRANSFORMERS", abstract="", status="Oral"),
            a_reading(venue="ICLR", year=2025, status="Reject"),
            a_reading(title="Turnips, First Draft", venue="", year=None, identifiers=ARXIV),
            a_reading(identifiers=ARXIV, venue="", year=None),
            a_reading(authors=()),
            a_reading(authors=(), abstract=""),
            a_reading(authors=("Cat Cedar",), abstract=""),
            a_reading(title="", authors=(), abstract=LONG),
            a_reading(title="", authors=(), abstract=LONG),
            a_reading(title="On Rows", abstract=LONG),
            a_reading(title="On Fields", abstract=LONG, venue="JMLR", year=2027),
            a_reading(title="On Others' Fields", abstract=LONG, authors=("Dan Dogwood", "Eve Elm")),
        )
    )
)
