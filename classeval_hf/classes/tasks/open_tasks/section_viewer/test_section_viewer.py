# canary: classeval-hf open section_viewer 98b869f8-4f4a-4837-8e26-5bafc6f6926a

import unittest

from solution import SectionViewer

TEXT = """# Garden
All about the garden.
## Beds
### Roses
Water roses in June.
### Beans
## Tools
A spade, a rake
# Kitchen
## Soups
### Bean soup
Beans, water.
#### Spicy
Add chili to the soup
## Cakes
# Notes
water the ROSES!"""


def after(viewer, *calls):
    """The viewer after calls of its methods."""
    for name, *arguments in calls:
        getattr(viewer, name)(*arguments)
    return viewer


def opened(viewer):
    """The viewer with eleven sections, of which Beds (1) and Soups (6) are folded, and the cursor on Tools (4)."""
    return after(viewer, ("load", TEXT), ("move", 1), ("toggle",), ("move", 3), ("toggle",), ("move", -2))


class SectionViewerTestVisible(unittest.TestCase):
    def test_visible_all(self):
        viewer = after(SectionViewer(4), ("load", TEXT))
        self.assertEqual((viewer.visible(), len(viewer.sections)), ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 11))

    def test_visible_folded(self):
        viewer = SectionViewer(4)
        opened(viewer)
        self.assertEqual((viewer.visible(), viewer.folded), ([0, 1, 4, 5, 6, 9, 10], {1, 6}))

    def test_visible_folded_inside_folded(self):
        viewer = after(opened(SectionViewer(4)), ("move", 1), ("toggle",))
        self.assertEqual((viewer.visible(), viewer.folded), ([0, 1, 4, 5, 10], {1, 5, 6}))
        after(viewer, ("toggle",))
        self.assertEqual(viewer.visible(), [0, 1, 4, 5, 6, 9, 10])

    def test_visible_first_folded(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("toggle",))
        self.assertEqual(viewer.visible(), [0, 5, 6, 7, 8, 9, 10])

    def test_visible_none(self):
        self.assertEqual(
            (SectionViewer(4).visible(), after(SectionViewer(4), ("load", "# A\n## B"), ("toggle",)).visible()),
            ([], [0]),
        )


class SectionViewerTestScroll(unittest.TestCase):
    def test_scroll_down_and_up(self):
        viewer = SectionViewer(4)
        after(viewer, ("load", TEXT))
        tops = []
        for place in (3, 4, 7, 10, 7, 6, 0):
            viewer.cursor = place
            tops.append(viewer.scroll())
        self.assertEqual(tops, [0, 1, 4, 7, 7, 6, 0])
        self.assertEqual((viewer.top, viewer.cursor), (0, 0))

    def test_scroll_fills_the_window(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 10))
        self.assertEqual(viewer.top, 7)
        viewer.folded = {5, 1}
        self.assertEqual(viewer.scroll(), 1)
        viewer.folded = {0, 5}
        self.assertEqual(viewer.scroll(), 0)

    def test_scroll_from_elsewhere(self):
        viewer = after(SectionViewer(3), ("load", TEXT), ("move", 5))
        tops = []
        for top in (0, 2, 3, 4, 5, 6, 99, -7):
            viewer.top = top
            tops.append(viewer.scroll())
        self.assertEqual(tops, [3, 3, 3, 4, 5, 5, 5, 3])

    def test_scroll_height_one(self):
        viewer = after(SectionViewer(1), ("load", TEXT), ("move", 6))
        viewer.top = 0
        self.assertEqual((viewer.scroll(), viewer.cursor), (6, 6))

    def test_scroll_no_sections(self):
        viewer = SectionViewer(3)
        viewer.top = 2
        self.assertEqual((viewer.scroll(), viewer.top), (0, 0))
        self.assertEqual(after(SectionViewer(5), ("load", TEXT), ("move", 7)).scroll(), 3)


class SectionViewerTestLoad(unittest.TestCase):
    def test_load_sections(self):
        viewer = SectionViewer(4)
        self.assertEqual(
            (viewer.load(TEXT), viewer.sections),
            (
                11,
                [
                    (1, "Garden", "All about the garden."),
                    (2, "Beds", ""),
                    (3, "Roses", "Water roses in June."),
                    (3, "Beans", ""),
                    (2, "Tools", "A spade, a rake"),
                    (1, "Kitchen", ""),
                    (2, "Soups", ""),
                    (3, "Bean soup", "Beans, water."),
                    (4, "Spicy", "Add chili to the soup"),
                    (2, "Cakes", ""),
                    (1, "Notes", "water the ROSES!"),
                ],
            ),
        )

    def test_load_again(self):
        viewer = opened(SectionViewer(2))
        self.assertEqual(
            (viewer.load("# New\n## Part\ntext"), viewer.sections, viewer.folded, viewer.cursor, viewer.top),
            (2, [(1, "New", ""), (2, "Part", "text")], set(), 0, 0),
        )

    def test_load_headings(self):
        viewer = SectionViewer(4)
        self.assertEqual(viewer.load("#   Wide   title  \n#nothing\n##\n## \n##  ## Sub\n### #\n #not"), 3)
        self.assertEqual(
            viewer.sections, [(1, "Wide   title", "#nothing\n##\n## "), (2, "## Sub", ""), (3, "#", " #not")]
        )

    def test_load_text_lines(self):
        viewer = SectionViewer(4)
        self.assertEqual(
            (viewer.load("\n  \n# A\n\n  first \n   \n\tsecond\n\n# B\n"), viewer.sections),
            (2, [(1, "A", "  first \n\tsecond"), (1, "B", "")]),
        )

    def test_load_empty(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual(
            (viewer.load(" \n"), viewer.sections, viewer.folded, viewer.cursor, viewer.top), (0, [], set(), 0, 0)
        )

    def test_load_bad_lines(self):
        viewer = opened(SectionViewer(2))
        with self.assertRaises(ValueError) as caught:
            viewer.load("\ntext\n# A")
        self.assertEqual(str(caught.exception), "bad line: 2")
        with self.assertRaises(ValueError) as caught:
            viewer.load("\n\n## A")
        self.assertEqual(str(caught.exception), "bad line: 3")
        with self.assertRaises(ValueError) as caught:
            viewer.load("# A\n## B\n# C\n### D\n#### E")
        self.assertEqual(str(caught.exception), "bad line: 4")
        with self.assertRaises(ValueError) as caught:
            viewer.load("#\n# A")
        self.assertEqual(str(caught.exception), "bad line: 1")
        self.assertEqual((len(viewer.sections), viewer.folded, viewer.cursor, viewer.top), (11, {1, 6}, 4, 2))
        self.assertEqual(viewer.load("# A\n## B\n### C\n# D\n## E"), 5)


class SectionViewerTestMove(unittest.TestCase):
    def test_move_over_folded(self):
        viewer = SectionViewer(4)
        opened(viewer)
        self.assertEqual((viewer.move(2), viewer.cursor, viewer.move(1), viewer.cursor), (2, 6, 1, 9))

    def test_move_up(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual((viewer.move(-1), viewer.cursor, viewer.move(-1), viewer.cursor), (-1, 1, -1, 0))

    def test_move_too_far(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual((viewer.move(50), viewer.cursor, viewer.top, viewer.move(3)), (4, 10, 3, 0))
        self.assertEqual((viewer.move(-50), viewer.cursor, viewer.top, viewer.move(0)), (-6, 0, 0, 0))

    def test_move_scrolls(self):
        viewer = after(SectionViewer(3), ("load", TEXT))
        self.assertEqual(
            [(viewer.move(steps), viewer.top) for steps in (2, 1, 3, -1, -2, -1)],
            [(2, 0), (1, 1), (3, 4), (-1, 4), (-2, 3), (-1, 2)],
        )

    def test_move_no_sections(self):
        viewer = SectionViewer(3)
        self.assertEqual((viewer.sections, viewer.folded, viewer.cursor, viewer.top), ([], set(), 0, 0))
        self.assertEqual(
            (viewer.move(2), viewer.cursor, after(viewer, ("load", "# A\n# B")).move(2), viewer.cursor), (0, 0, 1, 1)
        )


class SectionViewerTestToggle(unittest.TestCase):
    def test_toggle_fold_and_unfold(self):
        viewer = SectionViewer(4)
        after(viewer, ("load", TEXT), ("move", 6))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor), (True, {6}, 6))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor), (False, set(), 6))

    def test_toggle_parent(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor), (True, {0, 1, 6}, 0))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor), (False, {1, 6}, 0))

    def test_toggle_parent_of_a_later_one(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 9))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor, viewer.top), (True, {5}, 5, 3))
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 3))
        self.assertEqual((viewer.toggle(), viewer.cursor), (True, 1))
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 2))
        self.assertEqual((viewer.toggle(), viewer.cursor, viewer.folded), (True, 1, {1}))

    def test_toggle_last_section(self):
        viewer = after(SectionViewer(4), ("load", "# A\n## B\n### C"), ("move", 2))
        self.assertEqual((viewer.toggle(), viewer.folded, viewer.cursor), (True, {1}, 1))

    def test_toggle_scrolls(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 8), ("move", -2))
        self.assertEqual((viewer.top, viewer.cursor, viewer.toggle(), viewer.top), (5, 6, True, 5))

    def test_toggle_nothing_to_fold(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 10))
        with self.assertRaises(ValueError) as caught:
            viewer.toggle()
        self.assertEqual(str(caught.exception), "nothing to fold")
        with self.assertRaises(ValueError) as caught:
            SectionViewer(4).toggle()
        self.assertEqual(str(caught.exception), "nothing to fold")
        with self.assertRaises(ValueError) as caught:
            after(SectionViewer(4), ("load", "# A\n# B\n## C")).toggle()
        self.assertEqual(str(caught.exception), "nothing to fold")
        self.assertEqual((viewer.cursor, viewer.folded), (10, set()))


class SectionViewerTestSearch(unittest.TestCase):
    def test_search_next(self):
        viewer = SectionViewer(4)
        after(viewer, ("load", TEXT))
        self.assertEqual(
            [(viewer.search("water"), viewer.cursor) for _ in range(5)],
            [([2, 7, 10], 2), ([2, 7, 10], 7), ([2, 7, 10], 10), ([2, 7, 10], 2), ([2, 7, 10], 7)],
        )

    def test_search_unfolds(self):
        viewer = after(opened(SectionViewer(4)), ("move", 1), ("toggle",))
        self.assertEqual((viewer.search("Spicy"), viewer.cursor, viewer.folded, viewer.top), ([8], 8, {1}, 3))
        self.assertEqual((viewer.search("rake"), viewer.cursor, viewer.folded, viewer.top), ([4], 4, {1}, 2))

    def test_search_keeps_other_folds(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual((viewer.search("beans"), viewer.cursor, viewer.folded), ([3, 7], 7, {1}))
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 7), ("toggle",), ("move", -1))
        self.assertEqual((viewer.search("bean"), viewer.cursor, viewer.folded), ([7], 7, {7}))

    def test_search_all_words(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual(
            [viewer.search(query) for query in ("roses water", "WATER-beans", "beans bean", "soup, soup")],
            [[2, 10], [7], [7], [7, 8]],
        )
        self.assertEqual(viewer.cursor, 8)

    def test_search_whole_words(self):
        viewer = after(SectionViewer(4), ("load", "# Straße 5b\n# x_y\n# Mars 5\nit's b"))
        self.assertEqual(
            [viewer.search(query) for query in ("STRASSE", "5", "b", "y x", "S")], [[0], [2], [2], [1], [2]]
        )
        self.assertEqual((viewer.search("5B"), viewer.cursor), ([0], 0))

    def test_search_nothing_found(self):
        viewer = opened(SectionViewer(4))
        self.assertEqual(
            (viewer.search("gard"), viewer.search("garden kitchen"), viewer.cursor, viewer.folded), ([], [], 4, {1, 6})
        )
        self.assertEqual(SectionViewer(4).search("garden"), [])

    def test_search_no_words(self):
        viewer = opened(SectionViewer(4))
        with self.assertRaises(ValueError) as caught:
            viewer.search("")
        self.assertEqual(str(caught.exception), "no words")
        with self.assertRaises(ValueError) as caught:
            viewer.search(" ?! ")
        self.assertEqual(str(caught.exception), "no words")
        self.assertEqual((viewer.cursor, viewer.search("cakes")), (4, [9]))


class SectionViewerTestCut(unittest.TestCase):
    def test_cut_with_hidden_ones(self):
        viewer = after(opened(SectionViewer(4)), ("move", 2))
        self.assertEqual(
            (viewer.cut(), [section[1] for section in viewer.sections], viewer.folded, viewer.cursor),
            (
                ["Soups", "Bean soup", "Spicy"],
                ["Garden", "Beds", "Roses", "Beans", "Tools", "Kitchen", "Cakes", "Notes"],
                {1},
                6,
            ),
        )

    def test_cut_moves_folded(self):
        viewer = SectionViewer(4)
        opened(viewer)
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.folded, viewer.sections[5]), (["Tools"], 4, {1, 5}, (2, "Soups", ""))
        )

    def test_cut_whole_branch(self):
        viewer = after(opened(SectionViewer(4)), ("move", -9))
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.folded, viewer.sections[1:]),
            (
                ["Garden", "Beds", "Roses", "Beans", "Tools"],
                0,
                {1},
                [
                    (2, "Soups", ""),
                    (3, "Bean soup", "Beans, water."),
                    (4, "Spicy", "Add chili to the soup"),
                    (2, "Cakes", ""),
                    (1, "Notes", "water the ROSES!"),
                ],
            ),
        )

    def test_cut_last_sections(self):
        viewer = after(SectionViewer(2), ("load", "# A\n## B\n## C\n# D\n## E"), ("toggle",), ("move", 1))
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.folded, viewer.top, viewer.sections),
            (["D", "E"], 0, {0}, 0, [(1, "A", ""), (2, "B", ""), (2, "C", "")]),
        )
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.folded, viewer.sections), (["A", "B", "C"], 0, set(), [])
        )

    def test_cut_last_subsection(self):
        viewer = after(SectionViewer(2), ("load", "# A\n## B\n### C\n## D"), ("move", 1), ("toggle",), ("move", 1))
        self.assertEqual((viewer.cut(), viewer.cursor, viewer.folded), (["D"], 1, {1}))
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.folded, viewer.sections), (["B", "C"], 0, set(), [(1, "A", "")])
        )

    def test_cut_scrolls(self):
        viewer = after(SectionViewer(4), ("load", TEXT), ("move", 8))
        self.assertEqual((viewer.top, viewer.cut(), viewer.top, viewer.cursor), (5, ["Spicy"], 5, 8))
        self.assertEqual((viewer.cut(), viewer.top, viewer.cursor), (["Cakes"], 5, 8))

    def test_cut_empty(self):
        viewer = after(SectionViewer(2), ("load", "# A"))
        self.assertEqual((viewer.cut(), viewer.sections), (["A"], []))
        with self.assertRaises(ValueError) as caught:
            viewer.cut()
        self.assertEqual(str(caught.exception), "empty")
        self.assertEqual((viewer.cursor, viewer.top), (0, 0))


class SectionViewerTestShow(unittest.TestCase):
    def test_show_all(self):
        self.assertEqual(
            after(SectionViewer(20), ("load", TEXT)).show(),
            [
                ">- Garden",
                "   - Beds",
                "     . Roses",
                "     . Beans",
                "   . Tools",
                " - Kitchen",
                "   - Soups",
                "     - Bean soup",
                "       . Spicy",
                "   . Cakes",
                " . Notes",
            ],
        )

    def test_show_window(self):
        viewer = SectionViewer(4)
        opened(viewer)
        self.assertEqual(
            (viewer.show(), viewer.top), (["   + Beds (2)", ">  . Tools", " - Kitchen", "   + Soups (2)"], 1)
        )
        after(viewer, ("move", 3))
        self.assertEqual(
            (viewer.show(), viewer.top), (["   . Tools", " - Kitchen", "   + Soups (2)", ">  . Cakes"], 2)
        )

    def test_show_folded_inside_folded(self):
        viewer = after(opened(SectionViewer(9)), ("move", 1), ("toggle",), ("move", -5), ("toggle",))
        self.assertEqual(viewer.show(), [">+ Garden (4)", " + Kitchen (4)", " . Notes"])

    def test_show_last_folded(self):
        self.assertEqual(
            after(SectionViewer(9), ("load", "# A\n# B\n## C\n### D"), ("move", 2), ("toggle",)).show(),
            [" . A", " - B", ">  + C (1)"],
        )

    def test_show_nothing(self):
        viewer = SectionViewer(3)
        self.assertEqual((viewer.show(), after(viewer, ("load", "# One line")).show()), ([], [">. One line"]))


class SectionViewerTestMain(unittest.TestCase):
    def test_main_walk(self):
        viewer = SectionViewer(4)
        self.assertEqual(
            (viewer.load(TEXT), viewer.move(3), viewer.toggle(), viewer.show()),
            (11, 3, True, [" - Garden", ">  + Beds (2)", "   . Tools", " - Kitchen"]),
        )
        self.assertEqual(
            (viewer.search("chili"), viewer.cursor, viewer.top, viewer.show()),
            ([8], 8, 3, [" - Kitchen", "   - Soups", "     - Bean soup", ">      . Spicy"]),
        )
        self.assertEqual(
            (viewer.toggle(), viewer.toggle(), viewer.move(-1), viewer.toggle(), viewer.visible()),
            (True, False, -1, True, [0, 1, 4, 5, 6, 9, 10]),
        )
        self.assertEqual(
            (viewer.cut(), viewer.folded, viewer.show()),
            (["Soups", "Bean soup", "Spicy"], {1}, ["   . Tools", " - Kitchen", ">  . Cakes", " . Notes"]),
        )
        self.assertEqual(
            (viewer.move(-2), viewer.cut(), viewer.scroll(), viewer.show()),
            (-2, ["Tools"], 1, ["   + Beds (2)", ">- Kitchen", "   . Cakes", " . Notes"]),
        )
        with self.assertRaises(ValueError) as caught:
            viewer.load("## X")
        self.assertEqual(str(caught.exception), "bad line: 1")
        self.assertEqual(
            (viewer.search("roses"), viewer.cursor, viewer.search("roses"), viewer.cursor, viewer.folded),
            ([2, 6], 6, [2, 6], 2, set()),
        )
        self.assertEqual(
            (viewer.move(9), viewer.cut(), viewer.show()),
            (4, ["Notes"], ["     . Roses", "     . Beans", " - Kitchen", ">  . Cakes"]),
        )

    def test_main_folds(self):
        viewer = SectionViewer(3)
        self.assertEqual(
            (viewer.load("# A\n## B\n### C\n### D\n# E\n## F\n# G"), viewer.move(3), viewer.toggle()), (7, 3, True)
        )
        self.assertEqual(
            (viewer.move(2), viewer.toggle(), viewer.move(-2), viewer.toggle(), viewer.folded, viewer.show()),
            (2, True, -2, True, {0, 1, 4}, [">+ A (3)", " + E (1)", " . G"]),
        )
        self.assertEqual(
            (viewer.search("d"), viewer.show(), viewer.toggle(), viewer.show()),
            ([3], ["   - B", "     . C", ">    . D"], True, [">  + B (2)", " + E (1)", " . G"]),
        )
        self.assertEqual(
            (viewer.cut(), viewer.folded, viewer.cursor, viewer.visible()), (["B", "C", "D"], {1}, 1, [0, 1, 3])
        )
        self.assertEqual(
            (viewer.toggle(), viewer.move(1), viewer.cut(), viewer.show()), (False, 1, ["F"], [" . A", " . E", ">. G"])
        )
        with self.assertRaises(ValueError) as caught:
            after(viewer, ("move", 1)).toggle()
        self.assertEqual(str(caught.exception), "nothing to fold")
        self.assertEqual((viewer.cut(), viewer.cut(), viewer.show(), viewer.scroll()), (["G"], ["E"], [">. A"], 0))

    def test_main_down_to_nothing(self):
        viewer = SectionViewer(2)
        self.assertEqual(
            (viewer.load("# A b\n## B\n# C b\nx\n# D"), viewer.search("b"), viewer.search("B"), viewer.cursor),
            (4, [0, 1, 2], [0, 1, 2], 2),
        )
        self.assertEqual(
            (viewer.cut(), viewer.cursor, viewer.top, viewer.move(-1), viewer.toggle(), viewer.cursor),
            (["C b"], 2, 1, -1, True, 0),
        )
        self.assertEqual(
            (viewer.search("b"), viewer.cursor, viewer.folded, viewer.search("b"), viewer.cursor),
            ([0, 1], 1, set(), [0, 1], 0),
        )
        self.assertEqual(
            (viewer.cut(), viewer.show(), viewer.cut(), viewer.visible(), viewer.move(1)),
            (["A b", "B"], [">. D"], ["D"], [], 0),
        )
        with self.assertRaises(ValueError) as caught:
            viewer.cut()
        self.assertEqual(str(caught.exception), "empty")
        self.assertEqual((viewer.search("b"), viewer.load("# Z"), viewer.show()), ([], 1, [">. Z"]))
