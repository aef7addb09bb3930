# canary: classeval-hf open lab_sheet 55a5737e-2893-48b0-8983-48821ea51270

import os
import unittest

from solution import LabSheet


def fill(sheet, *rows):
    """Adds rows at the end."""
    for row in rows:
        sheet.insert(len(sheet.rows), row)


def remark(sheet, *notes):
    for position, text in notes:
        sheet.note(position, text)


def keep(sheet, path):
    sheet.save(path)


class LabSheetTestEncode(unittest.TestCase):
    def setUp(self):
        self.sheet = LabSheet(["a", "b"])

    def test_encode_bare(self):
        values = (None, 0, -15, "acid", "a b", "x%", "a^", "^^", "1.5", "--1", "+3", "-", "\t")
        cells = ["", "0", "-15", "acid", "a b", "x%", "a^", "^^", "1.5", "--1", "+3", "-", "\t"]
        self.assertEqual([self.sheet.encode(value, []) for value in values], cells)

    def test_encode_quoted(self):
        values = ("", " a", "a ", "a;b", "a\nb", "%", "%x", "^", "12", "-007", "'", "it's")
        cells = ["''", "' a'", "'a '", "'a;b'", "'a\nb'", "'%'", "'%x'", "'^'", "'12'", "'-007'", "''''", "'it''s'"]
        self.assertEqual([self.sheet.encode(value, ["other"]) for value in values], cells)

    def test_encode_above(self):
        pairs = [("acid", "acid"), (12, 12), ("", ""), ("^", "^"), ("12", "12"), (-1, -1)]
        self.assertEqual([self.sheet.encode(value, [above]) for value, above in pairs], ["^"] * 6)

    def test_encode_above_short(self):
        pairs = [("a", "a"), (7, 7), (None, None)]
        self.assertEqual([self.sheet.encode(value, [above]) for value, above in pairs], ["a", "7", ""])

    def test_encode_above_of_another_type(self):
        pairs = [(12, "12"), ("12", 12), ("acid", None), ("acid", "acids")]
        self.assertEqual([self.sheet.encode(value, [above]) for value, above in pairs], ["12", "'12'", "acid", "acid"])
        self.assertEqual((self.sheet.rows, self.sheet.columns), ([], ["a", "b"]))

    def test_encode_other_digits(self):
        self.assertEqual([self.sheet.encode(value, []) for value in ("٣", "12\n", "1 2")], ["٣", "'12\n'", "1 2"])


class LabSheetTestParse(unittest.TestCase):
    def setUp(self):
        self.sheet = LabSheet(["old"])
        fill(self.sheet, [1])
        remark(self.sheet, (1, "end"))

    def test_parse_values(self):
        self.assertEqual(self.sheet.parse("a;b;c;\n1;x y;;\n-07; 'q' ;'';\n"), 2)
        self.assertEqual(self.sheet.columns, ["a", "b", "c"])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([[1, "x y", None], [-7, "q", ""]], {}))

    def test_parse_quoted(self):
        self.assertEqual(self.sheet.parse("'a;1';'b''';\n'it''s';'%;\n%\n';\n'12';' ^ ';\n'^';'''''';"), 3)
        self.assertEqual(self.sheet.columns, ["a;1", "b'"])
        self.assertEqual(self.sheet.rows, [["it's", "%;\n%\n"], ["12", " ^ "], ["^", "''"]])

    def test_parse_above(self):
        self.assertEqual(self.sheet.parse("a;b;\n;'';\n ^ ;^;\n5;12;\n^;^;\n^;x;\n"), 5)
        self.assertEqual(self.sheet.rows, [[None, ""], [None, ""], [5, 12], [5, 12], [5, "x"]])

    def test_parse_names_are_texts(self):
        self.assertEqual(self.sheet.parse("  \n12;^; -3 ;\n"), 0)
        self.assertEqual((self.sheet.columns, self.sheet.rows, self.sheet.notes), (["12", "^", "-3"], [], {}))

    def test_parse_notes(self):
        text = "%one\n% two \na;\n\n%\n1;\n   \n2;\n%three\n3;   \n %x;\n%four\n%five"
        self.assertEqual(self.sheet.parse(text), 4)
        self.assertEqual(self.sheet.rows, [[1], [2], [3], ["%x"]])
        self.assertEqual(self.sheet.notes, {0: ["one", " two ", ""], 2: ["three"], 4: ["four", "five"]})

    def test_parse_blanks(self):
        self.assertEqual(self.sheet.parse("a ;  b;  \n  x  y ; 4 ;\n;\t;"), 2)
        self.assertEqual((self.sheet.columns, self.sheet.rows), (["a", "b"], [["x  y", 4], [None, "\t"]]))

    def test_parse_not_ints(self):
        self.assertEqual(self.sheet.parse("a;b;\n+1;--1;\n1.0;-;\n1 2;٣;\n"), 3)
        self.assertEqual(self.sheet.rows, [["+1", "--1"], ["1.0", "-"], ["1 2", "٣"]])

    def test_parse_faults_of_cells(self):
        cases = [("a;\n'x;\n", "line 2: open quote"), ("\n\na;'b", "line 3: open quote")]
        cases += [("a;\n'x''';\n'y''", "line 3: open quote"), ("a;\n'x'y;\n", "line 2: bad cell")]
        cases += [
            ("a;b;\nit's;2;\n", "line 2: bad cell"),
            ("a;b;\n1;2\n", "line 2: no end"),
            ("a;\n%x\nb", "line 3: no end"),
        ]
        cases += [("a;\n1;x", "line 2: no end"), ("a;\n'b' \n", "line 2: no end"), ("a;\n'b'c", "line 2: no end")]
        cases += [("a;\nit's\n", "line 2: no end"), ("a;\n'b''c' 'd' ;", "line 2: bad cell")]
        for text, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.sheet.parse(text)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.sheet.columns, self.sheet.rows, self.sheet.notes), (["old"], [[1]], {1: ["end"]}))

    def test_parse_faults_of_lines(self):
        cases = [("", "no names"), ("%x\n\n  \n", "no names"), ("a;b;a;\n", "line 1: bad names")]
        cases += [("%\na;;\n'x", "line 2: bad names"), ("'';", "line 1: bad names"), ("a;b;\n1;\n", "line 2: 1 cells")]
        cases += [("a;b;\n'1\n2\n3';2;\n^;^;^;\n", "line 5: 3 cells"), ("a;b;\n^;\n", "line 2: 1 cells")]
        cases += [("a;\n%n\n^;\n'", "line 3: nothing above"), ("a;\n1;\n1;2;\nx", "line 3: 2 cells")]
        for text, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.sheet.parse(text)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.sheet.columns, self.sheet.rows, self.sheet.notes), (["old"], [[1]], {1: ["end"]}))


class LabSheetTestText(unittest.TestCase):
    def test_text_rows(self):
        sheet = LabSheet(["no", "name"])
        fill(sheet, [1, "acid"], [1, "acid"], [12, None], [12, "acid"])
        self.assertEqual(sheet.text(), "no;name;\n1;acid;\n1;^;\n12;;\n^;acid;\n")
        self.assertEqual(sheet.rows, [[1, "acid"], [1, "acid"], [12, None], [12, "acid"]])

    def test_text_names(self):
        sheet = LabSheet(["12", "a;b", "x y", "%"])
        self.assertEqual(sheet.text(), "'12';'a;b';x y;'%';\n")

    def test_text_first_row_like_names(self):
        sheet = LabSheet(["alpha"])
        fill(sheet, ["alpha"], ["alpha"])
        self.assertEqual(sheet.text(), "alpha;\nalpha;\n^;\n")

    def test_text_notes(self):
        sheet = LabSheet(["a"])
        fill(sheet, [1], [2])
        remark(sheet, (1, "b"), (0, "a"), (2, "c"), (2, ""), (1, ";'%"))
        self.assertEqual(sheet.text(), "a;\n%a\n1;\n%b\n%;'%\n2;\n%c\n%\n")
        self.assertEqual(sheet.notes, {1: ["b", ";'%"], 0: ["a"], 2: ["c", ""]})

    def test_text_quoted(self):
        sheet = LabSheet(["a", "b"])
        fill(sheet, ["it's", "x\ny"], ["it's", ""], ["", ""])
        self.assertEqual(sheet.text(), "a;b;\n'it''s';'x\ny';\n^;'';\n'';^;\n")

    def test_text_one_missing(self):
        sheet = LabSheet(["a"])
        fill(sheet, [None], [None])
        self.assertEqual((sheet.text(), sheet.columns), ("a;\n;\n;\n", ["a"]))


class LabSheetTestInsert(unittest.TestCase):
    def setUp(self):
        self.sheet = LabSheet(["a", "b"])

    def test_insert_positions(self):
        lengths = [
            self.sheet.insert(position, [position, text])
            for position, text in ((0, "x"), (1, "y"), (0, "z"), (1, "w"))
        ]
        self.assertEqual(lengths, [1, 2, 3, 4])
        self.assertEqual(self.sheet.rows, [[0, "z"], [1, "w"], [0, "x"], [1, "y"]])

    def test_insert_before_notes(self):
        fill(self.sheet, [1, 1], [2, 2])
        remark(self.sheet, (0, "p"), (1, "q"), (2, "r"))
        self.assertEqual(self.sheet.insert(1, [9, None]), 3)
        self.assertEqual(
            (self.sheet.rows, self.sheet.notes), ([[1, 1], [9, None], [2, 2]], {0: ["p"], 2: ["q"], 3: ["r"]})
        )

    def test_insert_at_end_with_notes(self):
        fill(self.sheet, [1, 1])
        remark(self.sheet, (0, "p"), (1, "r"), (1, "s"))
        self.assertEqual(self.sheet.insert(1, [9, 9]), 2)
        self.assertEqual(self.sheet.notes, {0: ["p"], 2: ["r", "s"]})

    def test_insert_at_begin_of_empty(self):
        remark(self.sheet, (0, "p"))
        self.assertEqual((self.sheet.insert(0, ["", "x"]), self.sheet.notes), (1, {1: ["p"]}))
        self.assertEqual(self.sheet.rows, [["", "x"]])

    def test_insert_errors(self):
        fill(self.sheet, [1, 1])
        remark(self.sheet, (1, "p"))
        for position in (-1, 2):
            with self.assertRaises(IndexError) as missing:
                self.sheet.insert(position, [1])
            self.assertEqual(str(missing.exception), "no position")
        for values, message in (([], "0 cells"), ([1], "1 cells"), ([1, 2, 3], "3 cells")):
            with self.assertRaises(ValueError) as caught:
                self.sheet.insert(0, values)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([[1, 1]], {1: ["p"]}))


class LabSheetTestRemove(unittest.TestCase):
    def setUp(self):
        self.sheet = LabSheet(["a"])
        fill(self.sheet, [1], ["two"], [3])
        remark(self.sheet, (1, "q"), (0, "p"), (3, "s"), (1, "r"))

    def test_remove_with_notes(self):
        self.assertEqual(self.sheet.remove(0), [1])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([["two"], [3]], {0: ["p", "q", "r"], 2: ["s"]}))

    def test_remove_notes_to_row_without(self):
        self.assertEqual(self.sheet.remove(1), ["two"])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([[1], [3]], {0: ["p"], 1: ["q", "r"], 2: ["s"]}))

    def test_remove_last(self):
        self.assertEqual([self.sheet.remove(2), self.sheet.remove(1)], [[3], ["two"]])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([[1]], {0: ["p"], 1: ["q", "r", "s"]}))

    def test_remove_all(self):
        self.assertEqual([self.sheet.remove(0) for _ in range(3)], [[1], ["two"], [3]])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([], {0: ["p", "q", "r", "s"]}))

    def test_remove_errors(self):
        for position in (-1, 3, 7):
            with self.assertRaises(IndexError) as caught:
                self.sheet.remove(position)
            self.assertEqual(str(caught.exception), "no position")
        self.assertEqual((len(self.sheet.rows), len(self.sheet.notes)), (3, 3))
        self.assertEqual(self.sheet.remove(2), [3])


class LabSheetTestNote(unittest.TestCase):
    def setUp(self):
        self.sheet = LabSheet(["a"])
        fill(self.sheet, [1], [2])

    def test_note_several(self):
        self.assertEqual([self.sheet.note(1, "x"), self.sheet.note(0, "y"), self.sheet.note(1, "z")], [1, 1, 2])
        self.assertEqual(self.sheet.notes, {1: ["x", "z"], 0: ["y"]})

    def test_note_end(self):
        self.assertEqual([self.sheet.note(2, ""), self.sheet.note(2, " %"), self.sheet.note(2, "")], [1, 2, 3])
        self.assertEqual(self.sheet.notes, {2: ["", " %", ""]})

    def test_note_no_position(self):
        for position in (-1, 3):
            with self.assertRaises(IndexError) as caught:
                self.sheet.note(position, "a\nb")
            self.assertEqual(str(caught.exception), "no position")
        self.assertEqual(self.sheet.notes, {})
        self.assertEqual(self.sheet.note(0, "ok"), 1)

    def test_note_bad(self):
        for text in ("\n", "a\nb"):
            with self.assertRaises(ValueError) as caught:
                self.sheet.note(1, text)
            self.assertEqual(str(caught.exception), "bad note")
        self.assertEqual(self.sheet.notes, {})

    def test_note_without_rows(self):
        sheet = LabSheet(["a"])
        self.assertEqual([sheet.note(0, "x"), sheet.note(0, "'"), sheet.notes], [1, 2, {0: ["x", "'"]}])
        self.assertEqual(sheet.rows, [])


class LabSheetTestSave(unittest.TestCase):
    def setUp(self):
        self.path = "lab_sheet_save.txt"

    def tearDown(self):
        if os.path.exists(self.path):
            os.remove(self.path)

    def read(self):
        with open(self.path, "rb") as file:
            return file.read()

    def test_save_text(self):
        sheet = LabSheet(["no", "name"])
        fill(sheet, [1, "acid"], [20, "acid"])
        self.assertEqual(sheet.save(self.path), 23)
        self.assertEqual((self.read(), sheet.rows[1]), (b"no;name;\n1;acid;\n20;^;\n", [20, "acid"]))

    def test_save_bytes_not_characters(self):
        sheet = LabSheet(["größe"])
        fill(sheet, ["µ"])
        self.assertEqual((sheet.save(self.path), self.read()), (13, "größe;\nµ;\n".encode()))

    def test_save_replaces(self):
        keep(LabSheet(["a long name"]), self.path)
        self.assertEqual((LabSheet(["b"]).save(self.path), self.read()), (3, b"b;\n"))

    def test_save_notes(self):
        sheet = LabSheet(["a"])
        remark(sheet, (0, "end"))
        self.assertEqual((sheet.save(self.path), self.read()), (8, b"a;\n%end\n"))

    def test_save_line_ends(self):
        sheet = LabSheet(["a", "b"])
        fill(sheet, ["x\r\ny", "\r"])
        self.assertEqual((sheet.save(self.path), self.read()), (15, b"a;b;\n'x\r\ny';\r;\n"))


class LabSheetTestLoad(unittest.TestCase):
    def setUp(self):
        self.path = "lab_sheet_load.txt"
        self.sheet = LabSheet(["old"])
        fill(self.sheet, [5])

    def tearDown(self):
        if os.path.exists(self.path):
            os.remove(self.path)

    def write(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def test_load_rows(self):
        self.write("größe;b;\n%n\n1;'µ;';\n2;^;".encode())
        self.assertEqual(self.sheet.load(self.path), 2)
        self.assertEqual(self.sheet.columns, ["größe", "b"])
        self.assertEqual((self.sheet.rows, self.sheet.notes), ([[1, "µ;"], [2, "µ;"]], {0: ["n"]}))

    def test_load_line_ends(self):
        self.write(b"a;\n'x\r\ny';\n\r;\n'\r';\n")
        self.assertEqual(self.sheet.load(self.path), 3)
        self.assertEqual(self.sheet.rows, [["x\r\ny"], ["\r"], ["\r"]])

    def test_load_bad_text(self):
        self.write(b"a;\n1;2;\n")
        with self.assertRaises(ValueError) as caught:
            self.sheet.load(self.path)
        self.assertEqual((str(caught.exception), self.sheet.columns), ("line 2: 2 cells", ["old"]))

    def test_load_not_utf8(self):
        self.write(b"a;\n\xff;\n'")
        with self.assertRaises(ValueError) as caught:
            self.sheet.load(self.path)
        self.assertEqual((str(caught.exception), self.sheet.rows), ("not UTF-8", [[5]]))

    def test_load_missing(self):
        with self.assertRaises(FileNotFoundError):
            self.sheet.load("lab_sheet_none.txt")
        self.assertEqual((self.sheet.columns, self.sheet.rows), (["old"], [[5]]))

    def test_load_empty(self):
        self.write(b"")
        with self.assertRaises(ValueError) as caught:
            self.sheet.load(self.path)
        self.assertEqual((str(caught.exception), self.sheet.rows), ("no names", [[5]]))


class LabSheetTestMain(unittest.TestCase):
    def tearDown(self):
        if os.path.exists("lab_sheet_main.txt"):
            os.remove("lab_sheet_main.txt")

    def test_main_history(self):
        sheet = LabSheet(["no", "what"])
        self.assertEqual(
            [sheet.insert(0, [10, "it's"]), sheet.insert(0, [10, "it's"]), sheet.insert(2, [None, "^"])], [1, 2, 3]
        )
        self.assertEqual([sheet.note(1, "same"), sheet.note(3, "end")], [1, 1])
        self.assertEqual(sheet.text(), "no;what;\n10;'it''s';\n%same\n^;^;\n;'^';\n%end\n")
        self.assertEqual((sheet.save("lab_sheet_main.txt"), sheet.encode(10, ["10"])), (43, "10"))
        self.assertEqual((sheet.remove(1), sheet.notes), ([10, "it's"], {1: ["same"], 2: ["end"]}))
        other = LabSheet(["x"])
        self.assertEqual((other.load("lab_sheet_main.txt"), other.columns), (3, ["no", "what"]))
        self.assertEqual(other.rows, [[10, "it's"], [10, "it's"], [None, "^"]])
        self.assertEqual(
            (other.remove(0), other.text()), ([10, "it's"], "no;what;\n%same\n10;'it''s';\n;'^';\n%end\n")
        )
        self.assertEqual(
            (other.remove(0), other.remove(0), other.notes), ([10, "it's"], [None, "^"], {0: ["same", "end"]})
        )
        self.assertEqual((other.insert(0, [1, ""]), other.notes), (1, {1: ["same", "end"]}))

    def test_main_round_trip(self):
        sheet = LabSheet(["a"])
        self.assertEqual(sheet.parse("%n\n'x\n';b ;\n\n'7';7;\n^; ^ ;\n%m\n"), 2)
        self.assertEqual((sheet.rows, sheet.notes), ([["7", 7], ["7", 7]], {0: ["n"], 2: ["m"]}))
        self.assertEqual(sheet.text(), "'x\n';b;\n%n\n'7';7;\n^;7;\n%m\n")
        self.assertEqual((sheet.note(0, "k"), sheet.insert(1, ["", -12])), (2, 3))
        with self.assertRaises(ValueError):
            sheet.parse("'x\n';b;\n1;")
        self.assertEqual((sheet.columns, sheet.notes), (["x\n", "b"], {0: ["n", "k"], 3: ["m"]}))
        self.assertEqual((sheet.save("lab_sheet_main.txt"), sheet.load("lab_sheet_main.txt")), (39, 3))
        self.assertEqual((sheet.remove(0), sheet.remove(1)), (["7", 7], ["7", 7]))
        self.assertEqual((sheet.rows, sheet.notes), ([["", -12]], {0: ["n", "k"], 1: ["m"]}))
        self.assertEqual(sheet.encode("", [""]), "^")
