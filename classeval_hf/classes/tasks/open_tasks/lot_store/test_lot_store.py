# canary: classeval-hf open lot_store 811f7850-1ef7-405a-b8ec-9eee772f8a9c

import unittest

from solution import LotStore


class LotStoreTestFree(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 8, 6), "B1": ("rice", 90, 7)}
        self.store.orders = {"o1": ("milk", 5, 12), "o2": ("milk", 6, 9)}
        self.store.held = {"o1": {"A1": 4, "A2": 6}, "o2": {"A1": 9}}

    def test_free_of_several_orders(self):
        self.assertEqual(self.store.free("A1"), 7)

    def test_free_nothing_held(self):
        self.assertEqual(self.store.free("B1"), 7)

    def test_free_all_held(self):
        self.assertEqual(self.store.free("A2"), 0)
        self.assertEqual(self.store.held, {"o1": {"A1": 4, "A2": 6}, "o2": {"A1": 9}})

    def test_free_blocked(self):
        self.store.blocked = {"B1", "C1"}
        self.assertEqual([self.store.free(lot) for lot in ("B1", "C1", "A1")], [0, 0, 7])

    def test_free_unknown(self):
        self.assertEqual(self.store.free("o1"), 0)
        self.assertEqual(sorted(self.store.lots), ["A1", "A2", "B1"])


class LotStoreTestSupply(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {
            "A1": ("milk", 9, 20),
            "A2": ("milk", 8, 6),
            "A3": ("milk", 4, 30),
            "B1": ("rice", 8, 50),
            "A4": ("milk", 9, 15),
        }
        self.store.orders = {"o1": ("milk", 5, 12), "o2": ("milk", 9, 28)}
        self.store.held = {"o1": {}, "o2": {}}

    def test_supply_expires_first(self):
        self.assertEqual(self.store.supply("o1"), 0)
        self.assertEqual(self.store.held, {"o1": {"A2": 6, "A4": 6}, "o2": {}})

    def test_supply_last_day(self):
        self.store.orders["o1"] = ("milk", 4, 31)
        self.assertEqual(self.store.supply("o1"), 0)
        self.assertEqual(self.store.held["o1"], {"A3": 30, "A2": 1})

    def test_supply_fewer_free_first(self):
        self.assertEqual(self.store.supply("o2"), 0)
        self.assertEqual(self.store.held["o2"], {"A4": 15, "A1": 13})

    def test_supply_fewer_free_counts_held(self):
        self.store.held["o1"] = {"A1": 6}
        self.assertEqual(self.store.supply("o2"), 0)
        self.assertEqual(self.store.held["o2"], {"A1": 14, "A4": 14})

    def test_supply_equally_many_free(self):
        self.store.held["o1"] = {"A1": 5}
        self.assertEqual(self.store.supply("o2"), 0)
        self.assertEqual(self.store.held["o2"], {"A1": 15, "A4": 13})

    def test_supply_adds_to_held(self):
        self.store.held["o2"] = {"A4": 3, "A1": 1}
        self.assertEqual(self.store.supply("o2"), 0)
        self.assertEqual(self.store.held["o2"], {"A4": 15, "A1": 13})

    def test_supply_lacks(self):
        self.store.orders["o2"] = ("milk", 9, 40)
        self.assertEqual(self.store.supply("o2"), 5)
        self.assertEqual(self.store.held["o2"], {"A4": 15, "A1": 20})
        self.assertEqual(self.store.supply("o1"), 6)
        self.assertEqual(self.store.held["o1"], {"A2": 6})

    def test_supply_blocked(self):
        self.store.blocked = {"A4", "A2"}
        self.assertEqual([self.store.supply("o1"), self.store.supply("o2")], [0, 20])
        self.assertEqual(self.store.held, {"o1": {"A1": 12}, "o2": {"A1": 8}})

    def test_supply_has_enough(self):
        self.store.held["o1"] = {"A1": 12}
        self.assertEqual(self.store.supply("o1"), 0)
        self.assertEqual(self.store.held, {"o1": {"A1": 12}, "o2": {}})

    def test_supply_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.store.supply("o9")
        self.assertEqual(caught.exception.args, ("o9",))
        self.assertEqual(self.store.held, {"o1": {}, "o2": {}})


class LotStoreTestReceive(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 4)}
        self.store.orders = {
            "o1": ("milk", 7, 6),
            "o3": ("milk", 5, 3),
            "o2": ("milk", 5, 5),
            "o4": ("rice", 1, 2),
            "o5": ("milk", 2, 3),
        }
        self.store.held = {"o1": {"A1": 1}, "o3": {}, "o2": {}, "o4": {}, "o5": {"A1": 3}}

    def test_receive_supplies_all(self):
        self.assertEqual(self.store.receive("A2", "milk", 8, 20), ["o2", "o3", "o1"])
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 4), "A2": ("milk", 8, 20)})
        self.assertEqual(
            self.store.held, {"o1": {"A1": 1, "A2": 5}, "o3": {"A2": 3}, "o2": {"A2": 5}, "o4": {}, "o5": {"A1": 3}}
        )

    def test_receive_supplies_some(self):
        self.assertEqual(self.store.receive("A2", "milk", 8, 7), ["o2"])
        self.assertEqual(
            self.store.held, {"o1": {"A1": 1}, "o3": {"A2": 2}, "o2": {"A2": 5}, "o4": {}, "o5": {"A1": 3}}
        )

    def test_receive_expires_too_early_for_some(self):
        self.assertEqual(self.store.receive("A2", "milk", 6, 20), ["o2", "o3"])
        self.assertEqual(self.store.held["o1"], {"A1": 1})

    def test_receive_more_of_a_lot(self):
        self.assertEqual(self.store.receive("A1", "milk", 9, 5), ["o2"])
        self.assertEqual((self.store.lots, self.store.held["o2"]), ({"A1": ("milk", 9, 9)}, {"A1": 5}))

    def test_receive_other_article(self):
        self.assertEqual(self.store.receive("B1", "rice", 8, 2), ["o4"])
        self.assertEqual(self.store.receive("C1", "salt", 8, 9), [])
        self.assertEqual(self.store.lots["C1"], ("salt", 8, 9))
        self.assertEqual(self.store.held["o4"], {"B1": 2})

    def test_receive_blocked(self):
        self.store.blocked = {"A2"}
        self.assertEqual(self.store.receive("A2", "milk", 8, 20), [])
        self.assertEqual(self.store.lots["A2"], ("milk", 8, 20))
        self.assertEqual(self.store.held["o2"], {})

    def test_receive_nobody_lacks(self):
        self.store.orders, self.store.held = {"o5": ("milk", 2, 3)}, {"o5": {"A1": 3}}
        self.assertEqual(self.store.receive("A2", "milk", 8, 1), [])
        self.assertEqual((self.store.lots["A2"], self.store.held), (("milk", 8, 1), {"o5": {"A1": 3}}))

    def test_receive_errors(self):
        cases = [("A2", "milk", 8, 0, "bad number"), ("A1", "rice", 9, -1, "bad number")]
        cases += [("A1", "rice", 9, 5, "other lot"), ("A1", "milk", 8, 5, "other lot")]
        for *arguments, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.store.receive(*arguments)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 4)})
        self.assertEqual(self.store.held["o1"], {"A1": 1})


class LotStoreTestReserve(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5)}

    def test_reserve_enough(self):
        self.assertEqual(self.store.reserve("o1", "milk", 6, 8), 0)
        self.assertEqual((self.store.orders, self.store.held), ({"o1": ("milk", 6, 8)}, {"o1": {"A2": 5, "A1": 3}}))

    def test_reserve_lacks(self):
        self.assertEqual(self.store.reserve("o1", "milk", 7, 31), 11)
        self.assertEqual((self.store.orders, self.store.held), ({"o1": ("milk", 7, 31)}, {"o1": {"A1": 20}}))

    def test_reserve_nothing_suits(self):
        self.assertEqual([self.store.reserve("o1", "rice", 6, 8), self.store.reserve("o2", "milk", 10, 1)], [8, 1])
        self.assertEqual(self.store.held, {"o1": {}, "o2": {}})

    def test_reserve_one_after_another(self):
        lacking = [self.store.reserve(f"o{number}", "milk", 4, 9) for number in range(4)]
        self.assertEqual(lacking, [0, 0, 2, 9])
        self.assertEqual(self.store.held, {"o0": {"A2": 5, "A1": 4}, "o1": {"A1": 9}, "o2": {"A1": 7}, "o3": {}})

    def test_reserve_keeps_lots(self):
        self.assertEqual(self.store.reserve("o1", "milk", 6, 25), 0)
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5)})

    def test_reserve_errors(self):
        self.store.orders, self.store.held = {"o1": ("milk", 5, 8)}, {"o1": {"A1": 8}}
        for order, wanted, message in (("o1", 0, "bad number"), ("o2", -4, "bad number"), ("o1", 2, "order is open")):
            with self.assertRaises(ValueError) as caught:
                self.store.reserve(order, "milk", 6, wanted)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.store.orders, self.store.held), ({"o1": ("milk", 5, 8)}, {"o1": {"A1": 8}}))
        self.assertEqual(self.store.reserve("o2", "milk", 9, 1), 0)


class LotStoreTestPickUp(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5)}
        self.store.orders = {"o1": ("milk", 5, 9), "o2": ("milk", 7, 9), "o3": ("rice", 7, 9)}
        self.store.held = {"o1": {"A2": 5, "A1": 4}, "o2": {"A1": 3}, "o3": {}}

    def test_pick_up_several_lots(self):
        self.assertEqual(self.store.pick_up("o1"), {"A2": 5, "A1": 4})
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 16)})
        self.assertEqual((sorted(self.store.orders), self.store.held), (["o2", "o3"], {"o2": {"A1": 3}, "o3": {}}))

    def test_pick_up_lacking(self):
        self.assertEqual(self.store.pick_up("o2"), {"A1": 3})
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 17), "A2": ("milk", 6, 5)})

    def test_pick_up_nothing_held(self):
        self.assertEqual(self.store.pick_up("o3"), {})
        self.assertEqual(self.store.orders, {"o1": ("milk", 5, 9), "o2": ("milk", 7, 9)})

    def test_pick_up_all(self):
        self.store.held["o2"]["A1"] = 16
        self.store.orders["o2"] = ("milk", 7, 16)
        self.assertEqual([self.store.pick_up("o2"), self.store.pick_up("o1")], [{"A1": 16}, {"A2": 5, "A1": 4}])
        self.assertEqual((self.store.lots, self.store.held), ({}, {"o3": {}}))

    def test_pick_up_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.store.pick_up("A1")
        self.assertEqual(caught.exception.args, ("A1",))
        self.assertEqual(self.store.lots, {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5)})

    def test_pick_up_frees_nothing_else(self):
        self.store.blocked = {"C1"}
        self.assertEqual(self.store.pick_up("o1"), {"A2": 5, "A1": 4})
        self.assertEqual((self.store.held["o2"], self.store.blocked), ({"A1": 3}, {"C1"}))


class LotStoreTestRecall(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5), "A3": ("milk", 7, 9)}
        self.store.orders = {"o1": ("milk", 5, 9), "o3": ("milk", 4, 8), "o2": ("milk", 4, 5), "o4": ("milk", 8, 3)}
        self.store.held = {"o1": {"A2": 5, "A1": 4}, "o3": {"A1": 6}, "o2": {"A1": 2, "A3": 3}, "o4": {"A1": 3}}

    def test_recall_supplies_by_day(self):
        self.assertEqual(self.store.recall("A1"), [("o2", 0), ("o3", 4), ("o1", 4), ("o4", 3)])
        self.assertEqual(self.store.held, {"o1": {"A2": 5}, "o3": {"A3": 4}, "o2": {"A3": 5}, "o4": {}})
        self.assertEqual((self.store.blocked, self.store.lots["A1"]), ({"A1"}, ("milk", 9, 20)))

    def test_recall_takes_other_lots(self):
        self.assertEqual(self.store.recall("A2"), [("o1", 0)])
        self.assertEqual(self.store.held["o1"], {"A1": 4, "A3": 5})

    def test_recall_takes_later_lots(self):
        self.store.lots["A4"] = ("milk", 30, 100)
        self.assertEqual(self.store.recall("A3"), [("o2", 0)])
        self.assertEqual(self.store.held["o2"], {"A1": 5})
        self.assertEqual(self.store.recall("A1"), [("o2", 0), ("o3", 0), ("o1", 0), ("o4", 0)])
        self.assertEqual(self.store.held["o3"], {"A4": 8})
        self.assertEqual(self.store.blocked, {"A1", "A3"})

    def test_recall_order_that_lacked_before(self):
        self.store.orders["o4"] = ("milk", 7, 10)
        self.assertEqual(self.store.recall("A1"), [("o2", 0), ("o3", 4), ("o1", 4), ("o4", 10)])
        self.assertEqual(self.store.held["o4"], {})

    def test_recall_held_by_nobody(self):
        self.store.lots["A4"] = ("milk", 30, 100)
        self.assertEqual([self.store.recall("A4"), self.store.recall("Z9")], [[], []])
        self.assertEqual(self.store.blocked, {"A4", "Z9"})

    def test_recall_again(self):
        self.store.blocked = {"A2"}
        self.store.held["o1"] = {"A1": 4}
        self.assertEqual(self.store.recall("A2"), [])
        self.assertEqual((self.store.blocked, self.store.held["o1"]), ({"A2"}, {"A1": 4}))


class LotStoreTestClearOut(unittest.TestCase):
    def setUp(self):
        self.store = LotStore()
        self.store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5), "A3": ("milk", 7, 9), "B1": ("rice", 6, 2)}
        self.store.orders = {"o1": ("milk", 5, 9), "o2": ("milk", 4, 6)}
        self.store.held = {"o1": {"A2": 4, "A3": 4}, "o2": {"A2": 1, "A1": 5}}

    def test_clear_out_several(self):
        self.assertEqual(self.store.clear_out(8), {"milk": 14, "rice": 2})
        self.assertEqual((self.store.lots, self.store.held), ({"A1": ("milk", 9, 20)}, {"o1": {}, "o2": {"A1": 5}}))

    def test_clear_out_last_day(self):
        self.assertEqual(self.store.clear_out(6), {})
        self.assertEqual(sorted(self.store.lots), ["A1", "A2", "A3", "B1"])

    def test_clear_out_day_after(self):
        self.assertEqual(self.store.clear_out(7), {"milk": 5, "rice": 2})
        self.assertEqual(self.store.held, {"o1": {"A3": 4}, "o2": {"A1": 5}})

    def test_clear_out_keeps_orders(self):
        self.assertEqual(self.store.clear_out(50), {"milk": 34, "rice": 2})
        self.assertEqual(self.store.orders, {"o1": ("milk", 5, 9), "o2": ("milk", 4, 6)})
        self.assertEqual((self.store.lots, self.store.held), ({}, {"o1": {}, "o2": {}}))

    def test_clear_out_blocked(self):
        self.store.blocked = {"B1", "A1"}
        self.assertEqual(self.store.clear_out(7), {"milk": 5, "rice": 2})
        self.assertEqual(self.store.blocked, {"B1", "A1"})

    def test_clear_out_empty(self):
        store = LotStore()
        self.assertEqual(store.clear_out(3), {})
        self.assertEqual(store.lots, {})


class LotStoreTestMain(unittest.TestCase):
    def test_main_week(self):
        store = LotStore()
        self.assertEqual(store.receive("A1", "milk", 6, 10), [])
        self.assertEqual([store.reserve("o1", "milk", 5, 8), store.reserve("o2", "milk", 4, 6)], [0, 4])
        self.assertEqual(store.free("A1"), 0)
        self.assertEqual(store.receive("A2", "milk", 5, 7), ["o2"])
        self.assertEqual((store.held, store.free("A2")), ({"o1": {"A1": 8}, "o2": {"A1": 2, "A2": 4}}, 3))
        self.assertEqual(store.recall("A1"), [("o2", 0), ("o1", 7)])
        self.assertEqual(store.pick_up("o2"), {"A2": 6})
        self.assertEqual(store.lots, {"A1": ("milk", 6, 10), "A2": ("milk", 5, 1)})
        self.assertEqual(store.receive("A1", "milk", 6, 5), [])
        self.assertEqual(store.clear_out(6), {"milk": 1})
        self.assertEqual((store.held, store.supply("o1")), ({"o1": {}}, 8))
        self.assertEqual(store.receive("A3", "milk", 9, 9), ["o1"])
        self.assertEqual(store.clear_out(7), {"milk": 15})
        self.assertEqual((store.pick_up("o1"), store.lots), ({"A3": 8}, {"A3": ("milk", 9, 1)}))

    def test_main_two_articles(self):
        store = LotStore()
        self.assertEqual([store.reserve("o1", "rice", 30, 4), store.reserve("o2", "milk", 3, 4)], [4, 4])
        self.assertEqual([store.receive("A", "milk", 3, 3), store.receive("B", "rice", 30, 9)], [[], ["o1"]])
        self.assertEqual(store.receive("A", "milk", 3, 3), ["o2"])
        self.assertEqual([store.free("A"), store.free("B")], [2, 5])
        self.assertEqual(store.recall("C"), [])
        self.assertEqual(store.receive("C", "rice", 40, 6), [])
        self.assertEqual([store.free("C"), store.reserve("o3", "rice", 31, 2)], [0, 2])
        self.assertEqual(store.recall("B"), [("o1", 4)])
        self.assertEqual(store.receive("D", "rice", 31, 5), ["o1"])
        self.assertEqual(store.held, {"o1": {"D": 4}, "o2": {"A": 4}, "o3": {"D": 1}})
        self.assertEqual([store.pick_up("o3"), store.pick_up("o2")], [{"D": 1}, {"A": 4}])
        self.assertEqual(store.clear_out(31), {"milk": 2, "rice": 9})

    def test_main_ties(self):
        store = LotStore()
        self.assertEqual([store.receive(lot, "oats", 8, 5) for lot in ("C", "A", "B")], [[], [], []])
        self.assertEqual(store.reserve("o1", "oats", 8, 6), 0)
        self.assertEqual(store.held["o1"], {"A": 5, "B": 1})
        self.assertEqual(store.reserve("o2", "oats", 8, 7), 0)
        self.assertEqual(store.held["o2"], {"B": 4, "C": 3})
        self.assertEqual(store.recall("B"), [("o1", 0), ("o2", 3)])
        self.assertEqual(store.held, {"o1": {"A": 5, "C": 1}, "o2": {"C": 4}})
        self.assertEqual(store.pick_up("o1"), {"A": 5, "C": 1})
        self.assertEqual(store.supply("o2"), 3)
        self.assertEqual(store.receive("A", "oats", 9, 3), ["o2"])
        self.assertEqual((store.free("A"), store.lots["A"]), (0, ("oats", 9, 3)))
