# canary: classeval-hf open volunteer_roster 9015664d-1983-4039-86a6-514087faf104

import unittest

from solution import VolunteerRoster


class VolunteerRosterTestParseShift(unittest.TestCase):
    def test_parse_shift_full(self):
        self.assertEqual(VolunteerRoster({}).parse_shift("D3 9:30-12:00 x4"), (3, 570, 720, 4))
        self.assertEqual(VolunteerRoster({}).parse_shift("D0 00:00-23:59 x120"), (0, 0, 1439, 120))

    def test_parse_shift_default_place(self):
        self.assertEqual(VolunteerRoster({}).parse_shift("D17 08:05-9:50"), (17, 485, 590, 1))

    def test_parse_shift_past_midnight(self):
        self.assertEqual(VolunteerRoster({}).parse_shift("D2 22:45-3:10 x2"), (2, 1365, 1630, 2))
        self.assertEqual(VolunteerRoster({}).parse_shift("D2 18:00-0:00 x2"), (2, 1080, 1440, 2))

    def test_parse_shift_whole_day(self):
        self.assertEqual(VolunteerRoster({}).parse_shift("D5 7:00-07:00"), (5, 420, 1860, 1))

    def test_parse_shift_blanks(self):
        self.assertEqual(VolunteerRoster({}).parse_shift("  D1   10:00-11:00  x3 "), (1, 600, 660, 3))

    def test_parse_shift_bad_numbers(self):
        for text in ("D1 24:00-3:00 x2", "D1 3:00-24:00", "D1 9:60-12:00", "D1 9:00-12:60", "D1 9:00-12:00 x0"):
            with self.assertRaises(ValueError) as caught:
                VolunteerRoster({}).parse_shift(text)
            self.assertEqual(str(caught.exception), "bad shift: " + text)

    def test_parse_shift_bad_form(self):
        for text in (
            "",
            "3 9:00-12:00",
            "D1 9-12 x2",
            "D1 9:0-12:00",
            "D1 9:00 -12:00",
            "D1 9:00-12:00x2",
            "d1 9:00-12:00",
        ):
            with self.assertRaises(ValueError):
                VolunteerRoster({}).parse_shift(text)

    def test_parse_shift_message_keeps_text(self):
        with self.assertRaises(ValueError) as caught:
            VolunteerRoster({}).parse_shift(" D1 9:00-12:00 x2 please ")
        self.assertEqual(str(caught.exception), "bad shift:  D1 9:00-12:00 x2 please ")


class VolunteerRosterTestOverlapMinutes(unittest.TestCase):
    def test_overlap_minutes_partial(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 540, 720, 2), (1, 690, 900, 5)), 30)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 690, 900, 5), (1, 540, 720, 2)), 30)

    def test_overlap_minutes_contained(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((4, 500, 900, 1), (4, 600, 655, 1)), 55)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((4, 600, 655, 1), (4, 500, 900, 1)), 55)

    def test_overlap_minutes_none(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 540, 720, 1), (1, 720, 900, 1)), 0)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 800, 900, 1), (1, 540, 720, 1)), 0)

    def test_overlap_minutes_other_day(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 540, 720, 1), (2, 540, 720, 1)), 0)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((3, 540, 720, 1), (2, 540, 720, 1)), 0)

    def test_overlap_minutes_next_day(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 1320, 1500, 1), (2, 0, 240, 1)), 60)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((9, 30, 45, 1), (8, 1200, 1560, 1)), 15)

    def test_overlap_minutes_both_past_midnight(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((6, 1380, 1700, 1), (6, 1430, 1600, 1)), 170)
        self.assertEqual(VolunteerRoster({}).overlap_minutes((6, 1000, 2440, 1), (7, 900, 2340, 1)), 100)

    def test_overlap_minutes_two_days_later(self):
        self.assertEqual(VolunteerRoster({}).overlap_minutes((1, 1400, 2840, 1), (3, 0, 300, 1)), 0)


class VolunteerRosterTestSignUp(unittest.TestCase):
    def setUp(self):
        self.roster = VolunteerRoster(
            {"bar": (1, 1200, 1500, 2), "gate": (2, 30, 120, 1), "tent": (1, 1140, 1200, 1), "stage": (3, 600, 700, 3)}
        )

    def test_sign_up_free(self):
        self.assertEqual(self.roster.sign_up("Ann", "bar"), "confirmed")
        self.assertEqual(self.roster.sign_up("Ben", "bar"), "confirmed")
        self.assertEqual(self.roster.confirmed, {"bar": ["Ann", "Ben"], "gate": [], "tent": [], "stage": []})
        self.assertEqual(self.roster.waiting, {"bar": [], "gate": [], "tent": [], "stage": []})

    def test_sign_up_full(self):
        self.roster.confirmed["gate"] = ["Ann"]
        self.roster.waiting["gate"] = ["Ben"]
        self.assertEqual(self.roster.sign_up("Cleo", "gate"), "waiting")
        self.assertEqual(self.roster.waiting["gate"], ["Ben", "Cleo"])
        self.assertEqual(self.roster.confirmed["gate"], ["Ann"])

    def test_sign_up_already(self):
        self.roster.confirmed["bar"] = ["Ann", "Ben"]
        self.assertEqual(self.roster.sign_up("Ann", "bar"), "already")
        self.assertEqual(self.roster.confirmed["bar"], ["Ann", "Ben"])
        self.assertEqual(self.roster.waiting["bar"], [])

    def test_sign_up_conflict_past_midnight(self):
        self.roster.confirmed["bar"] = ["Ann"]
        self.assertEqual(self.roster.sign_up("Ann", "gate"), "conflict")
        self.assertEqual(self.roster.confirmed, {"bar": ["Ann"], "gate": [], "tent": [], "stage": []})
        self.assertEqual(self.roster.waiting["gate"], [])

    def test_sign_up_adjacent(self):
        self.roster.confirmed["bar"] = ["Ann"]
        self.assertEqual(self.roster.sign_up("Ann", "tent"), "confirmed")
        self.assertEqual(self.roster.confirmed["tent"], ["Ann"])

    def test_sign_up_conflict_before_full(self):
        self.roster.confirmed["bar"] = ["Ann"]
        self.roster.confirmed["gate"] = ["Ben"]
        self.roster.waiting["gate"] = ["Ann", "Cleo"]
        self.assertEqual(self.roster.sign_up("Ann", "gate"), "conflict")
        self.assertEqual(self.roster.waiting["gate"], ["Ann", "Cleo"])

    def test_sign_up_waiting_is_no_conflict(self):
        self.roster.confirmed["gate"] = ["Ben"]
        self.roster.waiting["gate"] = ["Ann"]
        self.assertEqual(self.roster.sign_up("Ann", "bar"), "confirmed")
        self.assertEqual(self.roster.waiting["gate"], ["Ann"])

    def test_sign_up_again_while_waiting(self):
        self.roster.confirmed["gate"] = ["Ben"]
        self.roster.waiting["gate"] = ["Ann", "Cleo"]
        self.assertEqual(self.roster.sign_up("Ann", "gate"), "waiting")
        self.assertEqual(self.roster.waiting["gate"], ["Ann", "Cleo"])

    def test_sign_up_from_waiting_to_place(self):
        self.roster.confirmed["bar"] = ["Ben"]
        self.roster.waiting["bar"] = ["Dan", "Ann", "Cleo"]
        self.assertEqual(self.roster.sign_up("Ann", "bar"), "confirmed")
        self.assertEqual(self.roster.confirmed["bar"], ["Ben", "Ann"])
        self.assertEqual(self.roster.waiting["bar"], ["Dan", "Cleo"])

    def test_sign_up_unknown_shift(self):
        with self.assertRaises(KeyError):
            self.roster.sign_up("Ann", "kitchen")
        self.assertEqual(sorted(self.roster.confirmed), ["bar", "gate", "stage", "tent"])


class VolunteerRosterTestCancel(unittest.TestCase):
    def setUp(self):
        self.roster = VolunteerRoster({"bar": (1, 1200, 1500, 2), "gate": (2, 30, 120, 1), "tent": (1, 1140, 1200, 1)})

    def test_cancel_promotes_first(self):
        self.roster.confirmed["bar"] = ["Ann", "Ben"]
        self.roster.waiting["bar"] = ["Cleo", "Dan"]
        self.assertEqual(self.roster.cancel("Ann", "bar"), ["Cleo"])
        self.assertEqual(self.roster.confirmed["bar"], ["Ben", "Cleo"])
        self.assertEqual(self.roster.waiting["bar"], ["Dan"])

    def test_cancel_nobody_waits(self):
        self.roster.confirmed["gate"] = ["Ann"]
        self.assertEqual(self.roster.cancel("Ann", "gate"), [])
        self.assertEqual(self.roster.confirmed, {"bar": [], "gate": [], "tent": []})

    def test_cancel_skips_conflict(self):
        self.roster.confirmed = {"bar": ["Cleo", "Eve"], "gate": ["Ann"], "tent": ["Dan"]}
        self.roster.waiting["gate"] = ["Cleo", "Dan", "Eve"]
        self.assertEqual(self.roster.cancel("Ann", "gate"), ["Dan"])
        self.assertEqual(self.roster.confirmed, {"bar": ["Cleo", "Eve"], "gate": ["Dan"], "tent": ["Dan"]})
        self.assertEqual(self.roster.waiting["gate"], ["Cleo", "Eve"])

    def test_cancel_fills_all_free_places(self):
        self.roster.confirmed = {"bar": ["Ann"], "gate": ["Cleo"], "tent": []}
        self.roster.waiting["bar"] = ["Cleo", "Dan", "Eve", "Finn"]
        self.assertEqual(self.roster.cancel("Ann", "bar"), ["Dan", "Eve"])
        self.assertEqual(self.roster.confirmed["bar"], ["Dan", "Eve"])
        self.assertEqual(self.roster.waiting["bar"], ["Cleo", "Finn"])

    def test_cancel_all_conflict(self):
        self.roster.confirmed = {"bar": ["Ben"], "gate": ["Ann"], "tent": []}
        self.roster.waiting["gate"] = ["Ben"]
        self.assertEqual(self.roster.cancel("Ann", "gate"), [])
        self.assertEqual(self.roster.confirmed["gate"], [])
        self.assertEqual(self.roster.waiting["gate"], ["Ben"])

    def test_cancel_waiting(self):
        self.roster.confirmed = {"bar": ["Ann"], "gate": [], "tent": []}
        self.roster.waiting["bar"] = ["Ben", "Cleo"]
        self.assertEqual(self.roster.cancel("Ben", "bar"), [])
        self.assertEqual(self.roster.confirmed["bar"], ["Ann"])
        self.assertEqual(self.roster.waiting["bar"], ["Cleo"])

    def test_cancel_leaves_other_shifts(self):
        self.roster.confirmed = {"bar": ["Ann"], "gate": [], "tent": ["Ann"]}
        self.roster.waiting["gate"] = ["Ann"]
        self.assertEqual(self.roster.cancel("Ann", "bar"), [])
        self.assertEqual(self.roster.confirmed, {"bar": [], "gate": [], "tent": ["Ann"]})
        self.assertEqual(self.roster.waiting, {"bar": [], "gate": ["Ann"], "tent": []})

    def test_cancel_errors(self):
        self.roster.confirmed["bar"] = ["Ann"]
        with self.assertRaises(ValueError) as caught:
            self.roster.cancel("Ann", "gate")
        self.assertEqual(str(caught.exception), "not signed up")
        with self.assertRaises(KeyError):
            self.roster.cancel("Ann", "kitchen")
        self.assertEqual(self.roster.confirmed["bar"], ["Ann"])


class VolunteerRosterTestCreditedHours(unittest.TestCase):
    def test_credited_hours_empty(self):
        self.assertEqual(VolunteerRoster({"bar": (1, 600, 720, 1)}).credited_hours(), [])

    def test_credited_hours_order(self):
        roster = VolunteerRoster({"bar": (1, 600, 720, 3), "gate": (2, 600, 645, 1)})
        roster.confirmed = {"bar": ["Finn", "Cleo"], "gate": ["Ann"]}
        self.assertEqual(roster.credited_hours(), [("Cleo", 2.0), ("Finn", 2.0), ("Ann", 0.75)])
        self.assertEqual(roster.confirmed, {"bar": ["Finn", "Cleo"], "gate": ["Ann"]})

    def test_credited_hours_sum_before_rounding(self):
        roster = VolunteerRoster({"a": (1, 600, 620, 1), "b": (2, 600, 620, 1), "c": (3, 600, 620, 1)})
        roster.confirmed = {"a": ["Ann"], "b": ["Ann"], "c": ["Ann"]}
        self.assertEqual(roster.credited_hours(), [("Ann", 1.0)])

    def test_credited_hours_evening(self):
        roster = VolunteerRoster({"bar": (1, 1260, 1380, 1), "tent": (1, 1200, 1320, 1)})
        roster.confirmed = {"bar": ["Ann"], "tent": ["Ben"]}
        self.assertEqual(roster.credited_hours(), [("Ann", 2.5), ("Ben", 2.0)])

    def test_credited_hours_early_morning(self):
        roster = VolunteerRoster({"setup": (1, 300, 480, 1)})
        roster.confirmed = {"setup": ["Ann"]}
        self.assertEqual(roster.credited_hours(), [("Ann", 3.5)])

    def test_credited_hours_past_midnight(self):
        roster = VolunteerRoster({"watch": (1, 1260, 1860, 1)})
        roster.confirmed = {"watch": ["Ann"]}
        self.assertEqual(roster.credited_hours(), [("Ann", 14.0)])

    def test_credited_hours_whole_day(self):
        roster = VolunteerRoster({"late": (1, 1410, 2850, 1), "early": (3, 60, 1500, 1)})
        roster.confirmed = {"late": ["Ann"], "early": ["Ben"]}
        self.assertEqual(roster.credited_hours(), [("Ann", 28.0), ("Ben", 28.0)])

    def test_credited_hours_waiting(self):
        roster = VolunteerRoster({"bar": (1, 600, 720, 1), "gate": (2, 600, 670, 1)})
        roster.confirmed = {"bar": ["Zoe"], "gate": ["Ben"]}
        roster.waiting = {"bar": ["Ben", "Dan"], "gate": ["Dan", "Cleo"]}
        self.assertEqual(roster.credited_hours(), [("Zoe", 2.0), ("Ben", 1.17), ("Cleo", 0.0), ("Dan", 0.0)])
        self.assertEqual(roster.waiting, {"bar": ["Ben", "Dan"], "gate": ["Dan", "Cleo"]})


class VolunteerRosterTestMain(unittest.TestCase):
    def test_main_festival(self):
        bar = VolunteerRoster.parse_shift("D1 20:00-1:00 x2")
        gate = VolunteerRoster.parse_shift("D2 0:30-2:00")
        self.assertEqual(VolunteerRoster.overlap_minutes(bar, gate), 30)
        roster = VolunteerRoster({"bar": bar, "gate": gate})
        self.assertEqual(roster.sign_up("Ann", "gate"), "confirmed")
        self.assertEqual(roster.sign_up("Ben", "gate"), "waiting")
        self.assertEqual(roster.sign_up("Cleo", "gate"), "waiting")
        self.assertEqual(roster.sign_up("Ben", "bar"), "confirmed")
        self.assertEqual(roster.sign_up("Ann", "bar"), "conflict")
        self.assertEqual(roster.cancel("Ann", "gate"), ["Cleo"])
        self.assertEqual(roster.sign_up("Ann", "bar"), "confirmed")
        self.assertEqual(roster.credited_hours(), [("Ann", 6.5), ("Ben", 6.5), ("Cleo", 2.25)])
        self.assertEqual(roster.confirmed, {"bar": ["Ben", "Ann"], "gate": ["Cleo"]})
        self.assertEqual(roster.waiting, {"bar": [], "gate": ["Ben"]})

    def test_main_queue(self):
        roster = VolunteerRoster({"stall": VolunteerRoster.parse_shift("D4 9:00-10:20 x1")})
        self.assertEqual(
            [roster.sign_up(name, "stall") for name in "CABC"], ["confirmed", "waiting", "waiting", "already"]
        )
        self.assertEqual(roster.cancel("A", "stall"), [])
        self.assertEqual(roster.cancel("C", "stall"), ["B"])
        self.assertEqual(roster.sign_up("C", "stall"), "waiting")
        self.assertEqual(roster.credited_hours(), [("B", 1.33), ("C", 0.0)])

    def test_main_freed_from_conflict(self):
        roster = VolunteerRoster({"x": (1, 600, 700, 1), "y": (1, 650, 750, 1)})
        self.assertEqual(VolunteerRoster.overlap_minutes(roster.shifts["x"], roster.shifts["y"]), 50)
        self.assertEqual(roster.sign_up("Ann", "x"), "confirmed")
        self.assertEqual(roster.sign_up("Ben", "x"), "waiting")
        self.assertEqual(roster.sign_up("Ben", "y"), "confirmed")
        self.assertEqual(roster.cancel("Ann", "x"), [])
        self.assertEqual(roster.cancel("Ben", "y"), [])
        self.assertEqual(roster.credited_hours(), [("Ben", 0.0)])
        self.assertEqual(roster.sign_up("Ben", "x"), "confirmed")
        self.assertEqual(roster.waiting, {"x": [], "y": []})
        self.assertEqual(roster.credited_hours(), [("Ben", 1.67)])
