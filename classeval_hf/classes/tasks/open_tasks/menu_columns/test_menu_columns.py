# canary: classeval-hf open menu_columns 41e48c8b-1604-4d97-a11e-42b0948e78eb

import unittest

from solution import MenuColumns


class MenuColumnsTestWrap(unittest.TestCase):
    def test_wrap_greedy(self):
        self.assertEqual(MenuColumns.wrap("soup of the  day", 8), ["soup of", "the day"])
        self.assertEqual(
            MenuColumns(12, 4).wrap("with bread and salted butter", 10), ["with bread", "and salted", "butter"]
        )

    def test_wrap_no_word(self):
        self.assertEqual(MenuColumns.wrap("", 5), [])
        self.assertEqual(MenuColumns.wrap("   ", 2), [])

    def test_wrap_outer_blanks(self):
        self.assertEqual(MenuColumns.wrap("  a   b  ", 5), ["a b"])

    def test_wrap_exact_width(self):
        self.assertEqual(MenuColumns.wrap("abc de f", 6), ["abc de", "f"])
        self.assertEqual(MenuColumns.wrap("abcdef g", 6), ["abcdef", "g"])

    def test_wrap_cuts_long_word(self):
        self.assertEqual(MenuColumns.wrap("a cauliflower", 5), ["a", "caul-", "iflo-", "wer"])
        self.assertEqual(MenuColumns.wrap("abcdefg", 6), ["abcde-", "fg"])

    def test_wrap_rest_takes_words(self):
        self.assertEqual(MenuColumns.wrap("strawberries in a cup", 9), ["strawber-", "ries in a", "cup"])

    def test_wrap_rest_fills_line(self):
        self.assertEqual(MenuColumns.wrap("abcdefghij k", 6), ["abcde-", "fghij", "k"])
        self.assertEqual(MenuColumns.wrap("abcdefghijk l", 6), ["abcde-", "fghijk", "l"])

    def test_wrap_keeps_other_characters(self):
        self.assertEqual(MenuColumns.wrap("a\tb c\nd", 4), ["a\tb", "c\nd"])

    def test_wrap_narrowest(self):
        self.assertEqual(MenuColumns.wrap("abcd e", 2), ["a-", "b-", "cd", "e"])

    def test_wrap_width_too_small(self):
        for width in (1, 0, -4):
            with self.assertRaises(ValueError) as caught:
                MenuColumns.wrap("soup", width)
            self.assertEqual(str(caught.exception), "width too small")


class MenuColumnsTestEntry(unittest.TestCase):
    def test_entry_one_line(self):
        menu = MenuColumns(16, 10)
        self.assertEqual(menu.entry("Pea soup", "4.50"), ["Pea soup .. 4.50"])
        self.assertEqual(menu.entry(" Pea ", "4.50"), ["Pea ....... 4.50"])
        self.assertEqual((menu.width, menu.blocks), (16, []))

    def test_entry_wrapped(self):
        self.assertEqual(MenuColumns(16, 10).entry("Fresh pea soup", "4.50"), ["Fresh", "pea soup .. 4.50"])
        self.assertEqual(
            MenuColumns(20, 10).entry("Roast beef with white beans", "12.00"),
            ["Roast beef", "with white", "beans ........ 12.00"],
        )

    def test_entry_cut_word(self):
        self.assertEqual(MenuColumns(12, 10).entry("Bouillabaisse", "9"), ["Bouill-", "abaisse .. 9"])

    def test_entry_without_price(self):
        self.assertEqual(MenuColumns(14, 10).entry("Tap water", ""), ["Tap water ...."])
        self.assertEqual(MenuColumns(14, 10).entry("Tap waters", ""), ["Tap waters ..."])
        self.assertEqual(MenuColumns(14, 10).entry("Tap the water", ""), ["Tap the", "water ........"])

    def test_entry_least_room(self):
        self.assertEqual(MenuColumns(12, 10).entry("Ale", "market"), ["A-", "le .. market"])

    def test_entry_price_too_long(self):
        menu = MenuColumns(12, 10)
        for price in ("at cost", "at any cost"):
            with self.assertRaises(ValueError) as caught:
                menu.entry("Ale", price)
            self.assertEqual(str(caught.exception), "price too long")
        self.assertEqual(menu.blocks, [])

    def test_entry_no_name(self):
        for price in ("4.50", "market price"):
            with self.assertRaises(ValueError) as caught:
                MenuColumns(12, 10).entry("  ", price)
            self.assertEqual(str(caught.exception), "no name")


class MenuColumnsTestAddSection(unittest.TestCase):
    def test_add_section_first(self):
        menu = MenuColumns(12, 8)
        self.assertEqual(menu.add_section("Soups and stews"), 1)
        self.assertEqual(menu.blocks, [("section", ["SOUPS AND", "STEWS"])])

    def test_add_section_after_dish(self):
        menu = MenuColumns(14, 8)
        menu.blocks = [("section", ["SOUPS"]), ("dish", ["Pea ..... 4.50"])]
        self.assertEqual(menu.add_section("fish"), 3)
        self.assertEqual(menu.blocks, [("section", ["SOUPS"]), ("dish", ["Pea ..... 4.50"]), ("section", ["FISH"])])

    def test_add_section_replaces(self):
        menu = MenuColumns(14, 8)
        menu.blocks = [("dish", ["Pea ..... 4.50"]), ("section", ["FISH"])]
        self.assertEqual(menu.add_section("Game"), 2)
        self.assertEqual(menu.blocks, [("dish", ["Pea ..... 4.50"]), ("section", ["GAME"])])

    def test_add_section_capitals_before_wrapping(self):
        menu = MenuColumns(12, 8)
        self.assertEqual(menu.add_section("heiße suppen"), 1)
        self.assertEqual(menu.blocks, [("section", ["HEISSE", "SUPPEN"])])

    def test_add_section_longest(self):
        menu = MenuColumns(12, 5)
        self.assertEqual(menu.add_section("from the hot grill"), 1)
        self.assertEqual(menu.blocks, [("section", ["FROM THE HOT", "GRILL"])])

    def test_add_section_too_long(self):
        menu = MenuColumns(12, 5)
        menu.blocks = [("section", ["FISH"])]
        with self.assertRaises(ValueError) as caught:
            menu.add_section("from the hot garden and grill")
        self.assertEqual(str(caught.exception), "title too long")
        self.assertEqual(menu.blocks, [("section", ["FISH"])])

    def test_add_section_no_title(self):
        menu = MenuColumns(12, 5)
        menu.blocks = [("section", ["FISH"])]
        with self.assertRaises(ValueError) as caught:
            menu.add_section("  ")
        self.assertEqual(str(caught.exception), "no title")
        self.assertEqual(menu.blocks, [("section", ["FISH"])])


class MenuColumnsTestAddDish(unittest.TestCase):
    def test_add_dish_with_note(self):
        menu = MenuColumns(16, 10)
        self.assertEqual(menu.add_dish("Pea soup", "4.50", "with mint and bread"), 3)
        self.assertEqual(menu.blocks, [("dish", ["Pea soup .. 4.50", "  with mint and", "  bread"])])

    def test_add_dish_without_note(self):
        menu = MenuColumns(16, 10)
        menu.blocks = [("section", ["SOUPS"])]
        self.assertEqual(menu.add_dish("Pea soup", "4.50"), 1)
        self.assertEqual(menu.blocks, [("section", ["SOUPS"]), ("dish", ["Pea soup .. 4.50"])])

    def test_add_dish_blank_note(self):
        menu = MenuColumns(16, 10)
        self.assertEqual(menu.add_dish("Fresh pea soup", "4.50", "  "), 2)
        self.assertEqual(menu.blocks, [("dish", ["Fresh", "pea soup .. 4.50"])])

    def test_add_dish_note_width(self):
        menu = MenuColumns(12, 10)
        self.assertEqual(menu.add_dish("Figs", "3", "dates figs"), 2)
        self.assertEqual(menu.add_dish("Figs", "3", "dates plums"), 3)
        self.assertEqual(
            menu.blocks,
            [("dish", ["Figs ..... 3", "  dates figs"]), ("dish", ["Figs ..... 3", "  dates", "  plums"])],
        )

    def test_add_dish_longer_than_column(self):
        menu = MenuColumns(12, 4)
        self.assertEqual(menu.add_dish("Stew", "8", "beans barley carrots leeks parsnips"), 6)
        self.assertEqual(
            menu.blocks,
            [("dish", ["Stew ..... 8", "  beans", "  barley", "  carrots", "  leeks", "  parsnips"])],
        )

    def test_add_dish_errors(self):
        menu = MenuColumns(12, 4)
        menu.blocks = [("section", ["SOUPS"])]
        for name, price, message in (("", "4.50", "no name"), ("Pea", "by weight", "price too long")):
            with self.assertRaises(ValueError) as caught:
                menu.add_dish(name, price, "with mint")
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(menu.blocks, [("section", ["SOUPS"])])


class MenuColumnsTestColumns(unittest.TestCase):
    def menu(self, height, *blocks):
        """A menu whose dishes are written as a letter and a number of lines, and sections as a name."""
        menu = MenuColumns(12, height)
        for block in blocks:
            if isinstance(block, str):
                menu.blocks.append(("section", block.split("/")))
            else:
                menu.blocks.append(("dish", [f"{block[0]}{number}" for number in range(1, block[1] + 1)]))
        return menu

    def test_columns_empty(self):
        self.assertEqual(MenuColumns(12, 4).columns(), [])
        self.assertEqual(self.menu(6, "SOUPS").columns(), [])

    def test_columns_one(self):
        menu = self.menu(7, ("a", 2), ("b", 1), "FISH", ("c", 1))
        self.assertEqual(menu.columns(), [["a1", "a2", "", "b1", "", "FISH", "c1"]])
        self.assertEqual(
            menu.blocks, [("dish", ["a1", "a2"]), ("dish", ["b1"]), ("section", ["FISH"]), ("dish", ["c1"])]
        )

    def test_columns_last_section_left_out(self):
        menu = self.menu(6, ("a", 2), "FISH")
        self.assertEqual(menu.columns(), [["a1", "a2"]])
        self.assertEqual(menu.blocks, [("dish", ["a1", "a2"]), ("section", ["FISH"])])

    def test_columns_exactly_full(self):
        self.assertEqual(self.menu(4, ("a", 2), ("b", 1), ("c", 1)).columns(), [["a1", "a2", "", "b1"], ["c1"]])

    def test_columns_no_empty_line_at_end(self):
        self.assertEqual(self.menu(4, ("a", 3), ("b", 1)).columns(), [["a1", "a2", "a3"], ["b1"]])
        self.assertEqual(
            self.menu(4, ("a", 4), ("b", 4)).columns(), [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"]]
        )

    def test_columns_short_dish_not_broken(self):
        self.assertEqual(self.menu(6, ("a", 3), ("b", 3)).columns(), [["a1", "a2", "a3"], ["b1", "b2", "b3"]])

    def test_columns_broken(self):
        self.assertEqual(
            self.menu(6, ("a", 3), ("b", 4)).columns(), [["a1", "a2", "a3", "", "b1", "b2"], ["b3", "b4"]]
        )
        self.assertEqual(
            self.menu(7, ("a", 2), ("b", 6)).columns(), [["a1", "a2", "", "b1", "b2", "b3", "b4"], ["b5", "b6"]]
        )

    def test_columns_two_lines_left(self):
        self.assertEqual(self.menu(6, ("a", 2), ("b", 4)).columns(), [["a1", "a2", "", "b1", "b2"], ["b3", "b4"]])

    def test_columns_one_free_line(self):
        self.assertEqual(
            self.menu(5, ("a", 3), ("b", 5)).columns(), [["a1", "a2", "a3"], ["b1", "b2", "b3", "b4", "b5"]]
        )

    def test_columns_broken_twice(self):
        self.assertEqual(
            self.menu(4, ("a", 1), ("b", 9), ("c", 1)).columns(),
            [["a1", "", "b1", "b2"], ["b3", "b4", "b5", "b6"], ["b7", "b8", "b9"], ["c1"]],
        )

    def test_columns_broken_again_leaves_two(self):
        self.assertEqual(
            self.menu(4, ("b", 9), ("c", 1)).columns(),
            [["b1", "b2", "b3", "b4"], ["b5", "b6", "b7"], ["b8", "b9", "", "c1"]],
        )
        self.assertEqual(self.menu(4, ("b", 5)).columns(), [["b1", "b2", "b3"], ["b4", "b5"]])

    def test_columns_section_with_whole_dish(self):
        self.assertEqual(
            self.menu(7, ("a", 2), "FISH/AND MORE", ("b", 2)).columns(),
            [["a1", "a2", "", "FISH", "AND MORE", "b1", "b2"]],
        )

    def test_columns_section_moves_with_dish(self):
        self.assertEqual(
            self.menu(6, ("a", 2), "FISH", ("b", 3)).columns(), [["a1", "a2"], ["FISH", "b1", "b2", "b3"]]
        )
        self.assertEqual(
            self.menu(5, ("a", 2), "FISH", ("b", 4)).columns(), [["a1", "a2"], ["FISH", "b1", "b2", "b3", "b4"]]
        )

    def test_columns_section_moves_with_long_dish(self):
        self.assertEqual(
            self.menu(5, ("a", 2), "FISH", ("b", 6), ("c", 1)).columns(),
            [["a1", "a2"], ["FISH", "b1", "b2", "b3", "b4"], ["b5", "b6", "", "c1"]],
        )

    def test_columns_section_with_begun_dish(self):
        self.assertEqual(
            self.menu(6, ("a", 2), "FISH", ("b", 4), ("c", 1)).columns(),
            [["a1", "a2", "", "FISH", "b1", "b2"], ["b3", "b4", "", "c1"]],
        )

    def test_columns_section_itself_does_not_fit(self):
        self.assertEqual(
            self.menu(7, ("a", 6), "X/Y/Z", ("b", 1)).columns(),
            [["a1", "a2", "a3", "a4", "a5", "a6"], ["X", "Y", "Z", "b1"]],
        )
        self.assertEqual(self.menu(5, ("a", 3), "X", ("b", 5)).columns()[0], ["a1", "a2", "a3"])

    def test_columns_broken_below_section_at_top(self):
        self.assertEqual(
            self.menu(5, "X/Y", ("b", 6), "Z", ("c", 1)).columns(),
            [["X", "Y", "b1", "b2", "b3"], ["b4", "b5", "b6"], ["Z", "c1"]],
        )


class MenuColumnsTestPage(unittest.TestCase):
    def setUp(self):
        self.menu = MenuColumns(12, 4)
        self.menu.blocks = [
            ("dish", ["Tea ... 2.00"] * 3),
            ("dish", ["Cola", "zero .. 2.50"]),
            ("dish", ["Rum ... 9.00"]),
        ]

    def test_page_default_gutter(self):
        self.assertEqual(
            self.menu.page(),
            "Tea ... 2.00   Cola\nTea ... 2.00   zero .. 2.50\nTea ... 2.00\n               Rum ... 9.00",
        )
        self.assertEqual(len(self.menu.blocks), 3)

    def test_page_other_gutter(self):
        self.assertEqual(
            self.menu.page(1), "Tea ... 2.00 Cola\nTea ... 2.00 zero .. 2.50\nTea ... 2.00\n             Rum ... 9.00"
        )

    def test_page_no_gutter(self):
        self.menu.blocks.pop()
        self.assertEqual(self.menu.page(0), "Tea ... 2.00Cola\nTea ... 2.00zero .. 2.50\nTea ... 2.00")

    def test_page_empty(self):
        menu = MenuColumns(12, 4)
        menu.blocks = [("section", ["SOUPS"])]
        self.assertEqual(menu.page(), "")
        menu.blocks = [("section", ["SOUPS"]), ("dish", ["Pea ... 4.50"])]
        self.assertEqual(menu.page(), "SOUPS\nPea ... 4.50")

    def test_page_one_column(self):
        self.menu.blocks = [("dish", ["Tea ... 2.00"]), ("dish", ["Rum ... 9.00", "  old"])]
        self.assertEqual(self.menu.page(), "Tea ... 2.00\n\nRum ... 9.00\n  old")

    def test_page_second_column_longer(self):
        self.menu.blocks = [("dish", ["A .... 1.00", "  b"]), ("dish", ["C", "D", "E ..... 2.00"])]
        self.assertEqual(self.menu.page(2), "A .... 1.00   C\n  b           D\n              E ..... 2.00")


class MenuColumnsTestMain(unittest.TestCase):
    def test_main_menu(self):
        menu = MenuColumns(16, 6)
        self.assertEqual(menu.wrap("Soups", menu.width), ["Soups"])
        self.assertEqual(menu.add_section("Soups"), 1)
        self.assertEqual(menu.add_dish("Pea soup", "4.50", "with mint"), 2)
        self.assertEqual(menu.columns(), [["SOUPS", "Pea soup .. 4.50", "  with mint"]])
        self.assertEqual(menu.add_dish("Fish soup", "6.00", "of the day, with garlic bread"), 5)
        self.assertEqual(menu.entry("Fish soup", "6.00"), ["Fish", "soup ...... 6.00"])
        self.assertEqual(
            menu.columns(),
            [
                ["SOUPS", "Pea soup .. 4.50", "  with mint", "", "Fish", "soup ...... 6.00"],
                ["  of the day,", "  with garlic", "  bread"],
            ],
        )
        self.assertEqual(menu.add_section("Fish"), 4)
        self.assertEqual(menu.add_section("Mains"), 4)
        self.assertEqual(menu.add_dish("Cod", "14.00"), 1)
        self.assertEqual(menu.blocks[3:], [("section", ["MAINS"]), ("dish", ["Cod ...... 14.00"])])

    def test_main_page_grows(self):
        menu = MenuColumns(12, 4)
        self.assertEqual(menu.page(), "")
        self.assertEqual(menu.add_section("Drinks"), 1)
        self.assertEqual(menu.page(), "")
        self.assertEqual(menu.add_dish("Tea", "2"), 1)
        self.assertEqual(menu.page(), "DRINKS\nTea ...... 2")
        self.assertEqual(menu.add_dish("Hot cocoa", "3.5", "whipped cream"), 4)
        self.assertEqual(menu.blocks[2], ("dish", ["Hot", "cocoa .. 3.5", "  whipped", "  cream"]))
        self.assertEqual(
            menu.page(),
            "DRINKS         Hot\nTea ...... 2   cocoa .. 3.5\n                 whipped\n                 cream",
        )
