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
        if unit not in PantryDatabase._UNITS:
            raise ValueError(f"unknown unit: {unit!r}")
        factor, base = PantryDatabase._UNITS[unit]
        result = round(float(quantity) * factor, 3)
        if not result > 0:
            raise ValueError("the quantity must be greater than 0")
        return result, base

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
        name = self._plain(name)
        if not name:
            raise ValueError("the name is empty")
        total, base = self.to_base(quantity, unit)
        row = self.connection.execute("SELECT quantity, unit FROM items WHERE name = ?", (name,)).fetchone()
        if row is not None:
            if row[1] != base:
                raise ValueError(f"{name} is in the pantry in {row[1]}")
            total = round(row[0] + total, 3)
        with self.connection:
            self.connection.execute(
                "INSERT OR REPLACE INTO items (name, quantity, unit) VALUES (?, ?, ?)", (name, total, base)
            )
        return total

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
        name = self._plain(name)
        if not name:
            raise ValueError("the name of the recipe is empty")
        needs = {}
        for item, quantity, unit in ingredients:
            item = self._plain(item)
            if not item:
                raise ValueError("the name of an item is empty")
            amount, base = self.to_base(quantity, unit)
            if item in needs:
                if needs[item][1] != base:
                    raise ValueError(f"{item} is listed with two units")
                amount = round(needs[item][0] + amount, 3)
            needs[item] = (amount, base)
        if not needs or self._knows(name):
            return False
        with self.connection:
            self.connection.execute("INSERT INTO recipes (name, times_cooked) VALUES (?, 0)", (name,))
            self.connection.executemany(
                "INSERT INTO ingredients (recipe, item, quantity, unit) VALUES (?, ?, ?, ?)",
                [(name, item, amount, base) for item, (amount, base) in needs.items()],
            )
        return True

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
        needs = {}
        for recipe in plan:
            recipe = self._plain(recipe)
            if not self._knows(recipe):
                raise KeyError(recipe)
            for item, quantity, unit in self._ingredients(recipe):
                needs[item, unit] = needs.get((item, unit), 0.0) + quantity
        pantry = self._pantry()
        result = []
        for (item, unit), quantity in sorted(needs.items()):
            if item in pantry and pantry[item][1] == unit:
                quantity -= pantry[item][0]
            quantity = round(quantity, 3)
            if quantity > 0:
                result.append((item, quantity, unit))
        return result

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
        pantry = self._pantry()
        result = []
        for name, times in self.connection.execute("SELECT name, times_cooked FROM recipes").fetchall():
            enough = True
            for item, quantity, unit in self._ingredients(name):
                present, present_unit = pantry.get(item, (0.0, unit))
                if present_unit != unit or present < quantity:
                    enough = False
            if enough:
                result.append((times, name))
        return [name for _, name in sorted(result)]

    def cook(self, recipe: str, times: int = 1) -> bool:
        """
        Cook a recipe a number of times: take the ingredients out of the pantry and add times to the times_cooked of
        the recipe. Needed and remaining quantities are rounded to 3 decimals. An item with nothing left is deleted
        from the pantry.
        :param recipe: str, the name of the recipe (looked up by plain name).
        :param times: int, how many times it is cooked, defaults to 1.
        :return: bool, True if it was cooked, False (and nothing changed) if the pantry has not enough of some
            ingredient, in the same base unit, to cook it that many times.
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
        if times < 1:
            raise ValueError("times must be at least 1")
        recipe = self._plain(recipe)
        if not self._knows(recipe):
            raise KeyError(recipe)
        pantry = self._pantry()
        remaining = {}
        for item, quantity, unit in self._ingredients(recipe):
            needed = round(quantity * times, 3)
            present, present_unit = pantry.get(item, (0.0, unit))
            if present_unit != unit or present < needed:
                return False
            remaining[item] = round(present - needed, 3)
        with self.connection:
            for item, quantity in remaining.items():
                if quantity > 0:
                    self.connection.execute("UPDATE items SET quantity = ? WHERE name = ?", (quantity, item))
                else:
                    self.connection.execute("DELETE FROM items WHERE name = ?", (item,))
            self.connection.execute(
                "UPDATE recipes SET times_cooked = times_cooked + ? WHERE name = ?", (times, recipe)
            )
        return True

    _UNITS = {
        "g": (1, "g"),
        "kg": (1000, "g"),
        "ml": (1, "ml"),
        "l": (1000, "ml"),
        "dl": (100, "ml"),
        "tbsp": (15, "ml"),
        "tsp": (5, "ml"),
        "pcs": (1, "pcs"),
        "dozen": (12, "pcs"),
    }

    @staticmethod
    def _plain(name):
        return name.strip().lower()

    def _pantry(self):
        """What is in the pantry: dict from item name to (quantity, unit)."""
        rows = self.connection.execute("SELECT name, quantity, unit FROM items")
        return {name: (quantity, unit) for name, quantity, unit in rows}

    def _ingredients(self, recipe):
        """The ingredients of the recipe with this plain name, as rows of (item, quantity, unit)."""
        return self.connection.execute(
            "SELECT item, quantity, unit FROM ingredients WHERE recipe = ?", (recipe,)
        ).fetchall()

    def _knows(self, recipe):
        row = self.connection.execute("SELECT 1 FROM recipes WHERE name = ?", (recipe,)).fetchone()
        return row is not None
