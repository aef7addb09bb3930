# canary: classeval-hf open recipe_scaler 103df205-541e-40bd-905d-5680d51f2f7b

import unittest
from fractions import Fraction

from solution import RecipeScaler

UNITS = {"tsp": ("tsp", 1), "tbsp": ("tsp", 3), "cup": ("tsp", 48), "g": ("g", 1), "kg": ("g", 1000)}


class RecipeScalerTestTokenize(unittest.TestCase):
    def test_tokenize_all_kinds(self):
        self.assertEqual(
            RecipeScaler.tokenize("2*(1  1/2 + n)-0.75"), ["2", "*", "(", "1 1/2", "+", "n", ")", "-", "0.75"]
        )
        self.assertEqual(RecipeScaler({}).tokenize("10 3/16"), ["10 3/16"])

    def test_tokenize_empty(self):
        self.assertEqual(RecipeScaler.tokenize(""), [])
        self.assertEqual(RecipeScaler.tokenize("  7  "), ["7"])

    def test_tokenize_fraction_or_division(self):
        self.assertEqual(RecipeScaler.tokenize("6 / 1/2/3"), ["6", "/", "1/2", "/", "3"])
        self.assertEqual(RecipeScaler.tokenize("1 /2 3/ 4"), ["1", "/", "2", "3", "/", "4"])
        self.assertEqual(RecipeScaler.tokenize("1/2/3/4"), ["1/2", "/", "3/4"])

    def test_tokenize_longest(self):
        self.assertEqual(RecipeScaler.tokenize("5 2 1/3"), ["5", "2 1/3"])
        self.assertEqual(RecipeScaler.tokenize("1 2.5/4"), ["1", "2.5", "/", "4"])
        self.assertEqual(RecipeScaler.tokenize("1 12/34"), ["1 12/34"])

    def test_tokenize_no_expression(self):
        self.assertEqual(RecipeScaler.tokenize(")2nn+*"), [")", "2", "n", "n", "+", "*"])

    def test_tokenize_bad_character(self):
        for text, character in (
            ("2 x 3 y", "x"),
            ("1/2.5", "."),
            ("3.", "."),
            ("N", "N"),
            ("1\t2", "\t"),
            ("½", "½"),
            ("٣", "٣"),
        ):
            with self.assertRaises(ValueError) as caught:
                RecipeScaler.tokenize(text)
            self.assertEqual(str(caught.exception), "bad character: " + character)


class RecipeScalerTestEvaluate(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler({})

    def test_evaluate_numbers(self):
        self.assertEqual(self.scaler.evaluate("1 1/4"), Fraction(5, 4))
        self.assertEqual(self.scaler.evaluate("0.15"), Fraction(3, 20))
        self.assertEqual(self.scaler.evaluate(" 12 "), Fraction(12))

    def test_evaluate_strength(self):
        self.assertEqual(self.scaler.evaluate("2 + 3*4 - 1"), Fraction(13))
        self.assertEqual(self.scaler.evaluate("2*3 + 4*5"), Fraction(26))
        self.assertEqual(self.scaler.evaluate("1 - 6*2/3"), Fraction(-3))

    def test_evaluate_left_to_right(self):
        self.assertEqual(self.scaler.evaluate("9 - 4 - 3"), Fraction(2))
        self.assertEqual(self.scaler.evaluate("24 / 4 / 3"), Fraction(2))
        self.assertEqual(self.scaler.evaluate("24 / 4 * 3 - 1 + 2"), Fraction(19))

    def test_evaluate_fraction_is_one_value(self):
        self.assertEqual(self.scaler.evaluate("6 / 1/2 + 1 1/4 * 2"), Fraction(29, 2))
        self.assertEqual(self.scaler.evaluate("1/2/3/4"), Fraction(2, 3))
        self.assertEqual(self.scaler.evaluate("6/1/2"), Fraction(3))

    def test_evaluate_parentheses(self):
        self.assertEqual(self.scaler.evaluate("2*(3 + 4)"), Fraction(14))
        self.assertEqual(self.scaler.evaluate("10 - (6 - (3 - 1/2)) * (1 + 1)"), Fraction(3))
        self.assertEqual(self.scaler.evaluate("((8))/((1 + 3)/(2))"), Fraction(4))

    def test_evaluate_factor(self):
        self.scaler.factor = Fraction(3, 2)
        self.assertEqual(self.scaler.evaluate("n*n - n / 2"), Fraction(3, 2))
        self.assertEqual(self.scaler.evaluate("1/2 + 2 * n"), Fraction(7, 2))
        self.assertEqual(self.scaler.factor, Fraction(3, 2))

    def test_evaluate_unexpected(self):
        for text, token in (
            ("2 + * 3", "*"),
            ("-3", "-"),
            ("2 3", "3"),
            ("2 n", "n"),
            ("(2 3)", "3"),
            ("3 (4)", "("),
            ("(1))+(", ")"),
            (")", ")"),
            ("()", ")"),
            ("(2 +)", ")"),
            ("5 5 1/2", "5 1/2"),
            ("1/0 * + 2", "+"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.scaler.evaluate(text)
            self.assertEqual(str(caught.exception), "unexpected: " + token)

    def test_evaluate_unexpected_end(self):
        for text in ("", "2 +", "(2 + 3", "4*(", "1/0 - ", "((1)"):
            with self.assertRaises(ValueError) as caught:
                self.scaler.evaluate(text)
            self.assertEqual(str(caught.exception), "unexpected end")

    def test_evaluate_bad_character_first(self):
        with self.assertRaises(ValueError) as caught:
            self.scaler.evaluate("2 + * 3 # 1/0")
        self.assertEqual(str(caught.exception), "bad character: #")

    def test_evaluate_division_by_zero(self):
        for text in ("1/0", "2 3/0", "1 / (n - 1)", "0 * (3 / 0)"):
            with self.assertRaises(ValueError) as caught:
                self.scaler.evaluate(text)
            self.assertEqual(str(caught.exception), "division by zero")


class RecipeScalerTestSetFactor(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler({})
        self.scaler.factor = Fraction(5)

    def test_set_factor_number(self):
        self.assertEqual(self.scaler.set_factor("1 3/4"), Fraction(7, 4))
        self.assertEqual(self.scaler.factor, Fraction(7, 4))

    def test_set_factor_portions(self):
        self.assertEqual(self.scaler.set_factor("4 -> 6"), Fraction(3, 2))
        self.assertEqual(self.scaler.set_factor("2+2->3"), Fraction(3, 4))
        self.assertEqual(self.scaler.factor, Fraction(3, 4))

    def test_set_factor_expressions(self):
        self.assertEqual(self.scaler.set_factor("2 * (1 - 1/3) -> 1/2 + 1"), Fraction(9, 8))
        self.assertEqual(self.scaler.set_factor("7 - 4"), Fraction(3))

    def test_set_factor_small_values(self):
        self.assertEqual(self.scaler.set_factor("1/4 -> 1/2"), Fraction(2))
        self.assertEqual(self.scaler.set_factor("1/3"), Fraction(1, 3))

    def test_set_factor_bad_factor(self):
        for text in ("2*n", "#n", "1 -> 2 -> 3", "? -> -> 1", "0", "3 - 5", "0 -> 4", "4 -> 0", "1 - 3 -> 2 - 6"):
            with self.assertRaises(ValueError) as caught:
                self.scaler.set_factor(text)
            self.assertEqual(str(caught.exception), "bad factor: " + text)
        self.assertEqual(self.scaler.factor, Fraction(5))

    def test_set_factor_bad_expression(self):
        for text, message in (
            ("4 -> ", "unexpected end"),
            ("-> 4 4", "unexpected end"),
            ("0 -> 2 +* 1", "unexpected: *"),
            ("4 > 6", "bad character: >"),
            ("1/0 -> ?", "division by zero"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.scaler.set_factor(text)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.scaler.factor, Fraction(5))


class RecipeScalerTestAdd(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler(UNITS)

    def test_add_with_unit(self):
        self.assertEqual(self.scaler.add("brown sugar: 1 1/2 cup"), ("brown sugar", "1 1/2", "cup"))
        self.assertEqual(self.scaler.add("salt:n/4 + (1/4)   tsp  "), ("salt", "n/4 + (1/4)", "tsp"))
        self.assertEqual(self.scaler.items, [("brown sugar", "1 1/2", "cup"), ("salt", "n/4 + (1/4)", "tsp")])

    def test_add_pieces(self):
        self.scaler.items = [("salt", "1", "tsp")]
        self.assertEqual(self.scaler.add("  eggs :  2  +  n/2 "), ("eggs", "2  +  n/2", ""))
        self.assertEqual(self.scaler.items, [("salt", "1", "tsp"), ("eggs", "2  +  n/2", "")])

    def test_add_unit_needs_blank(self):
        with self.assertRaises(ValueError) as caught:
            self.scaler.add("salt: 3tsp")
        self.assertEqual(str(caught.exception), "bad character: t")
        self.assertEqual(self.scaler.add("cup: 3"), ("cup", "3", ""))

    def test_add_unknown_unit(self):
        for line, character in (
            ("flour: 3 lb", "l"),
            ("flour: 3 Cup", "C"),
            ("flour: 3: cup", ":"),
            ("flour: 1 tsp cup", "t"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.scaler.add(line)
            self.assertEqual(str(caught.exception), "bad character: " + character)
        self.assertEqual(self.scaler.items, [])

    def test_add_no_colon_or_name(self):
        for line, message in (
            (" flour 3 cup", "no colon:  flour 3 cup"),
            (" : x cup", "no name:  : x cup"),
            ("", "no colon: "),
        ):
            with self.assertRaises(ValueError) as caught:
                self.scaler.add(line)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.scaler.items, [])

    def test_add_bad_expression(self):
        self.scaler.factor = Fraction(2)
        for line, message in (
            ("milk: 1 + cup", "unexpected end"),
            ("milk:", "unexpected end"),
            ("milk: 1 2 cup", "unexpected: 2"),
            ("milk: 1 / (n - 2) cup", "division by zero"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.scaler.add(line)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.scaler.items, [])

    def test_add_unit_alone(self):
        with self.assertRaises(ValueError) as caught:
            self.scaler.add("milk:  cup")
        self.assertEqual(str(caught.exception), "unexpected end")
        self.assertEqual(self.scaler.items, [])


class RecipeScalerTestTotals(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler(UNITS)

    def test_totals_scaled(self):
        self.scaler.factor = Fraction(3, 2)
        self.scaler.items = [("flour", "1 1/2", "cup"), ("salt", "1", "tsp"), ("eggs", "3", "")]
        self.assertEqual(self.scaler.totals("flour"), [(Fraction(108), "tsp")])
        self.assertEqual(self.scaler.totals("eggs"), [(Fraction(9, 2), "")])

    def test_totals_with_n(self):
        self.scaler.factor = Fraction(3)
        self.scaler.items = [("salt", "1/2 + n/4", "tsp"), ("salt", "1/2", "tbsp"), ("yeast", "n*n", "g")]
        self.assertEqual(self.scaler.totals("salt"), [(Fraction(23, 4), "tsp")])
        self.assertEqual(self.scaler.totals("yeast"), [(Fraction(9), "g")])

    def test_totals_several_bases(self):
        self.scaler.items = [
            ("nuts", "2", ""),
            ("nuts", "1/4", "kg"),
            ("figs", "1", "cup"),
            ("nuts", "3", ""),
            ("nuts", "5", "g"),
        ]
        self.assertEqual(self.scaler.totals("nuts"), [(Fraction(5), ""), (Fraction(255), "g")])
        self.assertEqual(len(self.scaler.items), 5)

    def test_totals_negative_counts_as_zero(self):
        self.scaler.items = [("oil", "n - 3", "tbsp"), ("oil", "1/2", "tsp"), ("wine", "1 - 2", "cup")]
        self.assertEqual(self.scaler.totals("oil"), [(Fraction(1, 2), "tsp")])
        self.assertEqual(self.scaler.totals("wine"), [(Fraction(0), "tsp")])

    def test_totals_no_item(self):
        self.scaler.items = [("salt", "1", "tsp")]
        self.assertEqual(self.scaler.totals("Salt"), [])
        self.assertEqual(self.scaler.totals("salt"), [(Fraction(1), "tsp")])

    def test_totals_division_by_zero(self):
        self.scaler.items = [("salt", "1 / (n - 2)", "tsp"), ("oil", "1", "tsp")]
        self.scaler.factor = Fraction(2)
        with self.assertRaises(ValueError) as caught:
            self.scaler.totals("salt")
        self.assertEqual(str(caught.exception), "division by zero")
        self.assertEqual(self.scaler.totals("oil"), [(Fraction(2), "tsp")])


class RecipeScalerTestMixed(unittest.TestCase):
    def test_mixed_both(self):
        self.assertEqual([RecipeScaler.mixed(10, 4), RecipeScaler({}).mixed(7, 2)], ["2 1/2", "3 1/2"])

    def test_mixed_whole(self):
        self.assertEqual([RecipeScaler.mixed(6, 3), RecipeScaler.mixed(12, 1)], ["2", "12"])

    def test_mixed_fraction(self):
        self.assertEqual([RecipeScaler.mixed(6, 8), RecipeScaler.mixed(1, 3)], ["3/4", "1/3"])

    def test_mixed_zero(self):
        self.assertEqual(RecipeScaler.mixed(0, 7), "0")

    def test_mixed_negative(self):
        self.assertEqual(
            [RecipeScaler.mixed(-1, 3), RecipeScaler.mixed(-7, 4), RecipeScaler.mixed(-8, 4)], ["-1/3", "-1 3/4", "-2"]
        )

    def test_mixed_bad_denominator(self):
        for denominator in (0, -4):
            with self.assertRaises(ValueError) as caught:
                RecipeScaler.mixed(3, denominator)
            self.assertEqual(str(caught.exception), f"bad denominator: {denominator}")


class RecipeScalerTestChooseUnit(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler(UNITS)

    def test_choose_unit_largest(self):
        self.assertEqual(self.scaler.choose_unit(36, 1, "tsp"), (Fraction(3, 4), "cup"))
        self.assertEqual(self.scaler.choose_unit(64, 1, "tsp"), (Fraction(4, 3), "cup"))
        self.assertEqual(self.scaler.choose_unit(2750, 1, "g"), (Fraction(11, 4), "kg"))
        self.assertEqual(self.scaler.units, UNITS)

    def test_choose_unit_at_least_half(self):
        self.assertEqual(self.scaler.choose_unit(24, 1, "tsp"), (Fraction(1, 2), "cup"))
        self.assertEqual(self.scaler.choose_unit(16, 1, "tsp"), (Fraction(16, 3), "tbsp"))
        self.assertEqual(self.scaler.choose_unit(1, 1, "tsp"), (Fraction(1), "tsp"))

    def test_choose_unit_denominator(self):
        self.assertEqual(self.scaler.choose_unit(30, 1, "tsp"), (Fraction(10), "tbsp"))
        self.assertEqual(self.scaler.choose_unit(25, 2, "tsp"), (Fraction(25, 2), "tsp"))
        self.assertEqual(self.scaler.choose_unit(600, 1, "g"), (Fraction(600), "g"))

    def test_choose_unit_none_fits(self):
        self.assertEqual(self.scaler.choose_unit(1, 8, "tsp"), (Fraction(1, 8), "tsp"))
        self.assertEqual(self.scaler.choose_unit(4, 10, "g"), (Fraction(2, 5), "g"))
        self.assertEqual(self.scaler.choose_unit(26, 5, "tsp"), (Fraction(26, 5), "tsp"))

    def test_choose_unit_pieces(self):
        self.assertEqual(self.scaler.choose_unit(96, 2, ""), (Fraction(48), ""))

    def test_choose_unit_same_size(self):
        self.scaler.units["dessertspoon"] = ("tsp", 3)
        self.scaler.units["vat"] = ("tsp", 3)
        self.assertEqual(self.scaler.choose_unit(6, 1, "tsp"), (Fraction(2), "dessertspoon"))
        self.scaler.units["bucket"] = ("g", 3)
        self.assertEqual(self.scaler.choose_unit(6, 1, "tsp"), (Fraction(2), "dessertspoon"))


class RecipeScalerTestRender(unittest.TestCase):
    def setUp(self):
        self.scaler = RecipeScaler(UNITS)

    def test_render_empty(self):
        self.assertEqual(self.scaler.render(), [])
        self.scaler.items = [("salt", "3/8", "tsp")]
        self.assertEqual(self.scaler.render(), ["salt: 3/8 tsp"])

    def test_render_order(self):
        self.scaler.factor = Fraction(2)
        self.scaler.items = [("salt", "1/2", "tsp"), ("flour", "3", "cup"), ("salt", "1", "tbsp"), ("eggs", "2", "")]
        self.assertEqual(self.scaler.render(), ["salt: 2 1/3 tbsp", "flour: 6 cup", "eggs: 4"])
        self.assertEqual(self.scaler.factor, Fraction(2))

    def test_render_several_totals(self):
        self.scaler.items = [("nuts", "2", ""), ("nuts", "3/4", "kg"), ("nuts", "1/2", "tsp"), ("nuts", "1/2", "")]
        self.assertEqual(self.scaler.render(), ["nuts: 2 1/2 + 3/4 kg + 1/2 tsp"])

    def test_render_zero_left_out(self):
        self.scaler.items = [("oil", "0", "tsp"), ("oil", "5", "g"), ("wine", "n - 2", "cup"), ("wine", "0", "")]
        self.assertEqual(self.scaler.render(), ["oil: 5 g", "wine: none"])

    def test_render_factor(self):
        self.scaler.items = [("flour", "1/4", "kg"), ("salt", "1/2 + n/4", "tsp"), ("eggs", "1", "")]
        self.scaler.factor = Fraction(1, 2)
        self.assertEqual(self.scaler.render(), ["flour: 125 g", "salt: 5/8 tsp", "eggs: 1/2"])
        self.scaler.factor = Fraction(10)
        self.assertEqual(self.scaler.render(), ["flour: 2 1/2 kg", "salt: 1 tbsp", "eggs: 10"])

    def test_render_division_by_zero(self):
        self.scaler.items = [("salt", "1 / (n - 1)", "tsp")]
        with self.assertRaises(ValueError) as caught:
            self.scaler.render()
        self.assertEqual(str(caught.exception), "division by zero")


class RecipeScalerTestMain(unittest.TestCase):
    def test_main_pancakes(self):
        scaler = RecipeScaler(UNITS)
        self.assertEqual(scaler.add("flour: 1 1/2 cup"), ("flour", "1 1/2", "cup"))
        self.assertEqual(scaler.add("salt: 1/4 + n/4 tsp"), ("salt", "1/4 + n/4", "tsp"))
        self.assertEqual(scaler.add("eggs: 2"), ("eggs", "2", ""))
        self.assertEqual(scaler.render(), ["flour: 1 1/2 cup", "salt: 1/2 tsp", "eggs: 2"])
        self.assertEqual(scaler.set_factor("4 -> 6"), Fraction(3, 2))
        self.assertEqual(scaler.add("flour: n * 2 tbsp"), ("flour", "n * 2", "tbsp"))
        self.assertEqual(scaler.totals("flour"), [(Fraction(117), "tsp")])
        self.assertEqual(scaler.choose_unit(117, 1, "tsp"), (Fraction(39), "tbsp"))
        self.assertEqual(scaler.render(), ["flour: 39 tbsp", "salt: 5/8 tsp", "eggs: 3"])
        with self.assertRaises(ValueError):
            scaler.set_factor("4 -> 4 - 4")
        self.assertEqual((scaler.factor, scaler.mixed(117, 48)), (Fraction(3, 2), "2 7/16"))

    def test_main_expressions(self):
        scaler = RecipeScaler({"ml": ("ml", 1), "l": ("ml", 1000)})
        self.assertEqual(scaler.tokenize("n / 1/3"), ["n", "/", "1/3"])
        self.assertEqual(scaler.evaluate("n / 1/3"), Fraction(3))
        self.assertEqual(scaler.set_factor("1/3"), Fraction(1, 3))
        self.assertEqual(scaler.evaluate("n / 1/3"), Fraction(1))
        self.assertEqual(scaler.add("stock: 2 1/4 l"), ("stock", "2 1/4", "l"))
        self.assertEqual(scaler.add("stock: 1 / (n + 1) ml"), ("stock", "1 / (n + 1)", "ml"))
        self.assertEqual(scaler.render(), ["stock: 750 3/4 ml"])
        self.assertEqual(scaler.set_factor("3 -> 1 1/2"), Fraction(1, 2))
        self.assertEqual(scaler.totals("stock"), [(Fraction(3377, 3), "ml")])
        self.assertEqual(scaler.render(), ["stock: 1125 2/3 ml"])
