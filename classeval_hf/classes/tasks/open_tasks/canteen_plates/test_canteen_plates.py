# canary: classeval-hf open canteen_plates 49118a96-8cd1-4fd3-af90-ff1fd40f92b1

import unittest
from fractions import Fraction

from solution import CanteenPlates


def fill(plates):
    plates.foods = {"rice": {"salt": 6, "iron": 2}, "leek": {"iron": 5}, "water": {}}
    plates.recipes = {
        "stew": ([("broth", 150), ("rice", 50), ("leek", 30)], 210),
        "broth": ([("leek", 40), ("water", 400), ("leek", 20)], 300),
    }
    plates.totals = {"broth": {"iron": Fraction(3)}, "stew": {"salt": Fraction(3), "iron": Fraction(4)}}
    return plates


class CanteenPlatesTestContent(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_content_of_food(self):
        self.assertEqual(self.plates.content("rice", 150), {"salt": 9, "iron": 3})
        self.assertEqual(self.plates.content("leek", 1), {"iron": Fraction(1, 20)})

    def test_content_of_recipe(self):
        self.assertEqual(self.plates.content("stew", 70), {"salt": 1, "iron": Fraction(4, 3)})
        self.assertEqual(self.plates.content("broth", 600), {"iron": 6})

    def test_content_exact(self):
        amounts = self.plates.content("stew", 7)
        self.assertEqual(amounts, {"salt": Fraction(1, 10), "iron": Fraction(2, 15)})
        self.assertEqual(
            {type(amount) for amount in [*amounts.values(), *self.plates.content("rice", 100).values()]}, {Fraction}
        )

    def test_content_empty(self):
        self.assertEqual(
            [self.plates.content("water", 9), self.plates.content("stew", 0), self.plates.content("rice", 0)], [{}] * 3
        )
        self.assertEqual(self.plates.totals["stew"], {"salt": 3, "iron": 4})

    def test_content_unknown(self):
        for grams in (0, 10):
            with self.assertRaises(KeyError) as caught:
                self.plates.content("cake", grams)
            self.assertEqual(caught.exception.args, ("cake",))


class CanteenPlatesTestRecalculate(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_recalculate_all(self):
        self.plates.totals = {}
        self.assertEqual(self.plates.recalculate(), ["broth", "stew"])
        self.assertEqual(self.plates.totals, {"broth": {"iron": 3}, "stew": {"salt": 3, "iron": 4}})

    def test_recalculate_right_already(self):
        self.assertEqual(self.plates.recalculate(), [])
        self.assertEqual(self.plates.totals, {"broth": {"iron": 3}, "stew": {"salt": 3, "iron": 4}})

    def test_recalculate_changed_food(self):
        self.plates.foods["leek"] = {"iron": 10, "lime": 100}
        self.assertEqual(self.plates.recalculate(), ["broth", "stew"])
        self.assertEqual(
            self.plates.totals, {"broth": {"iron": 6, "lime": 60}, "stew": {"salt": 3, "iron": 7, "lime": 60}}
        )
        self.plates.foods["rice"] = {"salt": 7}
        self.assertEqual((self.plates.recalculate(), self.plates.totals["stew"]["iron"]), (["stew"], 6))

    def test_recalculate_changed_weight(self):
        self.plates.recipes["broth"] = (self.plates.recipes["broth"][0], 250)
        self.assertEqual(self.plates.recalculate(), ["stew"])
        self.assertEqual(self.plates.totals, {"broth": {"iron": 3}, "stew": {"salt": 3, "iron": Fraction(43, 10)}})

    def test_recalculate_deep(self):
        self.plates.recipes = {
            "d": ([("c", 10), ("b", 5)], 9),
            "c": ([("b", 4)], 2),
            "b": ([("a", 3)], 6),
            "a": ([("rice", 50)], 1),
        }
        self.assertEqual(self.plates.recalculate(), ["a", "b", "c", "d"])
        self.assertEqual([self.plates.totals[name]["salt"] for name in "abcd"], [3, 9, 6, Fraction(75, 2)])

    def test_recalculate_nothing(self):
        plates = CanteenPlates()
        plates.foods = {"water": {}}
        self.assertEqual((plates.recalculate(), plates.totals), ([], {}))
        plates.recipes = {"tea": ([("water", 5)], 5)}
        self.assertEqual((plates.recalculate(), plates.totals), (["tea"], {"tea": {}}))


class CanteenPlatesTestSetFood(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_set_food_new(self):
        nutrients = {"salt": 3, "iron": 0}
        self.assertEqual(self.plates.set_food("egg", nutrients), [])
        nutrients["salt"] = 8
        self.assertEqual((self.plates.foods["egg"], nutrients), ({"salt": 3}, {"salt": 8, "iron": 0}))

    def test_set_food_in_both_recipes(self):
        self.assertEqual(self.plates.set_food("leek", {"iron": 20}), ["broth", "stew"])
        self.assertEqual(self.plates.totals, {"broth": {"iron": 12}, "stew": {"salt": 3, "iron": 13}})

    def test_set_food_in_one_recipe(self):
        self.assertEqual(self.plates.set_food("rice", {"iron": 2, "salt": 0}), ["stew"])
        self.assertEqual(self.plates.totals["stew"], {"iron": 4})

    def test_set_food_same_again(self):
        self.assertEqual(self.plates.set_food("rice", {"iron": 2, "salt": 6}), [])
        self.assertEqual(self.plates.foods["rice"], {"salt": 6, "iron": 2})

    def test_set_food_errors(self):
        cases = [("stew", {"a": -1}, "is a recipe: stew"), ("rice", {"z": -1, "c": -2, "a": 1}, "bad amount: c")]
        cases += [("rice", {"z": 1, "a": -1}, "bad amount: a"), ("new", {"a": 1, "z": -1}, "bad amount: z")]
        for food, nutrients, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.plates.set_food(food, nutrients)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((len(self.plates.foods), self.plates.foods["rice"]), (3, {"salt": 6, "iron": 2}))


class CanteenPlatesTestSetRecipe(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_set_recipe_new(self):
        parts = [("stew", 105), ("rice", 100)]
        self.assertEqual(self.plates.set_recipe("menu", parts, 200), ["menu"])
        parts.clear()
        self.assertEqual(self.plates.recipes["menu"], ([("stew", 105), ("rice", 100)], 200))
        self.assertEqual(self.plates.totals["menu"], {"salt": Fraction(15, 2), "iron": 4})

    def test_set_recipe_replaced(self):
        self.assertEqual(self.plates.set_recipe("broth", [("rice", 50)], 50), ["broth", "stew"])
        self.assertEqual(
            self.plates.totals, {"broth": {"salt": 3, "iron": 1}, "stew": {"salt": 12, "iron": Fraction(11, 2)}}
        )

    def test_set_recipe_only_weight(self):
        self.assertEqual(self.plates.set_recipe("broth", [("leek", 60)], 150), ["stew"])
        self.assertEqual(self.plates.totals["stew"], {"salt": 3, "iron": Fraction(11, 2)})
        self.assertEqual(self.plates.set_recipe("stew", self.plates.recipes["stew"][0], 1), [])
        self.assertEqual(self.plates.recipes["stew"], ([("broth", 150), ("rice", 50), ("leek", 30)], 1))

    def test_set_recipe_errors(self):
        cases = [
            ("rice", [], 0, "is a food: rice"),
            ("new", [], 0, "no parts"),
            ("new", [("egg", 5)], 0, "bad weight"),
            ("new", [("egg", 5), ("rice", 0)], 5, "bad weight"),
            ("new", [("rice", 0), ("leek", 5)], 5, "bad weight"),
            ("new", [("egg", 5), ("rice", 1)], 5, "unknown: egg"),
            ("new", [("rice", 5), ("ham", 1)], 5, "unknown: ham"),
            ("new", [("rice", 5), ("new", 1), ("ham", 1), ("egg", 2)], 5, "unknown: ham"),
            ("new", [("rice", 5), ("new", 1)], 5, "contains itself: new"),
            ("broth", [("stew", 5)], 5, "contains itself: broth"),
        ]
        for recipe, parts, weight, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.plates.set_recipe(recipe, parts, weight)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((sorted(self.plates.recipes), self.plates.recipes["broth"][1]), (["broth", "stew"], 300))

    def test_set_recipe_contains_itself_deep(self):
        self.assertEqual(self.plates.set_recipe("menu", [("rice", 1), ("stew", 21)], 30), ["menu"])
        with self.assertRaises(ValueError) as caught:
            self.plates.set_recipe("broth", [("leek", 1), ("menu", 5)], 30)
        self.assertEqual(str(caught.exception), "contains itself: broth")
        self.assertEqual(self.plates.totals["broth"], {"iron": 3})

    def test_set_recipe_shared_parts(self):
        self.assertEqual(self.plates.set_recipe("feast", [("stew", 21), ("broth", 30), ("stew", 21)], 1), ["feast"])
        self.assertEqual(self.plates.totals["feast"], {"salt": Fraction(3, 5), "iron": Fraction(11, 10)})


class CanteenPlatesTestDrop(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_drop_recipe(self):
        self.assertEqual(self.plates.drop("stew"), True)
        self.assertEqual((list(self.plates.recipes), self.plates.totals), (["broth"], {"broth": {"iron": 3}}))

    def test_drop_food(self):
        self.plates.foods["egg"] = {"salt": 1}
        self.assertEqual([self.plates.drop("egg"), sorted(self.plates.foods)], [False, ["leek", "rice", "water"]])

    def test_drop_one_after_another(self):
        self.assertEqual(
            [self.plates.drop(name) for name in ("stew", "broth", "leek", "rice")], [True, True, False, False]
        )
        self.assertEqual((self.plates.foods, self.plates.recipes, self.plates.totals), ({"water": {}}, {}, {}))

    def test_drop_used(self):
        for name, users in (("leek", "broth, stew"), ("broth", "stew"), ("water", "broth")):
            with self.assertRaises(ValueError) as caught:
                self.plates.drop(name)
            self.assertEqual(str(caught.exception), f"used in: {users}")
        self.assertEqual((len(self.plates.foods), len(self.plates.recipes)), (3, 2))

    def test_drop_keeps_eaten(self):
        self.plates.eaten = {4: {"salt": Fraction(1, 2)}}
        self.assertEqual([self.plates.drop("stew"), self.plates.eaten], [True, {4: {"salt": Fraction(1, 2)}}])

    def test_drop_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.plates.drop("egg")
        self.assertEqual(caught.exception.args, ("egg",))


class CanteenPlatesTestServe(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        fill(self.plates)

    def test_serve_one_day(self):
        self.assertEqual(self.plates.serve(5, "leek", 40), {"iron": 2})
        self.assertEqual(self.plates.serve(5, "stew", 140), {"salt": 2, "iron": Fraction(14, 3)})
        self.assertEqual(self.plates.eaten, {5: {"salt": 2, "iron": Fraction(14, 3)}})

    def test_serve_several_days(self):
        self.assertEqual([self.plates.serve(day, "broth", 100 * day) for day in (3, 1)], [{"iron": 3}, {"iron": 1}])
        self.assertEqual(self.plates.eaten, {3: {"iron": 3}, 1: {"iron": 1}})

    def test_serve_one_gram(self):
        self.assertEqual(self.plates.serve(2, "rice", 1), {"salt": Fraction(3, 50), "iron": Fraction(1, 50)})
        self.assertEqual(list(self.plates.eaten), [2])

    def test_serve_without_nutrients(self):
        self.assertEqual([self.plates.serve(0, "water", 500), self.plates.eaten], [{}, {0: {}}])
        self.assertEqual(self.plates.serve(0, "rice", 25), {"salt": Fraction(3, 2), "iron": Fraction(1, 2)})

    def test_serve_is_no_view(self):
        self.plates.serve(7, "leek", 60)["iron"] = 99
        self.assertEqual(self.plates.eaten, {7: {"iron": 3}})
        self.plates.foods["nuts"] = {"iron": 100}
        self.assertEqual(self.plates.serve(7, "nuts", 10), {"iron": 13})
        self.plates.foods["nuts"] = {"iron": 500}
        self.assertEqual((self.plates.serve(7, "nuts", 10), self.plates.eaten), ({"iron": 63}, {7: {"iron": 63}}))

    def test_serve_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.plates.serve(1, "egg", 0)
        self.assertEqual(caught.exception.args, ("egg",))
        for grams in (0, -5):
            with self.assertRaises(ValueError) as caught:
                self.plates.serve(1, "rice", grams)
            self.assertEqual(str(caught.exception), "bad weight")
        self.assertEqual(self.plates.eaten, {})


class CanteenPlatesTestSummary(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        amounts = {1: 4, 2: 7, 5: 1, 6: 4, 9: 0}
        self.plates.eaten = {
            day: {"salt": Fraction(amount), "iron": Fraction(1, 3)} for day, amount in amounts.items()
        }
        self.plates.eaten[9] = {"iron": Fraction(2, 3)}

    def test_summary_odd(self):
        self.assertEqual(
            self.plates.summary("salt"),
            {"mean": Fraction(16, 5), "median": 4, "modes": [4], "variance": Fraction(77, 10), "quartiles": [1, 4, 4]},
        )

    def test_summary_even(self):
        self.plates.eaten[12] = {"salt": Fraction(1)}
        self.assertEqual(
            self.plates.summary("salt"),
            {
                "mean": Fraction(17, 6),
                "median": Fraction(5, 2),
                "modes": [1, 4],
                "variance": Fraction(209, 30),
                "quartiles": [1, Fraction(5, 2), 4],
            },
        )

    def test_summary_exact(self):
        summary = self.plates.summary("iron")
        self.assertEqual((summary["mean"], summary["variance"]), (Fraction(2, 5), Fraction(1, 45)))
        self.assertEqual((summary["modes"], summary["quartiles"]), ([Fraction(1, 3)], [Fraction(1, 3)] * 3))

    def test_summary_one_day(self):
        self.plates.eaten = {4: {"salt": Fraction(5, 7)}}
        amount = Fraction(5, 7)
        self.assertEqual(
            self.plates.summary("salt"),
            {"mean": amount, "median": amount, "modes": [amount], "variance": None, "quartiles": [amount] * 3},
        )

    def test_summary_two_days(self):
        self.plates.eaten = {4: {"salt": Fraction(5)}, 3: {"salt": Fraction(2)}}
        summary = self.plates.summary("salt")
        self.assertEqual(
            (summary["quartiles"], summary["modes"]), ([Fraction(11, 4), Fraction(7, 2), Fraction(17, 4)], [2, 5])
        )
        self.assertEqual(summary["variance"], Fraction(9, 2))

    def test_summary_unknown_nutrient(self):
        summary = self.plates.summary("lime")
        self.assertEqual((summary["mean"], summary["modes"], summary["quartiles"]), (0, [0], [0, 0, 0]))
        self.assertEqual(len(self.plates.eaten), 5)

    def test_summary_no_days(self):
        with self.assertRaises(ValueError) as caught:
            CanteenPlates().summary("salt")
        self.assertEqual(str(caught.exception), "no days")


class CanteenPlatesTestUnusual(unittest.TestCase):
    def setUp(self):
        self.plates = CanteenPlates()
        amounts = {8: 20, 1: 14, 2: 10, 3: 11, 4: 12, 5: 13, 6: 14, 7: 4, 9: 10}
        self.plates.eaten = {day: {"salt": Fraction(amount)} for day, amount in amounts.items()}

    def test_unusual_both_sides(self):
        self.assertEqual(self.plates.unusual("salt", 1), [(7, "low", Fraction(4)), (8, "high", Fraction(20))])

    def test_unusual_edge(self):
        self.plates.eaten[7], self.plates.eaten[8] = {"salt": Fraction(2)}, {"salt": Fraction(22)}
        self.assertEqual(self.plates.unusual("salt"), [])
        self.plates.eaten[7] = {"salt": Fraction(19, 10)}
        self.assertEqual(self.plates.unusual("salt"), [(7, "low", Fraction(19, 10))])
        self.plates.eaten[8] = {"salt": Fraction(221, 10)}
        self.assertEqual(self.plates.unusual("salt", 2)[1:], [(8, "high", Fraction(221, 10))])

    def test_unusual_factor_zero(self):
        self.plates.eaten = {day: {"salt": Fraction(day)} for day in (5, 1, 2, 4, 3)}
        self.assertEqual(self.plates.unusual("salt", 0), [(1, "low", 1), (5, "high", 5)])

    def test_unusual_missing_nutrient(self):
        self.plates.eaten[3] = {"iron": Fraction(1)}
        self.assertEqual(self.plates.unusual("salt", 2), [(3, "low", 0)])
        self.assertEqual(self.plates.unusual("iron"), [(3, "high", 1)])

    def test_unusual_none(self):
        self.assertEqual((self.plates.unusual("salt", 9), len(self.plates.eaten)), ([], 9))
        self.assertEqual(CanteenPlates().unusual("salt"), [])
        self.plates.eaten = {3: {"salt": Fraction(8)}}
        self.assertEqual(self.plates.unusual("salt", 0), [])


class CanteenPlatesTestMain(unittest.TestCase):
    def test_main_week(self):
        plates = CanteenPlates()
        self.assertEqual(
            [plates.set_food("flour", {"iron": 10, "salt": 0}), plates.set_food("milk", {"lime": 120})], [[], []]
        )
        self.assertEqual(plates.set_recipe("dough", [("flour", 200), ("milk", 100)], 240), ["dough"])
        self.assertEqual(plates.set_recipe("cake", [("dough", 120), ("milk", 50)], 150), ["cake"])
        self.assertEqual(plates.content("cake", 30), {"iron": 2, "lime": 24})
        self.assertEqual(plates.serve(1, "cake", 75), {"iron": 5, "lime": 60})
        self.assertEqual(plates.set_food("flour", {"iron": 16}), ["cake", "dough"])
        self.assertEqual(plates.serve(2, "cake", 75), {"iron": 8, "lime": 60})
        self.assertEqual(plates.set_recipe("dough", [("flour", 200), ("milk", 100)], 300), ["cake"])
        self.assertEqual(plates.serve(3, "cake", 150), {"iron": Fraction(64, 5), "lime": 108})
        self.assertEqual(plates.serve(1, "milk", 25), {"iron": 5, "lime": 90})
        self.assertEqual((plates.summary("iron")["mean"], plates.summary("lime")["median"]), (Fraction(43, 5), 90))
        self.assertEqual([plates.drop("cake"), plates.drop("dough"), plates.recalculate()], [True, True, []])
        self.assertEqual(plates.eaten[2], {"iron": 8, "lime": 60})

    def test_main_circle(self):
        plates = CanteenPlates()
        self.assertEqual(
            [plates.set_food("oil", {"fat": 90}), plates.set_recipe("dip", [("oil", 10)], 10)], [[], ["dip"]]
        )
        self.assertEqual(plates.set_recipe("mix", [("dip", 5), ("oil", 5)], 20), ["mix"])
        with self.assertRaises(ValueError) as caught:
            plates.set_recipe("dip", [("oil", 1), ("mix", 1)], 2)
        self.assertEqual(str(caught.exception), "contains itself: dip")
        with self.assertRaises(ValueError) as caught:
            plates.drop("dip")
        self.assertEqual(str(caught.exception), "used in: mix")
        self.assertEqual(plates.set_recipe("mix", [("oil", 5)], 20), ["mix"])
        self.assertEqual(plates.set_recipe("dip", [("mix", 10), ("oil", 10)], 15), ["dip"])
        self.assertEqual(plates.totals, {"dip": {"fat": Fraction(45, 4)}, "mix": {"fat": Fraction(9, 2)}})
        self.assertEqual(plates.content("dip", 5), {"fat": Fraction(15, 4)})

    def test_main_unusual_days(self):
        plates = CanteenPlates()
        self.assertEqual([plates.unusual("salt"), plates.set_food("nuts", {"salt": 50})], [[], []])
        self.assertEqual([plates.serve(day, "nuts", 20)["salt"] for day in range(6)], [10] * 6)
        self.assertEqual([plates.serve(day, "nuts", 2)["salt"] for day in (3, 8)], [11, 1])
        self.assertEqual(plates.unusual("salt"), [(3, "high", 11), (8, "low", 1)])
        self.assertEqual(plates.serve(8, "nuts", 18), {"salt": 10})
        self.assertEqual([plates.unusual("salt"), plates.summary("salt")["modes"]], [[(3, "high", 11)], [10]])
        self.assertEqual(plates.summary("salt")["variance"], Fraction(1, 7))
