"""Turns lots into the Saturday list: what to lend, what to test again, what to compost."""

LEND_FROM = 0.7
COMPOST_BELOW = 0.3
RETEST_AFTER_YEARS = 2


def advice(lot, today):
    """One word for a lot: lend, retest or compost."""
    if lot.rate < COMPOST_BELOW:
        return "compost"
    test_is_old = today.year - lot.tested.year >= RETEST_AFTER_YEARS
    if lot.rate < LEND_FROM or test_is_old:
        return "retest"
    return "lend"


def report(lots, today):
    """Lines of the list, worst germination first, then by lot name."""
    ordered = sorted(lots, key=lambda lot: (lot.rate, lot.lot))
    return [
        f"{lot.lot:<8} {lot.species:<20} {lot.rate:>4.0%}  {lot.age_in_years(today)} y  {advice(lot, today)}"
        for lot in ordered
    ]
