# canary: classeval-hf open deck_glossary 7cbcee5d-84d8-4632-963c-7fc4f568ac89

import re
import unittest

from solution import DeckGlossary


def fill(glossary):
    glossary.entries = {
        "jib": ("Jib", "A [sail] before the [Mast]."),
        "mast": ("Mast", "It holds the [main  sail|big one], the [JIB] and the [fore sail]; see [mast]."),
        "boom": ("Boom", "Below the [jib] or [Genoa]; has a [sheet]."),
    }
    glossary.aliases = {"fore sail": "jib", "spar": "boom", "pole": "boom"}
    glossary.users = {
        "sail": {"jib"},
        "mast": {"jib", "mast"},
        "main sail": {"mast"},
        "jib": {"mast", "boom"},
        "fore sail": {"mast"},
        "genoa": {"boom"},
        "sheet": {"boom"},
    }
    return glossary


def reindex(glossary):
    glossary.users = {}
    for key, (_, text) in glossary.entries.items():
        for name in re.findall(r"\[([^\]|]*)", text):
            glossary.users.setdefault(" ".join(name.lower().split()), set()).add(key)


class DeckGlossaryTestReferences(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()

    def test_references_order(self):
        found = self.glossary.references("[b] to [A|the a], [b][c  D |x y ]")
        self.assertEqual(found, [("b", "b"), ("a", "the a"), ("b", "b"), ("c d", "x y ")])

    def test_references_shown_as_written(self):
        self.assertEqual(self.glossary.references("[ Top\tSail ]"), [("top sail", " Top\tSail ")])
        self.assertEqual(self.glossary.references("[a\n b| ]"), [("a b", " ")])

    def test_references_none(self):
        self.assertEqual([self.glossary.references(""), self.glossary.references("a | b")], [[], []])

    def test_references_bad(self):
        cases = [
            ("a]", 1),
            ("[a", 0),
            ("[]", 0),
            ("x[ ]", 1),
            ("[a|]", 0),
            ("[a|b|c]", 0),
            ("[|b]", 0),
            ("[a[b]]", 0),
            ("[a] ] [", 4),
        ]
        for text, index in [*cases, ("[a|[b]]", 0), ("[a]]", 3), ("[a] [", 4)]:
            with self.assertRaises(ValueError) as caught:
                self.glossary.references(text)
            self.assertEqual(str(caught.exception), f"bad bracket: {index}")

    def test_references_changes_nothing(self):
        fill(self.glossary)
        self.assertEqual(self.glossary.references("[x|y]"), [("x", "y")])
        self.assertEqual(("x" in self.glossary.users, len(self.glossary.entries)), (False, 3))


class DeckGlossaryTestFind(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_find_entry(self):
        self.assertEqual([self.glossary.find(name) for name in ("jib", "MAST", " Boom ")], ["jib", "mast", "boom"])

    def test_find_alias(self):
        self.assertEqual(
            [self.glossary.find(name) for name in ("Fore\n SAIL", "Spar", "pole")], ["jib", "boom", "boom"]
        )

    def test_find_unknown(self):
        for name in ("Genoa", " Main  Sail", "", "foresail"):
            with self.assertRaises(KeyError) as caught:
                self.glossary.find(name)
            self.assertEqual(caught.exception.args, (name,))

    def test_find_title_of_several_words(self):
        self.glossary.entries["main sail"] = ("Main Sail", "")
        self.assertEqual(self.glossary.find("MAIN \t sail"), "main sail")

    def test_find_changes_nothing(self):
        self.assertEqual(self.glossary.find("SPAR"), "boom")
        self.assertEqual(self.glossary.aliases, {"fore sail": "jib", "spar": "boom", "pole": "boom"})


class DeckGlossaryTestDefine(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_define_new(self):
        self.assertEqual(self.glossary.define("  Main\t Sail ", "On the [mast] and [Boom], not [spar]."), ["Mast"])
        self.assertEqual(self.glossary.entries["main sail"], ("Main Sail", "On the [mast] and [Boom], not [spar]."))
        self.assertEqual(self.glossary.users["mast"], {"jib", "mast", "main sail"})
        self.assertEqual((self.glossary.users["boom"], self.glossary.users["spar"]), ({"main sail"}, {"main sail"}))

    def test_define_resolves_several(self):
        self.glossary.entries["zinc"] = ("zinc", "[sheet]")
        reindex(self.glossary)
        self.assertEqual(self.glossary.define("SHEET", "A rope, see [sheet]."), ["Boom", "zinc"])
        self.assertEqual(self.glossary.users["sheet"], {"zinc", "boom", "sheet"})

    def test_define_replaces(self):
        self.assertEqual(self.glossary.define("MAST", "Holds the [jib]."), [])
        self.assertEqual(self.glossary.entries["mast"], ("MAST", "Holds the [jib]."))
        self.assertEqual(
            self.glossary.users,
            {"sail": {"jib"}, "mast": {"jib"}, "jib": {"mast", "boom"}, "genoa": {"boom"}, "sheet": {"boom"}},
        )

    def test_define_forgets_old_references(self):
        self.assertEqual([self.glossary.define("Jib", "A [mast]."), self.glossary.define("Boom", "")], [[], []])
        self.assertEqual(
            self.glossary.users,
            {"mast": {"jib", "mast"}, "main sail": {"mast"}, "jib": {"mast"}, "fore sail": {"mast"}},
        )

    def test_define_without_references(self):
        self.assertEqual([self.glossary.define("Keel", ""), self.glossary.entries["keel"]], [[], ("Keel", "")])
        self.assertEqual(len(self.glossary.users), 7)

    def test_define_errors(self):
        cases = [("", "[", "bad title"), ("a|b", "", "bad title"), ("[a", "", "bad title"), ("a]", "", "bad title")]
        cases += [
            ("  ", "", "bad title"),
            ("Fore  Sail", "[", "alias: fore sail"),
            ("Jib", "the [boom", "bad bracket: 4"),
        ]
        for title, text, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.glossary.define(title, text)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(
            (self.glossary.entries, self.glossary.users), (fill(DeckGlossary()).entries, fill(DeckGlossary()).users)
        )


class DeckGlossaryTestAddAlias(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_add_alias_resolves(self):
        self.assertEqual(
            [self.glossary.add_alias(" Genoa", "Fore Sail"), self.glossary.add_alias("sail", "Jib")],
            [["Boom"], ["Jib"]],
        )
        self.assertEqual(self.glossary.aliases["genoa"], "jib")
        self.assertEqual((self.glossary.aliases["sail"], self.glossary.users["sail"]), ("jib", {"jib"}))

    def test_add_alias_resolves_several(self):
        self.glossary.entries["mast"] = ("Mast", "Bears the [Sheet|rope].")
        self.glossary.entries["jib"] = ("Jib", "Has a [sheet].")
        reindex(self.glossary)
        self.assertEqual(self.glossary.add_alias("Sheet", "Pole"), ["Boom", "Jib", "Mast"])

    def test_add_alias_unused(self):
        self.assertEqual(
            [self.glossary.add_alias("Tree  Top", "MAST"), self.glossary.aliases["tree top"]], [[], "mast"]
        )

    def test_add_alias_moves(self):
        self.assertEqual(self.glossary.add_alias("fore sail", "boom"), [])
        self.assertEqual(self.glossary.aliases, {"fore sail": "boom", "spar": "boom", "pole": "boom"})

    def test_add_alias_errors(self):
        for alias in ("|", "genoa", "jib"):
            with self.assertRaises(KeyError) as caught:
                self.glossary.add_alias(alias, "Main Sail")
            self.assertEqual(caught.exception.args, ("Main Sail",))
        for alias, message in (
            (" ", "bad title"),
            ("a[b", "bad title"),
            ("a|b", "bad title"),
            ("]", "bad title"),
            ("Mast", "entry: mast"),
            (" JIB ", "entry: jib"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.glossary.add_alias(alias, "jib")
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.glossary.aliases, {"fore sail": "jib", "spar": "boom", "pole": "boom"})


class DeckGlossaryTestRename(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_rename_references_and_aliases(self):
        self.assertEqual(self.glossary.rename("Jib", " Head  Sail"), 2)
        self.assertEqual(sorted(self.glossary.entries), ["boom", "head sail", "mast"])
        self.assertEqual(self.glossary.entries["head sail"], ("Head Sail", "A [sail] before the [Mast]."))
        text = "It holds the [main  sail|big one], the [Head Sail] and the [fore sail]; see [mast]."
        self.assertEqual(self.glossary.entries["mast"], ("Mast", text))
        self.assertEqual(self.glossary.entries["boom"][1], "Below the [Head Sail] or [Genoa]; has a [sheet].")
        self.assertEqual(self.glossary.aliases, {"fore sail": "head sail", "spar": "boom", "pole": "boom"})

    def test_rename_users(self):
        self.assertEqual(self.glossary.rename("mast", "Pillar"), 2)
        expected = fill(DeckGlossary()).users
        del expected["mast"]
        moved = {
            "pillar": {"jib", "pillar"},
            "main sail": {"pillar"},
            "jib": {"pillar", "boom"},
            "fore sail": {"pillar"},
        }
        self.assertEqual(self.glossary.users, {**expected, **moved})

    def test_rename_by_alias_to_alias(self):
        self.assertEqual(self.glossary.rename("Pole", "Spar"), 0)
        self.assertEqual(self.glossary.entries["spar"][0], "Spar")
        self.assertEqual(self.glossary.aliases, {"fore sail": "jib", "pole": "spar"})
        self.assertEqual(self.glossary.users["genoa"], {"spar"})

    def test_rename_to_stale_name(self):
        self.assertEqual(self.glossary.rename("jib", "GENOA"), 2)
        self.assertEqual((self.glossary.users["genoa"], "jib" in self.glossary.users), ({"mast", "boom"}, False))
        self.assertEqual(self.glossary.entries["boom"][1], "Below the [GENOA] or [Genoa]; has a [sheet].")

    def test_rename_same_key(self):
        self.assertEqual(self.glossary.rename("jib", "jIB"), 2)
        self.assertEqual((self.glossary.entries["jib"][0], self.glossary.aliases["fore sail"]), ("jIB", "jib"))
        self.assertEqual(self.glossary.entries["boom"][1], "Below the [jIB] or [Genoa]; has a [sheet].")

    def test_rename_shown_text_stays(self):
        self.glossary.entries["main sail"] = ("Main Sail", "[MAIN sail| main sail] and [boom]")
        reindex(self.glossary)
        self.assertEqual(self.glossary.rename("main sail", "Big"), 2)
        self.assertEqual(self.glossary.entries["big"], ("Big", "[Big| main sail] and [boom]"))
        self.assertEqual(self.glossary.entries["mast"][1][:26], "It holds the [Big|big one]")

    def test_rename_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.glossary.rename("Sail", "|")
        self.assertEqual(caught.exception.args, ("Sail",))
        for title, message in (
            ("", "bad title"),
            ("a]", "bad title"),
            ("[a", "bad title"),
            ("a|b", "bad title"),
            ("MAST", "taken: mast"),
            ("Spar", "taken: spar"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.glossary.rename("jib", title)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(
            (self.glossary.entries, self.glossary.aliases),
            (fill(DeckGlossary()).entries, fill(DeckGlossary()).aliases),
        )


class DeckGlossaryTestDrop(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_drop_entry(self):
        self.assertEqual(self.glossary.drop("JIB"), ["Boom", "Mast"])
        self.assertEqual(
            (sorted(self.glossary.entries), self.glossary.aliases),
            (["boom", "mast"], {"spar": "boom", "pole": "boom"}),
        )
        expected = fill(DeckGlossary()).users
        del expected["sail"]
        self.assertEqual(self.glossary.users, {**expected, "mast": {"mast"}})

    def test_drop_by_alias(self):
        self.assertEqual([self.glossary.drop("pole"), self.glossary.aliases], [[], {"fore sail": "jib"}])
        self.assertEqual(sorted(self.glossary.users), ["fore sail", "jib", "main sail", "mast", "sail"])

    def test_drop_used_by_alias_only(self):
        self.glossary.entries["mast"] = ("Mast", "It holds the [main  sail|big one] and the [fore sail]; see [mast].")
        reindex(self.glossary)
        self.assertEqual(self.glossary.drop("jib"), ["Boom", "Mast"])

    def test_drop_own_references(self):
        self.assertEqual(self.glossary.drop("mast"), ["Jib"])
        self.assertEqual(self.glossary.users["mast"], {"jib"})
        self.assertEqual(
            [name in self.glossary.users for name in ("main sail", "fore sail", "jib")], [False, False, True]
        )

    def test_drop_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.glossary.drop("Sheet ")
        self.assertEqual((caught.exception.args, len(self.glossary.entries)), (("Sheet ",), 3))


class DeckGlossaryTestStale(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_stale_several(self):
        self.assertEqual(
            self.glossary.stale(),
            [("genoa", ["Boom"]), ("main sail", ["Mast"]), ("sail", ["Jib"]), ("sheet", ["Boom"])],
        )

    def test_stale_titles_ascending(self):
        self.glossary.entries["ebb"] = ("ebb", "[sheet]")
        self.glossary.entries["mast"], self.glossary.entries["jib"] = ("Mast", "[Sheet|a]"), ("Jib", "[sheet] [SHEET]")
        reindex(self.glossary)
        self.assertEqual(self.glossary.stale(), [("genoa", ["Boom"]), ("sheet", ["Boom", "Jib", "Mast", "ebb"])])

    def test_stale_alias_is_not(self):
        self.glossary.aliases["genoa"] = "jib"
        del self.glossary.aliases["fore sail"]
        self.assertEqual([key for key, _ in self.glossary.stale()], ["fore sail", "main sail", "sail", "sheet"])

    def test_stale_own_reference(self):
        self.glossary.entries = {"jib": ("Jib", "[jib] [Fore]")}
        self.glossary.users, self.glossary.aliases = {"jib": {"jib"}, "fore": {"jib"}}, {}
        self.assertEqual(self.glossary.stale(), [("fore", ["Jib"])])

    def test_stale_none(self):
        self.assertEqual((DeckGlossary().stale(), len(self.glossary.users)), ([], 7))


class DeckGlossaryTestRender(unittest.TestCase):
    def setUp(self):
        self.glossary = DeckGlossary()
        fill(self.glossary)

    def test_render_signs(self):
        self.assertEqual(self.glossary.render("jib"), "Jib: A sail? before the Mast*.")
        self.assertEqual(
            self.glossary.render("MAST"), "Mast: It holds the big one?, the JIB* and the fore sail; see mast."
        )

    def test_render_by_alias(self):
        self.assertEqual(self.glossary.render("Spar "), "Boom: Below the jib* or Genoa?; has a sheet?.")

    def test_render_alias_before_title(self):
        self.glossary.entries["mast"] = ("Mast", "[fore sail|It][sheet][jib][sheet|!][pole][boom]")
        reindex(self.glossary)
        self.assertEqual(self.glossary.render("mast"), "Mast: It*sheet?jib!?pole*boom")

    def test_render_own_alias(self):
        self.glossary.entries["jib"] = ("Jib", "The [Fore  Sail], [jib|this]")
        reindex(self.glossary)
        self.assertEqual(self.glossary.render("jib"), "Jib: The Fore  Sail, this")

    def test_render_without_references(self):
        self.glossary.entries["jib"] = ("Jib", "")
        reindex(self.glossary)
        self.assertEqual(self.glossary.render("fore sail"), "Jib: ")
        self.assertEqual(self.glossary.aliases["fore sail"], "jib")

    def test_render_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.glossary.render("Sail")
        self.assertEqual(caught.exception.args, ("Sail",))


class DeckGlossaryTestMain(unittest.TestCase):
    def test_main_history(self):
        glossary = DeckGlossary()
        self.assertEqual(glossary.define("Tack", "Turn the [Bow] through the [wind]; not a [jibe|gybe]."), [])
        self.assertEqual(glossary.stale(), [("bow", ["Tack"]), ("jibe", ["Tack"]), ("wind", ["Tack"])])
        self.assertEqual(
            [glossary.define("Wear", "A [tack] the other way, see [Jibe]."), glossary.add_alias("jibe", "wear")],
            [[], ["Tack", "Wear"]],
        )
        self.assertEqual(glossary.render("tack"), "Tack: Turn the Bow? through the wind?; not a gybe*.")
        self.assertEqual(glossary.rename("jibe", "Jibe"), 0)
        self.assertEqual((glossary.aliases, sorted(glossary.entries)), ({}, ["jibe", "tack"]))
        self.assertEqual(
            [glossary.render("JIBE"), glossary.find("jibe")], ["Jibe: A tack* the other way, see Jibe.", "jibe"]
        )
        self.assertEqual(glossary.rename("jibe", "Veer"), 2)
        self.assertEqual(glossary.entries["tack"][1], "Turn the [Bow] through the [wind]; not a [Veer|gybe].")
        self.assertEqual([glossary.drop("tack"), glossary.stale()], [["Veer"], [("tack", ["Veer"])]])
        self.assertEqual(
            (glossary.users, glossary.references("[a]")), ({"tack": {"veer"}, "veer": {"veer"}}, [("a", "a")])
        )

    def test_main_alias_freed(self):
        glossary = DeckGlossary()
        self.assertEqual(
            [glossary.define("Knot", "One [mile] per hour."), glossary.define("Sea Mile", "Used for the [KNOT].")],
            [[], []],
        )
        self.assertEqual([glossary.add_alias("Mile", "sea  mile"), glossary.stale()], [["Knot"], []])
        with self.assertRaises(ValueError) as caught:
            glossary.define("mile", "1609 metres")
        self.assertEqual(str(caught.exception), "alias: mile")
        self.assertEqual([glossary.render("knot"), glossary.drop("mile")], ["Knot: One mile* per hour.", ["Knot"]])
        self.assertEqual(glossary.define("mile", "1609 metres"), ["Knot"])
        self.assertEqual(glossary.rename("mile", "Land Mile"), 1)
        self.assertEqual(glossary.entries["knot"], ("Knot", "One [Land Mile] per hour."))
        self.assertEqual((glossary.find("land mile"), glossary.users), ("land mile", {"land mile": {"knot"}}))

    def test_main_redefined(self):
        glossary = DeckGlossary()
        self.assertEqual(glossary.define("A", "[b] [c|see] [A]"), [])
        self.assertEqual([glossary.define("B", "[a]"), glossary.define("b", "[c]")], [["A"], []])
        self.assertEqual([glossary.stale(), glossary.users["a"]], [[("c", ["A", "b"])], {"a"}])
        self.assertEqual([glossary.add_alias("C", "B"), glossary.render("a")], [["A", "b"], "A: b* see A"])
        self.assertEqual([glossary.add_alias("c", "a"), glossary.render("b")], [[], "b: c*"])
        self.assertEqual([glossary.rename("c", "D"), glossary.aliases], [1, {"c": "d"}])
        self.assertEqual([glossary.render("C"), glossary.drop("b")], ["D: b* see D", ["D"]])
        self.assertEqual(glossary.stale(), [("b", ["D"])])
