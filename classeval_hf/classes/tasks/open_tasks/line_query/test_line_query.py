# canary: classeval-hf open line_query dd7484e4-ec7c-4abb-b25d-3161463fb3d6

import unittest

from solution import LineQuery

LINES = [
    "level=error code=17 disk full",
    "level=warn code=-4 user=ann",
    "start level=info user= note=a=b",
    "level=error level=warn code=x9 code=20",
    "=odd user=bob disk level=fatal",
]


def build(log):
    """Names three queries, two of which use others."""
    log.name_query("bad", "level=error or level=fatal")
    log.name_query("high", "code>15")
    log.name_query("alarm", "@bad and (@high or user=bob)")


class LineQueryTestSplit(unittest.TestCase):
    def test_split_conditions(self):
        self.assertEqual(
            LineQuery.split('a.b-c=1_x  A<-5 z>9 "a (b" q? @n.1'), ["a.b-c=1_x", "A<-5", "z>9", '"a (b"', "q?", "@n.1"]
        )

    def test_split_without_blanks(self):
        self.assertEqual(
            LineQuery.split('not"a"and(b?or@c)not(d=1'),
            ["not", '"a"', "and", "(", "b?", "or", "@c", ")", "not", "(", "d=1"],
        )

    def test_split_words_as_keys(self):
        self.assertEqual(LineQuery.split("and=or or? not not>and or"), ["and=or", "or?", "not", "not>and", "or"])
        self.assertEqual(LineQuery.split("a=1and b?and"), ["a=1and", "b?", "and"])

    def test_split_nothing(self):
        self.assertEqual([LineQuery.split(""), LineQuery.split("   ")], [[], []])
        self.assertEqual(LineQuery.split(' "" '), ['""'])

    def test_split_bad_token(self):
        cases = [("a=1 nothing", 4), ("a==1", 0), ("a=b=c", 3), ('"x" "y', 4), ("@ a=1", 0), ("a=1?", 3), ("a= 1", 0)]
        cases += [
            ("a=1\tb?", 3),
            ("(or-x)", 1),
            ("b? AND c?", 3),
            ("and=", 3),
            ("a=\u00e4", 0),
            ("x=1 &", 4),
            ("not.", 0),
        ]
        for query, index in cases:
            with self.assertRaises(ValueError) as caught:
                LineQuery.split(query)
            self.assertEqual(str(caught.exception), f"bad token at {index}")


class LineQueryTestParse(unittest.TestCase):
    def setUp(self):
        self.log = LineQuery()
        build(self.log)

    def test_parse_conditions(self):
        trees = [self.log.parse(query) for query in ('"x  y"', "a=1", "a<2", "a>-b", "a?", "@high", '""', "((a?))")]
        expected = [("text", "x  y"), ("=", "a", "1"), ("<", "a", "2"), (">", "a", "-b"), ("?", "a"), ("@", "high")]
        self.assertEqual(trees, [*expected, ("text", ""), ("?", "a")])
        self.assertEqual(list(self.log.named), ["bad", "high", "alarm"])

    def test_parse_precedence(self):
        self.assertEqual(
            self.log.parse("not a? and b? or c? and not not d?"),
            ("or", ("and", ("not", ("?", "a")), ("?", "b")), ("and", ("?", "c"), ("not", ("not", ("?", "d"))))),
        )

    def test_parse_rows(self):
        self.assertEqual(self.log.parse("a? and b? and c?"), ("and", ("?", "a"), ("?", "b"), ("?", "c")))
        self.assertEqual(
            self.log.parse("a? or (b? or (c? or d?)) or e?"),
            ("or", ("?", "a"), ("?", "b"), ("?", "c"), ("?", "d"), ("?", "e")),
        )
        self.assertEqual(
            self.log.parse("(a? and b?) and (c? and (d? or e?))"),
            ("and", ("?", "a"), ("?", "b"), ("?", "c"), ("or", ("?", "d"), ("?", "e"))),
        )

    def test_parse_brackets(self):
        self.assertEqual(
            self.log.parse("not (a? or b?) and (c? or d?)"),
            ("and", ("not", ("or", ("?", "a"), ("?", "b"))), ("or", ("?", "c"), ("?", "d"))),
        )
        self.assertEqual(self.log.parse("not (not (a? and b?))"), ("not", ("not", ("and", ("?", "a"), ("?", "b")))))

    def test_parse_unexpected(self):
        cases = {"": "end", "a? b?": "b?", "a? or": "end", "and a?": "and", "(a?": "end", "a?)": ")", "()": ")"}
        cases |= {
            "a? not b?": "not",
            "not": "end",
            "(a? (": "(",
            "a? and or b?": "or",
            '(a? "b")': '"b"',
            "@x @y": "@y",
        }
        for query, token in cases.items():
            with self.assertRaises(ValueError) as caught:
                self.log.parse(query)
            self.assertEqual(str(caught.exception), "unexpected " + token)

    def test_parse_unknown_name(self):
        with self.assertRaises(ValueError) as caught:
            self.log.parse("a? or @high and @zed or @abc")
        self.assertEqual(str(caught.exception), "unknown name: zed")
        self.assertEqual(self.log.parse("@alarm or @bad"), ("or", ("@", "alarm"), ("@", "bad")))

    def test_parse_bad_token_first(self):
        for query, message in (
            (") nothing", "bad token at 2"),
            ("@zed )", "unexpected )"),
            ("@zed %", "bad token at 5"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.log.parse(query)
            self.assertEqual(str(caught.exception), message)


class LineQueryTestNameQuery(unittest.TestCase):
    def setUp(self):
        self.log = LineQuery()

    def test_name_query_tree(self):
        self.assertEqual(self.log.name_query("a-1.b_", "x? or (y? or z?)"), [])
        self.assertEqual(self.log.named, {"a-1.b_": ("or", ("?", "x"), ("?", "y"), ("?", "z"))})

    def test_name_query_users(self):
        build(self.log)
        self.log.name_query("night", "@alarm and hour<6")
        self.assertEqual(self.log.name_query("high", "code>99"), ["alarm", "night"])
        self.assertEqual(self.log.named["high"], (">", "code", "99"))
        self.assertEqual([self.log.name_query("alarm", "@bad"), self.log.name_query("high", "x?")], [["night"], []])

    def test_name_query_users_in_other_order(self):
        for name in ("c", "b", "a", "d"):
            self.log.name_query(name, "x?")
        self.log.name_query("c", "@b")
        self.log.name_query("b", "not @a")
        self.assertEqual(self.log.name_query("a", "@d"), ["b", "c"])
        self.assertEqual(self.log.name_query("d", "y?"), ["a", "b", "c"])

    def test_name_query_goes_round(self):
        build(self.log)
        for name, query in (("high", "x? or @high"), ("bad", "not @alarm"), ("alarm", "@high or y? and @alarm")):
            with self.assertRaises(ValueError) as caught:
                self.log.name_query(name, query)
            self.assertEqual(str(caught.exception), "goes round")
        self.assertEqual(self.log.named["high"], (">", "code", "15"))

    def test_name_query_unknown(self):
        with self.assertRaises(ValueError) as caught:
            self.log.name_query("a", "@a")
        self.assertEqual(str(caught.exception), "unknown name: a")
        self.assertEqual(self.log.named, {})

    def test_name_query_bad_name(self):
        for name in ("", "a b", "@a", "a=b", "\u00e4", "a\n"):
            with self.assertRaises(ValueError) as caught:
                self.log.name_query(name, "nothing")
            self.assertEqual(str(caught.exception), "bad name")
        with self.assertRaises(ValueError) as caught:
            self.log.name_query("and", "x? nothing")
        self.assertEqual(str(caught.exception), "bad token at 3")
        self.assertEqual(self.log.named, {})


class LineQueryTestUses(unittest.TestCase):
    def test_uses_condition(self):
        self.assertEqual(LineQuery.uses(("@", "bad")), ["bad"])

    def test_uses_order(self):
        tree = ("and", ("not", ("@", "z")), ("or", ("@", "b"), ("?", "k"), ("@", "z")), ("@", "a"))
        self.assertEqual(LineQuery.uses(tree), ["z", "b", "a"])

    def test_uses_nothing(self):
        self.assertEqual([LineQuery.uses(("text", "@")), LineQuery.uses(("=", "and", "or"))], [[], []])
        self.assertEqual(LineQuery.uses(("or", ("text", "@x"), ("?", "@"))), [])

    def test_uses_deep(self):
        tree = ("@", "deep")
        for _ in range(40):
            tree = ("not", tree)
        self.assertEqual(LineQuery.uses(tree), ["deep"])

    def test_uses_directly_only(self):
        log = LineQuery()
        build(log)
        self.assertEqual([log.uses(log.named["alarm"]), log.uses(log.named["bad"])], [["bad", "high"], []])


class LineQueryTestHolds(unittest.TestCase):
    def setUp(self):
        self.log = LineQuery()
        build(self.log)

    def numbers(self, tree):
        log = self.log
        return [number for number, line in enumerate(LINES, 1) if log.holds(tree, line)]

    def test_holds_text(self):
        self.assertEqual(
            [self.numbers(("text", text)) for text in ("disk", "k f", "")], [[1, 5], [1], [1, 2, 3, 4, 5]]
        )
        self.assertEqual(self.log.holds(("text", "Disk"), "disk"), False)

    def test_holds_equal(self):
        self.assertEqual(self.numbers(("=", "level", "warn")), [2, 4])
        self.assertEqual([self.numbers(("=", "code", "017")), self.numbers(("=", "note", "a"))], [[], []])
        self.assertEqual(self.log.holds(("=", "level", "error"), LINES[3]), True)

    def test_holds_numbers(self):
        self.assertEqual([self.numbers(("<", "code", "17")), self.numbers((">", "code", "16"))], [[2], [1, 4]])
        self.assertEqual(
            [self.numbers((">", "code", "-5")), self.numbers(("<", "code", "0021"))], [[1, 2, 4], [1, 2, 4]]
        )
        self.assertEqual([self.numbers(("<", "code", "x")), self.numbers((">", "code", "1.5"))], [[], []])
        self.assertEqual([self.log.holds(("<", "n", bound), "n=4") for bound in ("x", "5")], [False, True])
        self.assertEqual(self.log.holds(("<", "n", "5"), "n=+4 n=4. n=\u0664 n=--4 m=4"), False)

    def test_holds_key(self):
        self.assertEqual(
            [self.numbers(("?", key)) for key in ("user", "code", "note", "odd")], [[2, 3, 5], [1, 2, 4], [3], []]
        )
        self.assertEqual([self.log.holds(("?", "disk"), "disk"), self.log.holds(("?", "x"), "x==")], [False, True])

    def test_holds_combinations(self):
        self.assertEqual(self.numbers(("or", ("=", "level", "fatal"), ("?", "note"), ("text", "ann"))), [2, 3, 5])
        self.assertEqual(self.numbers(("and", ("text", "level"), ("text", "disk"), ("?", "user"))), [5])
        self.assertEqual(self.numbers(("not", ("or", ("text", "disk"), ("<", "code", "0")))), [3, 4])

    def test_holds_named(self):
        self.assertEqual([self.numbers(("@", "bad")), self.numbers(("not", ("@", "alarm")))], [[1, 4, 5], [2, 3]])
        self.assertEqual(self.log.named["high"], (">", "code", "15"))

    def test_holds_unknown_name(self):
        tree = ("or", ("text", "a"), ("@", "zed"))
        self.assertEqual(
            [self.log.holds(tree, "bar"), self.log.holds(("and", ("?", "a"), ("@", "zed")), "b=1")], [True, False]
        )
        with self.assertRaises(KeyError) as caught:
            self.log.holds(tree, "b")
        self.assertEqual(caught.exception.args, ("zed",))


class LineQueryTestShow(unittest.TestCase):
    def setUp(self):
        self.log = LineQuery()

    def test_show_conditions(self):
        trees = [("text", "a or"), ("=", "a", "-1"), ("<", "a", "b"), (">", "x", "9"), ("?", "not"), ("@", "n")]
        self.assertEqual([self.log.show(tree) for tree in trees], ['"a or"', "a=-1", "a<b", "x>9", "not?", "@n"])

    def test_show_or_in_and(self):
        tree = ("and", ("or", ("?", "a"), ("?", "b")), ("?", "c"), ("or", ("?", "d"), ("?", "e")))
        self.assertEqual(self.log.show(tree), "(a? or b?) and c? and (d? or e?)")

    def test_show_and_in_or(self):
        tree = ("or", ("and", ("?", "a"), ("?", "b")), ("?", "c"), ("and", ("?", "d"), ("not", ("?", "e"))))
        self.assertEqual(self.log.show(tree), "a? and b? or c? or d? and not e?")

    def test_show_not(self):
        tree = ("not", ("not", ("and", ("?", "a"), ("not", ("or", ("?", "b"), ("text", ""))))))
        self.assertEqual(self.log.show(tree), 'not not (a? and not (b? or ""))')

    def test_show_deep(self):
        tree = ("and", ("?", "a"), ("or", ("?", "b"), ("and", ("?", "c"), ("or", ("?", "d"), ("@", "e")))))
        self.assertEqual(self.log.show(tree), "a? and (b? or c? and (d? or @e))")

    def test_show_named(self):
        build(self.log)
        self.assertEqual(self.log.show(self.log.named["alarm"]), "@bad and (@high or user=bob)")
        self.assertEqual(self.log.show(("@", "alarm")), "@alarm")


class LineQueryTestSelect(unittest.TestCase):
    def setUp(self):
        self.log = LineQuery()
        build(self.log)

    def test_select_numbers(self):
        lines = list(LINES)
        self.assertEqual(self.log.select("level=warn and not code<0", lines), [(4, LINES[3])])
        self.assertEqual(self.log.select("user? or code>16", lines)[1:3], [(2, LINES[1]), (3, LINES[2])])
        self.assertEqual(lines, LINES)

    def test_select_repeated_lines(self):
        self.assertEqual(self.log.select('"a" or b?', ["a", "b", "b=", "a"]), [(1, "a"), (3, "b="), (4, "a")])

    def test_select_named(self):
        self.assertEqual(self.log.select("@alarm", LINES), [(1, LINES[0]), (4, LINES[3]), (5, LINES[4])])
        self.assertEqual(self.log.named["bad"][0], "or")

    def test_select_nothing(self):
        self.assertEqual([self.log.select("level=none", LINES), self.log.select("@high", [])], [[], []])

    def test_select_errors(self):
        for query, message in (("@zed", "unknown name: zed"), ("a? or", "unexpected end"), ("warn", "bad token at 0")):
            with self.assertRaises(ValueError) as caught:
                self.log.select(query, [])
            self.assertEqual(str(caught.exception), message)


class LineQueryTestMain(unittest.TestCase):
    def test_main_there_and_back(self):
        log = LineQuery()
        self.assertEqual(log.split("(a?)or b?"), ["(", "a?", ")", "or", "b?"])
        tree = log.parse("((a? or b?)) and (not (c? and d?) and (e? or f?))")
        self.assertEqual(log.show(tree), "(a? or b?) and not (c? and d?) and (e? or f?)")
        self.assertEqual(log.parse(log.show(tree)), tree)
        self.assertEqual([log.holds(tree, "b= f=1 c=2"), log.holds(tree, "a=1 c= d= e=")], [True, False])
        self.assertEqual((log.name_query("t", log.show(tree)), log.named["t"]), ([], tree))
        self.assertEqual(log.select("not @t", ["a= e=", "f="]), [(2, "f=")])
        self.assertEqual(log.uses(log.parse("@t and not @t")), ["t"])

    def test_main_named_queries_change(self):
        log = LineQuery()
        build(log)
        self.assertEqual(log.select("@alarm", LINES[:2]), [(1, LINES[0])])
        self.assertEqual(log.name_query("bad", "level=warn"), ["alarm"])
        self.assertEqual(log.select("@alarm", LINES), [(4, LINES[3])])
        self.assertEqual(log.name_query("user", "@bad and user?"), [])
        self.assertEqual(log.name_query("high", "@user or code=x9"), ["alarm"])
        self.assertEqual(log.select("@alarm", LINES), [(2, LINES[1]), (4, LINES[3])])
        with self.assertRaises(ValueError) as caught:
            log.name_query("bad", "@high")
        self.assertEqual(str(caught.exception), "goes round")
        self.assertEqual((log.show(log.named["high"]), log.uses(log.named["user"])), ("@user or code=x9", ["bad"]))

    def test_main_errors_change_nothing(self):
        log = LineQuery()
        self.assertEqual(log.name_query("a", "x>1"), [])
        for query, message in (("@b", "unknown name: b"), ("@a or @a", "goes round"), ("x? and", "unexpected end")):
            with self.assertRaises(ValueError) as caught:
                log.name_query("a", query)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(log.named, {"a": (">", "x", "1")})
        self.assertEqual((log.name_query("b", "not @a"), log.select("@b", ["x=2", "x=1"])), ([], [(2, "x=1")]))
        self.assertEqual((log.holds(("@", "b"), "x=1 x=2"), log.show(log.parse("not(@b)"))), (False, "not @b"))
        self.assertEqual((log.uses(log.named["b"]), log.split("@b@a")), (["a"], ["@b", "@a"]))
