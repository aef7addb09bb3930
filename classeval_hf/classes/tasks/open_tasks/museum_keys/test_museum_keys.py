# canary: classeval-hf open museum_keys 3827271a-82fb-4167-ac3a-a688967bfba0

import unittest

from solution import MuseumKeys

PARENTS = {
    "museum": "",
    "east": "museum",
    "west": "museum",
    "room 3": "east",
    "safe": "room 3",
    "cafe": "west",
}


class MuseumKeysTestAddArea(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")

    def test_add_area_below_museum(self):
        self.assertEqual(self.keys.add_area("east", "museum"), ["museum", "east"])
        self.assertEqual(self.keys.parents, {"museum": "", "east": "museum"})

    def test_add_area_deep(self):
        self.keys.parents = dict(PARENTS)
        self.assertEqual(self.keys.add_area("box", "safe"), ["museum", "east", "room 3", "safe", "box"])
        self.assertEqual(self.keys.parents["box"], "safe")

    def test_add_area_exists(self):
        self.keys.parents = dict(PARENTS)
        for area, parent in (("safe", "west"), ("museum", "attic"), ("east", "museum")):
            with self.assertRaises(ValueError) as caught:
                self.keys.add_area(area, parent)
            self.assertEqual(str(caught.exception), "area exists: " + area)
        self.assertEqual(self.keys.parents, PARENTS)

    def test_add_area_unknown_parent(self):
        for parent in ("attic", "", "cellar"):
            with self.assertRaises(ValueError) as caught:
                self.keys.add_area("cellar", parent)
            self.assertEqual(str(caught.exception), "unknown area: " + parent)
        self.assertEqual(self.keys.parents, {"museum": ""})

    def test_add_area_siblings(self):
        self.assertEqual(
            [self.keys.add_area(area, "museum") for area in ("east", "west")], [["museum", "east"], ["museum", "west"]]
        )
        self.assertEqual(self.keys.parents, {"museum": "", "east": "museum", "west": "museum"})


class MuseumKeysTestMayOpen(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)

    def opened(self, person):
        return [area for area in PARENTS if self.keys.may_open(person, area)]

    def test_may_open_director(self):
        self.assertEqual(self.opened("Dora"), ["museum", "east", "west", "room 3", "safe", "cafe"])

    def test_may_open_below(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Dora", "Ben", "cafe")]
        self.assertEqual(self.opened("Ann"), ["east", "room 3", "safe"])
        self.assertEqual(self.opened("Ben"), ["cafe"])
        self.assertEqual(self.opened("Cy"), [])

    def test_may_open_barred_below(self):
        self.keys.grants = [("Dora", "Ann", "museum"), ("Dora", "Ben", "museum")]
        self.keys.bars = [("Ann", "room 3"), ("Ben", "west")]
        self.assertEqual(self.opened("Ann"), ["museum", "east", "west", "cafe"])
        self.assertEqual(self.opened("Ben"), ["museum", "east", "room 3", "safe"])

    def test_may_open_granted_below_bar(self):
        self.keys.grants = [("Dora", "Ann", "museum"), ("Dora", "Ann", "safe")]
        self.keys.bars = [("Ann", "east")]
        self.assertEqual(self.opened("Ann"), ["museum", "west", "safe", "cafe"])
        self.assertIs(self.keys.may_open("Ann", "room 3"), False)

    def test_may_open_bar_wins_at_same_area(self):
        self.keys.grants = [("Dora", "Ann", "museum"), ("Dora", "Ann", "east")]
        self.keys.bars = [("Ann", "east")]
        self.assertEqual(self.opened("Ann"), ["museum", "west", "cafe"])

    def test_may_open_bar_above_grant(self):
        self.keys.grants = [("Dora", "Ann", "east")]
        self.keys.bars = [("Ann", "museum")]
        self.assertEqual(self.opened("Ann"), ["east", "room 3", "safe"])

    def test_may_open_giver_has_no_key_by_it(self):
        self.keys.grants = [("Dora", "Ann", "safe"), ("Ann", "Ben", "safe")]
        self.assertEqual([self.opened("Ann"), self.opened("Ben")], [["safe"], ["safe"]])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "safe"), ("Ann", "Ben", "safe")])
        self.assertIs(self.keys.may_open("Ben", "east"), False)

    def test_may_open_unknown_area(self):
        for person in ("Dora", "Ann"):
            with self.assertRaises(ValueError) as caught:
                self.keys.may_open(person, "attic")
            self.assertEqual(str(caught.exception), "unknown area: attic")


class MuseumKeysTestSweep(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)

    def test_sweep_nothing(self):
        self.assertEqual(self.keys.sweep(), [])
        self.keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")]
        self.assertEqual(self.keys.sweep(), [])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east"), ("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")])

    def test_sweep_circle(self):
        self.keys.grants = [
            ("Ann", "Ben", "east"),
            ("Ben", "Cy", "east"),
            ("Dora", "Eve", "east"),
            ("Cy", "Ann", "east"),
            ("Cy", "Fay", "safe"),
        ]
        self.assertEqual(
            self.keys.sweep(),
            [("Ann", "Ben", "east"), ("Ben", "Cy", "east"), ("Cy", "Ann", "east"), ("Cy", "Fay", "safe")],
        )
        self.assertEqual(self.keys.grants, [("Dora", "Eve", "east")])

    def test_sweep_support_by_later_grant(self):
        self.keys.grants = [("Ben", "Cy", "safe"), ("Ann", "Ben", "room 3"), ("Dora", "Ann", "museum")]
        self.assertEqual(self.keys.sweep(), [])
        self.assertEqual(
            self.keys.grants, [("Ben", "Cy", "safe"), ("Ann", "Ben", "room 3"), ("Dora", "Ann", "museum")]
        )

    def test_sweep_circle_with_support(self):
        self.keys.grants = [("Ann", "Ben", "east"), ("Ben", "Ann", "east"), ("Dora", "Ben", "east")]
        self.assertEqual(self.keys.sweep(), [])
        self.assertEqual(len(self.keys.grants), 3)

    def test_sweep_grant_too_low(self):
        self.keys.grants = [
            ("Dora", "Ann", "room 3"),
            ("Ann", "Ben", "east"),
            ("Ann", "Cy", "safe"),
            ("Ben", "Eve", "safe"),
        ]
        self.assertEqual(self.keys.sweep(), [("Ann", "Ben", "east"), ("Ben", "Eve", "safe")])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "room 3"), ("Ann", "Cy", "safe")])

    def test_sweep_bars_count(self):
        self.keys.bars = [("Ann", "room 3"), ("Ben", "west")]
        self.keys.grants = [
            ("Dora", "Ann", "museum"),
            ("Ann", "Ben", "west"),
            ("Ann", "Ben", "safe"),
            ("Ben", "Cy", "cafe"),
        ]
        self.assertEqual(self.keys.sweep(), [("Ann", "Ben", "safe"), ("Ben", "Cy", "cafe")])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "museum"), ("Ann", "Ben", "west")])
        self.assertEqual(self.keys.bars, [("Ann", "room 3"), ("Ben", "west")])


class MuseumKeysTestGrant(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)
        self.keys.grants = [("Dora", "Ann", "east")]

    def test_grant_by_holder(self):
        self.assertEqual([self.keys.grant("Ann", "Ben", "safe"), self.keys.grant("Ben", "Cy", "safe")], [True, True])
        self.assertEqual(self.keys.grants[1:], [("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")])

    def test_grant_again(self):
        self.assertEqual(
            [self.keys.grant("Dora", "Ann", "east"), self.keys.grant("Dora", "Ann", "safe")], [False, True]
        )
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east"), ("Dora", "Ann", "safe")])

    def test_grant_by_another_giver(self):
        self.keys.grants.append(("Dora", "Ben", "east"))
        self.assertEqual(self.keys.grant("Ben", "Ann", "east"), True)
        self.assertEqual(self.keys.grants[2:], [("Ben", "Ann", "east")])

    def test_grant_to_barred_person(self):
        self.keys.bars = [("Ben", "safe")]
        self.assertEqual(self.keys.grant("Ann", "Ben", "safe"), True)
        self.assertEqual(self.keys.grants[1:], [("Ann", "Ben", "safe")])

    def test_grant_no_authority(self):
        self.keys.bars = [("Ann", "room 3")]
        for giver, area in (("Ann", "museum"), ("Ann", "west"), ("Ann", "safe"), ("Cy", "east")):
            with self.assertRaises(ValueError) as caught:
                self.keys.grant(giver, "Ben", area)
            self.assertEqual(str(caught.exception), "no authority: " + giver)
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east")])

    def test_grant_needless(self):
        for giver, person in (("Ann", "Ann"), ("Ann", "Dora"), ("Dora", "Dora"), ("Cy", "Cy"), ("Cy", "Dora")):
            with self.assertRaises(ValueError) as caught:
                self.keys.grant(giver, person, "east")
            self.assertEqual(str(caught.exception), "needless grant")
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east")])

    def test_grant_unknown_area(self):
        for giver, person in (("Dora", "Ann"), ("Ann", "Ann"), ("Cy", "Ben")):
            with self.assertRaises(ValueError) as caught:
                self.keys.grant(giver, person, "attic")
            self.assertEqual(str(caught.exception), "unknown area: attic")


class MuseumKeysTestRevoke(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)

    def test_revoke_one(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Dora", "Ben", "east")]
        self.assertEqual(self.keys.revoke("Dora", "Ben", "east"), [("Dora", "Ben", "east")])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east")])

    def test_revoke_chain(self):
        self.keys.grants = [
            ("Dora", "Ann", "east"),
            ("Ann", "Ben", "safe"),
            ("Dora", "Eve", "west"),
            ("Ben", "Cy", "safe"),
        ]
        self.assertEqual(
            self.keys.revoke("Dora", "Ann", "east"),
            [("Dora", "Ann", "east"), ("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")],
        )
        self.assertEqual(self.keys.grants, [("Dora", "Eve", "west")])

    def test_revoke_other_support(self):
        self.keys.grants = [
            ("Dora", "Ann", "east"),
            ("Ann", "Ben", "safe"),
            ("Ann", "Cy", "east"),
            ("Dora", "Ann", "room 3"),
        ]
        self.assertEqual(self.keys.revoke("Dora", "Ann", "east"), [("Dora", "Ann", "east"), ("Ann", "Cy", "east")])
        self.assertEqual(self.keys.grants, [("Ann", "Ben", "safe"), ("Dora", "Ann", "room 3")])

    def test_revoke_circle_goes(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "east"), ("Ben", "Ann", "east")]
        self.assertEqual(
            self.keys.revoke("Dora", "Ann", "east"),
            [("Dora", "Ann", "east"), ("Ann", "Ben", "east"), ("Ben", "Ann", "east")],
        )
        self.assertEqual(self.keys.grants, [])

    def test_revoke_given_one_first(self):
        self.keys.grants = [("Ben", "Cy", "safe"), ("Dora", "Ben", "safe")]
        self.assertEqual(self.keys.revoke("Dora", "Ben", "safe"), [("Dora", "Ben", "safe"), ("Ben", "Cy", "safe")])
        self.assertEqual(self.keys.grants, [])

    def test_revoke_no_such_grant(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "safe")]
        for giver, person, area in (("Dora", "Ben", "safe"), ("Dora", "Ann", "safe"), ("Ann", "Dora", "attic")):
            with self.assertRaises(ValueError) as caught:
                self.keys.revoke(giver, person, area)
            self.assertEqual(str(caught.exception), "no such grant")
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east"), ("Ann", "Ben", "safe")])


class MuseumKeysTestBar(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)
        self.keys.grants = [
            ("Dora", "Ann", "museum"),
            ("Ann", "Ben", "safe"),
            ("Ann", "Ben", "cafe"),
            ("Ben", "Cy", "safe"),
        ]

    def test_bar_removes_given(self):
        self.assertEqual(self.keys.bar("Ann", "east"), [("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "museum"), ("Ann", "Ben", "cafe")])
        self.assertEqual(self.keys.bars, [("Ann", "east")])

    def test_bar_keeps_got(self):
        self.assertEqual(self.keys.bar("Ben", "cafe"), [])
        self.assertEqual(self.keys.grants[2], ("Ann", "Ben", "cafe"))
        self.assertEqual(self.keys.bar("Ben", "safe"), [("Ben", "Cy", "safe")])

    def test_bar_above_grant_has_no_effect(self):
        self.assertEqual(self.keys.bar("Ben", "museum"), [])
        self.assertEqual((len(self.keys.grants), self.keys.bars), (4, [("Ben", "museum")]))

    def test_bar_stranger_and_order(self):
        self.assertEqual([self.keys.bar("Zoe", "west"), self.keys.bar("Eve", "west")], [[], []])
        self.assertEqual(self.keys.bars, [("Zoe", "west"), ("Eve", "west")])

    def test_bar_again(self):
        self.keys.bars = [("Cy", "safe"), ("Cy", "east")]
        self.assertEqual(self.keys.bar("Cy", "safe"), [])
        self.assertEqual(self.keys.bars, [("Cy", "safe"), ("Cy", "east")])

    def test_bar_errors(self):
        for person, area, message in (
            ("Ann", "attic", "unknown area: attic"),
            ("Dora", "attic", "unknown area: attic"),
            ("Dora", "safe", "cannot bar the director"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.keys.bar(person, area)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.keys.bars, len(self.keys.grants)), ([], 4))


class MuseumKeysTestUnbar(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)
        self.keys.bars = [("Ann", "museum"), ("Ann", "east"), ("Ben", "east"), ("Ann", "safe")]

    def test_unbar_counts_the_rest(self):
        self.assertEqual([self.keys.unbar("Ann", area) for area in ("east", "museum", "safe")], [2, 1, 0])
        self.assertEqual(self.keys.bars, [("Ben", "east")])

    def test_unbar_last(self):
        self.assertEqual(self.keys.unbar("Ben", "east"), 0)
        self.assertEqual(self.keys.bars, [("Ann", "museum"), ("Ann", "east"), ("Ann", "safe")])

    def test_unbar_grants_stay(self):
        self.keys.grants = [("Dora", "Ann", "safe")]
        self.assertEqual(self.keys.unbar("Ann", "safe"), 2)
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "safe")])

    def test_unbar_not_barred(self):
        for person, area in (("Ben", "museum"), ("Cy", "east"), ("Ann", "room 3"), ("Ann", "attic")):
            with self.assertRaises(ValueError) as caught:
                self.keys.unbar(person, area)
            self.assertEqual(str(caught.exception), "not barred")
        self.assertEqual(len(self.keys.bars), 4)

    def test_unbar_twice(self):
        self.assertEqual(self.keys.unbar("Ann", "safe"), 2)
        with self.assertRaises(ValueError):
            self.keys.unbar("Ann", "safe")
        self.assertEqual(self.keys.bars, [("Ann", "museum"), ("Ann", "east"), ("Ben", "east")])


class MuseumKeysTestMoveArea(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)

    def test_move_area_loses_support(self):
        self.keys.grants = [
            ("Dora", "Ann", "east"),
            ("Ann", "Ben", "safe"),
            ("Ben", "Cy", "safe"),
            ("Ann", "Eve", "east"),
        ]
        self.assertEqual(self.keys.move_area("room 3", "west"), [("Ann", "Ben", "safe"), ("Ben", "Cy", "safe")])
        self.assertEqual(self.keys.parents["room 3"], "west")
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "east"), ("Ann", "Eve", "east")])

    def test_move_area_keeps_support(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "safe")]
        self.assertEqual(self.keys.move_area("safe", "east"), [])
        self.assertEqual(self.keys.parents, {**PARENTS, "safe": "east"})
        self.assertEqual(self.keys.move_area("east", "cafe"), [])
        self.assertEqual(len(self.keys.grants), 2)

    def test_move_area_under_bar(self):
        self.keys.grants = [("Dora", "Ann", "museum"), ("Ann", "Ben", "safe")]
        self.keys.bars = [("Ann", "cafe")]
        self.assertEqual(self.keys.move_area("safe", "cafe"), [("Ann", "Ben", "safe")])
        self.assertEqual(self.keys.grants, [("Dora", "Ann", "museum")])

    def test_move_area_same_place(self):
        self.keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "safe")]
        self.assertEqual(self.keys.move_area("safe", "room 3"), [])
        self.assertEqual(self.keys.parents, PARENTS)

    def test_move_area_inside_itself(self):
        for area, parent in (
            ("east", "safe"),
            ("east", "east"),
            ("museum", "cafe"),
            ("museum", "museum"),
            ("room 3", "safe"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.keys.move_area(area, parent)
            self.assertEqual(str(caught.exception), "inside itself: " + area)
        self.assertEqual(self.keys.parents, PARENTS)

    def test_move_area_unknown(self):
        for area, parent, name in (
            ("attic", "cellar", "attic"),
            ("safe", "cellar", "cellar"),
            ("attic", "east", "attic"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.keys.move_area(area, parent)
            self.assertEqual(str(caught.exception), "unknown area: " + name)
        self.assertEqual(self.keys.parents, PARENTS)


class MuseumKeysTestOpeners(unittest.TestCase):
    def setUp(self):
        self.keys = MuseumKeys("museum", "Dora")
        self.keys.parents = dict(PARENTS)

    def test_openers_director_only(self):
        self.assertEqual(self.keys.openers("safe"), ["Dora"])

    def test_openers_sorted(self):
        self.keys.grants = [("Dora", "Zoe", "museum"), ("Dora", "Ann", "east"), ("Zoe", "Ben", "cafe")]
        self.assertEqual(self.keys.openers("safe"), ["Ann", "Dora", "Zoe"])
        self.assertEqual(self.keys.openers("cafe"), ["Ben", "Dora", "Zoe"])
        self.assertEqual(len(self.keys.grants), 3)

    def test_openers_once_each(self):
        self.keys.grants = [
            ("Dora", "Ann", "museum"),
            ("Dora", "Ann", "safe"),
            ("Dora", "Ben", "east"),
            ("Ben", "Ann", "safe"),
        ]
        self.assertEqual(self.keys.openers("safe"), ["Ann", "Ben", "Dora"])

    def test_openers_barred(self):
        self.keys.grants = [("Dora", "Ann", "museum"), ("Dora", "Ben", "museum")]
        self.keys.bars = [("Ann", "east"), ("Ben", "safe")]
        self.assertEqual([self.keys.openers("room 3"), self.keys.openers("safe")], [["Ben", "Dora"], ["Dora"]])
        self.assertEqual(self.keys.openers("west"), ["Ann", "Ben", "Dora"])

    def test_openers_unknown_area(self):
        with self.assertRaises(ValueError) as caught:
            self.keys.openers("attic")
        self.assertEqual(str(caught.exception), "unknown area: attic")


class MuseumKeysTestMain(unittest.TestCase):
    def test_main_night_shift(self):
        keys = MuseumKeys("museum", "Dora")
        self.assertEqual(keys.add_area("east", "museum"), ["museum", "east"])
        self.assertEqual(keys.add_area("west", "museum"), ["museum", "west"])
        self.assertEqual(keys.add_area("vault", "east"), ["museum", "east", "vault"])
        self.assertEqual(keys.grant("Dora", "Ann", "east"), True)
        self.assertEqual(keys.grant("Ann", "Ben", "vault"), True)
        self.assertEqual(keys.grant("Ben", "Cy", "vault"), True)
        self.assertEqual(keys.openers("vault"), ["Ann", "Ben", "Cy", "Dora"])
        self.assertEqual(keys.bar("Ben", "east"), [])
        self.assertEqual(keys.grant("Cy", "Ann", "vault"), True)
        self.assertEqual(
            keys.move_area("vault", "west"), [("Ann", "Ben", "vault"), ("Ben", "Cy", "vault"), ("Cy", "Ann", "vault")]
        )
        self.assertEqual(keys.grants, [("Dora", "Ann", "east")])
        self.assertEqual((keys.may_open("Ann", "vault"), keys.openers("vault")), (False, ["Dora"]))
        self.assertEqual(keys.unbar("Ben", "east"), 0)
        self.assertEqual(keys.sweep(), [])

    def test_main_two_givers(self):
        keys = MuseumKeys("hall", "Dora")
        self.assertEqual([keys.grant("Dora", name, "hall") for name in ("Ann", "Ben")], [True, True])
        self.assertEqual([keys.grant("Ann", "Cy", "hall"), keys.grant("Ben", "Cy", "hall")], [True, True])
        self.assertEqual(keys.grant("Cy", "Eve", "hall"), True)
        self.assertEqual(keys.revoke("Dora", "Ann", "hall"), [("Dora", "Ann", "hall"), ("Ann", "Cy", "hall")])
        self.assertEqual(keys.openers("hall"), ["Ben", "Cy", "Dora", "Eve"])
        self.assertEqual(keys.bar("Cy", "hall"), [("Cy", "Eve", "hall")])
        self.assertEqual(keys.grants, [("Dora", "Ben", "hall"), ("Ben", "Cy", "hall")])
        self.assertEqual(keys.unbar("Cy", "hall"), 0)
        self.assertEqual(keys.add_area("desk", "hall"), ["hall", "desk"])
        self.assertEqual((keys.may_open("Cy", "desk"), keys.openers("desk")), (True, ["Ben", "Cy", "Dora"]))
