# canary: classeval-hf open recording_index e55f6f41-f273-4ba1-9de7-81065ecde454

import unittest

from solution import RecordingIndex


def put(index, recordings, marks=()):
    """Writes rows, given as text, into the tables of an index."""
    for table, rows in (("recordings", recordings), ("marks", marks)):
        for row in rows:
            name, word, begins, ends = row.split()
            index.db.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", (name, word, int(begins), int(ends)))


def rows(index, table):
    found = index.db.execute(f"SELECT * FROM {table}").fetchall()
    return sorted(" ".join(map(str, row)) for row in found)


class RecordingIndexTestAdd(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        put(self.index, ["r1 lake 100 200", "r2 lake 250 300", "r3 wood 120 180"], ["r1 owl 110 120"])

    def test_add_counts_station(self):
        self.assertEqual([self.index.add("r4", "lake", 300, 320), self.index.add("r5", "wood", -20, 0)], [3, 2])
        found = self.index.db.execute("SELECT * FROM recordings WHERE name > 'r3' ORDER BY name").fetchall()
        self.assertEqual(found, [("r4", "lake", 300, 320), ("r5", "wood", -20, 0)])

    def test_add_between(self):
        self.assertEqual(self.index.add("r4", "lake", 200, 250), 3)
        self.assertEqual(rows(self.index, "marks"), ["r1 owl 110 120"])

    def test_add_new_station(self):
        self.assertEqual(self.index.add("r4", "moor", 100, 300), 1)
        found = self.index.db.execute("SELECT begins, ends FROM recordings WHERE station = 'moor'").fetchall()
        self.assertEqual(found, [(100, 300)])

    def test_add_busy(self):
        put(self.index, ["r0 lake 60 90"])
        cases = [
            (199, 230, "r1"),
            (90, 101, "r1"),
            (150, 160, "r1"),
            (0, 900, "r0"),
            (150, 260, "r1"),
            (299, 300, "r2"),
        ]
        for begins, ends, name in cases:
            with self.assertRaises(ValueError) as caught:
                self.index.add("r4", "lake", begins, ends)
            self.assertEqual(str(caught.exception), f"station busy: {name}")
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM recordings").fetchone(), (4,))

    def test_add_name_taken(self):
        with self.assertRaises(ValueError) as caught:
            self.index.add("r3", "lake", 110, 120)
        self.assertEqual(str(caught.exception), "name taken")
        self.assertEqual(rows(self.index, "recordings"), ["r1 lake 100 200", "r2 lake 250 300", "r3 wood 120 180"])

    def test_add_bad_range(self):
        for begins, ends in ((500, 500), (500, 499)):
            with self.assertRaises(ValueError) as caught:
                self.index.add("r3", "lake", begins, ends)
            self.assertEqual(str(caught.exception), "bad range")
        self.assertEqual(self.index.add("r4", "lake", 500, 501), 3)


class RecordingIndexTestMark(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        marks = ["r1 owl 110 120", "r1 owl 140 150", "r1 owl 180 190", "r1 fox 125 160", "r2 owl 300 310"]
        put(self.index, ["r1 lake 100 200", "r2 lake 290 320"], marks)

    def test_mark_apart(self):
        self.assertEqual(self.index.mark("r1", "owl", 160, 170), [(110, 120), (140, 150), (160, 170), (180, 190)])
        found = self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone()
        self.assertEqual(found, (6,))

    def test_mark_touching(self):
        self.assertEqual(self.index.mark("r1", "owl", 150, 160), [(110, 120), (140, 160), (180, 190)])
        self.assertEqual(self.index.mark("r1", "owl", 170, 180), [(110, 120), (140, 160), (170, 190)])

    def test_mark_joins_several(self):
        self.assertEqual(self.index.mark("r1", "owl", 115, 180), [(110, 190)])
        found = self.index.db.execute("SELECT * FROM marks ORDER BY name, tag").fetchall()
        self.assertEqual(found, [("r1", "fox", 125, 160), ("r1", "owl", 110, 190), ("r2", "owl", 300, 310)])

    def test_mark_within_mark(self):
        self.assertEqual(self.index.mark("r1", "fox", 130, 140), [(125, 160)])
        self.assertEqual(self.index.mark("r1", "fox", 120, 161), [(120, 161)])

    def test_mark_new_tag(self):
        self.assertEqual(self.index.mark("r2", "fox", 290, 320), [(290, 320)])
        self.assertEqual(self.index.mark("r1", "bat", 100, 101), [(100, 101)])

    def test_mark_one_second_apart(self):
        self.assertEqual(self.index.mark("r1", "owl", 121, 139), [(110, 120), (121, 139), (140, 150), (180, 190)])
        self.assertEqual(self.index.mark("r1", "owl", 120, 121), [(110, 139), (140, 150), (180, 190)])

    def test_mark_bad_range(self):
        for begins, ends in ((150, 150), (160, 150), (99, 120), (190, 201), (0, 10), (300, 310)):
            with self.assertRaises(ValueError) as caught:
                self.index.mark("r1", "owl", begins, ends)
            self.assertEqual(str(caught.exception), "bad range")
        self.assertEqual(len(rows(self.index, "marks")), 5)

    def test_mark_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.index.mark("r9", "owl", 160, 150)
        self.assertEqual(caught.exception.args, ("r9",))
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (5,))


class RecordingIndexTestErase(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        marks = ["r1 owl 110 120", "r1 owl 140 150", "r1 fox 115 160", "r2 owl 110 150"]
        put(self.index, ["r1 lake 100 200", "r2 wood 100 200"], marks)

    def test_erase_middle(self):
        self.assertEqual(self.index.erase("r1", "fox", 120, 130), 10)
        found = self.index.db.execute("SELECT begins, ends FROM marks WHERE tag = 'fox' ORDER BY begins").fetchall()
        self.assertEqual(found, [(115, 120), (130, 160)])

    def test_erase_several(self):
        self.assertEqual(self.index.erase("r1", "owl", 112, 141), 9)
        self.assertEqual(
            rows(self.index, "marks"), ["r1 fox 115 160", "r1 owl 110 112", "r1 owl 141 150", "r2 owl 110 150"]
        )

    def test_erase_all_tags(self):
        self.assertEqual(self.index.erase("r1", "", 118, 142), 28)
        self.assertEqual(
            rows(self.index, "marks"),
            ["r1 fox 115 118", "r1 fox 142 160", "r1 owl 110 118", "r1 owl 142 150", "r2 owl 110 150"],
        )

    def test_erase_wholly(self):
        self.assertEqual(self.index.erase("r1", "owl", 0, 1000), 20)
        self.assertEqual(self.index.erase("r2", "owl", 110, 150), 40)
        found = self.index.db.execute("SELECT * FROM marks").fetchall()
        self.assertEqual(found, [("r1", "fox", 115, 160)])

    def test_erase_touching_only(self):
        self.assertEqual(self.index.erase("r1", "owl", 120, 140), 0)
        self.assertEqual(self.index.erase("r1", "bat", 100, 200), 0)
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (4,))

    def test_erase_at_the_edges(self):
        self.assertEqual([self.index.erase("r1", "fox", 115, 116), self.index.erase("r1", "fox", 150, 160)], [1, 10])
        found = self.index.db.execute("SELECT begins, ends FROM marks WHERE tag = 'fox'").fetchall()
        self.assertEqual(found, [(116, 150)])

    def test_erase_errors(self):
        with self.assertRaises(KeyError) as unknown:
            self.index.erase("r9", "owl", 10, 0)
        self.assertEqual(unknown.exception.args, ("r9",))
        for begins, ends in ((115, 115), (150, 110)):
            with self.assertRaises(ValueError) as caught:
                self.index.erase("r1", "owl", begins, ends)
            self.assertEqual(str(caught.exception), "bad range")
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (4,))


class RecordingIndexTestSplit(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        marks = ["r1 owl 110 120", "r1 owl 140 150", "r1 fox 115 160", "r2 owl 110 150"]
        put(self.index, ["r1 lake 100 200", "r2 wood 100 200"], marks)

    def test_split_cuts(self):
        self.assertEqual(self.index.split("r1", 145, "r3"), 2)
        self.assertEqual(rows(self.index, "recordings"), ["r1 lake 100 145", "r2 wood 100 200", "r3 lake 145 200"])
        found = self.index.db.execute("SELECT * FROM marks WHERE name = 'r3' ORDER BY tag").fetchall()
        self.assertEqual(found, [("r3", "fox", 145, 160), ("r3", "owl", 145, 150)])
        first = ["r1 fox 115 145", "r1 owl 110 120", "r1 owl 140 145"]
        self.assertEqual(rows(self.index, "marks")[:3], first)

    def test_split_between(self):
        self.assertEqual(self.index.split("r1", 130, "r3"), 1)
        self.assertEqual(
            rows(self.index, "marks"),
            ["r1 fox 115 130", "r1 owl 110 120", "r2 owl 110 150", "r3 fox 130 160", "r3 owl 140 150"],
        )

    def test_split_at_edge_of_marks(self):
        self.assertEqual([self.index.split("r1", 160, "r3"), self.index.split("r2", 110, "r4")], [0, 0])
        found = self.index.db.execute("SELECT name, COUNT(*) FROM marks GROUP BY name ORDER BY name").fetchall()
        self.assertEqual(found, [("r1", 3), ("r4", 1)])

    def test_split_smallest_parts(self):
        self.assertEqual([self.index.split("r2", 101, "r3"), self.index.split("r3", 199, "r4")], [0, 0])
        self.assertEqual(
            rows(self.index, "recordings"),
            ["r1 lake 100 200", "r2 wood 100 101", "r3 wood 101 199", "r4 wood 199 200"],
        )
        self.assertEqual(rows(self.index, "marks")[-1], "r3 owl 110 150")

    def test_split_bad_moment(self):
        for moment in (100, 200, 99, 201):
            with self.assertRaises(ValueError) as caught:
                self.index.split("r1", moment, "r2")
            self.assertEqual(str(caught.exception), "bad moment")
        self.assertEqual(rows(self.index, "recordings"), ["r1 lake 100 200", "r2 wood 100 200"])

    def test_split_name_taken(self):
        for new in ("r1", "r2"):
            with self.assertRaises(ValueError) as caught:
                self.index.split("r1", 145, new)
            self.assertEqual(str(caught.exception), "name taken")
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (4,))

    def test_split_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.index.split("r9", 0, "r1")
        self.assertEqual(caught.exception.args, ("r9",))
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM recordings").fetchone(), (2,))


class RecordingIndexTestTotals(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        marks = [
            "r1 owl 110 120",
            "r1 owl 140 150",
            "r1 fox 115 160",
            "r2 owl 110 150",
            "r3 bat 300 345",
            "r3 elk 390 400",
        ]
        put(self.index, ["r1 lake 100 200", "r2 wood 100 200", "r3 lake 300 400"], marks)

    def test_totals_station(self):
        self.assertEqual(
            self.index.totals("lake", 0, 1000), [("bat", 45, 1), ("fox", 45, 1), ("owl", 20, 1), ("elk", 10, 1)]
        )
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (6,))

    def test_totals_all_stations(self):
        self.assertEqual(
            self.index.totals("", 0, 1000), [("owl", 60, 2), ("bat", 45, 1), ("fox", 45, 1), ("elk", 10, 1)]
        )

    def test_totals_clipped(self):
        self.assertEqual(self.index.totals("", 118, 143), [("owl", 30, 2), ("fox", 25, 1)])
        self.assertEqual(self.index.totals("lake", 119, 301), [("fox", 41, 1), ("owl", 11, 1), ("bat", 1, 1)])

    def test_totals_touching(self):
        self.assertEqual(self.index.totals("lake", 150, 300), [("fox", 10, 1)])
        self.assertEqual(self.index.totals("lake", 160, 300), [])

    def test_totals_more_recordings_first(self):
        put(self.index, [], ["r3 owl 350 360", "r1 elk 170 190"])
        self.assertEqual(
            self.index.totals("lake", 0, 999), [("bat", 45, 1), ("fox", 45, 1), ("elk", 30, 2), ("owl", 30, 2)]
        )
        self.index.db.execute("DELETE FROM marks WHERE name = 'r2' OR tag = 'bat'")
        put(self.index, [], ["r3 owl 300 315"])
        self.assertEqual(self.index.totals("lake", 0, 999), [("owl", 45, 2), ("fox", 45, 1), ("elk", 30, 2)])

    def test_totals_nothing(self):
        self.assertEqual([self.index.totals("moor", 0, 999), self.index.totals("", 120, 120)], [[], []])
        self.assertEqual(self.index.totals("", 150, 110), [])
        self.assertEqual(self.index.totals("wood", 149, 150), [("owl", 1, 1)])


class RecordingIndexTestTogether(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        marks = ["r1 owl 110 120", "r1 owl 140 150", "r1 fox 115 145", "r1 fox 149 170", "r2 fox 200 290"]
        put(self.index, ["r1 lake 100 200", "r2 wood 100 300"], [*marks, "r2 owl 250 260", "r2 bat 200 250"])

    def test_together_pairs(self):
        self.assertEqual(
            self.index.together("owl", "fox"),
            [("r1", 115, 120), ("r1", 140, 145), ("r1", 149, 150), ("r2", 250, 260)],
        )
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM marks").fetchone(), (7,))

    def test_together_other_way_round(self):
        self.assertEqual(self.index.together("fox", "owl")[2:], [("r1", 149, 150), ("r2", 250, 260)])
        self.assertEqual(self.index.together("bat", "fox"), [("r2", 200, 250)])

    def test_together_touching(self):
        self.assertEqual(self.index.together("owl", "bat"), [])
        put(self.index, [], ["r2 bat 259 270"])
        self.assertEqual(self.index.together("owl", "bat"), [("r2", 259, 260)])

    def test_together_order(self):
        put(self.index, ["r0 moor 100 200"], ["r0 owl 115 130", "r0 fox 100 118", "r0 fox 119 140"])
        self.assertEqual(
            self.index.together("owl", "fox")[:4],
            [("r0", 115, 118), ("r1", 115, 120), ("r0", 119, 130), ("r1", 140, 145)],
        )

    def test_together_unknown_tag(self):
        self.assertEqual([self.index.together("owl", "elk"), self.index.together("elk", "owl")], [[], []])
        self.assertEqual(self.index.together("fox", "bat"), [("r2", 200, 250)])


class RecordingIndexTestGaps(unittest.TestCase):
    def setUp(self):
        self.index = RecordingIndex()
        put(self.index, ["r2 lake 250 300", "r1 lake 100 200", "r3 wood 180 240", "r4 lake 300 310", "r5 wood 20 40"])

    def test_gaps_station(self):
        self.assertEqual(self.index.gaps("lake", 50, 400), [(50, 100), (200, 250), (310, 400)])
        self.assertEqual(self.index.db.execute("SELECT COUNT(*) FROM recordings").fetchone(), (5,))

    def test_gaps_all_stations(self):
        self.assertEqual(self.index.gaps("", 0, 320), [(0, 20), (40, 100), (240, 250), (310, 320)])

    def test_gaps_within_gap(self):
        self.assertEqual(
            [self.index.gaps("lake", 210, 220), self.index.gaps("wood", -5, -1)], [[(210, 220)], [(-5, -1)]]
        )

    def test_gaps_begin_in_recording(self):
        self.assertEqual(self.index.gaps("lake", 150, 260), [(200, 250)])
        self.assertEqual(self.index.gaps("lake", 200, 301), [(200, 250)])
        self.assertEqual(self.index.gaps("lake", 150, 201), [(200, 201)])

    def test_gaps_none(self):
        self.assertEqual([self.index.gaps("lake", 100, 200), self.index.gaps("lake", 250, 310)], [[], []])
        self.assertEqual([self.index.gaps("lake", 220, 220), self.index.gaps("lake", 240, 210)], [[], []])
        self.assertEqual(self.index.gaps("moor", 7, 9), [(7, 9)])

    def test_gaps_overlapping_recordings(self):
        put(self.index, ["r6 moor 90 400", "r7 hill 120 130"])
        self.assertEqual(self.index.gaps("", 0, 500), [(0, 20), (40, 90), (400, 500)])


class RecordingIndexTestMain(unittest.TestCase):
    def test_main_night(self):
        index = RecordingIndex()
        self.assertEqual([index.add("n1", "lake", 0, 600), index.add("n2", "lake", 700, 900)], [1, 2])
        self.assertEqual(index.mark("n1", "owl", 100, 300), [(100, 300)])
        self.assertEqual(index.mark("n1", "fox", 250, 400), [(250, 400)])
        self.assertEqual(index.split("n1", 280, "n1b"), 2)
        self.assertEqual(index.together("owl", "fox"), [("n1", 250, 280), ("n1b", 280, 300)])
        self.assertEqual(index.totals("lake", 0, 900), [("owl", 200, 2), ("fox", 150, 2)])
        with self.assertRaises(ValueError):
            index.mark("n1", "owl", 270, 290)
        self.assertEqual(index.erase("n1b", "", 290, 350), 70)
        self.assertEqual(index.totals("", 0, 900), [("owl", 190, 2), ("fox", 90, 2)])
        self.assertEqual(index.mark("n1b", "owl", 290, 292), [(280, 292)])
        self.assertEqual(index.gaps("lake", 0, 1000), [(600, 700), (900, 1000)])

    def test_main_two_stations(self):
        index = RecordingIndex()
        self.assertEqual([index.add("a", "lake", 10, 20), index.add("b", "wood", 15, 30)], [1, 1])
        self.assertEqual([index.mark("a", "bat", 10, 20), index.mark("b", "bat", 15, 16)], [[(10, 20)], [(15, 16)]])
        self.assertEqual([index.split("a", 15, "c"), index.split("c", 16, "d")], [1, 1])
        self.assertEqual(index.totals("", 14, 17), [("bat", 4, 4)])
        with self.assertRaises(ValueError) as caught:
            index.add("e", "lake", 12, 16)
        self.assertEqual(str(caught.exception), "station busy: a")
        self.assertEqual(index.gaps("", 0, 40), [(0, 10), (30, 40)])
        self.assertEqual(index.erase("d", "bat", 0, 99), 4)
        self.assertEqual(index.mark("a", "fox", 14, 15), [(14, 15)])
        self.assertEqual([index.mark("b", "fox", 15, 30), index.mark("c", "fox", 15, 16)], [[(15, 30)], [(15, 16)]])
        self.assertEqual(index.together("bat", "fox"), [("a", 14, 15), ("b", 15, 16), ("c", 15, 16)])

    def test_main_marks_come_and_go(self):
        index = RecordingIndex()
        self.assertEqual(index.add("a", "lake", 0, 100), 1)
        self.assertEqual([len(index.mark("a", "owl", begin, begin + 5)) for begin in (0, 20, 10, 40)], [1, 2, 3, 4])
        self.assertEqual(index.mark("a", "owl", 5, 20), [(0, 25), (40, 45)])
        self.assertEqual(index.erase("a", "owl", 10, 42), 17)
        self.assertEqual(index.mark("a", "fox", 8, 44), [(8, 44)])
        self.assertEqual(index.together("fox", "owl"), [("a", 8, 10), ("a", 42, 44)])
        self.assertEqual(index.split("a", 43, "b"), 2)
        self.assertEqual(index.totals("lake", 9, 44), [("fox", 35, 2), ("owl", 3, 2)])
        self.assertEqual(index.gaps("lake", -1, 101), [(-1, 0), (100, 101)])
