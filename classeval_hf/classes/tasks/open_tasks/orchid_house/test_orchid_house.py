# canary: classeval-hf open orchid_house af6db55f-26ba-4d47-9786-0ad289590b91

import unittest

from solution import OrchidHouse

DEVICES = {
    "fan": ("air", 200, 260, True),
    "oven": ("air", 170, 190, False),
    "pump": ("soil", 30, 45, False),
    "awning": ("light", 500, 800, True),
}


def fill(house):
    house.devices = dict(DEVICES)
    house.now = 10
    house.readings = {"air": (6, 270), "soil": (8, 40)}
    house.wish = {"fan"}
    house.log = [(6, "fan", True)]
    return house


class OrchidHouseTestAdjust(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)

    def test_adjust_on_and_off(self):
        self.house.wish = {"pump"}
        self.assertEqual([self.house.adjust("fan"), self.house.adjust("pump")], [True, True])
        self.assertEqual(self.house.log, [(6, "fan", True), (10, "fan", False), (10, "pump", True)])

    def test_adjust_right_already(self):
        self.assertEqual([self.house.adjust("fan"), self.house.adjust("oven")], [False, False])
        self.assertEqual(self.house.log, [(6, "fan", True)])

    def test_adjust_override_on(self):
        self.house.overrides = {"oven": (True, 20)}
        self.assertEqual([self.house.adjust("oven"), self.house.adjust("oven")], [True, False])
        self.assertEqual(self.house.log[1:], [(10, "oven", True)])

    def test_adjust_override_off(self):
        self.house.overrides = {"fan": (False, 20)}
        self.assertEqual(self.house.adjust("fan"), True)
        self.assertEqual((self.house.log[1:], self.house.wish), ([(10, "fan", False)], {"fan"}))

    def test_adjust_latest_entry_counts(self):
        self.house.log += [(7, "fan", False), (8, "oven", True)]
        self.assertEqual([self.house.adjust("fan"), self.house.adjust("oven")], [True, True])
        self.assertEqual(self.house.log[3:], [(10, "fan", True), (10, "oven", False)])


class OrchidHouseTestAdvance(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)

    def test_advance_nothing_due(self):
        self.assertEqual([self.house.advance(10), self.house.advance(65)], [[], []])
        self.assertEqual((self.house.now, self.house.silent, self.house.wish), (65, set(), {"fan"}))

    def test_advance_new_house(self):
        house = OrchidHouse(5)
        self.assertEqual((house.now, house.advance(0), house.advance(7), house.now), (0, [], [], 7))

    def test_advance_silent(self):
        self.assertEqual(self.house.advance(66), [(66, "fan", False)])
        self.assertEqual((self.house.now, self.house.silent, self.house.wish), (66, {"air"}, set()))
        self.assertEqual(self.house.readings, {"air": (6, 270), "soil": (8, 40)})

    def test_advance_silent_several_devices(self):
        self.house.devices = {"z": ("air", 1, 2, True), "a": ("air", 1, 2, True), "p": ("soil", 50, 60, False)}
        self.house.wish, self.house.log = {"a", "z", "p"}, [(6, "z", True), (6, "a", True), (8, "p", True)]
        self.assertEqual(self.house.advance(99), [(66, "z", False), (66, "a", False), (68, "p", False)])
        self.assertEqual((self.house.silent, self.house.wish, self.house.now), ({"air", "soil"}, set(), 99))

    def test_advance_silent_only_once(self):
        self.assertEqual(self.house.advance(70), [(66, "fan", False)])
        self.house.overrides = {"fan": (True, 80)}
        self.house.log.append((70, "fan", True))
        self.assertEqual(self.house.advance(79), [])
        self.assertEqual(self.house.advance(200), [(80, "fan", False)])

    def test_advance_override_ends(self):
        self.house.overrides = {"fan": (False, 30), "pump": (True, 25), "awning": (False, 26)}
        self.house.log += [(9, "fan", False), (9, "pump", True)]
        self.assertEqual(self.house.advance(29), [(25, "pump", False)])
        self.assertEqual(self.house.overrides, {"fan": (False, 30)})
        self.assertEqual(self.house.advance(30), [(30, "fan", True)])
        self.assertEqual((self.house.overrides, self.house.log[-1]), ({}, (30, "fan", True)))

    def test_advance_sensor_before_override(self):
        self.house.overrides = {"fan": (False, 66)}
        self.house.log.append((9, "fan", False))
        self.assertEqual(self.house.advance(66), [])
        self.assertEqual(
            (self.house.overrides, self.house.silent, self.house.log[-1]), ({}, {"air"}, (9, "fan", False))
        )

    def test_advance_override_before_later_sensor(self):
        self.house.overrides = {"fan": (False, 65)}
        self.house.log.append((9, "fan", False))
        self.assertEqual(self.house.advance(66), [(65, "fan", True), (66, "fan", False)])

    def test_advance_same_minute_names(self):
        self.house.overrides = {"pump": (True, 40), "oven": (True, 40), "awning": (True, 40)}
        self.house.log += [(9, "pump", True), (9, "oven", True), (9, "awning", True)]
        self.assertEqual(self.house.advance(50), [(40, name, False) for name in ("awning", "oven", "pump")])
        self.house.readings = {"soil": (20, 1), "light": (20, 999), "air": (20, 260)}
        self.house.wish = {"fan", "pump", "awning"}
        self.house.log += [(50, "pump", True), (50, "awning", True)]
        self.assertEqual(self.house.advance(80), [(80, name, False) for name in ("fan", "awning", "pump")])

    def test_advance_back(self):
        with self.assertRaises(ValueError) as caught:
            self.house.advance(9)
        self.assertEqual((str(caught.exception), self.house.now), ("time runs back", 10))


class OrchidHouseTestAddDevice(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)

    def test_add_device_cools(self):
        self.assertEqual(
            [self.house.add_device(str(high), "air", 1, high, True) for high in (269, 270, 271)], [True, True, False]
        )
        self.assertEqual(self.house.log[1:], [(10, "269", True), (10, "270", True)])
        self.assertEqual((self.house.wish, self.house.devices["271"]), ({"fan", "269", "270"}, ("air", 1, 271, True)))

    def test_add_device_heats(self):
        self.assertEqual(
            [self.house.add_device(str(low), "soil", low, 99, False) for low in (39, 40, 41)], [False, True, True]
        )
        self.assertEqual(self.house.wish, {"fan", "40", "41"})

    def test_add_device_between(self):
        self.assertEqual(
            [self.house.add_device("a", "soil", 39, 41, True), self.house.add_device("b", "soil", 39, 41, False)],
            [False] * 2,
        )
        self.assertEqual((self.house.wish, list(self.house.devices)[4:]), ({"fan"}, ["a", "b"]))

    def test_add_device_not_read(self):
        self.assertEqual(self.house.add_device("lamp", "light", 500, 800, False), False)
        self.assertEqual((self.house.devices["lamp"], len(self.house.log)), (("light", 500, 800, False), 1))

    def test_add_device_silent(self):
        self.house.silent = {"soil"}
        self.assertEqual(
            [self.house.add_device("a", "soil", 90, 99, False), self.house.add_device("b", "air", 2, 3, True)],
            [False, True],
        )
        self.assertEqual(self.house.wish, {"fan", "b"})

    def test_add_device_errors(self):
        for device, low, high, message in (
            ("fan", 5, 4, "device exists: fan"),
            ("x", 5, 5, "bad band"),
            ("x", 6, 5, "bad band"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.house.add_device(device, "air", low, high, True)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.house.devices, len(self.house.log)), (DEVICES, 1))


class OrchidHouseTestRead(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)

    def test_read_cools(self):
        values = [(12, 201), (14, 200), (16, 259), (16, 260), (18, 199)]
        results = [self.house.read(minute, "air", value) for minute, value in values]
        self.assertEqual(results, [[], [(14, "fan", False)], [], [(16, "fan", True)], [(18, "fan", False)]])
        self.assertEqual((self.house.now, self.house.readings["air"], self.house.wish), (18, (18, 199), set()))

    def test_read_heats(self):
        values = [(12, 31), (14, 30), (16, 44), (17, 45), (18, 29)]
        results = [self.house.read(minute, "soil", value) for minute, value in values]
        self.assertEqual(results, [[], [(14, "pump", True)], [], [(17, "pump", False)], [(18, "pump", True)]])
        self.assertEqual(self.house.wish, {"fan", "pump"})

    def test_read_several_devices(self):
        self.assertEqual(self.house.read(20, "air", 170), [(20, "fan", False), (20, "oven", True)])
        self.assertEqual(self.house.read(21, "air", 300), [(21, "fan", True), (21, "oven", False)])

    def test_read_overridden(self):
        self.house.overrides = {"fan": (True, 40), "oven": (False, 30)}
        self.assertEqual(self.house.read(20, "air", 160), [])
        self.assertEqual((self.house.wish, self.house.overrides), ({"oven"}, {"fan": (True, 40), "oven": (False, 30)}))
        self.assertEqual(self.house.read(40, "soil", 10), [(30, "oven", True), (40, "fan", False), (40, "pump", True)])

    def test_read_after_silence(self):
        self.assertEqual(self.house.read(66, "air", 210), [(66, "fan", False)])
        self.assertEqual((self.house.silent, self.house.readings["air"]), (set(), (66, 210)))
        self.assertEqual(self.house.read(68, "air", 265), [(68, "fan", True)])
        self.assertEqual((self.house.silent, self.house.read(127, "light", 4)), ({"soil"}, []))
        self.assertEqual(self.house.read(128, "soil", 35), [(128, "fan", False)])

    def test_read_unknown_sensor(self):
        self.assertEqual(self.house.read(11, "wind", -7), [])
        self.assertEqual((self.house.readings["wind"], self.house.now), ((11, -7), 11))

    def test_read_back(self):
        with self.assertRaises(ValueError) as caught:
            self.house.read(9, "air", 100)
        self.assertEqual((str(caught.exception), self.house.readings["air"]), ("time runs back", (6, 270)))


class OrchidHouseTestOverride(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)

    def test_override_switches(self):
        self.assertEqual(self.house.override(15, "fan", False, 20), [(15, "fan", False)])
        self.assertEqual(self.house.override(16, "pump", True, 3), [(16, "pump", True)])
        self.assertEqual((self.house.overrides, self.house.wish), ({"fan": (False, 35), "pump": (True, 19)}, {"fan"}))

    def test_override_same_state(self):
        self.assertEqual(self.house.override(12, "fan", True, 100), [])
        self.assertEqual((self.house.overrides, self.house.now), ({"fan": (True, 112)}, 12))

    def test_override_replaces(self):
        self.house.overrides = {"fan": (True, 50), "oven": (True, 30)}
        self.house.log.append((9, "oven", True))
        self.assertEqual(self.house.override(49, "fan", False, 5), [(30, "oven", False), (49, "fan", False)])
        self.assertEqual(self.house.overrides, {"fan": (False, 54)})

    def test_override_after_end(self):
        self.house.overrides = {"oven": (True, 30)}
        self.house.log.append((9, "oven", True))
        self.assertEqual(self.house.override(30, "oven", True, 5), [(30, "oven", False), (30, "oven", True)])
        self.assertEqual(self.house.overrides, {"oven": (True, 35)})

    def test_override_zero(self):
        self.house.overrides = {"oven": (True, 30)}
        self.house.log.append((9, "oven", True))
        self.assertEqual(self.house.override(20, "oven", True, 0), [(20, "oven", False)])
        self.assertEqual([self.house.override(20, "fan", False, 0), self.house.overrides], [[], {}])

    def test_override_after_silence(self):
        self.assertEqual(self.house.override(70, "fan", True, 7), [(66, "fan", False), (70, "fan", True)])
        self.assertEqual((self.house.silent, self.house.overrides), ({"air", "soil"}, {"fan": (True, 77)}))

    def test_override_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.house.override(9, "lamp", True, -1)
        self.assertEqual(caught.exception.args, ("lamp",))
        for minute, duration, message in ((9, -1, "bad duration"), (70, -3, "bad duration"), (9, 5, "time runs back")):
            with self.assertRaises(ValueError) as caught:
                self.house.override(minute, "fan", False, duration)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.house.now, self.house.overrides, len(self.house.log)), (10, {}, 1))


class OrchidHouseTestRuntime(unittest.TestCase):
    def setUp(self):
        self.house = OrchidHouse(60)
        fill(self.house)
        self.house.now = 60
        self.house.log += [(10, "pump", True), (20, "fan", False), (30, "pump", False), (40, "fan", True)]

    def test_runtime_all(self):
        self.assertEqual([self.house.runtime(name, 0, 60) for name in DEVICES], [34, 0, 20, 0])
        self.assertEqual(len(self.house.log), 5)

    def test_runtime_part(self):
        spans = [(6, 20), (7, 12), (15, 45), (20, 40), (19, 41), (0, 6), (50, 60)]
        self.assertEqual([self.house.runtime("fan", *span) for span in spans], [14, 5, 10, 0, 2, 0, 10])

    def test_runtime_between_entries_of_others(self):
        self.assertEqual(
            [self.house.runtime("pump", *span) for span in ((0, 29), (11, 31), (30, 60), (25, 28))], [19, 19, 0, 3]
        )

    def test_runtime_empty_span(self):
        self.assertEqual([self.house.runtime("fan", 8, 8), self.house.runtime("fan", 8, 9)], [0, 1])

    def test_runtime_same_minute(self):
        self.house.log += [(50, "fan", False), (50, "fan", True), (55, "fan", False)]
        self.house.wish, self.house.readings["air"] = set(), (55, 190)
        self.assertEqual([self.house.runtime("fan", 40, 60), self.house.runtime("fan", 45, 52)], [15, 7])

    def test_runtime_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.house.runtime("lamp", 8, 5)
        self.assertEqual(caught.exception.args, ("lamp",))
        for begin, end in ((8, 7), (5, 61)):
            with self.assertRaises(ValueError) as caught:
                self.house.runtime("fan", begin, end)
            self.assertEqual(str(caught.exception), "bad span")


class OrchidHouseTestMain(unittest.TestCase):
    def test_main_day(self):
        house = OrchidHouse(30)
        self.assertEqual(house.add_device("fan", "air", 220, 260, True), False)
        self.assertEqual(
            [house.add_device("oven", "air", 160, 180, False), house.read(5, "air", 265)], [False, [(5, "fan", True)]]
        )
        self.assertEqual(house.override(10, "fan", False, 15), [(10, "fan", False)])
        self.assertEqual(house.read(20, "air", 240), [])
        self.assertEqual((house.wish, house.overrides), ({"fan"}, {"fan": (False, 25)}))
        self.assertEqual(house.read(30, "air", 219), [(25, "fan", True), (30, "fan", False)])
        self.assertEqual(house.read(45, "air", 155), [(45, "oven", True)])
        self.assertEqual(house.advance(80), [(75, "oven", False)])
        self.assertEqual((house.silent, house.runtime("oven", 0, 80), house.runtime("fan", 0, 80)), ({"air"}, 30, 10))
        self.assertEqual(house.add_device("lamp", "air", 160, 170, False), False)
        self.assertEqual(house.read(80, "air", 150), [(80, "oven", True), (80, "lamp", True)])
        self.assertEqual((house.silent, house.adjust("lamp"), house.now), (set(), False, 80))

    def test_main_overrides(self):
        house = OrchidHouse(10)
        self.assertEqual(
            [house.add_device("b", "x", 1, 5, True), house.add_device("a", "y", 1, 5, False)], [False, False]
        )
        self.assertEqual(house.override(2, "a", True, 6), [(2, "a", True)])
        self.assertEqual(house.override(3, "b", True, 5), [(3, "b", True)])
        self.assertEqual([house.read(4, "y", 0), house.read(5, "x", 5)], [[], []])
        self.assertEqual(house.override(7, "a", False, 7), [(7, "a", False)])
        self.assertEqual(house.advance(14), [])
        self.assertEqual((house.overrides, house.silent, house.wish), ({}, {"y"}, {"b"}))
        self.assertEqual(house.override(15, "b", True, 1), [(15, "b", False), (15, "b", True)])
        self.assertEqual(
            [house.advance(16), house.runtime("b", 3, 16), house.runtime("a", 0, 10)], [[(16, "b", False)], 13, 5]
        )
        self.assertEqual(house.log[-1], (16, "b", False))

    def test_main_added_later(self):
        house = OrchidHouse(20)
        self.assertEqual([house.read(3, "wind", 90), house.advance(12)], [[], []])
        self.assertEqual(
            [house.add_device("roof", "wind", 40, 70, True), house.add_device("flag", "wind", 95, 99, False)],
            [True, True],
        )
        self.assertEqual(house.override(14, "roof", False, 30), [(14, "roof", False)])
        self.assertEqual(house.read(22, "wind", 99), [(22, "flag", False)])
        self.assertEqual(house.advance(43), [])
        self.assertEqual((house.silent, house.overrides), ({"wind"}, {"roof": (False, 44)}))
        self.assertEqual(
            [house.read(44, "wind", 71), house.override(50, "roof", True, 0)],
            [[(44, "roof", True), (44, "flag", True)], []],
        )
        self.assertEqual([house.runtime("roof", 0, 50), house.runtime("flag", 0, 50)], [8, 16])
        self.assertEqual(
            house.log,
            [
                (12, "roof", True),
                (12, "flag", True),
                (14, "roof", False),
                (22, "flag", False),
                (44, "roof", True),
                (44, "flag", True),
            ],
        )
