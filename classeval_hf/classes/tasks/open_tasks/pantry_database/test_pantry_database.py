# canary: classeval-hf open pantry_database efad3996-6931-46c5-9c88-51651ae5819d

import unittest
import os

from solution import PantryDatabase


class PantryDatabaseTestToBase(unittest.TestCase):
    def test_to_base_mass(self):
        self.assertEqual(PantryDatabase.to_base(1.25, "kg"), (1250.0, "g"))
        self.assertEqual(PantryDatabase.to_base(80, "g"), (80.0, "g"))

    def test_to_base_volume(self):
        self.assertEqual(PantryDatabase.to_base(0.5, "l"), (500.0, "ml"))
        self.assertEqual(PantryDatabase.to_base(2, "dl"), (200.0, "ml"))
        self.assertEqual(PantryDatabase.to_base(7, "ml"), (7.0, "ml"))

    def test_to_base_spoons(self):
        self.assertEqual(PantryDatabase.to_base(1.5, "tbsp"), (22.5, "ml"))
        self.assertEqual(PantryDatabase.to_base(0.5, "tsp"), (2.5, "ml"))

    def test_to_base_pieces(self):
        self.assertEqual(PantryDatabase.to_base(1.5, "dozen"), (18.0, "pcs"))
        self.assertEqual(PantryDatabase.to_base(4, "pcs"), (4.0, "pcs"))

    def test_to_base_rounding(self):
        self.assertEqual(PantryDatabase.to_base(0.12344, "g"), (0.123, "g"))
        self.assertEqual(PantryDatabase.to_base(0.0012346, "kg"), (1.235, "g"))

    def test_to_base_unknown_unit(self):
        for unit in ["cup", "KG", " g", ""]:
            with self.assertRaises(ValueError):
                PantryDatabase.to_base(1, unit)

    def test_to_base_not_positive(self):
        for quantity in [0, -1, -0.5, 0.0004]:
            with self.assertRaises(ValueError):
                PantryDatabase.to_base(quantity, "g")

    def test_to_base_small_but_positive(self):
        self.assertEqual(PantryDatabase.to_base(0.0004, "kg"), (0.4, "g"))


class PantryDatabaseTestAddItem(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()
        self.path = "pantry_database_add_item.db"

    def tearDown(self):
        self.pantry.connection.close()
        if os.path.exists(self.path):
            os.remove(self.path)

    def rows(self):
        return self.pantry.connection.execute("SELECT name, quantity, unit FROM items ORDER BY name").fetchall()

    def test_add_item_new(self):
        self.assertEqual(self.pantry.add_item("rice", 2, "kg"), 2000.0)
        self.assertEqual(self.rows(), [("rice", 2000.0, "g")])

    def test_add_item_plain_name(self):
        self.assertEqual(self.pantry.add_item("  Olive Oil\n", 3, "tbsp"), 45.0)
        self.assertEqual(self.rows(), [("olive oil", 45.0, "ml")])

    def test_add_item_to_existing(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('milk', 250, 'ml'), ('salt', 90, 'g')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.add_item("MILK", 1, "l"), 1250.0)
        self.assertEqual(self.rows(), [("milk", 1250.0, "ml"), ("salt", 90.0, "g")])

    def test_add_item_total_is_rounded(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('saffron', 0.1, 'g')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.add_item("saffron", 0.2, "g"), 0.3)
        self.assertEqual(self.rows(), [("saffron", 0.3, "g")])

    def test_add_item_other_unit(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('honey', 250, 'ml')")
        self.pantry.connection.commit()
        with self.assertRaises(ValueError):
            self.pantry.add_item("honey", 100, "g")
        self.assertEqual(self.rows(), [("honey", 250.0, "ml")])

    def test_add_item_bad_arguments(self):
        for name, quantity, unit in [("rice", 0, "g"), ("rice", -2, "kg"), ("rice", 1, "sack"), ("  ", 1, "g")]:
            with self.assertRaises(ValueError):
                self.pantry.add_item(name, quantity, unit)
        self.assertEqual(self.rows(), [])

    def test_add_item_quotes_in_name(self):
        self.assertEqual(self.pantry.add_item('Baker\'s "00" flour', 1, "kg"), 1000.0)
        self.assertEqual(self.rows(), [('baker\'s "00" flour', 1000.0, "g")])

    def test_add_item_is_committed(self):
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_add_item.db")
        self.assertEqual(self.pantry.add_item("egg", 1, "dozen"), 12.0)
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_add_item.db")
        self.assertEqual(self.rows(), [("egg", 12.0, "pcs")])


class PantryDatabaseTestAddRecipe(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()
        self.pantry.connection.execute("INSERT INTO recipes VALUES ('toast', 4)")
        self.pantry.connection.execute("INSERT INTO ingredients VALUES ('toast', 'bread', 2, 'pcs')")
        self.pantry.connection.commit()
        self.path = "pantry_database_add_recipe.db"

    def tearDown(self):
        self.pantry.connection.close()
        if os.path.exists(self.path):
            os.remove(self.path)

    def recipes(self):
        return self.pantry.connection.execute("SELECT name, times_cooked FROM recipes ORDER BY name").fetchall()

    def ingredients(self):
        return self.pantry.connection.execute(
            "SELECT recipe, item, quantity, unit FROM ingredients ORDER BY recipe, item"
        ).fetchall()

    def test_add_recipe_new(self):
        self.assertEqual(self.pantry.add_recipe(" Rice Pudding", [("Rice", 0.2, "kg"), ("milk", 1, "l")]), True)
        self.assertEqual(self.recipes(), [("rice pudding", 0), ("toast", 4)])
        self.assertEqual(
            self.ingredients(),
            [
                ("rice pudding", "milk", 1000.0, "ml"),
                ("rice pudding", "rice", 200.0, "g"),
                ("toast", "bread", 2.0, "pcs"),
            ],
        )

    def test_add_recipe_sums_repeated_items(self):
        ingredients = [("sugar", 0.1, "g"), ("egg", 2, "pcs"), ("Sugar ", 0.2, "g"), ("EGG", 0.5, "dozen")]
        self.assertEqual(self.pantry.add_recipe("meringue", ingredients), True)
        self.assertEqual(self.ingredients()[:2], [("meringue", "egg", 8.0, "pcs"), ("meringue", "sugar", 0.3, "g")])

    def test_add_recipe_existing(self):
        self.assertEqual(self.pantry.add_recipe("TOAST", [("butter", 10, "g")]), False)
        self.assertEqual(self.recipes(), [("toast", 4)])
        self.assertEqual(self.ingredients(), [("toast", "bread", 2.0, "pcs")])

    def test_add_recipe_without_ingredients(self):
        self.assertEqual(self.pantry.add_recipe("water", []), False)
        self.assertEqual(self.recipes(), [("toast", 4)])

    def test_add_recipe_bad_ingredient(self):
        for bad in [("oil", 1, "cup"), ("oil", 0, "ml"), (" ", 1, "g")]:
            with self.assertRaises(ValueError):
                self.pantry.add_recipe("salad", [("leaf", 3, "pcs"), bad])
        self.assertEqual(self.recipes(), [("toast", 4)])
        self.assertEqual(self.ingredients(), [("toast", "bread", 2.0, "pcs")])

    def test_add_recipe_two_units_for_one_item(self):
        with self.assertRaises(ValueError):
            self.pantry.add_recipe("cake", [("butter", 100, "g"), ("Butter", 1, "tbsp")])
        self.assertEqual(self.recipes(), [("toast", 4)])

    def test_add_recipe_error_before_false(self):
        with self.assertRaises(ValueError):
            self.pantry.add_recipe("toast", [("butter", -1, "g")])
        with self.assertRaises(ValueError):
            self.pantry.add_recipe("  ", [])
        self.assertEqual(self.recipes(), [("toast", 4)])

    def test_add_recipe_is_committed(self):
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_add_recipe.db")
        self.assertEqual(self.pantry.add_recipe("tea", [("water", 3, "dl")]), True)
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_add_recipe.db")
        self.assertEqual(self.recipes(), [("tea", 0)])
        self.assertEqual(self.ingredients(), [("tea", "water", 300.0, "ml")])


class PantryDatabaseTestShoppingList(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()
        self.pantry.connection.execute("INSERT INTO recipes VALUES ('bread', 0), ('glaze', 2), ('tonic', 0)")
        self.pantry.connection.execute(
            "INSERT INTO ingredients VALUES ('bread', 'flour', 500, 'g'), ('bread', 'honey', 20, 'g'), "
            "('glaze', 'honey', 50, 'ml'), ('tonic', 'ginger', 0.1, 'g')"
        )
        self.pantry.connection.execute("INSERT INTO items VALUES ('flour', 600, 'g'), ('honey', 30, 'ml')")
        self.pantry.connection.commit()

    def tearDown(self):
        self.pantry.connection.close()

    def test_shopping_list_single(self):
        self.assertEqual(self.pantry.shopping_list(["glaze"]), [("honey", 20.0, "ml")])

    def test_shopping_list_other_unit_is_of_no_use(self):
        self.assertEqual(self.pantry.shopping_list(["bread"]), [("honey", 20.0, "g")])

    def test_shopping_list_repeated_recipe(self):
        self.assertEqual(self.pantry.shopping_list(["Bread", "bread "]), [("flour", 400.0, "g"), ("honey", 40.0, "g")])

    def test_shopping_list_order(self):
        self.assertEqual(
            self.pantry.shopping_list(["glaze", "tonic", "bread", "glaze", "bread"]),
            [("flour", 400.0, "g"), ("ginger", 0.1, "g"), ("honey", 40.0, "g"), ("honey", 70.0, "ml")],
        )

    def test_shopping_list_rounding(self):
        self.assertEqual(self.pantry.shopping_list(["tonic"] * 3), [("ginger", 0.3, "g")])
        self.pantry.connection.execute("INSERT INTO items VALUES ('ginger', 0.3, 'g')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.shopping_list(["tonic"] * 3), [])
        self.assertEqual(self.pantry.shopping_list(["tonic"] * 4), [("ginger", 0.1, "g")])

    def test_shopping_list_empty_plan(self):
        self.assertEqual(self.pantry.shopping_list([]), [])

    def test_shopping_list_unknown_recipe(self):
        with self.assertRaises(KeyError):
            self.pantry.shopping_list(["bread", "flour"])

    def test_shopping_list_changes_nothing(self):
        self.assertEqual(self.pantry.shopping_list(["bread", "glaze"]), [("honey", 20.0, "g"), ("honey", 20.0, "ml")])
        self.assertEqual(
            self.pantry.connection.execute("SELECT * FROM items ORDER BY name").fetchall(),
            [("flour", 600.0, "g"), ("honey", 30.0, "ml")],
        )
        self.assertEqual(
            self.pantry.connection.execute("SELECT * FROM recipes ORDER BY name").fetchall(),
            [("bread", 0), ("glaze", 2), ("tonic", 0)],
        )


class PantryDatabaseTestCookable(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()
        self.pantry.connection.execute(
            "INSERT INTO recipes VALUES ('soup', 2), ('salad', 0), ('mash', 1), ('chips', 1)"
        )
        self.pantry.connection.execute(
            "INSERT INTO ingredients VALUES ('soup', 'potato', 300, 'g'), ('soup', 'cream', 100, 'ml'), "
            "('salad', 'leaf', 5, 'pcs'), ('mash', 'potato', 500, 'g'), ('chips', 'potato', 500, 'g')"
        )
        self.pantry.connection.commit()

    def tearDown(self):
        self.pantry.connection.close()

    def test_cookable_empty_pantry(self):
        self.assertEqual(self.pantry.cookable(), [])

    def test_cookable_no_recipes(self):
        self.pantry.connection.execute("DELETE FROM recipes")
        self.pantry.connection.execute("DELETE FROM ingredients")
        self.pantry.connection.execute("INSERT INTO items VALUES ('potato', 700, 'g')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), [])

    def test_cookable_order(self):
        self.pantry.connection.execute(
            "INSERT INTO items VALUES ('potato', 900, 'g'), ('cream', 200, 'ml'), ('leaf', 9, 'pcs')"
        )
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), ["salad", "chips", "mash", "soup"])

    def test_cookable_exact_quantity(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('potato', 500, 'g'), ('cream', 99.999, 'ml')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), ["chips", "mash"])

    def test_cookable_one_ingredient_short(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('potato', 300, 'g'), ('leaf', 5, 'pcs')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), ["salad"])

    def test_cookable_other_unit(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('potato', 900, 'pcs'), ('leaf', 900, 'pcs')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), ["salad"])

    def test_cookable_changes_nothing(self):
        self.pantry.connection.execute("INSERT INTO items VALUES ('potato', 500, 'g')")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cookable(), ["chips", "mash"])
        self.assertEqual(self.pantry.cookable(), ["chips", "mash"])
        self.assertEqual(self.pantry.connection.execute("SELECT * FROM items").fetchall(), [("potato", 500.0, "g")])
        self.assertEqual(
            self.pantry.connection.execute("SELECT * FROM recipes ORDER BY name").fetchall(),
            [("chips", 1), ("mash", 1), ("salad", 0), ("soup", 2)],
        )


class PantryDatabaseTestCook(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()
        self.path = "pantry_database_cook.db"
        self.fill()

    def tearDown(self):
        self.pantry.connection.close()
        if os.path.exists(self.path):
            os.remove(self.path)

    def fill(self):
        self.pantry.connection.execute("INSERT INTO recipes VALUES ('chai', 3), ('latte', 0)")
        self.pantry.connection.execute(
            "INSERT INTO ingredients VALUES ('chai', 'milk', 200, 'ml'), ('chai', 'spice', 0.1, 'g'), "
            "('latte', 'coffee', 18, 'g'), ('latte', 'milk', 250, 'ml')"
        )
        self.pantry.connection.execute(
            "INSERT INTO items VALUES ('milk', 700, 'ml'), ('spice', 0.3, 'g'), ('coffee', 500, 'ml')"
        )
        self.pantry.connection.commit()

    def items(self):
        return self.pantry.connection.execute("SELECT name, quantity, unit FROM items ORDER BY name").fetchall()

    def recipes(self):
        return self.pantry.connection.execute("SELECT name, times_cooked FROM recipes ORDER BY name").fetchall()

    def test_cook_once(self):
        self.assertEqual(self.pantry.cook("chai"), True)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 500.0, "ml"), ("spice", 0.2, "g")])
        self.assertEqual(self.recipes(), [("chai", 4), ("latte", 0)])

    def test_cook_several_times_to_the_end(self):
        self.assertEqual(self.pantry.cook(" Chai ", 3), True)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 100.0, "ml")])
        self.assertEqual(self.recipes(), [("chai", 6), ("latte", 0)])

    def test_cook_not_enough(self):
        self.assertEqual(self.pantry.cook("chai", 4), False)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 700.0, "ml"), ("spice", 0.3, "g")])
        self.assertEqual(self.recipes(), [("chai", 3), ("latte", 0)])

    def test_cook_second_ingredient_short(self):
        self.pantry.connection.execute("UPDATE items SET quantity = 0.05 WHERE name = 'spice'")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cook("chai"), False)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 700.0, "ml"), ("spice", 0.05, "g")])

    def test_cook_ingredient_missing(self):
        self.pantry.connection.execute("DELETE FROM items WHERE name = 'milk'")
        self.pantry.connection.commit()
        self.assertEqual(self.pantry.cook("chai"), False)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("spice", 0.3, "g")])

    def test_cook_other_unit(self):
        self.assertEqual(self.pantry.cook("latte"), False)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 700.0, "ml"), ("spice", 0.3, "g")])

    def test_cook_unknown(self):
        with self.assertRaises(KeyError):
            self.pantry.cook("milk")
        self.assertEqual(self.recipes(), [("chai", 3), ("latte", 0)])

    def test_cook_bad_times(self):
        for recipe, times in [("chai", 0), ("chai", -1), ("cocoa", 0)]:
            with self.assertRaises(ValueError):
                self.pantry.cook(recipe, times)
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 700.0, "ml"), ("spice", 0.3, "g")])

    def test_cook_is_committed(self):
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_cook.db")
        self.fill()
        self.assertEqual(self.pantry.cook("chai", 2), True)
        self.pantry.connection.close()
        self.pantry = PantryDatabase("pantry_database_cook.db")
        self.assertEqual(self.items(), [("coffee", 500.0, "ml"), ("milk", 300.0, "ml"), ("spice", 0.1, "g")])
        self.assertEqual(self.recipes(), [("chai", 5), ("latte", 0)])


class PantryDatabaseTestMain(unittest.TestCase):
    def setUp(self):
        self.pantry = PantryDatabase()

    def tearDown(self):
        self.pantry.connection.close()

    def test_main_cook_until_empty(self):
        self.assertEqual(self.pantry.to_base(1, "kg"), (1000.0, "g"))
        self.assertEqual(self.pantry.add_item("Flour", 1, "kg"), 1000.0)
        self.assertEqual(self.pantry.add_item("Egg", 0.5, "dozen"), 6.0)
        self.assertEqual(self.pantry.add_recipe("Pasta", [("flour", 400, "g"), ("egg", 4, "pcs")]), True)
        self.assertEqual(self.pantry.add_recipe("Crepes", [("flour", 250, "g"), ("egg", 2, "pcs")]), True)
        self.assertEqual(self.pantry.cookable(), ["crepes", "pasta"])
        self.assertEqual(self.pantry.cook("crepes"), True)
        self.assertEqual(self.pantry.cookable(), ["pasta", "crepes"])
        self.assertEqual(self.pantry.cook("pasta"), True)
        self.assertEqual(self.pantry.cook("crepes"), False)
        self.assertEqual(self.pantry.cookable(), [])
        self.assertEqual(self.pantry.shopping_list(["pasta", "crepes"]), [("egg", 6.0, "pcs"), ("flour", 300.0, "g")])

    def test_main_shop_then_cook(self):
        self.assertEqual(self.pantry.add_recipe("Porridge", [("oats", 50, "g"), ("milk", 2, "dl")]), True)
        self.assertEqual(self.pantry.add_item("milk", 0.1, "l"), 100.0)
        self.assertEqual(self.pantry.cook("porridge", 2), False)
        self.assertEqual(
            self.pantry.shopping_list(["porridge", "porridge"]), [("milk", 300.0, "ml"), ("oats", 100.0, "g")]
        )
        for item, quantity, unit in self.pantry.shopping_list(["porridge", "porridge"]):
            self.assertEqual(self.pantry.to_base(quantity, unit), (quantity, unit))
            self.pantry.add_item(item, quantity, unit)
        self.assertEqual(self.pantry.cookable(), ["porridge"])
        self.assertEqual(self.pantry.cook("porridge", 2), True)
        self.assertEqual(self.pantry.connection.execute("SELECT * FROM items").fetchall(), [])

    def test_main_unit_can_change_after_the_item_is_used_up(self):
        self.assertEqual(self.pantry.add_item("stock", 3, "dl"), 300.0)
        self.assertEqual(self.pantry.add_recipe("broth", [("stock", 300, "ml")]), True)
        self.assertEqual(self.pantry.cook("broth"), True)
        self.assertEqual(self.pantry.add_item("stock", 2, "pcs"), 2.0)
        self.assertEqual(self.pantry.shopping_list(["broth"]), [("stock", 300.0, "ml")])
        self.assertEqual(self.pantry.cookable(), [])
