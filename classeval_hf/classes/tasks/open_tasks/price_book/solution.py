# canary: classeval-hf open price_book b1485f54-2087-4995-865a-8f2ebf854de7

import sqlite3


class PriceBook:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(
            "CREATE TABLE versions (number INTEGER PRIMARY KEY, valid_from INTEGER NOT NULL, "
            "withdrawn INTEGER NOT NULL)"
        )
        self.connection.execute(
            "CREATE TABLE prices (version INTEGER NOT NULL, article TEXT NOT NULL, cents INTEGER, "
            "PRIMARY KEY (version, article))"
        )
        self.connection.execute(
            "CREATE TABLE overrides (customer TEXT NOT NULL, article TEXT NOT NULL, first INTEGER NOT NULL, "
            "last INTEGER NOT NULL, kind TEXT NOT NULL, value INTEGER NOT NULL, "
            "PRIMARY KEY (customer, article, first))"
        )
        self.connection.commit()

    def publish(self, valid_from: int, prices: dict[str, int | None]) -> int:
        if not prices:
            raise ValueError("no prices")
        for article, cents in prices.items():
            if cents is not None and cents < 0:
                raise ValueError(f"bad price: {article}")
        with self.connection:
            number = self.connection.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM versions").fetchone()[0]
            self.connection.execute("INSERT INTO versions VALUES (?, ?, 0)", (number, valid_from))
            self.connection.executemany(
                "INSERT INTO prices VALUES (?, ?, ?)", [(number, article, cents) for article, cents in prices.items()]
            )
        return number

    def withdraw(self, number: int) -> list[str]:
        with self.connection:
            changed = self.connection.execute(
                "UPDATE versions SET withdrawn = 1 WHERE number = ? AND withdrawn = 0", (number,)
            ).rowcount
        if not changed:
            raise ValueError(f"no version: {number}")
        rows = self.connection.execute("SELECT article FROM prices WHERE version = ? ORDER BY article", (number,))
        return [article for (article,) in rows]

    def list_price(self, article: str, day: int) -> int:
        row = self.connection.execute(
            "SELECT cents FROM prices JOIN versions ON version = number "
            "WHERE article = ? AND valid_from <= ? AND withdrawn = 0 ORDER BY valid_from DESC, number DESC LIMIT 1",
            (article, day),
        ).fetchone()
        if row is None or row[0] is None:
            raise ValueError(f"no price: {article}")
        return row[0]

    def changes(self, article: str, first: int, last: int) -> list[tuple[int, int | None]]:
        if last < first:
            raise ValueError(f"bad days: {first}-{last}")
        rows = self.connection.execute(
            "SELECT DISTINCT valid_from FROM versions WHERE valid_from BETWEEN ? AND ? ORDER BY valid_from",
            (first, last),
        ).fetchall()
        result = []
        for day in [first, *(row[0] for row in rows)]:
            try:
                price = self.list_price(article, day)
            except ValueError:
                price = None
            if not result or price != result[-1][1]:
                result.append((day, price))
        return result

    def clear(self, customer: str, article: str, first: int, last: int) -> int:
        if last < first:
            raise ValueError(f"bad days: {first}-{last}")
        rows = self.connection.execute(
            "SELECT first, last, kind, value FROM overrides "
            "WHERE customer = ? AND article = ? AND first <= ? AND last >= ?",
            (customer, article, last, first),
        ).fetchall()
        days = 0
        with self.connection:
            for start, end, kind, value in rows:
                self.connection.execute(
                    "DELETE FROM overrides WHERE customer = ? AND article = ? AND first = ?",
                    (customer, article, start),
                )
                for left, right in ((start, first - 1), (last + 1, end)):
                    if left <= right:
                        self.connection.execute(
                            "INSERT INTO overrides VALUES (?, ?, ?, ?, ?, ?)",
                            (customer, article, left, right, kind, value),
                        )
                days += min(end, last) - max(start, first) + 1
        return days

    def override(self, customer: str, article: str, first: int, last: int, kind: str, value: int) -> tuple[int, int]:
        if last < first:
            raise ValueError(f"bad days: {first}-{last}")
        if kind not in ("fixed", "percent"):
            raise ValueError(f"bad kind: {kind}")
        if value < 0 or (kind == "percent" and value > 100):
            raise ValueError(f"bad value: {value}")
        self.clear(customer, article, first, last)
        same = "customer = ? AND article = ? AND kind = ? AND value = ? AND (last = ? OR first = ?)"
        key = (customer, article, kind, value, first - 1, last + 1)
        with self.connection:
            for start, end in self.connection.execute(
                f"SELECT first, last FROM overrides WHERE {same}", key
            ).fetchall():
                first, last = min(first, start), max(last, end)
            self.connection.execute(f"DELETE FROM overrides WHERE {same}", key)
            self.connection.execute(
                "INSERT INTO overrides VALUES (?, ?, ?, ?, ?, ?)", (customer, article, first, last, kind, value)
            )
        return first, last

    def unit_price(self, customer: str, article: str, day: int) -> int:
        row = self.connection.execute(
            "SELECT kind, value FROM overrides WHERE customer = ? AND article = ? AND first <= ? AND last >= ?",
            (customer, article, day, day),
        ).fetchone()
        kind, value = row or ("percent", 0)
        try:
            price = self.list_price(article, day)
        except ValueError:
            if kind != "fixed":
                raise
            return value
        return min(price, value) if kind == "fixed" else (price * (100 - value) + 50) // 100

    def order_total(self, customer: str, day: int, lines: list[tuple[str, int]]) -> int:
        pieces = {}
        for article, number in lines:
            if number < 1:
                raise ValueError(f"bad quantity: {number}")
            pieces[article] = pieces.get(article, 0) + number
        return sum(
            self.unit_price(customer, article, day) * (number - number // 12) for article, number in pieces.items()
        )
