# canary: classeval-hf open price_book b1485f54-2087-4995-865a-8f2ebf854de7

import unittest

from solution import PriceBook


def fill(book, versions=(), overrides=()):
    """Puts versions (number, valid_from, withdrawn, prices) and overrides into the tables of a book."""
    for number, valid_from, withdrawn, prices in versions:
        book.connection.execute("INSERT INTO versions VALUES (?, ?, ?)", (number, valid_from, withdrawn))
        for article, cents in prices.items():
            book.connection.execute("INSERT INTO prices VALUES (?, ?, ?)", (number, article, cents))
    book.connection.executemany("INSERT INTO overrides VALUES (?, ?, ?, ?, ?, ?)", overrides)
    book.connection.commit()


class PriceBookTestPublish(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()

    def tearDown(self):
        self.book.connection.close()

    def rows(self, table):
        return self.book.connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()

    def test_publish_first(self):
        self.assertEqual(self.book.publish(10, {"tea": 350, "jam": 420}), 1)
        self.assertEqual(self.rows("versions"), [(1, 10, 0)])
        self.assertEqual(self.rows("prices"), [(1, "jam", 420), (1, "tea", 350)])

    def test_publish_numbers(self):
        fill(self.book, [(4, 30, 1, {"tea": 1}), (2, 5, 0, {"tea": 2})])
        self.assertEqual([self.book.publish(10, {"tea": 350}), self.book.publish(7, {"tea": 360})], [5, 6])
        self.assertEqual(self.rows("versions"), [(2, 5, 0), (4, 30, 1), (5, 10, 0), (6, 7, 0)])

    def test_publish_not_sold_and_free(self):
        self.assertEqual(self.book.publish(-3, {"tea": None, "tap water": 0}), 1)
        self.assertEqual(self.rows("prices"), [(1, "tap water", 0), (1, "tea", None)])
        self.assertEqual(self.rows("versions"), [(1, -3, 0)])

    def test_publish_same_day(self):
        self.assertEqual([self.book.publish(10, {"tea": 350}), self.book.publish(10, {"tea": 360})], [1, 2])
        self.assertEqual(self.rows("prices"), [(1, "tea", 350), (2, "tea", 360)])

    def test_publish_no_prices(self):
        with self.assertRaises(ValueError) as caught:
            self.book.publish(10, {})
        self.assertEqual(str(caught.exception), "no prices")
        self.assertEqual(self.rows("versions"), [])

    def test_publish_bad_price(self):
        with self.assertRaises(ValueError) as caught:
            self.book.publish(10, {"tea": 350, "jam": None, "rye": -1, "ale": -2})
        self.assertEqual(str(caught.exception), "bad price: rye")
        self.assertEqual((self.rows("versions"), self.rows("prices")), ([], []))

    def test_publish_one_bad_price(self):
        for prices, article in (({"rye": -7}, "rye"), ({"rye": -7, "tea": 1}, "rye"), ({"tea": 1, "ale": -7}, "ale")):
            with self.assertRaises(ValueError) as caught:
                self.book.publish(10, prices)
            self.assertEqual(str(caught.exception), "bad price: " + article)
        self.assertEqual(self.rows("versions"), [])

    def test_publish_committed(self):
        self.assertEqual(self.book.publish(10, {"tea": 350}), 1)
        self.book.connection.rollback()
        self.assertEqual(self.rows("prices"), [(1, "tea", 350)])


class PriceBookTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()
        fill(self.book, [(1, 10, 0, {"tea": 350, "jam": 420}), (2, 20, 0, {"rye": None}), (3, 5, 1, {"ale": 1})])

    def tearDown(self):
        self.book.connection.close()

    def rows(self):
        return self.book.connection.execute("SELECT * FROM versions ORDER BY number").fetchall()

    def test_withdraw_articles(self):
        self.assertEqual(self.book.withdraw(1), ["jam", "tea"])
        self.assertEqual(self.rows(), [(1, 10, 1), (2, 20, 0), (3, 5, 1)])

    def test_withdraw_not_sold(self):
        self.assertEqual(self.book.withdraw(2), ["rye"])
        self.assertEqual(self.rows(), [(1, 10, 0), (2, 20, 1), (3, 5, 1)])

    def test_withdraw_twice(self):
        self.assertEqual(self.book.withdraw(1), ["jam", "tea"])
        for number in (1, 3):
            with self.assertRaises(ValueError) as caught:
                self.book.withdraw(number)
            self.assertEqual(str(caught.exception), f"no version: {number}")

    def test_withdraw_unknown(self):
        for number in (0, 4):
            with self.assertRaises(ValueError) as caught:
                self.book.withdraw(number)
            self.assertEqual(str(caught.exception), f"no version: {number}")
        self.assertEqual(self.rows(), [(1, 10, 0), (2, 20, 0), (3, 5, 1)])

    def test_withdraw_committed_and_prices_stay(self):
        self.assertEqual(self.book.withdraw(2), ["rye"])
        self.book.connection.rollback()
        self.assertEqual(self.rows()[1], (2, 20, 1))
        self.assertEqual(self.book.connection.execute("SELECT COUNT(*) FROM prices").fetchone(), (4,))


class PriceBookTestListPrice(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()

    def tearDown(self):
        self.book.connection.close()

    def prices(self, article, *days):
        return [self.book.list_price(article, day) for day in days]

    def count(self):
        return self.book.connection.execute("SELECT COUNT(*) FROM versions").fetchone()[0]

    def test_list_price_latest_day(self):
        fill(self.book, [(1, 10, 0, {"tea": 350}), (2, 20, 0, {"tea": 390}), (3, 15, 0, {"tea": 370})])
        self.assertEqual(self.prices("tea", 10, 14, 15, 19, 20, 999), [350, 350, 370, 370, 390, 390])
        self.assertEqual(self.count(), 3)

    def test_list_price_same_day(self):
        fill(self.book, [(5, 10, 0, {"tea": 350}), (7, 10, 0, {"tea": 340}), (6, 10, 0, {"tea": 390})])
        self.assertEqual(self.prices("tea", 10, 11), [340, 340])

    def test_list_price_other_articles(self):
        fill(self.book, [(1, 10, 0, {"tea": 350, "jam": 420}), (2, 20, 0, {"jam": 400})])
        self.assertEqual([self.prices("tea", 25), self.prices("jam", 19, 20)], [[350], [420, 400]])

    def test_list_price_withdrawn(self):
        fill(self.book, [(1, 10, 0, {"tea": 350}), (2, 20, 1, {"tea": 390}), (3, 20, 0, {"jam": 1})])
        self.assertEqual(self.prices("tea", 19, 20, 30), [350, 350, 350])

    def test_list_price_not_sold(self):
        fill(self.book, [(1, 10, 0, {"tea": 350}), (2, 20, 0, {"tea": None}), (3, 30, 0, {"tea": 0})])
        self.assertEqual(self.prices("tea", 19, 30), [350, 0])
        with self.assertRaises(ValueError) as caught:
            self.book.list_price("tea", 25)
        self.assertEqual(str(caught.exception), "no price: tea")

    def test_list_price_none(self):
        fill(self.book, [(1, 10, 0, {"tea": 350}), (2, 5, 1, {"tea": 330})])
        for article, day in (("tea", 9), ("Tea", 12)):
            with self.assertRaises(ValueError) as caught:
                self.book.list_price(article, day)
            self.assertEqual(str(caught.exception), "no price: " + article)


class PriceBookTestChanges(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()
        fill(
            self.book,
            [
                (1, 10, 0, {"tea": 350, "jam": 1}),
                (2, 20, 0, {"tea": 390}),
                (3, 25, 0, {"jam": 2}),
                (4, 30, 0, {"tea": None}),
                (5, 40, 0, {"tea": 350}),
                (6, 35, 1, {"tea": 7}),
            ],
        )

    def tearDown(self):
        self.book.connection.close()

    def test_changes_all(self):
        self.assertEqual(self.book.changes("tea", 0, 50), [(0, None), (10, 350), (20, 390), (30, None), (40, 350)])
        self.assertEqual(self.book.connection.execute("SELECT COUNT(*) FROM versions").fetchone(), (6,))

    def test_changes_part(self):
        self.assertEqual(self.book.changes("tea", 15, 29), [(15, 350), (20, 390)])
        self.assertEqual(self.book.changes("tea", 20, 30), [(20, 390), (30, None)])
        self.assertEqual(self.book.changes("tea", 9, 10), [(9, None), (10, 350)])

    def test_changes_one_day(self):
        self.assertEqual(
            [self.book.changes("tea", 10, 10), self.book.changes("jam", 99, 99)], [[(10, 350)], [(99, 2)]]
        )

    def test_changes_same_price_again(self):
        fill(
            self.book,
            [(7, 22, 0, {"tea": 390}), (8, 24, 0, {"tea": 395}), (9, 24, 0, {"tea": 390}), (10, 32, 0, {"tea": None})],
        )
        self.assertEqual(self.book.changes("tea", 12, 39), [(12, 350), (20, 390), (30, None)])

    def test_changes_unknown_article(self):
        self.assertEqual(self.book.changes("ale", 3, 60), [(3, None)])

    def test_changes_bad_days(self):
        with self.assertRaises(ValueError) as caught:
            self.book.changes("tea", 11, 10)
        self.assertEqual(str(caught.exception), "bad days: 11-10")


class PriceBookTestClear(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()
        fill(
            self.book,
            overrides=[
                ("Ann", "tea", 10, 20, "fixed", 300),
                ("Ann", "tea", 21, 25, "percent", 10),
                ("Ann", "tea", 30, 40, "fixed", 310),
                ("Ann", "jam", 10, 40, "percent", 5),
                ("Ben", "tea", 10, 40, "percent", 7),
            ],
        )

    def tearDown(self):
        self.book.connection.close()

    def rows(self):
        query = (
            "SELECT first, last, kind, value FROM overrides WHERE customer = 'Ann' AND article = 'tea' ORDER BY first"
        )
        return self.book.connection.execute(query).fetchall()

    def count(self):
        return self.book.connection.execute("SELECT COUNT(*) FROM overrides").fetchone()[0]

    def test_clear_front_and_end(self):
        self.assertEqual(self.book.clear("Ann", "tea", 5, 12), 3)
        self.assertEqual(self.book.clear("Ann", "tea", 36, 60), 5)
        self.assertEqual(self.rows(), [(13, 20, "fixed", 300), (21, 25, "percent", 10), (30, 35, "fixed", 310)])

    def test_clear_splits(self):
        self.assertEqual(self.book.clear("Ann", "tea", 13, 16), 4)
        self.assertEqual(self.rows()[:2], [(10, 12, "fixed", 300), (17, 20, "fixed", 300)])
        self.assertEqual(self.count(), 6)

    def test_clear_leaves_single_days(self):
        self.assertEqual(self.book.clear("Ann", "tea", 11, 19), 9)
        self.assertEqual(self.rows()[:2], [(10, 10, "fixed", 300), (20, 20, "fixed", 300)])

    def test_clear_several(self):
        self.assertEqual(self.book.clear("Ann", "tea", 18, 33), 12)
        self.assertEqual(self.rows(), [(10, 17, "fixed", 300), (34, 40, "fixed", 310)])
        self.assertEqual(self.count(), 4)

    def test_clear_exactly(self):
        self.assertEqual(self.book.clear("Ann", "tea", 21, 25), 5)
        self.assertEqual(self.rows(), [(10, 20, "fixed", 300), (30, 40, "fixed", 310)])

    def test_clear_edges(self):
        self.assertEqual([self.book.clear("Ann", "tea", 10, 10), self.book.clear("Ann", "tea", 40, 40)], [1, 1])
        self.assertEqual(self.rows(), [(11, 20, "fixed", 300), (21, 25, "percent", 10), (30, 39, "fixed", 310)])

    def test_clear_nothing(self):
        self.assertEqual([self.book.clear("Ann", "tea", 26, 29), self.book.clear("Cy", "tea", 0, 99)], [0, 0])
        self.assertEqual(self.count(), 5)

    def test_clear_committed(self):
        self.assertEqual(self.book.clear("Ann", "tea", 0, 99), 27)
        self.book.connection.rollback()
        self.assertEqual((self.rows(), self.count()), ([], 2))

    def test_clear_bad_days(self):
        with self.assertRaises(ValueError) as caught:
            self.book.clear("Ann", "tea", 15, 14)
        self.assertEqual(str(caught.exception), "bad days: 15-14")
        self.assertEqual(self.count(), 5)


class PriceBookTestOverride(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()

    def tearDown(self):
        self.book.connection.close()

    def rows(self):
        query = "SELECT customer, article, first, last, kind, value FROM overrides ORDER BY customer, article, first"
        return self.book.connection.execute(query).fetchall()

    def test_override_new(self):
        self.assertEqual(self.book.override("Ann", "tea", 10, 30, "percent", 20), (10, 30))
        self.assertEqual(self.book.override("Ann", "jam", 10, 10, "fixed", 0), (10, 10))
        self.assertEqual(self.rows(), [("Ann", "jam", 10, 10, "fixed", 0), ("Ann", "tea", 10, 30, "percent", 20)])

    def test_override_replaces(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 20, "fixed", 300), ("Ann", "tea", 25, 40, "fixed", 310)])
        self.assertEqual(self.book.override("Ann", "tea", 15, 29, "percent", 100), (15, 29))
        self.assertEqual(
            [row[2:] for row in self.rows()],
            [(10, 14, "fixed", 300), (15, 29, "percent", 100), (30, 40, "fixed", 310)],
        )

    def test_override_inside(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 40, "fixed", 300)])
        self.assertEqual(self.book.override("Ann", "tea", 15, 19, "fixed", 250), (15, 19))
        self.assertEqual(
            [row[2:] for row in self.rows()], [(10, 14, "fixed", 300), (15, 19, "fixed", 250), (20, 40, "fixed", 300)]
        )

    def test_override_joins_neighbours(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 20, "fixed", 300), ("Ann", "tea", 26, 40, "fixed", 300)])
        self.assertEqual(self.book.override("Ann", "tea", 21, 25, "fixed", 300), (10, 40))
        self.assertEqual(self.rows(), [("Ann", "tea", 10, 40, "fixed", 300)])

    def test_override_joins_overlapping(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 20, "percent", 5), ("Ann", "tea", 22, 40, "percent", 6)])
        self.assertEqual(self.book.override("Ann", "tea", 15, 30, "percent", 5), (10, 30))
        self.assertEqual(self.book.override("Ann", "tea", 25, 35, "percent", 6), (25, 40))
        self.assertEqual([row[2:] for row in self.rows()], [(10, 24, "percent", 5), (25, 40, "percent", 6)])

    def test_override_inside_equal_one(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 40, "fixed", 300)])
        self.assertEqual(self.book.override("Ann", "tea", 15, 19, "fixed", 300), (10, 40))
        self.assertEqual(self.rows(), [("Ann", "tea", 10, 40, "fixed", 300)])

    def test_override_does_not_join_others(self):
        others = [
            ("Ann", "jam", 10, 19, "fixed", 30),
            ("Ann", "tea", 10, 19, "percent", 30),
            ("Ann", "tea", 31, 40, "fixed", 31),
            ("Ben", "tea", 10, 19, "fixed", 30),
        ]
        fill(self.book, overrides=others)
        self.assertEqual(self.book.override("Ann", "tea", 20, 30, "fixed", 30), (20, 30))
        self.assertEqual(self.rows(), [*others[:2], ("Ann", "tea", 20, 30, "fixed", 30), *others[2:]])
        self.assertEqual(self.book.override("Ben", "tea", 21, 30, "fixed", 30), (21, 30))

    def test_override_committed(self):
        self.assertEqual(self.book.override("Ann", "tea", 1, 2, "fixed", 101), (1, 2))
        self.book.connection.rollback()
        self.assertEqual(self.rows(), [("Ann", "tea", 1, 2, "fixed", 101)])

    def test_override_errors(self):
        fill(self.book, overrides=[("Ann", "tea", 10, 40, "fixed", 300)])
        for first, last, kind, value, message in (
            (15, 14, "free", -1, "bad days: 15-14"),
            (15, 15, "Fixed", -1, "bad kind: Fixed"),
            (15, 15, "fixed", -1, "bad value: -1"),
            (15, 15, "percent", -2, "bad value: -2"),
            (15, 15, "percent", 101, "bad value: 101"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.book.override("Ann", "tea", first, last, kind, value)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.rows(), [("Ann", "tea", 10, 40, "fixed", 300)])


class PriceBookTestUnitPrice(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()
        fill(
            self.book,
            [(1, 10, 0, {"tea": 350, "jam": 425}), (2, 20, 0, {"tea": 290, "ale": 99}), (3, 30, 0, {"tea": None})],
            [
                ("Ann", "tea", 12, 35, "fixed", 300),
                ("Ann", "jam", 12, 15, "percent", 10),
                ("Ben", "tea", 5, 35, "percent", 33),
                ("Ben", "jam", 5, 35, "percent", 100),
                ("Ben", "ale", 5, 35, "percent", 50),
                ("Cy", "rye", 0, 9, "fixed", 777),
                ("Cy", "ale", 0, 25, "percent", 49),
            ],
        )

    def tearDown(self):
        self.book.connection.close()

    def prices(self, customer, article, *days):
        return [self.book.unit_price(customer, article, day) for day in days]

    def test_unit_price_by_list(self):
        self.assertEqual(
            [self.prices("Cy", "tea", 10, 20), self.prices("Ann", "jam", 11, 16)], [[350, 290], [425, 425]]
        )
        self.assertEqual(self.book.connection.execute("SELECT COUNT(*) FROM overrides").fetchone(), (7,))

    def test_unit_price_fixed(self):
        self.assertEqual(self.prices("Ann", "tea", 11, 12, 19), [350, 300, 300])

    def test_unit_price_fixed_above_list(self):
        self.assertEqual(self.prices("Ann", "tea", 20, 29), [290, 290])

    def test_unit_price_fixed_without_list(self):
        self.assertEqual([self.prices("Ann", "tea", 30, 35), self.prices("Cy", "rye", 0, 9)], [[300, 300], [777, 777]])

    def test_unit_price_percent(self):
        self.assertEqual([self.prices("Ben", "tea", 10, 20), self.prices("Ben", "jam", 10)], [[235, 194], [0]])

    def test_unit_price_half_cent_up(self):
        self.assertEqual([self.prices("Ann", "jam", 12, 15), self.prices("Ben", "ale", 20)], [[383, 383], [50]])
        self.assertEqual(self.prices("Cy", "ale", 25), [50])

    def test_unit_price_none(self):
        for customer, article, day in (("Ben", "tea", 9), ("Ben", "tea", 30), ("Ann", "tea", 36), ("Cy", "rye", 10)):
            with self.assertRaises(ValueError) as caught:
                self.book.unit_price(customer, article, day)
            self.assertEqual(str(caught.exception), "no price: " + article)


class PriceBookTestOrderTotal(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()
        fill(
            self.book,
            [(1, 10, 0, {"tea": 350, "jam": 425}), (2, 20, 0, {"tea": 290})],
            [("Ann", "tea", 12, 35, "fixed", 300), ("Ann", "jam", 12, 35, "percent", 10)],
        )

    def tearDown(self):
        self.book.connection.close()

    def test_order_total_lines(self):
        self.assertEqual(self.book.order_total("Ben", 12, [("tea", 2), ("jam", 3)]), 1975)
        self.assertEqual(self.book.order_total("Ann", 12, [("tea", 2), ("jam", 3)]), 1749)
        self.assertEqual(self.book.connection.execute("SELECT COUNT(*) FROM prices").fetchone(), (3,))

    def test_order_total_day(self):
        self.assertEqual([self.book.order_total("Ann", day, [("tea", 3)]) for day in (11, 19, 20)], [1050, 900, 870])

    def test_order_total_dozen(self):
        self.assertEqual(
            [self.book.order_total("Ben", 10, [("tea", number)]) for number in (11, 12, 13, 23, 24, 36)],
            [3850, 3850, 4200, 7700, 7700, 11550],
        )

    def test_order_total_dozen_over_lines(self):
        self.assertEqual(self.book.order_total("Ben", 10, [("tea", 7), ("jam", 6), ("tea", 6)]), 6750)
        self.assertEqual(self.book.order_total("Ben", 10, [("tea", 6), ("jam", 6)]), 4650)

    def test_order_total_empty(self):
        self.assertEqual(self.book.order_total("Ben", 10, []), 0)

    def test_order_total_bad_quantity(self):
        for lines, number in (([("rye", 2), ("tea", 0), ("jam", -1)], 0), ([("jam", -1), ("tea", 0)], -1)):
            with self.assertRaises(ValueError) as caught:
                self.book.order_total("Ben", 10, lines)
            self.assertEqual(str(caught.exception), f"bad quantity: {number}")

    def test_order_total_no_price(self):
        with self.assertRaises(ValueError) as caught:
            self.book.order_total("Ben", 10, [("tea", 1), ("rye", 2), ("ale", 3)])
        self.assertEqual(str(caught.exception), "no price: rye")


class PriceBookTestMain(unittest.TestCase):
    def setUp(self):
        self.book = PriceBook()

    def tearDown(self):
        self.book.connection.close()

    def rows(self):
        return self.book.connection.execute("SELECT first, last, kind, value FROM overrides ORDER BY first").fetchall()

    def test_main_season(self):
        book = self.book
        self.assertEqual([book.publish(10, {"tea": 350, "jam": 425}), book.publish(20, {"tea": 390})], [1, 2])
        self.assertEqual(book.override("Ann", "tea", 15, 40, "percent", 10), (15, 40))
        self.assertEqual([book.unit_price("Ann", "tea", day) for day in (14, 15, 20)], [350, 315, 351])
        self.assertEqual(book.override("Ann", "tea", 22, 24, "fixed", 340), (22, 24))
        self.assertEqual(self.rows(), [(15, 21, "percent", 10), (22, 24, "fixed", 340), (25, 40, "percent", 10)])
        self.assertEqual(book.order_total("Ann", 23, [("tea", 12), ("jam", 1)]), 4165)
        self.assertEqual(book.withdraw(2), ["tea"])
        self.assertEqual(book.changes("tea", 5, 50), [(5, None), (10, 350)])
        self.assertEqual([book.unit_price("Ann", "tea", day) for day in (23, 25)], [340, 315])
        self.assertEqual(book.clear("Ann", "tea", 20, 30), 11)
        self.assertEqual(self.rows(), [(15, 19, "percent", 10), (31, 40, "percent", 10)])
        self.assertEqual(book.override("Ann", "tea", 20, 30, "percent", 10), (15, 40))

    def test_main_article_comes_back(self):
        book = self.book
        self.assertEqual(book.publish(1, {"ale": 200}), 1)
        self.assertEqual(book.publish(5, {"ale": None, "rye": 120}), 2)
        self.assertEqual(book.override("Ben", "ale", 1, 9, "fixed", 230), (1, 9))
        self.assertEqual([book.unit_price("Ben", "ale", day) for day in (4, 5)], [200, 230])
        self.assertEqual(book.publish(8, {"ale": 210}), 3)
        self.assertEqual(book.changes("ale", 1, 8), [(1, 200), (5, None), (8, 210)])
        self.assertEqual(book.order_total("Ben", 6, [("ale", 2), ("rye", 13)]), 1900)
        self.assertEqual(book.clear("Ben", "ale", 5, 99), 5)
        self.assertEqual(book.withdraw(2), ["ale", "rye"])
        self.assertEqual([book.list_price("ale", day) for day in (6, 8)], [200, 210])
        with self.assertRaises(ValueError):
            book.list_price("rye", 6)
