# canary: classeval-hf open donation_pot cbff9d2c-1d00-453c-a28b-922ec25a003b

import unittest

from solution import DonationPot


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def build(charity):
    """Gives an empty charity three projects; the funds are well 45, school 30, trees 15 after one donation of 90."""
    for name, weight, cap in (("well", 3, 100), ("school", 2, 50), ("trees", 1, 40)):
        charity.open_project(name, weight, cap)
    charity.donate(90)


class DonationPotTestApportion(unittest.TestCase):
    def test_apportion_exact_quotas(self):
        self.assertEqual(
            DonationPot.apportion(60, {"a": 1, "b": 2, "c": 3}, {"a": 50, "b": 50, "c": 50}),
            {"a": 10, "b": 20, "c": 30},
        )

    def test_apportion_largest_fractions(self):
        rooms = {"a": 99, "b": 99, "c": 99, "d": 99}
        self.assertEqual(
            DonationPot.apportion(11, {"a": 1, "b": 2, "c": 4, "d": 6}, rooms), {"a": 1, "b": 2, "c": 3, "d": 5}
        )
        self.assertEqual(DonationPot.apportion(1, {"a": 1, "b": 2, "c": 4, "d": 6}, rooms), {"d": 1})

    def test_apportion_equal_fractions(self):
        rooms = dict.fromkeys("abcd", 99)
        self.assertEqual(DonationPot.apportion(5, {"b": 3, "a": 3, "c": 3, "d": 1}, rooms), {"a": 2, "b": 2, "c": 1})
        self.assertEqual(DonationPot.apportion(6, {"a": 1, "b": 1, "c": 3, "d": 7}, rooms), {"c": 2, "d": 4})
        self.assertEqual(DonationPot.apportion(2, {"a": 1, "b": 3}, rooms), {"b": 2})

    def test_apportion_full_in_turn(self):
        self.assertEqual(
            DonationPot.apportion(100, {"a": 5, "b": 3, "c": 2}, {"a": 10, "b": 50, "c": 70}),
            {"a": 10, "b": 50, "c": 40},
        )
        self.assertEqual(
            DonationPot.apportion(30, {"a": 1, "b": 1, "c": 1}, {"a": 10, "b": 4, "c": 99}), {"a": 10, "b": 4, "c": 16}
        )
        self.assertEqual(
            DonationPot.apportion(31, {"a": 6, "b": 3, "c": 2}, {"a": 4, "b": 99, "c": 99}), {"a": 4, "b": 16, "c": 11}
        )

    def test_apportion_last_full(self):
        self.assertEqual(DonationPot.apportion(60, {"a": 1, "b": 5}, {"a": 99, "b": 10}), {"a": 50, "b": 10})
        self.assertEqual(
            DonationPot.apportion(61, {"a": 1, "b": 2, "c": 6}, {"a": 99, "b": 99, "c": 30}),
            {"a": 10, "b": 21, "c": 30},
        )

    def test_apportion_no_more_room(self):
        self.assertEqual(DonationPot.apportion(70, {"a": 9, "b": 1}, {"a": 30, "b": 40}), {"a": 30, "b": 40})
        self.assertEqual(
            DonationPot.apportion(99, {"a": 9, "b": 1, "c": 2}, {"a": 7, "b": 5, "c": 0}), {"a": 7, "b": 5}
        )

    def test_apportion_without_room(self):
        self.assertEqual(
            DonationPot.apportion(10, {"a": 50, "b": 1, "c": 1}, {"a": 0, "b": 9, "c": 9}), {"b": 5, "c": 5}
        )
        self.assertEqual(DonationPot.apportion(10, {"a": 50}, {"a": 0}), {})

    def test_apportion_nothing(self):
        weights, rooms = {"a": 2, "b": 1}, {"a": 5, "b": 5}
        self.assertEqual([DonationPot.apportion(0, weights, rooms), DonationPot.apportion(4, {}, {})], [{}, {}])
        self.assertEqual(DonationPot.apportion(7, weights, rooms), {"a": 5, "b": 2})
        self.assertEqual((weights, rooms), ({"a": 2, "b": 1}, {"a": 5, "b": 5}))

    def test_apportion_large_numbers(self):
        weights = {"a": 10**20 + 1, "b": 10**20}
        self.assertEqual(
            DonationPot.apportion(10**21 + 1, weights, {"a": 10**30, "b": 10**30}),
            {"a": 500000000000000000003, "b": 499999999999999999998},
        )


class DonationPotTestShareOut(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()

    def test_share_out_empty_pot(self):
        build(self.charity)
        self.assertEqual(self.charity.share_out(), {})
        self.assertEqual(self.charity.funds, {"well": 45, "school": 30, "trees": 15})

    def test_share_out_by_weight(self):
        build(self.charity)
        given(self.charity, ("donate", 31, True))
        self.assertEqual(self.charity.share_out(), {"well": 16, "school": 10, "trees": 5})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 61, "school": 40, "trees": 20}, 0))

    def test_share_out_up_to_caps(self):
        build(self.charity)
        given(self.charity, ("donate", 90, True))
        self.assertEqual(self.charity.share_out(), {"well": 53, "school": 20, "trees": 17})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 98, "school": 50, "trees": 32}, 0))

    def test_share_out_more_than_room(self):
        build(self.charity)
        given(self.charity, ("donate", 108, True))
        self.assertEqual(self.charity.share_out(), {"well": 55, "school": 20, "trees": 25})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 100, "school": 50, "trees": 40}, 8))

    def test_share_out_without_projects(self):
        given(self.charity, ("donate", 25))
        self.assertEqual(self.charity.share_out(), {})
        self.assertEqual(self.charity.pot, 25)

    def test_share_out_again(self):
        build(self.charity)
        given(self.charity, ("donate", 300))
        self.assertEqual(self.charity.share_out(), {})
        self.assertEqual((self.charity.pot, self.charity.funds["trees"]), (200, 40))


class DonationPotTestOpenProject(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()

    def test_open_project_empty_pot(self):
        self.assertEqual(self.charity.open_project("well", 7, 5), {})
        self.assertEqual((self.charity.weights, self.charity.caps), ({"well": 7}, {"well": 5}))
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 0}, 0))

    def test_open_project_gets_pot(self):
        given(self.charity, ("donate", 30))
        self.assertEqual(self.charity.open_project("well", 1, 12), {"well": 12})
        self.assertEqual(self.charity.open_project("school", 1, 40), {"school": 18})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 12, "school": 18}, 0))

    def test_open_project_least_cap(self):
        given(self.charity, ("donate", 30))
        self.assertEqual(self.charity.open_project("well", 1, 1), {"well": 1})
        self.assertEqual((self.charity.caps, self.charity.pot), ({"well": 1}, 29))

    def test_open_project_others_keep(self):
        build(self.charity)
        self.assertEqual(self.charity.open_project("roof", 9, 900), {})
        self.assertEqual(self.charity.funds, {"well": 45, "school": 30, "trees": 15, "roof": 0})

    def test_open_project_closed_before(self):
        build(self.charity)
        given(self.charity, ("close_project", "trees"))
        self.assertEqual(self.charity.open_project("trees", 4, 7), {})
        self.assertEqual((self.charity.caps["trees"], self.charity.funds["trees"]), (7, 0))

    def test_open_project_errors(self):
        build(self.charity)
        cases = [("well", 0, 0, "bad weight"), ("roof", -1, 5, "bad weight"), ("well", 1, 0, "bad cap")]
        for name, weight, cap, message in [*cases, ("roof", 2, -3, "bad cap"), ("well", 1, 5, "project is open")]:
            with self.assertRaises(ValueError) as caught:
                self.charity.open_project(name, weight, cap)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.charity.weights, {"well": 3, "school": 2, "trees": 1})
        self.assertEqual(self.charity.caps, {"well": 100, "school": 50, "trees": 40})


class DonationPotTestDonate(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()

    def test_donate_numbers(self):
        build(self.charity)
        self.assertEqual(self.charity.donate(7), (2, {"well": 4, "school": 2, "trees": 1}))
        self.assertEqual(self.charity.donate(1), (3, {"well": 1}))
        self.assertEqual((self.charity.donations, self.charity.count), ({1: 90, 2: 7, 3: 1}, 3))

    def test_donate_without_projects(self):
        self.assertEqual([self.charity.donate(5), self.charity.donate(6)], [(1, {}), (2, {})])
        self.assertEqual((self.charity.pot, self.charity.donations), (11, {1: 5, 2: 6}))

    def test_donate_reaches_caps(self):
        build(self.charity)
        self.assertEqual(self.charity.donate(70), (2, {"school": 20, "well": 38, "trees": 12}))
        self.assertEqual(self.charity.donate(33), (3, {"well": 17, "trees": 13}))
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 100, "school": 50, "trees": 40}, 3))

    def test_donate_after_withdrawal(self):
        build(self.charity)
        given(self.charity, ("withdraw", 1))
        self.assertEqual(self.charity.donate(12), (2, {"well": 6, "school": 4, "trees": 2}))
        self.assertEqual((self.charity.donations, self.charity.count), ({2: 12}, 2))

    def test_donate_held(self):
        build(self.charity)
        self.assertEqual([self.charity.donate(6, True), self.charity.donate(5, True)], [(2, {}), (3, {})])
        self.assertEqual((self.charity.pot, self.charity.funds["well"]), (11, 45))
        self.assertEqual(self.charity.donate(1), (4, {"well": 6, "school": 4, "trees": 2}))
        self.assertEqual((self.charity.pot, self.charity.donations), (0, {1: 90, 2: 6, 3: 5, 4: 1}))

    def test_donate_bad(self):
        build(self.charity)
        for cents in (0, -8):
            with self.assertRaises(ValueError) as caught:
                self.charity.donate(cents)
            self.assertEqual(str(caught.exception), "bad donation")
        self.assertEqual((self.charity.count, self.charity.donations, self.charity.pot), (1, {1: 90}, 0))


class DonationPotTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()
        build(self.charity)

    def test_withdraw_all(self):
        self.assertEqual(self.charity.withdraw(1), {"well": 45, "school": 30, "trees": 15})
        self.assertEqual(self.charity.funds, {"well": 0, "school": 0, "trees": 0})
        self.assertEqual((self.charity.donations, self.charity.count), ({}, 1))

    def test_withdraw_by_funds(self):
        given(self.charity, ("donate", 70))
        self.assertEqual(self.charity.withdraw(1), {"well": 47, "school": 28, "trees": 15})
        self.assertEqual(self.charity.funds, {"well": 36, "school": 22, "trees": 12})
        self.assertEqual(self.charity.donations, {2: 70})

    def test_withdraw_from_pot_first(self):
        given(self.charity, ("donate", 130))
        given(self.charity, ("donate", 50))
        self.assertEqual(self.charity.pot, 80)
        self.assertEqual(self.charity.withdraw(3), {})
        self.assertEqual(self.charity.pot, 30)
        self.assertEqual(self.charity.withdraw(1), {"well": 31, "school": 16, "trees": 13})
        self.assertEqual((self.charity.pot, self.charity.funds), (0, {"well": 69, "school": 34, "trees": 27}))

    def test_withdraw_after_lower_cap(self):
        given(self.charity, ("donate", 10))
        given(self.charity, ("set_cap", "well", 1))
        given(self.charity, ("set_cap", "school", 2))
        self.assertEqual(self.charity.withdraw(2), {})
        self.assertEqual(self.charity.withdraw(1), {"well": 1, "school": 2, "trees": 40})
        self.assertEqual((self.charity.pot, self.charity.funds["trees"]), (0, 0))

    def test_withdraw_project_without_funds(self):
        given(self.charity, ("open_project", "roof", 100, 100))
        given(self.charity, ("set_cap", "roof", 99))
        self.assertEqual(self.charity.withdraw(1), {"well": 45, "school": 30, "trees": 15})
        self.assertEqual(self.charity.funds["roof"], 0)

    def test_withdraw_unknown(self):
        given(self.charity, ("donate", 4))
        self.charity.withdraw(2)
        for number in (2, 3, 0):
            with self.assertRaises(KeyError) as caught:
                self.charity.withdraw(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(self.charity.donations, {1: 90})


class DonationPotTestSetCap(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()
        build(self.charity)

    def test_set_cap_room_left(self):
        self.assertEqual([self.charity.set_cap("well", 46), self.charity.set_cap("trees", 15)], [{}, {}])
        self.assertEqual(self.charity.caps, {"well": 46, "school": 50, "trees": 15})
        self.assertEqual(self.charity.funds, {"well": 45, "school": 30, "trees": 15})

    def test_set_cap_below_funds(self):
        self.assertEqual(self.charity.set_cap("well", 20), {"school": 17, "trees": 8})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 20, "school": 47, "trees": 23}, 0))

    def test_set_cap_too_much_for_others(self):
        given(self.charity, ("donate", 70))
        self.assertEqual(self.charity.set_cap("well", 51), {"trees": 13})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 51, "school": 50, "trees": 40}, 19))

    def test_set_cap_empties_pot(self):
        given(self.charity, ("donate", 120))
        self.assertEqual(self.charity.pot, 20)
        self.assertEqual(self.charity.set_cap("trees", 55), {"trees": 15})
        self.assertEqual(self.charity.set_cap("school", 99), {"school": 5})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 100, "school": 55, "trees": 55}, 0))

    def test_set_cap_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.charity.set_cap("roof", 0)
        self.assertEqual(caught.exception.args, ("roof",))
        for cap in (0, -7):
            with self.assertRaises(ValueError) as caught:
                self.charity.set_cap("well", cap)
            self.assertEqual(str(caught.exception), "bad cap")
        self.assertEqual((self.charity.caps["well"], self.charity.funds["well"]), (100, 45))


class DonationPotTestCloseProject(unittest.TestCase):
    def setUp(self):
        self.charity = DonationPot()
        build(self.charity)

    def test_close_project_shared(self):
        self.assertEqual(self.charity.close_project("trees"), {"well": 9, "school": 6})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"well": 54, "school": 36}, 0))
        self.assertEqual(
            (self.charity.weights, self.charity.caps), ({"well": 3, "school": 2}, {"well": 100, "school": 50})
        )

    def test_close_project_too_much(self):
        self.assertEqual(self.charity.close_project("well"), {"school": 20, "trees": 25})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"school": 50, "trees": 40}, 0))
        self.assertEqual(self.charity.close_project("school"), {})
        self.assertEqual((self.charity.funds, self.charity.pot), ({"trees": 40}, 50))

    def test_close_project_last(self):
        for name in ("well", "school"):
            self.charity.close_project(name)
        self.assertEqual(self.charity.close_project("trees"), {})
        self.assertEqual((self.charity.funds, self.charity.pot, self.charity.donations), ({}, 90, {1: 90}))

    def test_close_project_without_funds(self):
        given(self.charity, ("open_project", "roof", 5, 5))
        self.assertEqual(self.charity.close_project("roof"), {})
        self.assertEqual(self.charity.funds, {"well": 45, "school": 30, "trees": 15})

    def test_close_project_uneven(self):
        self.assertEqual(self.charity.close_project("school"), {"well": 23, "trees": 7})
        self.assertEqual(self.charity.funds, {"well": 68, "trees": 22})

    def test_close_project_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.charity.close_project("roof")
        self.assertEqual(caught.exception.args, ("roof",))
        self.assertEqual((self.charity.funds["well"], self.charity.pot), (45, 0))


class DonationPotTestMain(unittest.TestCase):
    def test_main_year(self):
        charity = DonationPot()
        self.assertEqual(charity.donate(1000), (1, {}))
        self.assertEqual(charity.open_project("well", 5, 300), {"well": 300})
        self.assertEqual(charity.open_project("school", 3, 2000), {"school": 700})
        self.assertEqual(charity.set_cap("well", 450), {})
        self.assertEqual(charity.donate(399), (2, {"well": 150, "school": 249}))
        self.assertEqual((charity.share_out(), charity.funds), ({}, {"well": 450, "school": 949}))
        self.assertEqual(charity.withdraw(2), {"well": 128, "school": 271})
        self.assertEqual(charity.open_project("trees", 2, 77), {})
        self.assertEqual(charity.donate(101), (3, {"well": 51, "school": 30, "trees": 20}))
        self.assertEqual(charity.close_project("school"), {"well": 77, "trees": 57})
        self.assertEqual((charity.funds, charity.pot), ({"well": 450, "trees": 77}, 574))
        self.assertEqual(
            (charity.withdraw(1), charity.funds, charity.pot),
            ({"well": 364, "trees": 62}, {"well": 86, "trees": 15}, 0),
        )

    def test_main_caps_up_and_down(self):
        charity = DonationPot()
        build(charity)
        self.assertEqual(charity.set_cap("well", 10), {"school": 20, "trees": 15})
        self.assertEqual(charity.set_cap("school", 10), {"trees": 10})
        self.assertEqual((charity.funds, charity.pot), ({"well": 10, "school": 10, "trees": 40}, 30))
        self.assertEqual(charity.open_project("roof", 1, 7), {"roof": 7})
        self.assertEqual(charity.donate(2, True), (2, {}))
        self.assertEqual(charity.set_cap("well", 30), {"well": 20})
        self.assertEqual((charity.pot, charity.withdraw(1)), (5, {"well": 29, "school": 10, "trees": 39, "roof": 7}))
        self.assertEqual((charity.funds, charity.donations), ({"well": 1, "school": 0, "trees": 1, "roof": 0}, {2: 2}))

    def test_main_withdrawals(self):
        charity = DonationPot()
        self.assertEqual([charity.open_project("a", 1, 30), charity.open_project("b", 1, 30)], [{}, {}])
        self.assertEqual(charity.apportion(3, charity.weights, charity.caps), {"a": 2, "b": 1})
        self.assertEqual([charity.donate(3), charity.donate(3)], [(1, {"a": 2, "b": 1}), (2, {"a": 2, "b": 1})])
        self.assertEqual((charity.withdraw(1), charity.funds), ({"a": 2, "b": 1}, {"a": 2, "b": 1}))
        self.assertEqual((charity.donate(2), charity.withdraw(2)), ((3, {"a": 1, "b": 1}), {"a": 2, "b": 1}))
        self.assertEqual((charity.close_project("a"), charity.funds), ({"b": 1}, {"b": 2}))
        self.assertEqual((charity.set_cap("b", 1), charity.pot), ({}, 1))
        self.assertEqual((charity.open_project("a", 2, 9), charity.donate(5)), ({"a": 1}, (4, {"a": 5})))
        self.assertEqual(
            (charity.share_out(), charity.withdraw(4), charity.funds), ({}, {"a": 4, "b": 1}, {"b": 0, "a": 2})
        )
