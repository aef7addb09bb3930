# canary: classeval-hf open seed_bank 1025de4c-1448-4dca-a6fa-6cea3041f865

import unittest
from fractions import Fraction

from solution import SeedBank

LOSSES = {"cold": (1, 20), "dry": (2, 10), "deep": (0, 1)}


def play(bank, *calls):
    """Calls methods of a bank, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(bank, name)(*arguments)


RYE = ("accept", "R1", "rye", "cold", 400, 2000, 40, 36)
RYE_TOO = ("accept", "R2", "rye", "cold", 150, 2003, 20, 9)
OAT = ("accept", "O1", "oat", "dry", 90, 2001, 12, 12)
PEA = ("accept", "P1", "pea", "deep", 33, 1998, 9, 6)


class SeedBankTestAccept(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)

    def test_accept_vaults(self):
        self.assertEqual(self.bank.kept, {"cold": Fraction(19, 20), "dry": Fraction(4, 5), "deep": Fraction(1)})
        self.assertEqual(self.bank.accept("R1", "rye", "cold", 400, 2000, 40, 36), Fraction(9, 10))
        self.assertEqual(self.bank.lots, {"R1": ("rye", "cold", 400, Fraction(9, 10), 40, 2000)})

    def test_accept_several(self):
        self.assertEqual(self.bank.accept("P1", "pea", "deep", 1, 1990, 9, 6), Fraction(2, 3))
        self.assertEqual(self.bank.accept("P2", "pea", "dry", 7, 1950, 1, 1), Fraction(1))
        self.assertEqual(
            self.bank.lots,
            {"P1": ("pea", "deep", 1, Fraction(2, 3), 9, 1990), "P2": ("pea", "dry", 7, Fraction(1, 1), 1, 1950)},
        )

    def test_accept_nothing_grew(self):
        self.assertEqual(self.bank.accept("P1", "pea", "deep", 30, 1990, 9, 0), Fraction(0))
        self.assertEqual(self.bank.lots["P1"], ("pea", "deep", 30, Fraction(0), 9, 1990))

    def test_accept_exists(self):
        play(self.bank, PEA)
        with self.assertRaises(ValueError) as caught:
            self.bank.accept("P1", "rye", "warm", 0, 2000, 0, 1)
        self.assertEqual(str(caught.exception), "lot exists: P1")
        self.assertEqual(self.bank.lots["P1"][:3], ("pea", "deep", 33))

    def test_accept_no_vault(self):
        with self.assertRaises(ValueError) as caught:
            self.bank.accept("P1", "rye", "warm", 0, 2000, 0, 1)
        self.assertEqual(str(caught.exception), "no vault: warm")
        self.assertEqual(self.bank.lots, {})

    def test_accept_bad_numbers(self):
        for seeds, sown, grown in ((0, 5, 5), (-1, 5, 5), (5, 0, 0), (5, 3, -1), (5, 3, 4), (5, -2, -2)):
            with self.assertRaises(ValueError) as caught:
                self.bank.accept("P1", "pea", "deep", seeds, 2000, sown, grown)
            self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.bank.accept("P1", "pea", "deep", 1, 2000, 3, 1), Fraction(1, 3))
        self.assertEqual(self.bank.lots["P1"], ("pea", "deep", 1, Fraction(1, 3), 3, 2000))


class SeedBankTestViability(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA)

    def test_viability_years(self):
        self.assertEqual(
            [self.bank.viability("R1", year) for year in (2000, 2001, 2003)],
            [Fraction(9, 10), Fraction(171, 200), Fraction(61731, 80000)],
        )
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 400, Fraction(9, 10), 40, 2000))

    def test_viability_of_vaults(self):
        self.assertEqual(
            [self.bank.viability("O1", 2004), self.bank.viability("P1", 2090)], [Fraction(64, 125), Fraction(2, 3)]
        )

    def test_viability_after_move(self):
        play(self.bank, ("move", "O1", 2003, "cold"))
        self.assertEqual(
            [self.bank.viability("O1", 2003), self.bank.viability("O1", 2005)], [Fraction(16, 25), Fraction(361, 625)]
        )

    def test_viability_before(self):
        play(self.bank, ("test", "R1", 2004, 10, 7))
        with self.assertRaises(ValueError) as caught:
            self.bank.viability("R1", 2003)
        self.assertEqual(str(caught.exception), "before 2004")
        self.assertEqual(self.bank.viability("R1", 2004), self.bank.lots["R1"][3])

    def test_viability_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.bank.viability("R2", 1900)
        self.assertEqual(caught.exception.args, ("R2",))

    def test_viability_long(self):
        self.assertEqual(self.bank.viability("O1", 2011), Fraction(1048576, 9765625))


class SeedBankTestTest(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA)

    def test_test_weighs(self):
        self.assertEqual(self.bank.test("R1", 2001, 20, 14), Fraction(241, 300))
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 380, Fraction(241, 300), 60, 2001))

    def test_test_again(self):
        self.assertEqual(
            [self.bank.test("O1", year, 6, 4) for year in (2001, 2002, 2002)],
            [Fraction(8, 9), Fraction(7, 10), Fraction(52, 75)],
        )
        self.assertEqual(self.bank.lots["O1"], ("oat", "dry", 72, Fraction(52, 75), 30, 2002))

    def test_test_one_seed(self):
        self.assertEqual(
            [self.bank.test("P1", 1999, 1, 1), self.bank.test("P1", 1999, 1, 0)], [Fraction(7, 10), Fraction(7, 11)]
        )
        self.assertEqual(self.bank.lots["P1"], ("pea", "deep", 31, Fraction(7, 11), 11, 1999))

    def test_test_no_loss(self):
        self.assertEqual(self.bank.test("P1", 2060, 3, 0), Fraction(1, 2))
        self.assertEqual(self.bank.lots["P1"], ("pea", "deep", 30, Fraction(1, 2), 12, 2060))

    def test_test_last_seeds(self):
        self.assertEqual(self.bank.test("P1", 2000, 33, 29), Fraction(5, 6))
        self.assertEqual(sorted(self.bank.lots), ["O1", "R1"])

    def test_test_untested(self):
        play(self.bank, ("regenerate", "P1", 2000, 9, "P2", 70))
        self.assertEqual(self.bank.lots["P2"][3], Fraction(6, 7))
        self.assertEqual(self.bank.test("P2", 2010, 8, 5), Fraction(5, 8))
        self.assertEqual(self.bank.lots["P2"], ("pea", "deep", 62, Fraction(5, 8), 8, 2010))

    def test_test_errors(self):
        before = dict(self.bank.lots)
        cases = [(1990, 0, 0, "bad number"), (1990, 3, 4, "bad number"), (1990, 3, -1, "bad number")]
        cases += [(1999, 500, 1, "before 2000"), (2000, 401, 1, "too few seeds"), (2000, -3, -3, "bad number")]
        for year, sown, grown, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.bank.test("R1", year, sown, grown)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(KeyError) as caught:
            self.bank.test("R9", 2000, 0, 0)
        self.assertEqual(caught.exception.args, ("R9",))
        self.assertEqual(self.bank.lots, before)


class SeedBankTestMove(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA)

    def test_move_counts(self):
        self.assertEqual([self.bank.move("O1", 2001, "cold"), self.bank.move("P1", 2001, "cold")], [2, 3])
        self.assertEqual(self.bank.move("R1", 2001, "dry"), 1)
        self.assertEqual([lot[1] for lot in self.bank.lots.values()], ["dry", "cold", "cold"])

    def test_move_decays_first(self):
        self.assertEqual(self.bank.move("O1", 2003, "deep"), 2)
        self.assertEqual(self.bank.lots["O1"], ("oat", "deep", 90, Fraction(16, 25), 12, 2003))

    def test_move_same_vault(self):
        self.assertEqual(self.bank.move("R1", 2002, "cold"), 1)
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 400, Fraction(3249, 4000), 40, 2002))

    def test_move_there_and_back(self):
        self.assertEqual([self.bank.move("R1", 2001, "dry"), self.bank.move("R1", 2002, "cold")], [2, 1])
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 400, Fraction(171, 250), 40, 2002))

    def test_move_errors(self):
        before = dict(self.bank.lots)
        with self.assertRaises(KeyError) as caught:
            self.bank.move("R9", 1990, "warm")
        self.assertEqual(caught.exception.args, ("R9",))
        for year, vault, message in ((1990, "warm", "no vault: warm"), (2000, "cold", "before 2001")):
            with self.assertRaises(ValueError) as caught:
                self.bank.move("O1", year, vault)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.bank.lots, before)


class SeedBankTestMerge(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA, RYE_TOO)

    def test_merge_weighs(self):
        self.assertEqual(self.bank.merge("R1", "R2", 2003), Fraction(75231, 110000))
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 550, Fraction(75231, 110000), 60, 2003))
        self.assertEqual(sorted(self.bank.lots), ["O1", "P1", "R1"])

    def test_merge_other_way_later(self):
        self.assertEqual(self.bank.merge("R2", "R1", 2005), Fraction(27158391, 44000000))
        self.assertEqual(self.bank.lots["R2"], ("rye", "cold", 550, Fraction(27158391, 44000000), 60, 2005))

    def test_merge_no_loss(self):
        play(self.bank, ("accept", "P2", "pea", "deep", 66, 2000, 6, 1))
        self.assertEqual(self.bank.merge("P1", "P2", 2010), Fraction(1, 3))
        self.assertEqual(self.bank.lots["P1"], ("pea", "deep", 99, Fraction(1, 3), 15, 2010))

    def test_merge_after_move(self):
        play(self.bank, ("move", "R2", 2004, "dry"), ("move", "R1", 2005, "dry"))
        self.assertEqual(self.bank.merge("R2", "R1", 2005), Fraction(26388891, 44000000))
        self.assertEqual(self.bank.lots["R2"], ("rye", "dry", 550, Fraction(26388891, 44000000), 60, 2005))

    def test_merge_errors(self):
        play(self.bank, ("accept", "R3", "rye", "dry", 40, 2000, 4, 4))
        before = dict(self.bank.lots)
        for lot, other in (("R9", "R8"), ("R1", "R9"), ("R9", "R1")):
            with self.assertRaises(KeyError) as caught:
                self.bank.merge(lot, other, 1990)
            self.assertEqual(caught.exception.args, ("R9",))
        cases = [
            ("R1", "R1", 1990, "same lot"),
            ("R1", "O1", 1990, "other species"),
            ("R1", "R3", 1990, "other vault"),
        ]
        cases += [
            ("R1", "R2", 1990, "before 2000"),
            ("R2", "R1", 1990, "before 2003"),
            ("R1", "R2", 2002, "before 2003"),
        ]
        for lot, other, year, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.bank.merge(lot, other, year)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.bank.lots, before)


class SeedBankTestRegenerate(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA)

    def test_regenerate_rounds_down(self):
        self.assertEqual(self.bank.regenerate("R1", 2003, 30, "R2", 800), 23)
        self.assertEqual(
            (self.bank.lots["R1"], self.bank.lots["R2"]),
            (("rye", "cold", 370, Fraction(9, 10), 40, 2000), ("rye", "cold", 800, Fraction(23, 24), 0, 2003)),
        )

    def test_regenerate_same_vault(self):
        self.assertEqual(self.bank.regenerate("O1", 2002, 5, "O2", 1), 4)
        self.assertEqual(self.bank.lots["O2"], ("oat", "dry", 1, Fraction(4, 5), 0, 2002))

    def test_regenerate_last_seeds(self):
        self.assertEqual(self.bank.regenerate("P1", 2050, 33, "P2", 210), 22)
        self.assertEqual(
            (sorted(self.bank.lots), self.bank.lots["P2"]),
            (["O1", "P2", "R1"], ("pea", "deep", 210, Fraction(22, 23), 0, 2050)),
        )

    def test_regenerate_keeps_year(self):
        self.assertEqual(
            [self.bank.regenerate("R1", 2010, 9, "R2", 50), self.bank.regenerate("R1", 2005, 9, "R3", 5)], [4, 6]
        )
        self.assertEqual(
            (self.bank.lots["R1"], self.bank.lots["R3"]),
            (("rye", "cold", 382, Fraction(9, 10), 40, 2000), ("rye", "cold", 5, Fraction(6, 7), 0, 2005)),
        )

    def test_regenerate_errors(self):
        play(self.bank, ("accept", "D1", "pea", "deep", 9, 2000, 5, 0))
        before = dict(self.bank.lots)
        cases = [("R1", 1990, 0, "O1", 0, "lot exists: O1"), ("R1", 1990, 0, "R1", 3, "lot exists: R1")]
        cases += [("R1", 1990, 0, "R2", 3, "bad number"), ("R1", 1990, 3, "R2", 0, "bad number")]
        cases += [("R1", 1999, 999, "R2", 3, "before 2000"), ("D1", 2000, 10, "D2", 3, "too few seeds")]
        cases += [("D1", 2000, 9, "D2", 3, "no plants"), ("R1", 2003, 1, "R2", 3, "no plants")]
        for lot, year, sown, new, harvest, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.bank.regenerate(lot, year, sown, new, harvest)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(KeyError) as caught:
            self.bank.regenerate("R9", 1990, 0, "O1", 0)
        self.assertEqual(caught.exception.args, ("R9",))
        self.assertEqual(self.bank.lots, before)


class SeedBankTestDue(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA, RYE_TOO)

    def test_due_order(self):
        self.assertEqual(self.bank.due(2004, 80), [("R2", 64), ("O1", 46), ("P1", 22), ("R1", 293)])
        self.assertEqual(len(self.bank.lots), 4)

    def test_due_less_not_equal(self):
        self.assertEqual(self.bank.due(2001, 90), [("P1", 22), ("R1", 342)])
        self.assertEqual(
            [self.bank.due(2000, percent) for percent in (66, 67, 90, 91)],
            [[], [("P1", 22)], [("P1", 22)], [("P1", 22), ("R1", 360)]],
        )

    def test_due_year_of_lot(self):
        self.assertEqual(
            [self.bank.due(2002, 50), self.bank.due(2003, 50), self.bank.due(1997, 100)], [[], [("R2", 67)], []]
        )

    def test_due_ties(self):
        for lot, seeds in (("b", 7), ("c", 9), ("a", 9), ("B", 8)):
            play(self.bank, ("accept", lot, "pea", "deep", seeds, 2000, 4, 1))
        self.assertEqual(self.bank.due(2010, 30), [("O1", 12), ("b", 1), ("B", 2), ("a", 2), ("c", 2)])
        self.assertEqual(self.bank.lots["a"], ("pea", "deep", 9, Fraction(1, 4), 4, 2000))

    def test_due_rounds_down(self):
        self.assertEqual(self.bank.due(2005, 101), [("R2", 60), ("O1", 36), ("P1", 22), ("R1", 278)])

    def test_due_none(self):
        self.assertEqual([self.bank.due(2003, 0), self.bank.due(2003, 40)], [[], []])


class SeedBankTestFirstBelow(unittest.TestCase):
    def setUp(self):
        self.bank = SeedBank(LOSSES)
        play(self.bank, RYE, OAT, PEA)

    def test_first_below_decays(self):
        self.assertEqual(
            [self.bank.first_below("R1", percent) for percent in (90, 85, 50, 10, 1)], [2001, 2002, 2012, 2043, 2088]
        )
        self.assertEqual(self.bank.lots["R1"], ("rye", "cold", 400, Fraction(9, 10), 40, 2000))

    def test_first_below_not_equal(self):
        self.assertEqual(
            [self.bank.first_below("O1", percent) for percent in (101, 100, 80, 64, 63)],
            [2001, 2002, 2003, 2004, 2004],
        )

    def test_first_below_at_once(self):
        self.assertEqual([self.bank.first_below("P1", 67), self.bank.first_below("R1", 91)], [1998, 2000])
        play(self.bank, ("test", "P1", 2007, 6, 1))
        self.assertEqual(self.bank.first_below("P1", 47), 2007)

    def test_first_below_never(self):
        play(self.bank, ("accept", "D1", "pea", "cold", 9, 2000, 5, 0))
        self.assertEqual([self.bank.first_below("P1", 66), self.bank.first_below("R1", 0)], [-1, -1])
        self.assertEqual([self.bank.first_below("D1", 0), self.bank.first_below("D1", 1)], [-1, 2000])
        self.assertEqual(self.bank.first_below("R1", -5), -1)

    def test_first_below_after_move(self):
        play(self.bank, ("move", "R1", 2002, "dry"), ("move", "O1", 2002, "deep"))
        self.assertEqual([self.bank.first_below("R1", 50), self.bank.first_below("O1", 80)], [2005, -1])

    def test_first_below_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.bank.first_below("R9", 50)
        self.assertEqual(caught.exception.args, ("R9",))


class SeedBankTestMain(unittest.TestCase):
    def test_main_decades(self):
        bank = SeedBank(LOSSES)
        self.assertEqual(
            [bank.accept("A", "flax", "dry", 300, 1990, 30, 27), bank.viability("A", 1992)],
            [Fraction(9, 10), Fraction(72, 125)],
        )
        self.assertEqual((bank.move("A", 1992, "cold"), bank.first_below("A", 50)), (1, 1995))
        self.assertEqual(
            (bank.test("A", 1994, 20, 8), bank.lots),
            (Fraction(14747, 31250), {"A": ("flax", "cold", 280, Fraction(14747, 31250), 50, 1994)}),
        )
        self.assertEqual((bank.regenerate("A", 1995, 100, "B", 640), bank.due(1995, 60)), (44, [("A", 80)]))
        self.assertEqual(
            (bank.move("B", 1996, "deep"), bank.test("B", 1999, 40, 35), bank.first_below("B", 88)),
            (1, Fraction(7, 8), 1999),
        )
        self.assertEqual(
            (bank.move("A", 2000, "deep"), bank.merge("B", "A", 2001), bank.lots),
            (
                2,
                Fraction(19581356821321, 26000000000000),
                {"B": ("flax", "deep", 780, Fraction(19581356821321, 26000000000000), 90, 2001)},
            ),
        )
        self.assertEqual((bank.due(2050, 100), bank.first_below("B", 70)), ([("B", 587)], -1))

    def test_main_two_lots(self):
        bank = SeedBank({"x": (1, 3), "y": (1, 2)})
        self.assertEqual(
            [bank.accept("a", "dill", "x", 81, 0, 3, 3), bank.accept("b", "dill", "y", 64, 1, 4, 4)],
            [Fraction(1, 1), Fraction(1, 1)],
        )
        self.assertEqual(
            (bank.due(3, 99), bank.move("b", 2, "x"), bank.merge("a", "b", 3)),
            ([("b", 16), ("a", 24)], 2, Fraction(136, 435)),
        )
        self.assertEqual(bank.lots, {"a": ("dill", "x", 145, Fraction(136, 435), 7, 3)})
        self.assertEqual(
            (bank.regenerate("a", 4, 145, "c", 20), bank.lots), (30, {"c": ("dill", "x", 20, Fraction(30, 31), 0, 4)})
        )
        self.assertEqual(
            (bank.first_below("c", 30), bank.viability("c", 6), bank.move("c", 6, "y")), (7, Fraction(40, 93), 1)
        )
        self.assertEqual(
            (bank.test("c", 7, 10, 9), bank.first_below("c", 30), bank.due(9, 23)), (Fraction(9, 10), 9, [("c", 2)])
        )
        self.assertEqual((bank.test("c", 9, 10, 0), bank.lots), (Fraction(9, 80), {}))

    def test_main_many_tests(self):
        bank = SeedBank(LOSSES)
        self.assertEqual(
            [bank.accept(lot, "leek", "cold", 50, 2010, 10, 8) for lot in "pq"], [Fraction(4, 5), Fraction(4, 5)]
        )
        self.assertEqual(
            [bank.test("p", 2010 + step, 10, 8 - step) for step in range(4)],
            [Fraction(4, 5), Fraction(37, 50), Fraction(2709, 4000), Fraction(61471, 100000)],
        )
        self.assertEqual(
            (bank.due(2013, 90), bank.viability("q", 2013), bank.lots["p"]),
            ([("p", 6), ("q", 34)], Fraction(6859, 10000), ("leek", "cold", 10, Fraction(61471, 100000), 50, 2013)),
        )
        self.assertEqual(
            (bank.merge("p", "q", 2013), bank.regenerate("p", 2014, 30, "r", 5), bank.due(2014, 99)),
            (Fraction(134807, 200000), 19, [("p", 19), ("r", 4)]),
        )
        self.assertEqual(
            (bank.move("p", 2015, "dry"), bank.first_below("p", 40), bank.first_below("r", 40)), (1, 2017, 2031)
        )
