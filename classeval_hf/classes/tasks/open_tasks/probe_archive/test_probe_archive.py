# canary: classeval-hf open probe_archive 27a53dda-5d96-48b7-988a-201bec71beb0

import unittest

from solution import ProbeArchive


def feed(archive, probe, *readings):
    """Records the readings of a probe, each a tuple (time, value)."""
    for time, value in readings:
        archive.record(probe, time, value)


def widen(archive, *factors):
    for factor in factors:
        archive.coarsen(factor)


def move(archive, time):
    archive.advance(time)


def clear(archive, time):
    archive.forget(time)


class ProbeArchiveTestAdvance(unittest.TestCase):
    def setUp(self):
        self.archive = ProbeArchive(20, 10)
        feed(self.archive, "p", (3, 7), (8, -2), (9, 4), (15, 5))
        feed(self.archive, "q", (10, 6), (19, 1))

    def test_advance_moves(self):
        self.assertEqual(self.archive.advance(45), 6)
        self.assertEqual(self.archive.buckets, {"p": {0: (3, 9, -2, 7), 10: (1, 5, 5, 5)}, "q": {10: (2, 7, 1, 6)}})
        self.assertEqual((self.archive.now, self.archive.edge, self.archive.recent), (45, 20, {}))

    def test_advance_edge_at_start_of_bucket(self):
        self.assertEqual([self.archive.advance(29), self.archive.edge], [0, 0])
        self.assertEqual([self.archive.advance(30), self.archive.edge], [3, 10])
        self.assertEqual(self.archive.buckets, {"p": {0: (3, 9, -2, 7)}})
        self.assertEqual(self.archive.recent, {"p": [(15, 5)], "q": [(10, 6), (19, 1)]})

    def test_advance_same_time(self):
        self.assertEqual([self.archive.advance(30), self.archive.advance(30), self.archive.now], [3, 0, 30])

    def test_advance_new_archive(self):
        archive = ProbeArchive(7, 4)
        self.assertEqual((archive.now, archive.edge), (0, 0))
        self.assertEqual([archive.advance(0), archive.advance(3), archive.edge, archive.now], [0, 0, 0, 3])

    def test_advance_adds_to_bucket(self):
        move(self.archive, 30)
        feed(self.archive, "q", (12, 9), (35, 8))
        self.assertEqual(self.archive.advance(41), 4)
        self.assertEqual(self.archive.buckets["q"], {10: (3, 16, 1, 9)})
        self.assertEqual(self.archive.recent, {"q": [(35, 8)]})

    def test_advance_back(self):
        with self.assertRaises(ValueError) as caught:
            self.archive.advance(18)
        self.assertEqual(str(caught.exception), "time runs back")
        self.assertEqual((self.archive.now, self.archive.recent["q"]), (19, [(10, 6), (19, 1)]))

    def test_advance_edge_stays_after_coarser(self):
        move(self.archive, 35)
        widen(self.archive, 5)
        self.assertEqual([self.archive.advance(60), self.archive.edge], [0, 10])
        self.assertEqual([self.archive.advance(70), self.archive.edge], [3, 50])
        self.assertEqual(self.archive.buckets, {"p": {0: (4, 14, -2, 7)}, "q": {0: (2, 7, 1, 6)}})


class ProbeArchiveTestRecord(unittest.TestCase):
    def setUp(self):
        self.archive = ProbeArchive(20, 10)

    def test_record_full_in_order(self):
        self.assertEqual([self.archive.record("p", time, -time) for time in (0, 14, 7)], ["full", "full", "full"])
        self.assertEqual((self.archive.recent, self.archive.now), ({"p": [(0, 0), (7, -7), (14, -14)]}, 14))

    def test_record_again(self):
        outcomes = [self.archive.record(probe, 7, value) for probe, value in (("p", 3), ("q", 4), ("p", 5))]
        self.assertEqual(outcomes, ["full", "full", "again"])
        self.assertEqual(self.archive.recent, {"p": [(7, 5)], "q": [(7, 4)]})

    def test_record_advances(self):
        self.assertEqual([self.archive.record("p", time, time) for time in (9, 10, 34)], ["full", "full", "full"])
        self.assertEqual((self.archive.edge, self.archive.now), (10, 34))
        self.assertEqual(self.archive.recent, {"p": [(10, 10), (34, 34)]})
        self.assertEqual(self.archive.buckets, {"p": {0: (1, 9, 9, 9)}})

    def test_record_bucket(self):
        outcomes = [self.archive.record("p", time, value) for time, value in ((47, 1), (12, 5), (12, 8), (13, 2))]
        self.assertEqual(outcomes, ["full", "bucket", "bucket", "bucket"])
        self.assertEqual(self.archive.buckets, {"p": {10: (3, 15, 2, 8)}})
        self.assertEqual((self.archive.recent, self.archive.now), ({"p": [(47, 1)]}, 47))

    def test_record_at_edge(self):
        outcomes = [self.archive.record("p", time, time) for time in (47, 20, 19)]
        self.assertEqual(outcomes, ["full", "full", "bucket"])
        self.assertEqual(self.archive.buckets, {"p": {10: (1, 19, 19, 19)}})

    def test_record_keep_nothing(self):
        archive = ProbeArchive(0, 1)
        self.assertEqual([archive.record("p", time, 4) for time in (6, 6, 7, 6)], ["full", "again", "full", "bucket"])
        self.assertEqual((archive.recent, archive.buckets), ({"p": [(7, 4)]}, {"p": {6: (2, 8, 4, 4)}}))

    def test_record_too_old(self):
        feed(self.archive, "p", (33, 1))
        clear(self.archive, 27)
        for time in (19, -1):
            with self.assertRaises(ValueError) as caught:
                self.archive.record("q", time, 5)
            self.assertEqual(str(caught.exception), f"too old: {time}")
        self.assertEqual((self.archive.recent, self.archive.buckets), ({"p": [(33, 1)]}, {}))
        self.assertEqual(self.archive.record("q", 20, 5), "full")

    def test_record_negative_time(self):
        with self.assertRaises(ValueError) as caught:
            self.archive.record("p", -1, 5)
        self.assertEqual(str(caught.exception), "too old: -1")
        self.assertEqual(self.archive.recent, {})

    def test_record_between_floor_and_edge(self):
        feed(self.archive, "p", (36, 1), (25, 2))
        clear(self.archive, 17)
        widen(self.archive, 3)
        self.assertEqual(self.archive.record("p", 60, 3), "full")
        self.assertEqual(self.archive.record("p", 11, 6), "bucket")
        self.assertEqual(self.archive.buckets, {"p": {0: (2, 8, 2, 6)}})


class ProbeArchiveTestSummary(unittest.TestCase):
    def setUp(self):
        self.archive = ProbeArchive(20, 10)
        feed(self.archive, "p", (3, 7), (8, -2), (12, 4), (15, 5), (16, 9), (21, 3), (29, 40), (45, 11))

    def test_summary_all(self):
        self.assertEqual(self.archive.edge, 20)
        self.assertEqual(self.archive.summary("p", 0, 100), (8, 77, -2, 40, 0))

    def test_summary_full_only(self):
        self.assertEqual(self.archive.summary("p", 21, 45), (2, 43, 3, 40, 0))
        self.assertEqual(self.archive.summary("p", 20, 29), (1, 3, 3, 3, 0))

    def test_summary_whole_buckets(self):
        self.assertEqual(self.archive.summary("p", 10, 20), (3, 18, 4, 9, 0))
        self.assertEqual(self.archive.summary("p", -5, 10), (2, 5, -2, 7, 0))

    def test_summary_doubtful(self):
        self.assertEqual(self.archive.summary("p", 9, 19), (0, 0, None, None, 5))
        self.assertEqual(self.archive.summary("p", 1, 22), (4, 21, 3, 9, 2))
        self.assertEqual(self.archive.summary("p", 14, 15), (0, 0, None, None, 3))
        self.assertEqual(self.archive.summary("p", 11, 20), (0, 0, None, None, 3))

    def test_summary_nothing(self):
        spans = [("p", 30, 45), ("q", 0, 50), ("p", 15, 15), ("p", 29, 4)]
        self.assertEqual([self.archive.summary(*span) for span in spans], [(0, 0, None, None, 0)] * 4)
        self.assertEqual(self.archive.recent, {"p": [(21, 3), (29, 40), (45, 11)]})
        self.assertEqual(self.archive.summary("p", 45, 46), (1, 11, 11, 11, 0))

    def test_summary_bucket_over_edge(self):
        widen(self.archive, 3)
        self.assertEqual(self.archive.summary("p", 0, 29), (1, 3, 3, 3, 5))
        self.assertEqual(self.archive.summary("p", 0, 30), (7, 66, -2, 40, 0))
        self.assertEqual(self.archive.summary("p", 25, 29), (0, 0, None, None, 5))


class ProbeArchiveTestForget(unittest.TestCase):
    def setUp(self):
        self.archive = ProbeArchive(20, 10)
        feed(self.archive, "p", (3, 7), (8, -2), (12, 4), (21, 3), (29, 40), (45, 11))
        feed(self.archive, "q", (6, 1), (24, 2))

    def test_forget_buckets(self):
        self.assertEqual(self.archive.forget(19), 3)
        self.assertEqual((self.archive.floor, self.archive.buckets), (10, {"p": {10: (1, 4, 4, 4)}}))
        self.assertEqual(self.archive.recent["q"], [(24, 2)])

    def test_forget_full(self):
        self.assertEqual(self.archive.forget(45), 7)
        self.assertEqual((self.archive.floor, self.archive.edge), (40, 20))
        self.assertEqual((self.archive.recent, self.archive.buckets), ({"p": [(45, 11)]}, {}))

    def test_forget_start_of_bucket(self):
        self.assertEqual([self.archive.forget(20), self.archive.forget(20)], [4, 0])
        self.assertEqual(self.archive.floor, 20)
        self.assertEqual(self.archive.recent, {"p": [(21, 3), (29, 40), (45, 11)], "q": [(24, 2)]})

    def test_forget_full_at_floor(self):
        feed(self.archive, "q", (30, 8))
        self.assertEqual([self.archive.forget(34), self.archive.floor], [7, 30])
        self.assertEqual(self.archive.recent, {"p": [(45, 11)], "q": [(30, 8)]})

    def test_forget_floor_stays(self):
        self.assertEqual([self.archive.forget(30), self.archive.forget(12)], [7, 0])
        self.assertEqual((self.archive.floor, self.archive.recent), (30, {"p": [(45, 11)]}))

    def test_forget_not_yet(self):
        with self.assertRaises(ValueError) as caught:
            self.archive.forget(46)
        self.assertEqual(str(caught.exception), "not yet: 46")
        self.assertEqual((self.archive.floor, len(self.archive.buckets["p"])), (0, 2))

    def test_forget_all_of_a_probe(self):
        move(self.archive, 70)
        self.assertEqual(self.archive.forget(70), 8)
        self.assertEqual((self.archive.recent, self.archive.buckets, self.archive.floor), ({}, {}, 70))

    def test_forget_wide_bucket(self):
        self.assertEqual(self.archive.forget(12), 3)
        widen(self.archive, 4)
        self.assertEqual([self.archive.forget(39), self.archive.floor], [1, 10])
        self.assertEqual(self.archive.buckets, {})
        self.assertEqual([self.archive.forget(40), self.archive.floor], [3, 40])


class ProbeArchiveTestCoarsen(unittest.TestCase):
    def setUp(self):
        self.archive = ProbeArchive(10, 5)
        feed(self.archive, "p", (1, 7), (6, -2), (7, 4), (12, 9), (17, 8), (28, 3))
        feed(self.archive, "q", (5, 6), (33, 1))

    def test_coarsen_twice(self):
        self.assertEqual(self.archive.coarsen(2), 3)
        self.assertEqual((self.archive.width, self.archive.edge), (10, 20))
        self.assertEqual(self.archive.buckets, {"p": {0: (3, 9, -2, 7), 10: (2, 17, 8, 9)}, "q": {0: (1, 6, 6, 6)}})
        self.assertEqual(self.archive.coarsen(2), 2)
        self.assertEqual((self.archive.width, self.archive.buckets["p"]), (20, {0: (5, 26, -2, 9)}))

    def test_coarsen_by_three(self):
        self.assertEqual(self.archive.coarsen(3), 3)
        self.assertEqual(self.archive.buckets["p"], {0: (4, 18, -2, 9), 15: (1, 8, 8, 8)})

    def test_coarsen_keeps_full(self):
        self.assertEqual(self.archive.coarsen(20), 2)
        self.assertEqual((self.archive.recent, self.archive.edge), ({"p": [(28, 3)], "q": [(33, 1)]}, 20))
        self.assertEqual((self.archive.now, self.archive.keep, self.archive.floor), (33, 10, 0))

    def test_coarsen_no_buckets(self):
        archive = ProbeArchive(3, 4)
        feed(archive, "p", (2, 5))
        self.assertEqual(archive.coarsen(7), 0)
        self.assertEqual((archive.width, archive.recent), (28, {"p": [(2, 5)]}))

    def test_coarsen_after_forget(self):
        clear(self.archive, 9)
        self.assertEqual(self.archive.coarsen(2), 3)
        self.assertEqual(self.archive.buckets, {"p": {0: (2, 2, -2, 4), 10: (2, 17, 8, 9)}, "q": {0: (1, 6, 6, 6)}})
        self.assertEqual(self.archive.floor, 5)

    def test_coarsen_bad_factor(self):
        for factor in (1, 0, -2):
            with self.assertRaises(ValueError) as caught:
                self.archive.coarsen(factor)
            self.assertEqual(str(caught.exception), "bad factor")
        self.assertEqual((self.archive.width, len(self.archive.buckets["p"])), (5, 4))


class ProbeArchiveTestMain(unittest.TestCase):
    def test_main_history(self):
        archive = ProbeArchive(12, 6)
        self.assertEqual([archive.record("a", time, time * time) for time in (0, 5, 7, 11)], ["full"] * 4)
        self.assertEqual(archive.summary("a", 0, 8), (3, 74, 0, 49, 0))
        self.assertEqual(archive.record("b", 18, 50), "full")
        self.assertEqual(archive.buckets, {"a": {0: (2, 25, 0, 25)}})
        self.assertEqual([archive.record("b", 4, 9), archive.record("b", 7, 8)], ["bucket", "full"])
        self.assertEqual(archive.advance(25), 3)
        self.assertEqual(archive.summary("b", 0, 18), (2, 17, 8, 9, 0))
        self.assertEqual(
            (archive.forget(11), archive.buckets), (3, {"a": {6: (2, 170, 49, 121)}, "b": {6: (1, 8, 8, 8)}})
        )
        self.assertEqual((archive.coarsen(4), archive.width), (2, 24))
        self.assertEqual([archive.record("a", 12, 1), archive.record("a", 11, 2)], ["full", "bucket"])
        self.assertEqual(archive.summary("a", 0, 24), (4, 173, 1, 121, 0))
        self.assertEqual((archive.advance(37), archive.edge), (2, 24))
        self.assertEqual((archive.forget(25), archive.recent, archive.buckets), (6, {}, {}))

    def test_main_late_readings(self):
        archive = ProbeArchive(0, 4)
        self.assertEqual(
            [archive.record("a", 9, 3), archive.record("a", 8, 1), archive.record("a", 7, 2)],
            ["full"] * 2 + ["bucket"],
        )
        self.assertEqual((archive.edge, archive.recent), (8, {"a": [(8, 1), (9, 3)]}))
        self.assertEqual([archive.record("a", 9, 5), archive.record("a", 7, 2)], ["again", "bucket"])
        self.assertEqual(archive.forget(6), 0)
        self.assertEqual(archive.summary("a", 4, 9), (3, 5, 1, 2, 0))
        self.assertEqual((archive.coarsen(3), archive.buckets), (1, {"a": {0: (2, 4, 2, 2)}}))
        self.assertEqual(archive.summary("a", 4, 9), (1, 1, 1, 1, 2))
        self.assertEqual(archive.advance(12), 2)
        self.assertEqual(archive.buckets, {"a": {0: (4, 10, 1, 5)}})
        self.assertEqual((archive.record("a", 5, -6), archive.summary("a", 0, 12)), ("bucket", (5, 4, -6, 5, 0)))
        self.assertEqual((archive.forget(12), archive.floor), (5, 12))
