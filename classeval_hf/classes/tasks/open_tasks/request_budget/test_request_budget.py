# canary: classeval-hf open request_budget 7faa72b3-06ac-4815-98b2-4af9fe05376a

import unittest

from solution import RequestBudget


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def build(budget):
    """Gives an empty budget four tenants, two of which have spent much, and refills."""
    for name, cap in (("shop", 30), ("wiki", 25), ("blog", 40), ("api", 9)):
        budget.open_tenant(name, cap)
    budget.spend("shop", 26)
    budget.spend("blog", 15)
    for name, time, amount in (("shop", 10, 6), ("blog", 10, 20), ("shop", 4, 5), ("api", 7, 3), ("shop", 20, 30)):
        budget.plan_refill(name, time, amount)


class RequestBudgetTestOpenTenant(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()

    def test_open_tenant_first(self):
        self.assertEqual(self.budget.open_tenant("shop", 17), 1)
        self.assertEqual((self.budget.caps, self.budget.left), ({"shop": 17}, {"shop": 17}))
        self.assertEqual((self.budget.refills, self.budget.now), ({"shop": []}, 0))

    def test_open_tenant_several(self):
        self.assertEqual([self.budget.open_tenant(name, 1 + len(name)) for name in ("a", "bb", "")], [1, 2, 3])
        self.assertEqual(self.budget.left, {"a": 2, "bb": 3, "": 1})

    def test_open_tenant_later(self):
        build(self.budget)
        self.assertEqual(self.budget.open_tenant("mail", 3), 5)
        self.assertEqual(self.budget.left, {"shop": 4, "wiki": 25, "blog": 25, "api": 9, "mail": 3})

    def test_open_tenant_bad_cap(self):
        build(self.budget)
        for name, cap in (("new", 0), ("shop", -2)):
            with self.assertRaises(ValueError) as caught:
                self.budget.open_tenant(name, cap)
            self.assertEqual(str(caught.exception), "bad cap")
        self.assertEqual(sorted(self.budget.caps), ["api", "blog", "shop", "wiki"])

    def test_open_tenant_exists(self):
        build(self.budget)
        with self.assertRaises(ValueError) as caught:
            self.budget.open_tenant("shop", 90)
        self.assertEqual(str(caught.exception), "tenant exists")
        self.assertEqual((self.budget.caps["shop"], self.budget.left["shop"]), (30, 4))


class RequestBudgetTestPlanRefill(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()
        build(self.budget)

    def test_plan_refill_order(self):
        self.assertEqual(self.budget.plan_refill("shop", 6, 100), 141)
        self.assertEqual(self.budget.refills["shop"], [(4, 5), (6, 100), (10, 6), (20, 30)])

    def test_plan_refill_same_time(self):
        self.assertEqual(self.budget.plan_refill("shop", 10, 9), 50)
        self.assertEqual(self.budget.refills["shop"], [(4, 5), (10, 15), (20, 30)])

    def test_plan_refill_first(self):
        self.assertEqual([self.budget.plan_refill("wiki", 1, 2), self.budget.plan_refill("wiki", 2, 1)], [2, 3])
        self.assertEqual((self.budget.refills["wiki"], self.budget.left["wiki"]), ([(1, 2), (2, 1)], 25))

    def test_plan_refill_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.budget.plan_refill("mail", 0, 0)
        self.assertEqual(caught.exception.args, ("mail",))

    def test_plan_refill_bad_amount(self):
        for time, amount in ((5, 0), (0, -3)):
            with self.assertRaises(ValueError) as caught:
                self.budget.plan_refill("api", time, amount)
            self.assertEqual(str(caught.exception), "bad amount")
        self.assertEqual(self.budget.refills["api"], [(7, 3)])

    def test_plan_refill_too_late(self):
        given(self.budget, ("advance", 7))
        for time in (7, 3):
            with self.assertRaises(ValueError) as caught:
                self.budget.plan_refill("api", time, 4)
            self.assertEqual(str(caught.exception), "too late")
        self.assertEqual(self.budget.plan_refill("api", 8, 4), 4)
        self.assertEqual(self.budget.refills["api"], [(8, 4)])


class RequestBudgetTestAdvance(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()
        build(self.budget)

    def test_advance_books_up_to_time(self):
        self.assertEqual(self.budget.advance(4), {})
        self.assertEqual((self.budget.left["shop"], self.budget.refills["shop"]), (9, [(10, 6), (20, 30)]))
        self.assertEqual(self.budget.now, 4)

    def test_advance_loses_above_cap(self):
        self.assertEqual(self.budget.advance(15), {"api": 3, "blog": 5})
        self.assertEqual(self.budget.left, {"shop": 15, "wiki": 25, "blog": 40, "api": 9})
        self.assertEqual(self.budget.advance(20), {"shop": 15})
        self.assertEqual(self.budget.refills, {"shop": [], "wiki": [], "blog": [], "api": []})

    def test_advance_losses_add_up(self):
        given(self.budget, ("plan_refill", "api", 8, 4))
        self.assertEqual(self.budget.advance(100), {"api": 7, "blog": 5, "shop": 15})
        self.assertEqual((self.budget.now, self.budget.left["shop"]), (100, 30))

    def test_advance_pays_back(self):
        given(self.budget, ("borrow", "shop", 14))
        given(self.budget, ("spend", "wiki", 5))
        given(self.budget, ("spend", "shop", 10))
        self.assertEqual(self.budget.advance(4), {})
        self.assertEqual(self.budget.loans, [("wiki", "shop", 7), ("blog", "shop", 2)])
        self.assertEqual(self.budget.left, {"shop": 8, "wiki": 13, "blog": 23, "api": 9})
        self.assertEqual(self.budget.advance(10), {"api": 3, "blog": 3})
        self.assertEqual(self.budget.loans, [("wiki", "shop", 1), ("blog", "shop", 2)])
        self.assertEqual(self.budget.advance(25), {"shop": 5, "blog": 2})
        self.assertEqual((self.budget.loans, self.budget.left["wiki"]), ([], 20))

    def test_advance_same_time_by_name(self):
        given(self.budget, ("open_tenant", "zoo", 10))
        given(self.budget, ("spend", "zoo", 10))
        given(self.budget, ("borrow", "zoo", 8))
        given(self.budget, ("plan_refill", "zoo", 5, 8))
        given(self.budget, ("plan_refill", "wiki", 5, 6))
        self.assertEqual(self.budget.loans, [("wiki", "zoo", 8)])
        self.assertEqual(self.budget.advance(5), {"wiki": 6})
        self.assertEqual((self.budget.left["wiki"], self.budget.left["zoo"]), (25, 8))

    def test_advance_paid_back_does_not_go_on(self):
        given(self.budget, ("borrow", "shop", 10))
        given(self.budget, ("spend", "wiki", 15))
        given(self.budget, ("borrow", "wiki", 4))
        self.assertEqual(self.budget.loans, [("wiki", "shop", 10), ("blog", "wiki", 4)])
        self.assertEqual(self.budget.advance(4), {})
        self.assertEqual(self.budget.loans, [("wiki", "shop", 5), ("blog", "wiki", 4)])
        self.assertEqual(self.budget.left, {"shop": 14, "wiki": 9, "blog": 21, "api": 9})

    def test_advance_same_time_stays(self):
        self.budget.advance(4)
        self.assertEqual(self.budget.advance(4), {})
        self.assertEqual((self.budget.now, self.budget.left["shop"]), (4, 9))

    def test_advance_backwards(self):
        self.budget.advance(9)
        with self.assertRaises(ValueError) as caught:
            self.budget.advance(8)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual((self.budget.now, self.budget.left["shop"]), (9, 9))


class RequestBudgetTestSpend(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()
        build(self.budget)

    def test_spend_some(self):
        self.assertEqual([self.budget.spend("wiki", 7), self.budget.spend("wiki", 4)], [18, 14])
        self.assertEqual(self.budget.left["wiki"], 14)

    def test_spend_all(self):
        self.assertEqual([self.budget.spend("shop", 4), self.budget.spend("blog", 25)], [0, 0])
        self.assertEqual(self.budget.left, {"shop": 0, "wiki": 25, "blog": 0, "api": 9})

    def test_spend_not_enough(self):
        with self.assertRaises(ValueError) as caught:
            self.budget.spend("shop", 5)
        self.assertEqual(str(caught.exception), "not enough")
        self.assertEqual((self.budget.left["shop"], self.budget.loans), (4, []))

    def test_spend_bad_number(self):
        for number in (0, -1):
            with self.assertRaises(ValueError) as caught:
                self.budget.spend("shop", number)
            self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.budget.left["shop"], 4)

    def test_spend_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.budget.spend("mail", 0)
        self.assertEqual(caught.exception.args, ("mail",))


class RequestBudgetTestBorrow(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()
        build(self.budget)

    def test_borrow_from_one(self):
        self.assertEqual(self.budget.borrow("shop", 11), [("wiki", 11)])
        self.assertEqual(self.budget.left, {"shop": 15, "wiki": 14, "blog": 25, "api": 9})
        self.assertEqual(self.budget.loans, [("wiki", "shop", 11)])

    def test_borrow_from_several(self):
        self.assertEqual(self.budget.borrow("shop", 21), [("wiki", 12), ("blog", 5), ("api", 4)])
        self.assertEqual(self.budget.left, {"shop": 25, "wiki": 13, "blog": 20, "api": 5})
        self.assertEqual(self.budget.loans, [("wiki", "shop", 12), ("blog", "shop", 5), ("api", "shop", 4)])

    def test_borrow_nobody_lends(self):
        with self.assertRaises(ValueError) as caught:
            self.budget.borrow("shop", 22)
        self.assertEqual(str(caught.exception), "nobody lends")
        self.assertEqual((self.budget.left["wiki"], self.budget.left["shop"], self.budget.loans), (25, 4, []))

    def test_borrow_over_the_cap(self):
        for name, number in (("shop", 27), ("api", 1)):
            with self.assertRaises(ValueError) as caught:
                self.budget.borrow(name, number)
            self.assertEqual(str(caught.exception), "over the cap")
        given(self.budget, ("open_tenant", "cdn", 60))
        self.assertEqual(self.budget.borrow("shop", 26), [("cdn", 26)])
        self.assertEqual(self.budget.left["shop"], 30)

    def test_borrow_tie(self):
        given(self.budget, ("spend", "blog", 1))
        self.assertEqual(self.budget.borrow("shop", 17), [("wiki", 12), ("api", 4), ("blog", 1)])
        self.assertEqual((self.budget.left["api"], self.budget.left["blog"]), (5, 23))

    def test_borrow_grows_loan(self):
        self.budget.borrow("shop", 2)
        given(self.budget, ("spend", "wiki", 8))
        self.assertEqual(self.budget.borrow("shop", 3), [("blog", 3)])
        self.assertEqual(self.budget.borrow("shop", 6), [("api", 4), ("blog", 2)])
        self.assertEqual(self.budget.borrow("shop", 2), [("wiki", 2)])
        self.assertEqual(self.budget.loans, [("wiki", "shop", 4), ("blog", "shop", 5), ("api", "shop", 4)])

    def test_borrow_debtors_do_not_lend(self):
        given(self.budget, ("spend", "wiki", 1))
        self.budget.borrow("wiki", 1)
        self.assertEqual(self.budget.loans, [("blog", "wiki", 1)])
        self.assertEqual(self.budget.borrow("shop", 8), [("api", 4), ("blog", 4)])
        self.assertEqual((self.budget.left["wiki"], self.budget.left["shop"]), (25, 12))

    def test_borrow_two_tenants(self):
        budget = RequestBudget()
        given(budget, ("open_tenant", "b", 11))
        given(budget, ("open_tenant", "a", 10))
        given(budget, ("spend", "a", 9))
        self.assertEqual(budget.borrow("a", 5), [("b", 5)])
        self.assertEqual(budget.left, {"b": 6, "a": 6})

    def test_borrow_errors_in_order(self):
        with self.assertRaises(KeyError) as caught:
            self.budget.borrow("mail", 0)
        self.assertEqual(caught.exception.args, ("mail",))
        for number in (0, -50):
            with self.assertRaises(ValueError) as caught:
                self.budget.borrow("shop", number)
            self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.budget.left["shop"], 4)


class RequestBudgetTestForecast(unittest.TestCase):
    def setUp(self):
        self.budget = RequestBudget()
        build(self.budget)

    def test_forecast_own_refills(self):
        self.assertEqual([self.budget.forecast("shop", time) for time in (0, 4, 10, 19, 20)], [4, 9, 15, 15, 30])

    def test_forecast_changes_nothing(self):
        given(self.budget, ("borrow", "shop", 3))
        self.assertEqual(self.budget.forecast("shop", 10), 15)
        self.assertEqual((self.budget.now, self.budget.loans), (0, [("wiki", "shop", 3)]))
        self.assertEqual(self.budget.left, {"shop": 7, "wiki": 22, "blog": 25, "api": 9})
        self.assertEqual(self.budget.refills["shop"], [(4, 5), (10, 6), (20, 30)])

    def test_forecast_of_lender(self):
        given(self.budget, ("borrow", "shop", 12))
        self.assertEqual([self.budget.forecast("wiki", time) for time in (3, 4, 12, 30)], [13, 18, 24, 25])
        self.assertEqual(self.budget.left["wiki"], 13)

    def test_forecast_cap(self):
        self.assertEqual([self.budget.forecast("api", 7), self.budget.forecast("blog", 99)], [9, 40])

    def test_forecast_errors(self):
        given(self.budget, ("advance", 6))
        with self.assertRaises(KeyError) as caught:
            self.budget.forecast("mail", 2)
        self.assertEqual(caught.exception.args, ("mail",))
        with self.assertRaises(ValueError) as caught:
            self.budget.forecast("shop", 5)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual((self.budget.now, self.budget.forecast("shop", 6)), (6, 9))


class RequestBudgetTestMain(unittest.TestCase):
    def test_main_two_tenants(self):
        budget = RequestBudget()
        self.assertEqual([budget.open_tenant("a", 10), budget.open_tenant("b", 21)], [1, 2])
        self.assertEqual(
            [budget.spend("a", 9), budget.plan_refill("a", 5, 4), budget.plan_refill("b", 5, 3)], [1, 4, 3]
        )
        self.assertEqual(budget.borrow("a", 7), [("b", 7)])
        self.assertEqual([budget.forecast("b", 5), budget.forecast("a", 5)], [21, 8])
        self.assertEqual((budget.advance(5), budget.left, budget.loans), ({}, {"a": 8, "b": 21}, [("b", "a", 3)]))
        self.assertEqual(budget.spend("a", 8), 0)
        self.assertEqual(budget.borrow("a", 10), [("b", 10)])
        self.assertEqual((budget.loans, budget.plan_refill("a", 6, 30)), ([("b", "a", 13)], 30))
        self.assertEqual((budget.advance(6), budget.left, budget.loans), ({"b": 3, "a": 17}, {"a": 10, "b": 21}, []))

    def test_main_chain_of_loans(self):
        budget = RequestBudget()
        self.assertEqual([budget.open_tenant(name, cap) for name, cap in (("x", 8), ("y", 8), ("z", 8))], [1, 2, 3])
        self.assertEqual([budget.spend("x", 8), budget.borrow("x", 3)], [0, [("y", 3)]])
        self.assertEqual([budget.spend("y", 5), budget.borrow("y", 4)], [0, [("z", 4)]])
        with self.assertRaises(ValueError) as caught:
            budget.borrow("x", 1)
        self.assertEqual(str(caught.exception), "nobody lends")
        self.assertEqual([budget.plan_refill("x", 3, 5), budget.plan_refill("y", 2, 3)], [5, 3])
        self.assertEqual((budget.advance(2), budget.loans), ({}, [("y", "x", 3), ("z", "y", 1)]))
        self.assertEqual((budget.advance(3), budget.left), ({}, {"x": 5, "y": 7, "z": 7}))
        self.assertEqual((budget.borrow("x", 3), budget.loans), ([("z", 3)], [("z", "y", 1), ("z", "x", 3)]))
        self.assertEqual((budget.plan_refill("y", 9, 6), budget.advance(9)), (6, {"y": 4}))
        self.assertEqual((budget.left, budget.loans), ({"x": 8, "y": 8, "z": 5}, [("z", "x", 3)]))

    def test_main_refills_in_between(self):
        budget = RequestBudget()
        build(budget)
        self.assertEqual((budget.advance(5), budget.borrow("shop", 21)), ({}, [("wiki", 12), ("blog", 5), ("api", 4)]))
        self.assertEqual([budget.spend("shop", 30), budget.open_tenant("zip", 6)], [0, 5])
        self.assertEqual(budget.plan_refill("shop", 7, 14), 50)
        self.assertEqual((budget.advance(7), budget.left["wiki"], budget.left["api"]), ({}, 25, 8))
        self.assertEqual(budget.loans, [("blog", "shop", 3), ("api", "shop", 4)])
        self.assertEqual(budget.borrow("shop", 4), [("wiki", 4)])
        self.assertEqual((budget.forecast("api", 10), budget.advance(10)), (9, {"blog": 5, "api": 2}))
        self.assertEqual((budget.loans, budget.left["shop"]), ([("api", "shop", 1), ("wiki", "shop", 4)], 4))
