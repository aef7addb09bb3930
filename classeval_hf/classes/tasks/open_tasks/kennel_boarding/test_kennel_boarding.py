# canary: classeval-hf open kennel_boarding 06a161f3-d430-44a7-ab54-c7604bcf3a25

import unittest

from solution import KennelBoarding


class KennelBoardingTestFindStall(unittest.TestCase):
    def setUp(self):
        self.kennel = KennelBoarding({"L1": "large", "M2": "medium", "M1": "medium", "S1": "small"})

    def test_find_stall_smallest(self):
        self.assertEqual(self.kennel.find_stall("small", 1, 3), "S1")
        self.assertEqual(self.kennel.find_stall("large", 1, 3), "L1")
        self.assertEqual(self.kennel.stays, [])

    def test_find_stall_name_tie(self):
        self.assertEqual(self.kennel.find_stall("medium", 1, 3), "M1")
        self.kennel.stays = [("Rex", "M1", 0, 2), ("Ace", "M2", 1, 2)]
        self.assertEqual(self.kennel.find_stall("medium", 4, 5), "M1")

    def test_find_stall_larger_if_taken(self):
        self.kennel.stays = [("Rex", "S1", 2, 4)]
        self.assertEqual(self.kennel.find_stall("small", 3, 6), "M1")
        self.kennel.stays = [("Rex", "M1", 2, 4), ("Ace", "M2", 2, 9), ("Kim", "S1", 0, 3)]
        self.assertEqual(self.kennel.find_stall("medium", 3, 6), "L1")

    def test_find_stall_none(self):
        self.kennel.stays = [("Rex", "L1", 5, 6)]
        self.assertEqual(self.kennel.find_stall("large", 3, 9), "")
        self.assertEqual(self.kennel.stays, [("Rex", "L1", 5, 6)])
        self.assertEqual(KennelBoarding({}).find_stall("small", 3, 9), "")

    def test_find_stall_departure_day(self):
        self.kennel.stays = [("Rex", "L1", 2, 4), ("Ace", "L1", 7, 9)]
        self.assertEqual(self.kennel.find_stall("large", 4, 7), "L1")
        self.assertEqual(self.kennel.find_stall("large", 4, 8), "")
        self.assertEqual(self.kennel.find_stall("large", 3, 7), "")

    def test_find_stall_shortest_gap(self):
        self.kennel.stays = [("Rex", "M1", 0, 5), ("Ace", "M2", 2, 7), ("Kim", "S1", 8, 9)]
        self.assertEqual(self.kennel.find_stall("medium", 8, 10), "M2")
        self.assertEqual(self.kennel.find_stall("medium", 5, 10), "M1")

    def test_find_stall_latest_departure_counts(self):
        self.kennel.stays = [("Rex", "M2", 0, 3), ("Ace", "M1", 1, 5), ("Kim", "M2", 3, 6)]
        self.assertEqual(self.kennel.find_stall("medium", 9, 12), "M2")

    def test_find_stall_later_stay_is_no_gap(self):
        self.kennel.stays = [("Rex", "M2", 1, 4), ("Ace", "M1", 12, 14)]
        self.assertEqual(self.kennel.find_stall("medium", 10, 12), "M2")

    def test_find_stall_size_before_gap(self):
        self.kennel.stays = [("Rex", "L1", 1, 10), ("Ace", "M2", 0, 2)]
        self.assertEqual(self.kennel.find_stall("small", 10, 12), "S1")
        self.assertEqual(self.kennel.find_stall("medium", 10, 12), "M2")

    def test_find_stall_unknown_size(self):
        with self.assertRaises(ValueError) as caught:
            self.kennel.find_stall("huge", 1, 2)
        self.assertEqual(str(caught.exception), "unknown size")


class KennelBoardingTestBook(unittest.TestCase):
    def setUp(self):
        self.kennel = KennelBoarding({"A": "large", "B": "small"})

    def test_book_enters_stay(self):
        self.assertEqual(self.kennel.book("Rex", "small", 3, 8), "B")
        self.assertEqual(self.kennel.stays, [("Rex", "B", 3, 8)])
        self.assertEqual(self.kennel.book("Ace", "small", 7, 9), "A")
        self.assertEqual(self.kennel.stays, [("Rex", "B", 3, 8), ("Ace", "A", 7, 9)])

    def test_book_keeps_order(self):
        self.kennel.stays = [("Rex", "A", 2, 4), ("Ace", "A", 6, 9)]
        self.assertEqual(self.kennel.book("Kim", "large", 4, 6), "A")
        self.assertEqual(self.kennel.book("Bo", "small", 2, 3), "B")
        self.assertEqual(
            self.kennel.stays, [("Rex", "A", 2, 4), ("Bo", "B", 2, 3), ("Kim", "A", 4, 6), ("Ace", "A", 6, 9)]
        )

    def test_book_none_free(self):
        self.kennel.stays = [("Rex", "A", 2, 4)]
        self.assertEqual(self.kennel.book("Ace", "medium", 3, 5), "")
        self.assertEqual(self.kennel.stays, [("Rex", "A", 2, 4)])

    def test_book_bad_days(self):
        for departure in (5, 4):
            with self.assertRaises(ValueError) as caught:
                self.kennel.book("Rex", "huge", 5, departure)
            self.assertEqual(str(caught.exception), "departure must be after arrival")
        self.assertEqual(self.kennel.stays, [])

    def test_book_dog_twice(self):
        self.kennel.stays = [("Rex", "A", 2, 6)]
        for arrival, departure in ((5, 8), (0, 3), (3, 4), (1, 9)):
            with self.assertRaises(ValueError) as caught:
                self.kennel.book("Rex", "small", arrival, departure)
            self.assertEqual(str(caught.exception), "dog already booked")
        self.assertEqual(self.kennel.stays, [("Rex", "A", 2, 6)])

    def test_book_dog_again_later(self):
        self.kennel.stays = [("Rex", "A", 2, 6)]
        self.assertEqual(self.kennel.book("Rex", "large", 6, 8), "A")
        self.assertEqual(self.kennel.book("Rex", "small", 1, 2), "B")
        self.assertEqual(self.kennel.stays, [("Rex", "B", 1, 2), ("Rex", "A", 2, 6), ("Rex", "A", 6, 8)])

    def test_book_unknown_size(self):
        self.kennel.stays = [("Rex", "A", 2, 6)]
        with self.assertRaises(ValueError) as caught:
            self.kennel.book("Ace", "tiny", 2, 6)
        self.assertEqual(str(caught.exception), "unknown size")
        with self.assertRaises(ValueError) as caught:
            self.kennel.book("Rex", "tiny", 2, 6)
        self.assertEqual(str(caught.exception), "dog already booked")
        self.assertEqual(self.kennel.stays, [("Rex", "A", 2, 6)])


class KennelBoardingTestOccupancy(unittest.TestCase):
    def setUp(self):
        self.kennel = KennelBoarding({"A": "large", "B": "small", "C": "small"})

    def test_occupancy_empty(self):
        self.assertEqual(self.kennel.occupancy(0, 6), {"large": 0.0, "small": 0.0})

    def test_occupancy_inside(self):
        self.kennel.stays = [("Rex", "A", 1, 3), ("Ace", "B", 2, 3), ("Kim", "C", 2, 6)]
        self.assertEqual(self.kennel.occupancy(0, 9), {"large": 20.0, "small": 25.0})
        self.assertEqual(self.kennel.stays, [("Rex", "A", 1, 3), ("Ace", "B", 2, 3), ("Kim", "C", 2, 6)])

    def test_occupancy_cut_off(self):
        self.kennel.stays = [("Rex", "A", 0, 4), ("Ace", "B", 5, 20)]
        self.assertEqual(self.kennel.occupancy(3, 5), {"large": 33.3, "small": 16.7})

    def test_occupancy_outside(self):
        self.kennel.stays = [("Rex", "A", 0, 3), ("Ace", "B", 6, 9), ("Kim", "C", 3, 6)]
        self.assertEqual(self.kennel.occupancy(3, 5), {"large": 0.0, "small": 50.0})

    def test_occupancy_single_night(self):
        self.kennel.stays = [("Rex", "A", 2, 5), ("Ace", "B", 4, 5)]
        self.assertEqual(self.kennel.occupancy(4, 4), {"large": 100.0, "small": 50.0})
        self.assertEqual(self.kennel.occupancy(5, 5), {"large": 0.0, "small": 0.0})

    def test_occupancy_sizes_present(self):
        kennel = KennelBoarding({"X": "medium"})
        kennel.stays = [("Rex", "X", 0, 2), ("Ace", "X", 2, 6)]
        self.assertEqual(kennel.occupancy(0, 6), {"medium": 85.7})
        self.assertEqual(KennelBoarding({}).occupancy(0, 6), {})

    def test_occupancy_bad_period(self):
        with self.assertRaises(ValueError) as caught:
            self.kennel.occupancy(4, 3)
        self.assertEqual(str(caught.exception), "bad period")


class KennelBoardingTestBill(unittest.TestCase):
    def test_bill_weekdays(self):
        self.assertEqual(KennelBoarding({}).bill("24.50", 0, 4), "98.00")
        self.assertEqual(KennelBoarding({}).bill("20", 13, 15), "40.00")

    def test_bill_weekend(self):
        self.assertEqual(KennelBoarding({}).bill("20.00", 3, 7), "88.00")
        self.assertEqual(KennelBoarding({}).bill("20.00", 11, 12), "24.00")

    def test_bill_seventh_night(self):
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 6), "64.00")
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 7), "64.00")
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 8), "74.00")

    def test_bill_seventh_night_on_weekend(self):
        self.assertEqual(KennelBoarding({}).bill("10.00", 5, 12), "62.00")

    def test_bill_long_stay(self):
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 9), "84.00")
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 10), "84.60")
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 14), "115.20")
        self.assertEqual(KennelBoarding({}).bill("10.00", 0, 15), "124.20")

    def test_bill_rounding(self):
        self.assertEqual(KennelBoarding({}).bill("0.125", 0, 1), "0.13")
        self.assertEqual(KennelBoarding({}).bill("1.005", 0, 1), "1.01")
        self.assertEqual(KennelBoarding({}).bill("12.25", 0, 10), "103.64")

    def test_bill_rounded_once(self):
        self.assertEqual(KennelBoarding({}).bill("10.02", 4, 6), "24.05")

    def test_bill_bad_days(self):
        for departure in (3, 2):
            with self.assertRaises(ValueError) as caught:
                KennelBoarding({}).bill("10.00", 3, departure)
            self.assertEqual(str(caught.exception), "departure must be after arrival")


class KennelBoardingTestFamilyBill(unittest.TestCase):
    def test_family_bill_one(self):
        self.assertEqual(KennelBoarding({}).family_bill([("20.00", 3, 7)]), "88.00")

    def test_family_bill_none(self):
        self.assertEqual(KennelBoarding({}).family_bill([]), "0.00")

    def test_family_bill_two(self):
        self.assertEqual(KennelBoarding({}).family_bill([("20", 0, 2), ("30.50", 0, 2)]), "95.00")
        self.assertEqual(KennelBoarding({}).family_bill([("30.50", 0, 2), ("20", 0, 2)]), "95.00")

    def test_family_bill_numeric_order(self):
        self.assertEqual(KennelBoarding({}).family_bill([("9.00", 0, 1), ("100.00", 0, 1)]), "107.65")

    def test_family_bill_equal(self):
        self.assertEqual(KennelBoarding({}).family_bill([("10.00", 0, 1)] * 3), "27.00")

    def test_family_bill_rounding_each(self):
        self.assertEqual(KennelBoarding({}).family_bill([("5", 0, 1), ("0.10", 1, 2), ("0.10", 2, 3)]), "5.18")
        self.assertEqual(KennelBoarding({}).family_bill([("5", 0, 1), ("0.30", 1, 2), ("0.30", 2, 3)]), "5.52")

    def test_family_bill_price_not_rate(self):
        self.assertEqual(KennelBoarding({}).family_bill([("40.00", 0, 1), ("10.00", 0, 14)]), "149.20")

    def test_family_bill_bad_days(self):
        with self.assertRaises(ValueError) as caught:
            KennelBoarding({}).family_bill([("20", 0, 2), ("20", 2, 2)])
        self.assertEqual(str(caught.exception), "departure must be after arrival")


class KennelBoardingTestMain(unittest.TestCase):
    def test_main_busy_week(self):
        kennel = KennelBoarding({"A": "large", "B": "medium", "C": "medium"})
        self.assertEqual(kennel.book("Rex", "medium", 2, 5), "B")
        self.assertEqual(kennel.find_stall("small", 4, 6), "C")
        self.assertEqual(kennel.book("Ace", "small", 0, 4), "C")
        self.assertEqual(kennel.book("Kim", "medium", 5, 9), "B")
        self.assertEqual(kennel.book("Bo", "small", 3, 4), "A")
        self.assertEqual(kennel.book("Max", "large", 3, 5), "")
        self.assertEqual(kennel.stays, [("Ace", "C", 0, 4), ("Rex", "B", 2, 5), ("Bo", "A", 3, 4), ("Kim", "B", 5, 9)])
        self.assertEqual(kennel.occupancy(0, 6), {"large": 14.3, "medium": 64.3})
        self.assertEqual(kennel.bill("18.00", 2, 5), "57.60")
        self.assertEqual(kennel.family_bill([("15.00", 0, 4), ("18.00", 2, 5)]), "108.96")

    def test_main_one_stall(self):
        kennel = KennelBoarding({"den": "small"})
        self.assertEqual(kennel.book("Pip", "small", 7, 17), "den")
        self.assertEqual(kennel.bill("11.50", 7, 17), "97.29")
        self.assertEqual(kennel.find_stall("small", 16, 18), "")
        self.assertEqual(kennel.find_stall("small", 17, 18), "den")
        with self.assertRaises(ValueError):
            kennel.book("Pip", "small", 16, 18)
        self.assertEqual(kennel.book("Pip", "small", 5, 7), "den")
        self.assertEqual(kennel.occupancy(5, 16), {"small": 100.0})
        self.assertEqual(kennel.occupancy(15, 19), {"small": 40.0})
        self.assertEqual(kennel.family_bill([("11.50", 7, 17), ("11.50", 5, 7)]), "118.80")
        self.assertEqual(kennel.stays, [("Pip", "den", 5, 7), ("Pip", "den", 7, 17)])
