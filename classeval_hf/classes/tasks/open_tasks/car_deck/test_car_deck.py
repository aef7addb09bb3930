# canary: classeval-hf open car_deck 68bf5947-f38d-41fe-b1b2-c46bd609ebc6

import unittest

from solution import CarDeck


def drive(deck, *steps):
    """Takes steps such as ("enter", "A", 5): the name of a method and its arguments."""
    for name, *arguments in steps:
        getattr(deck, name)(*arguments)


class CarDeckTestFee(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([4, 4], 4, 30)

    def test_fee_free(self):
        self.assertEqual([self.deck.fee(minutes) for minutes in (0, 1, 15, 16)], [0, 0, 0, 4])

    def test_fee_started_hours(self):
        self.assertEqual([self.deck.fee(minutes) for minutes in (60, 61, 120, 121, 420, 421)], [4, 8, 8, 12, 28, 30])

    def test_fee_day(self):
        self.assertEqual([self.deck.fee(minutes) for minutes in (900, 1439, 1440)], [30, 30, 30])

    def test_fee_more_days(self):
        self.assertEqual([self.deck.fee(minutes) for minutes in (1441, 1501, 2500, 4320, 4330)], [34, 38, 60, 90, 94])

    def test_fee_other_prices(self):
        deck = CarDeck([1], 7, 7)
        self.assertEqual([deck.fee(minutes) for minutes in (10, 20, 1440, 1442)], [0, 7, 7, 14])
        self.assertEqual((deck.hour, deck.day, deck.now, deck.cars), (7, 7, 0, {}))


class CarDeckTestReserve(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([2, 3], 4, 30)

    def test_reserve_new(self):
        self.assertEqual([self.deck.reserve(1, 2, "A", 3), self.deck.reserve(2, 3, "B", 3)], ["", ""])
        self.assertEqual((self.deck.holders, self.deck.now), ({(1, 2): "A", (2, 3): "B"}, 3))

    def test_reserve_other_holder(self):
        self.assertEqual(
            [self.deck.reserve(2, 1, plate, 3) for plate in ("A", "B", "B", "", "C")], ["", "A", "B", "B", ""]
        )
        self.assertEqual(self.deck.holders, {(2, 1): "C"})

    def test_reserve_moves(self):
        drive(self.deck, ("reserve", 1, 1, "A", 0), ("reserve", 2, 2, "B", 0))
        self.assertEqual([self.deck.reserve(2, 2, "A", 4), self.deck.reserve(1, 1, "", 5)], ["B", ""])
        self.assertEqual(self.deck.holders, {(2, 2): "A"})

    def test_reserve_under_holder(self):
        drive(self.deck, ("enter", "A", 10), ("enter", "B", 20))
        self.assertEqual(self.deck.reserve(2, 1, "A", 50), "")
        self.assertEqual(self.deck.cars, {"A": ((2, 1), 50, 40), "B": ((1, 1), 20, 0)})
        self.assertEqual(self.deck.reserve(2, 1, "A", 70), "A")
        self.assertEqual(self.deck.cars["A"], ((2, 1), 50, 40))

    def test_reserve_taken_from_holder(self):
        drive(self.deck, ("reserve", 1, 2, "A", 0), ("enter", "A", 10), ("enter", "B", 20))
        self.assertEqual(self.deck.reserve(1, 2, "B", 50), "A")
        self.assertEqual(self.deck.cars, {"A": ((1, 2), 50, 0), "B": ((2, 1), 20, 0)})

    def test_reserve_holder_stands_on_old_place(self):
        drive(self.deck, ("enter", "A", 10), ("reserve", 2, 1, "A", 15))
        self.assertEqual(self.deck.reserve(1, 1, "A", 40), "")
        self.assertEqual((self.deck.cars, self.deck.holders), ({"A": ((2, 1), 40, 5)}, {(1, 1): "A"}))

    def test_reserve_for_nobody(self):
        drive(self.deck, ("reserve", 2, 3, "A", 0), ("enter", "A", 10), ("reserve", 1, 1, "B", 12))
        self.assertEqual(self.deck.reserve(2, 3, "", 33), "A")
        self.assertEqual((self.deck.cars, self.deck.holders), ({"A": ((2, 3), 33, 0)}, {(1, 1): "B"}))

    def test_reserve_two_cars_up_to_date(self):
        drive(self.deck, ("enter", "A", 1), ("enter", "B", 4), ("reserve", 2, 1, "A", 10))
        self.assertEqual(self.deck.reserve(2, 1, "B", 30), "A")
        self.assertEqual(self.deck.cars, {"A": ((2, 1), 30, 9), "B": ((1, 1), 4, 0)})

    def test_reserve_errors(self):
        drive(self.deck, ("reserve", 1, 1, "A", 9))
        cases = [(3, 1, 8, "time runs back"), (0, 1, 9, "no such place"), (3, 1, 9, "no such place")]
        cases += [(1, 3, 9, "no such place"), (2, 0, 20, "no such place"), (2, 4, 9, "no such place")]
        for level, number, minute, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.deck.reserve(level, number, "A", minute)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.deck.holders, self.deck.now), ({(1, 1): "A"}, 9))
        self.assertEqual(self.deck.reserve(2, 3, "C", 9), "")


class CarDeckTestEnter(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([2, 4, 4], 4, 30)

    def test_enter_level_with_most_open(self):
        places = [self.deck.enter(plate, 5) for plate in "ABCDEFG"]
        self.assertEqual(places, [(2, 1), (3, 1), (2, 2), (3, 2), (1, 1), (2, 3), (3, 3)])
        self.assertEqual((self.deck.cars["F"], self.deck.now), (((2, 3), 5, 0), 5))

    def test_enter_reserved_are_not_open(self):
        drive(self.deck, ("reserve", 2, 1, "X", 0), ("reserve", 3, 1, "Y", 0), ("reserve", 3, 2, "Z", 0))
        self.assertEqual([self.deck.enter(plate, 7) for plate in "ABCD"], [(2, 2), (1, 1), (2, 3), (3, 3)])

    def test_enter_own_place(self):
        drive(self.deck, ("reserve", 1, 2, "X", 0), ("reserve", 3, 4, "Y", 0))
        self.assertEqual([self.deck.enter(plate, 7) for plate in "YAX"], [(3, 4), (2, 1), (1, 2)])
        self.assertEqual(self.deck.cars, {"Y": ((3, 4), 7, 0), "A": ((2, 1), 7, 0), "X": ((1, 2), 7, 0)})

    def test_enter_own_place_taken(self):
        drive(self.deck, ("enter", "A", 2), ("reserve", 2, 1, "X", 3))
        self.assertEqual(self.deck.enter("X", 4), (3, 1))
        self.assertEqual(self.deck.holders, {(2, 1): "X"})

    def test_enter_after_a_car_left(self):
        drive(self.deck, ("enter", "A", 1), ("enter", "B", 1), ("enter", "C", 1), ("leave", "A", 2))
        self.assertEqual([self.deck.enter("D", 3), self.deck.enter("E", 3)], [(2, 1), (3, 2)])
        self.assertEqual(self.deck.cars["D"], ((2, 1), 3, 0))

    def test_enter_full(self):
        deck = CarDeck([1, 2], 4, 30)
        drive(deck, ("reserve", 2, 2, "X", 0), ("enter", "A", 1), ("enter", "B", 2))
        with self.assertRaises(ValueError) as caught:
            deck.enter("C", 9)
        self.assertEqual((str(caught.exception), deck.now, sorted(deck.cars)), ("full", 2, ["A", "B"]))
        self.assertEqual(deck.enter("X", 5), (2, 2))

    def test_enter_errors(self):
        drive(self.deck, ("enter", "A", 2), ("reserve", 2, 1, "X", 3), ("tow", 4, 8), ("enter", "B", 9))
        for plate, minute, message in (("A", 8, "time runs back"), ("A", 9, "in the yard"), ("B", 10, "already in")):
            with self.assertRaises(ValueError) as caught:
                self.deck.enter(plate, minute)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.deck.now, self.deck.cars, self.deck.yard), (9, {"B": ((3, 1), 9, 0)}, {"A": (8, 0)}))

    def test_enter_level_without_places(self):
        deck = CarDeck([0, 1], 4, 30)
        self.assertEqual((deck.enter("A", 0), deck.levels), ((2, 1), [0, 1]))


class CarDeckTestShift(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([2, 3], 4, 30)
        drive(self.deck, ("reserve", 1, 1, "X", 0), ("enter", "A", 10), ("enter", "X", 20))

    def test_shift_open_place(self):
        self.assertIs(self.deck.shift("A", 2, 3, 45), False)
        self.assertEqual((self.deck.cars["A"], self.deck.now), (((2, 3), 45, 35), 45))

    def test_shift_twice(self):
        self.assertEqual([self.deck.shift("A", 2, 3, 45), self.deck.shift("A", 2, 1, 52)], [False, False])
        self.assertEqual(self.deck.cars["A"], ((2, 1), 52, 42))

    def test_shift_from_own_place(self):
        self.assertIs(self.deck.shift("X", 1, 2, 45), False)
        self.assertEqual(self.deck.cars["X"], ((1, 2), 45, 0))
        self.assertIs(self.deck.shift("X", 1, 1, 60), False)
        self.assertEqual(self.deck.cars["X"], ((1, 1), 60, 15))

    def test_shift_to_place_of_another(self):
        drive(self.deck, ("leave", "X", 25))
        self.assertIs(self.deck.shift("A", 1, 1, 30), True)
        self.assertEqual(self.deck.cars, {"A": ((1, 1), 30, 20)})
        self.assertIs(self.deck.shift("A", 1, 2, 37), False)
        self.assertEqual(self.deck.cars, {"A": ((1, 2), 37, 27)})

    def test_shift_errors(self):
        cases = [("B", 9, 9, 19, "time runs back"), ("B", 9, 9, 20, "not in"), ("A", 0, 1, 30, "no such place")]
        cases += [("A", 3, 1, 30, "no such place"), ("A", 2, 4, 30, "no such place"), ("A", 2, 0, 30, "no such place")]
        cases += [("A", 1, 1, 30, "taken"), ("A", 2, 1, 30, "taken")]
        for plate, level, number, minute, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.deck.shift(plate, level, number, minute)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.deck.cars, self.deck.now), ({"A": ((2, 1), 10, 0), "X": ((1, 1), 20, 0)}, 20))

    def test_shift_car_in_yard(self):
        drive(self.deck, ("reserve", 2, 1, "Z", 20), ("tow", 3, 30))
        with self.assertRaises(ValueError) as caught:
            self.deck.shift("A", 2, 2, 31)
        self.assertEqual((str(caught.exception), self.deck.yard), ("not in", {"A": (30, 4)}))
        self.assertIs(self.deck.shift("X", 2, 1, 32), True)

    def test_shift_last_places(self):
        self.assertEqual([self.deck.shift("A", 1, 2, 20), self.deck.shift("X", 2, 3, 21)], [False, False])
        self.assertEqual(self.deck.cars, {"A": ((1, 2), 20, 10), "X": ((2, 3), 21, 0)})


class CarDeckTestTow(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([3, 3], 4, 30)
        drive(self.deck, ("enter", "C", 10), ("enter", "B", 30), ("enter", "A", 50), ("enter", "X", 55))

    def test_tow_by_place(self):
        self.assertEqual([self.deck.cars[plate][0] for plate in "CBAX"], [(1, 1), (2, 1), (1, 2), (2, 2)])
        drive(self.deck, ("reserve", 2, 1, "P", 60), ("reserve", 1, 2, "Q", 60), ("reserve", 1, 1, "R", 60))
        self.assertEqual(self.deck.tow(0, 71), ["C", "A", "B"])
        self.assertEqual(self.deck.yard, {"C": (71, 8), "A": (71, 4), "B": (71, 4)})
        self.assertEqual((self.deck.cars, self.deck.now), ({"X": ((2, 2), 55, 0)}, 71))

    def test_tow_patience(self):
        drive(self.deck, ("reserve", 2, 1, "P", 60), ("reserve", 1, 2, "Q", 60))
        self.assertEqual([self.deck.tow(40, 70), self.deck.tow(40, 71), self.deck.tow(40, 90)], [[], ["B"], []])
        self.assertEqual([self.deck.tow(40, 91), self.deck.yard], [["A"], {"B": (71, 4), "A": (91, 4)}])

    def test_tow_own_place_and_open_places(self):
        drive(self.deck, ("reserve", 2, 2, "X", 60))
        self.assertEqual((self.deck.tow(0, 500), self.deck.yard, self.deck.now), ([], {}, 500))
        self.assertEqual(sorted(self.deck.cars), ["A", "B", "C", "X"])

    def test_tow_counts_shifted_time(self):
        drive(self.deck, ("reserve", 2, 3, "P", 60), ("shift", "B", 2, 3, 80))
        self.assertEqual([self.deck.tow(15, 95), self.deck.tow(15, 96)], [[], ["B"]])
        self.assertEqual(self.deck.yard, {"B": (96, 8)})

    def test_tow_former_holder(self):
        drive(self.deck, ("reserve", 2, 2, "X", 60), ("reserve", 2, 2, "P", 300))
        self.assertEqual([self.deck.tow(30, 330), self.deck.tow(30, 331)], [[], ["X"]])
        self.assertEqual(self.deck.yard, {"X": (331, 4)})

    def test_tow_back(self):
        drive(self.deck, ("reserve", 2, 1, "P", 60))
        with self.assertRaises(ValueError) as caught:
            self.deck.tow(0, 59)
        self.assertEqual((str(caught.exception), self.deck.yard, self.deck.now), ("time runs back", {}, 60))
        self.assertEqual(self.deck.tow(0, 60), ["B"])


class CarDeckTestLeave(unittest.TestCase):
    def setUp(self):
        self.deck = CarDeck([3, 3], 4, 30)
        drive(self.deck, ("reserve", 1, 3, "X", 0), ("enter", "A", 10), ("enter", "X", 10))

    def test_leave_pays(self):
        self.assertEqual(self.deck.leave("A", 200), 16)
        self.assertEqual((self.deck.cars, self.deck.now), ({"X": ((1, 3), 10, 0)}, 200))

    def test_leave_own_place(self):
        self.assertEqual([self.deck.leave("X", 700), self.deck.leave("A", 700)], [0, 30])
        self.assertEqual(self.deck.cars, {})

    def test_leave_after_shift(self):
        drive(self.deck, ("shift", "X", 1, 1, 300), ("shift", "X", 1, 3, 350), ("shift", "A", 2, 3, 400))
        self.assertEqual([self.deck.leave("X", 900), self.deck.leave("A", 1455)], [4, 34])

    def test_leave_yard(self):
        drive(self.deck, ("reserve", 2, 1, "P", 20), ("tow", 60, 100))
        self.assertEqual(self.deck.yard, {"A": (100, 8)})
        self.assertEqual((self.deck.leave("A", 100), self.deck.yard, self.deck.now), (58, {}, 100))

    def test_leave_yard_days(self):
        payments = []
        for minutes in (1, 1440, 1441, 2881):
            deck = CarDeck([1], 4, 30)
            drive(deck, ("enter", "A", 0), ("reserve", 1, 1, "P", 1), ("tow", 0, 10))
            payments.append(deck.leave("A", 10 + minutes))
        self.assertEqual(payments, [50, 50, 80, 110])
        self.assertEqual((deck.yard, deck.now), ({}, 2891))

    def test_leave_errors(self):
        for plate, minute, message in (("B", 9, "time runs back"), ("X", 9, "time runs back"), ("B", 30, "not in")):
            with self.assertRaises(ValueError) as caught:
                self.deck.leave(plate, minute)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.deck.now, sorted(self.deck.cars)), (10, ["A", "X"]))
        self.assertEqual(self.deck.leave("A", 26), 4)


class CarDeckTestMain(unittest.TestCase):
    def test_main_history(self):
        deck = CarDeck([1, 2], 5, 24)
        self.assertEqual(
            [deck.reserve(2, 1, "KA 7", 0), deck.enter("B 1", 10), deck.enter("KA 7", 12)], ["", (1, 1), (2, 1)]
        )
        self.assertIs(deck.shift("KA 7", 2, 2, 100), False)
        self.assertIs(deck.shift("B 1", 2, 1, 110), True)
        self.assertEqual((deck.enter("C 3", 120), deck.cars["B 1"]), ((1, 1), ((2, 1), 110, 100)))
        self.assertEqual([deck.tow(30, 140), deck.tow(20, 140)], [[], ["B 1"]])
        with self.assertRaises(ValueError) as caught:
            deck.enter("D 4", 141)
        self.assertEqual((str(caught.exception), deck.now), ("full", 140))
        self.assertEqual((deck.leave("KA 7", 150), deck.fee(130)), (5, 15))
        self.assertEqual((deck.yard, deck.enter("D 4", 151)), ({"B 1": (140, 15)}, (2, 2)))
        self.assertEqual((deck.leave("B 1", 1600), deck.enter("KA 7", 1600)), (88, (2, 1)))
        self.assertEqual((deck.leave("D 4", 1601), deck.reserve(2, 1, "D 4", 1700)), (29, "KA 7"))
        self.assertEqual((deck.tow(60, 1761), deck.leave("KA 7", 1761)), (["KA 7"], 59))
        self.assertEqual((deck.cars, deck.holders), ({"C 3": ((1, 1), 120, 0)}, {(2, 1): "D 4"}))

    def test_main_reserved_meanwhile(self):
        deck = CarDeck([2], 10, 50)
        self.assertEqual(
            [deck.enter("A", 0), deck.reserve(1, 1, "A", 50), deck.reserve(1, 1, "", 500)], [(1, 1), "", "A"]
        )
        self.assertEqual(deck.cars, {"A": ((1, 1), 500, 50)})
        self.assertEqual((deck.reserve(1, 2, "A", 505), deck.shift("A", 1, 2, 511)), ("", False))
        self.assertEqual(deck.cars, {"A": ((1, 2), 511, 61)})
        self.assertEqual((deck.leave("A", 900), deck.cars), (20, {}))
        self.assertEqual((deck.enter("B", 900), deck.tow(0, 2000)), ((1, 1), []))
        with self.assertRaises(ValueError) as caught:
            deck.leave("A", 2001)
        self.assertEqual((str(caught.exception), deck.leave("B", 2340)), ("not in", 50))
        self.assertEqual((deck.fee(1440), deck.holders), (50, {(1, 2): "A"}))
