# canary: classeval-hf open segmented_journal 8a3e0019-906e-4562-b196-4bbc84db28be

import unittest
import os
import shutil

from solution import SegmentedJournal


class SegmentedJournalTestSegmentName(unittest.TestCase):
    def test_segment_name_first(self):
        self.assertEqual(SegmentedJournal.segment_name(1), "segment-000001.log")

    def test_segment_name_middle(self):
        self.assertEqual(SegmentedJournal("seg_dir").segment_name(30417), "segment-030417.log")

    def test_segment_name_six_digits(self):
        self.assertEqual(SegmentedJournal.segment_name(999999), "segment-999999.log")

    def test_segment_name_more_than_six_digits(self):
        self.assertEqual(SegmentedJournal.segment_name(12345678), "segment-12345678.log")

    def test_segment_name_zero(self):
        with self.assertRaises(ValueError):
            SegmentedJournal.segment_name(0)

    def test_segment_name_negative(self):
        with self.assertRaises(ValueError):
            SegmentedJournal.segment_name(-5)


class SegmentedJournalTestLoad(unittest.TestCase):
    def setUp(self):
        self.directory = "segmented_journal_load_dir"
        os.makedirs(self.directory)

    def tearDown(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def put(self, name, data):
        with open(os.path.join(self.directory, name), "wb") as file:
            file.write(data)

    def get(self, name):
        with open(os.path.join(self.directory, name), "rb") as file:
            return file.read()

    def test_load_two_segments(self):
        self.put("segment-000003.log", b"c\n")
        self.put("segment-000001.log", b"a\nb\n")
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 3)
        self.assertEqual(
            journal.segments,
            [
                ("segmented_journal_load_dir/segment-000001.log", 1, 2),
                ("segmented_journal_load_dir/segment-000003.log", 3, 1),
            ],
        )
        self.assertEqual(journal.max_lines, 3)

    def test_load_missing_directory(self):
        journal = SegmentedJournal("segmented_journal_load_dir/missing")
        journal.segments = [("segmented_journal_load_dir/missing/segment-000001.log", 1, 2)]
        self.assertEqual(journal.load(), 0)
        self.assertEqual(journal.segments, [])
        self.assertFalse(os.path.exists("segmented_journal_load_dir/missing"))

    def test_load_empty_directory(self):
        journal = SegmentedJournal("segmented_journal_load_dir")
        journal.segments = [("segmented_journal_load_dir/segment-000001.log", 1, 2)]
        self.assertEqual(journal.load(), 0)
        self.assertEqual(journal.segments, [])

    def test_load_ignores_other_names(self):
        self.put("segment-000005.log", b"a\nb\n")
        for name in ["segment-5.log", "segment-0000006.log", "segment-000000.log", "segment-000007.txt"]:
            self.put(name, b"x\n")
        for name in ["notes.txt", "segment-.log", "segment-00007a.log", "Segment-000008.log", "segment-000007.log.1"]:
            self.put(name, b"x\n")
        os.makedirs(os.path.join(self.directory, "segment-000007.log"))
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 2)
        self.assertEqual(journal.segments, [("segmented_journal_load_dir/segment-000005.log", 5, 2)])

    def test_load_numeric_order_beyond_six_digits(self):
        self.put("segment-1000000.log", b"c\n")
        self.put("segment-999998.log", b"a\nb\n")
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 3)
        self.assertEqual([first for _, first, _ in journal.segments], [999998, 1000000])

    def test_load_cuts_unfinished_line(self):
        self.put("segment-000001.log", b"a\nb\n")
        self.put("segment-000003.log", b"c\nhalf a li")
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 3)
        self.assertEqual(journal.segments[-1], ("segmented_journal_load_dir/segment-000003.log", 3, 1))
        self.assertEqual(self.get("segment-000003.log"), b"c\n")

    def test_load_only_unfinished_line(self):
        self.put("segment-000004.log", b"half")
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 0)
        self.assertEqual(journal.segments, [("segmented_journal_load_dir/segment-000004.log", 4, 0)])
        self.assertEqual(self.get("segment-000004.log"), b"")

    def test_load_gap(self):
        self.put("segment-000001.log", b"a\nb\n")
        self.put("segment-000004.log", b"d\nhalf")
        journal = SegmentedJournal("segmented_journal_load_dir")
        journal.segments = [("segmented_journal_load_dir/segment-000001.log", 1, 1)]
        with self.assertRaises(ValueError):
            journal.load()
        self.assertEqual(journal.segments, [("segmented_journal_load_dir/segment-000001.log", 1, 1)])
        self.assertEqual(self.get("segment-000004.log"), b"d\nhalf")

    def test_load_overlap(self):
        self.put("segment-000001.log", b"a\nb\nc\n")
        self.put("segment-000003.log", b"c\n")
        journal = SegmentedJournal("segmented_journal_load_dir")
        with self.assertRaises(ValueError):
            journal.load()
        self.assertEqual(journal.segments, [])

    def test_load_unfinished_line_in_the_middle(self):
        self.put("segment-000001.log", b"a\nb\nhalf")
        self.put("segment-000003.log", b"c\n")
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 3)
        self.assertEqual(journal.segments[0], ("segmented_journal_load_dir/segment-000001.log", 1, 2))
        self.assertEqual(self.get("segment-000001.log"), b"a\nb\nhalf")

    def test_load_counts_only_newlines(self):
        self.put("segment-000001.log", "a\u2028b\x0cc\n\n".encode())
        journal = SegmentedJournal("segmented_journal_load_dir")
        self.assertEqual(journal.load(), 2)
        self.assertEqual(journal.segments, [("segmented_journal_load_dir/segment-000001.log", 1, 2)])


class SegmentedJournalTestAppend(unittest.TestCase):
    def setUp(self):
        self.directory = "segmented_journal_append_dir"
        os.makedirs(self.directory)

    def tearDown(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def put(self, name, data):
        with open(os.path.join(self.directory, name), "wb") as file:
            file.write(data)

    def get(self, name):
        with open(os.path.join(self.directory, name), "rb") as file:
            return file.read()

    def test_append_first_line(self):
        journal = SegmentedJournal("segmented_journal_append_dir")
        self.assertEqual(journal.append("hello"), 1)
        self.assertEqual(journal.segments, [("segmented_journal_append_dir/segment-000001.log", 1, 1)])
        self.assertEqual(self.get("segment-000001.log"), b"hello\n")

    def test_append_creates_directories(self):
        journal = SegmentedJournal("segmented_journal_append_dir/deep/er")
        self.assertEqual(journal.append("x"), 1)
        self.assertEqual(os.listdir("segmented_journal_append_dir/deep/er"), ["segment-000001.log"])

    def test_append_to_last_segment(self):
        self.put("segment-000003.log", b"a\nb\n")
        journal = SegmentedJournal("segmented_journal_append_dir")
        journal.segments = [("segmented_journal_append_dir/segment-000003.log", 3, 2)]
        self.assertEqual(journal.append("c"), 5)
        self.assertEqual(journal.segments, [("segmented_journal_append_dir/segment-000003.log", 3, 3)])
        self.assertEqual(self.get("segment-000003.log"), b"a\nb\nc\n")

    def test_append_rotates_full_segment(self):
        self.put("segment-000003.log", b"a\nb\nc\n")
        journal = SegmentedJournal("segmented_journal_append_dir")
        journal.segments = [("segmented_journal_append_dir/segment-000003.log", 3, 3)]
        self.assertEqual(journal.append("d"), 6)
        self.assertEqual(
            journal.segments,
            [
                ("segmented_journal_append_dir/segment-000003.log", 3, 3),
                ("segmented_journal_append_dir/segment-000006.log", 6, 1),
            ],
        )
        self.assertEqual(self.get("segment-000003.log"), b"a\nb\nc\n")
        self.assertEqual(self.get("segment-000006.log"), b"d\n")

    def test_append_rotates_segment_over_the_limit(self):
        self.put("segment-000001.log", b"a\nb\nc\n")
        journal = SegmentedJournal("segmented_journal_append_dir", 2)
        journal.segments = [("segmented_journal_append_dir/segment-000001.log", 1, 3)]
        self.assertEqual(journal.append("d"), 4)
        self.assertEqual(journal.segments[-1], ("segmented_journal_append_dir/segment-000004.log", 4, 1))

    def test_append_into_empty_segment(self):
        self.put("segment-000004.log", b"")
        journal = SegmentedJournal("segmented_journal_append_dir", 1)
        journal.segments = [("segmented_journal_append_dir/segment-000004.log", 4, 0)]
        self.assertEqual(journal.append("d"), 4)
        self.assertEqual(journal.segments, [("segmented_journal_append_dir/segment-000004.log", 4, 1)])

    def test_append_several(self):
        journal = SegmentedJournal("segmented_journal_append_dir", 2)
        self.assertEqual([journal.append(text) for text in "abcde"], [1, 2, 3, 4, 5])
        self.assertEqual([first for _, first, _ in journal.segments], [1, 3, 5])
        self.assertEqual([count for _, _, count in journal.segments], [2, 2, 1])
        self.assertEqual(self.get("segment-000003.log"), b"c\nd\n")

    def test_append_utf8_and_empty(self):
        journal = SegmentedJournal("segmented_journal_append_dir")
        self.assertEqual(journal.append("caf\u00e9\u2028x "), 1)
        self.assertEqual(journal.append(""), 2)
        self.assertEqual(self.get("segment-000001.log"), b"caf\xc3\xa9\xe2\x80\xa8x \n\n")

    def test_append_newline(self):
        journal = SegmentedJournal("segmented_journal_append_dir/new")
        with self.assertRaises(ValueError):
            journal.append("two\nlines")
        self.assertEqual(journal.segments, [])
        self.assertFalse(os.path.exists("segmented_journal_append_dir/new"))

    def test_append_carriage_return(self):
        journal = SegmentedJournal("segmented_journal_append_dir")
        with self.assertRaises(ValueError):
            journal.append("line\r")
        self.assertEqual(journal.segments, [])
        self.assertEqual(os.listdir("segmented_journal_append_dir"), [])


class SegmentedJournalTestReadRange(unittest.TestCase):
    def setUp(self):
        self.directory = "segmented_journal_read_dir"
        os.makedirs(self.directory)
        files = {"segment-000004.log": "d\ne\nf\n", "segment-000007.log": "g\nh\n", "segment-000009.log": "i\n"}
        for name, text in files.items():
            with open(os.path.join(self.directory, name), "wb") as file:
                file.write(text.encode())
        self.journal = SegmentedJournal("segmented_journal_read_dir")
        self.journal.segments = [
            ("segmented_journal_read_dir/segment-000004.log", 4, 3),
            ("segmented_journal_read_dir/segment-000007.log", 7, 2),
            ("segmented_journal_read_dir/segment-000009.log", 9, 1),
        ]

    def tearDown(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def test_read_range_within_segment(self):
        self.assertEqual(self.journal.read_range(5, 6), [(5, "e"), (6, "f")])

    def test_read_range_across_segments(self):
        self.assertEqual(self.journal.read_range(6, 9), [(6, "f"), (7, "g"), (8, "h"), (9, "i")])
        self.assertEqual(len(self.journal.segments), 3)
        self.assertEqual(self.journal.segments[0], ("segmented_journal_read_dir/segment-000004.log", 4, 3))

    def test_read_range_single_line(self):
        self.assertEqual(self.journal.read_range(7, 7), [(7, "g")])

    def test_read_range_clipped(self):
        self.assertEqual(self.journal.read_range(-3, 4), [(4, "d")])
        self.assertEqual(self.journal.read_range(9, 100), [(9, "i")])

    def test_read_range_nothing(self):
        self.assertEqual(self.journal.read_range(1, 3), [])
        self.assertEqual(self.journal.read_range(10, 12), [])
        self.assertEqual(self.journal.read_range(8, 7), [])

    def test_read_range_no_segments(self):
        self.journal.segments = []
        self.assertEqual(self.journal.read_range(1, 5), [])

    def test_read_range_opens_only_wanted_files(self):
        os.remove("segmented_journal_read_dir/segment-000004.log")
        os.remove("segmented_journal_read_dir/segment-000009.log")
        self.assertEqual(self.journal.read_range(7, 8), [(7, "g"), (8, "h")])

    def test_read_range_missing_file(self):
        os.remove("segmented_journal_read_dir/segment-000007.log")
        with self.assertRaises(FileNotFoundError):
            self.journal.read_range(6, 7)

    def test_read_range_beyond_count(self):
        self.journal.segments = [("segmented_journal_read_dir/segment-000004.log", 4, 2)]
        self.assertEqual(self.journal.read_range(5, 9), [(5, "e")])

    def test_read_range_only_newline_ends_a_line(self):
        with open("segmented_journal_read_dir/segment-000009.log", "wb") as file:
            file.write("i\u2028\x0cj \n\n\u00fc\n".encode())
        self.journal.segments = [("segmented_journal_read_dir/segment-000009.log", 9, 3)]
        self.assertEqual(self.journal.read_range(9, 11), [(9, "i\u2028\x0cj "), (10, ""), (11, "\u00fc")])


class SegmentedJournalTestPrune(unittest.TestCase):
    def setUp(self):
        self.directory = "segmented_journal_prune_dir"
        os.makedirs(self.directory)
        files = {"segment-000001.log": "a\nb\nc\n", "segment-000004.log": "d\ne\n", "segment-000006.log": "f\n"}
        for name, text in files.items():
            with open(os.path.join(self.directory, name), "wb") as file:
                file.write(text.encode())
        self.journal = SegmentedJournal("segmented_journal_prune_dir")
        self.journal.segments = [
            ("segmented_journal_prune_dir/segment-000001.log", 1, 3),
            ("segmented_journal_prune_dir/segment-000004.log", 4, 2),
            ("segmented_journal_prune_dir/segment-000006.log", 6, 1),
        ]

    def tearDown(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def test_prune_exact_boundary(self):
        self.assertEqual(self.journal.prune(4), 3)
        self.assertEqual(
            self.journal.segments,
            [
                ("segmented_journal_prune_dir/segment-000004.log", 4, 2),
                ("segmented_journal_prune_dir/segment-000006.log", 6, 1),
            ],
        )
        self.assertEqual(
            sorted(os.listdir("segmented_journal_prune_dir")), ["segment-000004.log", "segment-000006.log"]
        )

    def test_prune_inside_segment(self):
        self.assertEqual(self.journal.prune(5), 3)
        self.assertEqual([first for _, first, _ in self.journal.segments], [4, 6])

    def test_prune_last_line_needed(self):
        self.assertEqual(self.journal.prune(3), 0)
        self.assertEqual([first for _, first, _ in self.journal.segments], [1, 4, 6])
        self.assertEqual(len(os.listdir("segmented_journal_prune_dir")), 3)

    def test_prune_several(self):
        self.assertEqual(self.journal.prune(6), 5)
        self.assertEqual(self.journal.segments, [("segmented_journal_prune_dir/segment-000006.log", 6, 1)])

    def test_prune_keeps_last_segment(self):
        self.assertEqual(self.journal.prune(1000), 5)
        self.assertEqual(self.journal.segments, [("segmented_journal_prune_dir/segment-000006.log", 6, 1)])
        self.assertEqual(os.listdir("segmented_journal_prune_dir"), ["segment-000006.log"])

    def test_prune_keeps_empty_last_segment(self):
        self.journal.segments[-1] = ("segmented_journal_prune_dir/segment-000006.log", 6, 0)
        self.assertEqual(self.journal.prune(7), 5)
        self.assertEqual(self.journal.segments, [("segmented_journal_prune_dir/segment-000006.log", 6, 0)])

    def test_prune_no_segments(self):
        self.journal.segments = []
        self.assertEqual(self.journal.prune(10), 0)
        self.assertEqual(self.journal.segments, [])

    def test_prune_file_already_gone(self):
        os.remove("segmented_journal_prune_dir/segment-000001.log")
        self.assertEqual(self.journal.prune(6), 5)
        self.assertEqual(os.listdir("segmented_journal_prune_dir"), ["segment-000006.log"])


class SegmentedJournalTestMain(unittest.TestCase):
    def setUp(self):
        self.directory = "segmented_journal_main_dir"

    def tearDown(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def test_main_write_prune_reopen(self):
        journal = SegmentedJournal("segmented_journal_main_dir", 2)
        self.assertEqual([journal.append(text) for text in "abcde"], [1, 2, 3, 4, 5])
        self.assertEqual(journal.prune(4), 2)
        self.assertEqual(journal.read_range(1, 9), [(3, "c"), (4, "d"), (5, "e")])
        again = SegmentedJournal("segmented_journal_main_dir", 2)
        self.assertEqual(again.load(), 3)
        self.assertEqual([again.append("f"), again.append("g")], [6, 7])
        self.assertEqual(again.read_range(5, 7), [(5, "e"), (6, "f"), (7, "g")])
        self.assertEqual([path[-18:] for path, _, _ in again.segments][-1], again.segment_name(7))

    def test_main_crash_recovery(self):
        journal = SegmentedJournal("segmented_journal_main_dir")
        self.assertEqual([journal.append("one"), journal.append("two")], [1, 2])
        with open("segmented_journal_main_dir/segment-000001.log", "ab") as file:
            file.write(b"thr")
        journal = SegmentedJournal("segmented_journal_main_dir")
        self.assertEqual(journal.load(), 2)
        self.assertEqual([journal.append("three"), journal.append("four")], [3, 4])
        self.assertEqual(journal.read_range(2, 4), [(2, "two"), (3, "three"), (4, "four")])
        self.assertEqual(journal.segments[1], ("segmented_journal_main_dir/segment-000004.log", 4, 1))
        self.assertEqual(journal.prune(99), 3)
        self.assertEqual(journal.load(), 1)

    def test_main_prune_all_goes_on_numbering(self):
        journal = SegmentedJournal("segmented_journal_main_dir", 1)
        self.assertEqual([journal.append("x") for _ in range(4)], [1, 2, 3, 4])
        self.assertEqual(journal.prune(10), 3)
        self.assertEqual(journal.append("y"), 5)
        self.assertEqual(journal.load(), 2)
        self.assertEqual(journal.read_range(0, 10), [(4, "x"), (5, "y")])
        self.assertEqual(journal.segment_name(journal.segments[0][1]), "segment-000004.log")
