# canary: classeval-hf open coast_train 13d22380-0422-4e90-8350-07c358ac25de

import unittest

from solution import CoastTrain

LINE = ["Ayr", "Bex", "Cley", "Deal", "Ely", "Fleet", "Goole"]
NAMES = {name[0]: name for name in LINE}


def fill(train, *trips):
    """Books trips, each a text such as "2 A-D" for two people from Ayr to Deal, with a "!" in the first class."""
    for trip in trips:
        size, way = trip.rstrip("!").split()
        train.book(int(size), NAMES[way[0]], NAMES[way[2]], trip.endswith("!"))


def drop(train, *numbers):
    for number in numbers:
        train.cancel(number)


def cut(train, number, station):
    train.shorten(number, station)


def raise_up(train, number, station):
    train.upgrade(number, station)


class CoastTrainTestGap(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 1, 2)
        fill(self.train, "1 B-C", "1 E-F")

    def test_gap_between_trips(self):
        self.assertEqual(self.train.taken, {2: {1: 1, 4: 2}})
        trips = [("Cley", "Deal"), ("Cley", "Ely"), ("Deal", "Ely"), ("Ayr", "Bex"), ("Fleet", "Goole")]
        self.assertEqual([self.train.gap(2, *trip) for trip in trips], [2, 2, 2, 1, 1])

    def test_gap_taken(self):
        trips = [("Bex", "Cley"), ("Ayr", "Cley"), ("Bex", "Deal"), ("Ayr", "Goole"), ("Deal", "Fleet")]
        self.assertEqual([self.train.gap(2, *trip) for trip in trips], [0, 0, 0, 0, 0])
        self.assertEqual(self.train.gap(2, "Deal", "Ely"), 2)

    def test_gap_free_seat(self):
        self.assertEqual([self.train.gap(seat, "Cley", "Deal") for seat in (1, 3)], [6, 6])
        self.assertEqual((self.train.bookings, self.train.count), ({1: [(1, 2, [2])], 2: [(4, 5, [2])]}, 2))

    def test_gap_open_to_one_end(self):
        train = CoastTrain(list(LINE), 0, 1)
        fill(train, "1 C-D")
        self.assertEqual(
            [train.gap(1, "Ayr", "Bex"), train.gap(1, "Fleet", "Goole"), train.gap(1, "Ayr", "Cley")], [2, 3, 2]
        )

    def test_gap_bad_trip(self):
        for trip in (("Bex", "Bex"), ("Cley", "Bex"), ("Bex", "Zeal"), ("Zeal", "Bex"), ("", "Ayr")):
            with self.assertRaises(ValueError) as caught:
                self.train.gap(3, *trip)
            self.assertEqual(str(caught.exception), "bad trip")
        self.assertEqual(self.train.gap(2, "Fleet", "Goole"), 1)


class CoastTrainTestChoose(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 2, 5)

    def test_choose_smallest_gap(self):
        fill(self.train, "1 A-D", "1 D-E", "2 B-C")
        self.assertEqual(self.train.taken, {3: {0: 1, 1: 1, 2: 1, 3: 2}, 4: {1: 3}, 5: {1: 3}})
        self.assertEqual(self.train.choose(1, "Ely", "Fleet", False), [3])
        self.assertEqual(self.train.choose(1, "Cley", "Deal", False), [4])
        self.assertEqual(self.train.choose(1, "Bex", "Cley", False), [6])

    def test_choose_last_seat(self):
        train = CoastTrain(list(LINE), 0, 2)
        fill(train, "1 A-G", "1 A-B")
        drop(train, 1)
        self.assertEqual((train.taken, train.choose(1, "Cley", "Deal", False)), ({2: {0: 2}}, [2]))

    def test_choose_class(self):
        self.assertEqual(
            [self.train.choose(2, "Ayr", "Bex", True), self.train.choose(3, "Ayr", "Bex", True)], [[1, 2], []]
        )
        self.assertEqual(
            [self.train.choose(5, "Ayr", "Bex", False), self.train.choose(6, "Ayr", "Bex", False)],
            [[3, 4, 5, 6, 7], []],
        )
        self.assertEqual((self.train.taken, self.train.bookings), ({}, {}))

    def test_choose_run_with_smallest_sum(self):
        fill(self.train, "1 A-C", "3 A-C", "1 A-B")
        drop(self.train, 1)
        self.assertEqual(self.train.taken, {4: {0: 2, 1: 2}, 5: {0: 2, 1: 2}, 6: {0: 2, 1: 2}, 7: {0: 3}})
        self.assertEqual(self.train.choose(2, "Cley", "Deal", False), [4, 5])
        self.assertEqual(self.train.choose(3, "Cley", "Deal", False), [4, 5, 6])
        self.assertEqual(self.train.choose(4, "Cley", "Deal", False), [4, 5, 6, 7])

    def test_choose_run_before_small_gaps(self):
        train = CoastTrain(list(LINE), 0, 6)
        fill(train, "1 A-D", "1 A-G", "1 A-E", "1 A-G")
        chosen = [train.choose(size, "Fleet", "Goole", False) for size in (1, 2, 3, 4, 5)]
        self.assertEqual(chosen, [[3], [5, 6], [1, 3, 5], [1, 3, 5, 6], []])
        self.assertEqual(sorted(train.bookings), [1, 2, 3, 4])

    def test_choose_scattered(self):
        fill(self.train, "1 A-C", "1 A-G", "1 A-D", "1 A-G", "1 A-E")
        self.assertEqual(self.train.choose(2, "Ely", "Fleet", False), [5, 7])
        self.assertEqual(self.train.choose(3, "Ely", "Fleet", False), [3, 5, 7])
        self.assertEqual(self.train.choose(2, "Deal", "Fleet", False), [3, 5])

    def test_choose_errors(self):
        fill(self.train, "5 A-G", "2 A-G!")
        for size, start, end, message in (
            (0, "Bex", "Ayr", "bad size"),
            (-1, "Ayr", "Bex", "bad size"),
            (9, "Bex", "Ayr", "bad trip"),
            (1, "Ayr", "Oz", "bad trip"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.train.choose(size, start, end, True)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(
            (self.train.choose(1, "Ayr", "Bex", False), sorted(self.train.taken)), ([], [1, 2, 3, 4, 5, 6, 7])
        )


class CoastTrainTestBook(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 2, 3)

    def test_book_numbers(self):
        trips = [(1, "Ayr", "Cley", False), (2, "Deal", "Goole", True), (2, "Bex", "Deal", False)]
        self.assertEqual([self.train.book(*trip) for trip in trips], [1, 2, 3])
        self.assertEqual(self.train.bookings, {1: [(0, 2, [3])], 2: [(3, 6, [1, 2])], 3: [(1, 3, [4, 5])]})
        self.assertEqual(
            self.train.taken,
            {3: {0: 1, 1: 1}, 1: {3: 2, 4: 2, 5: 2}, 2: {3: 2, 4: 2, 5: 2}, 4: {1: 3, 2: 3}, 5: {1: 3, 2: 3}},
        )

    def test_book_into_gap(self):
        fill(self.train, "1 A-B", "1 D-G")
        self.assertEqual(self.train.taken, {3: {0: 1, 3: 2, 4: 2, 5: 2}})
        self.assertEqual((self.train.book(1, "Bex", "Deal", False), self.train.bookings[3]), (3, [(1, 3, [3])]))
        self.assertEqual(self.train.taken[3], {0: 1, 1: 3, 2: 3, 3: 2, 4: 2, 5: 2})

    def test_book_after_cancelled(self):
        fill(self.train, "3 A-G", "2 A-G!")
        drop(self.train, 1)
        self.assertEqual((self.train.book(1, "Ayr", "Goole", False), self.train.count), (3, 3))
        self.assertEqual(sorted(self.train.bookings), [2, 3])

    def test_book_full(self):
        fill(self.train, "2 A-C")
        for size, first in ((2, False), (3, True)):
            with self.assertRaises(ValueError) as caught:
                self.train.book(size, "Bex", "Goole", first)
            self.assertEqual(str(caught.exception), "full")
        self.assertEqual((self.train.count, sorted(self.train.taken), len(self.train.bookings)), (1, [3, 4], 1))
        self.assertEqual(self.train.book(3, "Cley", "Goole", False), 2)

    def test_book_errors(self):
        for size, end, message in ((0, "Ayr", "bad size"), (50, "Ayr", "bad trip"), (50, "Oz", "bad trip")):
            with self.assertRaises(ValueError) as caught:
                self.train.book(size, "Bex", end, False)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.train.count, self.train.taken), (0, {}))

    def test_book_no_seats_of_the_class(self):
        train = CoastTrain(list(LINE), 0, 2)
        for end, message in (("Ayr", "bad trip"), ("Cley", "full")):
            with self.assertRaises(ValueError) as caught:
                train.book(1, "Bex", end, True)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((train.book(2, "Bex", "Cley", False), train.bookings), (1, {1: [(1, 2, [1, 2])]}))


class CoastTrainTestCancel(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 3, 3)
        fill(self.train, "2 A-D", "1 D-G", "3 E-G!")

    def test_cancel_party(self):
        self.assertEqual(self.train.cancel(1), 6)
        self.assertEqual(sorted(self.train.bookings), [2, 3])
        self.assertEqual(self.train.taken, {4: {3: 2, 4: 2, 5: 2}, **{seat: {4: 3, 5: 3} for seat in (1, 2, 3)}})

    def test_cancel_all(self):
        self.assertEqual([self.train.cancel(number) for number in (2, 3, 1)], [3, 6, 6])
        self.assertEqual((self.train.taken, self.train.bookings, self.train.count), ({}, {}, 3))

    def test_cancel_with_legs(self):
        train = CoastTrain(list(LINE), 3, 3)
        fill(train, "2 A-D", "1 C-E!")
        raise_up(train, 1, "Bex")
        self.assertEqual(train.bookings[1], [(0, 1, [4, 5]), (1, 3, [2, 3])])
        self.assertEqual((train.cancel(1), train.taken), (6, {1: {2: 2, 3: 2}}))

    def test_cancel_unknown(self):
        self.assertEqual(self.train.cancel(2), 3)
        for number in (2, 4):
            with self.assertRaises(KeyError) as caught:
                self.train.cancel(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(self.train.taken[4], {0: 1, 1: 1, 2: 1})

    def test_cancel_shortened(self):
        cut(self.train, 1, "Bex")
        self.assertEqual((self.train.cancel(1), sorted(self.train.taken)), (2, [1, 2, 3, 4]))


class CoastTrainTestShorten(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 2, 3)
        fill(self.train, "2 A-F", "1 C-G")

    def test_shorten_one_leg(self):
        self.assertEqual(self.train.shorten(1, "Cley"), 6)
        self.assertEqual(self.train.bookings[1], [(0, 2, [3, 4])])
        self.assertEqual(self.train.taken, {3: {0: 1, 1: 1}, 4: {0: 1, 1: 1}, 5: {2: 2, 3: 2, 4: 2, 5: 2}})

    def test_shorten_again(self):
        self.assertEqual([self.train.shorten(1, station) for station in ("Ely", "Deal", "Bex")], [2, 2, 4])
        self.assertEqual((self.train.bookings[1], self.train.taken[4]), ([(0, 1, [3, 4])], {0: 1}))

    def test_shorten_within_last_leg(self):
        raise_up(self.train, 1, "Cley")
        self.assertEqual(self.train.shorten(1, "Ely"), 2)
        self.assertEqual(self.train.bookings[1], [(0, 2, [3, 4]), (2, 4, [1, 2])])
        self.assertEqual(self.train.taken[2], {2: 1, 3: 1})

    def test_shorten_where_leg_begins(self):
        raise_up(self.train, 1, "Cley")
        self.assertEqual(self.train.shorten(1, "Cley"), 6)
        self.assertEqual((self.train.bookings[1], sorted(self.train.taken)), ([(0, 2, [3, 4])], [3, 4, 5]))

    def test_shorten_before_last_leg(self):
        raise_up(self.train, 1, "Deal")
        self.assertEqual(self.train.shorten(1, "Bex"), 8)
        self.assertEqual((self.train.bookings[1], sorted(self.train.taken)), ([(0, 1, [3, 4])], [3, 4, 5]))

    def test_shorten_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.train.shorten(3, "Oz")
        self.assertEqual(missing.exception.args, (3,))
        for number, station in ((1, "Ayr"), (1, "Fleet"), (1, "Goole"), (2, "Cley"), (2, "Bex"), (2, "Oz")):
            with self.assertRaises(ValueError) as caught:
                self.train.shorten(number, station)
            self.assertEqual(str(caught.exception), "bad station")
        self.assertEqual(self.train.bookings, {1: [(0, 5, [3, 4])], 2: [(2, 6, [5])]})


class CoastTrainTestUpgrade(unittest.TestCase):
    def setUp(self):
        self.train = CoastTrain(list(LINE), 3, 4)
        fill(self.train, "2 B-F", "1 A-C!")

    def test_upgrade_on_the_way(self):
        self.assertEqual(self.train.upgrade(1, "Deal"), [1, 2])
        self.assertEqual(self.train.bookings[1], [(1, 3, [4, 5]), (3, 5, [1, 2])])
        self.assertEqual((self.train.taken[1], self.train.taken[4]), ({0: 2, 1: 2, 3: 1, 4: 1}, {1: 1, 2: 1}))

    def test_upgrade_from_the_begin(self):
        self.assertEqual(self.train.upgrade(1, "Bex"), [2, 3])
        self.assertEqual(self.train.bookings[1], [(1, 5, [2, 3])])
        self.assertEqual(
            self.train.taken, {1: {0: 2, 1: 2}, 2: dict.fromkeys(range(1, 5), 1), 3: dict.fromkeys(range(1, 5), 1)}
        )

    def test_upgrade_scattered(self):
        fill(self.train, "1 D-E!", "1 B-G!")
        self.assertEqual(self.train.taken[1], {0: 2, 1: 2, 3: 3})
        fill(self.train, "2 E-F")
        self.assertEqual((self.train.upgrade(1, "Ely"), self.train.bookings[1][0]), ([1, 3], (1, 4, [4, 5])))

    def test_upgrade_after_shortened(self):
        raise_up(self.train, 1, "Cley")
        cut(self.train, 1, "Cley")
        with self.assertRaises(ValueError) as caught:
            self.train.upgrade(1, "Cley")
        self.assertEqual(str(caught.exception), "bad station")
        self.assertEqual((self.train.upgrade(1, "Bex"), self.train.bookings[1]), ([2, 3], [(1, 2, [2, 3])]))

    def test_upgrade_in_first(self):
        raise_up(self.train, 1, "Deal")
        for number, station in ((1, "Bex"), (1, "Deal"), (1, "Ely"), (2, "Ayr")):
            with self.assertRaises(ValueError) as caught:
                self.train.upgrade(number, station)
            self.assertEqual(str(caught.exception), "in first")
        self.assertEqual(self.train.bookings[1], [(1, 3, [4, 5]), (3, 5, [1, 2])])

    def test_upgrade_in_last_seat_of_first(self):
        train = CoastTrain(list(LINE), 1, 2)
        fill(train, "1 A-D!")
        with self.assertRaises(ValueError) as caught:
            train.upgrade(1, "Bex")
        self.assertEqual((str(caught.exception), train.bookings), ("in first", {1: [(0, 3, [1])]}))

    def test_upgrade_full(self):
        fill(self.train, "2 E-G!")
        for station in ("Bex", "Ely"):
            with self.assertRaises(ValueError) as caught:
                self.train.upgrade(1, station)
            self.assertEqual(str(caught.exception), "full")
        self.assertEqual(
            (self.train.bookings[1], self.train.taken[4]), ([(1, 5, [4, 5])], dict.fromkeys(range(1, 5), 1))
        )

    def test_upgrade_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.train.upgrade(3, "Oz")
        self.assertEqual(missing.exception.args, (3,))
        for number, station in ((1, "Ayr"), (1, "Fleet"), (1, "Goole"), (1, "Oz"), (2, "Cley")):
            with self.assertRaises(ValueError) as caught:
                self.train.upgrade(number, station)
            self.assertEqual(str(caught.exception), "bad station")
        self.assertEqual(self.train.bookings, {1: [(1, 5, [4, 5])], 2: [(0, 2, [1])]})


class CoastTrainTestMain(unittest.TestCase):
    def test_main_history(self):
        train = CoastTrain(list(LINE), 2, 3)
        trips = [(2, "Ayr", "Ely", False), (1, "Bex", "Cley", False), (1, "Ely", "Goole", False)]
        self.assertEqual([train.book(*trip) for trip in trips], [1, 2, 3])
        self.assertEqual(train.bookings, {1: [(0, 4, [3, 4])], 2: [(1, 2, [5])], 3: [(4, 6, [3])]})
        self.assertEqual([train.gap(5, "Ely", "Fleet"), train.choose(2, "Ely", "Fleet", False)], [4, [4, 5]])
        self.assertEqual((train.upgrade(1, "Cley"), train.gap(4, "Ely", "Goole")), ([1, 2], 4))
        self.assertEqual((train.book(1, "Deal", "Ely", False), train.bookings[4]), (4, [(3, 4, [3])]))
        self.assertEqual((train.shorten(3, "Fleet"), train.book(2, "Fleet", "Goole", True)), (1, 5))
        self.assertEqual(train.taken[1], {2: 1, 3: 1, 5: 5})
        self.assertEqual((train.cancel(1), train.taken), (8, {3: {3: 4, 4: 3}, 5: {1: 2}, 1: {5: 5}, 2: {5: 5}}))
        self.assertEqual(train.choose(2, "Ayr", "Deal", False), [3, 4])
        self.assertEqual((train.cancel(4), train.cancel(5), sorted(train.bookings)), (1, 2, [2, 3]))

    def test_main_parties(self):
        train = CoastTrain(LINE[:4], 1, 4)
        self.assertEqual([train.book(3, "Ayr", "Bex", False), train.book(2, "Bex", "Deal", False)], [1, 2])
        self.assertEqual(train.bookings, {1: [(0, 1, [2, 3, 4])], 2: [(1, 3, [2, 3])]})
        self.assertEqual((train.book(1, "Cley", "Deal", False), train.taken[4]), (3, {0: 1, 2: 3}))
        self.assertEqual(train.choose(2, "Bex", "Cley", False), [4, 5])
        self.assertEqual((train.upgrade(3, "Cley"), train.taken[1]), ([1], {2: 3}))
        with self.assertRaises(ValueError) as caught:
            train.upgrade(2, "Bex")
        self.assertEqual((str(caught.exception), train.gap(4, "Cley", "Deal")), ("full", 2))
        self.assertEqual([train.cancel(3), train.shorten(2, "Cley"), train.cancel(2)], [1, 2, 2])
        self.assertEqual((train.taken, train.count), ({seat: {0: 1} for seat in (2, 3, 4)}, 3))
        self.assertEqual((train.book(4, "Bex", "Cley", False), train.bookings[4]), (4, [(1, 2, [2, 3, 4, 5])]))
