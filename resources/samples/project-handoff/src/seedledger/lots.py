"""Reads the lot table and works out what a lot can still be expected to do."""

import csv
from dataclasses import dataclass
from datetime import date

COLUMNS = ("lot", "species", "harvested", "tested", "sown", "sprouted")


class LotError(ValueError):
    """A row of the table that cannot be read; the message names the line."""


@dataclass(frozen=True)
class Lot:
    """One envelope of seed, with its latest germination test."""

    lot: str
    species: str
    harvested: date
    tested: date
    sown: int
    sprouted: int

    @property
    def rate(self) -> float:
        """Share of the sown seeds that sprouted, from 0 to 1."""
        return self.sprouted / self.sown

    def age_in_years(self, today: date) -> int:
        """Whole years since the harvest."""
        years = today.year - self.harvested.year
        before_the_day = (today.month, today.day) < (self.harvested.month, self.harvested.day)
        return years - 1 if before_the_day else years


def read_lots(lines):
    """Reads rows of CSV text. Raises LotError with the line number at the first row that does not fit."""
    rows = csv.DictReader(lines)
    if tuple(rows.fieldnames or ()) != COLUMNS:
        raise LotError(f"line 1: the columns must be {', '.join(COLUMNS)}")
    return [_lot(row, rows.line_num) for row in rows]


def _lot(row, line):
    try:
        sown, sprouted = int(row["sown"]), int(row["sprouted"])
        harvested = date.fromisoformat(row["harvested"])
        tested = date.fromisoformat(row["tested"])
    except (TypeError, ValueError) as problem:
        raise LotError(f"line {line}: {problem}") from problem
    if sown < 1 or not 0 <= sprouted <= sown:
        raise LotError(f"line {line}: {sprouted} of {sown} seeds cannot have sprouted")
    if tested < harvested:
        raise LotError(f"line {line}: tested before the harvest")
    return Lot(row["lot"], row["species"], harvested, tested, sown, sprouted)
