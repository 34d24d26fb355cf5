"""Prints the Saturday list: python3 -m seedledger TABLE.csv"""

import sys
from datetime import date

from .lots import LotError, read_lots
from .report import report


def main(arguments):
    """Exit code 0 when the list was printed, 1 when the table does not fit, 2 for wrong usage."""
    if len(arguments) != 1:
        print("usage: python3 -m seedledger TABLE.csv", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8", newline="") as table:
            lots = read_lots(table)
    except (OSError, LotError) as problem:
        print(problem, file=sys.stderr)
        return 1
    print("\n".join(report(lots, date.today())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
