# canary: classeval-hf open road_closures f31b5fdb-4bb2-41b4-8279-fd4aa3fc81df

import unittest

from solution import RoadClosures


def copy_of(closures):
    return {road: list(pieces) for road, pieces in closures.items()}


ROADS = {"B7": [(10, 20, 1), (20, 25, 3), (25, 30, 2), (40, 50, 1)], "A1": [(0, 5, 2)]}


class RoadClosuresTestTidy(unittest.TestCase):
    def test_tidy_nothing(self):
        self.assertEqual(RoadClosures.tidy([]), [])
        self.assertEqual(RoadClosures.tidy([(3, 9, 0), (5, 5, 2), (8, 6, 3)]), [])

    def test_tidy_order_and_merging(self):
        self.assertEqual(RoadClosures().tidy([(50, 80, 1), (10, 40, 1), (30, 50, 1)]), [(10, 80, 1)])
        self.assertEqual(RoadClosures.tidy([(7, 9, 2), (0, 3, 2), (3, 7, 2), (9, 10, 1)]), [(0, 9, 2), (9, 10, 1)])

    def test_tidy_highest_level(self):
        self.assertEqual(
            RoadClosures.tidy([(0, 30, 1), (10, 20, 3), (15, 25, 2)]),
            [(0, 10, 1), (10, 20, 3), (20, 25, 2), (25, 30, 1)],
        )
        self.assertEqual(RoadClosures.tidy([(10, 20, 1), (5, 30, 2)]), [(5, 30, 2)])

    def test_tidy_gaps_stay(self):
        self.assertEqual(
            RoadClosures.tidy([(10, 20, 1), (21, 30, 1), (30, 31, 3)]), [(10, 20, 1), (21, 30, 1), (30, 31, 3)]
        )

    def test_tidy_empty_pieces_split_nothing(self):
        self.assertEqual(RoadClosures.tidy([(0, 10, 2), (5, 5, 3), (9, 2, 3), (4, 6, 0)]), [(0, 10, 2)])

    def test_tidy_given_list_unchanged(self):
        pieces = [(5, 9, 1), (0, 6, 1)]
        self.assertEqual(RoadClosures.tidy(pieces), [(0, 9, 1)])
        self.assertEqual(pieces, [(5, 9, 1), (0, 6, 1)])

    def test_tidy_same_level_on_both_sides(self):
        self.assertEqual(RoadClosures.tidy([(0, 4, 1), (6, 9, 1), (2, 7, 2)]), [(0, 2, 1), (2, 7, 2), (7, 9, 1)])


class RoadClosuresTestLevelAt(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_level_at_inside(self):
        self.assertEqual([self.roads.level_at("B7", metre) for metre in (13, 22, 29, 45)], [1, 3, 2, 1])
        self.assertEqual(self.roads.closures, ROADS)

    def test_level_at_edges(self):
        self.assertEqual(
            [self.roads.level_at("B7", metre) for metre in (9, 10, 19, 20, 24, 25, 30)], [0, 1, 1, 3, 3, 2, 0]
        )

    def test_level_at_outside(self):
        self.assertEqual(
            [self.roads.level_at("B7", metre) for metre in (0, 35, 39, 40, 49, 50, 999)], [0, 0, 0, 1, 1, 0, 0]
        )

    def test_level_at_start_of_road(self):
        self.assertEqual([self.roads.level_at("A1", metre) for metre in (0, 4, 5)], [2, 2, 0])

    def test_level_at_other_road(self):
        self.assertEqual([self.roads.level_at(road, 3) for road in ("C9", "A1", "a1")], [0, 2, 0])

    def test_level_at_negative(self):
        for road in ("A1", "C9"):
            with self.assertRaises(ValueError) as caught:
                self.roads.level_at(road, -1)
            self.assertEqual(str(caught.exception), "bad metre: -1")


class RoadClosuresTestOpenStretches(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_open_stretches_default_level(self):
        self.assertEqual(self.roads.open_stretches("B7", 0, 60), [(0, 10), (30, 40), (50, 60)])
        self.assertEqual(self.roads.closures, ROADS)

    def test_open_stretches_levels(self):
        self.assertEqual(self.roads.open_stretches("B7", 0, 60, 2), [(0, 20), (30, 60)])
        self.assertEqual(self.roads.open_stretches("B7", 0, 60, 3), [(0, 20), (25, 60)])

    def test_open_stretches_cut_to_stretch(self):
        self.assertEqual(self.roads.open_stretches("B7", 5, 35), [(5, 10), (30, 35)])
        self.assertEqual(self.roads.open_stretches("B7", 15, 45), [(30, 40)])
        self.assertEqual(self.roads.open_stretches("B7", 32, 38), [(32, 38)])

    def test_open_stretches_none(self):
        self.assertEqual(self.roads.open_stretches("B7", 12, 30), [])
        self.assertEqual(self.roads.open_stretches("B7", 10, 31), [(30, 31)])
        self.assertEqual(self.roads.open_stretches("B7", 9, 20), [(9, 10)])

    def test_open_stretches_other_road(self):
        self.assertEqual(self.roads.open_stretches("C9", 0, 1), [(0, 1)])

    def test_open_stretches_errors(self):
        for start, end, level, message in (
            (-1, 5, 9, "bad stretch: -1-5"),
            (5, 5, 1, "bad stretch: 5-5"),
            (7, 5, 1, "bad stretch: 7-5"),
            (5, 7, 0, "bad level: 0"),
            (5, 7, 4, "bad level: 4"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.roads.open_stretches("B7", start, end, level)
            self.assertEqual(str(caught.exception), message)


class RoadClosuresTestClose(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_close_new_road(self):
        self.assertEqual(self.roads.close("C9", 0, 7, 2), 7)
        self.assertEqual(self.roads.closures["C9"], [(0, 7, 2)])
        self.assertEqual(self.roads.closures["B7"], ROADS["B7"])

    def test_close_merges_touching(self):
        self.assertEqual(self.roads.close("B7", 30, 40, 1), 10)
        self.assertEqual(self.roads.closures["B7"], [(10, 20, 1), (20, 25, 3), (25, 30, 2), (30, 50, 1)])
        self.assertEqual(self.roads.close("A1", 5, 8, 2), 3)
        self.assertEqual(self.roads.closures["A1"], [(0, 8, 2)])

    def test_close_higher_levels_stay(self):
        self.assertEqual(self.roads.close("B7", 15, 45, 2), 20)
        self.assertEqual(self.roads.closures["B7"], [(10, 15, 1), (15, 20, 2), (20, 25, 3), (25, 45, 2), (45, 50, 1)])

    def test_close_all_over(self):
        self.assertEqual(self.roads.close("B7", 0, 60, 3), 55)
        self.assertEqual(self.roads.closures["B7"], [(0, 60, 3)])

    def test_close_nothing_changes(self):
        self.assertEqual(self.roads.close("B7", 21, 30, 1), 0)
        self.assertEqual(self.roads.close("B7", 12, 18, 1), 0)
        self.assertEqual(self.roads.closures, ROADS)

    def test_close_inside(self):
        self.assertEqual(self.roads.close("B7", 43, 46, 2), 3)
        self.assertEqual(self.roads.closures["B7"][3:], [(40, 43, 1), (43, 46, 2), (46, 50, 1)])

    def test_close_errors(self):
        for start, end, level, message in (
            (3, 3, 1, "bad stretch: 3-3"),
            (-4, 3, 0, "bad stretch: -4-3"),
            (1, 2, 0, "bad level: 0"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.roads.close("C9", start, end, level)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.roads.closures, ROADS)


class RoadClosuresTestReopen(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_reopen_splits(self):
        self.assertEqual(self.roads.reopen("B7", 12, 15), [(12, 15, 1)])
        self.assertEqual(self.roads.closures["B7"][:3], [(10, 12, 1), (15, 20, 1), (20, 25, 3)])

    def test_reopen_several(self):
        self.assertEqual(self.roads.reopen("B7", 15, 28), [(15, 20, 1), (20, 25, 3), (25, 28, 2)])
        self.assertEqual(self.roads.closures["B7"], [(10, 15, 1), (28, 30, 2), (40, 50, 1)])

    def test_reopen_up_to_level(self):
        self.assertEqual(self.roads.reopen("B7", 15, 60, 2), [(15, 20, 1), (25, 30, 2), (40, 50, 1)])
        self.assertEqual(self.roads.closures["B7"], [(10, 15, 1), (20, 25, 3)])
        self.assertEqual(self.roads.reopen("A1", 0, 3, 1), [])
        self.assertEqual(self.roads.closures["A1"], [(0, 5, 2)])

    def test_reopen_last_closure(self):
        self.assertEqual(self.roads.reopen("A1", 0, 9), [(0, 5, 2)])
        self.assertEqual(self.roads.closures, {"B7": ROADS["B7"]})

    def test_reopen_open_stretch(self):
        self.assertEqual(self.roads.reopen("B7", 30, 40), [])
        self.assertEqual(self.roads.reopen("B7", 0, 10), [])
        self.assertEqual(self.roads.reopen("C9", 0, 5), [])
        self.assertEqual(self.roads.closures, ROADS)

    def test_reopen_errors(self):
        for start, end, level, message in (
            (3, 2, 4, "bad stretch: 3-2"),
            (1, 2, 4, "bad level: 4"),
            (1, 2, 0, "bad level: 0"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.roads.reopen("B7", start, end, level)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.roads.closures, ROADS)


class RoadClosuresTestInsertMetres(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_insert_metres_inside(self):
        self.assertEqual(self.roads.insert_metres("B7", 22, 10), 3)
        self.assertEqual(self.roads.closures["B7"], [(10, 20, 1), (20, 35, 3), (35, 40, 2), (50, 60, 1)])

    def test_insert_metres_between_touching(self):
        self.assertEqual(self.roads.insert_metres("B7", 20, 4), 3)
        self.assertEqual(self.roads.closures["B7"], [(10, 20, 1), (24, 29, 3), (29, 34, 2), (44, 54, 1)])

    def test_insert_metres_at_start(self):
        self.assertEqual(self.roads.insert_metres("A1", 0, 1), 1)
        self.assertEqual(self.roads.closures["A1"], [(1, 6, 2)])
        self.assertEqual(self.roads.insert_metres("A1", 2, 1), 1)
        self.assertEqual(self.roads.closures, {"B7": ROADS["B7"], "A1": [(1, 7, 2)]})

    def test_insert_metres_behind_all(self):
        self.assertEqual(self.roads.insert_metres("B7", 50, 8), 0)
        self.assertEqual(self.roads.insert_metres("B7", 35, 8), 1)
        self.assertEqual(self.roads.closures["B7"], [(10, 20, 1), (20, 25, 3), (25, 30, 2), (48, 58, 1)])

    def test_insert_metres_other_road(self):
        self.assertEqual(self.roads.insert_metres("C9", 0, 8), 0)
        self.assertEqual(self.roads.closures, ROADS)

    def test_insert_metres_errors(self):
        for at, length, message in ((-1, 0, "bad metre: -1"), (0, 0, "bad length: 0"), (25, -3, "bad length: -3")):
            with self.assertRaises(ValueError) as caught:
                self.roads.insert_metres("B7", at, length)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.roads.closures, ROADS)


class RoadClosuresTestCutMetres(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_cut_metres_open_stretch(self):
        self.assertEqual(self.roads.cut_metres("B7", 2, 6), [])
        self.assertEqual(self.roads.closures["B7"], [(6, 16, 1), (16, 21, 3), (21, 26, 2), (36, 46, 1)])

    def test_cut_metres_inside_one(self):
        self.assertEqual(self.roads.cut_metres("B7", 41, 44), [(41, 44, 1)])
        self.assertEqual(self.roads.closures["B7"], [(10, 20, 1), (20, 25, 3), (25, 30, 2), (40, 47, 1)])

    def test_cut_metres_merges(self):
        self.assertEqual(self.roads.cut_metres("B7", 20, 40), [(20, 25, 3), (25, 30, 2)])
        self.assertEqual(self.roads.closures["B7"], [(10, 30, 1)])

    def test_cut_metres_parts(self):
        self.assertEqual(self.roads.cut_metres("B7", 15, 28), [(15, 20, 1), (20, 25, 3), (25, 28, 2)])
        self.assertEqual(self.roads.closures["B7"], [(10, 15, 1), (15, 17, 2), (27, 37, 1)])

    def test_cut_metres_all(self):
        self.assertEqual(self.roads.cut_metres("A1", 0, 5), [(0, 5, 2)])
        self.assertEqual(self.roads.closures, {"B7": ROADS["B7"]})

    def test_cut_metres_behind_all_or_other_road(self):
        self.assertEqual([self.roads.cut_metres("B7", 50, 70), self.roads.cut_metres("C9", 0, 5)], [[], []])
        self.assertEqual(self.roads.closures, ROADS)

    def test_cut_metres_errors(self):
        for start, end in ((4, 4), (-2, 3), (9, 5)):
            with self.assertRaises(ValueError) as caught:
                self.roads.cut_metres("B7", start, end)
            self.assertEqual(str(caught.exception), f"bad stretch: {start}-{end}")
        self.assertEqual(self.roads.closures, ROADS)


class RoadClosuresTestLengths(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_lengths_all_levels(self):
        self.assertEqual(self.roads.lengths("B7"), {1: 20, 2: 5, 3: 5})
        self.assertEqual(self.roads.closures, ROADS)

    def test_lengths_ascending_levels(self):
        self.roads.closures["C9"] = [(0, 4, 3), (6, 7, 1), (7, 9, 3), (9, 19, 2)]
        self.assertEqual(list(self.roads.lengths("C9").items()), [(1, 1), (2, 10), (3, 6)])

    def test_lengths_one_level(self):
        self.assertEqual(self.roads.lengths("A1"), {2: 5})

    def test_lengths_no_closure(self):
        self.assertEqual(self.roads.lengths("C9"), {})
        self.assertEqual(self.roads.closures, ROADS)

    def test_lengths_far_from_start(self):
        self.roads.closures["C9"] = [(1000, 1250, 3)]
        self.assertEqual(self.roads.lengths("C9"), {3: 250})


class RoadClosuresTestWorst(unittest.TestCase):
    def setUp(self):
        self.roads = RoadClosures()
        self.roads.closures = copy_of(ROADS)

    def test_worst_all(self):
        self.assertEqual(self.roads.worst(9), [("B7", 45), ("A1", 10)])
        self.assertEqual(self.roads.closures, ROADS)

    def test_worst_levels_count(self):
        self.roads.closures = {"A1": [(0, 20, 1)], "A2": [(30, 38, 3)], "A3": [(5, 16, 2), (17, 18, 1)]}
        self.assertEqual(self.roads.worst(2), [("A2", 24), ("A3", 23)])
        self.assertEqual(self.roads.worst(3), [("A2", 24), ("A3", 23), ("A1", 20)])

    def test_worst_equal_weights(self):
        self.roads.closures = {"Z": [(0, 6, 1)], "B": [(0, 3, 2)], "M": [(7, 9, 3)]}
        self.assertEqual(self.roads.worst(3), [("B", 6), ("M", 6), ("Z", 6)])

    def test_worst_none(self):
        self.assertEqual(self.roads.worst(0), [])
        self.roads.closures = {}
        self.assertEqual(self.roads.worst(3), [])

    def test_worst_bad_count(self):
        with self.assertRaises(ValueError) as caught:
            self.roads.worst(-1)
        self.assertEqual(str(caught.exception), "bad count: -1")


class RoadClosuresTestMain(unittest.TestCase):
    def test_main_roadworks(self):
        roads = RoadClosures()
        self.assertEqual(
            [roads.close("B7", 100, 200, 1), roads.close("B7", 150, 300, 2), roads.close("A1", 0, 90, 3)],
            [100, 150, 90],
        )
        self.assertEqual(roads.closures["B7"], [(100, 150, 1), (150, 300, 2)])
        self.assertEqual(roads.worst(5), [("B7", 350), ("A1", 270)])
        self.assertEqual(roads.reopen("B7", 140, 160), [(140, 150, 1), (150, 160, 2)])
        self.assertEqual(roads.insert_metres("B7", 120, 30), 2)
        self.assertEqual(roads.closures["B7"], [(100, 170, 1), (190, 330, 2)])
        self.assertEqual(roads.open_stretches("B7", 0, 400, 2), [(0, 190), (330, 400)])
        self.assertEqual(roads.close("B7", 170, 190, 1), 20)
        self.assertEqual(roads.lengths("B7"), {1: 90, 2: 140})
        self.assertEqual(roads.cut_metres("B7", 180, 320), [(180, 190, 1), (190, 320, 2)])
        self.assertEqual(roads.closures["B7"], [(100, 180, 1), (180, 190, 2)])
        self.assertEqual([roads.level_at("B7", metre) for metre in (179, 180, 190)], [1, 2, 0])

    def test_main_split_and_joined(self):
        roads = RoadClosures()
        self.assertEqual(roads.tidy([(5, 9, 2), (0, 5, 2)]), [(0, 9, 2)])
        self.assertEqual(roads.close("C9", 10, 30, 2), 20)
        self.assertEqual(roads.close("C9", 18, 22, 3), 4)
        self.assertEqual(roads.reopen("C9", 0, 99, 2), [(10, 18, 2), (22, 30, 2)])
        self.assertEqual(roads.insert_metres("C9", 20, 6), 1)
        self.assertEqual(roads.close("C9", 10, 40, 1), 20)
        self.assertEqual(roads.closures, {"C9": [(10, 18, 1), (18, 28, 3), (28, 40, 1)]})
        self.assertEqual(roads.cut_metres("C9", 18, 28), [(18, 28, 3)])
        self.assertEqual((roads.closures, roads.worst(1)), ({"C9": [(10, 30, 1)]}, [("C9", 20)]))
        self.assertEqual(roads.reopen("C9", 10, 30, 1), [(10, 30, 1)])
        self.assertEqual((roads.closures, roads.lengths("C9"), roads.level_at("C9", 15)), ({}, {}, 0))
        self.assertEqual(roads.open_stretches("C9", 0, 50), [(0, 50)])
