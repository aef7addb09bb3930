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

    @staticmethod
    def _check_days(first, last):
        if last < first:
            raise ValueError(f"bad days: {first}-{last}")

    def publish(self, valid_from: int, prices: dict[str, int | None]) -> int:
        if not prices:
            raise ValueError("no prices")
        for article, cents in prices.items():
            if cents is not None and cents < 0:
                raise ValueError("bad price: " + article)
        with self.connection:
            (highest,) = self.connection.execute("SELECT MAX(number) FROM versions").fetchone()
            number = (highest or 0) + 1
            self.connection.execute("INSERT INTO versions VALUES (?, ?, 0)", (number, valid_from))
            self.connection.executemany(
                "INSERT INTO prices VALUES (?, ?, ?)",
                [(number, article, cents) for article, cents in prices.items()],
            )
        return number

    def withdraw(self, number: int) -> list[str]:
        row = self.connection.execute("SELECT withdrawn FROM versions WHERE number = ?", (number,)).fetchone()
        if row is None or row[0]:
            raise ValueError(f"no version: {number}")
        with self.connection:
            self.connection.execute("UPDATE versions SET withdrawn = 1 WHERE number = ?", (number,))
        rows = self.connection.execute("SELECT article FROM prices WHERE version = ?", (number,))
        return sorted(article for (article,) in rows)

    def _listed(self, article, day):
        """The price by the price list, None if there is none."""
        row = self.connection.execute(
            "SELECT cents FROM prices JOIN versions ON version = number "
            "WHERE article = ? AND valid_from <= ? AND withdrawn = 0 "
            "ORDER BY valid_from DESC, number DESC LIMIT 1",
            (article, day),
        ).fetchone()
        return None if row is None else row[0]

    def list_price(self, article: str, day: int) -> int:
        cents = self._listed(article, day)
        if cents is None:
            raise ValueError("no price: " + article)
        return cents

    def changes(self, article: str, first: int, last: int) -> list[tuple[int, int | None]]:
        self._check_days(first, last)
        result = [(first, self._listed(article, first))]
        days = self.connection.execute(
            "SELECT DISTINCT valid_from FROM prices JOIN versions ON version = number "
            "WHERE article = ? AND valid_from > ? AND valid_from <= ? AND withdrawn = 0 ORDER BY valid_from",
            (article, first, last),
        ).fetchall()
        for (day,) in days:
            cents = self._listed(article, day)
            if cents != result[-1][1]:
                result.append((day, cents))
        return result

    def _insert_override(self, *row):
        self.connection.execute("INSERT INTO overrides VALUES (?, ?, ?, ?, ?, ?)", row)

    def _clear(self, customer, article, first, last):
        rows = self.connection.execute(
            "SELECT first, last, kind, value FROM overrides "
            "WHERE customer = ? AND article = ? AND first <= ? AND last >= ?",
            (customer, article, last, first),
        ).fetchall()
        days = 0
        for begin, end, kind, value in rows:
            days += min(end, last) - max(begin, first) + 1
            self.connection.execute(
                "DELETE FROM overrides WHERE customer = ? AND article = ? AND first = ?", (customer, article, begin)
            )
            if begin < first:
                self._insert_override(customer, article, begin, first - 1, kind, value)
            if end > last:
                self._insert_override(customer, article, last + 1, end, kind, value)
        return days

    def clear(self, customer: str, article: str, first: int, last: int) -> int:
        self._check_days(first, last)
        with self.connection:
            return self._clear(customer, article, first, last)

    def override(self, customer: str, article: str, first: int, last: int, kind: str, value: int) -> tuple[int, int]:
        self._check_days(first, last)
        if kind not in ("fixed", "percent"):
            raise ValueError("bad kind: " + kind)
        if value < 0 or (kind == "percent" and value > 100):
            raise ValueError(f"bad value: {value}")
        with self.connection:
            self._clear(customer, article, first, last)
            rows = self.connection.execute(
                "SELECT first, last FROM overrides WHERE customer = ? AND article = ? AND kind = ? AND value = ? "
                "AND (last = ? OR first = ?)",
                (customer, article, kind, value, first - 1, last + 1),
            ).fetchall()
            for begin, end in rows:
                self.connection.execute(
                    "DELETE FROM overrides WHERE customer = ? AND article = ? AND first = ?",
                    (customer, article, begin),
                )
                first = min(first, begin)
                last = max(last, end)
            self._insert_override(customer, article, first, last, kind, value)
        return first, last

    def unit_price(self, customer: str, article: str, day: int) -> int:
        row = self.connection.execute(
            "SELECT kind, value FROM overrides WHERE customer = ? AND article = ? AND first <= ? AND last >= ?",
            (customer, article, day, day),
        ).fetchone()
        if row is None:
            return self.list_price(article, day)
        kind, value = row
        if kind == "fixed":
            cents = self._listed(article, day)
            return value if cents is None else min(value, cents)
        return (self.list_price(article, day) * (100 - value) + 50) // 100

    def order_total(self, customer: str, day: int, lines: list[tuple[str, int]]) -> int:
        pieces = {}
        for article, number in lines:
            if number < 1:
                raise ValueError(f"bad quantity: {number}")
            pieces[article] = pieces.get(article, 0) + number
        return sum(
            self.unit_price(customer, article, day) * (number - number // 12) for article, number in pieces.items()
        )
