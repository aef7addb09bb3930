# canary: classeval-hf open oven_day 3c0fb3d6-8f99-44c9-b4d6-27f94fc5ae98

import unittest

from solution import OvenDay


def play(oven, *calls):
    """Calls methods of an oven, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(oven, name)(*arguments)


class OvenDayTestAdvance(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(3, 20, 30)
        play(self.oven, ("aim", 0, 150), ("load", 4, "rolls", 90, 3), ("load", 4, "pie", 70, 5))

    def test_advance_bakes(self):
        self.assertEqual((self.oven.degrees, self.oven.trays), (70, {0: ("rolls", 90, 3), 1: ("pie", 70, 5)}))
        self.assertEqual(self.oven.advance(6), [])
        self.assertEqual((self.oven.minute, self.oven.degrees), (6, 110))
        self.assertEqual(self.oven.trays, {0: ("rolls", 90, 2), 1: ("pie", 70, 3)})

    def test_advance_done(self):
        self.assertEqual(self.oven.advance(8), ["rolls"])
        self.assertEqual(self.oven.advance(9), ["pie"])
        self.assertEqual((self.oven.trays, self.oven.degrees), ({0: ("rolls", 90, -1), 1: ("pie", 70, 0)}, 150))

    def test_advance_order_of_minutes(self):
        play(self.oven, ("load", 4, "tart", 60, 1))
        self.assertEqual(self.oven.advance(20), ["tart", "rolls", "pie"])
        self.assertEqual(self.oven.trays, {0: ("rolls", 90, -12), 1: ("pie", 70, -11), 2: ("tart", 60, -15)})

    def test_advance_order_of_slots(self):
        play(self.oven, ("load", 4, "buns", 60, 5), ("unload", 5, "rolls"), ("load", 5, "ants", 60, 4))
        self.assertEqual(self.oven.advance(20), ["ants", "buns", "pie"])
        self.assertEqual(self.oven.degrees, 150)

    def test_advance_cools(self):
        play(self.oven, ("aim", 5, 87))
        self.assertEqual(self.oven.advance(6), [])
        self.assertEqual(self.oven.degrees, 89)
        self.assertEqual(self.oven.advance(30), ["pie"])
        self.assertEqual((self.oven.degrees, self.oven.trays[0]), (87, ("rolls", 90, 2)))

    def test_advance_same_minute(self):
        self.assertEqual(self.oven.advance(4), [])
        self.assertEqual((self.oven.minute, self.oven.degrees, self.oven.opened), (4, 70, 4))

    def test_advance_past(self):
        with self.assertRaises(ValueError) as caught:
            self.oven.advance(3)
        self.assertEqual(str(caught.exception), "past minute: 3")
        self.assertEqual((self.oven.minute, self.oven.degrees), (4, 70))


class OvenDayTestAim(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(2, 30, 25)
        play(self.oven, ("load", 0, "rolls", 100, 4))

    def test_aim_up(self):
        self.assertEqual(self.oven.aim(0, 110), 3)
        self.assertEqual((self.oven.target, self.oven.degrees), (110, 20))

    def test_aim_up_to_a_part(self):
        self.assertEqual([self.oven.aim(0, 111), self.oven.aim(2, 81), self.oven.aim(2, 200)], [4, 3, 6])
        self.assertEqual((self.oven.target, self.oven.degrees, self.oven.minute), (200, 80, 2))

    def test_aim_lets_time_go(self):
        self.assertEqual([self.oven.aim(2, 140), self.oven.aim(7, 170)], [6, 8])
        self.assertEqual((self.oven.degrees, self.oven.trays), (140, {0: ("rolls", 100, 2)}))

    def test_aim_down(self):
        self.assertEqual([self.oven.aim(0, 110), self.oven.aim(5, 20), self.oven.aim(15, 95)], [3, 95, 20])
        self.assertEqual((self.oven.degrees, self.oven.trays), (100, {0: ("rolls", 100, -8)}))

    def test_aim_same(self):
        self.assertEqual([self.oven.aim(3, 20), self.oven.aim(8, 50), self.oven.aim(12, 50)], [3, 9, 12])
        self.assertEqual((self.oven.opened, OvenDay(2, 30, 25).opened), (0, -1))

    def test_aim_errors(self):
        play(self.oven, ("advance", 6))
        for now, degrees, message in ((5, 19, "bad target: 19"), (9, -1, "bad target: -1"), (5, 20, "past minute: 5")):
            with self.assertRaises(ValueError) as caught:
                self.oven.aim(now, degrees)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.oven.minute, self.oven.target), (6, 20))


class OvenDayTestLoad(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(3, 10, 15)
        play(self.oven, ("aim", 0, 120), ("load", 6, "rolls", 60, 9), ("load", 8, "pie", 80, 30))

    def test_load_lowest_slot(self):
        play(self.oven, ("unload", 9, "rolls"))
        self.assertEqual([self.oven.load(9, "buns", 50, 4), self.oven.load(11, "rolls", 50, 5)], [0, 2])
        self.assertEqual(self.oven.trays, {1: ("pie", 80, 30), 0: ("buns", 50, 2), 2: ("rolls", 50, 5)})
        self.assertEqual((self.oven.opened, self.oven.degrees), (11, 70))

    def test_load_costs_heat(self):
        self.assertEqual((self.oven.degrees, self.oven.opened), (70, 8))
        self.assertEqual(self.oven.load(10, "buns", 85, 4), 2)
        self.assertEqual((self.oven.degrees, self.oven.opened, self.oven.minute), (75, 10, 10))
        self.assertEqual(self.oven.trays, {0: ("rolls", 60, 5), 1: ("pie", 80, 29), 2: ("buns", 85, 4)})

    def test_load_shares_opening(self):
        self.assertEqual(self.oven.load(8, "buns", 85, 4), 2)
        self.assertEqual((self.oven.degrees, self.oven.opened), (70, 8))

    def test_load_shares_opening_of_unloading(self):
        play(self.oven, ("unload", 12, "pie"))
        self.assertEqual(self.oven.degrees, 95)
        self.assertEqual([self.oven.load(12, "buns", 85, 4), self.oven.load(13, "tart", 85, 4)], [1, 2])
        self.assertEqual((self.oven.degrees, self.oven.opened), (90, 13))

    def test_load_not_below_20(self):
        oven = OvenDay(2, 5, 70)
        self.assertEqual([oven.load(0, "rolls", 20, 3), oven.load(2, "pie", 30, 3)], [0, 1])
        self.assertEqual((oven.degrees, oven.trays), (20, {0: ("rolls", 20, 1), 1: ("pie", 30, 3)}))

    def test_load_errors(self):
        play(self.oven, ("load", 8, "buns", 85, 4))
        cases = [("pie", 7, 0, "bad minutes: 0"), ("pie", 7, 1, "tray is in: pie"), ("tart", 7, 1, "oven is full")]
        for name, now, minutes, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.oven.load(now, name, 60, minutes)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.oven.minute, self.oven.degrees, len(self.oven.trays)), (8, 70, 3))

    def test_load_same_name(self):
        for name in ("rolls", "pie"):
            with self.assertRaises(ValueError) as caught:
                self.oven.load(9, name, 60, 5)
            self.assertEqual(str(caught.exception), f"tray is in: {name}")
        self.assertEqual((self.oven.minute, sorted(self.oven.trays)), (8, [0, 1]))

    def test_load_past(self):
        with self.assertRaises(ValueError) as caught:
            self.oven.load(7, "buns", 60, 1)
        self.assertEqual(str(caught.exception), "past minute: 7")
        self.assertEqual((sorted(self.oven.trays), self.oven.opened), ([0, 1], 8))


class OvenDayTestUnload(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(3, 15, 20)
        play(self.oven, ("aim", 0, 100), ("load", 5, "rolls", 75, 6), ("load", 5, "pie", 90, 12))

    def test_unload_too_early(self):
        self.assertEqual([self.oven.unload(9, "pie"), self.oven.unload(9, "rolls")], [9, 2])
        self.assertEqual((self.oven.trays, self.oven.degrees, self.oven.opened), ({}, 80, 9))

    def test_unload_ready(self):
        self.assertEqual(self.oven.unload(11, "rolls"), 0)
        self.assertEqual((self.oven.trays, self.oven.degrees), ({1: ("pie", 90, 7)}, 80))

    def test_unload_too_long(self):
        self.assertEqual([self.oven.unload(20, "rolls"), self.oven.unload(22, "pie")], [-9, -3])
        self.assertEqual((self.oven.trays, self.oven.degrees), ({}, 80))

    def test_unload_at_loading(self):
        self.assertEqual((self.oven.unload(5, "rolls"), self.oven.degrees), (6, 75))
        self.assertEqual(self.oven.trays, {1: ("pie", 90, 12)})

    def test_unload_not_below_20(self):
        oven = OvenDay(1, 15, 20)
        play(oven, ("load", 0, "rolls", 30, 2), ("aim", 0, 35))
        self.assertEqual((oven.unload(4, "rolls"), oven.degrees, oven.opened), (-1, 20, 4))

    def test_unload_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.oven.unload(3, "buns")
        self.assertEqual(caught.exception.args, ("buns",))
        self.assertEqual((self.oven.minute, self.oven.degrees), (5, 75))

    def test_unload_past(self):
        with self.assertRaises(ValueError) as caught:
            self.oven.unload(4, "pie")
        self.assertEqual(str(caught.exception), "past minute: 4")
        self.assertEqual((sorted(self.oven.trays), self.oven.opened), ([0, 1], 5))


class OvenDayTestReadyAt(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(3, 12, 40)
        play(self.oven, ("aim", 0, 140), ("load", 8, "rolls", 110, 10), ("load", 8, "pie", 76, 3))

    def test_ready_at_heats_up(self):
        self.assertEqual([self.oven.ready_at("rolls"), self.oven.ready_at("pie")], [21, 11])
        self.assertEqual((self.oven.minute, self.oven.degrees), (8, 76))
        self.assertEqual(self.oven.trays, {0: ("rolls", 110, 10), 1: ("pie", 76, 3)})

    def test_ready_at_ready(self):
        play(self.oven, ("advance", 15))
        self.assertEqual([self.oven.ready_at("pie"), self.oven.ready_at("rolls")], [15, 21])

    def test_ready_at_just_ready(self):
        play(self.oven, ("advance", 11))
        self.assertEqual(self.oven.ready_at("pie"), 11)
        self.assertEqual(self.oven.trays[1], ("pie", 76, 0))

    def test_ready_at_never(self):
        play(self.oven, ("aim", 12, 109))
        self.assertEqual(self.oven.degrees, 124)
        self.assertEqual(self.oven.ready_at("rolls"), 21)
        play(self.oven, ("load", 12, "buns", 105, 1), ("aim", 12, 100))
        self.assertEqual([self.oven.ready_at(name) for name in ("rolls", "buns", "pie")], [-1, -1, 12])

    def test_ready_at_cooling(self):
        play(self.oven, ("advance", 11), ("aim", 11, 20))
        self.assertEqual(self.oven.degrees, 112)
        self.assertEqual(self.oven.ready_at("rolls"), -1)
        play(self.oven, ("aim", 14, 20))
        self.assertEqual(self.oven.trays[0], ("rolls", 110, 7))

    def test_ready_at_cooling_in_time(self):
        play(self.oven, ("load", 8, "buns", 75, 2), ("aim", 8, 75))
        self.assertEqual([self.oven.ready_at(name) for name in ("pie", "buns", "rolls")], [-1, 10, -1])

    def test_ready_at_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.oven.ready_at("tart")
        self.assertEqual(caught.exception.args, ("tart",))


class OvenDayTestUnloadingPlan(unittest.TestCase):
    def setUp(self):
        self.oven = OvenDay(4, 10, 30)
        play(self.oven, ("aim", 0, 130), ("load", 9, "rolls", 90, 4), ("load", 9, "pie", 100, 9))

    def test_unloading_plan_loses_heat(self):
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"]), (20, ["pie"])])
        self.assertEqual((self.oven.minute, self.oven.degrees, self.oven.opened), (9, 80, 9))
        self.assertEqual(self.oven.trays, {0: ("rolls", 90, 4), 1: ("pie", 100, 9)})

    def test_unloading_plan_together(self):
        play(self.oven, ("load", 9, "buns", 80, 5), ("load", 9, "tart", 90, 4))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls", "buns", "tart"]), (20, ["pie"])])
        self.assertEqual(self.oven.trays[2], ("buns", 80, 5))

    def test_unloading_plan_of_the_slots(self):
        play(self.oven, ("unload", 9, "rolls"), ("load", 9, "buns", 80, 2), ("load", 9, "ants", 80, 2))
        play(self.oven, ("unload", 9, "buns"), ("load", 9, "zuppa", 80, 2))
        self.assertEqual(self.oven.unloading_plan(), [(11, ["zuppa", "ants"]), (23, ["pie"])])

    def test_unloading_plan_never(self):
        play(self.oven, ("load", 9, "roast", 131, 1))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"]), (20, ["pie"])])
        play(self.oven, ("aim", 10, 95))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"])])
        self.assertEqual((self.oven.target, sorted(self.oven.trays)), (95, [0, 1, 2]))

    def test_unloading_plan_already_opened(self):
        play(self.oven, ("advance", 14), ("load", 14, "buns", 90, 3))
        self.assertEqual((self.oven.degrees, self.oven.opened), (100, 14))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"]), (17, ["buns"]), (20, ["pie"])])

    def test_unloading_plan_opens_now(self):
        play(self.oven, ("advance", 14))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"]), (20, ["pie"])])
        self.assertEqual((self.oven.degrees, self.oven.opened), (130, 9))

    def test_unloading_plan_empty(self):
        oven = OvenDay(1, 10, 10)
        self.assertEqual((oven.unloading_plan(), oven.minute), ([], 0))

    def test_unloading_plan_cold_door(self):
        oven = OvenDay(2, 4, 90)
        play(oven, ("load", 0, "dough", 20, 3), ("load", 0, "pie", 30, 5), ("aim", 0, 40))
        self.assertEqual(oven.unloading_plan(), [(3, ["dough"]), (11, ["pie"])])
        self.assertEqual(oven.degrees, 20)

    def test_unloading_plan_cold_door_exactly(self):
        for heat, minute in ((30, 6), (31, 7)):
            oven = OvenDay(2, 5, 90)
            play(oven, ("load", 0, "dough", 20, 3), ("load", 0, "pie", heat, 1), ("aim", 3, 45))
            self.assertEqual(oven.unloading_plan(), [(3, ["dough"]), (minute, ["pie"])])
            self.assertEqual((oven.degrees, oven.opened), (20, 0))

    def test_unloading_plan_at_target(self):
        oven = OvenDay(2, 40, 0)
        play(oven, ("aim", 0, 100), ("load", 4, "pie", 100, 3))
        self.assertEqual((oven.degrees, oven.unloading_plan()), (100, [(7, ["pie"])]))

    def test_unloading_plan_while_cooling(self):
        play(self.oven, ("advance", 13), ("aim", 13, 20))
        self.assertEqual((self.oven.degrees, self.oven.trays), (120, {0: ("rolls", 90, 1), 1: ("pie", 100, 7)}))
        self.assertEqual(self.oven.unloading_plan(), [(14, ["rolls"])])


class OvenDayTestMain(unittest.TestCase):
    def test_main_morning(self):
        oven = OvenDay(2, 25, 40)
        self.assertEqual([oven.aim(0, 220), oven.load(6, "bread", 180, 10), oven.degrees], [8, 0, 130])
        self.assertEqual(oven.load(7, "rolls", 150, 5), 1)
        self.assertEqual(oven.degrees, 115)
        self.assertEqual((oven.ready_at("bread"), oven.ready_at("rolls")), (20, 14))
        self.assertEqual(oven.unloading_plan(), [(14, ["rolls"]), (20, ["bread"])])
        self.assertEqual(oven.advance(14), ["rolls"])
        self.assertEqual((oven.unload(15, "rolls"), oven.degrees), (-1, 180))
        self.assertEqual(oven.load(15, "buns", 100, 20), 1)
        self.assertEqual((oven.ready_at("bread"), oven.unloading_plan()), (20, [(20, ["bread"]), (35, ["buns"])]))
        self.assertEqual((oven.aim(16, 160), oven.trays), (61, {0: ("bread", 180, 4), 1: ("buns", 100, 19)}))
        self.assertEqual((oven.ready_at("bread"), oven.unloading_plan()), (20, [(20, ["bread"]), (35, ["buns"])]))
        self.assertEqual((oven.unload(40, "buns"), oven.unload(40, "bread"), oven.degrees), (-5, -20, 141))

    def test_main_full_oven(self):
        oven = OvenDay(3, 15, 25)
        self.assertEqual([oven.load(0, name, 80, 6) for name in ("a", "b")], [0, 1])
        self.assertEqual((oven.aim(2, 95), oven.ready_at("b"), oven.load(5, "c", 60, 2)), (7, 12, 2))
        self.assertEqual(oven.degrees, 40)
        self.assertEqual((oven.ready_at("a"), oven.ready_at("c")), (14, 9))
        self.assertEqual(oven.unloading_plan(), [(9, ["c"]), (15, ["a", "b"])])
        self.assertEqual((oven.unload(8, "a"), oven.unload(8, "c"), oven.degrees), (6, 1, 60))
        self.assertEqual((oven.load(8, "c", 95, 1), oven.trays), (0, {1: ("b", 80, 6), 0: ("c", 95, 1)}))
        self.assertEqual((oven.advance(30), oven.trays), (["c", "b"], {1: ("b", 80, -14), 0: ("c", 95, -18)}))
        self.assertEqual(oven.unloading_plan(), [(30, ["c", "b"])])

    def test_main_cooling(self):
        oven = OvenDay(2, 30, 10)
        self.assertEqual((oven.aim(1, 140), oven.load(4, "bread", 100, 6), oven.degrees), (5, 0, 100))
        self.assertEqual((oven.aim(6, 20), oven.degrees), (126, 140))
        self.assertEqual(oven.ready_at("bread"), 10)
        self.assertEqual(
            (oven.load(8, "meringue", 90, 25), oven.unloading_plan()), (1, [(10, ["bread"]), (33, ["meringue"])])
        )
        self.assertEqual((oven.advance(10), oven.degrees), (["bread"], 126))
        self.assertEqual((oven.unload(12, "bread"), oven.ready_at("meringue")), (-2, 33))
        self.assertEqual((oven.aim(12, 90), oven.unloading_plan()), (36, [(33, ["meringue"])]))
        self.assertEqual(
            (oven.advance(40), oven.unload(41, "meringue"), oven.trays, oven.opened), (["meringue"], -8, {}, 41)
        )
