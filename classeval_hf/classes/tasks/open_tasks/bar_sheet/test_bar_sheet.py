# canary: classeval-hf open bar_sheet 9dcf14ef-d7cd-4c2e-8250-0090c152ffc2

import unittest
from fractions import Fraction

from solution import BarSheet

TUNE = "C4:1/4 -:1/4 E4:1/4 | E4:1/2 G#4:1/4~ | G#4:1/8 -:1/8"


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def prepare(sheet, text=TUNE):
    sheet.read(text)


def tune(events):
    """The events in short."""
    return " ".join(f"{pitch}*{duration}" for pitch, duration in events)


class BarSheetTestRead(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)

    def test_read_tune(self):
        self.assertEqual(self.sheet.read(TUNE), 6)
        self.assertEqual(self.sheet.events[:3], [(48, Fraction(1, 4)), (-1, Fraction(1, 4)), (52, Fraction(1, 4))])
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_read_pitches(self):
        self.assertEqual(
            self.sheet.read("C0:1/99 Cb1:1/99 B9:1/99 Fb3:1/99 E#3:1/99 A5:1/99 Bb5:1/99 D5:1/99 G2:1/99"), 9
        )
        self.assertEqual([pitch for pitch, _ in self.sheet.events], [0, 11, 119, 40, 41, 69, 70, 62, 31])

    def test_read_ties(self):
        self.assertEqual(self.sheet.read("Db4:1/4~ C#4:1/4~ Db4:1/4~ | Db4:2/4 Db4:1/8"), 2)
        self.assertEqual(tune(self.sheet.events), "49*5/4 49*1/8")

    def test_read_lowest_pitch(self):
        self.assertEqual(self.sheet.read("C0:1/8 C0:1/8~ C0:1/8 -:1/8 -:1/8 C0:1/8"), 4)
        self.assertEqual(tune(self.sheet.events), "0*1/8 0*1/4 -1*1/4 0*1/8")

    def test_read_rests(self):
        self.assertEqual(self.sheet.read("-:1/4 -:1/2 | -:3/4 |\n-:1/12\tA4:1/3 -:1/3"), 3)
        self.assertEqual(tune(self.sheet.events), "-1*19/12 57*1/3 -1*1/3")

    def test_read_short_last_bar(self):
        self.assertEqual([self.sheet.read(text) for text in ("C4:3/4 |", "", "C4:3/8", "C4:3/4")], [1, 0, 1, 1])
        self.assertEqual(self.sheet.events, [(48, Fraction(3, 4))])

    def test_read_bad_notes(self):
        texts = "C4", "H4:1/4", "c4:1/4", "C10:1/4", "C4:0/4", "C4:1/0", "C4:1", "Cb0:1/4", "B#9:1/4", "C##4:1/4"
        texts += "C4:1/4~~", "--:1/4", "C4:-1/4", "C4:1/4|", "#:1/4"
        prepare(self.sheet)
        for text in texts:
            self.assertEqual(failure(self.sheet.read, f"C4:9/4~ {text} x"), ("ValueError", f"bad note: {text}"))
        self.assertEqual(len(self.sheet.events), 6)

    def test_read_bad_ties(self):
        texts = (
            "C4:9/4 D4:1/4~ C4:1/4 C4:1/8~",
            "-:1/4~ -:1/4",
            "C4:1/4 C4:1/5~",
            "C4:1/4~ -:1/8 C4:1/8",
            "C4:1/4~ C5:1/4",
        )
        texts += "C0:1/4~", "C#0:1/4~"
        self.assertEqual(
            [failure(self.sheet.read, text) for text in texts],
            [
                ("ValueError", "bad tie: D4:1/4~"),
                ("ValueError", "bad tie: -:1/4~"),
                ("ValueError", "bad tie: C4:1/5~"),
                ("ValueError", "bad tie: C4:1/4~"),
                ("ValueError", "bad tie: C4:1/4~"),
                ("ValueError", "bad tie: C0:1/4~"),
                ("ValueError", "bad tie: C#0:1/4~"),
            ],
        )
        self.assertEqual(self.sheet.events, [])

    def test_read_bad_bars(self):
        texts = (
            "C4:1/1",
            "C4:1/4 | C4:7/8",
            "C4:3/4 | D4:1/3 D4:1/4 |",
            "| C4:1/4",
            "C4:3/4 | C4:7/8",
            "C4:3/4 | | C4:1/4",
        )
        self.assertEqual(
            [failure(self.sheet.read, text) for text in texts],
            [
                ("ValueError", "bar 1: 1"),
                ("ValueError", "bar 1: 1/4"),
                ("ValueError", "bar 2: 7/12"),
                ("ValueError", "bar 1: 0"),
                ("ValueError", "bar 2: 7/8"),
                ("ValueError", "bar 2: 0"),
            ],
        )


class BarSheetTestWrite(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)

    def test_write_tune(self):
        prepare(self.sheet)
        self.assertEqual(
            (self.sheet.write(), self.sheet.meter),
            ("C4:1/4 -:1/4 E4:1/4 | E4:1/2 G#4:1/4~ | G#4:1/8 -:1/8", Fraction(3, 4)),
        )

    def test_write_names(self):
        prepare(
            self.sheet,
            "Db4:1/16 Eb4:1/16 Gb4:1/16 Ab4:1/16 Bb4:1/16 Cb4:1/16 Fb4:1/16 E#4:1/16 B#4:1/16 A0:1/16 G9:1/16",
        )
        self.assertEqual(
            self.sheet.write(),
            "C#4:1/16 D#4:1/16 F#4:1/16 G#4:1/16 A#4:1/16 B3:1/16 E4:1/16 F4:1/16 C5:1/16 A0:1/16 G9:1/16",
        )

    def test_write_lowest_terms(self):
        prepare(self.sheet, "C4:2/8 D4:4/16 -:6/24 | B3:3/9")
        self.assertEqual(self.sheet.write(), "C4:1/4 D4:1/4 -:1/4 | B3:1/3")

    def test_write_over_bars(self):
        prepare(self.sheet, "C4:1/4 D4:1/2~ | D4:3/4~ | D4:1/4 -:1/2 | -:3/4 | -:1/4 C4:1/4")
        self.assertEqual(
            (self.sheet.write(), tune(self.sheet.events)),
            ("C4:1/4 D4:1/2~ | D4:3/4~ | D4:1/4 -:1/2 | -:3/4 | -:1/4 C4:1/4", "48*1/4 50*3/2 -1*3/2 48*1/4"),
        )

    def test_write_lowest_pitch_over_bars(self):
        prepare(self.sheet, "-:1/2 C0:1/4~ | C0:1/2")
        self.assertEqual((self.sheet.write(), tune(self.sheet.events)), ("-:1/2 C0:1/4~ | C0:1/2", "-1*1/2 0*3/4"))

    def test_write_full_last_bar(self):
        prepare(self.sheet, "C4:3/4 | D4:3/4 |")
        self.assertEqual([self.sheet.write(), BarSheet(3, 4).write()], ["C4:3/4 | D4:3/4", ""])


class BarSheetTestTranspose(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)
        prepare(self.sheet)

    def test_transpose_all(self):
        self.assertEqual(self.sheet.transpose(-3, "0/1", "7/4"), 4)
        self.assertEqual(tune(self.sheet.events), "45*1/4 -1*1/4 49*1/4 49*1/2 53*3/8 -1*1/8")

    def test_transpose_begins(self):
        self.assertEqual([self.sheet.transpose(1, "1/8", "3/4"), self.sheet.transpose(5, "3/4", "5/4")], [1, 1])
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 53*1/4 57*1/2 56*3/8 -1*1/8")

    def test_transpose_nothing(self):
        self.assertEqual([self.sheet.transpose(1, "1/2", "1/2"), self.sheet.transpose(99, "1/4", "2/4")], [0, 0])
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_transpose_to_the_limits(self):
        self.assertEqual([self.sheet.transpose(-48, "0/9", "1/9"), self.sheet.transpose(63, "5/4", "5/3")], [1, 1])
        self.assertEqual(tune(self.sheet.events), "0*1/4 -1*1/4 52*1/4 52*1/2 119*3/8 -1*1/8")

    def test_transpose_lowest_pitch(self):
        prepare(self.sheet, "C0:1/4 C0:1/4")
        self.assertEqual((self.sheet.transpose(11, "0/1", "1/4"), tune(self.sheet.events)), (1, "11*1/4 0*1/4"))

    def test_transpose_out_of_range(self):
        calls = (-49, "0/1", "1/1"), (64, "1/4", "6/4"), (-49, "1/4", "6/4")
        self.assertEqual(
            [failure(self.sheet.transpose, *call) for call in calls],
            [("ValueError", "out of range"), ("ValueError", "out of range"), 3],
        )
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 3*1/4 3*1/2 7*3/8 -1*1/8")

    def test_transpose_bad_times(self):
        times = (
            ("1", "1/4"),
            ("1/2", "1/4"),
            ("8/4", "x"),
            ("0/1", "15/8"),
            ("1/4", "1/0"),
            ("-1/4", "1/4"),
            ("0/1", "1/4 "),
        )
        self.assertEqual(
            [failure(self.sheet.transpose, 99, *pair) for pair in times],
            [
                ("ValueError", "bad time: 1"),
                ("ValueError", "bad time: 1/4"),
                ("ValueError", "bad time: 8/4"),
                ("ValueError", "bad time: 15/8"),
                ("ValueError", "bad time: 1/0"),
                ("ValueError", "bad time: -1/4"),
                ("ValueError", "bad time: 1/4 "),
            ],
        )


class BarSheetTestInsert(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)
        prepare(self.sheet)

    def test_insert_between(self):
        self.assertEqual(self.sheet.insert("3/4", "D4:1/8 E4:1/8"), 8)
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 50*1/8 52*1/8 52*1/2 56*3/8 -1*1/8")

    def test_insert_cuts_note(self):
        self.assertEqual(self.sheet.insert("1/8", "C4:1/3~ C4:1/3"), 8)
        self.assertEqual(tune(self.sheet.events), "48*1/8 48*2/3 48*1/8 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_insert_rests_join(self):
        self.assertEqual([self.sheet.insert("1/4", "A4:1/8 -:1/8"), self.sheet.insert("5/8", "-:1/1")], [7, 7])
        self.assertEqual(tune(self.sheet.events), "48*1/4 57*1/8 -1*11/8 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_insert_at_the_ends(self):
        self.assertEqual([self.sheet.insert("0/5", "-:1/2"), self.sheet.insert("9/4", "-:1/8 B2:3/1")], [7, 8])
        self.assertEqual(tune(self.sheet.events), "-1*1/2 48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/4 35*3")

    def test_insert_into_empty(self):
        sheet = BarSheet(1, 4)
        self.assertEqual(
            [sheet.insert("0/1", ""), sheet.insert("0/1", "-:1/8 -:1/8"), tune(sheet.events)], [0, 1, "-1*1/4"]
        )

    def test_insert_nothing_cuts_too(self):
        self.assertEqual([self.sheet.insert("7/8", ""), self.sheet.insert("3/8", "")], [7, 7])
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/8 52*3/8 56*3/8 -1*1/8")

    def test_insert_errors(self):
        calls = ("2/1", "x"), ("1/4", "C4:1/4 | x"), ("1/4", "C4:1/4~ D4:1/4"), ("1/4", "E4:1/4~"), ("1/4", "C4:1/4 X")
        self.assertEqual(
            [failure(self.sheet.insert, *call) for call in calls],
            [
                ("ValueError", "bad time: 2/1"),
                ("ValueError", "bad note: |"),
                ("ValueError", "bad tie: C4:1/4~"),
                ("ValueError", "bad tie: E4:1/4~"),
                ("ValueError", "bad note: X"),
            ],
        )
        self.assertEqual(len(self.sheet.events), 6)


class BarSheetTestCut(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)
        prepare(self.sheet)

    def test_cut_whole_events(self):
        self.assertEqual(self.sheet.cut("1/4", "3/4"), "-:1/4 E4:1/4")
        self.assertEqual(tune(self.sheet.events), "48*1/4 52*1/2 56*3/8 -1*1/8")

    def test_cut_parts(self):
        self.assertEqual(self.sheet.cut("3/8", "9/8"), "-:1/8 E4:1/4 E4:3/8")
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/8 52*1/8 56*3/8 -1*1/8")

    def test_cut_within_a_note(self):
        self.assertEqual(self.sheet.cut("4/5", "5/6"), "E4:1/30")
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/20 52*5/12 56*3/8 -1*1/8")

    def test_cut_rests_join(self):
        self.assertEqual(self.sheet.cut("1/2", "13/8"), "E4:1/4 E4:1/2 G#4:3/8")
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*3/8")

    def test_cut_all_and_nothing(self):
        self.assertEqual(
            [self.sheet.cut("1/3", "1/3"), tune(self.sheet.events)], ["", "48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8"]
        )
        self.assertEqual(
            [self.sheet.cut("0/1", "7/4"), self.sheet.events], ["C4:1/4 -:1/4 E4:1/4 E4:1/2 G#4:3/8 -:1/8", []]
        )

    def test_cut_at_one_time(self):
        self.assertEqual(
            [self.sheet.cut("7/8", "7/8"), tune(self.sheet.events)],
            ["", "48*1/4 -1*1/4 52*1/4 52*1/8 52*3/8 56*3/8 -1*1/8"],
        )

    def test_cut_errors(self):
        pairs = ("1/2", "1/4"), ("2/1", "3/1"), ("1/4", "2/1"), ("a", "b")
        self.assertEqual(
            [failure(self.sheet.cut, *pair) for pair in pairs],
            [
                ("ValueError", "bad time: 1/4"),
                ("ValueError", "bad time: 2/1"),
                ("ValueError", "bad time: 2/1"),
                ("ValueError", "bad time: a"),
            ],
        )
        self.assertEqual(len(self.sheet.events), 6)


class BarSheetTestJoin(unittest.TestCase):
    def setUp(self):
        self.sheet = BarSheet(3, 4)
        prepare(self.sheet)

    def test_join_same_pitch(self):
        self.assertEqual(self.sheet.join("3/4"), True)
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*3/4 56*3/8 -1*1/8")

    def test_join_other_pitch(self):
        self.assertEqual([self.sheet.join(time) for time in ("1/4", "1/2", "5/4")], [False, False, False])
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_join_within_and_at_ends(self):
        self.assertEqual([self.sheet.join(time) for time in ("0/1", "7/8", "1/1", "7/4")], [False] * 4)
        self.assertEqual(tune(self.sheet.events), "48*1/4 -1*1/4 52*1/4 52*1/2 56*3/8 -1*1/8")

    def test_join_three(self):
        sheet = BarSheet(4, 4)
        prepare(sheet, "Eb4:1/8 D#4:1/4 Eb4:1/2")
        self.assertEqual(
            [sheet.join("3/8"), sheet.join("3/8"), tune(sheet.events), sheet.join("1/8")],
            [True, False, "51*1/8 51*3/4", True],
        )
        self.assertEqual(tune(sheet.events), "51*7/8")

    def test_join_errors(self):
        self.assertEqual(
            [failure(self.sheet.join, time) for time in ("9/4", "1/4/1", "", "1/00")],
            [
                ("ValueError", "bad time: 9/4"),
                ("ValueError", "bad time: 1/4/1"),
                ("ValueError", "bad time: "),
                ("ValueError", "bad time: 1/00"),
            ],
        )
        self.assertEqual(len(self.sheet.events), 6)


class BarSheetTestMain(unittest.TestCase):
    def test_main_edit(self):
        sheet = BarSheet(4, 4)
        self.assertEqual(sheet.read("C4:1/4 D4:1/4 E4:1/4 F4:1/4 | G4:1/2 -:1/2"), 6)
        self.assertEqual(
            [sheet.insert("1/8", "-:1/8"), sheet.write()],
            [8, "C4:1/8 -:1/8 C4:1/8 D4:1/4 E4:1/4 F4:1/8~ | F4:1/8 G4:1/2 -:3/8 | -:1/8"],
        )
        self.assertEqual(
            [sheet.cut("3/4", "11/8"), sheet.write()],
            ["E4:1/8 F4:1/4 G4:1/4", "C4:1/8 -:1/8 C4:1/8 D4:1/4 E4:1/8 G4:1/4 | -:1/2"],
        )
        self.assertEqual(
            [sheet.join("1/4"), sheet.transpose(7, "1/4", "1/1"), sheet.write()],
            [False, 4, "C4:1/8 -:1/8 G4:1/8 A4:1/4 B4:1/8 D5:1/4 | -:1/2"],
        )
        self.assertEqual(
            [failure(sheet.transpose, 7, "1/1", "2/1"), failure(sheet.cut, "0/1", "7/4")],
            [("ValueError", "bad time: 2/1"), ("ValueError", "bad time: 7/4")],
        )
        self.assertEqual(
            [sheet.insert("11/8", "F4:1/2~ F4:1/2 Bb3:1/4"), sheet.write(), sheet.read(sheet.write())],
            [10, "C4:1/8 -:1/8 G4:1/8 A4:1/4 B4:1/8 D5:1/4 | -:3/8 F4:5/8~ | F4:3/8 A#3:1/4 -:1/8", 10],
        )
        self.assertEqual(tune(sheet.events), "48*1/8 -1*1/8 55*1/8 57*1/4 59*1/8 62*1/4 -1*3/8 53*1 46*1/4 -1*1/8")

    def test_main_ties(self):
        sheet = BarSheet(2, 4)
        self.assertEqual(sheet.read("Ab3:1/2~ | Ab3:1/2~ | G#3:1/4 Ab3:1/4"), 2)
        self.assertEqual(
            [sheet.write(), sheet.join("5/4"), sheet.write()],
            ["G#3:1/2~ | G#3:1/2~ | G#3:1/4 G#3:1/4", True, "G#3:1/2~ | G#3:1/2~ | G#3:1/2"],
        )
        self.assertEqual(
            [sheet.cut("5/8", "7/8"), sheet.write()], ["G#3:1/4", "G#3:1/2~ | G#3:1/8 G#3:3/8~ | G#3:1/4"]
        )
        self.assertEqual(
            [sheet.transpose(2, "1/2", "5/4"), sheet.transpose(1, "0/1", "1/2"), sheet.write()],
            [1, 1, "A3:1/2~ | A3:1/8 A#3:3/8~ | A#3:1/4"],
        )
        self.assertEqual(
            [sheet.insert("5/8", "-:1/4"), sheet.insert("3/4", "-:1/4"), sheet.write()],
            [3, 3, "A3:1/2~ | A3:1/8 -:3/8 | -:1/8 A#3:3/8~ | A#3:1/4"],
        )
        self.assertEqual(
            [sheet.cut("9/8", "7/4"), sheet.join("5/8"), sheet.write(), tune(sheet.events)],
            ["A#3:5/8", False, "A3:1/2~ | A3:1/8 -:3/8 | -:1/8", "45*5/8 -1*1/2"],
        )

    def test_main_thirds(self):
        sheet = BarSheet(3, 8)
        self.assertEqual(sheet.read("F#5:1/12 F#5:1/12 Gb5:1/12 -:1/8 | -:3/8 | E5:1/3"), 5)
        self.assertEqual(
            [sheet.join("1/12"), sheet.join("1/12"), sheet.write()],
            [True, False, "F#5:1/6 F#5:1/12 -:1/8 | -:3/8 | E5:1/3"],
        )
        self.assertEqual(
            [sheet.transpose(-1, "1/7", "2/7"), sheet.write()], [1, "F#5:1/6 F5:1/12 -:1/8 | -:3/8 | E5:1/3"]
        )
        self.assertEqual([sheet.cut("1/3", "17/24"), sheet.write()], ["-:3/8", "F#5:1/6 F5:1/12 -:1/8 | E5:1/3"])
        self.assertEqual(
            [sheet.insert("1/4", "E5:1/12"), sheet.join("1/4"), sheet.join("1/3"), sheet.write()],
            [5, False, False, "F#5:1/6 F5:1/12 E5:1/12 -:1/24 | -:1/12 E5:7/24~ | E5:1/24"],
        )
        self.assertEqual(
            [failure(sheet.read, sheet.write() + " |"), failure(sheet.insert, "1/2", "|"), tune(sheet.events)],
            [("ValueError", "bar 3: 1/24"), ("ValueError", "bad note: |"), "66*1/6 65*1/12 64*1/12 -1*1/8 64*1/3"],
        )
