# canary: classeval-hf open kitchen_list eb26a3d7-11b3-4638-b59e-342f75db4020

import unittest

from solution import KitchenList

ENTRIES = {"milk": {"phone": (3, 5), "pad": (4, 2)}, "eggs": {"pad": (2, 6)}, "bread": {"watch": (1, 1)}}


def fill(copy):
    copy.entries = {item: dict(entries) for item, entries in ENTRIES.items()}
    copy.seen = {"phone": 3, "pad": 5, "watch": 1}
    return copy


class KitchenListTestPut(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("phone")

    def test_put_several(self):
        self.assertEqual([self.copy.put("tea", 4), self.copy.put("rice", 1), self.copy.put("salt", 2)], [1, 2, 3])
        self.assertEqual(
            self.copy.entries, {"tea": {"phone": (1, 4)}, "rice": {"phone": (2, 1)}, "salt": {"phone": (3, 2)}}
        )
        self.assertEqual(self.copy.seen, {"phone": 3})

    def test_put_same_amount(self):
        self.assertEqual([self.copy.put("tea", 4), self.copy.put("tea", 4)], [1, 2])
        self.assertEqual((self.copy.entries, self.copy.seen), ({"tea": {"phone": (2, 4)}}, {"phone": 2}))

    def test_put_replaces_all_entries(self):
        fill(self.copy)
        self.assertEqual(self.copy.put("milk", 1), 4)
        self.assertEqual(self.copy.entries, {**ENTRIES, "milk": {"phone": (4, 1)}})
        self.assertEqual(self.copy.seen, {"phone": 4, "pad": 5, "watch": 1})

    def test_put_replaces_other_device(self):
        fill(self.copy)
        self.assertEqual([self.copy.put("eggs", 7), self.copy.put("bread", 9)], [4, 5])
        self.assertEqual(
            (self.copy.entries["eggs"], self.copy.entries["bread"]), ({"phone": (4, 7)}, {"phone": (5, 9)})
        )

    def test_put_first_edit_of_device(self):
        copy = fill(KitchenList("radio"))
        self.assertEqual(copy.put("tea", 3), 1)
        self.assertEqual(copy.seen, {"phone": 3, "pad": 5, "watch": 1, "radio": 1})

    def test_put_bad_amount(self):
        fill(self.copy)
        for amount in (0, -2):
            with self.assertRaises(ValueError) as caught:
                self.copy.put("milk", amount)
            self.assertEqual(str(caught.exception), "bad amount")
        self.assertEqual((self.copy.entries, self.copy.seen["phone"]), (ENTRIES, 3))


class KitchenListTestBuy(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("pad")
        fill(self.copy)

    def test_buy_some(self):
        self.assertEqual([self.copy.buy("eggs", 2), self.copy.buy("eggs", 1)], [4, 3])
        self.assertEqual((self.copy.entries["eggs"], self.copy.seen["pad"]), ({"pad": (7, 3)}, 7))

    def test_buy_largest_of_several(self):
        self.assertEqual(self.copy.buy("milk", 2), 3)
        self.assertEqual(
            (self.copy.entries["milk"], self.copy.seen), ({"pad": (6, 3)}, {"phone": 3, "pad": 6, "watch": 1})
        )

    def test_buy_all(self):
        self.assertEqual(self.copy.buy("eggs", 6), 0)
        self.assertEqual(sorted(self.copy.entries), ["bread", "milk"])
        self.assertEqual(self.copy.seen["pad"], 6)

    def test_buy_too_many(self):
        self.assertEqual([self.copy.buy("milk", 9), self.copy.buy("bread", 2)], [0, 0])
        self.assertEqual((self.copy.entries, self.copy.seen["pad"]), ({"eggs": {"pad": (2, 6)}}, 7))

    def test_buy_first_edit_of_device(self):
        copy = fill(KitchenList("radio"))
        self.assertEqual(copy.buy("eggs", 5), 1)
        self.assertEqual((copy.entries["eggs"], copy.seen["radio"]), ({"radio": (1, 1)}, 1))

    def test_buy_errors(self):
        for amount in (0, -1):
            with self.assertRaises(ValueError) as caught:
                self.copy.buy("milk", amount)
            self.assertEqual(str(caught.exception), "bad amount")
        for amount in (1, 0):
            with self.assertRaises(KeyError) as caught:
                self.copy.buy("tea", amount)
            self.assertEqual(caught.exception.args, ("tea",))
        self.assertEqual((self.copy.entries, self.copy.seen["pad"]), (ENTRIES, 5))


class KitchenListTestSettle(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("watch")
        fill(self.copy)

    def test_settle_smaller(self):
        self.assertEqual(self.copy.settle("milk", "pad"), True)
        self.assertEqual(self.copy.entries, {**ENTRIES, "milk": {"watch": (2, 2)}})
        self.assertEqual(self.copy.seen, {"phone": 3, "pad": 5, "watch": 2})

    def test_settle_larger(self):
        self.assertEqual(self.copy.settle("milk", "phone"), True)
        self.assertEqual(self.copy.entries["milk"], {"watch": (2, 5)})

    def test_settle_for_itself(self):
        self.copy.entries["tea"] = {"watch": (1, 8), "pad": (5, 3), "phone": (2, 4)}
        self.assertEqual(self.copy.settle("tea", "watch"), True)
        self.assertEqual(self.copy.entries["tea"], {"watch": (2, 8)})

    def test_settle_one_entry(self):
        self.assertEqual([self.copy.settle("eggs", "pad"), self.copy.settle("bread", "watch")], [False, False])
        self.assertEqual((self.copy.entries, self.copy.seen["watch"]), (ENTRIES, 1))

    def test_settle_first_edit_of_device(self):
        copy = fill(KitchenList("radio"))
        self.assertEqual([copy.settle("milk", "pad"), copy.settle("milk", "radio")], [True, False])
        self.assertEqual((copy.entries["milk"], copy.seen["radio"]), ({"radio": (1, 2)}, 1))

    def test_settle_errors(self):
        for item, device in (("milk", "watch"), ("eggs", "phone")):
            with self.assertRaises(ValueError) as caught:
                self.copy.settle(item, device)
            self.assertEqual(str(caught.exception), f"no entry of {device}")
        with self.assertRaises(KeyError) as caught:
            self.copy.settle("tea", "pad")
        self.assertEqual((caught.exception.args, self.copy.entries), (("tea",), ENTRIES))


class KitchenListTestWanted(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("pad")
        fill(self.copy)

    def test_wanted_ascending(self):
        self.assertEqual(list(self.copy.wanted().items()), [("bread", 1), ("eggs", 6), ("milk", 5)])

    def test_wanted_largest(self):
        self.copy.entries["milk"] = {"watch": (1, 3), "phone": (2, 9), "pad": (5, 4)}
        self.assertEqual(self.copy.wanted()["milk"], 9)

    def test_wanted_not_the_latest(self):
        self.copy.entries = {"tea": {"watch": (1, 7), "pad": (5, 6)}}
        self.assertEqual(self.copy.wanted(), {"tea": 7})

    def test_wanted_changes_nothing(self):
        self.copy.wanted()["milk"] = 77
        self.assertEqual((self.copy.entries, self.copy.wanted()["milk"]), (ENTRIES, 5))

    def test_wanted_nothing(self):
        self.assertEqual(KitchenList("pad").wanted(), {})


class KitchenListTestExport(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("pad")
        fill(self.copy)

    def test_export_all(self):
        self.assertEqual(
            self.copy.export(),
            {
                "device": "pad",
                "seen": {"phone": 3, "pad": 5, "watch": 1},
                "entries": [
                    ["bread", "watch", 1, 1],
                    ["eggs", "pad", 2, 6],
                    ["milk", "pad", 4, 2],
                    ["milk", "phone", 3, 5],
                ],
            },
        )

    def test_export_later_changes(self):
        written = self.copy.export()
        self.copy.seen["pad"] = 9
        self.copy.entries["milk"].clear()
        self.assertEqual((written["seen"]["pad"], len(written["entries"])), (5, 4))

    def test_export_is_no_view(self):
        written = self.copy.export()
        written["seen"]["pad"] = 9
        written["entries"][0][3] = 9
        self.assertEqual((self.copy.seen["pad"], self.copy.entries), (5, ENTRIES))

    def test_export_bought_items(self):
        self.copy.entries = {"tea": {"pad": (5, 2)}}
        self.assertEqual(self.copy.export()["entries"], [["tea", "pad", 5, 2]])
        self.assertEqual(self.copy.export()["seen"], {"phone": 3, "pad": 5, "watch": 1})

    def test_export_empty(self):
        self.assertEqual(KitchenList("pad").export(), {"device": "pad", "seen": {}, "entries": []})


class KitchenListTestRelation(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("pad")
        fill(self.copy)

    def relation(self, **seen):
        return self.copy.relation({"device": "phone", "seen": seen, "entries": []})

    def test_relation_same(self):
        self.assertEqual(self.relation(watch=1, pad=5, phone=3), "same")
        self.assertEqual(len(self.copy.entries), 3)

    def test_relation_ahead(self):
        self.assertEqual(
            [self.relation(), self.relation(pad=5, phone=3), self.relation(pad=5, phone=2, watch=1)], ["ahead"] * 3
        )

    def test_relation_behind(self):
        self.assertEqual(self.relation(watch=1, pad=5, phone=4), "behind")
        self.assertEqual(self.relation(watch=1, pad=5, phone=3, radio=1), "behind")

    def test_relation_apart(self):
        self.assertEqual([self.relation(watch=2, pad=5, phone=2), self.relation(radio=1)], ["apart", "apart"])
        self.assertEqual(self.relation(watch=1, pad=4, phone=3, radio=1), "apart")

    def test_relation_empty(self):
        self.copy.seen, self.copy.entries = {}, {}
        self.assertEqual([self.relation(), self.relation(phone=1)], ["same", "behind"])
        self.assertEqual(self.copy.seen, {})


class KitchenListTestMerge(unittest.TestCase):
    def setUp(self):
        self.copy = KitchenList("pad")
        fill(self.copy)

    def merge(self, seen, entries, device="phone"):
        self.other = {"device": device, "seen": seen, "entries": entries}
        return self.copy.merge(self.other)

    def test_merge_new_entries(self):
        entries = [["apples", "phone", 4, 8], ["bread", "watch", 1, 1], ["eggs", "pad", 2, 6], ["tea", "radio", 2, 3]]
        entries += [["milk", "pad", 4, 2], ["milk", "phone", 3, 5]]
        changed = self.merge({"phone": 4, "pad": 5, "watch": 1, "radio": 3}, entries)
        self.assertEqual(list(changed.items()), [("apples", 8), ("tea", 3)])
        self.assertEqual(self.copy.entries, {**ENTRIES, "apples": {"phone": (4, 8)}, "tea": {"radio": (2, 3)}})
        self.assertEqual(self.copy.seen, {"phone": 4, "pad": 5, "watch": 1, "radio": 3})

    def test_merge_dropped_there(self):
        self.assertEqual(self.merge({"phone": 5, "pad": 3, "watch": 1}, []), {"bread": 0, "eggs": 0, "milk": 2})
        self.assertEqual(self.copy.entries, {"milk": {"pad": (4, 2)}})
        self.assertEqual(self.copy.seen, {"phone": 5, "pad": 5, "watch": 1})

    def test_merge_dropped_here(self):
        entries = [["nuts", "pad", 3, 4], ["rice", "phone", 2, 4], ["sage", "phone", 1, 1]]
        self.assertEqual(self.merge({"phone": 3, "pad": 3}, entries), {"eggs": 0, "milk": 2})
        self.assertEqual(self.copy.entries, {"milk": {"pad": (4, 2)}, "bread": {"watch": (1, 1)}})
        self.assertEqual(self.copy.seen, {"phone": 3, "pad": 5, "watch": 1})

    def test_merge_replaced_there(self):
        entries = [["eggs", "phone", 5, 12], ["milk", "phone", 4, 3]]
        self.assertEqual(self.merge({"phone": 5, "pad": 4}, entries), {"eggs": 12, "milk": 3})
        self.assertEqual(
            self.copy.entries, {"milk": {"phone": (4, 3)}, "eggs": {"phone": (5, 12)}, "bread": {"watch": (1, 1)}}
        )

    def test_merge_edited_on_both(self):
        entries = [["bread", "phone", 4, 1], ["eggs", "phone", 5, 4], ["milk", "phone", 3, 5]]
        self.assertEqual(self.merge({"phone": 5, "pad": 1, "watch": 1}, entries), {})
        self.assertEqual(
            self.copy.entries,
            {
                "milk": {"phone": (3, 5), "pad": (4, 2)},
                "eggs": {"pad": (2, 6), "phone": (5, 4)},
                "bread": {"phone": (4, 1)},
            },
        )
        self.assertEqual(self.copy.seen, {"phone": 5, "pad": 5, "watch": 1})

    def test_merge_same_device_newer_entry(self):
        self.copy.entries = {"tea": {"watch": (1, 4)}}
        self.assertEqual(self.merge({"watch": 3}, [["tea", "watch", 3, 2]], "watch"), {"tea": 2})
        self.assertEqual((self.copy.entries, self.copy.seen["watch"]), ({"tea": {"watch": (3, 2)}}, 3))
        self.assertEqual(self.merge({"watch": 1}, [["tea", "watch", 1, 4]], "radio"), {})
        self.assertEqual((self.copy.entries, self.copy.seen["watch"]), ({"tea": {"watch": (3, 2)}}, 3))

    def test_merge_older_copy(self):
        self.assertEqual(self.merge({"pad": 1}, [["eggs", "pad", 1, 3]]), {})
        self.assertEqual((self.copy.entries, self.copy.seen), (ENTRIES, {"phone": 3, "pad": 5, "watch": 1}))

    def test_merge_keeps_other(self):
        self.assertEqual(self.merge({"phone": 4}, [["tea", "phone", 4, 1]]), {"tea": 1, "milk": 2})
        self.assertEqual(self.other, {"device": "phone", "seen": {"phone": 4}, "entries": [["tea", "phone", 4, 1]]})

    def test_merge_errors(self):
        cases = [("pad", 6, "own copy"), ("pad", 5, "own copy"), ("phone", 6, "unknown edits")]
        for device, number, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.merge({"pad": number, "phone": 9}, [], device)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.copy.entries, self.copy.seen), (ENTRIES, {"phone": 3, "pad": 5, "watch": 1}))
        self.copy.entries, self.copy.seen = {}, {}
        with self.assertRaises(ValueError) as caught:
            self.merge({"pad": 1, "phone": 1}, [])
        self.assertEqual((str(caught.exception), self.copy.seen), ("unknown edits", {}))
        self.assertEqual(self.merge({"phone": 1}, [["tea", "phone", 1, 3]]), {"tea": 3})


class KitchenListTestMain(unittest.TestCase):
    def test_main_two_devices(self):
        phone, pad = KitchenList("phone"), KitchenList("pad")
        self.assertEqual([phone.put("milk", 2), phone.put("eggs", 6)], [1, 2])
        self.assertEqual(pad.merge(phone.export()), {"eggs": 6, "milk": 2})
        self.assertEqual([pad.buy("milk", 2), pad.put("eggs", 10), phone.put("milk", 4)], [0, 2, 3])
        self.assertEqual(phone.relation(pad.export()), "apart")
        self.assertEqual(phone.merge(pad.export()), {"eggs": 10})
        self.assertEqual((phone.wanted(), phone.seen), ({"eggs": 10, "milk": 4}, {"phone": 3, "pad": 2}))
        self.assertEqual([phone.relation(pad.export()), pad.relation(phone.export())], ["ahead", "behind"])
        self.assertEqual([pad.merge(phone.export()), phone.merge(pad.export())], [{"milk": 4}, {}])
        self.assertEqual([pad.entries == phone.entries, pad.relation(phone.export())], [True, "same"])

    def test_main_conflict_settled(self):
        phone, pad, watch = KitchenList("phone"), KitchenList("pad"), KitchenList("watch")
        self.assertEqual([phone.put("tea", 3), pad.put("tea", 8), watch.put("rice", 1)], [1, 1, 1])
        self.assertEqual([watch.merge(phone.export()), watch.merge(pad.export())], [{"tea": 3}, {"tea": 8}])
        self.assertEqual(phone.merge(pad.export()), {"tea": 8})
        self.assertEqual([watch.settle("tea", "phone"), phone.buy("tea", 2)], [True, 6])
        self.assertEqual(watch.export()["entries"], [["rice", "watch", 1, 1], ["tea", "watch", 2, 3]])
        self.assertEqual(pad.merge(watch.export()), {"rice": 1, "tea": 3})
        self.assertEqual(pad.merge(phone.export()), {"tea": 6})
        self.assertEqual(pad.entries["tea"], {"watch": (2, 3), "phone": (2, 6)})
        self.assertEqual([pad.settle("tea", "watch"), pad.wanted()], [True, {"rice": 1, "tea": 3}])
        self.assertEqual([phone.merge(pad.export()), watch.merge(pad.export())], [{"rice": 1, "tea": 3}, {}])
        self.assertEqual(phone.export()["seen"], {"phone": 2, "pad": 2, "watch": 2})

    def test_main_old_export(self):
        phone, pad = KitchenList("phone"), KitchenList("pad")
        self.assertEqual([phone.put("nuts", 4), phone.put("tea", 1)], [1, 2])
        old = phone.export()
        self.assertEqual([phone.buy("nuts", 1), phone.buy("tea", 5)], [3, 0])
        self.assertEqual(pad.merge(phone.export()), {"nuts": 3})
        self.assertEqual([pad.relation(old), pad.merge(old)], ["ahead", {}])
        self.assertEqual([pad.put("tea", 2), pad.buy("nuts", 3), phone.put("nuts", 7)], [1, 0, 5])
        self.assertEqual(phone.merge(pad.export()), {"tea": 2})
        self.assertEqual((phone.wanted(), phone.seen), ({"nuts": 7, "tea": 2}, {"phone": 5, "pad": 2}))
        with self.assertRaises(ValueError) as caught:
            KitchenList("phone").merge(pad.export())
        self.assertEqual(str(caught.exception), "unknown edits")
