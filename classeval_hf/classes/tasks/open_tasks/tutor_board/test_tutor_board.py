# canary: classeval-hf open tutor_board cb836a1c-79fe-4a61-8531-2871d8ce3a76

import unittest

from solution import TutorBoard


def put(board, pupils, groups):
    """Puts pupils, given as {name: (urgency, wishes)}, on an empty board."""
    board.urgency = {name: urgency for name, (urgency, _) in pupils.items()}
    board.wishes = {name: wishes.split() for name, (_, wishes) in pupils.items()}
    board.groups.update({tutor: names.split() for tutor, names in groups.items()})


class TutorBoardTestTutorOf(unittest.TestCase):
    def setUp(self):
        pupils = {"Kim": (5, "Ada"), "Lee": (3, "Ada Bo"), "Max": (1, "Bo"), "Noa": (0, ""), "Obi": (9, "Cy Bo")}
        self.board = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 2})
        put(self.board, pupils, {"Ada": "Kim", "Bo": "Lee", "Cy": "Obi"})

    def test_tutor_of_first(self):
        self.assertEqual(self.board.tutor_of("Kim"), "Ada")

    def test_tutor_of_second_wish(self):
        self.assertEqual(self.board.tutor_of("Lee"), "Bo")

    def test_tutor_of_last_tutor(self):
        self.assertEqual(self.board.tutor_of("Obi"), "Cy")
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": ["Obi"]})

    def test_tutor_of_without_tutor(self):
        self.assertEqual([self.board.tutor_of("Max"), self.board.tutor_of("Noa")], ["", ""])

    def test_tutor_of_several_in_group(self):
        self.board.groups = {"Ada": ["Kim"], "Bo": ["Max"], "Cy": ["Obi"]}
        self.board.wishes["Lee"] = ["Cy"]
        self.board.groups["Cy"].append("Lee")
        self.assertEqual([self.board.tutor_of("Lee"), self.board.tutor_of("Obi")], ["Cy", "Cy"])

    def test_tutor_of_unknown(self):
        for name in ("Zoe", "Ada"):
            with self.assertRaises(KeyError) as caught:
                self.board.tutor_of(name)
            self.assertEqual(caught.exception.args, (name,))


class TutorBoardTestSeek(unittest.TestCase):
    def setUp(self):
        pupils = {"Kim": (5, "Ada Bo"), "Lee": (3, "Ada Bo Cy"), "Max": (2, "Bo Cy"), "Noa": (4, "Bo Ada Cy")}
        self.board = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(self.board, pupils, {})

    def test_seek_free_place(self):
        self.assertEqual(self.board.seek("Lee", 0), [("Lee", "Ada")])
        self.assertEqual(self.board.groups, {"Ada": ["Lee"], "Bo": [], "Cy": []})

    def test_seek_from_position(self):
        self.assertEqual(self.board.seek("Lee", 2), [("Lee", "Cy")])
        self.assertEqual(self.board.groups, {"Ada": [], "Bo": [], "Cy": ["Lee"]})

    def test_seek_chain(self):
        self.board.groups = {"Ada": ["Lee"], "Bo": ["Max"], "Cy": []}
        self.assertEqual(self.board.seek("Kim", 0), [("Kim", "Ada"), ("Lee", "Bo"), ("Max", "Cy")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": ["Max"]})

    def test_seek_passes_by(self):
        self.board.groups = {"Ada": ["Kim"], "Bo": ["Noa"], "Cy": ["Max"]}
        self.assertEqual(self.board.seek("Lee", 0), [("Lee", "Cy"), ("Max", "")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Noa"], "Cy": ["Lee"]})

    def test_seek_displaced_goes_on_after_the_tutor(self):
        self.board.wishes["Noa"] = ["Cy", "Bo", "Ada"]
        self.board.groups = {"Ada": [], "Bo": ["Noa"], "Cy": []}
        self.assertEqual(self.board.seek("Kim", 1), [("Kim", "Bo"), ("Noa", "Ada")])
        self.assertEqual(self.board.groups, {"Ada": ["Noa"], "Bo": ["Kim"], "Cy": []})

    def test_seek_at_the_end(self):
        self.assertEqual(self.board.seek("Kim", 2), [("Kim", "")])
        self.assertEqual(self.board.groups, {"Ada": [], "Bo": [], "Cy": []})

    def test_seek_equal_urgency(self):
        self.board.urgency = {"Kim": 5, "Lee": 2, "Max": 2, "Noa": 2}
        self.board.groups = {"Ada": ["Kim"], "Bo": ["Max"], "Cy": []}
        self.assertEqual(self.board.seek("Lee", 1), [("Lee", "Bo"), ("Max", "Cy")])
        self.assertEqual(self.board.seek("Noa", 0), [("Noa", "")])

    def test_seek_several_places(self):
        self.board.places["Bo"] = 2
        self.board.groups = {"Ada": [], "Bo": ["Kim", "Max"], "Cy": []}
        self.assertEqual(self.board.seek("Noa", 0), [("Noa", "Bo"), ("Max", "Cy")])
        self.assertEqual(self.board.groups, {"Ada": [], "Bo": ["Kim", "Noa"], "Cy": ["Max"]})

    def test_seek_no_places(self):
        self.board.places["Ada"] = 0
        self.assertEqual(self.board.seek("Kim", 0), [("Kim", "Bo")])
        self.assertEqual(self.board.groups, {"Ada": [], "Bo": ["Kim"], "Cy": []})


class TutorBoardTestFill(unittest.TestCase):
    def setUp(self):
        self.pupils = {"Kim": (5, "Ada Bo"), "Lee": (3, "Ada Bo Cy"), "Max": (2, "Bo Cy"), "Noa": (4, "Bo Cy")}

    def test_fill_chain(self):
        made = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(made, self.pupils, {"Bo": "Kim", "Cy": "Noa"})
        self.assertEqual(made.fill("Ada"), [("Kim", "Ada"), ("Noa", "Bo"), ("Lee", "Cy")])
        self.assertEqual(made.groups, {"Ada": ["Kim"], "Bo": ["Noa"], "Cy": ["Lee"]})

    def test_fill_no_free_place(self):
        made = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(made, self.pupils, {"Ada": "Kim", "Bo": "Noa", "Cy": "Lee"})
        self.assertEqual(made.fill("Bo"), [])
        self.assertEqual(made.groups, {"Ada": ["Kim"], "Bo": ["Noa"], "Cy": ["Lee"]})

    def test_fill_nobody_wants(self):
        made = TutorBoard({"Ada": 3, "Bo": 1, "Cy": 1})
        put(made, self.pupils, {"Ada": "Kim Lee", "Bo": "Noa", "Cy": "Max"})
        self.assertEqual(made.fill("Ada"), [])
        self.assertEqual(made.groups["Ada"], ["Kim", "Lee"])

    def test_fill_without_tutor_wins_by_urgency(self):
        self.pupils["Noa"] = (9, "Cy Bo")
        made = TutorBoard({"Ada": 0, "Bo": 1, "Cy": 1})
        put(made, self.pupils, {"Cy": "Noa"})
        self.assertEqual(made.fill("Bo"), [("Kim", "Bo")])
        self.assertEqual(made.groups, {"Ada": [], "Bo": ["Kim"], "Cy": ["Noa"]})

    def test_fill_several_places(self):
        made = TutorBoard({"Ada": 0, "Bo": 3, "Cy": 1})
        put(made, self.pupils, {"Cy": "Noa"})
        self.assertEqual(made.fill("Bo"), [("Kim", "Bo"), ("Noa", "Bo"), ("Lee", "Cy"), ("Lee", "Bo"), ("Max", "Cy")])
        self.assertEqual(made.groups, {"Ada": [], "Bo": ["Kim", "Noa", "Lee"], "Cy": ["Max"]})

    def test_fill_equal_urgency(self):
        self.pupils.update({"Kim": (2, "Ada Bo"), "Lee": (2, "Ada Bo"), "Noa": (2, "Bo")})
        made = TutorBoard({"Ada": 0, "Bo": 2, "Cy": 0})
        put(made, self.pupils, {"Bo": "Noa"})
        self.assertEqual(made.fill("Bo"), [("Kim", "Bo")])
        self.assertEqual(made.groups["Bo"], ["Kim", "Noa"])

    def test_fill_who_lists_it_only(self):
        made = TutorBoard({"Ada": 1, "Bo": 0, "Cy": 2})
        put(made, self.pupils, {"Ada": "Kim"})
        self.assertEqual(made.fill("Cy"), [("Noa", "Cy"), ("Lee", "Cy")])
        self.assertEqual(made.groups, {"Ada": ["Kim"], "Bo": [], "Cy": ["Noa", "Lee"]})


class TutorBoardTestEnter(unittest.TestCase):
    def setUp(self):
        pupils = {"Lee": (3, "Ada Bo"), "Max": (2, "Bo Cy")}
        self.board = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(self.board, pupils, {"Ada": "Lee", "Bo": "Max"})

    def test_enter_free_place(self):
        self.assertEqual(self.board.enter("Kim", 1, ["Cy", "Ada"]), [("Kim", "Cy")])
        self.assertEqual((self.board.urgency["Kim"], self.board.wishes["Kim"]), (1, ["Cy", "Ada"]))
        self.assertEqual(self.board.groups, {"Ada": ["Lee"], "Bo": ["Max"], "Cy": ["Kim"]})

    def test_enter_displaces(self):
        self.assertEqual(self.board.enter("Kim", 4, ["Ada"]), [("Kim", "Ada"), ("Lee", "Bo"), ("Max", "Cy")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": ["Max"]})

    def test_enter_without_wishes(self):
        self.assertEqual(self.board.enter("Kim", 4, []), [("Kim", "")])
        self.assertEqual(self.board.wishes, {"Lee": ["Ada", "Bo"], "Max": ["Bo", "Cy"], "Kim": []})

    def test_enter_copies_wishes(self):
        wishes = ["Ada"]
        self.assertEqual(self.board.enter("Kim", -1, wishes), [("Kim", "")])
        wishes.append("Cy")
        self.assertEqual(self.board.wishes["Kim"], ["Ada"])

    def test_enter_already(self):
        with self.assertRaises(ValueError) as caught:
            self.board.enter("Lee", 9, ["Dot"])
        self.assertEqual(str(caught.exception), "already on the board")
        self.assertEqual(self.board.urgency, {"Lee": 3, "Max": 2})

    def test_enter_unknown_tutor(self):
        with self.assertRaises(ValueError) as caught:
            self.board.enter("Kim", 9, ["Ada", "Ada", "Eli", "Dot"])
        self.assertEqual(str(caught.exception), "unknown tutor: Eli")
        self.assertEqual(self.board.wishes, {"Lee": ["Ada", "Bo"], "Max": ["Bo", "Cy"]})

    def test_enter_unknown_tutor_at_either_end(self):
        for wishes in (["Dot", "Ada"], ["Ada", "Dot"]):
            with self.assertRaises(ValueError) as caught:
                self.board.enter("Kim", 9, wishes)
            self.assertEqual(str(caught.exception), "unknown tutor: Dot")
        self.assertEqual(self.board.groups, {"Ada": ["Lee"], "Bo": ["Max"], "Cy": []})

    def test_enter_repeated_wish(self):
        with self.assertRaises(ValueError) as caught:
            self.board.enter("Kim", 9, ["Ada", "Bo", "Ada"])
        self.assertEqual(str(caught.exception), "repeated wish")
        self.assertEqual((self.board.urgency, self.board.groups["Ada"]), ({"Lee": 3, "Max": 2}, ["Lee"]))


class TutorBoardTestLeave(unittest.TestCase):
    def setUp(self):
        pupils = {"Kim": (5, "Ada"), "Lee": (3, "Ada Bo"), "Max": (2, "Bo Cy"), "Noa": (1, "Cy")}
        self.board = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(self.board, pupils, {"Ada": "Kim", "Bo": "Lee", "Cy": "Max"})

    def test_leave_chain(self):
        self.assertEqual(self.board.leave("Kim"), [("Lee", "Ada"), ("Max", "Bo"), ("Noa", "Cy")])
        self.assertEqual(self.board.groups, {"Ada": ["Lee"], "Bo": ["Max"], "Cy": ["Noa"]})
        self.assertEqual(self.board.urgency, {"Lee": 3, "Max": 2, "Noa": 1})

    def test_leave_short_chain(self):
        self.assertEqual(self.board.leave("Max"), [("Noa", "Cy")])
        self.assertEqual(self.board.wishes, {"Kim": ["Ada"], "Lee": ["Ada", "Bo"], "Noa": ["Cy"]})

    def test_leave_without_tutor(self):
        self.assertEqual(self.board.leave("Noa"), [])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": ["Max"]})
        self.assertEqual(sorted(self.board.wishes), ["Kim", "Lee", "Max"])

    def test_leave_place_stays_free(self):
        self.board.wishes["Noa"] = ["Bo", "Ada"]
        self.assertEqual(self.board.leave("Max"), [])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": []})

    def test_leave_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.board.leave("Zoe")
        self.assertEqual(caught.exception.args, ("Zoe",))
        self.assertEqual(self.board.urgency, {"Kim": 5, "Lee": 3, "Max": 2, "Noa": 1})


class TutorBoardTestChange(unittest.TestCase):
    def setUp(self):
        pupils = {"Kim": (5, "Ada"), "Lee": (3, "Ada Bo"), "Max": (2, "Bo Cy"), "Noa": (1, "Cy")}
        self.board = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 1})
        put(self.board, pupils, {"Ada": "Kim", "Bo": "Lee", "Cy": "Max"})

    def test_change_place_is_filled_first(self):
        self.assertEqual(
            self.board.change("Kim", 6, ["Cy"]),
            [("Lee", "Ada"), ("Max", "Bo"), ("Noa", "Cy"), ("Kim", "Cy"), ("Noa", "")],
        )
        self.assertEqual(self.board.groups, {"Ada": ["Lee"], "Bo": ["Max"], "Cy": ["Kim"]})
        self.assertEqual((self.board.urgency["Kim"], self.board.wishes["Kim"]), (6, ["Cy"]))

    def test_change_back_to_same_tutor(self):
        self.assertEqual(
            self.board.change("Kim", 4, ["Ada", "Cy"]),
            [("Lee", "Ada"), ("Max", "Bo"), ("Noa", "Cy"), ("Kim", "Ada"), ("Lee", "Bo"), ("Max", "Cy"), ("Noa", "")],
        )
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Lee"], "Cy": ["Max"]})

    def test_change_less_urgent_loses_place(self):
        self.assertEqual(
            self.board.change("Kim", 1, ["Ada", "Cy"]),
            [("Lee", "Ada"), ("Max", "Bo"), ("Noa", "Cy"), ("Kim", "Cy"), ("Noa", "")],
        )
        self.assertEqual((self.board.groups["Ada"], self.board.urgency["Kim"]), (["Lee"], 1))

    def test_change_gives_up(self):
        self.assertEqual(self.board.change("Lee", 3, []), [("Max", "Bo"), ("Noa", "Cy"), ("Lee", "")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Max"], "Cy": ["Noa"]})
        self.assertEqual(self.board.wishes["Lee"], [])

    def test_change_without_tutor(self):
        self.assertEqual(self.board.change("Noa", 4, ["Ada", "Bo"]), [("Noa", "Bo"), ("Lee", "")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Noa"], "Cy": ["Max"]})

    def test_change_old_place_stays_free(self):
        self.board.wishes["Noa"] = []
        self.assertEqual(self.board.change("Max", 5, ["Ada", "Cy"]), [("Max", "Cy")])
        self.assertEqual(self.board.change("Max", 5, ["Bo"]), [("Max", "Bo"), ("Lee", "")])
        self.assertEqual(self.board.groups, {"Ada": ["Kim"], "Bo": ["Max"], "Cy": []})

    def test_change_copies_wishes(self):
        wishes = ["Ada"]
        moves = self.board.change("Kim", 5, wishes)
        self.assertEqual(moves[2:5], [("Noa", "Cy"), ("Kim", "Ada"), ("Lee", "Bo")])
        wishes.clear()
        self.assertEqual(self.board.wishes["Kim"], ["Ada"])

    def test_change_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.board.change("Zoe", 3, ["Ada"])
        self.assertEqual(caught.exception.args, ("Zoe",))
        self.assertEqual(sorted(self.board.wishes), ["Kim", "Lee", "Max", "Noa"])


class TutorBoardTestSetPlaces(unittest.TestCase):
    def setUp(self):
        pupils = {"Kim": (5, "Ada Bo"), "Lee": (3, "Ada Bo Cy"), "Max": (2, "Cy Ada Bo"), "Noa": (1, "Ada Cy")}
        self.board = TutorBoard({"Ada": 2, "Bo": 1, "Cy": 1})
        put(self.board, pupils, {"Ada": "Kim Lee", "Cy": "Max"})

    def test_set_places_fewer(self):
        self.assertEqual(self.board.set_places("Ada", 1), [("Lee", "Bo")])
        self.assertEqual((self.board.places["Ada"], self.board.groups["Ada"]), (1, ["Kim"]))

    def test_set_places_none(self):
        self.assertEqual(self.board.set_places("Ada", 0), [("Kim", "Bo"), ("Lee", "Cy"), ("Max", "")])
        self.assertEqual(self.board.groups, {"Ada": [], "Bo": ["Kim"], "Cy": ["Lee"]})
        self.assertEqual(self.board.places, {"Ada": 0, "Bo": 1, "Cy": 1})

    def test_set_places_asks_tutors_after_it(self):
        self.assertEqual(self.board.set_places("Cy", 0), [("Max", "Bo")])
        self.board.places["Cy"] = 1
        self.board.wishes["Noa"], self.board.urgency["Noa"] = ["Cy"], 6
        self.board.groups = {"Ada": ["Kim", "Lee"], "Bo": ["Max"], "Cy": ["Noa"]}
        self.assertEqual(self.board.set_places("Bo", 0), [("Max", "")])

    def test_set_places_more(self):
        self.assertEqual(self.board.set_places("Ada", 5), [("Noa", "Ada")])
        self.assertEqual((self.board.places["Ada"], self.board.groups["Ada"]), (5, ["Kim", "Lee", "Noa"]))

    def test_set_places_same(self):
        self.assertEqual(self.board.set_places("Ada", 2), [])
        self.assertEqual(self.board.groups, {"Ada": ["Kim", "Lee"], "Bo": [], "Cy": ["Max"]})

    def test_set_places_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.board.set_places("Kim", 2)
        self.assertEqual(caught.exception.args, ("Kim",))
        self.assertEqual(self.board.places, {"Ada": 2, "Bo": 1, "Cy": 1})


class TutorBoardTestMain(unittest.TestCase):
    def test_main_term(self):
        made = TutorBoard({"Ada": 1, "Bo": 2})
        self.assertEqual(made.enter("Kim", 2, ["Ada", "Bo"]), [("Kim", "Ada")])
        self.assertEqual(made.enter("Lee", 2, ["Ada", "Bo"]), [("Lee", "Bo")])
        self.assertEqual(made.enter("Max", 7, ["Bo"]), [("Max", "Bo")])
        self.assertEqual(made.enter("Noa", 3, ["Ada"]), [("Noa", "Ada"), ("Kim", "Bo"), ("Lee", "")])
        self.assertEqual(made.groups, {"Ada": ["Noa"], "Bo": ["Max", "Kim"]})
        self.assertEqual([made.tutor_of("Lee"), made.tutor_of("Kim")], ["", "Bo"])
        bo = [("Lee", "Bo"), ("Noa", "Bo")]
        self.assertEqual(made.change("Noa", 3, ["Bo", "Ada"]), [("Kim", "Ada"), *bo, ("Lee", "")])
        self.assertEqual(made.groups, {"Ada": ["Kim"], "Bo": ["Max", "Noa"]})
        self.assertEqual(made.leave("Max"), [("Lee", "Bo")])
        self.assertEqual(made.set_places("Bo", 0), [("Noa", "Ada"), ("Kim", ""), ("Lee", "")])
        self.assertEqual(made.set_places("Ada", 3), [("Kim", "Ada"), ("Lee", "Ada")])
        self.assertEqual(made.groups, {"Ada": ["Noa", "Kim", "Lee"], "Bo": []})

    def test_main_single_steps(self):
        made = TutorBoard({"Ada": 1, "Bo": 1, "Cy": 0})
        self.assertEqual(made.enter("Kim", 1, ["Cy", "Ada"]), [("Kim", "Ada")])
        self.assertEqual(made.enter("Lee", 1, ["Cy", "Bo"]), [("Lee", "Bo")])
        made.places["Cy"] = 1
        self.assertEqual(made.fill("Cy"), [("Kim", "Cy")])
        self.assertEqual(made.change("Lee", 2, ["Cy", "Ada"]), [("Lee", "Cy"), ("Kim", "Ada")])
        made.groups["Ada"] = []
        made.places["Ada"] = 0
        self.assertEqual(made.seek("Kim", 0), [("Kim", "")])
        self.assertEqual(made.tutor_of("Lee"), "Cy")
        self.assertEqual(made.leave("Lee"), [("Kim", "Cy")])
        self.assertEqual((made.urgency, made.groups), ({"Kim": 1}, {"Ada": [], "Bo": [], "Cy": ["Kim"]}))

    def test_main_returns(self):
        made = TutorBoard({"Ada": 1, "Bo": 1})
        self.assertEqual(made.enter("Kim", 4, ["Ada", "Bo"]), [("Kim", "Ada")])
        self.assertEqual(made.enter("Lee", 6, ["Ada"]), [("Lee", "Ada"), ("Kim", "Bo")])
        self.assertEqual(made.change("Lee", 3, ["Ada"]), [("Kim", "Ada"), ("Lee", "")])
        self.assertEqual(made.groups, {"Ada": ["Kim"], "Bo": []})
        self.assertEqual(made.leave("Lee"), [])
        self.assertEqual(made.enter("Lee", 8, ["Ada"]), [("Lee", "Ada"), ("Kim", "Bo")])
        self.assertEqual(made.set_places("Ada", 2), [("Kim", "Ada")])
        self.assertEqual(made.tutor_of("Kim"), "Ada")
        self.assertEqual(made.groups, {"Ada": ["Lee", "Kim"], "Bo": []})
