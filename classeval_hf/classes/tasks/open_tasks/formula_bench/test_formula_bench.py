# canary: classeval-hf open formula_bench edfb8785-094f-4766-b760-f67b360684c5

import unittest
from fractions import Fraction

from solution import FormulaBench

MASSES = {"H": "1.008", "C": "12.011", "N": "14.007", "O": "15.999", "Co": "58.933", "Cl": "35.45", "Na": "22.99"}


def after(bench, *calls):
    """The bench after calls of its methods."""
    for name, *arguments in calls:
        getattr(bench, name)(*arguments)
    return bench


def fill(bench):
    return after(
        bench,
        ("abbreviate", "Me", "CH3"),
        ("abbreviate", "Et", "MeCH2"),
        ("abbreviate", "Ac", "MeCO"),
        ("add", "H2", "6.048"),
        ("add", "O2", "16"),
        ("add", "EtOH", "23"),
    )


class FormulaBenchTestRead(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench(MASSES)

    def test_read_symbols(self):
        self.assertEqual(
            [self.bench.read("CO"), self.bench.read("Co"), self.bench.read("NaCl2XyX"), self.bench.read("H")],
            [{"C": 1, "O": 1}, {"Co": 1}, {"Na": 1, "Cl": 2, "Xy": 1, "X": 1}, {"H": 1}],
        )

    def test_read_groups(self):
        self.assertEqual(
            [self.bench.read("(CH3)3N"), self.bench.read("[Co(NH3)6]2[(Cl)3]"), self.bench.read("((H2O)2C)3H10")],
            [{"C": 3, "H": 9, "N": 1}, {"Co": 2, "N": 12, "H": 36, "Cl": 3}, {"H": 22, "O": 6, "C": 3}],
        )

    def test_read_parts(self):
        self.assertEqual(
            [self.bench.read("2H2O.3N.C"), self.bench.read("12(OH)2H"), self.bench.read("CoCl2.6H2O")],
            [{"H": 4, "O": 2, "N": 3, "C": 1}, {"O": 24, "H": 36}, {"Co": 1, "Cl": 2, "H": 12, "O": 6}],
        )

    def test_read_order(self):
        self.assertEqual(
            [list(self.bench.read("NOCHONaC.NXy")), self.bench.groups], [["N", "O", "C", "H", "Na", "Xy"], {}]
        )

    def test_read_bad_letters(self):
        for formula in ("", "h2", "H2o", "Coo", "H 2", "H-", "É", "Cé", "H²", "H٣", "H2O\n", "{H}", "H2,O", "2"):
            with self.assertRaises(ValueError) as caught:
                self.bench.read(formula)
            self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.read("Ho"), {"Ho": 1})

    def test_read_bad_numbers(self):
        for formula in ("H0", "H02", "0H", "02H", "(H)0", "H2.0O", "(2H)", "H(2)", "(H2)03"):
            with self.assertRaises(ValueError) as caught:
                self.bench.read(formula)
            self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.read("10H20"), {"H": 200})

    def test_read_bad_groups(self):
        for formula in ("()", "H()2", "(H", "H)", "[H)", "(H]", "([H)]", "(H[])", ")H(", "((H)", "3", "[3H]"):
            with self.assertRaises(ValueError) as caught:
                self.bench.read(formula)
            self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.read("[(H)]"), {"H": 1})

    def test_read_bad_parts(self):
        for formula in (".H", "H.", "H..O", "(H.O)", "H.2", ".", "(H.O", "H).O("):
            with self.assertRaises(ValueError) as caught:
                self.bench.read(formula)
            self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.read("H.O.2H"), {"H": 3, "O": 1})


class FormulaBenchTestAtoms(unittest.TestCase):
    def setUp(self):
        self.bench = fill(FormulaBench(MASSES))

    def test_atoms_elements(self):
        self.assertEqual(
            (self.bench.atoms("Na[Co(NH3)6]Cl4.2H2O"), list(self.bench.atoms("OHNaC"))),
            ({"Cl": 4, "Co": 1, "H": 22, "N": 6, "Na": 1, "O": 2}, ["C", "H", "Na", "O"]),
        )

    def test_atoms_abbreviations(self):
        bench = FormulaBench(MASSES)
        fill(bench)
        self.assertEqual(
            (bench.atoms("Et2O"), bench.atoms("(AcO)2Co.4H2O"), bench.groups),
            (
                {"C": 4, "H": 10, "O": 1},
                {"C": 4, "Co": 1, "H": 14, "O": 8},
                {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO"},
            ),
        )

    def test_atoms_abbreviation_and_element(self):
        self.assertEqual(
            (self.bench.atoms("Me3CMe"), list(self.bench.atoms("NaMe").items())),
            ({"C": 5, "H": 12}, [("C", 1), ("H", 3), ("Na", 1)]),
        )

    def test_atoms_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.bench.atoms("HXyPuH")
        self.assertEqual(caught.exception.args, ("Xy",))
        with self.assertRaises(KeyError) as caught:
            self.bench.atoms("Me.Q")
        self.assertEqual(caught.exception.args, ("Q",))
        self.assertEqual(self.bench.atoms("Ac"), {"C": 2, "H": 3, "O": 1})

    def test_atoms_bad_formula(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.atoms("Xy(")
        self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.atoms("EtMe"), {"C": 3, "H": 8})


class FormulaBenchTestMass(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench(MASSES)
        fill(self.bench)

    def test_mass_elements(self):
        self.assertEqual(
            [self.bench.mass("H2O"), self.bench.mass("NaCl"), self.bench.mass("C6H12O6")],
            [Fraction(3603, 200), Fraction(1461, 25), Fraction(45039, 250)],
        )

    def test_mass_abbreviations(self):
        self.assertEqual(
            [self.bench.mass("EtOH"), self.bench.mass("Ac2O"), self.bench.masses["Cl"]],
            [Fraction(46069, 1000), Fraction(102089, 1000), Fraction(709, 20)],
        )

    def test_mass_parts(self):
        self.assertEqual(self.bench.mass("2CoCl2.12H2O"), Fraction(237923, 500))

    def test_mass_exact(self):
        bench = FormulaBench({"A": "0.1", "Bx": "1/3", "C": "7"})
        self.assertEqual(
            [bench.mass("A3"), bench.mass("Bx2A"), bench.mass("C"), bench.masses],
            [
                Fraction(3, 10),
                Fraction(23, 30),
                Fraction(7, 1),
                {"A": Fraction(1, 10), "Bx": Fraction(1, 3), "C": Fraction(7, 1)},
            ],
        )

    def test_mass_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.bench.mass("H2Q")
        self.assertEqual(caught.exception.args, ("Q",))
        with self.assertRaises(ValueError) as caught:
            self.bench.mass("Q2)")
        self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.mass("N2"), Fraction(14007, 500))


class FormulaBenchTestAbbreviate(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench(MASSES)
        fill(self.bench)

    def test_abbreviate_new(self):
        self.assertEqual(
            (self.bench.abbreviate("Q", "[EtMe]2N"), self.bench.groups, sorted(self.bench.stock)),
            ([], {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO", "Q": "[EtMe]2N"}, ["EtOH", "H2", "O2"]),
        )

    def test_abbreviate_changes_masses(self):
        after(self.bench, ("add", "Ac2O", "1"), ("add", "2EtOH", "3"))
        self.assertEqual(
            (self.bench.abbreviate("Me", "C2H5"), self.bench.groups["Me"]), (["2EtOH", "Ac2O", "EtOH"], "C2H5")
        )
        self.assertEqual(
            (self.bench.abbreviate("Et", "C2H5"), self.bench.abbreviate("Ac", "COMe"), self.bench.stock["EtOH"]),
            (["2EtOH", "EtOH"], [], Fraction(1000, 2003)),
        )

    def test_abbreviate_same_mass(self):
        self.assertEqual((self.bench.abbreviate("Et", "C2H5"), self.bench.groups["Et"]), ([], "C2H5"))

    def test_abbreviate_bad_symbol(self):
        for symbol in ("", "me", "MeO", "M2", "É", "Cl", "MM", "H\n"):
            with self.assertRaises(ValueError) as caught:
                self.bench.abbreviate(symbol, "(")
            self.assertEqual(str(caught.exception), "bad symbol")
        self.assertEqual(self.bench.groups, {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO"})

    def test_abbreviate_bad_formula(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Me", "MeQ(")
        self.assertEqual(str(caught.exception), "bad formula")
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Q", "")
        self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.groups, {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO"})

    def test_abbreviate_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.bench.abbreviate("Q", "CQRTu")
        self.assertEqual(caught.exception.args, ("R",))
        with self.assertRaises(KeyError) as caught:
            self.bench.abbreviate("Me", "MeR")
        self.assertEqual(caught.exception.args, ("R",))
        with self.assertRaises(KeyError) as caught:
            self.bench.abbreviate("Me", "EtR")
        self.assertEqual(caught.exception.args, ("R",))
        self.assertEqual(self.bench.groups, {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO"})

    def test_abbreviate_circle(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Q", "C2Q")
        self.assertEqual(str(caught.exception), "circle")
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Q", "QC")
        self.assertEqual(str(caught.exception), "circle")
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Me", "CH2Et")
        self.assertEqual(str(caught.exception), "circle")
        after(self.bench, ("abbreviate", "Q", "NEt2"))
        with self.assertRaises(ValueError) as caught:
            self.bench.abbreviate("Me", "HQ")
        self.assertEqual(str(caught.exception), "circle")
        self.assertEqual(
            (self.bench.abbreviate("Q", "NMeEt"), self.bench.groups),
            ([], {"Me": "CH3", "Et": "MeCH2", "Ac": "MeCO", "Q": "NMeEt"}),
        )


class FormulaBenchTestAdd(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench({"H": "1", "O": "16", "C": "12"})

    def test_add_new(self):
        self.assertEqual(
            (self.bench.add("H2O", "4.5"), self.bench.add("CO2", "11"), self.bench.stock),
            (Fraction(1, 4), Fraction(1, 4), {"H2O": Fraction(1, 4), "CO2": Fraction(1, 4)}),
        )

    def test_add_more(self):
        self.assertEqual(
            [self.bench.add("H2O", "1"), self.bench.add("H2O", "2"), self.bench.add("H2O", "1/3")],
            [Fraction(1, 18), Fraction(1, 6), Fraction(5, 27)],
        )
        self.assertEqual(self.bench.stock, {"H2O": Fraction(5, 27)})

    def test_add_other_writing(self):
        self.assertEqual(
            [self.bench.add("HOH", "6"), self.bench.add("2H2O", "6"), self.bench.add("H2O", "6")],
            [Fraction(1, 3), Fraction(1, 6), Fraction(1, 3)],
        )
        self.assertEqual(self.bench.stock, {"HOH": Fraction(1, 3), "2H2O": Fraction(1, 6), "H2O": Fraction(1, 3)})

    def test_add_abbreviation(self):
        after(self.bench, ("abbreviate", "Me", "CH3"), ("add", "MeOH", "16"))
        self.assertEqual(
            (self.bench.add("MeOH", "0.8"), self.bench.stock), (Fraction(21, 40), {"MeOH": Fraction(21, 40)})
        )

    def test_add_bad_grams(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.add("(", "0")
        self.assertEqual(str(caught.exception), "bad grams")
        with self.assertRaises(ValueError) as caught:
            self.bench.add("Q", "-1.5")
        self.assertEqual(str(caught.exception), "bad grams")
        self.assertEqual(
            (self.bench.add("C", "0.012"), self.bench.stock), (Fraction(1, 1000), {"C": Fraction(1, 1000)})
        )

    def test_add_bad_formula(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.add("(", "1")
        self.assertEqual(str(caught.exception), "bad formula")
        with self.assertRaises(KeyError) as caught:
            self.bench.add("HQ", "1")
        self.assertEqual(caught.exception.args, ("Q",))
        self.assertEqual((self.bench.add("O", "4"), self.bench.stock), (Fraction(1, 4), {"O": Fraction(1, 4)}))


class FormulaBenchTestSides(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench(MASSES)

    def test_sides_numbers(self):
        self.assertEqual(self.bench.sides("CH4 + 2 O2 -> CO2 + 2 H2O"), ({"CH4": 1, "O2": 2}, {"CO2": 1, "H2O": 2}))
        self.assertEqual(self.bench.sides("10 A -> 007"), ({"A": 10}, {"007": 1}))

    def test_sides_repeated(self):
        self.assertEqual(self.bench.sides("2 B + A + 3 B -> A + 2 2A + A"), ({"B": 5, "A": 1}, {"A": 2, "2A": 2}))

    def test_sides_any_text(self):
        self.assertEqual(
            [self.bench.sides("a+b -> c->d"), self.bench.sides("+ -> 1 1"), self.bench.sides("2 ( -> ->")],
            [({"a+b": 1}, {"c->d": 1}), ({"+": 1}, {"1": 1}), ({"(": 2}, {"->": 1})],
        )

    def test_sides_bad_arrows(self):
        for equation in ("", "A", "A->B", "A -> B -> C", "A -> ", " -> B", "A  -> B", "A ->  B", "A -> B ", "A = B"):
            with self.assertRaises(ValueError) as caught:
                self.bench.sides(equation)
            self.assertEqual(str(caught.exception), "bad equation")
        self.assertEqual(self.bench.sides("A -> B"), ({"A": 1}, {"B": 1}))

    def test_sides_bad_terms(self):
        for equation in (
            "A B -> C",
            "A + -> B",
            "0 A -> B",
            "02 A -> B",
            "-1 A -> B",
            "2  A -> B",
            "A +  B -> C",
            "1.5 A -> B",
        ):
            with self.assertRaises(ValueError) as caught:
                self.bench.sides(equation)
            self.assertEqual(str(caught.exception), "bad equation")
        self.assertEqual(self.bench.sides("3 A -> 4 B"), ({"A": 3}, {"B": 4}))


class FormulaBenchTestBalance(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench(MASSES)
        fill(self.bench)

    def test_balance_even(self):
        self.assertEqual(
            [self.bench.balance("CH4 + 2 O2 -> CO2 + 2 H2O"), self.bench.balance("EtOH + 3 O2 -> 2 CO2 + 3 H2O")],
            [{}, {}],
        )
        self.assertEqual(self.bench.groups["Et"], "MeCH2")

    def test_balance_differences(self):
        self.assertEqual(
            list(self.bench.balance("Na2O + 3 CO2 -> N2 + 2 NaClO + 5 C2H2").items()),
            [("C", 7), ("Cl", 2), ("H", 10), ("N", 2), ("O", -5)],
        )

    def test_balance_one_side_only(self):
        self.assertEqual(
            [self.bench.balance("Co -> C + O"), self.bench.balance("2 H2O + NaCl -> HOH + H2O + NaCl2")],
            [{"C": 1, "Co": -1, "O": 1}, {"Cl": 1}],
        )

    def test_balance_abbreviations(self):
        self.assertEqual(
            [self.bench.balance("AcOH + EtOH -> AcOEt"), self.bench.balance("2 Me -> C2H6")], [{"H": -2, "O": -1}, {}]
        )

    def test_balance_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.balance("Q ( -> H")
        self.assertEqual(str(caught.exception), "bad equation")
        with self.assertRaises(KeyError) as caught:
            self.bench.balance("H + Q -> (")
        self.assertEqual(caught.exception.args, ("Q",))
        with self.assertRaises(ValueError) as caught:
            self.bench.balance("H -> ( + Q")
        self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(self.bench.balance("H -> H2"), {"H": 1})


class FormulaBenchTestReact(unittest.TestCase):
    def setUp(self):
        self.bench = FormulaBench({"H": "1", "O": "16", "C": "12"})
        after(self.bench, ("add", "H2", "3"), ("add", "O2", "16"), ("add", "CH4", "4"), ("add", "CO2", "11"))

    def test_react_limited(self):
        self.assertEqual(
            (self.bench.react("CH4 + 2 O2 -> CO2 + 2 H2O"), self.bench.stock),
            (Fraction(1, 4), {"H2": Fraction(3, 2), "CO2": Fraction(1, 2), "H2O": Fraction(1, 2)}),
        )

    def test_react_fractions(self):
        self.assertEqual(
            (self.bench.react("2 H2 + O2 -> 2 H2O"), self.bench.stock),
            (
                Fraction(1, 2),
                {"H2": Fraction(1, 2), "CH4": Fraction(1, 4), "CO2": Fraction(1, 4), "H2O": Fraction(1, 1)},
            ),
        )
        self.assertEqual(
            (self.bench.react("3 CH4 + 6 O2 -> 3 CO2 + 6 H2O"), self.bench.stock),
            (
                Fraction(0, 1),
                {"H2": Fraction(1, 2), "CH4": Fraction(1, 4), "CO2": Fraction(1, 4), "H2O": Fraction(1, 1)},
            ),
        )

    def test_react_formula_on_both_sides(self):
        self.assertEqual(
            (self.bench.react("H2 + 2 O2 + CO2 -> H2O + CO2 + O + O2"), self.bench.stock),
            (
                Fraction(1, 4),
                {
                    "H2": Fraction(5, 4),
                    "O2": Fraction(1, 4),
                    "CH4": Fraction(1, 4),
                    "CO2": Fraction(1, 4),
                    "H2O": Fraction(1, 4),
                    "O": Fraction(1, 4),
                },
            ),
        )

    def test_react_all_used(self):
        self.assertEqual(
            (self.bench.react("CH4 -> C + 2 H2"), self.bench.react("4 H2 -> H4 + 2 H2"), self.bench.stock),
            (
                Fraction(1, 4),
                Fraction(1, 2),
                {
                    "H2": Fraction(1, 1),
                    "O2": Fraction(1, 2),
                    "CO2": Fraction(1, 4),
                    "C": Fraction(1, 4),
                    "H4": Fraction(1, 2),
                },
            ),
        )

    def test_react_not_on_the_bench(self):
        self.assertEqual(
            (self.bench.react("C + O2 -> CO2"), self.bench.stock),
            (
                Fraction(0, 1),
                {"H2": Fraction(3, 2), "O2": Fraction(1, 2), "CH4": Fraction(1, 4), "CO2": Fraction(1, 4)},
            ),
        )

    def test_react_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.bench.react("H2 + O2 -> H2O")
        self.assertEqual(str(caught.exception), "unbalanced")
        with self.assertRaises(KeyError) as caught:
            self.bench.react("H2 + Q -> H2O")
        self.assertEqual(caught.exception.args, ("Q",))
        with self.assertRaises(ValueError) as caught:
            self.bench.react("H2 + O2 H2O")
        self.assertEqual(str(caught.exception), "bad equation")
        with self.assertRaises(ValueError) as caught:
            self.bench.react("H2 + ) -> H2O")
        self.assertEqual(str(caught.exception), "bad formula")
        self.assertEqual(
            self.bench.stock,
            {"H2": Fraction(3, 2), "O2": Fraction(1, 2), "CH4": Fraction(1, 4), "CO2": Fraction(1, 4)},
        )


class FormulaBenchTestMain(unittest.TestCase):
    def test_main_ester(self):
        bench = FormulaBench({"H": "1", "O": "16", "C": "12"})
        self.assertEqual(
            [bench.abbreviate("Me", "CH3"), bench.abbreviate("Et", "MeCH2"), bench.abbreviate("Ac", "MeCO")],
            [[], [], []],
        )
        self.assertEqual(
            [bench.add("AcOH", "30"), bench.add("EtOH", "46"), bench.mass("AcOEt")],
            [Fraction(1, 2), Fraction(1, 1), Fraction(88, 1)],
        )
        self.assertEqual(
            (bench.balance("AcOH + EtOH -> AcOEt + H2O"), bench.react("AcOH + EtOH -> AcOEt + H2O"), bench.stock),
            ({}, Fraction(1, 2), {"EtOH": Fraction(1, 2), "AcOEt": Fraction(1, 2), "H2O": Fraction(1, 2)}),
        )
        self.assertEqual(
            (bench.abbreviate("Et", "C3H7"), bench.mass("EtOH"), bench.add("EtOH", "6")),
            (["AcOEt", "EtOH"], Fraction(60, 1), Fraction(3, 5)),
        )
        with self.assertRaises(ValueError) as caught:
            bench.abbreviate("Me", "AcH")
        self.assertEqual(str(caught.exception), "circle")
        self.assertEqual(
            (bench.react("AcOEt + H2O -> AcOH + EtOH"), bench.stock, bench.sides("2 Et -> X")),
            (Fraction(1, 2), {"EtOH": Fraction(11, 10), "AcOH": Fraction(1, 2)}, ({"Et": 2}, {"X": 1})),
        )
        with self.assertRaises(ValueError) as caught:
            bench.react("AcOH -> 2 CH2O + Me")
        self.assertEqual(str(caught.exception), "unbalanced")
        self.assertEqual(
            (bench.react("AcOH -> CH2O + HCHO"), bench.atoms("AcOH"), bench.stock),
            (
                Fraction(1, 2),
                {"C": 2, "H": 4, "O": 2},
                {"EtOH": Fraction(11, 10), "CH2O": Fraction(1, 2), "HCHO": Fraction(1, 2)},
            ),
        )

    def test_main_water(self):
        bench = FormulaBench({"H": "1.008", "O": "15.999", "Co": "58.933", "Cl": "35.45"})
        self.assertEqual(
            [bench.read("CoCl2.6H2O"), bench.atoms("CoCl2.6H2O"), bench.mass("CoCl2.6H2O")],
            [{"Co": 1, "Cl": 2, "H": 12, "O": 6}, {"Cl": 2, "Co": 1, "H": 12, "O": 6}, Fraction(237923, 1000)],
        )
        self.assertEqual(
            [bench.abbreviate("Aq", "H2O"), bench.atoms("CoCl2.6Aq"), bench.add("CoCl2.6Aq", "237.927")],
            [[], {"Cl": 2, "Co": 1, "H": 12, "O": 6}, Fraction(237927, 237923)],
        )
        self.assertEqual(
            (bench.react("CoCl2.6Aq -> CoCl2 + 6 Aq"), bench.stock),
            (Fraction(237927, 237923), {"CoCl2": Fraction(237927, 237923), "Aq": Fraction(1427562, 237923)}),
        )
        self.assertEqual(
            (bench.abbreviate("Aq", "H4O2"), bench.mass("Aq"), bench.balance("CoCl2.6Aq -> CoCl2 + 12 H2O")),
            (["Aq"], Fraction(3603, 100), {}),
        )
        self.assertEqual(
            (bench.react("Aq -> 2 H2 + O2"), bench.react("5 H2 + O2 -> 5 H2 + 2 O"), bench.stock),
            (
                Fraction(1427562, 237923),
                Fraction(2855124, 1189615),
                {
                    "CoCl2": Fraction(237927, 237923),
                    "H2": Fraction(2855124, 237923),
                    "O2": Fraction(4282686, 1189615),
                    "O": Fraction(5710248, 1189615),
                },
            ),
        )
        self.assertEqual(
            (bench.add("O", "15.999"), bench.abbreviate("X", "AqO"), bench.react("12 O + H2 -> H2O12"), bench.stock),
            (
                Fraction(6899863, 1189615),
                [],
                Fraction(6899863, 14275380),
                {
                    "CoCl2": Fraction(237927, 237923),
                    "H2": Fraction(164407577, 14275380),
                    "O2": Fraction(4282686, 1189615),
                    "H2O12": Fraction(6899863, 14275380),
                },
            ),
        )
