# canary: classeval-hf open hive_yard 77f9f125-e9e5-49b4-9155-efc15b607fd2

import unittest

from solution import HiveYard


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def settle_three(yard):
    yard.settle("north", "Ada", 9, 3)
    yard.settle("east", "Bea", 5, 7)
    yard.settle("west", "Cleo", 2, 7)


def breed(yard):
    """Four generations of Ada, and one daughter of Bea."""
    settle_three(yard)
    yard.split("north", "n1", 5, 10)
    yard.hatch(26)
    yard.lose_queen("n1", 40)
    yard.split("east", "e1", 3, 41)
    yard.hatch(60)
    yard.lose_queen("north", 61)
    yard.lose_queen("n1", 62)
    yard.hatch(78)


class HiveYardTestSettle(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)

    def test_settle_two(self):
        self.yard.settle("north", "Ada", 12, 3)
        self.yard.settle("east", "Bea", 1, 7)
        self.assertEqual(self.yard.hives, {"north": ("Ada", 12), "east": ("Bea", 1)})
        self.assertEqual((self.yard.queens, self.yard.cells), ({"Ada": ("", 3), "Bea": ("", 7)}, {}))

    def test_settle_hive_exists_first(self):
        self.yard.settle("north", "Ada", 4, 3)
        self.assertEqual(failure(self.yard.settle, "north", "Ada", 0, 5), ("ValueError", "hive exists"))
        self.assertEqual(self.yard.hives, {"north": ("Ada", 4)})

    def test_settle_queen_is_known_first(self):
        self.yard.settle("north", "Ada", 4, 3)
        self.assertEqual(failure(self.yard.settle, "east", "Ada", 13, 5), ("ValueError", "queen is known"))
        self.assertEqual((self.yard.hives, self.yard.queens), ({"north": ("Ada", 4)}, {"Ada": ("", 3)}))

    def test_settle_bad_frames(self):
        self.assertEqual(
            [failure(self.yard.settle, "north", "Ada", frames, 5) for frames in (0, 13)],
            [("ValueError", "bad frames"), ("ValueError", "bad frames")],
        )
        self.assertEqual((self.yard.hives, self.yard.queens), ({}, {}))

    def test_settle_dead_queen_is_known(self):
        settle_three(self.yard)
        do(self.yard, "lose_queen", "west", 8)
        self.assertEqual(failure(self.yard.settle, "south", "Cleo", 5, 9), ("ValueError", "queen is known"))
        self.yard.settle("south", "Eva", 5, 8)
        self.assertEqual(self.yard.hives["south"], ("Eva", 5))


class HiveYardTestSplit(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        settle_three(self.yard)

    def test_split_raises_daughter(self):
        self.assertEqual(self.yard.split("north", "n1", 3, 20), True)
        self.assertEqual(
            (self.yard.hives["north"], self.yard.hives["n1"], self.yard.cells),
            (("Ada", 6), ("", 3), {"n1": ("Ada", 36)}),
        )

    def test_split_too_weak(self):
        self.assertEqual(self.yard.split("north", "n1", 2, 20), False)
        self.assertEqual((self.yard.hives["north"], self.yard.hives["n1"], self.yard.cells), (("Ada", 7), ("", 2), {}))

    def test_split_cell_goes_to_both(self):
        self.yard.split("north", "n1", 6, 20)
        self.assertEqual(self.yard.split("n1", "n2", 3, 25), True)
        self.assertEqual((self.yard.hives["n1"], self.yard.cells), (("", 3), {"n1": ("Ada", 36), "n2": ("Ada", 36)}))

    def test_split_old_hive_loses_cell(self):
        self.yard.split("north", "n1", 5, 20)
        self.assertEqual(self.yard.split("n1", "n2", 3, 25), True)
        self.assertEqual(
            (self.yard.hives["n1"], self.yard.hives["n2"], self.yard.cells), (("", 2), ("", 3), {"n2": ("Ada", 36)})
        )

    def test_split_both_lose_cell(self):
        self.yard.split("north", "n1", 4, 20)
        self.assertEqual(self.yard.split("n1", "n2", 2, 25), False)
        self.assertEqual((self.yard.hives["n1"], self.yard.hives["n2"], self.yard.cells), (("", 2), ("", 2), {}))

    def test_split_new_hive_without_cell(self):
        self.yard.split("north", "n1", 4, 20)
        self.assertEqual(self.yard.split("n1", "n2", 1, 25), False)
        self.assertEqual((self.yard.hives["n2"], self.yard.cells), (("", 1), {"n1": ("Ada", 36)}))

    def test_split_weak_rest_keeps_queen(self):
        self.assertEqual(self.yard.split("north", "n1", 8, 20), True)
        self.assertEqual((self.yard.hives["north"], self.yard.cells), (("Ada", 1), {"n1": ("Ada", 36)}))

    def test_split_hopeless(self):
        do(self.yard, "settle", "south", "Dora", 2, 8)
        do(self.yard, "lose_queen", "south", 9)
        do(self.yard, "lose_queen", "west", 9)
        do(self.yard, "merge", "west", "south")
        self.assertEqual(self.yard.split("west", "new", 3, 20), False)
        self.assertEqual((self.yard.hives["west"], self.yard.hives["new"], self.yard.cells), (("", 1), ("", 3), {}))

    def test_split_errors(self):
        self.assertEqual(failure(self.yard.split, "south", "east", 0, 20), ("KeyError", "south"))
        self.assertEqual(failure(self.yard.split, "north", "east", 0, 20), ("ValueError", "hive exists"))
        self.assertEqual(
            [failure(self.yard.split, "east", "e1", frames, 20) for frames in (0, 5, 6)],
            [("ValueError", "bad frames"), ("ValueError", "bad frames"), ("ValueError", "bad frames")],
        )
        self.assertEqual(failure(self.yard.split, "north", "north", 3, 20), ("ValueError", "hive exists"))
        self.assertEqual(self.yard.hives, {"north": ("Ada", 9), "east": ("Bea", 5), "west": ("Cleo", 2)})


class HiveYardTestLoseQueen(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        settle_three(self.yard)

    def test_lose_queen_strong(self):
        self.assertEqual(self.yard.lose_queen("east", 30), "Bea")
        self.assertEqual((self.yard.hives["east"], self.yard.cells), (("", 5), {"east": ("Bea", 46)}))

    def test_lose_queen_weak(self):
        self.assertEqual(self.yard.lose_queen("west", 30), "Cleo")
        self.assertEqual((self.yard.hives["west"], self.yard.cells), (("", 2), {}))

    def test_lose_queen_three_frames(self):
        do(self.yard, "settle", "south", "Dora", 3, 8)
        self.assertEqual(self.yard.lose_queen("south", 9), "Dora")
        self.assertEqual(self.yard.cells, {"south": ("Dora", 25)})

    def test_lose_queen_stays_known(self):
        self.yard.lose_queen("east", 30)
        self.assertEqual(self.yard.queens, {"Ada": ("", 3), "Bea": ("", 7), "Cleo": ("", 7)})

    def test_lose_queen_none(self):
        self.yard.lose_queen("east", 30)
        self.assertEqual(failure(self.yard.lose_queen, "east", 35), ("ValueError", "no queen"))
        self.assertEqual(self.yard.cells, {"east": ("Bea", 46)})

    def test_lose_queen_no_hive(self):
        self.assertEqual(failure(self.yard.lose_queen, "Ada", 35), ("KeyError", "Ada"))
        self.assertEqual(self.yard.cells, {})


class HiveYardTestHatch(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        settle_three(self.yard)

    def test_hatch_on_its_day(self):
        do(self.yard, "lose_queen", "east", 30)
        self.assertEqual([self.yard.hatch(45), self.yard.hatch(46)], [[], ["Bea/1"]])
        self.assertEqual(
            (self.yard.hives["east"], self.yard.cells, self.yard.queens["Bea/1"]), (("Bea/1", 5), {}, ("Bea", 46))
        )

    def test_hatch_day_of_the_cell(self):
        do(self.yard, "lose_queen", "east", 30)
        self.assertEqual(self.yard.hatch(99), ["Bea/1"])
        self.assertEqual(self.yard.queens["Bea/1"], ("Bea", 46))

    def test_hatch_in_order(self):
        do(self.yard, "split", "north", "z", 3, 12)
        do(self.yard, "split", "north", "m", 3, 14)
        do(self.yard, "lose_queen", "east", 12)
        self.assertEqual(self.yard.hatch(30), ["Bea/1", "Ada/1", "Ada/2"])
        self.assertEqual(
            self.yard.hives,
            {"north": ("Ada", 3), "east": ("Bea/1", 5), "west": ("Cleo", 2), "z": ("Ada/1", 3), "m": ("Ada/2", 3)},
        )

    def test_hatch_same_mother_by_hive(self):
        do(self.yard, "split", "north", "y", 3, 12)
        do(self.yard, "split", "north", "x", 3, 12)
        self.assertEqual(self.yard.hatch(30), ["Ada/1", "Ada/2"])
        self.assertEqual((self.yard.hives["x"], self.yard.hives["y"]), (("Ada/1", 3), ("Ada/2", 3)))

    def test_hatch_smallest_free_number(self):
        do(self.yard, "settle", "south", "Ada/2", 1, 4)
        do(self.yard, "split", "north", "x", 3, 12)
        do(self.yard, "split", "north", "y", 3, 13)
        self.assertEqual(self.yard.hatch(30), ["Ada/1", "Ada/3"])
        self.assertEqual(
            self.yard.queens,
            {
                "Ada": ("", 3),
                "Bea": ("", 7),
                "Cleo": ("", 7),
                "Ada/2": ("", 4),
                "Ada/1": ("Ada", 28),
                "Ada/3": ("Ada", 29),
            },
        )

    def test_hatch_only_due(self):
        do(self.yard, "split", "north", "x", 3, 12)
        do(self.yard, "split", "north", "y", 3, 13)
        self.assertEqual(self.yard.hatch(28), ["Ada/1"])
        self.assertEqual(self.yard.cells, {"y": ("Ada", 29)})

    def test_hatch_none(self):
        self.assertEqual(self.yard.hatch(100), [])
        self.assertEqual(self.yard.hives, {"north": ("Ada", 9), "east": ("Bea", 5), "west": ("Cleo", 2)})


class HiveYardTestMerge(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        settle_three(self.yard)

    def test_merge_later_queen_moves(self):
        do(self.yard, "settle", "south", "Dora", 3, 8)
        self.assertEqual(self.yard.merge("east", "south"), "Dora")
        self.assertEqual(
            (self.yard.hives, self.yard.queens["Bea"]),
            ({"north": ("Ada", 9), "east": ("Dora", 8), "west": ("Cleo", 2)}, ("", 7)),
        )

    def test_merge_later_queen_stays(self):
        do(self.yard, "settle", "south", "Dora", 3, 8)
        self.assertEqual(self.yard.merge("south", "east"), "Dora")
        self.assertEqual(self.yard.hives, {"north": ("Ada", 9), "west": ("Cleo", 2), "south": ("Dora", 8)})

    def test_merge_same_day(self):
        self.assertEqual(self.yard.merge("west", "east"), "Cleo")
        self.assertEqual(
            (self.yard.hives, self.yard.queens),
            ({"north": ("Ada", 9), "west": ("Cleo", 7)}, {"Ada": ("", 3), "Bea": ("", 7), "Cleo": ("", 7)}),
        )

    def test_merge_queen_into_cell(self):
        do(self.yard, "lose_queen", "east", 20)
        self.assertEqual(self.yard.merge("east", "west"), "Cleo")
        self.assertEqual((self.yard.hives, self.yard.cells), ({"north": ("Ada", 9), "east": ("Cleo", 7)}, {}))

    def test_merge_cell_into_queen(self):
        do(self.yard, "lose_queen", "east", 20)
        self.assertEqual(self.yard.merge("west", "east"), "Cleo")
        self.assertEqual((self.yard.hives, self.yard.cells), ({"north": ("Ada", 9), "west": ("Cleo", 7)}, {}))

    def test_merge_earlier_cell(self):
        do(self.yard, "lose_queen", "east", 20)
        do(self.yard, "split", "north", "n1", 4, 19)
        self.assertEqual(self.yard.merge("east", "n1"), "")
        self.assertEqual((self.yard.hives["east"], self.yard.cells), (("", 9), {"east": ("Ada", 35)}))

    def test_merge_own_cell_is_earlier(self):
        do(self.yard, "lose_queen", "east", 20)
        do(self.yard, "split", "north", "n1", 4, 19)
        self.assertEqual(self.yard.merge("n1", "east"), "")
        self.assertEqual((self.yard.hives["n1"], self.yard.cells), (("", 9), {"n1": ("Ada", 35)}))

    def test_merge_cells_of_one_day(self):
        do(self.yard, "lose_queen", "east", 20)
        do(self.yard, "split", "north", "n1", 4, 20)
        self.assertEqual(self.yard.merge("east", "n1"), "")
        self.assertEqual(self.yard.cells, {"east": ("Bea", 36)})

    def test_merge_only_other_has_cell(self):
        do(self.yard, "lose_queen", "east", 20)
        do(self.yard, "lose_queen", "west", 22)
        self.assertEqual(self.yard.merge("west", "east"), "")
        self.assertEqual((self.yard.hives["west"], self.yard.cells), (("", 7), {"west": ("Bea", 36)}))

    def test_merge_hopeless(self):
        do(self.yard, "settle", "south", "Dora", 2, 8)
        do(self.yard, "lose_queen", "south", 21)
        do(self.yard, "lose_queen", "west", 22)
        self.assertEqual(self.yard.merge("west", "south"), "")
        self.assertEqual((self.yard.hives["west"], self.yard.cells), (("", 4), {}))

    def test_merge_errors(self):
        self.assertEqual(failure(self.yard.merge, "a", "b"), ("KeyError", "a"))
        self.assertEqual(failure(self.yard.merge, "east", "b"), ("KeyError", "b"))
        self.assertEqual(failure(self.yard.merge, "north", "north"), ("ValueError", "same hive"))
        self.assertEqual(failure(self.yard.merge, "east", "north"), ("ValueError", "bad frames"))
        self.assertEqual(self.yard.hives, {"north": ("Ada", 9), "east": ("Bea", 5), "west": ("Cleo", 2)})

    def test_merge_exactly_full(self):
        do(self.yard, "settle", "south", "Dora", 3, 1)
        self.assertEqual(self.yard.merge("north", "south"), "Ada")
        self.assertEqual(self.yard.hives["north"], ("Ada", 12))


class HiveYardTestLineage(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        breed(self.yard)

    def test_lineage_of_daughter(self):
        self.assertEqual(self.yard.lineage("Ada/2"), ["Ada/2", "Ada"])

    def test_lineage_long(self):
        self.assertEqual(self.yard.lineage("Ada/1/1/1"), ["Ada/1/1/1", "Ada/1/1", "Ada/1", "Ada"])

    def test_lineage_bought(self):
        self.assertEqual(self.yard.lineage("Cleo"), ["Cleo"])

    def test_lineage_bought_with_slash(self):
        do(self.yard, "settle", "south", "Ada/9", 3, 8)
        self.assertEqual(self.yard.lineage("Ada/9"), ["Ada/9"])
        self.assertEqual(self.yard.queens["Ada/9"], ("", 8))

    def test_lineage_unknown(self):
        self.assertEqual(failure(self.yard.lineage, "Eva"), ("KeyError", "Eva"))


class HiveYardTestKinship(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        breed(self.yard)

    def test_kinship_sisters(self):
        self.assertEqual(self.yard.kinship("Ada/2", "Ada/1"), ("Ada", 2))

    def test_kinship_aunt(self):
        self.assertEqual(self.yard.kinship("Ada/2", "Ada/1/1/1"), ("Ada", 4))
        self.assertEqual(self.yard.kinship("Ada/1/1/1", "Ada/2"), ("Ada", 4))

    def test_kinship_forebear(self):
        self.assertEqual(self.yard.kinship("Ada/1/1/1", "Ada/1"), ("Ada/1", 2))
        self.assertEqual(self.yard.kinship("Ada/1", "Ada/1/1"), ("Ada/1", 1))

    def test_kinship_same(self):
        self.assertEqual(self.yard.kinship("Ada/1/1", "Ada/1/1"), ("Ada/1/1", 0))

    def test_kinship_none(self):
        self.assertEqual(self.yard.kinship("Ada/1", "Bea/1"), ("", -1))
        self.assertEqual(self.yard.queens["Bea/1"], ("Bea", 57))

    def test_kinship_errors(self):
        self.assertEqual(failure(self.yard.kinship, "Zoe", "Eva"), ("KeyError", "Zoe"))
        self.assertEqual(failure(self.yard.kinship, "Ada", "Eva"), ("KeyError", "Eva"))


class HiveYardTestStrain(unittest.TestCase):
    def setUp(self):
        self.yard = HiveYard(12)
        breed(self.yard)

    def test_strain_dead_forebear(self):
        self.assertEqual(self.yard.strain("Ada"), {"north": 1, "n1": 3})

    def test_strain_in_between(self):
        self.assertEqual(self.yard.strain("Ada/1"), {"n1": 2})

    def test_strain_with_herself(self):
        self.assertEqual(self.yard.strain("Bea"), {"east": 0, "e1": 1})

    def test_strain_without_cells(self):
        do(self.yard, "lose_queen", "e1", 80)
        self.assertEqual(self.yard.strain("Bea"), {"east": 0})
        self.assertEqual(self.yard.cells, {"e1": ("Bea/1", 96)})

    def test_strain_died_out(self):
        do(self.yard, "lose_queen", "west", 80)
        self.assertEqual(self.yard.strain("Cleo"), {})
        self.assertEqual(self.yard.hives["west"], ("", 2))

    def test_strain_unknown(self):
        self.assertEqual(failure(self.yard.strain, "north"), ("KeyError", "north"))


class HiveYardTestMain(unittest.TestCase):
    def test_main_two_years(self):
        yard = HiveYard(10)
        yard.settle("a", "Ida", 8, 1)
        self.assertEqual(yard.split("a", "b", 4, 100), True)
        self.assertEqual(yard.split("b", "c", 1, 101), False)
        self.assertEqual(
            (yard.hives, yard.cells), ({"a": ("Ida", 4), "b": ("", 3), "c": ("", 1)}, {"b": ("Ida", 116)})
        )
        self.assertEqual(yard.hatch(116), ["Ida/1"])
        self.assertEqual(yard.merge("a", "c"), "Ida")
        self.assertEqual(yard.lose_queen("a", 120), "Ida")
        self.assertEqual(yard.split("a", "d", 2, 122), False)
        self.assertEqual(
            (yard.hives, yard.cells), ({"a": ("", 3), "b": ("Ida/1", 3), "d": ("", 2)}, {"a": ("Ida", 136)})
        )
        self.assertEqual(yard.hatch(140), ["Ida/2"])
        self.assertEqual(yard.kinship("Ida/2", "Ida/1"), ("Ida", 2))
        self.assertEqual(yard.merge("b", "a"), "Ida/2")
        self.assertEqual(
            (yard.hives, yard.strain("Ida"), yard.lineage("Ida/2")),
            ({"b": ("Ida/2", 6), "d": ("", 2)}, {"b": 1}, ["Ida/2", "Ida"]),
        )

    def test_main_cells_and_queens(self):
        yard = HiveYard(15)
        yard.settle("k", "Mia", 9, 5)
        yard.settle("l", "Noa", 4, 6)
        self.assertEqual(yard.lose_queen("k", 10), "Mia")
        self.assertEqual(yard.split("k", "m", 3, 12), True)
        self.assertEqual(yard.cells, {"k": ("Mia", 26), "m": ("Mia", 26)})
        self.assertEqual(yard.merge("l", "m"), "Noa")
        self.assertEqual(failure(yard.merge, "k", "z"), ("KeyError", "z"))
        self.assertEqual(yard.hatch(26), ["Mia/1"])
        self.assertEqual(yard.split("l", "m", 3, 30), True)
        self.assertEqual(yard.lose_queen("k", 29), "Mia/1")
        self.assertEqual(yard.merge("k", "m"), "")
        self.assertEqual((yard.hives, yard.cells), ({"k": ("", 9), "l": ("Noa", 4)}, {"k": ("Mia/1", 45)}))
        self.assertEqual(yard.hatch(50), ["Mia/1/1"])
        self.assertEqual(
            (yard.strain("Mia"), yard.strain("Noa"), yard.queens),
            ({"k": 2}, {"l": 0}, {"Mia": ("", 5), "Noa": ("", 6), "Mia/1": ("Mia", 26), "Mia/1/1": ("Mia/1", 45)}),
        )

    def test_main_old_and_young(self):
        yard = HiveYard(9)
        yard.settle("p", "Uma", 6, 2)
        self.assertEqual(yard.split("p", "q", 3, 4), True)
        self.assertEqual(yard.hatch(20), ["Uma/1"])
        self.assertEqual(yard.merge("p", "q"), "Uma/1")
        self.assertEqual(yard.split("p", "q", 5, 21), True)
        self.assertEqual(failure(yard.settle, "r", "Uma", 3, 22), ("ValueError", "queen is known"))
        self.assertEqual(yard.lose_queen("p", 30), "Uma/1")
        self.assertEqual((yard.hives, yard.cells), ({"p": ("", 1), "q": ("", 5)}, {"q": ("Uma/1", 37)}))
        self.assertEqual(yard.merge("p", "q"), "")
        self.assertEqual(yard.hatch(37), ["Uma/1/1"])
        self.assertEqual(
            (yard.lineage("Uma/1/1"), yard.kinship("Uma", "Uma/1/1")), (["Uma/1/1", "Uma/1", "Uma"], ("Uma", 2))
        )
        self.assertEqual((yard.strain("Uma"), yard.hives), ({"p": 2}, {"p": ("Uma/1/1", 6)}))
