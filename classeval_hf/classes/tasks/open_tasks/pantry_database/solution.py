# canary: classeval-hf open pantry_database efad3996-6931-46c5-9c88-51651ae5819d

import sqlite3


class PantryDatabase:
    def __init__(self, path: str = ":memory:"):
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
        factors = {
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
        if unit not in factors:
            raise ValueError(f"unknown unit: {unit}")
        factor, base = factors[unit]
        amount = round(float(quantity * factor), 3)
        if amount <= 0:
            raise ValueError("quantity must be positive")
        return amount, base

    def add_item(self, name: str, quantity: float, unit: str) -> float:
        name = name.strip().lower()
        if not name:
            raise ValueError("empty name")
        amount, base = self.to_base(quantity, unit)
        row = self.connection.execute("SELECT quantity, unit FROM items WHERE name = ?", (name,)).fetchone()
        if row is not None:
            if row[1] != base:
                raise ValueError(f"{name} is stored in {row[1]}")
            amount = round(amount + row[0], 3)
        with self.connection:
            self.connection.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", (name, amount, base))
        return amount

    def add_recipe(self, name: str, ingredients: list[tuple[str, float, str]]) -> bool:
        name = name.strip().lower()
        if not name:
            raise ValueError("empty name")
        needs = {}
        for item, quantity, unit in ingredients:
            item = item.strip().lower()
            if not item:
                raise ValueError("empty item name")
            amount, base = self.to_base(quantity, unit)
            total, known_base = needs.get(item, (0.0, base))
            if known_base != base:
                raise ValueError(f"{item} is listed in {known_base} and in {base}")
            needs[item] = (round(total + amount, 3), base)
        if not needs:
            return False
        try:
            with self.connection:
                self.connection.execute("INSERT INTO recipes (name) VALUES (?)", (name,))
                self.connection.executemany(
                    "INSERT INTO ingredients VALUES (?, ?, ?, ?)",
                    [(name, item, amount, base) for item, (amount, base) in needs.items()],
                )
        except sqlite3.IntegrityError:
            return False
        return True

    def shopping_list(self, plan: list[str]) -> list[tuple[str, float, str]]:
        needs = {}
        for recipe in plan:
            rows = self.connection.execute(
                "SELECT item, unit, quantity FROM ingredients WHERE recipe = ?", (recipe.strip().lower(),)
            ).fetchall()
            if not rows:
                raise KeyError(recipe)
            for item, unit, quantity in rows:
                needs[item, unit] = needs.get((item, unit), 0) + quantity
        stock = {
            (item, unit): left
            for item, unit, left in self.connection.execute("SELECT name, unit, quantity FROM items")
        }
        missing = []
        for item, unit in sorted(needs):
            quantity = round(needs[item, unit] - stock.get((item, unit), 0), 3)
            if quantity > 0:
                missing.append((item, quantity, unit))
        return missing

    def cookable(self) -> list[str]:
        rows = self.connection.execute(
            "SELECT name FROM recipes WHERE NOT EXISTS ("
            "SELECT 1 FROM ingredients LEFT JOIN items ON items.name = item AND items.unit = ingredients.unit "
            "WHERE recipe = recipes.name AND COALESCE(items.quantity, 0) < ingredients.quantity"
            ") ORDER BY times_cooked, name"
        )
        return [name for (name,) in rows]

    def cook(self, recipe: str, times: int = 1) -> bool:
        if times < 1:
            raise ValueError("times must be at least 1")
        recipe = recipe.strip().lower()
        rows = self.connection.execute(
            "SELECT item, ingredients.quantity, items.quantity FROM ingredients "
            "LEFT JOIN items ON items.name = item AND items.unit = ingredients.unit WHERE recipe = ?",
            (recipe,),
        ).fetchall()
        if not rows:
            raise KeyError(recipe)
        left = {item: round((stock or 0) - round(need * times, 3), 3) for item, need, stock in rows}
        if min(left.values()) < 0:
            return False
        with self.connection:
            for item, quantity in left.items():
                self.connection.execute("UPDATE items SET quantity = ? WHERE name = ?", (quantity, item))
                self.connection.execute("DELETE FROM items WHERE name = ? AND quantity <= 0", (item,))
            self.connection.execute(
                "UPDATE recipes SET times_cooked = times_cooked + ? WHERE name = ?", (times, recipe)
            )
        return True
