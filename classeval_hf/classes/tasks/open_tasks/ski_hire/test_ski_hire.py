# canary: classeval-hf open ski_hire d1a2a027-42dd-4411-98f8-da9bf1236a81

import unittest

from solution import SkiHire


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def build(hire):
    """Gives a hire with a slack of 10 four pairs and four bookings, all of which are promised a pair."""
    for name, length in (("red", 160), ("blue", 155), ("old", 160), ("long", 172)):
        hire.add_pair(name, length)
    for first, last, length in ((2, 5, 165), (4, 8, 160), (6, 9, 164), (3, 3, 175)):
        hire.book(first, last, length)


PROMISED = {1: "old", 2: "red", 3: "old", 4: "long"}


class SkiHireTestFreePairs(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_free_pairs_order(self):
        self.assertEqual(self.hire.free_pairs(20, 30, 165), ["old", "red", "blue"])
        self.assertEqual(self.hire.promised, PROMISED)

    def test_free_pairs_lengths(self):
        free = [self.hire.free_pairs(20, 20, length) for length in (154, 155, 160, 166, 170, 171, 172, 182, 183)]
        names = [["blue"], ["old", "red", "blue"], ["old", "red"], ["old", "red"], [], ["long"], ["long"], []]
        self.assertEqual(free, [[], *names])

    def test_free_pairs_busy(self):
        spans = [(1, 1), (1, 2), (5, 5), (6, 6), (9, 9), (10, 12), (0, 90)]
        free = [self.hire.free_pairs(first, last, 160) for first, last in spans]
        all_pairs = ["old", "red", "blue"]
        self.assertEqual(free, [all_pairs, ["red", "blue"], ["blue"], ["blue"], ["red", "blue"], all_pairs, ["blue"]])

    def test_free_pairs_late(self):
        given(self.hire, ("go_to", 2))
        given(self.hire, ("hand_out", 1))
        given(self.hire, ("close_booking", 3))
        self.assertEqual(self.hire.free_pairs(6, 6, 160), ["old", "blue"])
        given(self.hire, ("go_to", 7))
        self.assertEqual(self.hire.free_pairs(7, 7, 165), ["blue"])
        self.assertEqual(self.hire.free_pairs(8, 8, 165), ["old", "blue"])

    def test_free_pairs_none(self):
        self.assertEqual([self.hire.free_pairs(3, 3, 180), SkiHire(10).free_pairs(1, 2, 160)], [[], []])
        self.assertEqual(SkiHire(0).free_pairs(1, 2, 160), [])


class SkiHireTestAddPair(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_add_pair_nobody_waits(self):
        self.assertEqual(self.hire.add_pair("new", 165), [])
        self.assertEqual((self.hire.lengths["new"], self.hire.promised), (165, PROMISED))

    def test_add_pair_in_turn(self):
        hire = SkiHire(10)
        for first, last, length in ((1, 4, 170), (3, 6, 168), (5, 5, 166), (7, 7, 155)):
            given(hire, ("book", first, last, length))
        self.assertEqual(hire.add_pair("a", 160), [1, 3])
        self.assertEqual(hire.promised, {1: "a", 3: "a"})
        self.assertEqual(hire.add_pair("b", 158), [2])
        self.assertEqual(hire.promised, {1: "a", 2: "b", 3: "a"})

    def test_add_pair_first_of_free_pairs(self):
        given(self.hire, ("book", 3, 4, 160))
        given(self.hire, ("book", 4, 7, 163))
        given(self.hire, ("close_booking", 2))
        self.assertEqual(self.hire.add_pair("zero", 154), [6])
        self.assertEqual(self.hire.promised, {1: "old", 3: "old", 4: "long", 5: "blue", 6: "red"})

    def test_add_pair_does_not_suit(self):
        given(self.hire, ("book", 3, 3, 180))
        self.assertEqual([self.hire.add_pair("a", 181), self.hire.add_pair("b", 169)], [[], []])
        self.assertEqual(self.hire.add_pair("c", 170), [5])
        self.assertEqual(self.hire.promised[5], "c")

    def test_add_pair_errors(self):
        for name, length, message in (("red", 0, "bad length"), ("new", -5, "bad length"), ("red", 9, "pair exists")):
            with self.assertRaises(ValueError) as caught:
                self.hire.add_pair(name, length)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.hire.lengths, {"red": 160, "blue": 155, "old": 160, "long": 172})
        self.assertEqual(self.hire.add_pair("tiny", 1), [])


class SkiHireTestBook(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_book_shorter_pair(self):
        self.assertEqual(self.hire.book(3, 7, 165), (5, "blue"))
        self.assertEqual((self.hire.bookings[5], self.hire.promised[5]), ((3, 7, 165), "blue"))

    def test_book_longest_first(self):
        given(self.hire, ("add_pair", "fine", 164))
        self.assertEqual([self.hire.book(1, 1, 165), self.hire.book(1, 1, 163)], [(5, "fine"), (6, "old")])
        self.assertEqual(self.hire.count, 6)

    def test_book_one_after_another(self):
        numbers = [self.hire.book(12, 14, 160) for _ in range(4)]
        self.assertEqual(numbers, [(5, "old"), (6, "red"), (7, "blue"), (8, "")])
        self.assertEqual((self.hire.bookings[8], 8 in self.hire.promised), ((12, 14, 160), False))

    def test_book_ends_touch(self):
        self.assertEqual(
            [self.hire.book(6, 6, 182), self.hire.book(3, 3, 182), self.hire.book(2, 2, 182)],
            [(5, "long"), (6, ""), (7, "long")],
        )
        self.assertEqual(self.hire.promised[7], "long")

    def test_book_one_day(self):
        given(self.hire, ("go_to", 6))
        self.assertEqual(self.hire.book(6, 6, 160), (5, "blue"))
        self.assertEqual(self.hire.bookings[5], (6, 6, 160))

    def test_book_bad_days(self):
        given(self.hire, ("go_to", 6))
        for first, last in ((5, 7), (8, 7), (5, 4)):
            with self.assertRaises(ValueError) as caught:
                self.hire.book(first, last, 160)
            self.assertEqual(str(caught.exception), "bad days")
        self.assertEqual((self.hire.count, sorted(self.hire.bookings)), (4, [2, 3]))


class SkiHireTestHandOut(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_hand_out_first_day(self):
        given(self.hire, ("go_to", 2))
        self.assertEqual(self.hire.hand_out(1), "old")
        self.assertEqual((self.hire.out, self.hire.promised), ({1}, PROMISED))

    def test_hand_out_last_day(self):
        given(self.hire, ("go_to", 8))
        self.assertEqual([self.hire.hand_out(2), self.hire.hand_out(3)], ["red", "old"])
        self.assertEqual(self.hire.out, {2, 3})

    def test_hand_out_already_out(self):
        given(self.hire, ("go_to", 2))
        self.hire.hand_out(1)
        for day in (4, 6):
            given(self.hire, ("go_to", day))
            with self.assertRaises(ValueError) as caught:
                self.hire.hand_out(1)
            self.assertEqual(str(caught.exception), "already out")
        self.assertEqual(self.hire.out, {1})

    def test_hand_out_wrong_day(self):
        given(self.hire, ("book", 9, 9, 100))
        for number in (2, 5):
            with self.assertRaises(ValueError) as caught:
                self.hire.hand_out(number)
            self.assertEqual(str(caught.exception), "wrong day")
        self.assertEqual(self.hire.out, set())

    def test_hand_out_no_pair(self):
        given(self.hire, ("book", 2, 2, 100))
        given(self.hire, ("go_to", 2))
        with self.assertRaises(ValueError) as caught:
            self.hire.hand_out(5)
        self.assertEqual(str(caught.exception), "no pair")
        self.assertEqual(self.hire.out, set())

    def test_hand_out_unknown(self):
        given(self.hire, ("go_to", 4))
        for number in (0, 4, 9):
            with self.assertRaises(KeyError) as caught:
                self.hire.hand_out(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(self.hire.hand_out(2), "red")


class SkiHireTestCloseBooking(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_close_booking_late(self):
        given(self.hire, ("go_to", 4))
        given(self.hire, ("hand_out", 1))
        given(self.hire, ("go_to", 7))
        self.assertEqual(self.hire.close_booking(1), 2)
        self.assertEqual((sorted(self.hire.bookings), self.hire.out), ([2, 3], set()))

    def test_close_booking_in_time(self):
        given(self.hire, ("go_to", 4))
        given(self.hire, ("hand_out", 1))
        given(self.hire, ("hand_out", 2))
        given(self.hire, ("go_to", 5))
        self.assertEqual([self.hire.close_booking(1), self.hire.close_booking(2)], [0, 0])
        self.assertEqual((self.hire.promised, self.hire.bookings), ({3: "old"}, {3: (6, 9, 164)}))

    def test_close_booking_cancelled(self):
        self.assertEqual(self.hire.close_booking(2), 0)
        self.assertEqual(
            (self.hire.promised, sorted(self.hire.bookings)), ({1: "old", 3: "old", 4: "long"}, [1, 3, 4])
        )

    def test_close_booking_others_keep(self):
        given(self.hire, ("book", 3, 3, 176))
        self.assertEqual(self.hire.close_booking(4), 0)
        self.assertEqual((self.hire.promised, self.hire.count), ({1: "old", 2: "red", 3: "old"}, 5))
        self.assertEqual(self.hire.close_booking(5), 0)
        self.assertEqual(sorted(self.hire.bookings), [1, 2, 3])

    def test_close_booking_unknown(self):
        self.hire.close_booking(4)
        for number in (4, 5):
            with self.assertRaises(KeyError) as caught:
                self.hire.close_booking(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(self.hire.promised, {1: "old", 2: "red", 3: "old"})

    def test_close_booking_very_late(self):
        hire = SkiHire(0)
        given(hire, ("add_pair", "a", 100))
        given(hire, ("book", 0, 0, 100))
        given(hire, ("hand_out", 1))
        given(hire, ("go_to", 31))
        self.assertEqual(hire.close_booking(1), 31)
        self.assertEqual(hire.promised, {})


class SkiHireTestGoTo(unittest.TestCase):
    def setUp(self):
        self.hire = SkiHire(10)
        build(self.hire)

    def test_go_to_drops_past(self):
        given(self.hire, ("book", 4, 4, 300))
        self.assertEqual(self.hire.go_to(5), [])
        self.assertEqual((self.hire.today, self.hire.promised), (5, {1: "old", 2: "red", 3: "old"}))
        self.assertEqual(self.hire.go_to(6), [])
        self.assertEqual(sorted(self.hire.bookings), [2, 3])

    def test_go_to_substitute(self):
        self.hire.go_to(5)
        given(self.hire, ("hand_out", 1))
        self.assertEqual(self.hire.go_to(6), [(3, "blue")])
        self.assertEqual(self.hire.promised, {1: "old", 2: "red", 3: "blue"})
        self.assertEqual((self.hire.bookings[1], self.hire.out), ((2, 5, 165), {1}))

    def test_go_to_no_substitute(self):
        given(self.hire, ("book", 9, 12, 160))
        self.hire.go_to(5)
        given(self.hire, ("hand_out", 1))
        given(self.hire, ("hand_out", 2))
        given(self.hire, ("close_booking", 3))
        given(self.hire, ("book", 6, 7, 170))
        self.assertEqual(self.hire.promised, {1: "old", 2: "red", 5: "red", 6: "old"})
        self.assertEqual(self.hire.go_to(9), [(5, "blue")])
        self.assertEqual(self.hire.bookings, {1: (2, 5, 165), 2: (4, 8, 160), 5: (9, 12, 160)})

    def test_go_to_first_day_not_reached(self):
        hire = SkiHire(5)
        given(hire, ("add_pair", "a", 150))
        for first, last in ((0, 1), (3, 4), (6, 6)):
            given(hire, ("book", first, last, 150))
        given(hire, ("hand_out", 1))
        self.assertEqual([hire.go_to(2), hire.go_to(4)], [[], [(2, "")]])
        self.assertEqual((hire.promised, sorted(hire.bookings)), ({1: "a", 3: "a"}, [1, 2, 3]))
        self.assertEqual(hire.go_to(6), [(3, "")])
        self.assertEqual((hire.promised, sorted(hire.bookings)), ({1: "a"}, [1, 3]))

    def test_go_to_several_by_first_day(self):
        hire = SkiHire(9)
        for name, length in (("a", 150), ("b", 149), ("c", 141)):
            given(hire, ("add_pair", name, length))
        for first, last in ((0, 1), (0, 1), (5, 9), (3, 9)):
            given(hire, ("book", first, last, 150))
        given(hire, ("hand_out", 1))
        given(hire, ("hand_out", 2))
        self.assertEqual(hire.promised, {1: "a", 2: "b", 3: "a", 4: "b"})
        self.assertEqual(hire.go_to(7), [(4, "c"), (3, "")])
        self.assertEqual(hire.promised, {1: "a", 2: "b", 4: "c"})

    def test_go_to_gets_pair_of_other_loser(self):
        hire = SkiHire(9)
        for name, length in (("a", 150), ("b", 148), ("c", 145)):
            given(hire, ("add_pair", name, length))
        for first, last, length in ((0, 1, 150), (2, 2, 150), (0, 1, 148), (2, 3, 149), (2, 5, 148)):
            given(hire, ("book", first, last, length))
        self.assertEqual(hire.promised, {1: "a", 2: "a", 3: "b", 4: "b", 5: "c"})
        given(hire, ("hand_out", 1))
        self.assertEqual(hire.go_to(2), [(2, "")])
        self.assertEqual(hire.promised, {1: "a", 4: "b", 5: "c"})

    def test_go_to_longest_substitute(self):
        hire = SkiHire(9)
        for name, length in (("a", 150), ("c", 145), ("b", 148)):
            given(hire, ("add_pair", name, length))
        given(hire, ("book", 0, 1, 150))
        given(hire, ("book", 2, 5, 151))
        given(hire, ("hand_out", 1))
        self.assertEqual(hire.go_to(2), [(2, "b")])
        self.assertEqual(hire.promised, {1: "a", 2: "b"})

    def test_go_to_out_bookings_stay(self):
        self.hire.go_to(8)
        given(self.hire, ("hand_out", 2))
        given(self.hire, ("hand_out", 3))
        self.assertEqual(self.hire.go_to(40), [])
        self.assertEqual((self.hire.promised, self.hire.out), ({2: "red", 3: "old"}, {2, 3}))

    def test_go_to_bad_day(self):
        self.hire.go_to(4)
        with self.assertRaises(ValueError) as caught:
            self.hire.go_to(3)
        self.assertEqual(str(caught.exception), "bad day")
        self.assertEqual((self.hire.today, self.hire.go_to(4)), (4, []))


class SkiHireTestMain(unittest.TestCase):
    def test_main_week(self):
        hire = SkiHire(15)
        self.assertEqual([hire.add_pair("a", 170), hire.add_pair("b", 160), hire.book(0, 2, 172)], [[], [], (1, "a")])
        self.assertEqual([hire.book(1, 4, 174), hire.book(3, 5, 175)], [(2, "b"), (3, "a")])
        self.assertEqual((hire.hand_out(1), hire.book(5, 6, 171), hire.free_pairs(5, 5, 175)), ("a", (4, "b"), []))
        self.assertEqual((hire.go_to(2), hire.hand_out(2), hire.go_to(3)), ([], "b", [(3, "")]))
        self.assertEqual((hire.close_booking(1), hire.promised), (1, {2: "b", 4: "b"}))
        self.assertEqual(hire.add_pair("c", 161), [3])
        self.assertEqual((hire.promised[3], hire.hand_out(3)), ("a", "a"))
        self.assertEqual((hire.go_to(6), hire.promised), ([(4, "c")], {2: "b", 3: "a", 4: "c"}))
        self.assertEqual([hire.close_booking(2), hire.close_booking(3), hire.bookings], [2, 1, {4: (5, 6, 171)}])

    def test_main_waiting_bookings(self):
        hire = SkiHire(0)
        self.assertEqual(
            [hire.book(0, 3, 150), hire.book(2, 4, 150), hire.book(4, 5, 150)], [(1, ""), (2, ""), (3, "")]
        )
        self.assertEqual((hire.add_pair("x", 150), hire.promised), ([1, 3], {1: "x", 3: "x"}))
        self.assertEqual((hire.close_booking(1), hire.free_pairs(2, 3, 150)), (0, ["x"]))
        self.assertEqual((hire.add_pair("y", 150), hire.promised), ([2], {2: "y", 3: "x"}))
        self.assertEqual((hire.go_to(4), hire.hand_out(2), hire.hand_out(3)), ([], "y", "x"))
        self.assertEqual((hire.go_to(6), hire.book(6, 6, 150), hire.book(7, 9, 150)), ([], (4, ""), (5, "x")))
        self.assertEqual([hire.close_booking(3), hire.close_booking(2), hire.out], [1, 2, set()])
        self.assertEqual((hire.free_pairs(6, 9, 150), hire.bookings), (["y"], {4: (6, 6, 150), 5: (7, 9, 150)}))

    def test_main_chain_of_delays(self):
        hire = SkiHire(20)
        self.assertEqual([hire.add_pair("m", 160), hire.add_pair("n", 150)], [[], []])
        self.assertEqual([hire.book(day, day, 165) for day in (0, 1, 2, 3)], [(1, "m"), (2, "m"), (3, "m"), (4, "m")])
        self.assertEqual((hire.hand_out(1), hire.go_to(1), hire.hand_out(2)), ("m", [(2, "n")], "n"))
        self.assertEqual((hire.go_to(2), hire.promised), ([(3, "")], {1: "m", 2: "n", 4: "m"}))
        self.assertEqual((hire.close_booking(1), hire.book(2, 2, 160), hire.hand_out(5)), (2, (5, "m"), "m"))
        self.assertEqual((hire.go_to(3), hire.out, hire.promised), ([(4, "")], {2, 5}, {2: "n", 5: "m"}))
        self.assertEqual((hire.close_booking(2), hire.free_pairs(3, 3, 165), hire.add_pair("o", 140)), (2, ["n"], [4]))
        self.assertEqual((hire.hand_out(4), hire.close_booking(5), hire.out), ("n", 1, {4}))
