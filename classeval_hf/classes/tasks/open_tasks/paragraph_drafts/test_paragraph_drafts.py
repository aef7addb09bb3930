# canary: classeval-hf open paragraph_drafts 21e83b15-68a2-4b4d-826d-12275d2ac7b7

import unittest

from solution import ParagraphDrafts

TEXTS = ["Fog.", "The harbour sleeps.", "A bell rings.", "Gulls cry.", "Nobody comes."]


def play(paper, *calls):
    """Calls methods of the drafts, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(paper, name)(*arguments)


def both(*calls):
    """Drafts of Ann and Ben of the same version, of which Ann's is merged after the calls."""
    paper = ParagraphDrafts(TEXTS)
    play(paper, ("open_draft", "Ann"), ("open_draft", "Ben"), *calls, ("merge", "Ann", ""))
    return paper


class ParagraphDraftsTestOpenDraft(unittest.TestCase):
    def setUp(self):
        self.paper = ParagraphDrafts(TEXTS)

    def test_open_draft_copy(self):
        self.assertEqual([self.paper.open_draft("Ann"), self.paper.open_draft("Ben")], [0, 0])
        self.assertEqual(
            self.paper.drafts["Ben"],
            (
                0,
                [
                    (1, "Fog."),
                    (2, "The harbour sleeps."),
                    (3, "A bell rings."),
                    (4, "Gulls cry."),
                    (5, "Nobody comes."),
                ],
            ),
        )
        self.assertEqual(
            (self.paper.versions, self.paper.last),
            (
                [
                    [
                        (1, "Fog."),
                        (2, "The harbour sleeps."),
                        (3, "A bell rings."),
                        (4, "Gulls cry."),
                        (5, "Nobody comes."),
                    ]
                ],
                5,
            ),
        )

    def test_open_draft_newest(self):
        play(self.paper, ("open_draft", "Ann"), ("change", "Ann", 1, ""), ("merge", "Ann", ""))
        self.assertEqual(self.paper.open_draft("Ann"), 1)
        self.assertEqual(
            self.paper.drafts,
            {"Ann": (1, [(2, "The harbour sleeps."), (3, "A bell rings."), (4, "Gulls cry."), (5, "Nobody comes.")])},
        )

    def test_open_draft_own_copy(self):
        self.assertEqual([self.paper.open_draft("Ann"), self.paper.open_draft("Ben")], [0, 0])
        play(self.paper, ("change", "Ann", 2, "x"), ("insert", "Ben", 5, "y"))
        self.assertEqual(
            [self.paper.drafts["Ann"][1][1], self.paper.drafts["Ben"][1][1]], [(2, "x"), (2, "The harbour sleeps.")]
        )
        self.assertEqual(
            self.paper.versions[0][1:],
            [(2, "The harbour sleeps."), (3, "A bell rings."), (4, "Gulls cry."), (5, "Nobody comes.")],
        )

    def test_open_draft_empty_paragraph(self):
        paper = ParagraphDrafts([])
        self.assertEqual(paper.open_draft("Ann"), 0)
        self.assertEqual((paper.drafts, paper.versions, paper.last), ({"Ann": (0, [])}, [[]], 0))

    def test_open_draft_again(self):
        play(self.paper, ("open_draft", "Ann"), ("change", "Ann", 1, "Mist."))
        with self.assertRaises(ValueError) as caught:
            self.paper.open_draft("Ann")
        self.assertEqual(str(caught.exception), "has a draft: Ann")
        self.assertEqual(self.paper.drafts["Ann"][1][0], (1, "Mist."))


class ParagraphDraftsTestChange(unittest.TestCase):
    def setUp(self):
        self.paper = ParagraphDrafts(TEXTS)
        play(self.paper, ("open_draft", "Ann"))

    def test_change_counts(self):
        calls = [(2, "The town sleeps."), (4, "Gulls."), (2, "The harbour sleeps."), (4, "Gulls cry!")]
        self.assertEqual([self.paper.change("Ann", *call) for call in calls], [1, 2, 1, 1])
        self.assertEqual(
            self.paper.drafts["Ann"],
            (
                0,
                [
                    (1, "Fog."),
                    (2, "The harbour sleeps."),
                    (3, "A bell rings."),
                    (4, "Gulls cry!"),
                    (5, "Nobody comes."),
                ],
            ),
        )

    def test_change_removes(self):
        self.assertEqual([self.paper.change("Ann", line, "") for line in (5, 1, 3)], [0, 0, 0])
        self.assertEqual(self.paper.drafts["Ann"], (0, [(2, "The harbour sleeps."), (4, "Gulls cry.")]))

    def test_change_inserted(self):
        play(self.paper, ("insert", "Ann", 2, "Masts creak."), ("insert", "Ann", 0, "Dawn."))
        self.assertEqual([self.paper.change("Ann", 6, "Masts."), self.paper.change("Ann", 7, "")], [2, 1])
        self.assertEqual(
            self.paper.drafts["Ann"],
            (
                0,
                [
                    (1, "Fog."),
                    (2, "The harbour sleeps."),
                    (6, "Masts."),
                    (3, "A bell rings."),
                    (4, "Gulls cry."),
                    (5, "Nobody comes."),
                ],
            ),
        )

    def test_change_base_counts(self):
        play(self.paper, ("open_draft", "Ben"), ("change", "Ben", 1, "Mist."), ("merge", "Ben", ""))
        self.assertEqual(self.paper.change("Ann", 1, "Mist."), 1)
        self.assertEqual(self.paper.versions[1][0], (1, "Mist."))

    def test_change_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.paper.change("Ben", 9, "x")
        self.assertEqual(caught.exception.args, ("Ben",))
        play(self.paper, ("change", "Ann", 3, ""))
        for line in (3, 0, 6, -1):
            with self.assertRaises(ValueError) as caught:
                self.paper.change("Ann", line, "")
            self.assertEqual(str(caught.exception), f"no line: {line}")
        self.assertEqual(len(self.paper.drafts["Ann"][1]), 4)


class ParagraphDraftsTestInsert(unittest.TestCase):
    def setUp(self):
        self.paper = ParagraphDrafts(TEXTS[:3])
        play(self.paper, ("open_draft", "Ann"), ("open_draft", "Ben"))

    def test_insert_places(self):
        calls = [(3, "End."), (0, "Dawn."), (1, "Cold."), (0, "Night."), (6, "Wet.")]
        self.assertEqual([self.paper.insert("Ann", *call) for call in calls], [4, 5, 6, 7, 8])
        self.assertEqual(
            self.paper.drafts["Ann"],
            (
                0,
                [
                    (7, "Night."),
                    (5, "Dawn."),
                    (1, "Fog."),
                    (6, "Cold."),
                    (8, "Wet."),
                    (2, "The harbour sleeps."),
                    (3, "A bell rings."),
                    (4, "End."),
                ],
            ),
        )

    def test_insert_numbers_of_all(self):
        calls = [("Ann", 1, "x"), ("Ben", 1, "x"), ("Ann", 4, "y")]
        self.assertEqual([self.paper.insert(*call) for call in calls], [4, 5, 6])
        self.assertEqual(
            (self.paper.drafts, self.paper.last),
            (
                {
                    "Ann": (0, [(1, "Fog."), (4, "x"), (6, "y"), (2, "The harbour sleeps."), (3, "A bell rings.")]),
                    "Ben": (0, [(1, "Fog."), (5, "x"), (2, "The harbour sleeps."), (3, "A bell rings.")]),
                },
                6,
            ),
        )

    def test_insert_after_removed_number(self):
        play(self.paper, ("insert", "Ann", 0, "Dawn."), ("change", "Ann", 4, ""))
        self.assertEqual(self.paper.insert("Ann", 0, "Dusk."), 5)
        self.assertEqual(self.paper.drafts["Ann"][1][0], (5, "Dusk."))

    def test_insert_into_empty(self):
        paper = ParagraphDrafts([])
        play(paper, ("open_draft", "Ann"))
        self.assertEqual(
            [paper.insert("Ann", 0, "b"), paper.insert("Ann", 0, "a"), paper.insert("Ann", 1, "c")], [1, 2, 3]
        )
        self.assertEqual(paper.drafts, {"Ann": (0, [(2, "a"), (1, "b"), (3, "c")])})

    def test_insert_errors(self):
        play(self.paper, ("insert", "Ben", 0, "Dawn."), ("change", "Ann", 2, ""))
        with self.assertRaises(KeyError) as caught:
            self.paper.insert("Cleo", 9, "")
        self.assertEqual(caught.exception.args, ("Cleo",))
        cases = ((9, "", "no text"), (4, "x", "no line: 4"), (2, "x", "no line: 2"), (-1, "x", "no line: -1"))
        for after, text, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.paper.insert("Ann", after, text)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.paper.last, len(self.paper.drafts["Ann"][1])), (4, 2))


class ParagraphDraftsTestConflicts(unittest.TestCase):
    def test_conflicts_found(self):
        calls = [("change", author, line, f"{author} {line}") for line in (5, 2, 4) for author in ("Ann", "Ben")]
        paper = ParagraphDrafts(TEXTS)
        play(paper, ("open_draft", "Ann"), ("open_draft", "Ben"), *calls, ("change", "Ben", 1, "Mist."))
        self.assertEqual(paper.conflicts("Ben"), [])
        play(paper, ("merge", "Ann", ""))
        self.assertEqual(paper.conflicts("Ben"), [(2, "Ann 2", "Ben 2"), (4, "Ann 4", "Ben 4"), (5, "Ann 5", "Ben 5")])
        self.assertEqual((len(paper.versions), paper.drafts["Ben"][0]), (2, 0))

    def test_conflicts_one_contains_the_other(self):
        paper = ParagraphDrafts(TEXTS)
        play(
            paper,
            ("open_draft", "Ann"),
            ("open_draft", "Ben"),
            ("change", "Ann", 1, "Fog"),
            ("change", "Ben", 1, "Fog!"),
        )
        play(paper, ("change", "Ann", 2, "A port sleeps."), ("change", "Ben", 2, "port"))
        play(paper, ("change", "Ann", 3, "Bells."), ("change", "Ben", 3, "bells."), ("merge", "Ann", ""))
        self.assertEqual(paper.conflicts("Ben"), [(3, "Bells.", "bells.")])
        self.assertEqual(paper.versions[1][2], (3, "Bells."))

    def test_conflicts_one_has_old_text(self):
        paper = both(("change", "Ann", 1, "Mist."), ("change", "Ben", 2, "Nothing."), ("change", "Ann", 3, "Ding."))
        self.assertEqual(paper.conflicts("Ben"), [])
        play(paper, ("change", "Ben", 3, "Dong."), ("change", "Ben", 1, "Haze."), ("change", "Ben", 1, "Fog."))
        self.assertEqual(paper.conflicts("Ben"), [(3, "Ding.", "Dong.")])
        self.assertEqual(paper.drafts["Ben"][1][0], (1, "Fog."))

    def test_conflicts_removed(self):
        paper = both(("change", "Ann", 1, ""), ("change", "Ben", 1, "Mist."), ("change", "Ann", 4, "Cries."))
        play(paper, ("change", "Ben", 4, ""), ("change", "Ben", 5, "End."))
        self.assertEqual(paper.conflicts("Ben"), [])
        self.assertEqual(
            paper.versions[1], [(2, "The harbour sleeps."), (3, "A bell rings."), (4, "Cries."), (5, "Nobody comes.")]
        )

    def test_conflicts_gone_after_update(self):
        paper = both(("change", "Ann", 1, "Mist."), ("change", "Ben", 1, "Haze."))
        self.assertEqual(paper.conflicts("Ben"), [(1, "Mist.", "Haze.")])
        play(paper, ("update", "Ben"))
        self.assertEqual((paper.conflicts("Ben"), paper.drafts["Ben"][1][0]), ([], (1, "Haze.")))

    def test_conflicts_unknown(self):
        paper = both()
        with self.assertRaises(KeyError) as caught:
            paper.conflicts("Ann")
        self.assertEqual(caught.exception.args, ("Ann",))
        self.assertEqual(sorted(paper.drafts), ["Ben"])


class ParagraphDraftsTestMerge(unittest.TestCase):
    def setUp(self):
        self.paper = ParagraphDrafts(TEXTS)
        play(self.paper, ("open_draft", "Ann"), ("open_draft", "Ben"))

    def merged(self, *calls):
        play(self.paper, *calls, ("merge", "Ann", ""))
        self.assertEqual(self.paper.merge("Ben", ""), 2)
        return self.paper.versions[2]

    def test_merge_first(self):
        play(self.paper, ("change", "Ann", 4, ""), ("insert", "Ann", 1, "Cold."), ("change", "Ann", 5, "Who comes?"))
        self.assertEqual(self.paper.merge("Ann", ""), 1)
        self.assertEqual(
            (self.paper.versions[1], sorted(self.paper.drafts)),
            (
                [(1, "Fog."), (6, "Cold."), (2, "The harbour sleeps."), (3, "A bell rings."), (5, "Who comes?")],
                ["Ben"],
            ),
        )

    def test_merge_changes_of_both(self):
        calls = [("change", "Ann", 1, "Mist."), ("change", "Ben", 2, "A port."), ("change", "Ann", 4, "")]
        self.assertEqual(
            self.merged(*calls, ("change", "Ben", 5, "")), [(1, "Mist."), (2, "A port."), (3, "A bell rings.")]
        )
        self.assertEqual(self.paper.drafts, {})

    def test_merge_containing_text(self):
        calls = [
            ("change", "Ann", 1, "Fog!"),
            ("change", "Ben", 1, "More Fog!"),
            ("change", "Ann", 3, "Bells, bells."),
        ]
        calls += [("change", "Ben", 3, "ells."), ("change", "Ann", 5, "One."), ("change", "Ben", 5, "One.")]
        self.assertEqual(
            self.merged(*calls),
            [(1, "More Fog!"), (2, "The harbour sleeps."), (3, "Bells, bells."), (4, "Gulls cry."), (5, "One.")],
        )

    def test_merge_removed_and_changed(self):
        calls = [("change", "Ann", 1, ""), ("change", "Ben", 1, "Mist."), ("change", "Ann", 3, "Ding.")]
        calls += [
            ("change", "Ben", 3, ""),
            ("change", "Ann", 5, ""),
            ("change", "Ben", 5, ""),
            ("change", "Ben", 4, ""),
        ]
        self.assertEqual(self.merged(*calls), [(1, "Mist."), (2, "The harbour sleeps."), (3, "Ding.")])

    def test_merge_removed_comes_back_in_place(self):
        calls = [("change", "Ann", 3, ""), ("change", "Ben", 3, "Ding."), ("insert", "Ann", 2, "Cold.")]
        self.assertEqual(
            self.merged(*calls),
            [
                (1, "Fog."),
                (2, "The harbour sleeps."),
                (6, "Cold."),
                (3, "Ding."),
                (4, "Gulls cry."),
                (5, "Nobody comes."),
            ],
        )

    def test_merge_inserted_at_same_place(self):
        calls = [
            ("insert", "Ann", 2, "a1"),
            ("insert", "Ann", 6, "a2"),
            ("insert", "Ben", 2, "b1"),
            ("insert", "Ben", 8, "b2"),
        ]
        calls += [("insert", "Ann", 0, "a0"), ("insert", "Ben", 0, "b0"), ("insert", "Ben", 5, "b5")]
        self.assertEqual(
            self.merged(*calls),
            [
                (10, "a0"),
                (11, "b0"),
                (1, "Fog."),
                (2, "The harbour sleeps."),
                (6, "a1"),
                (7, "a2"),
                (8, "b1"),
                (9, "b2"),
                (3, "A bell rings."),
                (4, "Gulls cry."),
                (5, "Nobody comes."),
                (12, "b5"),
            ],
        )

    def test_merge_same_text_left_out(self):
        calls = [("insert", "Ann", 2, "Cold."), ("insert", "Ann", 6, "Wet."), ("insert", "Ben", 2, "Wet.")]
        calls += [("insert", "Ben", 8, "Dark."), ("insert", "Ben", 9, "Cold."), ("insert", "Ben", 4, "Wet.")]
        self.assertEqual(
            self.merged(*calls),
            [
                (1, "Fog."),
                (2, "The harbour sleeps."),
                (6, "Cold."),
                (7, "Wet."),
                (9, "Dark."),
                (10, "Cold."),
                (3, "A bell rings."),
                (4, "Gulls cry."),
                (11, "Wet."),
                (5, "Nobody comes."),
            ],
        )

    def test_merge_same_text_at_the_begin(self):
        calls = [("insert", "Ann", 0, "Oh."), ("insert", "Ben", 0, "Fog."), ("insert", "Ben", 0, "Oh.")]
        self.assertEqual(
            self.merged(*calls),
            [
                (6, "Oh."),
                (7, "Fog."),
                (1, "Fog."),
                (2, "The harbour sleeps."),
                (3, "A bell rings."),
                (4, "Gulls cry."),
                (5, "Nobody comes."),
            ],
        )

    def test_merge_same_text_of_the_base_stays(self):
        calls = [("insert", "Ann", 1, "Ding."), ("change", "Ann", 2, ""), ("change", "Ben", 2, "Ding.")]
        self.assertEqual(
            self.merged(*calls),
            [(1, "Fog."), (6, "Ding."), (2, "Ding."), (3, "A bell rings."), (4, "Gulls cry."), (5, "Nobody comes.")],
        )

    def test_merge_forerunner_removed(self):
        calls = [
            ("change", "Ann", 2, ""),
            ("change", "Ann", 3, ""),
            ("insert", "Ben", 3, "Ding."),
            ("change", "Ben", 1, ""),
        ]
        self.assertEqual(
            self.merged(*calls, ("insert", "Ann", 1, "Cold.")),
            [(7, "Cold."), (6, "Ding."), (4, "Gulls cry."), (5, "Nobody comes.")],
        )

    def test_merge_forerunner_of_the_draft(self):
        calls = [
            ("insert", "Ben", 2, "b1"),
            ("insert", "Ben", 6, "b2"),
            ("insert", "Ann", 1, "a1"),
            ("change", "Ben", 2, ""),
        ]
        self.assertEqual(
            self.merged(*calls),
            [
                (1, "Fog."),
                (8, "a1"),
                (6, "b1"),
                (7, "b2"),
                (3, "A bell rings."),
                (4, "Gulls cry."),
                (5, "Nobody comes."),
            ],
        )

    def test_merge_sides(self):
        for side, first, second in (("main", "Mist.", "Ring!"), ("draft", "Haze.", "Dong.")):
            paper = both(("change", "Ann", 1, "Mist."), ("change", "Ben", 1, "Haze."), ("change", "Ben", 2, "A port."))
            play(paper, ("open_draft", "Ann"), ("change", "Ann", 3, "Ring!"), ("change", "Ben", 3, "Dong."))
            play(paper, ("merge", "Ann", ""))
            self.assertEqual(paper.merge("Ben", side), 3)
            self.assertEqual(paper.versions[3][:3], [(1, first), (2, "A port."), (3, second)])

    def test_merge_equal(self):
        self.assertEqual(self.paper.merge("Ann", ""), 0)
        play(self.paper, ("open_draft", "Ann"), ("change", "Ann", 1, "Mist."), ("change", "Ben", 1, "Mist."))
        play(self.paper, ("merge", "Ann", ""))
        self.assertEqual(self.paper.merge("Ben", "draft"), 1)
        self.assertEqual((len(self.paper.versions), self.paper.drafts), (2, {}))

    def test_merge_errors(self):
        calls = [("change", author, line, f"{author} {line}") for line in (4, 2) for author in ("Ann", "Ben")]
        play(self.paper, *calls, ("merge", "Ann", ""))
        with self.assertRaises(KeyError) as caught:
            self.paper.merge("Ann", "left")
        self.assertEqual(caught.exception.args, ("Ann",))
        for side, message in (("left", "bad side: left"), ("", "conflicts: 2, 4")):
            with self.assertRaises(ValueError) as caught:
                self.paper.merge("Ben", side)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((len(self.paper.versions), self.paper.drafts["Ben"][1][1]), (2, (2, "Ben 2")))


class ParagraphDraftsTestUpdate(unittest.TestCase):
    def test_update_counts(self):
        paper = both(("change", "Ann", 1, "Mist."), ("insert", "Ann", 2, "Cold."), ("change", "Ann", 4, ""))
        play(paper, ("change", "Ben", 5, "Who?"))
        self.assertEqual(paper.update("Ben"), 2)
        self.assertEqual(
            paper.drafts,
            {"Ben": (1, [(1, "Mist."), (2, "The harbour sleeps."), (6, "Cold."), (3, "A bell rings."), (5, "Who?")])},
        )
        self.assertEqual(len(paper.versions), 2)

    def test_update_conflict(self):
        paper = both(("change", "Ann", 1, "Mist."), ("change", "Ben", 1, "Haze."), ("change", "Ann", 2, "Port."))
        self.assertEqual(paper.update("Ben"), 1)
        self.assertEqual(
            paper.drafts["Ben"],
            (1, [(1, "Haze."), (2, "Port."), (3, "A bell rings."), (4, "Gulls cry."), (5, "Nobody comes.")]),
        )

    def test_update_again(self):
        paper = both(("change", "Ann", 3, ""), ("change", "Ben", 3, "Ding."), ("insert", "Ann", 2, "Cold."))
        self.assertEqual([paper.update("Ben"), paper.update("Ben")], [1, 0])
        self.assertEqual(
            paper.drafts["Ben"],
            (
                1,
                [
                    (1, "Fog."),
                    (2, "The harbour sleeps."),
                    (6, "Cold."),
                    (3, "Ding."),
                    (4, "Gulls cry."),
                    (5, "Nobody comes."),
                ],
            ),
        )

    def test_update_then_merge(self):
        paper = both(("change", "Ann", 1, "Mist."), ("change", "Ben", 1, "Haze."), ("change", "Ben", 4, ""))
        self.assertEqual(paper.update("Ben"), 0)
        play(paper, ("merge", "Ben", ""))
        self.assertEqual(
            paper.versions[2], [(1, "Haze."), (2, "The harbour sleeps."), (3, "A bell rings."), (5, "Nobody comes.")]
        )

    def test_update_same_text(self):
        paper = both(("insert", "Ann", 5, "End."), ("insert", "Ben", 5, "End."), ("insert", "Ben", 7, "Really."))
        self.assertEqual(paper.update("Ben"), 1)
        self.assertEqual(paper.drafts["Ben"][1][4:], [(5, "Nobody comes."), (6, "End."), (8, "Really.")])

    def test_update_newest_base(self):
        paper = ParagraphDrafts(TEXTS)
        play(paper, ("open_draft", "Ann"), ("change", "Ann", 2, ""), ("insert", "Ann", 0, "Dawn."))
        self.assertEqual(paper.update("Ann"), 0)
        self.assertEqual(
            paper.drafts["Ann"],
            (0, [(6, "Dawn."), (1, "Fog."), (3, "A bell rings."), (4, "Gulls cry."), (5, "Nobody comes.")]),
        )

    def test_update_unknown(self):
        paper = both()
        with self.assertRaises(KeyError) as caught:
            paper.update("Ann")
        self.assertEqual(caught.exception.args, ("Ann",))
        self.assertEqual(sorted(paper.drafts), ["Ben"])


class ParagraphDraftsTestMain(unittest.TestCase):
    def test_main_two_authors(self):
        paper = ParagraphDrafts(["One.", "Two.", "Three."])
        self.assertEqual(
            [paper.open_draft("Ann"), paper.open_draft("Ben"), paper.insert("Ann", 1, "Half.")], [0, 0, 4]
        )
        self.assertEqual(
            [paper.change("Ben", 2, "2."), paper.insert("Ben", 1, "Half."), paper.merge("Ann", "")], [1, 5, 1]
        )
        self.assertEqual([paper.conflicts("Ben"), paper.update("Ben"), paper.change("Ben", 4, "1/2.")], [[], 1, 2])
        self.assertEqual([paper.open_draft("Ann"), paper.change("Ann", 4, "0.5"), paper.merge("Ann", "")], [1, 1, 2])
        self.assertEqual(
            [paper.conflicts("Ben"), paper.change("Ben", 3, ""), paper.merge("Ben", "main")],
            [[(4, "0.5", "1/2.")], 2, 3],
        )
        self.assertEqual((paper.versions[3], paper.drafts, paper.last), ([(1, "One."), (4, "0.5"), (2, "2.")], {}, 5))

    def test_main_long_draft(self):
        paper = ParagraphDrafts(["a", "b", "c", "d"])
        self.assertEqual(
            [paper.open_draft("Zoe"), paper.change("Zoe", 3, "C!"), paper.insert("Zoe", 3, "cc")], [0, 1, 5]
        )
        for number, (line, text) in enumerate(((3, ""), (1, "A"), (4, "D")), 1):
            paper.open_draft("Ann")
            paper.change("Ann", line, text)
            paper.insert("Ann", 2, f"note {number}")
            self.assertEqual(paper.merge("Ann", ""), number)
        self.assertEqual(
            paper.versions[3], [(1, "A"), (2, "b"), (8, "note 3"), (7, "note 2"), (6, "note 1"), (4, "D")]
        )
        self.assertEqual((paper.conflicts("Zoe"), paper.change("Zoe", 1, "AA")), ([], 3))
        self.assertEqual(
            [paper.update("Zoe"), paper.drafts["Zoe"]],
            [
                4,
                (
                    3,
                    [(1, "AA"), (2, "b"), (8, "note 3"), (7, "note 2"), (6, "note 1"), (3, "C!"), (5, "cc"), (4, "D")],
                ),
            ],
        )
        self.assertEqual(
            [paper.change("Zoe", 6, ""), paper.merge("Zoe", ""), paper.versions[4]],
            [3, 4, [(1, "AA"), (2, "b"), (8, "note 3"), (7, "note 2"), (3, "C!"), (5, "cc"), (4, "D")]],
        )

    def test_main_removed_and_kept(self):
        paper = ParagraphDrafts(["x", "y", "z"])
        self.assertEqual([paper.open_draft(author) for author in ("Ann", "Ben", "Cleo")], [0, 0, 0])
        self.assertEqual(
            [paper.change("Ann", 2, ""), paper.change("Ben", 2, "Y"), paper.change("Cleo", 2, "YY")], [0, 1, 1]
        )
        self.assertEqual(
            [paper.merge("Ann", ""), paper.merge("Ben", ""), paper.versions[2]], [1, 2, [(1, "x"), (2, "Y"), (3, "z")]]
        )
        self.assertEqual([paper.conflicts("Cleo"), paper.insert("Cleo", 2, "new"), paper.update("Cleo")], [[], 4, 0])
        self.assertEqual(paper.drafts["Cleo"], (2, [(1, "x"), (2, "YY"), (4, "new"), (3, "z")]))
        self.assertEqual(
            (paper.merge("Cleo", "main"), paper.versions[-1]), (3, [(1, "x"), (2, "YY"), (4, "new"), (3, "z")])
        )
