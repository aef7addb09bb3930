# canary: classeval-hf open old_measures a6f56947-8992-4bfd-9b97-6cf63e899697

import unittest
from fractions import Fraction

from solution import OldMeasures


def set_up(old):
    """Defines measures of weight, length and volume."""
    old.define("weight", ["st", "lb", "oz"], [14, 16])
    old.define("length", ["rod", "fathom", "foot", "inch"], [3, 6, 12])
    old.define("ells", ["ell"], [])
    old.define("cloth", ["bolt", "span"], [40])


def set_up_tenths(old, names):
    """Defines measures with two units each, such as ax and a of the measure a."""
    for name in names:
        old.define(name, [name + "x", name], [10])


def bind(old, *ties):
    for tie in ties:
        old.tie(*tie)


class OldMeasuresTestDefine(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()

    def test_define_sizes(self):
        self.assertEqual(self.old.define("length", ["rod", "fathom", "foot", "inch"], [3, 6, 12]), 216)
        self.assertEqual(self.old.measures, {"length": [("rod", 216), ("fathom", 72), ("foot", 12), ("inch", 1)]})
        self.assertEqual(self.old.ties, {"length": {}})

    def test_define_one_unit(self):
        self.assertEqual((self.old.define("ells", ["ell"], []), self.old.measures), (1, {"ells": [("ell", 1)]}))

    def test_define_several(self):
        sizes = [
            self.old.define("a", ["x", "y"], [2]),
            self.old.define("b", ["y", "x"], [9]),
            self.old.define("", ["x"], []),
        ]
        self.assertEqual(sizes, [2, 9, 1])
        self.assertEqual(self.old.measures["b"], [("y", 9), ("x", 1)])

    def test_define_known(self):
        set_up(self.old)
        bind(self.old, ("ells", "1 ell", "cloth", "3 span"))
        with self.assertRaises(ValueError) as caught:
            self.old.define("ells", [], [1])
        self.assertEqual((str(caught.exception), self.old.ties["ells"]), ("known", {"cloth": 3}))
        self.assertEqual(self.old.measures["ells"], [("ell", 1)])

    def test_define_errors(self):
        cases = [([], [], "bad units"), (["a", "b", "a"], [], "bad units"), (["a", "b"], [], "bad steps")]
        cases += [(["a", "b"], [3, 3], "bad steps"), (["a", "b", "c"], [2, 1], "bad steps"), (["a"], [2], "bad steps")]
        cases += [(["a", "b"], [-5], "bad steps"), (["a", "b", "c"], [0, 2], "bad steps")]
        for units, steps, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.old.define("m", units, steps)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.old.measures, self.old.ties), ({}, {}))
        self.assertEqual(self.old.define("m", ["a", "b", "c"], [2, 2]), 4)


class OldMeasuresTestRead(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)

    def amounts(self, measure, *texts):
        return [self.old.read(measure, text) for text in texts]

    def test_read_units(self):
        texts = ("1 st 13 lb 15 oz", "3 st 4 lb", "5 oz", "007 lb 0 oz", "0 st", "2 st 9 oz")
        self.assertEqual(self.amounts("weight", *texts), [447, 736, 5, 112, 0, 457])
        self.assertEqual(self.old.read("length", "1 rod 2 fathom 5 foot 11 inch"), 431)

    def test_read_fractions(self):
        texts = ("1/2 oz", "3 1/3 oz", "2 st 1/2 lb", "1 lb 7  15/16 oz", "4 6/4 lb", "7/2 st", "0/5 oz")
        values = [Fraction(1, 2), Fraction(10, 3), 456, Fraction(383, 16), 88, 784, 0]
        self.assertEqual(self.amounts("weight", *texts), values)

    def test_read_blanks_and_sign(self):
        texts = ("  1   lb  2 oz ", "-1 lb 2 oz", " - 1 lb 2 oz", "-1/4 oz", "-  3 1/4 oz", "-0 lb")
        self.assertEqual(self.amounts("weight", *texts), [18, -18, -18, Fraction(-1, 4), Fraction(-13, 4), 0])

    def test_read_first_may_be_large(self):
        self.assertEqual(
            self.amounts("weight", "100 oz", "31/2 oz", "90 lb 15 1/2 oz"), [100, Fraction(31, 2), Fraction(2911, 2)]
        )

    def bad(self, measure, *texts):
        for text in texts:
            with self.assertRaises(ValueError) as caught:
                self.old.read(measure, text)
            self.assertEqual(str(caught.exception), f"bad amount: {text}")

    def test_read_too_many(self):
        self.bad(
            "weight", "1 lb 16 oz", "1 st 14 lb", "1 st 224 oz", "1 lb 15 3/2 oz", "1 st 16 oz 1 oz", "1 lb 33/2 oz"
        )
        self.assertEqual(self.amounts("length", "1 rod 11 inch", "1 rod 5 foot"), [227, 276])
        self.bad("length", "1 rod 12 inch", "1 rod 6 foot", "0 rod 3 fathom")

    def test_read_bad(self):
        self.bad(
            "weight",
            "",
            " ",
            "-",
            "5",
            "lb",
            "lb 5",
            "5lb",
            "1 lb 1 st",
            "1 lb 2 lb",
            "1 kg",
            "1 LB",
            "+1 lb",
            "1 lb -2 oz",
        )
        self.bad(
            "weight",
            "1/0 oz",
            "1/2 st 3 lb",
            "1 1/2 st 3 lb",
            "1.5 lb",
            "1 lb, 2 oz",
            "1/ 2 oz",
            "1 /2 oz",
            "--1 lb",
            "1 2 oz",
        )
        self.bad("weight", "1 lb\t2 oz", "٣ lb", "1 lb 2oz", "1 lb 3", "1 lb2 oz", "-1/2 1/2 oz", "1 lb\n")
        self.assertEqual(self.old.measures["weight"][0], ("st", 224))

    def test_read_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.old.read("volume", "x")
        self.assertEqual(caught.exception.args, ("volume",))
        self.assertEqual(self.old.read("ells", "7 2/4 ell"), Fraction(15, 2))


class OldMeasuresTestWrite(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)

    def test_write_whole(self):
        numbers = (1, 16, 17, 224, 225, 240, 447, 22400)
        texts = ["1 oz", "1 lb", "1 lb 1 oz", "1 st", "1 st 1 oz", "1 st 1 lb", "1 st 13 lb 15 oz", "100 st"]
        self.assertEqual([self.old.write("weight", number, 1) for number in numbers], texts)

    def test_write_fractions(self):
        numbers = ((1, 2), (33, 2), (65, 2), (447, 7), (6, 4), (448, 2), (5, 1000))
        texts = ["1/2 oz", "1 lb 1/2 oz", "2 lb 1/2 oz", "3 lb 15 6/7 oz", "1 1/2 oz", "1 st", "1/200 oz"]
        self.assertEqual([self.old.write("weight", *number) for number in numbers], texts)

    def test_write_negative(self):
        numbers = ((-1, 3), (-240, 1), (-7, 2))
        self.assertEqual(
            [self.old.write("weight", *number) for number in numbers], ["-1/3 oz", "-1 st 1 lb", "-3 1/2 oz"]
        )

    def test_write_zero(self):
        self.assertEqual(
            [self.old.write(measure, 0, 4) for measure in ("weight", "ells", "cloth")], ["0 oz", "0 ell", "0 span"]
        )
        self.assertEqual(self.old.measures["ells"], [("ell", 1)])

    def test_write_one_unit(self):
        self.assertEqual([self.old.write("ells", 500, 1), self.old.write("ells", 9, 4)], ["500 ell", "2 1/4 ell"])

    def test_write_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.old.write("volume", 5, 1)
        self.assertEqual((caught.exception.args, self.old.write("cloth", 81, 1)), (("volume",), "2 bolt 1 span"))


class OldMeasuresTestAdd(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)

    def test_add_carries(self):
        self.assertEqual(self.old.add("weight", ["1 st 13 lb 15 oz", "1 oz"]), "2 st")
        self.assertEqual(self.old.add("length", ["2 fathom 5 foot 11 inch", "1 inch", "3 inch"]), "1 rod 3 inch")

    def test_add_fractions(self):
        self.assertEqual(self.old.add("weight", ["1/2 oz", "1/3 oz", "1/6 oz", "2/3 lb"]), "11 2/3 oz")

    def test_add_negative(self):
        self.assertEqual(self.old.add("weight", ["1 lb", "-1 st"]), "-13 lb")
        self.assertEqual(self.old.add("weight", ["1 lb", "- 16 oz"]), "0 oz")

    def test_add_none_or_one(self):
        self.assertEqual([self.old.add("weight", []), self.old.add("weight", ["40 oz"])], ["0 oz", "2 lb 8 oz"])

    def test_add_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.old.add("weight", ["1 lb", "1 oz 1 lb", "x"])
        self.assertEqual(str(caught.exception), "bad amount: 1 oz 1 lb")
        for amounts in (["x"], []):
            with self.assertRaises(KeyError) as missing:
                self.old.add("volume", amounts)
            self.assertEqual(missing.exception.args, ("volume",))
        self.assertEqual(sorted(self.old.measures), ["cloth", "ells", "length", "weight"])


class OldMeasuresTestTie(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)

    def test_tie_both_directions(self):
        self.assertIs(self.old.tie("length", "3 foot 9 inch", "ells", "1 1/2 ell"), True)
        self.assertEqual(
            self.old.ties, {"weight": {}, "length": {"ells": Fraction(1, 30)}, "ells": {"length": 30}, "cloth": {}}
        )

    def test_tie_superfluous(self):
        results = [
            self.old.tie("length", "1 foot", "ells", "1 ell"),
            self.old.tie("ells", "2 ell", "length", "3 foot"),
            self.old.tie("cloth", "1 bolt", "ells", "25 ell"),
            self.old.tie("length", "7 inch", "cloth", "1 span"),
            self.old.tie("weight", "1 lb", "weight", "16 oz"),
        ]
        self.assertEqual(results, [True, False, True, False, False])
        self.assertEqual(self.old.ties["ells"], {"length": 12, "cloth": Fraction(8, 5)})
        self.assertEqual((self.old.ties["cloth"], self.old.ties["weight"]), ({"ells": Fraction(5, 8)}, {}))

    def test_tie_unknown(self):
        for measure, other, key in (("x", "y", "x"), ("ells", "y", "y"), ("x", "ells", "x")):
            with self.assertRaises(KeyError) as caught:
                self.old.tie(measure, "bad", other, "1 ell")
            self.assertEqual(caught.exception.args, (key,))
        self.assertEqual(self.old.ties["ells"], {})

    def test_tie_bad_amounts(self):
        cases = [
            ("1 inch", "2 foot", "bad amount: 1 inch"),
            ("1 ell", "2 foo", "bad amount: 2 foo"),
            ("0 ell", "x", "bad amount: x"),
        ]
        cases += [
            ("0 ell", "1 foot", "not above 0"),
            ("-1 ell", "1 foot", "not above 0"),
            ("1 ell", "-1 foot", "not above 0"),
            ("1 ell", "0 inch", "not above 0"),
        ]
        for amount, same, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.old.tie("ells", amount, "length", same)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.old.ties["ells"], self.old.ties["length"]), ({}, {}))

    def test_tie_fault_before_superfluous(self):
        bind(self.old, ("ells", "1 ell", "cloth", "3 span"))
        for same, message in (("-1 span", "not above 0"), ("41 ell", "bad amount: 41 ell")):
            with self.assertRaises(ValueError) as caught:
                self.old.tie("ells", "1 ell", "cloth", same)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(
            (self.old.ties["ells"], self.old.tie("cloth", "1 span", "length", "9 inch")), ({"cloth": 3}, True)
        )


class OldMeasuresTestConvert(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)
        bind(self.old, ("length", "3 foot 9 inch", "ells", "1 ell"), ("cloth", "3 span", "length", "2 foot 3 inch"))

    def test_convert_direct(self):
        self.assertEqual(self.old.convert("1 rod", "length", "ells"), "4 4/5 ell")
        self.assertEqual(self.old.convert("1/3 ell", "ells", "length"), "1 foot 3 inch")

    def test_convert_chain(self):
        self.assertEqual(self.old.convert("1 bolt 1 span", "cloth", "ells"), "8 1/5 ell")
        self.assertEqual(self.old.convert("-20 ell", "ells", "cloth"), "-2 bolt 20 span")

    def test_convert_same(self):
        self.assertEqual(self.old.convert("100 inch", "length", "length"), "1 fathom 2 foot 4 inch")
        self.assertEqual(self.old.convert("100 oz", "weight", "weight"), "6 lb 4 oz")

    def test_convert_zero(self):
        self.assertEqual((self.old.convert("0 rod", "length", "cloth"), self.old.ties["weight"]), ("0 span", {}))

    def test_convert_not_tied(self):
        for text, measure, other in (("1 lb", "weight", "ells"), ("1 ell", "ells", "weight")):
            with self.assertRaises(ValueError) as caught:
                self.old.convert(text, measure, other)
            self.assertEqual(str(caught.exception), "not tied")
        self.assertEqual(self.old.convert("2 ell", "ells", "length"), "1 fathom 1 foot 6 inch")

    def test_convert_errors(self):
        for measure, other, key in (("x", "y", "x"), ("ells", "y", "y")):
            with self.assertRaises(KeyError) as missing:
                self.old.convert("bad", measure, other)
            self.assertEqual(missing.exception.args, (key,))
        with self.assertRaises(ValueError) as caught:
            self.old.convert("1 foot", "ells", "weight")
        self.assertEqual(str(caught.exception), "bad amount: 1 foot")
        self.assertEqual(self.old.ties["ells"], {"length": 45})

    def test_convert_long_chain(self):
        old = OldMeasures()
        set_up_tenths(old, "abcd")
        bind(old, ("a", "1 a", "b", "2 b"), ("c", "1 c", "b", "5 b"), ("d", "1 dx", "c", "3 c"))
        self.assertEqual([old.convert("7 a", "a", "d"), old.convert("1 d", "d", "a")], ["9 1/3 d", "3/4 a"])


class OldMeasuresTestTable(unittest.TestCase):
    def setUp(self):
        self.old = OldMeasures()
        set_up(self.old)

    def test_table_columns(self):
        lines = ["st  lb     oz", " 1   .      1", " .  13  7 1/2", "12   .      .", "13  13  8 1/2"]
        self.assertEqual(self.old.table("weight", ["1 st 1 oz", "13 lb 7 1/2 oz", "12 st"]), lines)

    def test_table_negative(self):
        lines = [
            "rod  fathom  foot  inch",
            "  .       .    -2     .",
            "  1       .     .     .",
            "  .       2     4     .",
        ]
        self.assertEqual(self.old.table("length", ["-2 foot", "1 rod"]), lines)
        self.assertEqual(self.old.table("length", ["-220 inch"])[1:], [" -1       .     .     4"] * 2)

    def test_table_zero(self):
        lines = ["st  lb  oz", " .   1   .", " .  -1   .", " .   .   0"]
        self.assertEqual(self.old.table("weight", ["16 oz", "-1 lb"]), lines)

    def test_table_empty(self):
        self.assertEqual(self.old.table("cloth", []), ["bolt  span", "   .     0"])

    def test_table_one_unit(self):
        self.assertEqual(
            self.old.table("ells", ["1000 ell", "-1/4 ell"]), ["    ell", "   1000", "   -1/4", "999 3/4"]
        )
        self.assertEqual(self.old.measures["ells"], [("ell", 1)])

    def test_table_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.old.table("volume", ["x"])
        self.assertEqual(missing.exception.args, ("volume",))
        with self.assertRaises(ValueError) as caught:
            self.old.table("weight", ["1 oz", "16 oz 1 lb", ""])
        self.assertEqual(str(caught.exception), "bad amount: 16 oz 1 lb")
        self.assertEqual(self.old.table("weight", ["1 oz"])[2], " .   .   1")


class OldMeasuresTestMain(unittest.TestCase):
    def test_main_history(self):
        old = OldMeasures()
        self.assertEqual(
            [old.define("york", ["sack", "peck", "quart"], [12, 8]), old.define("leith", ["boll", "lippie"], [16])],
            [96, 16],
        )
        self.assertEqual(old.tie("york", "1 peck", "leith", "2 2/3 lippie"), True)
        self.assertEqual((old.ties["leith"], old.read("york", "1 sack 3 1/2 quart")), ({"york": 3}, Fraction(199, 2)))
        self.assertEqual(old.convert("1 sack 3 1/2 quart", "york", "leith"), "2 boll 1 1/6 lippie")
        self.assertEqual(old.add("leith", ["2 boll 1 1/6 lippie", "-3 boll"]), "-14 5/6 lippie")
        self.assertEqual((old.define("hull", ["tun"], []), old.tie("hull", "1 tun", "leith", "5 boll")), (1, True))
        self.assertEqual(
            [old.convert("1/4 tun", "hull", "york"), old.convert("1 quart", "york", "hull")],
            ["7 peck 4 quart", "1/240 tun"],
        )
        self.assertEqual(old.tie("york", "1 sack", "hull", "1 tun"), False)
        self.assertEqual(
            old.table("york", ["1/4 quart", "11 peck 7 quart"]),
            ["sack  peck  quart", "   .     .    1/4", "   .    11      7", "   .    11  7 1/4"],
        )
        self.assertEqual(old.write("york", 767, 8), "11 peck 7 7/8 quart")

    def test_main_faults_change_nothing(self):
        old = OldMeasures()
        self.assertEqual([old.define("a", ["m", "n"], [7]), old.define("b", ["p", "n"], [5])], [7, 5])
        with self.assertRaises(ValueError) as caught:
            old.define("a", ["z"], [])
        self.assertEqual(str(caught.exception), "known")
        with self.assertRaises(ValueError) as caught:
            old.tie("a", "1 m 7 n", "b", "1 p")
        self.assertEqual((str(caught.exception), old.ties), ("bad amount: 1 m 7 n", {"a": {}, "b": {}}))
        with self.assertRaises(ValueError) as caught:
            old.convert("1 n", "a", "b")
        self.assertEqual(str(caught.exception), "not tied")
        self.assertEqual([old.tie("a", "1 m 3 n", "b", "1 p"), old.tie("b", "1 n", "a", "1 n")], [True, False])
        self.assertEqual([old.convert("1 n", "a", "b"), old.convert("1 n", "b", "a")], ["1/2 n", "2 n"])
        self.assertEqual((old.add("b", ["1/2 n", "4 1/2 n"]), old.write("a", -15, 2)), ("1 p", "-1 m 1/2 n"))
        self.assertEqual((old.read("b", "- 2 p"), old.table("b", ["6 n"])), (-10, ["p  n", "1  1", "1  1"]))
