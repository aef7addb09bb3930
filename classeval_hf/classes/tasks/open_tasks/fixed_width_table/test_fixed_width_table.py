# canary: classeval-hf open fixed_width_table a7347717-3986-4114-967c-686b6ed6d93a

import unittest
from solution import FixedWidthTable


class FixedWidthTableTestClip(unittest.TestCase):
    def test_text_that_fits(self):
        self.assertEqual(FixedWidthTable.clip("green tea", 12), "green tea")
        self.assertEqual(FixedWidthTable.clip("green tea", 9), "green tea")

    def test_text_that_is_cut(self):
        self.assertEqual(FixedWidthTable.clip("green tea", 8), "green...")
        self.assertEqual(FixedWidthTable.clip("chamomile", 8), "chamo...")

    def test_space_before_the_dots(self):
        self.assertEqual(FixedWidthTable.clip("a cup of tea", 9), "a cup...")
        self.assertEqual(FixedWidthTable.clip("a cup of tea", 10), "a cup o...")

    def test_whitespace(self):
        self.assertEqual(FixedWidthTable.clip("  black \t\n tea ", 9), "black tea")
        self.assertEqual(FixedWidthTable.clip("  black \t\n tea ", 8), "black...")

    def test_small_widths(self):
        self.assertEqual(FixedWidthTable.clip("abcdef", 4), "a...")
        self.assertEqual(FixedWidthTable.clip("abcdef", 3), "abc")
        self.assertEqual(FixedWidthTable.clip("abcdef", 1), "a")
        self.assertEqual(FixedWidthTable.clip("a bcdef", 2), "a")

    def test_empty_text(self):
        self.assertEqual(FixedWidthTable.clip("", 1), "")
        self.assertEqual(FixedWidthTable.clip(" \n ", 2), "")

    def test_width_must_be_positive(self):
        with self.assertRaises(ValueError) as caught:
            FixedWidthTable.clip("", 0)
        self.assertEqual(str(caught.exception), "width must be positive")
        with self.assertRaises(ValueError):
            FixedWidthTable.clip("tea", -1)


class FixedWidthTableTestAddRow(unittest.TestCase):
    def test_strings(self):
        table = FixedWidthTable(["item", "origin"])
        self.assertTrue(table.add_row(["tea", " China\n"]))
        self.assertEqual(table.rows, [["tea", " China\n"]])
        self.assertEqual(table.headers, ["item", "origin"])

    def test_conversions(self):
        table = FixedWidthTable(["a", "b", "c", "d", "e"])
        self.assertTrue(table.add_row([7, 2.5, True, None, False]))
        self.assertEqual(table.rows, [["7", "2.50", "yes", "", "no"]])

    def test_floats_and_ints(self):
        table = FixedWidthTable(["a", "b", "c", "d"])
        self.assertTrue(table.add_row([3.14159, 12345.0, -12345, 0]))
        self.assertEqual(table.rows, [["3.14", "12345.00", "-12345", "0"]])

    def test_rows_after_each_other(self):
        table = FixedWidthTable(["a"])
        table.rows = [["x"]]
        self.assertTrue(table.add_row(["y"]))
        self.assertTrue(table.add_row(["x"]))
        self.assertEqual(table.rows, [["x"], ["y"], ["x"]])

    def test_missing_cells(self):
        table = FixedWidthTable(["a", "b", "c"])
        self.assertTrue(table.add_row([1]))
        self.assertEqual(table.rows, [["1", "", ""]])

    def test_empty_rows(self):
        table = FixedWidthTable(["a", "b"])
        self.assertEqual(table.add_row([]), False)
        self.assertEqual(table.add_row([None, " \n"]), False)
        self.assertEqual(table.add_row(["", 0]), True)
        self.assertEqual(table.rows, [["", "0"]])

    def test_too_many_cells(self):
        table = FixedWidthTable(["a", "b"])
        table.rows = [["1", "2"]]
        with self.assertRaises(ValueError) as caught:
            table.add_row([1, 2, 3, 4])
        self.assertEqual(str(caught.exception), "4 cells for 2 columns")
        self.assertEqual(table.rows, [["1", "2"]])

    def test_too_many_empty_cells(self):
        table = FixedWidthTable(["a", "b"])
        with self.assertRaises(ValueError):
            table.add_row([None, "", None])
        self.assertEqual(table.rows, [])

    def test_list_is_not_changed(self):
        table = FixedWidthTable(["a", "b"])
        cells = [1]
        self.assertTrue(table.add_row(cells))
        self.assertEqual(cells, [1])


class FixedWidthTableTestAlignments(unittest.TestCase):
    def test_words_and_numbers(self):
        self.assertEqual(FixedWidthTable.alignments([["tea", "12"], ["milk", "7"]], 2), "lr")

    def test_mixed_column(self):
        self.assertEqual(FixedWidthTable.alignments([["1", "1"], ["2", "two"], ["3", "3"]], 2), "rl")

    def test_blank_cells(self):
        self.assertEqual(FixedWidthTable.alignments([["", "5", " "], [" \n", "", "\t 6 "]], 3), "lrr")

    def test_no_rows(self):
        self.assertEqual(FixedWidthTable.alignments([], 3), "lll")

    def test_numbers(self):
        rows = [["0", "-12", "+3.75", "45%", "-0.5%", "007", "1,234", "12,345,678.90"]]
        self.assertEqual(FixedWidthTable.alignments(rows, 8), "rrrrrrrr")

    def test_not_numbers(self):
        rows = [["-", "1.", ".5", "1 2", "1e5", "5 %", "%", "$5", "--1", "1.2.3"]]
        self.assertEqual(FixedWidthTable.alignments(rows, 10), "llllllllll")

    def test_commas(self):
        rows = [["1,23", "1234,567", ",123", "1,234,56", "123,456", "1,2345", "1.234,567"]]
        self.assertEqual(FixedWidthTable.alignments(rows, 7), "llllrll")


class FixedWidthTableTestRender(unittest.TestCase):
    def test_aligned_columns(self):
        table = FixedWidthTable(["item", "pieces", "origin"])
        table.rows = [["tea", "5", "China"], ["oat milk", "1,000", "Ireland"]]
        self.assertEqual(
            table.render(),
            "item      pieces  origin\n--------  ------  -------\ntea            5  China\noat milk   1,000  Ireland",
        )
        self.assertEqual(table.rows, [["tea", "5", "China"], ["oat milk", "1,000", "Ireland"]])
        self.assertEqual(table.headers, ["item", "pieces", "origin"])
        self.assertEqual(table.max_width, 20)

    def test_right_aligned_header(self):
        table = FixedWidthTable(["n", "x"])
        table.rows = [["100", "a"]]
        self.assertEqual(table.render(), "  n  x\n---  -\n100  a")

    def test_no_rows(self):
        table = FixedWidthTable(["name", "id"])
        self.assertEqual(table.render(), "name  id\n----  --")

    def test_empty_columns(self):
        table = FixedWidthTable(["", "b", ""])
        table.rows = [["", "x", ""]]
        self.assertEqual(table.render(), "   b\n-  -  -\n   x")

    def test_clipped_cells_and_headers(self):
        table = FixedWidthTable(["long header", "k"], 7)
        table.rows = [["ab cdefgh", "one\n two"], ["  abc", ""]]
        self.assertEqual(table.render(), "long...  k\n-------  -------\nab c...  one two\nabc")

    def test_column_becomes_narrower_than_max_width(self):
        table = FixedWidthTable(["k", "v"], 7)
        table.rows = [["abc defgh", "x"]]
        self.assertEqual(table.render(), "k       v\n------  -\nabc...  x")

    def test_alignment_is_found_before_clipping(self):
        table = FixedWidthTable(["k", "v"], 5)
        table.rows = [["12345678", "123 kg"], ["5", "12"]]
        self.assertEqual(table.render(), "    k  v\n-----  -----\n12...  12...\n    5  12")

    def test_blank_cells_in_right_aligned_column(self):
        table = FixedWidthTable(["a", "b"])
        table.rows = [["x", "10"], ["y", " "], ["", " 5"]]
        self.assertEqual(table.render(), "a   b\n-  --\nx  10\ny\n    5")


class FixedWidthTableTestToMarkdown(unittest.TestCase):
    def test_alignments(self):
        table = FixedWidthTable(["item", "price"])
        table.rows = [["tea", "2.50"], ["oat milk", "11"]]
        self.assertEqual(table.to_markdown(), "| item | price |\n| --- | ---: |\n| tea | 2.50 |\n| oat milk | 11 |")
        self.assertEqual(table.rows, [["tea", "2.50"], ["oat milk", "11"]])
        self.assertEqual(table.headers, ["item", "price"])

    def test_no_rows(self):
        self.assertEqual(FixedWidthTable(["a", "b"]).to_markdown(), "| a | b |\n| --- | --- |")

    def test_one_column(self):
        table = FixedWidthTable(["n"])
        table.rows = [["1"], ["2"]]
        self.assertEqual(table.to_markdown(), "| n |\n| ---: |\n| 1 |\n| 2 |")

    def test_empty_cells(self):
        table = FixedWidthTable(["", "b"])
        table.rows = [["1", ""], [" ", "x"]]
        self.assertEqual(table.to_markdown(), "|  | b |\n| ---: | --- |\n| 1 |  |\n|  | x |")

    def test_special_characters(self):
        table = FixedWidthTable(["x|y", "a\nb"])
        table.rows = [["||", "one\n\ntwo"]]
        self.assertEqual(table.to_markdown(), "| x\\|y | a<br>b |\n| --- | --- |\n| \\|\\| | one<br><br>two |")

    def test_whitespace(self):
        table = FixedWidthTable([" a "])
        table.rows = [["\n two  words \n"]]
        self.assertEqual(table.to_markdown(), "| a |\n| --- |\n| two  words |")

    def test_long_cells_are_kept(self):
        table = FixedWidthTable(["number"], 4)
        table.rows = [["1234567"]]
        self.assertEqual(table.to_markdown(), "| number |\n| ---: |\n| 1234567 |")


class FixedWidthTableTestParse(unittest.TestCase):
    def test_table(self):
        self.assertEqual(
            FixedWidthTable.parse("item   EUR\n-----  ---\nblack    2\ngreen   11"),
            [["item", "EUR"], ["black", "2"], ["green", "11"]],
        )

    def test_spaces_in_cells(self):
        self.assertEqual(
            FixedWidthTable.parse("two words   n\n---------  --\na  b       12"), [["two words", "n"], ["a  b", "12"]]
        )

    def test_headers_only(self):
        self.assertEqual(FixedWidthTable.parse("a  b\n-  -"), [["a", "b"]])
        self.assertEqual(FixedWidthTable.parse("a  b\n-  -\n\nc  d"), [["a", "b"]])

    def test_lines_around_the_table(self):
        self.assertEqual(
            FixedWidthTable.parse("Title\n\na  b\n-  -\n1  2\n   3\n \t\n4  5\n-  -\n6  7"),
            [["a", "b"], ["1", "2"], ["", "3"]],
        )

    def test_short_lines(self):
        self.assertEqual(
            FixedWidthTable.parse("a\n--  -  --\nx\ny       z"), [["a", "", ""], ["x", "", ""], ["y", "", "z"]]
        )

    def test_long_lines(self):
        self.assertEqual(FixedWidthTable.parse("aXX b and c\n-   -\n12345678"), [["a", "b and c"], ["1", "5678"]])

    def test_indented_table(self):
        self.assertEqual(FixedWidthTable.parse("  ab c\n  -- -  \n>>cd e "), [["ab", "c"], ["cd", "e"]])

    def test_dashes_in_other_lines(self):
        self.assertEqual(FixedWidthTable.parse("-  --\n-  --\n1  -\n-  -2"), [["-", "--"], ["1", "-"], ["-", "-2"]])
        self.assertEqual(FixedWidthTable.parse("--|--\n  \na-b\n---\nc-d"), [["a-b"], ["c-d"]])

    def test_no_ruler(self):
        with self.assertRaises(ValueError) as caught:
            FixedWidthTable.parse("a  b\n1  2")
        self.assertEqual(str(caught.exception), "no ruler")
        with self.assertRaises(ValueError):
            FixedWidthTable.parse("")
        with self.assertRaises(ValueError):
            FixedWidthTable.parse("---\na")
        with self.assertRaises(ValueError):
            FixedWidthTable.parse("a\n   \n-+-")


class FixedWidthTableTestMain(unittest.TestCase):
    def test_price_list(self):
        table = FixedWidthTable(["item", "price", "fresh"], 10)
        self.assertTrue(table.add_row(["Darjeeling First Flush", 14.5, True]))
        self.assertTrue(table.add_row(["milk|cream", 2]))
        self.assertFalse(table.add_row([None]))
        text = table.render()
        self.assertEqual(
            text,
            "item        price  fresh\n----------  -----  -----\nDarjeel...  14.50  yes\nmilk|cream      2",
        )
        self.assertEqual(table.clip(table.rows[0][0], 10), "Darjeel...")
        self.assertEqual(
            table.parse(text),
            [["item", "price", "fresh"], ["Darjeel...", "14.50", "yes"], ["milk|cream", "2", ""]],
        )
        self.assertEqual(
            table.to_markdown(),
            "| item | price | fresh |\n| --- | ---: | --- |\n"
            "| Darjeeling First Flush | 14.50 | yes |\n| milk\\|cream | 2 |  |",
        )
        self.assertEqual(table.alignments(table.rows, 3), "lrl")

    def test_alignment_changes_with_new_rows(self):
        table = FixedWidthTable(["k", "code"])
        self.assertTrue(table.add_row([1, 10]))
        self.assertEqual(table.alignments(table.rows, 2), "rr")
        self.assertEqual(table.render(), "k  code\n-  ----\n1    10")
        self.assertTrue(table.add_row([22, "x"]))
        self.assertEqual(table.alignments(table.rows, 2), "rl")
        self.assertEqual(table.render(), " k  code\n--  ----\n 1  10\n22  x")
        self.assertEqual(table.to_markdown(), "| k | code |\n| ---: | --- |\n| 1 | 10 |\n| 22 | x |")

    def test_copy_of_a_table(self):
        parsed = FixedWidthTable.parse("Stock\nname    amount\n------  ------\napples     1.5\npears\n")
        copy = FixedWidthTable(parsed[0], 4)
        for row in parsed[1:]:
            self.assertTrue(copy.add_row(row))
        self.assertEqual(copy.rows, [["apples", "1.5"], ["pears", ""]])
        with self.assertRaises(ValueError):
            copy.add_row(["a", "b", "c"])
        self.assertEqual(copy.render(), "name  a...\n----  ----\na...   1.5\np...")
        self.assertEqual(copy.clip(copy.headers[1], 3), "amo")
