# canary: classeval-hf open bus_timetable 59680e0e-81f1-4a4d-b291-717a5b803720

import unittest

from solution import BusTimetable


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


TRIPS = {
    "1": [("Mill", 100), ("Church", 110), ("Port", 125), ("Zoo", 140)],
    "2": [("Church", 113), ("Zoo", 120), ("Lake", 150)],
    "3": [("Mill", 104), ("Zoo", 118)],
    "4": [("Zoo", 121), ("Lake", 131), ("Hill", 145)],
    "5": [("Port", 128), ("Hill", 143)],
    "6": [("Zoo", 145), ("Hill", 160)],
}


def build(table):
    for name, stops in TRIPS.items():
        table.add_trip(name, stops)


class BusTimetableTestAddTrip(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)

    def test_add_trip_minutes(self):
        self.assertEqual(self.table.add_trip("1", [("Mill", 1430), ("Zoo", 1451)]), 21)
        self.assertEqual(self.table.add_trip("2", [("Zoo", -5), ("Port", 0), ("Mill", 12)]), 17)
        self.assertEqual(
            self.table.trips, {"1": [("Mill", 1430), ("Zoo", 1451)], "2": [("Zoo", -5), ("Port", 0), ("Mill", 12)]}
        )

    def test_add_trip_copies(self):
        stops = [("Mill", 5), ("Zoo", 9)]
        self.assertEqual(self.table.add_trip("1", stops), 4)
        stops.append(("Port", 20))
        self.assertEqual((self.table.trips, self.table.served), ({"1": [("Mill", 5), ("Zoo", 9)]}, {}))

    def test_add_trip_exists(self):
        build(self.table)
        with self.assertRaises(ValueError) as caught:
            self.table.add_trip("3", [])
        self.assertEqual(str(caught.exception), "trip exists")
        self.assertEqual(self.table.trips["3"], [("Mill", 104), ("Zoo", 118)])

    def test_add_trip_too_short(self):
        for stops in ([], [("Mill", 7)]):
            with self.assertRaises(ValueError) as caught:
                self.table.add_trip("9", stops)
            self.assertEqual(str(caught.exception), "too short")
        self.assertEqual(self.table.trips, {})

    def test_add_trip_stop_twice(self):
        with self.assertRaises(ValueError) as caught:
            self.table.add_trip("9", [("Mill", 7), ("Zoo", 7), ("Mill", 9)])
        self.assertEqual(str(caught.exception), "stop twice")
        self.assertEqual(self.table.trips, {})

    def test_add_trip_bad_times(self):
        for times in ((7, 7, 8), (7, 9, 8), (7, 8, 8)):
            with self.assertRaises(ValueError) as caught:
                self.table.add_trip("9", list(zip(("Mill", "Zoo", "Port"), times)))
            self.assertEqual(str(caught.exception), "bad times")
        self.assertEqual(self.table.trips, {})


class BusTimetableTestSetLimits(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)
        build(self.table)

    def test_set_limits_first(self):
        self.assertEqual([self.table.set_limits("Zoo", 0, 0), self.table.set_limits("Port", 4, 9)], [(3, 20), (3, 20)])
        self.assertEqual(self.table.limits, {"Zoo": (0, 0), "Port": (4, 9)})

    def test_set_limits_again(self):
        limits = [self.table.set_limits("Zoo", least, most) for least, most in ((1, 5), (2, 20), (3, 21))]
        self.assertEqual(limits, [(3, 20), (1, 5), (2, 20)])
        self.assertEqual(self.table.limits, {"Zoo": (3, 21)})

    def test_set_limits_take_away(self):
        self.table.set_limits("Zoo", 1, 5)
        self.assertEqual([self.table.set_limits("Zoo", 3, 20), self.table.set_limits("Zoo", 3, 20)], [(1, 5), (3, 20)])
        self.assertEqual(self.table.limits, {})

    def test_set_limits_stop_without_trips(self):
        self.assertEqual(self.table.set_limits("Nowhere", 7, 7), (3, 20))
        self.assertEqual(self.table.limits, {"Nowhere": (7, 7)})

    def test_set_limits_bad(self):
        self.table.set_limits("Zoo", 1, 5)
        for least, most in ((-1, 5), (6, 5), (-3, -2)):
            with self.assertRaises(ValueError) as caught:
                self.table.set_limits("Zoo", least, most)
            self.assertEqual(str(caught.exception), "bad limits")
        self.assertEqual((self.table.limits, self.table.least, self.table.most), ({"Zoo": (1, 5)}, 3, 20))


class BusTimetableTestCancel(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)
        build(self.table)

    def test_cancel_end(self):
        self.assertEqual(self.table.cancel("1", "Church"), ["Port", "Zoo"])
        self.assertEqual(self.table.served, {"1": 2})
        self.assertEqual(self.table.trips, TRIPS)

    def test_cancel_whole(self):
        self.assertEqual([self.table.cancel("3", "Mill"), self.table.cancel("3", "Mill")], [["Mill", "Zoo"], []])
        self.assertEqual(self.table.served, {"3": 0})

    def test_cancel_more(self):
        self.assertEqual([self.table.cancel("1", "Port"), self.table.cancel("1", "Church")], [["Zoo"], ["Port"]])
        self.assertEqual(self.table.cancel("1", "Mill"), ["Mill", "Church"])
        self.assertEqual(self.table.served, {"1": 0})

    def test_cancel_stays(self):
        self.table.cancel("1", "Church")
        self.assertEqual([self.table.cancel("1", stop) for stop in ("Zoo", "Port", "Church")], [[], [], []])
        self.assertEqual(self.table.served, {"1": 2})

    def test_cancel_last_stop(self):
        self.assertEqual([self.table.cancel("1", "Zoo"), self.table.cancel("1", "Port")], [[], ["Zoo"]])
        self.assertEqual(self.table.cancel("2", "Lake"), [])
        self.assertEqual(self.table.served, {"1": 3})

    def test_cancel_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.table.cancel("9", "Nowhere")
        self.assertEqual(caught.exception.args, ("9",))
        with self.assertRaises(ValueError) as caught:
            self.table.cancel("3", "Church")
        self.assertEqual(str(caught.exception), "not on the way")
        self.assertEqual(self.table.served, {})


class BusTimetableTestRestore(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)
        build(self.table)

    def test_restore_end(self):
        given(self.table, ("cancel", "1", "Church"))
        self.assertEqual(self.table.restore("1"), 2)
        self.assertEqual(self.table.served, {})

    def test_restore_whole(self):
        given(self.table, ("cancel", "1", "Port"))
        given(self.table, ("cancel", "1", "Mill"))
        given(self.table, ("cancel", "3", "Mill"))
        self.assertEqual([self.table.restore("1"), self.table.restore("1")], [4, 0])
        self.assertEqual(self.table.served, {"3": 0})

    def test_restore_not_cancelled(self):
        self.assertEqual(self.table.restore("2"), 0)
        self.assertEqual((self.table.served, self.table.trips), ({}, TRIPS))

    def test_restore_one_of_several(self):
        given(self.table, ("cancel", "2", "Zoo"))
        given(self.table, ("cancel", "4", "Zoo"))
        self.assertEqual([self.table.restore("2"), self.table.restore("4")], [1, 3])
        self.assertEqual(self.table.served, {})

    def test_restore_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.table.restore("Mill")
        self.assertEqual(caught.exception.args, ("Mill",))


class BusTimetableTestDepartures(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)
        build(self.table)

    def test_departures_sorted(self):
        given(self.table, ("add_trip", "10", [("Mill", 104), ("Lake", 180)]))
        self.assertEqual(
            self.table.departures("Mill", 100, 104), [(100, "1", "Zoo"), (104, "10", "Lake"), (104, "3", "Zoo")]
        )

    def test_departures_span(self):
        self.assertEqual(self.table.departures("Zoo", 121, 144), [(121, "4", "Hill")])
        self.assertEqual(self.table.departures("Zoo", 120, 120), [(120, "2", "Lake")])
        self.assertEqual(self.table.departures("Zoo", 122, 121), [])

    def test_departures_not_from_last_stop(self):
        self.assertEqual(
            self.table.departures("Zoo", 0, 900), [(120, "2", "Lake"), (121, "4", "Hill"), (145, "6", "Hill")]
        )
        self.assertEqual(self.table.departures("Hill", 0, 900), [])

    def test_departures_cancelled_end(self):
        given(self.table, ("cancel", "1", "Port"))
        given(self.table, ("cancel", "2", "Zoo"))
        self.assertEqual(self.table.departures("Church", 100, 200), [(110, "1", "Port"), (113, "2", "Zoo")])
        self.assertEqual(self.table.departures("Port", 100, 200), [(128, "5", "Hill")])

    def test_departures_cancelled(self):
        given(self.table, ("cancel", "3", "Mill"))
        self.assertEqual(self.table.departures("Mill", 0, 900), [(100, "1", "Zoo")])
        self.assertEqual(self.table.served, {"3": 0})

    def test_departures_unknown(self):
        self.assertEqual(self.table.departures("Nowhere", 0, 900), [])


class BusTimetableTestConnect(unittest.TestCase):
    def setUp(self):
        self.table = BusTimetable(3, 20)
        build(self.table)

    def test_connect_one_ride(self):
        self.assertEqual(self.table.connect("Mill", "Church", -50), [("1", "Mill", 100, "Church", 110)])
        self.assertEqual(self.table.connect("Church", "Lake", 100), [("2", "Church", 113, "Lake", 150)])
        self.assertEqual(self.table.limits, {})

    def test_connect_start(self):
        self.assertEqual(self.table.connect("Mill", "Zoo", 104), [("3", "Mill", 104, "Zoo", 118)])
        self.assertEqual(self.table.connect("Mill", "Zoo", 105), [])

    def test_connect_earliest_arrival(self):
        self.assertEqual(
            self.table.connect("Mill", "Lake", 90), [("3", "Mill", 104, "Zoo", 118), ("4", "Zoo", 121, "Lake", 131)]
        )
        self.assertEqual(
            self.table.connect("Mill", "Hill", 90), [("1", "Mill", 100, "Port", 125), ("5", "Port", 128, "Hill", 143)]
        )

    def test_connect_too_little_time(self):
        given(self.table, ("set_limits", "Zoo", 4, 20))
        self.assertEqual(
            self.table.connect("Mill", "Lake", 90),
            [("1", "Mill", 100, "Church", 110), ("2", "Church", 113, "Lake", 150)],
        )

    def test_connect_waits_too_long(self):
        given(self.table, ("cancel", "5", "Port"))
        given(self.table, ("set_limits", "Zoo", 4, 24))
        self.assertEqual(
            self.table.connect("Mill", "Hill", 90), [("1", "Mill", 100, "Zoo", 140), ("6", "Zoo", 145, "Hill", 160)]
        )
        given(self.table, ("cancel", "1", "Church"))
        self.assertEqual(self.table.connect("Mill", "Hill", 90), [])
        given(self.table, ("set_limits", "Zoo", 4, 25))
        self.assertEqual(
            self.table.connect("Mill", "Hill", 90),
            [("1", "Mill", 100, "Church", 110), ("2", "Church", 113, "Zoo", 120), ("6", "Zoo", 145, "Hill", 160)],
        )

    def test_connect_later_arrival_at_change(self):
        table = BusTimetable(2, 5)
        given(table, ("add_trip", "a", [("P", 10), ("Q", 20)]))
        given(table, ("add_trip", "b", [("P", 12), ("Q", 30)]))
        given(table, ("add_trip", "c", [("Q", 33), ("R", 40)]))
        self.assertEqual(table.connect("P", "R", 0), [("b", "P", 12, "Q", 30), ("c", "Q", 33, "R", 40)])
        self.assertEqual(table.connect("P", "Q", 0), [("a", "P", 10, "Q", 20)])

    def test_connect_more_rides_earlier(self):
        table = BusTimetable(0, 10)
        given(table, ("add_trip", "slow", [("P", 5), ("S", 50)]))
        given(table, ("add_trip", "a", [("P", 10), ("Q", 20)]))
        given(table, ("add_trip", "b", [("Q", 20), ("R", 25)]))
        given(table, ("add_trip", "c", [("R", 35), ("S", 49)]))
        self.assertEqual(
            table.connect("P", "S", 0), [("a", "P", 10, "Q", 20), ("b", "Q", 20, "R", 25), ("c", "R", 35, "S", 49)]
        )
        given(table, ("cancel", "c", "R"))
        self.assertEqual(table.connect("P", "S", 0), [("slow", "P", 5, "S", 50)])

    def test_connect_ties(self):
        table = BusTimetable(0, 10)
        given(table, ("add_trip", "b", [("P", 10), ("Q", 20), ("S", 30)]))
        given(table, ("add_trip", "a", [("P", 9), ("R", 15)]))
        given(table, ("add_trip", "c", [("R", 16), ("S", 30)]))
        given(table, ("add_trip", "d", [("P", 12), ("R", 14)]))
        self.assertEqual(table.connect("P", "S", 0), [("b", "P", 10, "S", 30)])
        given(table, ("cancel", "b", "Q"))
        self.assertEqual(table.connect("P", "S", 0), [("a", "P", 9, "R", 15), ("c", "R", 16, "S", 30)])
        given(table, ("add_trip", "A", [("P", 3), ("R", 7)]))
        given(table, ("add_trip", "C", [("R", 15), ("S", 30)]))
        self.assertEqual(table.connect("P", "S", 0), [("A", "P", 3, "R", 7), ("C", "R", 15, "S", 30)])

    def test_connect_cancelled(self):
        given(self.table, ("cancel", "1", "Church"))
        given(self.table, ("cancel", "4", "Lake"))
        self.assertEqual(self.table.connect("Mill", "Port", 0), [])
        self.assertEqual(self.table.connect("Mill", "Hill", 0), [])
        self.assertEqual(
            self.table.connect("Mill", "Lake", 0), [("3", "Mill", 104, "Zoo", 118), ("4", "Zoo", 121, "Lake", 131)]
        )

    def test_connect_boards_on_the_way(self):
        self.assertEqual(self.table.connect("Port", "Zoo", 100), [("1", "Port", 125, "Zoo", 140)])
        self.assertEqual(self.table.connect("Church", "Port", 110), [("1", "Church", 110, "Port", 125)])

    def test_connect_does_not_board_to_wait(self):
        table = BusTimetable(1, 5)
        given(table, ("add_trip", "a", [("P", 10), ("Q", 20)]))
        given(table, ("add_trip", "b", [("Q", 24), ("S", 90)]))
        given(table, ("add_trip", "c", [("Q", 28), ("R", 40)]))
        self.assertEqual(table.connect("P", "R", 0), [])
        self.assertEqual(table.connect("P", "S", 0), [("a", "P", 10, "Q", 20), ("b", "Q", 24, "S", 90)])

    def test_connect_same_stop(self):
        for stop in ("Mill", "Nowhere"):
            with self.assertRaises(ValueError) as caught:
                self.table.connect(stop, stop, 0)
            self.assertEqual(str(caught.exception), "same stop")
        self.assertEqual(self.table.connect("Nowhere", "Mill", 0), [])


class BusTimetableTestMain(unittest.TestCase):
    def test_main_morning(self):
        table = BusTimetable(2, 15)
        self.assertEqual(table.add_trip("x1", [("A", 0), ("B", 10), ("C", 22)]), 22)
        self.assertEqual(table.add_trip("x2", [("B", 12), ("D", 19), ("C", 21)]), 9)
        self.assertEqual(table.connect("A", "C", 0), [("x1", "A", 0, "B", 10), ("x2", "B", 12, "C", 21)])
        self.assertEqual(table.set_limits("B", 3, 15), (2, 15))
        self.assertEqual(table.connect("A", "C", 0), [("x1", "A", 0, "C", 22)])
        self.assertEqual((table.cancel("x1", "B"), table.connect("A", "C", 0)), (["C"], []))
        self.assertEqual(table.departures("B", 0, 60), [(12, "x2", "C")])
        self.assertEqual((table.restore("x1"), table.departures("B", 0, 60)), (1, [(10, "x1", "C"), (12, "x2", "C")]))
        self.assertEqual((table.set_limits("B", 2, 15), table.limits), ((3, 15), {}))

    def test_main_cancelled_and_restored(self):
        table = BusTimetable(3, 20)
        build(table)
        self.assertEqual(table.cancel("3", "Mill"), ["Mill", "Zoo"])
        self.assertEqual(
            table.connect("Mill", "Lake", 0), [("1", "Mill", 100, "Church", 110), ("2", "Church", 113, "Lake", 150)]
        )
        self.assertEqual(table.cancel("2", "Zoo"), ["Lake"])
        self.assertEqual((table.connect("Mill", "Lake", 0), table.set_limits("Zoo", 1, 20)), ([], (3, 20)))
        self.assertEqual(
            table.connect("Mill", "Lake", 0),
            [("1", "Mill", 100, "Church", 110), ("2", "Church", 113, "Zoo", 120), ("4", "Zoo", 121, "Lake", 131)],
        )
        self.assertEqual(
            [table.restore("3"), table.cancel("4", "Zoo"), table.served],
            [2, ["Zoo", "Lake", "Hill"], {"2": 2, "4": 0}],
        )
        self.assertEqual(table.departures("Zoo", 100, 150), [(145, "6", "Hill")])

    def test_main_waiting(self):
        table = BusTimetable(5, 5)
        self.assertEqual(table.add_trip("m", [("P", 0), ("Q", 10), ("R", 20)]), 20)
        self.assertEqual(
            [table.add_trip("n", [("Q", 15), ("T", 30)]), table.add_trip("o", [("R", 24), ("T", 28)])], [15, 4]
        )
        self.assertEqual(table.connect("P", "T", 0), [("m", "P", 0, "Q", 10), ("n", "Q", 15, "T", 30)])
        self.assertEqual([table.set_limits("R", 4, 4), table.set_limits("Q", 0, 4)], [(5, 5), (5, 5)])
        self.assertEqual(table.connect("P", "T", 0), [("m", "P", 0, "R", 20), ("o", "R", 24, "T", 28)])
        self.assertEqual((table.cancel("m", "Q"), table.connect("P", "T", 0)), (["R"], []))
        self.assertEqual((table.connect("R", "T", 24), table.connect("R", "T", 25)), ([("o", "R", 24, "T", 28)], []))
