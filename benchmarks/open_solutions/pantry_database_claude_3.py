import sqlite3

UNITS = {
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
    def _plain(name):
        return name.strip().lower()

    @staticmethod
    def to_base(quantity: float, unit: str) -> tuple[float, str]:
        if unit not in UNITS:
            raise ValueError(f"unknown unit: {unit}")
        size, base = UNITS[unit]
        rounded = round(float(quantity * size), 3)
        if not rounded > 0:
            raise ValueError("quantity must be greater than 0")
        return rounded, base

    def _item(self, name):
        return self.connection.execute("SELECT quantity, unit FROM items WHERE name = ?", (name,)).fetchone()

    def _known(self, recipe):
        return (
            self.connection.execute("SELECT 1 FROM recipes WHERE name = ?", (recipe,)).fetchone() is not None
        )

    def _ingredients(self, recipe):
        return self.connection.execute(
            "SELECT item, quantity, unit FROM ingredients WHERE recipe = ?", (recipe,)
        ).fetchall()

    def add_item(self, name: str, quantity: float, unit: str) -> float:
        plain = self._plain(name)
        if not plain:
            raise ValueError("empty name")
        amount, base = self.to_base(quantity, unit)
        row = self._item(plain)
        if row is not None:
            if row[1] != base:
                raise ValueError("item is present in another unit")
            amount = round(row[0] + amount, 3)
        with self.connection:
            self.connection.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", (plain, amount, base))
        return amount

    def add_recipe(self, name: str, ingredients: list[tuple[str, float, str]]) -> bool:
        plain = self._plain(name)
        if not plain:
            raise ValueError("empty name")
        needs = {}
        for item, quantity, unit in ingredients:
            item = self._plain(item)
            if not item:
                raise ValueError("empty name")
            amount, base = self.to_base(quantity, unit)
            if item in needs:
                if needs[item][1] != base:
                    raise ValueError("item is listed in two units")
                amount = round(needs[item][0] + amount, 3)
            needs[item] = (amount, base)
        if not needs or self._known(plain):
            return False
        with self.connection:
            self.connection.execute("INSERT INTO recipes VALUES (?, 0)", (plain,))
            self.connection.executemany(
                "INSERT INTO ingredients VALUES (?, ?, ?, ?)",
                [(plain, item, amount, base) for item, (amount, base) in needs.items()],
            )
        return True

    def shopping_list(self, plan: list[str]) -> list[tuple[str, float, str]]:
        needs = {}
        for name in plan:
            recipe = self._plain(name)
            if not self._known(recipe):
                raise KeyError(name)
            for item, quantity, unit in self._ingredients(recipe):
                needs[item, unit] = needs.get((item, unit), 0.0) + quantity
        result = []
        for (item, unit), quantity in sorted(needs.items()):
            row = self._item(item)
            if row is not None and row[1] == unit:
                quantity -= row[0]
            quantity = round(quantity, 3)
            if quantity > 0:
                result.append((item, quantity, unit))
        return result

    def cookable(self) -> list[str]:
        names = self.connection.execute("SELECT times_cooked, name FROM recipes").fetchall()
        result = []
        for _, name in sorted(names):
            for item, quantity, unit in self._ingredients(name):
                row = self._item(item)
                if row is None or row[1] != unit or row[0] < quantity:
                    break
            else:
                result.append(name)
        return result

    def cook(self, recipe: str, times: int = 1) -> bool:
        if times < 1:
            raise ValueError("times must be at least 1")
        plain = self._plain(recipe)
        if not self._known(plain):
            raise KeyError(recipe)
        left = {}
        for item, quantity, unit in self._ingredients(plain):
            row = self._item(item)
            if row is None or row[1] != unit:
                return False
            remaining = round(row[0] - round(quantity * times, 3), 3)
            if remaining < 0:
                return False
            left[item] = remaining
        with self.connection:
            for item, remaining in left.items():
                if remaining > 0:
                    self.connection.execute("UPDATE items SET quantity = ? WHERE name = ?", (remaining, item))
                else:
                    self.connection.execute("DELETE FROM items WHERE name = ?", (item,))
            self.connection.execute(
                "UPDATE recipes SET times_cooked = times_cooked + ? WHERE name = ?", (times, plain)
            )
        return True
