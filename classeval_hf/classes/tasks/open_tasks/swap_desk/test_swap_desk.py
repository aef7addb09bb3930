# canary: classeval-hf open swap_desk 54fbc1ab-cbe8-4208-aa15-27d0115fd14c

import unittest

from solution import SwapDesk

SHIFTS = {
    "mo": (6, 14, "Ann"),
    "tu": (30, 38, "Ben"),
    "we": (54, 62, "Ann"),
    "th": (78, 86, "Cleo"),
    "night": (42, 50, "Cleo"),
}


def fill(desk):
    desk.shifts = dict(SHIFTS)
    return desk


class SwapDeskTestFits(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)

    def test_fits_edges(self):
        self.desk.shifts["a"], self.desk.shifts["b"] = (20, 28, "Dan"), (50, 52, "Dan")
        self.assertEqual([self.desk.fits("Dan", shift) for shift in ("tu", "mo", "th")], [False, False, True])
        fitting = []
        for begin, end in ((38, 40), (37, 40), (38, 41), (38, 39)):
            self.desk.shifts["tu"] = (begin, end, "Ben")
            fitting.append(self.desk.fits("Dan", "tu"))
        self.assertEqual(fitting, [True, False, False, True])

    def test_fits_before_and_after(self):
        self.assertEqual([self.desk.fits("Ann", shift) for shift in ("tu", "night", "th")], [True, False, True])
        self.assertEqual([self.desk.fits("Cleo", shift) for shift in ("mo", "tu", "we")], [True, False, False])

    def test_fits_gives(self):
        self.assertEqual(self.desk.fits("Cleo", "we", "night"), True)
        self.assertEqual([self.desk.fits("Cleo", "tu", "th"), self.desk.fits("Ann", "night", "we")], [False, True])

    def test_fits_own_shift(self):
        self.assertEqual(self.desk.fits("Ann", "mo"), True)

    def test_fits_nurse_without_shifts(self):
        self.assertEqual([self.desk.fits("Eve", "night"), self.desk.fits("Eve", "mo", "tu")], [True, True])
        self.assertEqual(self.desk.shifts, SHIFTS)

    def test_fits_no_rest_needed(self):
        desk = SwapDesk(0)
        desk.shifts = {"a": (1, 4, "Ann"), "b": (4, 6, "Ben"), "c": (3, 5, "Cleo"), "d": (0, 1, "Ben")}
        self.assertEqual([desk.fits("Ann", shift) for shift in "bcd"], [True, False, True])

    def test_fits_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.desk.fits("Ann", "fr")
        self.assertEqual(caught.exception.args, ("fr",))


class SwapDeskTestReview(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)

    def test_review_sound(self):
        self.desk.offers = {"mo": [("Ben", "tu"), ("Dan", "")], "th": [("Ann", "")]}
        self.assertEqual(self.desk.review(), [])
        self.assertEqual(self.desk.offers, {"mo": [("Ben", "tu"), ("Dan", "")], "th": [("Ann", "")]})

    def test_review_no_rest_of_proposer(self):
        self.desk.offers = {"th": [("Ben", ""), ("Dan", "")], "mo": [("Ben", "tu"), ("Dan", "")]}
        self.desk.shifts["new"] = (90, 95, "Dan")
        self.assertEqual(self.desk.review(), [("th", "Dan")])
        self.desk.shifts["newer"] = (18, 19, "Ben")
        self.assertEqual(self.desk.review(), [("mo", "Ben")])
        self.assertEqual(self.desk.offers, {"th": [("Ben", "")], "mo": [("Dan", "")]})

    def test_review_no_rest_of_holder(self):
        self.desk.offers = {"mo": [("Ben", "tu"), ("Cleo", "th")]}
        self.desk.shifts["new"] = (95, 99, "Ann")
        self.assertEqual(self.desk.review(), [("mo", "Cleo")])
        self.assertEqual(self.desk.offers, {"mo": [("Ben", "tu")]})

    def test_review_other_owner(self):
        self.desk.offers = {"mo": [("Ben", "tu"), ("Cleo", "th")], "we": [("Ben", "tu"), ("Cleo", "night")]}
        self.desk.shifts["tu"] = (30, 38, "Dan")
        self.assertEqual(self.desk.review(), [("mo", "Ben"), ("we", "Ben")])
        self.desk.shifts["we"] = (54, 62, "Cleo")
        self.desk.shifts["night"] = (42, 50, "Eve")
        self.assertEqual(self.desk.review(), [("we", "Cleo")])
        self.assertEqual(self.desk.offers, {"mo": [("Cleo", "th")], "we": []})

    def test_review_own_shift(self):
        self.desk.shifts["th"] = (78, 86, "Dan")
        self.desk.offers = {"th": [("Dan", ""), ("Ben", "")]}
        self.assertEqual(self.desk.review(), [("th", "Dan")])

    def test_review_bound_exchange(self):
        self.desk.agreed = {"mo": ("Ben", "tu")}
        self.desk.offers = {"th": [("Ann", "mo"), ("Dan", "")], "we": [("Ben", "tu"), ("Dan", "")]}
        self.assertEqual(self.desk.review(), [("th", "Ann"), ("we", "Ben")])
        self.assertEqual(self.desk.offers, {"th": [("Dan", "")], "we": [("Dan", "")]})
        self.assertEqual(self.desk.agreed, {"mo": ("Ben", "tu")})

    def test_review_agreed(self):
        self.desk.agreed = {"th": ("Ben", ""), "mo": ("Dan", ""), "we": ("Eve", "")}
        self.desk.shifts["d"], self.desk.shifts["b"] = (15, 16, "Dan"), (50, 51, "Ben")
        self.assertEqual(self.desk.review(), [("mo", "Dan")])
        self.desk.shifts["b2"] = (61, 69, "Ben")
        self.assertEqual(self.desk.review(), [("th", "Ben")])
        self.assertEqual((self.desk.agreed, self.desk.offers), ({"we": ("Eve", "")}, {}))

    def test_review_dropped_agreement_binds_no_more(self):
        self.desk.agreed = {"mo": ("Ben", "tu")}
        self.desk.offers = {"we": [("Dan", ""), ("Ben", "tu")]}
        self.desk.shifts["b"], self.desk.shifts["d"] = (17, 18, "Ben"), (50, 52, "Dan")
        self.assertEqual(self.desk.review(), [("mo", "Ben"), ("we", "Dan")])
        self.assertEqual((self.desk.agreed, self.desk.offers), ({}, {"we": [("Ben", "tu")]}))


class SwapDeskTestAddShift(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)

    def test_add_shift_several(self):
        desk = SwapDesk(3)
        self.assertEqual([desk.add_shift("b", 9, 12, "Ann"), desk.add_shift("a", 2, 6, "Ann")], [[], []])
        self.assertEqual(desk.add_shift("c", 3, 4, "Ben"), [])
        self.assertEqual(
            list(desk.shifts.items()), [("b", (9, 12, "Ann")), ("a", (2, 6, "Ann")), ("c", (3, 4, "Ben"))]
        )

    def test_add_shift_drops_proposals(self):
        self.desk.offers = {"we": [("Dan", ""), ("Ben", "")], "mo": [("Eve", ""), ("Dan", "")]}
        self.assertEqual(self.desk.add_shift("new", 20, 46, "Dan"), [("we", "Dan"), ("mo", "Dan")])
        self.assertEqual(self.desk.offers, {"we": [("Ben", "")], "mo": [("Eve", "")]})

    def test_add_shift_drops_agreed(self):
        self.desk.agreed = {"we": ("Dan", ""), "tu": ("Eve", "")}
        self.assertEqual(self.desk.add_shift("new", 64, 65, "Dan"), [("we", "Dan")])
        self.assertEqual(self.desk.agreed, {"tu": ("Eve", "")})

    def test_add_shift_no_rest(self):
        for begin, end in ((23, 24), (15, 20), (47, 99), (8, 9)):
            with self.assertRaises(ValueError) as caught:
                self.desk.add_shift("new", begin, end, "Ann")
            self.assertEqual(str(caught.exception), "no rest: Ann")
            self.assertEqual(self.desk.shifts, SHIFTS)
            if begin == 23:
                self.assertEqual(self.desk.add_shift("ok", 24, 25, "Ann"), [])
                del self.desk.shifts["ok"]

    def test_add_shift_errors(self):
        cases = [("mo", 6, 6, "bad hours"), ("x", 9, 3, "bad hours"), ("mo", 55, 56, "shift exists: mo")]
        for shift, begin, end, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.desk.add_shift(shift, begin, end, "Ann")
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.desk.shifts, SHIFTS)


class SwapDeskTestOffer(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)

    def test_offer_who_could(self):
        self.assertEqual(self.desk.offer("mo"), ["Ben", "Cleo"])
        self.assertEqual(self.desk.offer("we"), ["Ben"])
        self.assertEqual(self.desk.offer("th"), ["Ann", "Ben"])
        self.assertEqual(list(self.desk.offers.items()), [("mo", []), ("we", []), ("th", [])])

    def test_offer_nobody(self):
        self.desk.shifts["long"] = (8, 80, "Dan")
        self.assertEqual(self.desk.offer("long"), [])
        self.assertEqual(self.desk.offers, {"long": []})

    def test_offer_keeps_proposals(self):
        self.desk.offers = {"mo": [("Ben", "tu")]}
        self.assertEqual(self.desk.offer("tu"), ["Ann"])
        self.assertEqual(self.desk.offers, {"mo": [("Ben", "tu")], "tu": []})

    def test_offer_order_of_names(self):
        self.desk.shifts = {"a": (1, 2, "Zoe"), "b": (50, 51, "Kim"), "c": (90, 91, "Abe"), "d": (70, 71, "Kim")}
        self.assertEqual(self.desk.offer("a"), ["Abe", "Kim"])

    def test_offer_errors(self):
        self.desk.offers = {"mo": [("Dan", "")]}
        self.desk.agreed = {"we": ("Ben", "tu")}
        cases = [("mo", "offered: mo"), ("we", "bound: we"), ("tu", "bound: tu")]
        for shift, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.desk.offer(shift)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(KeyError) as caught:
            self.desk.offer("")
        self.assertEqual((caught.exception.args, self.desk.offers), (("",), {"mo": [("Dan", "")]}))


class SwapDeskTestPropose(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)
        self.desk.offers = {"mo": [("Dan", "")], "th": []}

    def test_propose_one_after_another(self):
        self.assertEqual([self.desk.propose("mo", "Ben", "tu"), self.desk.propose("mo", "Cleo")], [2, 3])
        self.assertEqual(self.desk.offers, {"mo": [("Dan", ""), ("Ben", "tu"), ("Cleo", "")], "th": []})

    def test_propose_replaces(self):
        self.assertEqual([self.desk.propose("mo", "Ben"), self.desk.propose("mo", "Dan")], [2, 2])
        self.assertEqual(self.desk.offers["mo"], [("Ben", ""), ("Dan", "")])
        self.assertEqual(self.desk.propose("mo", "Ben", "tu"), 2)
        self.assertEqual(self.desk.offers["mo"], [("Dan", ""), ("Ben", "tu")])

    def test_propose_same_exchange_twice(self):
        self.desk.offers["we"] = []
        self.assertEqual([self.desk.propose("mo", "Ben", "tu"), self.desk.propose("we", "Ben", "tu")], [2, 1])
        self.assertEqual(self.desk.offers["we"], [("Ben", "tu")])

    def test_propose_no_rest(self):
        self.desk.offers["we"] = []
        self.desk.shifts["fr"] = (92, 93, "Ben")
        for shift, nurse, exchange, tired in (
            ("th", "Ben", "tu", "Ben"),
            ("we", "Cleo", "th", "Cleo"),
            ("mo", "Cleo", "night", "Ann"),
            ("we", "Cleo", "", "Cleo"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.desk.propose(shift, nurse, exchange)
            self.assertEqual(str(caught.exception), f"no rest: {tired}")
        self.assertEqual(self.desk.propose("we", "Cleo", "night"), 1)
        self.assertEqual(self.desk.offers, {"mo": [("Dan", "")], "th": [], "we": [("Cleo", "night")]})

    def test_propose_errors(self):
        self.desk.agreed = {"we": ("Ben", "tu")}
        self.desk.shifts["x"] = (7, 8, "Cleo")
        for nurse, exchange, message in (
            ("Ann", "tu", "own shift"),
            ("Ben", "th", "not yours: th"),
            ("Ben", "fr", "not yours: fr"),
            ("Ben", "tu", "bound: tu"),
            ("Cleo", "x2", "not yours: x2"),
            ("Cleo", "th", "no rest: Cleo"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.desk.propose("mo", nurse, exchange)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.desk.offers, {"mo": [("Dan", "")], "th": []})

    def test_propose_bound_because_agreed(self):
        self.desk.agreed = {"tu": ("Dan", "")}
        with self.assertRaises(ValueError) as caught:
            self.desk.propose("mo", "Ben", "tu")
        self.assertEqual(str(caught.exception), "bound: tu")
        self.assertEqual((self.desk.propose("mo", "Ben"), self.desk.offers["mo"]), (2, [("Dan", ""), ("Ben", "")]))

    def test_propose_not_offered(self):
        for shift in ("we", "fr"):
            with self.assertRaises(KeyError) as caught:
                self.desk.propose(shift, "Ann")
            self.assertEqual(caught.exception.args, (shift,))


class SwapDeskTestAccept(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)
        self.desk.offers = {
            "tu": [("Eve", ""), ("Ann", "mo")],
            "mo": [("Dan", ""), ("Ben", "tu"), ("Cleo", "th")],
            "th": [("Ben", ""), ("Ann", "mo"), ("Dan", "")],
        }

    def test_accept_exchange(self):
        self.assertEqual(
            self.desk.accept("mo", "Ben"), [("mo", "Dan"), ("mo", "Cleo"), ("tu", "Eve"), ("tu", "Ann"), ("th", "Ann")]
        )
        self.assertEqual(
            (self.desk.offers, self.desk.agreed), ({"th": [("Ben", ""), ("Dan", "")]}, {"mo": ("Ben", "tu")})
        )

    def test_accept_for_nothing(self):
        self.assertEqual(self.desk.accept("mo", "Dan"), [("mo", "Ben"), ("mo", "Cleo"), ("tu", "Ann"), ("th", "Ann")])
        self.assertEqual(self.desk.agreed, {"mo": ("Dan", "")})
        self.assertEqual(self.desk.offers, {"tu": [("Eve", "")], "th": [("Ben", ""), ("Dan", "")]})

    def test_accept_keeps_shifts(self):
        self.assertEqual(self.desk.accept("th", "Ben"), [("th", "Ann"), ("th", "Dan"), ("mo", "Cleo")])
        self.assertEqual((self.desk.shifts, len(self.desk.offers)), (SHIFTS, 2))

    def test_accept_twice(self):
        self.assertEqual(len(self.desk.accept("th", "Dan")), 3)
        self.assertEqual(self.desk.accept("tu", "Eve"), [("tu", "Ann"), ("mo", "Ben")])
        self.assertEqual(list(self.desk.agreed.items()), [("th", ("Dan", "")), ("tu", ("Eve", ""))])
        self.assertEqual(self.desk.offers, {"mo": [("Dan", "")]})

    def test_accept_nothing_dropped(self):
        self.desk.offers = {"mo": [("Ben", "tu")], "we": [("Dan", "")]}
        self.assertEqual(self.desk.accept("mo", "Ben"), [])
        self.assertEqual((self.desk.offers, self.desk.agreed), ({"we": [("Dan", "")]}, {"mo": ("Ben", "tu")}))

    def test_accept_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.desk.accept("tu", "Dan")
        self.assertEqual(str(caught.exception), "no proposal: Dan")
        with self.assertRaises(KeyError) as caught:
            self.desk.accept("we", "Dan")
        self.assertEqual(caught.exception.args, ("we",))
        self.assertEqual((len(self.desk.offers), self.desk.agreed), (3, {}))


class SwapDeskTestDecide(unittest.TestCase):
    def setUp(self):
        self.desk = SwapDesk(10)
        fill(self.desk)
        self.desk.agreed = {"we": ("Cleo", "night"), "mo": ("Ben", "")}
        self.desk.offers = {"tu": [("Dan", ""), ("Ann", "")], "th": [("Ann", ""), ("Dan", ""), ("Eve", "")]}

    def test_decide_exchange(self):
        self.assertEqual(self.desk.decide("we", True), [("tu", "Ann")])
        self.assertEqual((self.desk.shifts["we"], self.desk.shifts["night"]), ((54, 62, "Cleo"), (42, 50, "Ann")))
        self.assertEqual(self.desk.agreed, {"mo": ("Ben", "")})
        self.assertEqual(self.desk.offers, {"tu": [("Dan", "")], "th": [("Ann", ""), ("Dan", ""), ("Eve", "")]})

    def test_decide_for_nothing(self):
        self.assertEqual(self.desk.decide("mo", True), [])
        self.assertEqual(self.desk.shifts, {**SHIFTS, "mo": (6, 14, "Ben")})
        self.assertEqual(list(self.desk.agreed), ["we"])

    def test_decide_refused(self):
        self.assertEqual([self.desk.decide("we", False), self.desk.shifts], [[], SHIFTS])
        self.assertEqual((self.desk.agreed, list(self.desk.offers)), ({"mo": ("Ben", "")}, ["tu", "th"]))

    def test_decide_drops_agreed(self):
        self.desk.agreed = {"tu": ("Dan", ""), "night": ("Dan", ""), "th": ("Dan", "")}
        self.desk.offers = {"we": [("Dan", ""), ("Ben", "")]}
        self.assertEqual(self.desk.decide("night", True), [("tu", "Dan"), ("we", "Dan")])
        self.assertEqual((self.desk.agreed, self.desk.offers), ({"th": ("Dan", "")}, {"we": [("Ben", "")]}))

    def test_decide_frees_new_owner(self):
        self.desk.offers = {"th": [("Dan", "")]}
        self.desk.agreed = {"mo": ("Dan", "")}
        self.assertEqual(self.desk.decide("mo", True), [])
        self.assertEqual((self.desk.shifts["mo"], self.desk.offers), ((6, 14, "Dan"), {"th": [("Dan", "")]}))

    def test_decide_unknown(self):
        for shift in ("tu", "night", "fr"):
            with self.assertRaises(KeyError) as caught:
                self.desk.decide(shift, True)
            self.assertEqual(caught.exception.args, (shift,))
        self.assertEqual(self.desk.shifts, SHIFTS)


class SwapDeskTestMain(unittest.TestCase):
    def test_main_exchange(self):
        desk = SwapDesk(11)
        self.assertEqual(desk.add_shift("early", 6, 14, "Ann"), [])
        self.assertEqual([desk.add_shift("late", 14, 22, "Ben"), desk.add_shift("next", 30, 38, "Ann")], [[], []])
        self.assertEqual((desk.offer("early"), desk.fits("Ben", "early", "late")), ([], True))
        with self.assertRaises(ValueError) as caught:
            desk.propose("early", "Ben", "late")
        self.assertEqual(str(caught.exception), "no rest: Ann")
        self.assertEqual((desk.offer("next"), desk.propose("early", "Cleo")), ([], 1))
        self.assertEqual([desk.propose("next", "Cleo"), desk.propose("early", "Dan")], [1, 2])
        self.assertEqual(desk.accept("next", "Cleo"), [])
        self.assertEqual(desk.decide("next", True), [])
        self.assertEqual(desk.propose("early", "Ben", "late"), 3)
        self.assertEqual(desk.accept("early", "Ben"), [("early", "Cleo"), ("early", "Dan")])
        self.assertEqual((desk.decide("early", True), desk.review()), ([], []))
        self.assertEqual(desk.shifts, {"early": (6, 14, "Ben"), "late": (14, 22, "Ann"), "next": (30, 38, "Cleo")})

    def test_main_chain_of_drops(self):
        desk = SwapDesk(8)
        for shift, begin, nurse in (("a", 0, "Ann"), ("b", 16, "Ben"), ("c", 32, "Cleo"), ("d", 48, "Ann")):
            self.assertEqual(desk.add_shift(shift, begin, begin + 8, nurse), [])
        self.assertEqual([desk.offer(shift) for shift in "abc"], [["Ben", "Cleo"], ["Ann", "Cleo"], ["Ann", "Ben"]])
        self.assertEqual(
            [desk.propose("a", "Ben", "b"), desk.propose("c", "Ben", "b"), desk.propose("b", "Ann")], [1] * 3
        )
        self.assertEqual([desk.propose("c", "Dan"), desk.propose("b", "Dan"), desk.propose("a", "Dan")], [2] * 3)
        self.assertEqual(desk.add_shift("e", 27, 30, "Dan"), [("b", "Dan"), ("c", "Dan")])
        self.assertEqual(desk.accept("a", "Ben"), [("a", "Dan"), ("b", "Ann"), ("c", "Ben")])
        self.assertEqual((desk.offers, desk.agreed), ({"c": []}, {"a": ("Ben", "b")}))
        self.assertEqual(desk.add_shift("f", 2, 4, "Ben"), [("a", "Ben")])
        self.assertEqual((desk.agreed, desk.offer("b")), ({}, ["Ann", "Cleo"]))
        self.assertEqual([desk.propose("b", "Cleo", "c"), desk.propose("c", "Ben", "b")], [1, 1])
        self.assertEqual(desk.accept("c", "Ben"), [("b", "Cleo")])
        self.assertEqual((desk.decide("c", False), desk.offers, desk.agreed), ([], {}, {}))

    def test_main_review_after_swap(self):
        desk = SwapDesk(2)
        self.assertEqual([desk.add_shift("x", 0, 4, "Ann"), desk.add_shift("y", 6, 9, "Ben")], [[], []])
        self.assertEqual([desk.add_shift("z", 5, 6, "Cleo"), desk.offer("x")], [[], ["Ben"]])
        self.assertEqual(
            [desk.offer("y"), desk.propose("x", "Cleo", "z"), desk.propose("y", "Cleo", "z")], [["Ann"], 1, 1]
        )
        self.assertEqual([desk.propose("x", "Ben"), desk.propose("y", "Ann")], [2, 2])
        self.assertEqual(desk.accept("y", "Ann"), [("y", "Cleo")])
        self.assertEqual(desk.decide("y", True), [("x", "Cleo")])
        self.assertEqual((desk.offers, desk.fits("Ann", "z", "y")), ({"x": [("Ben", "")]}, False))
        self.assertEqual((desk.accept("x", "Ben"), desk.decide("x", True)), ([], []))
        self.assertEqual(desk.shifts, {"x": (0, 4, "Ben"), "y": (6, 9, "Ann"), "z": (5, 6, "Cleo")})
