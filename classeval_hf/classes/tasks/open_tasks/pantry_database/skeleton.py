# canary: classeval-hf open pantry_database efad3996-6931-46c5-9c88-51651ae5819d

import sqlite3


class PantryDatabase:
    """
    A database of the items in a pantry and of recipes: it says what can be cooked and what has to be bought.
    Quantities are stored in the base units "g", "ml" and "pcs", see to_base. Names of items and of recipes are
    stored, and looked up, without surrounding white space and in lower case; this is called the plain name below.
    All changes are committed before a method returns.
    """

    def __init__(self, path: str = ":memory:"):
        """
        Open the database and create the tables if they do not exist yet. They are:
        - items (name, quantity, unit): what is in the pantry; quantity is greater than 0 and unit a base unit, so an
          item is present in one unit only.
        - recipes (name, times_cooked): the known recipes and how many times each has been cooked.
        - ingredients (recipe, item, quantity, unit): what cooking a recipe once takes; recipe is the name in recipes,
          item an item's name (which need not be in items), unit a base unit. A recipe has one or more ingredients.
        The only field is:
        - self.connection: sqlite3.Connection, the connection to the database.
        :param path: str, the path of the database file, defaults to ":memory:" (a database in memory).
        """
        self.connection = sqlite3.connect(path)
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS items (name TEXT PRIMARY KEY, quantity REAL NOT NULL, unit TEXT NOT NULL)"
        )
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS recipes (name TEXT PRIMARY KEY, times_cooked INTEGER NOT NULL DEFAULT 0)"
        )
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS ingredients (recipe TEXT NOT NULL, item TEXT NOT NULL, "
            "quantity REAL NOT NULL, unit TEXT NOT NULL, PRIMARY KEY (recipe, item))"
        )
        self.connection.commit()

    @staticmethod
    def to_base(quantity: float, unit: str) -> tuple[float, str]:
        """
        Convert a quantity to its base unit: "g" (1 "kg" is 1000 g), "ml" (1 "l" is 1000 ml, 1 "dl" is 100 ml,
        1 "tbsp" is 15 ml, 1 "tsp" is 5 ml), or "pcs" (1 "dozen" is 12 pcs). The result is rounded to 3 decimals.
        :param quantity: float, the quantity in the given unit.
        :param unit: str, one of "g", "kg", "ml", "l", "dl", "tbsp", "tsp", "pcs", "dozen", spelled exactly so.
        :return: tuple of float and str, the rounded quantity and its base unit.
        :raises ValueError: if the unit is another one, or if the rounded quantity is not greater than 0.
        >>> PantryDatabase.to_base(0.25, "l")
        (250.0, 'ml')

        """

    def add_item(self, name: str, quantity: float, unit: str) -> float:
        """
        Put a quantity of an item into the pantry, in addition to what is there of it. The total is rounded to 3
        decimals.
        :param name: str, the name of the item; its plain name is stored.
        :param quantity: float, the quantity to add, in the given unit.
        :param unit: str, a unit that to_base knows.
        :return: float, the total quantity of the item now in the pantry, in the base unit.
        :raises ValueError: if the plain name is empty, if to_base raises it, or if the item is already in the pantry
            in another base unit; then nothing is changed.
        >>> pantry = PantryDatabase()
        >>> pantry.add_item("Flour", 1.5, "kg")
        1500.0
        >>> pantry.add_item(" flour ", 20, "g")
        1520.0

        """

    def add_recipe(self, name: str, ingredients: list[tuple[str, float, str]]) -> bool:
        """
        Add a recipe that has never been cooked, with its ingredients converted by to_base. If an item (by its plain
        name) is listed more than once, its converted quantities are added up and rounded to 3 decimals.
        All arguments are checked for a ValueError first; only then the conditions for returning False are looked at.
        :param name: str, the name of the recipe; its plain name is stored.
        :param ingredients: list of tuples (item name, quantity, unit), what cooking the recipe once takes.
        :return: bool, True if the recipe was added, False (and nothing changed) if there are no ingredients or there
            is a recipe with this plain name already.
        :raises ValueError: if the plain name of the recipe or of an item is empty, if to_base raises it, or if one
            item is listed with two different base units; then nothing is changed.
        >>> pantry = PantryDatabase()
        >>> pantry.add_recipe("Pancakes", [("flour", 250, "g"), ("milk", 5, "dl"), ("egg", 3, "pcs")])
        True
        >>> pantry.add_recipe("pancakes", [("flour", 300, "g")])
        False

        """

    def shopping_list(self, plan: list[str]) -> list[tuple[str, float, str]]:
        """
        Find what has to be bought so that all recipes of a plan can be cooked. A recipe that occurs several times in
        the plan is to be cooked that many times. The needs of all recipes are added up per item and base unit; from
        each sum the quantity of that item in the pantry is taken off, if it is there in the same base unit (in
        another unit it is of no use). Only what is still needed is listed. Nothing is changed.
        :param plan: list of str, recipe names (looked up by plain name); it may be empty.
        :return: list of tuples (item name, quantity rounded to 3 decimals and greater than 0, base unit), ordered by
            item name and then by unit.
        :raises KeyError: if a recipe of the plan is unknown.
        >>> pantry = PantryDatabase()
        >>> pantry.add_item("milk", 0.6, "l")
        600.0
        >>> pantry.add_recipe("pancakes", [("milk", 5, "dl"), ("egg", 3, "pcs")])
        True
        >>> pantry.shopping_list(["pancakes", "Pancakes"])
        [('egg', 6.0, 'pcs'), ('milk', 400.0, 'ml')]

        """

    def cookable(self) -> list[str]:
        """
        List the recipes that can be cooked (once) with what is in the pantry: of every ingredient there is at least
        the quantity needed, in the same base unit. Each recipe is looked at on its own. Nothing is changed.
        :return: list of str, names of recipes, those cooked fewer times first, and among equals ordered by name.
        >>> pantry = PantryDatabase()
        >>> pantry.add_item("egg", 3, "pcs")
        3.0
        >>> [pantry.add_recipe("omelette", [("egg", 3, "pcs")]), pantry.add_recipe("fried egg", [("egg", 1, "pcs")])]
        [True, True]
        >>> pantry.cookable()
        ['fried egg', 'omelette']

        """

    def cook(self, recipe: str, times: int = 1) -> bool:
        """
        Cook a recipe a number of times: take the ingredients out of the pantry and add times to the times_cooked of
        the recipe. Needed and remaining quantities are rounded to 3 decimals. An item with nothing left is deleted
        from the pantry.
        :param recipe: str, the name of the recipe (looked up by plain name).
        :param times: int, how many times it is cooked, defaults to 1.
        :return: bool, True if it was cooked, False (and nothing changed) if the pantry has not enough of some
            ingredient, in the same base unit, to cook it that many times: if its remaining quantity, as rounded,
            would be less than 0.
        :raises KeyError: if the recipe is unknown.
        :raises ValueError: if times is less than 1, whether the recipe is known or not.
        >>> pantry = PantryDatabase()
        >>> pantry.add_item("egg", 1, "dozen")
        12.0
        >>> pantry.add_recipe("omelette", [("egg", 3, "pcs")])
        True
        >>> [pantry.cook("Omelette", 3), pantry.cook("Omelette", 2)]
        [True, False]
        >>> pantry.connection.execute("SELECT * FROM items").fetchall()
        [('egg', 3.0, 'pcs')]

        """
