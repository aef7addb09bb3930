# canary: classeval-hf open address_reader 9de0867e-d113-4fbb-8a61-36aa747a1203

import unittest

from solution import AddressReader

SHORTS = {"st": "street", "rd": "road", "apt": "flat", "n": "north", "road": "lane"}


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(reader):
    """Ann and Cem live together, Bob and Dan each for himself as long as "av" is no abbreviation."""
    reader.enter("Ann", "Elm St. 5, 2000 Hull")
    reader.enter("Bob", "Elm Av 5, 2000 Hull")
    reader.enter("Cem", "05 ELM Street, hull 2000")
    reader.enter("Dan", "5 elm avenue, 2000 Hull")


class AddressReaderTestRead(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)

    def test_read_number_at_either_end(self):
        texts = "Elm 5, 2000 Hull", "5 Elm, 2000 Hull", "5 Elm 6, 2000 Hull", "5a 6, 2000 Hull"
        self.assertEqual(
            [self.reader.read(text)[:2] for text in texts], [("elm", "5"), ("elm", "5"), ("5 elm", "6"), ("5a", "6")]
        )

    def test_read_number_forms(self):
        texts = (
            "Elm 5B, 2000 Hull",
            "Elm 007, 2000 Hull",
            "Elm 000c, 2000 Hull",
            "12 Elm 5bb, 2000 Hull",
            "Elm 100., 2000 X",
        )
        self.assertEqual([self.reader.read(text)[1] for text in texts], ["5b", "7", "0c", "12", "100"])

    def test_read_code_at_either_end(self):
        texts = "Elm 5, Hull 2000", "Elm 5, 2000 Hull 3000", "Elm 5, 200 Hull 3000", "Elm 5, 0001 York 3000b"
        self.assertEqual(
            [self.reader.read(text)[3:] for text in texts],
            [("2000", "hull"), ("2000", "hull 3000"), ("3000", "200 hull"), ("0001", "york 3000b")],
        )

    def test_read_abbreviations(self):
        self.assertEqual(
            self.reader.read("N. Mill Rd... 9, APT 2 , N Hull 2000"),
            ("north mill road", "9", "flat 2", "2000", "north hull"),
        )
        self.assertEqual(self.reader.read("Road.st 4, 2000 n.n"), ("road.st", "4", "", "2000", "n.n"))
        self.assertEqual(self.reader.shorts, SHORTS)

    def test_read_unit(self):
        texts = "Elm 5, Apt 3b, 2000 Hull", "Elm 5,,. ,2000 Hull,", "Elm 5, 7, 2000 Hull", ", Elm 5, a . b, 2000 Hull"
        self.assertEqual([self.reader.read(text)[2] for text in texts], ["flat 3b", "", "7", "a b"])

    def test_read_parts(self):
        texts = "Elm 5", "", "a, b, c, d", "., ,", "x,"
        self.assertEqual(
            [failure(self.reader.read, text) for text in texts],
            [
                ("ValueError", "parts: 1"),
                ("ValueError", "parts: 0"),
                ("ValueError", "parts: 4"),
                ("ValueError", "parts: 0"),
                ("ValueError", "parts: 1"),
            ],
        )

    def test_read_missing(self):
        texts = (
            "Elm, Hull",
            "Elm five, 2000 Hull",
            "5, Hull",
            "Elm 5, Hull",
            "Elm 5, 20000 Hull",
            "Elm 5, 2000",
            "Elm b5, 2000",
        )
        self.assertEqual(
            [failure(self.reader.read, text) for text in texts],
            [
                ("ValueError", "no number"),
                ("ValueError", "no number"),
                ("ValueError", "no street"),
                ("ValueError", "no code"),
                ("ValueError", "no code"),
                ("ValueError", "no town"),
                ("ValueError", "no number"),
            ],
        )


class AddressReaderTestShow(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)

    def test_show_without_unit(self):
        self.assertEqual(self.reader.show("12 OLD mill st., 2000 hull"), "Old Mill Street 12, 2000 Hull")

    def test_show_with_unit(self):
        self.assertEqual(
            self.reader.show("mill Rd 03C, apt b7, kingston n 2000"), "Mill Road 3c, Flat B7, 2000 Kingston North"
        )

    def test_show_words_with_signs(self):
        self.assertEqual(
            self.reader.show("o'neill-way 4, 3RD floor, 2000 st.ives"), "O'neill-way 4, 3rd Floor, 2000 St.ives"
        )
        self.assertEqual(self.reader.shorts["st"], "street")

    def test_show_of_shown(self):
        shown = self.reader.show("mill lane 4, 2000 hull")
        self.assertEqual((shown, self.reader.show(shown)), ("Mill Lane 4, 2000 Hull", "Mill Lane 4, 2000 Hull"))

    def test_show_missing(self):
        self.assertEqual(
            [failure(self.reader.show, text) for text in ("a, b", "mill 3")],
            [("ValueError", "no number"), ("ValueError", "parts: 1")],
        )


class AddressReaderTestEnter(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)

    def test_enter_together(self):
        fill(self.reader)
        self.assertEqual(self.reader.enter("Eva", "elm st 5, 2000 hull"), ["Ann", "Cem", "Eva"])
        self.assertEqual(
            (self.reader.homes, self.reader.entries["Eva"]),
            (
                {
                    ("elm street", "5", "", "2000", "hull"): ["Ann", "Cem", "Eva"],
                    ("elm av", "5", "", "2000", "hull"): ["Bob"],
                    ("elm avenue", "5", "", "2000", "hull"): ["Dan"],
                },
                "elm st 5, 2000 hull",
            ),
        )

    def test_enter_units_apart(self):
        self.assertEqual(self.reader.enter("Ann", "Elm 5, Apt 1, 2000 Hull"), ["Ann"])
        self.assertEqual(self.reader.enter("Bob", "Elm 5, 2000 Hull"), ["Bob"])
        self.assertEqual(
            self.reader.homes,
            {("elm", "5", "flat 1", "2000", "hull"): ["Ann"], ("elm", "5", "", "2000", "hull"): ["Bob"]},
        )

    def test_enter_known_name_first(self):
        fill(self.reader)
        self.assertEqual(failure(self.reader.enter, "Bob", "nowhere"), ("ValueError", "known name"))
        self.assertEqual(self.reader.entries["Bob"], "Elm Av 5, 2000 Hull")

    def test_enter_unreadable(self):
        self.assertEqual(failure(self.reader.enter, "Bob", "Elm, 2000 Hull"), ("ValueError", "no number"))
        self.assertEqual((self.reader.entries, self.reader.homes), ({}, {}))

    def test_enter_result_is_a_copy(self):
        names = self.reader.enter("Ann", "Elm 5, 2000 Hull")
        names.append("Zoe")
        self.assertEqual(self.reader.homes, {("elm", "5", "", "2000", "hull"): ["Ann"]})


class AddressReaderTestLeave(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)
        fill(self.reader)

    def test_leave_of_two(self):
        self.assertEqual(self.reader.leave("Ann"), ["Cem"])
        self.assertEqual(
            (self.reader.homes[("elm street", "5", "", "2000", "hull")], list(self.reader.entries)),
            (["Cem"], ["Bob", "Cem", "Dan"]),
        )

    def test_leave_of_one(self):
        self.assertEqual(self.reader.leave("Bob"), [])
        self.assertEqual(
            sorted(self.reader.homes),
            [("elm avenue", "5", "", "2000", "hull"), ("elm street", "5", "", "2000", "hull")],
        )

    def test_leave_both(self):
        self.assertEqual([self.reader.leave("Cem"), self.reader.leave("Ann")], [["Ann"], []])
        self.assertEqual(
            sorted(self.reader.homes), [("elm av", "5", "", "2000", "hull"), ("elm avenue", "5", "", "2000", "hull")]
        )

    def test_leave_unknown(self):
        self.assertEqual(
            [failure(self.reader.leave, name) for name in ("Zoe", "ann")], [("KeyError", "Zoe"), ("KeyError", "ann")]
        )
        self.assertEqual(len(self.reader.entries), 4)

    def test_leave_result_is_a_copy(self):
        self.reader.leave("Ann").append("Zoe")
        self.assertEqual(self.reader.homes[("elm street", "5", "", "2000", "hull")], ["Cem"])


class AddressReaderTestTeach(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)
        fill(self.reader)

    def test_teach_new(self):
        self.assertEqual(self.reader.teach("av", "avenue"), ["Bob"])
        self.assertEqual(
            (self.reader.homes, self.reader.shorts["av"]),
            (
                {
                    ("elm street", "5", "", "2000", "hull"): ["Ann", "Cem"],
                    ("elm avenue", "5", "", "2000", "hull"): ["Bob", "Dan"],
                },
                "avenue",
            ),
        )

    def test_teach_order_of_entries(self):
        self.assertEqual(self.reader.teach("avenue", "street"), ["Dan"])
        self.assertEqual(self.reader.teach("av", "street"), ["Bob"])
        self.assertEqual(self.reader.homes, {("elm street", "5", "", "2000", "hull"): ["Ann", "Bob", "Cem", "Dan"]})

    def test_teach_changed(self):
        self.assertEqual(self.reader.teach("st", "stairs"), ["Ann"])
        self.assertEqual(
            (self.reader.homes, self.reader.entries["Ann"]),
            (
                {
                    ("elm stairs", "5", "", "2000", "hull"): ["Ann"],
                    ("elm av", "5", "", "2000", "hull"): ["Bob"],
                    ("elm street", "5", "", "2000", "hull"): ["Cem"],
                    ("elm avenue", "5", "", "2000", "hull"): ["Dan"],
                },
                "Elm St. 5, 2000 Hull",
            ),
        )

    def test_teach_not_looked_up_again(self):
        self.assertEqual(self.reader.teach("street", "square"), ["Cem"])
        self.assertEqual(
            sorted(self.reader.homes),
            [
                ("elm av", "5", "", "2000", "hull"),
                ("elm avenue", "5", "", "2000", "hull"),
                ("elm square", "5", "", "2000", "hull"),
                ("elm street", "5", "", "2000", "hull"),
            ],
        )

    def test_teach_removes(self):
        self.assertEqual(self.reader.teach("st", "st"), ["Ann"])
        self.assertEqual(
            (self.reader.shorts, self.reader.teach("hull", "hull")),
            ({"rd": "road", "apt": "flat", "n": "north", "road": "lane"}, []),
        )

    def test_teach_concerns_nobody(self):
        self.assertEqual(self.reader.teach("sq", "square"), [])
        self.assertEqual((self.reader.shorts["sq"], len(self.reader.homes)), ("square", 3))

    def test_teach_all(self):
        self.assertEqual(self.reader.teach("elm", "oak"), ["Ann", "Bob", "Cem", "Dan"])
        self.assertEqual(
            self.reader.homes,
            {
                ("oak street", "5", "", "2000", "hull"): ["Ann", "Cem"],
                ("oak av", "5", "", "2000", "hull"): ["Bob"],
                ("oak avenue", "5", "", "2000", "hull"): ["Dan"],
            },
        )

    def test_teach_bad_word(self):
        pairs = ("St", "x."), ("", "x"), ("st", "Street"), ("s1", "x"), ("st", "a b"), ("st", ""), ("é", "e")
        self.assertEqual(
            [failure(self.reader.teach, *pair) for pair in pairs],
            [
                ("ValueError", "bad word: St"),
                ("ValueError", "bad word: "),
                ("ValueError", "bad word: Street"),
                ("ValueError", "bad word: s1"),
                ("ValueError", "bad word: a b"),
                ("ValueError", "bad word: "),
                ("ValueError", "bad word: é"),
            ],
        )
        self.assertEqual(self.reader.shorts, SHORTS)

    def test_teach_parameter_is_kept(self):
        shorts = {"a": "b"}
        reader = AddressReader(shorts)
        self.assertEqual((reader.teach("c", "d"), shorts, reader.shorts), ([], {"a": "b"}, {"a": "b", "c": "d"}))


class AddressReaderTestRoute(unittest.TestCase):
    def setUp(self):
        self.reader = AddressReader(SHORTS)

    def numbers(self, *numbers):
        """The numbers of a street in the order of the route."""
        for index, number in enumerate(numbers):
            do(self.reader, "enter", f"p{index}", f"Elm {number}, 2000 Hull")
        return [home[1] for home in self.reader.route("2000")]

    def test_route_odd_and_even(self):
        self.assertEqual(self.numbers("10", "9", "2", "11", "100", "1", "0"), ["1", "9", "11", "100", "10", "2", "0"])

    def test_route_letters(self):
        self.assertEqual(
            self.numbers("3b", "4", "4b", "3", "4a", "3a", "5", "6"), ["3", "3a", "3b", "5", "6", "4b", "4a", "4"]
        )

    def test_route_units(self):
        for index, unit in enumerate(("flat 2", "", "flat 10", "attic")):
            do(self.reader, "enter", f"p{index}", f"Elm 4,{unit}, 2000 Hull")
        self.assertEqual(
            self.reader.route("2000"),
            [
                ("elm", "4", "", ["p1"]),
                ("elm", "4", "attic", ["p3"]),
                ("elm", "4", "flat 10", ["p2"]),
                ("elm", "4", "flat 2", ["p0"]),
            ],
        )

    def test_route_towns_and_streets(self):
        for index, (street, town) in enumerate(
            (("Elm", "York"), ("Oak", "Hull"), ("Elm St", "Hull"), ("Elm", "Hull"))
        ):
            do(self.reader, "enter", f"p{index}", f"{street} 5, 2000 {town}")
            do(self.reader, "enter", f"q{index}", f"{street} 1, {town} 2000")
        self.assertEqual(
            self.reader.route("2000"),
            [
                ("elm", "1", "", ["q3"]),
                ("elm", "5", "", ["p3"]),
                ("elm street", "1", "", ["q2"]),
                ("elm street", "5", "", ["p2"]),
                ("oak", "1", "", ["q1"]),
                ("oak", "5", "", ["p1"]),
                ("elm", "1", "", ["q0"]),
                ("elm", "5", "", ["p0"]),
            ],
        )

    def test_route_of_a_code(self):
        fill(self.reader)
        do(self.reader, "enter", "Eva", "Elm St. 5, 2001 Hull")
        self.assertEqual(
            [self.reader.route("2001"), self.reader.route("2002")], [[("elm street", "5", "", ["Eva"])], []]
        )
        self.assertEqual(
            self.reader.route("2000"),
            [("elm av", "5", "", ["Bob"]), ("elm avenue", "5", "", ["Dan"]), ("elm street", "5", "", ["Ann", "Cem"])],
        )

    def test_route_result_is_a_copy(self):
        fill(self.reader)
        self.reader.route("2000")[0][3].append("Zoe")
        self.assertEqual([names for _, _, _, names in self.reader.route("2000")], [["Bob"], ["Dan"], ["Ann", "Cem"]])
        self.assertEqual(len(self.reader.homes), 3)


class AddressReaderTestMain(unittest.TestCase):
    def test_main_street(self):
        reader = AddressReader({"ave": "avenue"})
        self.assertEqual(reader.enter("Ida", "12 Park Ave., 4100 Leeds"), ["Ida"])
        self.assertEqual(reader.enter("Jon", "Park Avenue 12, Leeds 4100"), ["Ida", "Jon"])
        self.assertEqual(reader.enter("Kim", "Pk. Avenue 12, Leeds 4100"), ["Kim"])
        self.assertEqual(reader.enter("Lee", "Park Avenue 11b, Leeds 4100"), ["Lee"])
        self.assertEqual(
            reader.route("4100"),
            [
                ("park avenue", "11b", "", ["Lee"]),
                ("park avenue", "12", "", ["Ida", "Jon"]),
                ("pk avenue", "12", "", ["Kim"]),
            ],
        )
        self.assertEqual(
            [reader.teach("pk", "park"), reader.homes],
            [
                ["Kim"],
                {
                    ("park avenue", "12", "", "4100", "leeds"): ["Ida", "Jon", "Kim"],
                    ("park avenue", "11b", "", "4100", "leeds"): ["Lee"],
                },
            ],
        )
        self.assertEqual([reader.leave("Jon"), reader.leave("Ida")], [["Ida", "Kim"], ["Kim"]])
        self.assertEqual(
            [reader.teach("ave", "ave"), reader.teach("pk", "pike"), reader.homes],
            [
                [],
                ["Kim"],
                {
                    ("pike avenue", "12", "", "4100", "leeds"): ["Kim"],
                    ("park avenue", "11b", "", "4100", "leeds"): ["Lee"],
                },
            ],
        )
        self.assertEqual(
            [reader.show(reader.entries["Kim"]), reader.read(reader.entries["Lee"])],
            ["Pike Avenue 12, 4100 Leeds", ("park avenue", "11b", "", "4100", "leeds")],
        )
        self.assertEqual(reader.enter("Jon", "12 pike avenue, 4100 LEEDS"), ["Kim", "Jon"])
        self.assertEqual(
            reader.route("4100"), [("park avenue", "11b", "", ["Lee"]), ("pike avenue", "12", "", ["Kim", "Jon"])]
        )

    def test_main_merging_words(self):
        reader = AddressReader({})
        texts = "Kay 1, 3000 Deal", "Quay 1, 3000 Deal", "Key 1, 3000 Deal", "Key 2, 3000 Deal"
        self.assertEqual([reader.enter(name, text) for name, text in zip("abcd", texts)], [["a"], ["b"], ["c"], ["d"]])
        self.assertEqual([reader.teach("kay", "quay"), reader.teach("key", "quay")], [["a"], ["c", "d"]])
        self.assertEqual(
            (reader.homes, reader.route("3000")),
            (
                {("quay", "1", "", "3000", "deal"): ["a", "b", "c"], ("quay", "2", "", "3000", "deal"): ["d"]},
                [("quay", "1", "", ["a", "b", "c"]), ("quay", "2", "", ["d"])],
            ),
        )
        self.assertEqual(
            [failure(reader.enter, "a", "Kay 1, 3000 Deal"), reader.leave("b")],
            [("ValueError", "known name"), ["a", "c"]],
        )
        self.assertEqual([reader.teach("quay", "dock"), reader.enter("b", "Quay 1, 3000 Deal")], [[], ["b"]])
        self.assertEqual(
            [reader.teach("key", "key"), reader.homes],
            [
                ["c", "d"],
                {
                    ("quay", "1", "", "3000", "deal"): ["a"],
                    ("key", "1", "", "3000", "deal"): ["c"],
                    ("key", "2", "", "3000", "deal"): ["d"],
                    ("dock", "1", "", "3000", "deal"): ["b"],
                },
            ],
        )
        self.assertEqual(
            [reader.show("key 1, 3000 deal"), reader.route("3000")],
            [
                "Key 1, 3000 Deal",
                [("dock", "1", "", ["b"]), ("key", "1", "", ["c"]), ("key", "2", "", ["d"]), ("quay", "1", "", ["a"])],
            ],
        )

    def test_main_towns(self):
        reader = AddressReader({"n": "north"})
        self.assertEqual(reader.enter("u", "Mill 4, N. Bay 1000"), ["u"])
        self.assertEqual(reader.enter("v", "4 Mill, 1000 North Bay"), ["u", "v"])
        self.assertEqual(
            [reader.enter("w", "4 Mill, Unit 1, 1000 Bay"), reader.route("1000")],
            [["w"], [("mill", "4", "unit 1", ["w"]), ("mill", "4", "", ["u", "v"])]],
        )
        self.assertEqual(
            [reader.teach("n", "new"), reader.homes],
            [
                ["u"],
                {
                    ("mill", "4", "", "1000", "new bay"): ["u"],
                    ("mill", "4", "", "1000", "north bay"): ["v"],
                    ("mill", "4", "unit 1", "1000", "bay"): ["w"],
                },
            ],
        )
        self.assertEqual(
            [reader.teach("north", "new"), reader.route("1000")],
            [["v"], [("mill", "4", "unit 1", ["w"]), ("mill", "4", "", ["u", "v"])]],
        )
        self.assertEqual(
            [reader.leave("w"), reader.leave("u"), failure(reader.leave, "u"), reader.homes],
            [[], ["v"], ("KeyError", "u"), {("mill", "4", "", "1000", "new bay"): ["v"]}],
        )
        self.assertEqual(
            [reader.show("n 3, north 1000"), reader.read("North n 3, 1000 x.n")],
            ["New 3, 1000 New", ("new new", "3", "", "1000", "x.n")],
        )
