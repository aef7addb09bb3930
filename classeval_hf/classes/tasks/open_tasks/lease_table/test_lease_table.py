# canary: classeval-hf open lease_table 068b5756-cb21-4900-86d6-43ac81cdda23

import unittest

from solution import LeaseTable


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(table):
    """Leases of a from 2 to 12, b from 4 to 14, c from 4 to 14; bob claims a for 9, ann claims c for 11."""
    table.acquire("ann", "a", 2)
    table.acquire("bob", "b", 4)
    table.acquire("cem", "c", 4)
    table.claim("bob", "a", 5)
    table.claim("ann", "c", 7)


class LeaseTableTestAdvance(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 25, 4)
        fill(self.table)

    def test_advance_to_the_moment(self):
        self.assertEqual([self.table.advance(8), self.table.advance(9)], [[], [(9, "a", "ann", "bob")]])
        self.assertEqual(
            (self.table.leases, self.table.claims, self.table.now),
            ({"b": ("bob", 4, 14), "c": ("cem", 4, 14), "a": ("bob", 9, 19)}, {"c": ("ann", 11)}, 9),
        )

    def test_advance_several_at_once(self):
        self.assertEqual(
            self.table.advance(14), [(9, "a", "ann", "bob"), (11, "c", "cem", "ann"), (14, "b", "bob", "")]
        )
        self.assertEqual((self.table.leases, self.table.claims), ({"a": ("bob", 9, 19), "c": ("ann", 11, 21)}, {}))

    def test_advance_far(self):
        self.assertEqual(
            self.table.advance(100),
            [
                (9, "a", "ann", "bob"),
                (11, "c", "cem", "ann"),
                (14, "b", "bob", ""),
                (19, "a", "bob", ""),
                (21, "c", "ann", ""),
            ],
        )
        self.assertEqual((self.table.leases, self.table.claims, len(self.table.log), self.table.now), ({}, {}, 8, 100))

    def test_advance_same_moment(self):
        table = LeaseTable(10, 25, 4)
        for name in "zxy":
            do(table, "acquire", "ann", name, 3)
        do(table, "claim", "bob", "y", 12)
        self.assertEqual(
            (table.advance(13), table.leases),
            ([(13, "x", "ann", ""), (13, "y", "ann", "bob"), (13, "z", "ann", "")], {"y": ("bob", 13, 23)}),
        )

    def test_advance_back(self):
        self.assertEqual(
            [failure(self.table.advance, 6), self.table.advance(7)], [("ValueError", "time runs back"), []]
        )
        self.assertEqual(self.table.now, 7)

    def test_advance_log_goes_on(self):
        self.table.advance(9)
        self.table.advance(11)
        self.assertEqual(
            self.table.log,
            [
                (2, "a", "", "ann"),
                (4, "b", "", "bob"),
                (4, "c", "", "cem"),
                (9, "a", "ann", "bob"),
                (11, "c", "cem", "ann"),
            ],
        )


class LeaseTableTestAcquire(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 25, 4)

    def test_acquire_free(self):
        self.assertEqual([self.table.acquire("ann", "a", 3), self.table.acquire("ann", "b", 3)], [True, True])
        self.assertEqual(
            (self.table.leases, self.table.log, self.table.now),
            ({"a": ("ann", 3, 13), "b": ("ann", 3, 13)}, [(3, "a", "", "ann"), (3, "b", "", "ann")], 3),
        )

    def test_acquire_leased(self):
        fill(self.table)
        self.assertEqual([self.table.acquire(name, "b", 8) for name in ("ann", "bob")], [False, False])
        self.assertEqual((self.table.leases["b"], self.table.now), (("bob", 4, 14), 8))

    def test_acquire_at_the_end(self):
        fill(self.table)
        self.assertEqual([self.table.acquire("dan", "b", 13), self.table.acquire("dan", "b", 14)], [False, True])
        self.assertEqual(
            (self.table.leases["b"], self.table.log[-2:]),
            (("dan", 14, 24), [(14, "b", "bob", ""), (14, "b", "", "dan")]),
        )

    def test_acquire_after_passing(self):
        fill(self.table)
        self.assertEqual([self.table.acquire("ann", "a", 18), self.table.acquire("ann", "a", 20)], [False, True])
        self.assertEqual(self.table.leases, {"c": ("ann", 11, 21), "a": ("ann", 20, 30)})

    def test_acquire_at_the_beginning(self):
        self.assertEqual((self.table.acquire("ann", "a", 0), self.table.leases), (True, {"a": ("ann", 0, 10)}))

    def test_acquire_time_runs_back(self):
        fill(self.table)
        self.assertEqual(failure(self.table.acquire, "dan", "d", 6), ("ValueError", "time runs back"))
        self.assertEqual("d" in self.table.leases, False)


class LeaseTableTestRenew(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 15, 4)
        fill(self.table)

    def test_renew_later_end(self):
        self.assertEqual([self.table.renew("bob", "b", 7), self.table.renew("bob", "b", 8)], [17, 18])
        self.assertEqual(self.table.leases["b"], ("bob", 4, 18))

    def test_renew_removes_claim(self):
        self.assertEqual(self.table.renew("ann", "a", 8), 17)
        self.assertEqual((self.table.leases["a"], self.table.claims), (("ann", 2, 17), {"c": ("ann", 11)}))

    def test_renew_at_most(self):
        self.assertEqual([self.table.renew("cem", "c", 10), self.table.renew("bob", "b", 13)], [19, 19])
        self.assertEqual(
            (self.table.leases, self.table.claims),
            ({"b": ("bob", 4, 19), "c": ("cem", 4, 19), "a": ("bob", 9, 19)}, {}),
        )

    def test_renew_without_gain_keeps_claim(self):
        self.table.renew("ann", "a", 8)
        do(self.table, "claim", "dan", "a", 10)
        self.assertEqual(self.table.renew("ann", "a", 12), 17)
        self.assertEqual((self.table.leases["a"], self.table.claims), (("ann", 2, 17), {"a": ("dan", 14)}))

    def test_renew_at_the_same_time(self):
        do(self.table, "acquire", "eva", "e", 7)
        do(self.table, "claim", "dan", "e", 7)
        self.assertEqual(self.table.renew("eva", "e", 7), 17)
        self.assertEqual(self.table.claims, {"a": ("bob", 9), "c": ("ann", 11), "e": ("dan", 11)})

    def test_renew_too_late(self):
        self.assertEqual(failure(self.table.renew, "ann", "a", 9), ("ValueError", "not yours"))
        self.assertEqual((self.table.now, self.table.leases["a"]), (9, ("bob", 9, 19)))

    def test_renew_errors(self):
        calls = (("bob", "a", 6), ("bob", "a", 8), ("bob", "z", 8), ("bob", "b", 14))
        self.assertEqual(
            [failure(self.table.renew, *call) for call in calls],
            [
                ("ValueError", "time runs back"),
                ("ValueError", "not yours"),
                ("ValueError", "not yours"),
                ("ValueError", "not yours"),
            ],
        )
        self.assertEqual(sorted(self.table.leases), ["a", "c"])


class LeaseTableTestClaim(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 25, 4)
        fill(self.table)

    def test_claim_due(self):
        self.assertEqual(
            [self.table.claim("dan", "b", 9), self.table.claims], [13, {"c": ("ann", 11), "b": ("dan", 13)}]
        )

    def test_claim_before_the_end(self):
        self.assertEqual([self.table.claim("dan", "b", 13), self.table.claims["b"]], [14, ("dan", 14)])

    def test_claim_of_a_claimant_lease(self):
        self.assertEqual([self.table.claim("ann", "a", 9), self.table.claims["a"]], [13, ("ann", 13)])

    def test_claim_errors_in_order(self):
        calls = (("ann", "a", 6), ("ann", "z", 8), ("ann", "a", 8), ("bob", "a", 8), ("dan", "a", 8), ("dan", "b", 14))
        self.assertEqual(
            [failure(self.table.claim, *call) for call in calls],
            [
                ("ValueError", "time runs back"),
                ("ValueError", "not leased"),
                ("ValueError", "your own"),
                ("ValueError", "is claimed"),
                ("ValueError", "is claimed"),
                ("ValueError", "not leased"),
            ],
        )
        self.assertEqual(self.table.claims, {})

    def test_claim_several(self):
        do(self.table, "acquire", "eva", "e", 8)
        self.assertEqual([self.table.claim("dan", "e", 8), self.table.claim("dan", "b", 8)], [12, 12])
        self.assertEqual(self.table.claims, {"a": ("bob", 9), "c": ("ann", 11), "e": ("dan", 12), "b": ("dan", 12)})


class LeaseTableTestRelease(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 25, 4)
        fill(self.table)

    def test_release_unclaimed(self):
        self.assertEqual(self.table.release("bob", "b", 8), "")
        self.assertEqual((sorted(self.table.leases), self.table.log[-1]), (["a", "c"], (8, "b", "bob", "")))

    def test_release_claimed(self):
        self.assertEqual(self.table.release("ann", "a", 8), "bob")
        self.assertEqual(
            (self.table.leases["a"], self.table.claims, self.table.log[-1]),
            (("bob", 8, 18), {"c": ("ann", 11)}, (8, "a", "ann", "bob")),
        )

    def test_release_after_passing(self):
        self.assertEqual(
            [failure(self.table.release, "ann", "a", 9), self.table.release("bob", "a", 9)],
            [("ValueError", "not yours"), ""],
        )
        self.assertEqual(self.table.log[-2:], [(9, "a", "ann", "bob"), (9, "a", "bob", "")])

    def test_release_errors(self):
        calls = (("ann", "a", 6), ("bob", "a", 8), ("ann", "z", 8), ("bob", "b", 14))
        self.assertEqual(
            [failure(self.table.release, *call) for call in calls],
            [
                ("ValueError", "time runs back"),
                ("ValueError", "not yours"),
                ("ValueError", "not yours"),
                ("ValueError", "not yours"),
            ],
        )
        self.assertEqual(self.table.now, 14)

    def test_release_twice(self):
        self.table.release("cem", "c", 8)
        self.assertEqual(
            [failure(self.table.release, "cem", "c", 8), self.table.release("ann", "c", 10)],
            [("ValueError", "not yours"), ""],
        )
        self.assertEqual("c" in self.table.leases, False)


class LeaseTableTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.table = LeaseTable(10, 25, 4)
        fill(self.table)

    def test_withdraw_claims_and_leases(self):
        self.assertEqual(self.table.withdraw("bob", 8), ["a", "b"])
        self.assertEqual(
            (self.table.leases, self.table.claims, self.table.log[-1]),
            ({"a": ("ann", 2, 12), "c": ("cem", 4, 14)}, {"c": ("ann", 11)}, (8, "b", "bob", "")),
        )

    def test_withdraw_passes_on(self):
        self.assertEqual(self.table.withdraw("ann", 8), ["a", "c"])
        self.assertEqual(
            (self.table.leases, self.table.claims),
            ({"b": ("bob", 4, 14), "c": ("cem", 4, 14), "a": ("bob", 8, 18)}, {}),
        )

    def test_withdraw_several_in_order(self):
        do(self.table, "acquire", "cem", "b2", 8)
        do(self.table, "acquire", "cem", "d", 8)
        do(self.table, "claim", "cem", "b", 8)
        self.assertEqual(self.table.withdraw("cem", 8), ["b", "b2", "c", "d"])
        self.assertEqual(self.table.log[-3:], [(8, "b2", "cem", ""), (8, "c", "cem", "ann"), (8, "d", "cem", "")])

    def test_withdraw_stranger(self):
        self.assertEqual(self.table.withdraw("zoe", 9), [])
        self.assertEqual((self.table.now, self.table.claims), (9, {"c": ("ann", 11)}))

    def test_withdraw_what_has_passed(self):
        self.assertEqual(self.table.withdraw("bob", 10), ["a", "b"])
        self.assertEqual(
            (self.table.leases, self.table.log[-2:]),
            ({"c": ("cem", 4, 14)}, [(10, "a", "bob", ""), (10, "b", "bob", "")]),
        )

    def test_withdraw_time_runs_back(self):
        self.assertEqual(failure(self.table.withdraw, "bob", 6), ("ValueError", "time runs back"))
        self.assertEqual(len(self.table.leases), 3)


class LeaseTableTestMain(unittest.TestCase):
    def test_main_one_resource(self):
        table = LeaseTable(20, 50, 6)
        self.assertEqual([table.acquire("ann", "key", 10), table.claim("bob", "key", 15)], [True, 21])
        self.assertEqual([table.renew("ann", "key", 20), table.claims], [40, {}])
        self.assertEqual([table.claim("cem", "key", 39), table.leases], [40, {"key": ("ann", 10, 40)}])
        self.assertEqual(
            [failure(table.renew, "ann", "key", 40), table.leases],
            [("ValueError", "not yours"), {"key": ("cem", 40, 60)}],
        )
        self.assertEqual([table.renew("cem", "key", 59), table.renew("cem", "key", 78)], [79, 90])
        self.assertEqual(
            [table.claim("ann", "key", 80), table.renew("cem", "key", 81), table.claims],
            [86, 90, {"key": ("ann", 86)}],
        )
        self.assertEqual([table.advance(105), table.leases], [[(86, "key", "cem", "ann")], {"key": ("ann", 86, 106)}])
        self.assertEqual(
            [table.acquire("bob", "key", 106), table.log],
            [
                True,
                [
                    (10, "key", "", "ann"),
                    (40, "key", "ann", "cem"),
                    (86, "key", "cem", "ann"),
                    (106, "key", "ann", ""),
                    (106, "key", "", "bob"),
                ],
            ],
        )

    def test_main_two_resources(self):
        table = LeaseTable(8, 12, 3)
        self.assertEqual([table.acquire("ann", "x", 1), table.acquire("bob", "y", 2)], [True, True])
        self.assertEqual([table.claim("bob", "x", 3), table.claim("ann", "y", 3)], [6, 6])
        self.assertEqual(
            [table.release("ann", "x", 4), table.leases, table.claims],
            ["bob", {"y": ("bob", 2, 10), "x": ("bob", 4, 12)}, {"y": ("ann", 6)}],
        )
        self.assertEqual([table.withdraw("ann", 5), table.claims, table.renew("bob", "y", 9)], [["y"], {}, 14])
        self.assertEqual(
            [table.acquire("ann", "x", 11), failure(table.advance, 10), table.acquire("ann", "x", 12)],
            [False, ("ValueError", "time runs back"), True],
        )
        self.assertEqual([table.claim("cem", "y", 13), table.claim("cem", "x", 13)], [14, 16])
        self.assertEqual(
            [table.withdraw("bob", 14), table.leases, table.log[-2:]],
            [[], {"x": ("ann", 12, 20), "y": ("cem", 14, 22)}, [(12, "x", "", "ann"), (14, "y", "bob", "cem")]],
        )
        self.assertEqual(
            [table.withdraw("cem", 16), table.leases, table.log[-2:]],
            [["x", "y"], {}, [(16, "x", "cem", ""), (16, "y", "cem", "")]],
        )

    def test_main_many_ends(self):
        table = LeaseTable(5, 9, 2)
        self.assertEqual(
            [table.acquire("p", name, time) for name, time in (("c", 1), ("a", 1), ("b", 2))], [True, True, True]
        )
        self.assertEqual([table.renew("p", "a", 3), table.claim("q", "b", 5), table.claim("q", "c", 5)], [8, 7, 6])
        self.assertEqual(
            [table.advance(7), table.leases, table.claims],
            [[(6, "c", "p", "q"), (7, "b", "p", "q")], {"a": ("p", 1, 8), "c": ("q", 6, 11), "b": ("q", 7, 12)}, {}],
        )
        self.assertEqual(
            [failure(table.claim, "p", "a", 8), failure(table.renew, "p", "c", 9)],
            [("ValueError", "not leased"), ("ValueError", "not yours")],
        )
        self.assertEqual([table.claim("p", "c", 9), table.renew("q", "c", 10), table.claims], [11, 15, {}])
        self.assertEqual(
            [table.release("q", "c", 13), table.withdraw("q", 14), table.log],
            [
                "",
                [],
                [
                    (1, "c", "", "p"),
                    (1, "a", "", "p"),
                    (2, "b", "", "p"),
                    (6, "c", "p", "q"),
                    (7, "b", "p", "q"),
                    (8, "a", "p", ""),
                    (12, "b", "q", ""),
                    (13, "c", "q", ""),
                ],
            ],
        )
