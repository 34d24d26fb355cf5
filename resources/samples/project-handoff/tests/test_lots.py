"""Run from the root of the package: PYTHONPATH=src python3 -m unittest discover -s tests"""

import unittest
from datetime import date

from seedledger.lots import LotError, read_lots
from seedledger.report import advice, report

HEAD = "lot,species,harvested,tested,sown,sprouted"
BEAN = "B-014,Phaseolus vulgaris,2023-09-30,2025-03-08,20,18"
LEEK = "L-003,Allium porrum,2021-08-12,2025-03-08,25,6"
TODAY = date(2026, 6, 20)


class ReadLots(unittest.TestCase):
    def test_reads_a_row(self):
        [lot] = read_lots([HEAD, BEAN])
        self.assertEqual(("B-014", 0.9, 2), (lot.lot, lot.rate, lot.age_in_years(TODAY)))

    def test_a_birthday_that_is_still_to_come_does_not_count(self):
        [lot] = read_lots([HEAD, BEAN])
        self.assertEqual(2, lot.age_in_years(date(2026, 9, 29)))
        self.assertEqual(3, lot.age_in_years(date(2026, 9, 30)))

    def test_names_the_line_that_does_not_fit(self):
        with self.assertRaisesRegex(LotError, "line 3: 26 of 25 seeds"):
            read_lots([HEAD, BEAN, LEEK.replace(",6", ",26")])

    def test_other_columns_are_refused(self):
        with self.assertRaisesRegex(LotError, "line 1"):
            read_lots(["lot,species", "B-014,Phaseolus vulgaris"])

    def test_a_test_before_the_harvest_is_refused(self):
        with self.assertRaisesRegex(LotError, "before the harvest"):
            read_lots([HEAD, BEAN.replace("2025-03-08", "2022-03-08")])


class Report(unittest.TestCase):
    def test_advice(self):
        bean, leek = read_lots([HEAD, BEAN, LEEK])
        self.assertEqual("lend", advice(bean, TODAY))
        self.assertEqual("compost", advice(leek, TODAY))
        self.assertEqual("retest", advice(bean, date(2027, 1, 2)))

    def test_worst_first(self):
        lines = report(read_lots([HEAD, BEAN, LEEK]), TODAY)
        self.assertEqual("L-003    Allium porrum         24%  4 y  compost", lines[0])
        self.assertEqual("B-014    Phaseolus vulgaris    90%  2 y  lend", lines[1])


if __name__ == "__main__":
    unittest.main()
