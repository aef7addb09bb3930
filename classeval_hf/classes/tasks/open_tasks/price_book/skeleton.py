# canary: classeval-hf open price_book b1485f54-2087-4995-865a-8f2ebf854de7

import sqlite3


class PriceBook:
    """
    The prices of a shop in a database: versions of a price list, each valid from a day on, and overrides for single
    customers. Days are whole numbers, prices whole cents. All changes are committed before a method returns, and
    nothing is changed if a method raises an exception.
    """

    def __init__(self):
        """
        Open an empty database in memory and create its tables:
        - versions (number, valid_from, withdrawn): the versions of the price list; withdrawn is 0, or 1 if the version
          does not count any more. A version is never removed.
        - prices (version, article, cents): what a version says of an article, version being a number in versions;
          cents is NULL if the article is not sold any more. A version says nothing of articles that it does not have.
        - overrides (customer, article, first, last, kind, value): special prices of a customer for an article from the
          day first to the day last, both included. The kind is "fixed", the value being a price in cents, or
          "percent", the value being a discount from 0 to 100. No two overrides of the same customer and article have a
          day in common; and none ends on the day before another of the same customer, article, kind and value begins.
        The only field is:
        - self.connection: sqlite3.Connection, the connection to the database.
        """
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
        """
        Add a version of the price list. Versions need not be added in the order of their days.
        :param valid_from: int, the first day on which it is valid.
        :param prices: dict, from an article to its price in cents, or to None if it is not sold any more.
        :return: int, the number of the version: 1 for the first one, otherwise the highest number so far plus 1.
        :raises ValueError: with the message "no prices" if prices is empty, or with the message "bad price: " and the
            first article in prices whose price is negative.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350, "jam": 420}), book.publish(5, {"tea": 330})
        (1, 2)
        """

    def withdraw(self, number: int) -> list[str]:
        """
        Withdraw a version, on whatever days it was valid: from now on it counts as if it had not been published.
        :param number: int, the number of the version.
        :return: list of str, the articles that it has, in ascending order.
        :raises ValueError: with the message "no version: " and the number if there is none or it is withdrawn already.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350, "jam": 420})
        1
        >>> book.withdraw(1)
        ['jam', 'tea']
        """

    def list_price(self, article: str, day: int) -> int:
        """
        The price of an article on a day by the price list: of all versions that have the article, are valid from this
        day or an earlier one and are not withdrawn, the one that is valid from the latest day counts, and of those
        from the same day the one with the highest number.
        :param article: str, the article.
        :param day: int, the day.
        :return: int, the price in cents.
        :raises ValueError: with the message "no price: " and the article if no version counts, or the one that counts
            says that it is not sold any more.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350, "jam": 420}), book.publish(20, {"tea": 390})
        (1, 2)
        >>> book.list_price("tea", 19), book.list_price("tea", 20), book.list_price("jam", 20)
        (350, 390, 420)
        """

    def changes(self, article: str, first: int, last: int) -> list[tuple[int, int | None]]:
        """
        How the price of an article by the price list (see list_price) develops over some days.
        :param article: str, the article.
        :param first: int, the first day.
        :param last: int, the last day.
        :return: list of tuples (day, price in cents, or None if it has no price): for the first day, and then for each
            day up to last whose price differs from that of the day before, in ascending order.
        :raises ValueError: with the message "bad days: ", first, "-" and last if last is less than first.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350}), book.publish(20, {"tea": 390})
        (1, 2)
        >>> book.changes("tea", 8, 15), book.changes("tea", 10, 20)
        ([(8, None), (10, 350)], [(10, 350), (20, 390)])
        """

    def clear(self, customer: str, article: str, first: int, last: int) -> int:
        """
        End the overrides of a customer for an article on some days. An override that also has days before or after
        these stays on those days; so it may become two.
        :param customer: str, the customer.
        :param article: str, the article.
        :param first: int, the first day.
        :param last: int, the last day.
        :return: int, the number of days from first to last on which there was an override.
        :raises ValueError: with the message "bad days: ", first, "-" and last if last is less than first.
        >>> book = PriceBook()
        >>> _ = book.connection.execute("INSERT INTO overrides VALUES ('Ann', 'tea', 10, 30, 'fixed', 300)")
        >>> book.clear("Ann", "tea", 5, 12)
        3
        >>> book.connection.execute("SELECT first, last FROM overrides").fetchall()
        [(13, 30)]
        """

    def override(self, customer: str, article: str, first: int, last: int, kind: str, value: int) -> tuple[int, int]:
        """
        Set an override of a customer for an article on some days, in place of those that there were on these days (see
        clear). With overrides of the same kind and value that end on the day before or begin on the day after, it
        becomes one.
        :param customer: str, the customer.
        :param article: str, the article.
        :param first: int, the first day.
        :param last: int, the last day.
        :param kind: str, "fixed" or "percent".
        :param value: int, the price in cents, or the discount in percent.
        :return: tuple, the first and last day of the override that the days from first to last are in afterwards.
        :raises ValueError: by the first of these that applies: "bad days: ", first, "-" and last if last is less than
            first; "bad kind: " and the kind if it is another one; "bad value: " and the value if it is negative, or if
            it is more than 100 and the kind is "percent".
        >>> book = PriceBook()
        >>> book.override("Ann", "tea", 10, 30, "percent", 20), book.override("Ann", "tea", 25, 40, "percent", 20)
        ((10, 30), (10, 40))
        >>> book.override("Ann", "tea", 15, 19, "fixed", 300)
        (15, 19)
        >>> book.connection.execute("SELECT first, last, kind FROM overrides ORDER BY first").fetchall()
        [(10, 14, 'percent'), (15, 19, 'fixed'), (20, 40, 'percent')]
        """

    def unit_price(self, customer: str, article: str, day: int) -> int:
        """
        The price that a customer pays for one piece of an article on a day. Without an override on this day it is the
        price by the price list (see list_price). With a fixed price it is the lower one of the fixed price and the
        price by the price list, or the fixed price if the article has no price there. With a discount it is the price
        by the price list less that many percent of it, rounded to whole cents, half a cent upwards.
        :param customer: str, the customer.
        :param article: str, the article.
        :param day: int, the day.
        :return: int, the price in cents.
        :raises ValueError: as list_price does if there is no fixed price.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350})
        1
        >>> _ = book.connection.execute("INSERT INTO overrides VALUES ('Ann', 'tea', 10, 30, 'percent', 15)")
        >>> book.unit_price("Ann", "tea", 12), book.unit_price("Ben", "tea", 12)
        (298, 350)
        """

    def order_total(self, customer: str, day: int, lines: list[tuple[str, int]]) -> int:
        """
        What a customer pays for an order: for each article its price (see unit_price) times the number of pieces, not
        counting every twelfth piece of an article, which is free; the pieces of all lines with this article count
        together.
        :param customer: str, the customer.
        :param day: int, the day of the order.
        :param lines: list of tuples (article, number of pieces); an article may be in several lines.
        :return: int, the sum in cents; 0 for an order without lines.
        :raises ValueError: with the message "bad quantity: " and the number at the first line whose number of pieces
            is less than 1; otherwise as unit_price does, for the first article in lines without a price.
        >>> book = PriceBook()
        >>> book.publish(10, {"tea": 350, "jam": 420})
        1
        >>> book.order_total("Ann", 12, [("tea", 7), ("jam", 1), ("tea", 6)])
        4620
        """
