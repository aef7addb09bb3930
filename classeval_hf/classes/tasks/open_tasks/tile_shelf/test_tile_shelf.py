# canary: classeval-hf open tile_shelf b444b257-c9aa-4a92-8c49-ba5a0099898b

import unittest

from solution import TileShelf


class TileShelfTestParent(unittest.TestCase):
    def test_parent_halves(self):
        self.assertEqual(TileShelf.parent("4/13/6"), "3/6/3")

    def test_parent_top(self):
        self.assertEqual(TileShelf.parent("0/0/0"), "")

    def test_parent_of_first_zoom(self):
        self.assertEqual([TileShelf.parent(key) for key in ("1/0/0", "1/1/0", "1/1/1")], ["0/0/0"] * 3)

    def test_parent_highest_numbers(self):
        self.assertEqual(TileShelf.parent("10/1023/1023"), "9/511/511")

    def test_parent_out_of_bounds(self):
        for key in ("0/1/0", "0/0/1", "2/4/0", "2/0/4", "2/9/0", "10/1024/5"):
            with self.assertRaises(ValueError) as caught:
                TileShelf.parent(key)
            self.assertEqual(str(caught.exception), f"bad tile: {key}")

    def test_parent_wrong_form(self):
        keys = ["", "3", "3/1", "3/1/1/1", "3/1/", "/3/1/1", "3//1", "3/01/1", "03/1/1", "3/1/00", "3/-1/1", "3/+1/1"]
        for key in [*keys, " 3/1/1", "3/1/1\n", "3/1 /1", "3/1.0/1", "3/a/1", "3/\u0661/1", "3/\u00b2/1"]:
            with self.assertRaises(ValueError) as caught:
                TileShelf.parent(key)
            self.assertEqual(str(caught.exception), f"bad tile: {key}")


class TileShelfTestTrim(unittest.TestCase):
    def shelf(self, tiles, budget=100, pins=()):
        shelf = TileShelf(budget)
        shelf.tiles = dict(tiles)
        shelf.weight = sum(tiles.values())
        shelf.pins = dict(pins)
        return shelf

    def test_trim_within_budget(self):
        shelf = self.shelf({"1/0/0": 30, "2/0/0": 30})
        self.assertEqual(shelf.trim(60), [])
        self.assertEqual((shelf.budget, shelf.weight), (60, 60))

    def test_trim_longest_unused(self):
        shelf = self.shelf({"3/5/5": 10, "3/0/0": 20, "3/7/7": 30})
        self.assertEqual(shelf.trim(30), ["3/5/5", "3/0/0"])
        self.assertEqual((shelf.tiles, shelf.weight, shelf.budget), ({"3/7/7": 30}, 30, 30))

    def test_trim_parent_on_shelf_first(self):
        shelf = self.shelf({"3/5/5": 10, "2/1/1": 20, "3/2/3": 30, "3/3/3": 5})
        self.assertEqual(shelf.trim(40), ["3/2/3"])
        self.assertEqual(list(shelf.tiles), ["3/5/5", "2/1/1", "3/3/3"])
        self.assertEqual(shelf.trim(34), ["3/3/3"])
        self.assertEqual(shelf.weight, 30)

    def test_trim_ancestor_before_others(self):
        shelf = self.shelf({"5/0/0": 10, "1/1/1": 20, "3/4/7": 30, "4/15/15": 15})
        self.assertEqual(shelf.trim(50), ["3/4/7"])
        self.assertEqual(shelf.trim(29), ["4/15/15", "5/0/0"])
        self.assertEqual(shelf.tiles, {"1/1/1": 20})

    def test_trim_parent_before_ancestor(self):
        shelf = self.shelf({"3/7/7": 10, "1/1/1": 20, "2/3/2": 30})
        self.assertEqual(shelf.trim(59), ["2/3/2"])
        self.assertEqual(shelf.tiles, {"3/7/7": 10, "1/1/1": 20})

    def test_trim_ancestor_by_use(self):
        shelf = self.shelf({"0/0/0": 1, "3/7/7": 10, "2/0/0": 20, "5/1/1": 30})
        self.assertEqual(shelf.trim(20), ["3/7/7", "2/0/0", "5/1/1"])
        self.assertEqual(shelf.tiles, {"0/0/0": 1})

    def test_trim_parent_gone_in_between(self):
        shelf = self.shelf({"1/0/0": 10, "2/1/1": 20, "3/3/3": 30, "3/6/6": 40}, pins={"3/3/3": 1})
        self.assertEqual(shelf.trim(70), ["2/1/1", "1/0/0"])
        self.assertEqual((shelf.tiles, shelf.weight), ({"3/3/3": 30, "3/6/6": 40}, 70))

    def test_trim_chosen_anew(self):
        shelf = self.shelf({"4/0/0": 7, "4/8/8": 20, "3/4/4": 10, "2/2/2": 5})
        self.assertEqual(shelf.trim(8), ["4/8/8", "3/4/4", "4/0/0"])
        self.assertEqual((shelf.tiles, shelf.weight), ({"2/2/2": 5}, 5))

    def test_trim_only_pinned_left(self):
        shelf = self.shelf({"1/0/0": 10, "2/1/1": 20, "3/3/3": 30}, pins={"1/0/0": 2, "3/3/3": 1})
        self.assertEqual(shelf.trim(15), ["2/1/1"])
        self.assertEqual((shelf.weight, shelf.budget, shelf.pins), (40, 15, {"1/0/0": 2, "3/3/3": 1}))

    def test_trim_higher_budget(self):
        shelf = self.shelf({"1/0/0": 10}, budget=12)
        self.assertEqual(shelf.trim(500), [])
        self.assertEqual((shelf.budget, shelf.tiles), (500, {"1/0/0": 10}))

    def test_trim_all(self):
        shelf = self.shelf({"2/0/0": 10, "0/0/0": 20, "1/0/0": 5})
        self.assertEqual(shelf.trim(0), ["2/0/0", "1/0/0", "0/0/0"])
        self.assertEqual((shelf.tiles, shelf.weight), ({}, 0))


class TileShelfTestStore(unittest.TestCase):
    def setUp(self):
        self.shelf = TileShelf(100)
        self.shelf.tiles = {"3/1/1": 30, "3/6/6": 20, "2/3/1": 40}
        self.shelf.weight = 90

    def test_store_with_room(self):
        self.assertEqual(self.shelf.store("5/9/9", 10), [])
        self.assertEqual(list(self.shelf.tiles.items())[-1], ("5/9/9", 10))
        self.assertEqual((self.shelf.weight, self.shelf.pins), (100, {}))

    def test_store_takes_off_longest_unused(self):
        self.assertEqual(self.shelf.store("5/31/0", 11), ["3/1/1"])
        self.assertEqual((self.shelf.weight, self.shelf.budget), (71, 100))
        self.assertEqual(list(self.shelf.tiles), ["3/6/6", "2/3/1", "5/31/0"])

    def test_store_new_tile_is_parent(self):
        self.assertEqual(self.shelf.store("2/3/3", 25), ["3/6/6"])
        self.assertEqual(self.shelf.tiles, {"3/1/1": 30, "2/3/1": 40, "2/3/3": 25})

    def test_store_new_tile_does_not_go(self):
        self.assertEqual(self.shelf.store("3/7/2", 15), ["3/1/1"])
        self.assertEqual(self.shelf.weight, 75)
        self.assertEqual(self.shelf.store("4/14/4", 95), ["3/7/2", "3/6/6", "2/3/1"])
        self.assertEqual((self.shelf.tiles, self.shelf.pins), ({"4/14/4": 95}, {}))

    def test_store_replaces(self):
        self.assertEqual(self.shelf.store("3/1/1", 40), [])
        self.assertEqual(list(self.shelf.tiles.items()), [("3/6/6", 20), ("2/3/1", 40), ("3/1/1", 40)])
        self.assertEqual(self.shelf.weight, 100)

    def test_store_replaces_heavier(self):
        self.assertEqual(self.shelf.store("3/1/1", 41), ["3/6/6"])
        self.assertEqual((self.shelf.tiles, self.shelf.weight), ({"2/3/1": 40, "3/1/1": 41}, 81))

    def test_store_replaces_pinned(self):
        self.shelf.pins = {"3/1/1": 2, "3/6/6": 1}
        self.assertEqual(self.shelf.store("3/1/1", 80), ["2/3/1"])
        self.assertEqual((self.shelf.pins, self.shelf.weight), ({"3/1/1": 2, "3/6/6": 1}, 100))
        self.assertEqual(self.shelf.tiles, {"3/6/6": 20, "3/1/1": 80})

    def test_store_no_room(self):
        self.shelf.pins = {"3/1/1": 1, "3/6/6": 1}
        for key, weight in (("2/0/0", 51), ("3/1/1", 81), ("2/3/1", 51)):
            with self.assertRaises(OverflowError) as caught:
                self.shelf.store(key, weight)
            self.assertEqual(str(caught.exception), "no room")
        self.assertEqual(list(self.shelf.tiles.items()), [("3/1/1", 30), ("3/6/6", 20), ("2/3/1", 40)])
        self.assertEqual((self.shelf.weight, self.shelf.pins), (90, {"3/1/1": 1, "3/6/6": 1}))
        self.assertEqual(self.shelf.store("2/0/0", 50), ["2/3/1"])

    def test_store_bad_tile(self):
        with self.assertRaises(ValueError) as caught:
            self.shelf.store("2/4/0", 500)
        self.assertEqual(str(caught.exception), "bad tile: 2/4/0")
        self.assertEqual(self.shelf.weight, 90)


class TileShelfTestFetch(unittest.TestCase):
    def setUp(self):
        self.shelf = TileShelf(100)
        self.shelf.tiles = {"1/1/0": 10, "4/12/4": 20, "3/6/2": 30, "4/0/0": 5}
        self.shelf.weight = 65

    def test_fetch_itself(self):
        self.assertEqual(self.shelf.fetch("4/12/4"), "4/12/4")
        self.assertEqual(list(self.shelf.tiles.items()), [("1/1/0", 10), ("3/6/2", 30), ("4/0/0", 5), ("4/12/4", 20)])

    def test_fetch_parent(self):
        self.assertEqual(self.shelf.fetch("4/12/5"), "3/6/2")
        self.assertEqual(list(self.shelf.tiles), ["1/1/0", "4/12/4", "4/0/0", "3/6/2"])

    def test_fetch_distant_ancestor(self):
        self.assertEqual(self.shelf.fetch("6/63/31"), "1/1/0")
        self.assertEqual(list(self.shelf.tiles), ["4/12/4", "3/6/2", "4/0/0", "1/1/0"])
        self.assertEqual(self.shelf.weight, 65)

    def test_fetch_nothing(self):
        self.assertEqual([self.shelf.fetch("4/1/0"), self.shelf.fetch("0/0/0"), self.shelf.fetch("1/0/0")], [""] * 3)
        self.assertEqual(list(self.shelf.tiles), ["1/1/0", "4/12/4", "3/6/2", "4/0/0"])

    def test_fetch_top(self):
        self.shelf.tiles["0/0/0"] = 9
        self.assertEqual(self.shelf.fetch("9/0/511"), "0/0/0")
        self.assertEqual(self.shelf.fetch("4/0/0"), "4/0/0")
        self.assertEqual(list(self.shelf.tiles), ["1/1/0", "4/12/4", "3/6/2", "0/0/0", "4/0/0"])

    def test_fetch_bad_tile(self):
        with self.assertRaises(ValueError) as caught:
            self.shelf.fetch("1/2/0")
        self.assertEqual(str(caught.exception), "bad tile: 1/2/0")
        self.assertEqual(list(self.shelf.tiles), ["1/1/0", "4/12/4", "3/6/2", "4/0/0"])


class TileShelfTestPin(unittest.TestCase):
    def setUp(self):
        self.shelf = TileShelf(60)
        self.shelf.tiles = {"1/1/0": 10, "4/12/4": 20, "3/6/2": 30}
        self.shelf.weight = 60

    def test_pin_first(self):
        self.assertEqual(self.shelf.pin("4/12/4"), 1)
        self.assertEqual(self.shelf.pins, {"4/12/4": 1})

    def test_pin_again(self):
        self.shelf.pins = {"4/12/4": 3}
        self.assertEqual(self.shelf.pin("4/12/4"), 4)
        self.assertEqual(self.shelf.pins, {"4/12/4": 4})

    def test_pin_two_tiles(self):
        self.assertEqual([self.shelf.pin(key) for key in ("3/6/2", "1/1/0", "3/6/2")], [1, 1, 2])
        self.assertEqual(self.shelf.pins, {"3/6/2": 2, "1/1/0": 1})

    def test_pin_is_no_use(self):
        self.assertEqual(self.shelf.pin("1/1/0"), 1)
        self.assertEqual(list(self.shelf.tiles), ["1/1/0", "4/12/4", "3/6/2"])
        self.assertEqual(self.shelf.weight, 60)

    def test_pin_not_on_shelf(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.pin("2/0/0")
        self.assertEqual(caught.exception.args, ("2/0/0",))
        self.assertEqual(self.shelf.pins, {})


class TileShelfTestUnpin(unittest.TestCase):
    def setUp(self):
        self.shelf = TileShelf(45)
        self.shelf.tiles = {"1/1/0": 10, "4/12/4": 20, "3/6/2": 30}
        self.shelf.pins = {"1/1/0": 1, "4/12/4": 2, "3/6/2": 1}
        self.shelf.weight = 60

    def test_unpin_one_of_several(self):
        self.assertEqual(self.shelf.unpin("4/12/4"), [])
        self.assertEqual((self.shelf.pins["4/12/4"], self.shelf.weight), (1, 60))

    def test_unpin_last_pin(self):
        self.assertEqual(self.shelf.unpin("3/6/2"), ["3/6/2"])
        self.assertEqual(self.shelf.pins, {"1/1/0": 1, "4/12/4": 2})
        self.assertEqual((self.shelf.tiles, self.shelf.weight), ({"1/1/0": 10, "4/12/4": 20}, 30))

    def test_unpin_still_over_budget(self):
        self.assertEqual(self.shelf.unpin("1/1/0"), ["1/1/0"])
        self.assertEqual((self.shelf.weight, self.shelf.budget), (50, 45))
        self.assertEqual(self.shelf.pins, {"4/12/4": 2, "3/6/2": 1})

    def test_unpin_within_budget(self):
        self.shelf.budget = 60
        self.assertEqual(self.shelf.unpin("3/6/2"), [])
        self.assertEqual((self.shelf.tiles["3/6/2"], self.shelf.pins), (30, {"1/1/0": 1, "4/12/4": 2}))

    def test_unpin_no_pin(self):
        del self.shelf.pins["3/6/2"]
        self.shelf.budget = 60
        for key in ("3/6/2", "2/0/0"):
            with self.assertRaises(KeyError) as caught:
                self.shelf.unpin(key)
            self.assertEqual(caught.exception.args, (key,))
        self.assertEqual(self.shelf.pins, {"1/1/0": 1, "4/12/4": 2})


class TileShelfTestMain(unittest.TestCase):
    def test_main_walk_over_the_map(self):
        shelf = TileShelf(60)
        self.assertEqual([shelf.store(key, 20) for key in ("0/0/0", "3/2/2", "3/2/3")], [[], [], []])
        self.assertEqual(shelf.fetch("3/2/2"), "3/2/2")
        self.assertEqual(shelf.store("2/1/1", 15), ["3/2/3"])
        self.assertEqual(shelf.weight, 55)
        self.assertEqual(shelf.fetch("3/2/3"), "2/1/1")
        self.assertEqual(shelf.pin("3/2/2"), 1)
        self.assertEqual(shelf.store("5/31/31", 20), ["2/1/1"])
        self.assertEqual(list(shelf.tiles), ["0/0/0", "3/2/2", "5/31/31"])
        with self.assertRaises(OverflowError):
            shelf.store("1/0/0", 41)
        self.assertEqual(shelf.store("1/0/0", 40), ["5/31/31", "0/0/0"])
        self.assertEqual(shelf.unpin("3/2/2"), [])
        self.assertEqual(shelf.trim(55), ["3/2/2"])
        self.assertEqual((shelf.tiles, shelf.weight, shelf.pins), ({"1/0/0": 40}, 40, {}))

    def test_main_budget_goes_down_under_pins(self):
        shelf = TileShelf(30)
        self.assertEqual(shelf.weight, 0)
        self.assertEqual([shelf.store("2/1/2", 12), shelf.store(shelf.parent("2/1/2"), 9)], [[], []])
        self.assertEqual([shelf.pin("2/1/2"), shelf.pin("1/0/1"), shelf.pin("2/1/2")], [1, 1, 2])
        self.assertEqual(shelf.trim(10), [])
        self.assertEqual((shelf.weight, shelf.budget), (21, 10))
        with self.assertRaises(OverflowError):
            shelf.store("3/0/0", 1)
        self.assertEqual(shelf.unpin("1/0/1"), ["1/0/1"])
        self.assertEqual(shelf.fetch("3/2/4"), "2/1/2")
        self.assertEqual([shelf.unpin("2/1/2"), shelf.unpin("2/1/2")], [[], ["2/1/2"]])
        self.assertEqual((shelf.tiles, shelf.pins, shelf.weight), ({}, {}, 0))
        self.assertEqual(shelf.fetch("3/2/4"), "")

    def test_main_use_decides(self):
        shelf = TileShelf(100)
        for key in ("4/1/1", "4/5/5", "4/9/9", "1/1/1"):
            self.assertEqual(shelf.store(key, 25), [])
        self.assertEqual([shelf.fetch("4/1/1"), shelf.fetch("6/20/20")], ["4/1/1", "4/5/5"])
        self.assertEqual(list(shelf.tiles), ["4/9/9", "1/1/1", "4/1/1", "4/5/5"])
        self.assertEqual(shelf.store("4/1/1", 26), ["4/9/9"])
        self.assertEqual(shelf.store("7/0/0", 24), [])
        self.assertEqual(shelf.pin("1/1/1"), 1)
        self.assertEqual(shelf.trim(51), ["4/5/5", "4/1/1"])
        self.assertEqual(shelf.unpin("1/1/1"), [])
        self.assertEqual((shelf.weight, list(shelf.tiles)), (49, ["1/1/1", "7/0/0"]))
