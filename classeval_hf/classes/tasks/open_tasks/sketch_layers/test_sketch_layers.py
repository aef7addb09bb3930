# canary: classeval-hf open sketch_layers 4fea0474-b4ac-42f7-b984-cbd738a1641f

import unittest

from solution import SketchLayers


def play(sketch, *calls):
    """Calls methods of a sketch, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(sketch, name)(*arguments)


def paint(sketch):
    """Fills a sketch: sky, hills/ (far, near/ (oak, elm, ash), path), bird and sun, the lowest first."""
    play(sketch, ("add", "sky", "", False), ("add", "hills", "", True), ("add", "far", "hills", False))
    play(sketch, ("add", "near", "hills", True), *[("add", name, "near", False) for name in ("oak", "elm", "ash")])
    play(sketch, ("add", "path", "hills", False), ("add", "bird", "", False), ("add", "sun", "", False))


def steps_of(sketch):
    """The names of the steps that can be undone."""
    return [step[0] for step in sketch.past]


class SketchLayersTestAdd(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)

    def test_add_on_top(self):
        self.assertEqual([self.sketch.add(name, "", False) for name in ("sky", "sun", "bird")], [1, 2, 3])
        self.assertEqual((self.sketch.groups, self.sketch.locked), ({"": ["sky", "sun", "bird"]}, set()))

    def test_add_groups(self):
        paint(self.sketch)
        self.assertEqual(
            self.sketch.groups,
            {"": ["sky", "hills", "bird", "sun"], "hills": ["far", "near", "path"], "near": ["oak", "elm", "ash"]},
        )
        self.assertEqual(self.sketch.add("reed", "near", True), 4)
        self.assertEqual((self.sketch.groups["reed"], self.sketch.groups["near"]), ([], ["oak", "elm", "ash", "reed"]))

    def test_add_records(self):
        play(self.sketch, ("add", "sky", "", False), ("add", "hills", "", True))
        self.assertEqual(self.sketch.add("far", "hills", False), 1)
        self.assertEqual(
            self.sketch.past,
            [
                ("add sky", {"": []}, set()),
                ("add hills", {"": ["sky"]}, set()),
                ("add far", {"": ["sky", "hills"], "hills": []}, set()),
            ],
        )

    def test_add_drops_oldest(self):
        sketch = SketchLayers(3)
        paint(sketch)
        self.assertEqual(sketch.add("moon", "", False), 5)
        self.assertEqual(steps_of(sketch), ["add bird", "add sun", "add moon"])

    def test_add_no_group(self):
        paint(self.sketch)
        for group in ("oak", "lake"):
            with self.assertRaises(KeyError) as caught:
                self.sketch.add("sky", group, False)
            self.assertEqual(caught.exception.args, (group,))
        self.assertEqual(len(self.sketch.past), 10)

    def test_add_used(self):
        paint(self.sketch)
        play(self.sketch, ("set_lock", "hills", True))
        for name in ("near", "oak", "", "sun"):
            with self.assertRaises(ValueError) as caught:
                self.sketch.add(name, "hills", True)
            self.assertEqual(str(caught.exception), f"name is used: {name}")
        self.assertEqual((self.sketch.groups[""], len(self.sketch.past)), (["sky", "hills", "bird", "sun"], 11))

    def test_add_locked(self):
        paint(self.sketch)
        play(self.sketch, ("set_lock", "near", True), ("set_lock", "hills", True))
        for group in ("near", "hills"):
            with self.assertRaises(ValueError) as caught:
                self.sketch.add("fir", group, False)
            self.assertEqual(str(caught.exception), "locked: hills")
        self.assertEqual((self.sketch.add("fir", "", False), self.sketch.groups["near"]), (5, ["oak", "elm", "ash"]))


class SketchLayersTestShift(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_shift_up_and_down(self):
        self.assertEqual([self.sketch.shift("sky", 2), self.sketch.groups[""]], [2, ["hills", "bird", "sky", "sun"]])
        self.assertEqual([self.sketch.shift("sun", -3), self.sketch.groups[""]], [-3, ["sun", "hills", "bird", "sky"]])
        self.assertEqual(steps_of(self.sketch)[10:], ["shift sky", "shift sun"])

    def test_shift_to_the_ends(self):
        self.assertEqual(
            [self.sketch.shift("elm", 9), self.sketch.shift("elm", -9), self.sketch.shift("far", 2)], [1, -2, 2]
        )
        self.assertEqual(
            (self.sketch.groups["near"], self.sketch.groups["hills"]), (["elm", "oak", "ash"], ["near", "path", "far"])
        )

    def test_shift_stops_before_locked(self):
        play(self.sketch, ("set_lock", "bird", True))
        self.assertEqual(
            [self.sketch.shift("sky", 3), self.sketch.shift("sun", -2), self.sketch.groups[""]],
            [1, 0, ["hills", "sky", "bird", "sun"]],
        )
        self.assertEqual(steps_of(self.sketch)[10:], ["lock bird", "shift sky"])

    def test_shift_nowhere(self):
        before = list(self.sketch.past)
        self.assertEqual([self.sketch.shift(*call) for call in (("sun", 1), ("sky", -4), ("far", 0))], [0, 0, 0])
        self.assertEqual((self.sketch.past, self.sketch.groups[""]), (before, ["sky", "hills", "bird", "sun"]))

    def test_shift_lock_inside_does_not_hinder(self):
        play(self.sketch, ("set_lock", "far", True), ("set_lock", "oak", True))
        self.assertEqual(
            [self.sketch.shift("hills", 1), self.sketch.shift("near", 1), self.sketch.shift("near", -5)], [1, 1, -1]
        )
        self.assertEqual(
            (self.sketch.groups[""], self.sketch.groups["hills"]),
            (["sky", "bird", "hills", "sun"], ["far", "near", "path"]),
        )

    def test_shift_fixed(self):
        play(self.sketch, ("set_lock", "oak", True), ("set_lock", "near", True), ("set_lock", "bird", True))
        for name, lock in (("oak", "near"), ("ash", "near"), ("near", "near"), ("bird", "bird")):
            with self.assertRaises(ValueError) as caught:
                self.sketch.shift(name, 1)
            self.assertEqual(str(caught.exception), f"locked: {lock}")
        self.assertEqual(len(self.sketch.past), 13)

    def test_shift_unknown(self):
        for name in ("", "lake"):
            with self.assertRaises(KeyError) as caught:
                self.sketch.shift(name, 1)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(len(self.sketch.past), 10)


class SketchLayersTestPutInto(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_put_into_other_group(self):
        self.assertEqual([self.sketch.put_into("sky", "near"), self.sketch.put_into("elm", "")], [4, 4])
        self.assertEqual(
            self.sketch.groups,
            {"": ["hills", "bird", "sun", "elm"], "hills": ["far", "near", "path"], "near": ["oak", "ash", "sky"]},
        )
        self.assertEqual(steps_of(self.sketch)[10:], ["put sky", "put elm"])

    def test_put_into_with_content(self):
        self.assertEqual(self.sketch.put_into("near", ""), 5)
        self.assertEqual(
            self.sketch.groups,
            {"": ["sky", "hills", "bird", "sun", "near"], "hills": ["far", "path"], "near": ["oak", "elm", "ash"]},
        )

    def test_put_into_same_group(self):
        play(self.sketch, ("set_lock", "bird", True))
        self.assertEqual([self.sketch.put_into("hills", ""), self.sketch.put_into("hills", "")], [4, 4])
        self.assertEqual(
            (self.sketch.groups[""], steps_of(self.sketch)[10:]),
            (["sky", "bird", "sun", "hills"], ["lock bird", "put hills"]),
        )

    def test_put_into_keeps_locks_inside(self):
        play(self.sketch, ("set_lock", "oak", True), ("add", "frame", "", True))
        self.assertEqual(self.sketch.put_into("near", "frame"), 1)
        self.assertEqual(
            (self.sketch.groups, self.sketch.locked),
            (
                {
                    "": ["sky", "hills", "bird", "sun", "frame"],
                    "hills": ["far", "path"],
                    "near": ["oak", "elm", "ash"],
                    "frame": ["near"],
                },
                {"oak"},
            ),
        )

    def test_put_into_itself(self):
        play(self.sketch, ("set_lock", "hills", True))
        for group in ("hills", "near"):
            with self.assertRaises(ValueError) as caught:
                self.sketch.put_into("hills", group)
            self.assertEqual(str(caught.exception), "inside itself: hills")
        self.assertEqual((self.sketch.groups["near"], len(self.sketch.past)), (["oak", "elm", "ash"], 11))

    def test_put_into_fixed(self):
        play(self.sketch, ("add", "frame", "", True), ("set_lock", "frame", True), ("set_lock", "near", True))
        for name, group, lock in (("oak", "frame", "near"), ("sun", "frame", "frame"), ("sky", "near", "near")):
            with self.assertRaises(ValueError) as caught:
                self.sketch.put_into(name, group)
            self.assertEqual(str(caught.exception), f"locked: {lock}")
        self.assertEqual((self.sketch.groups["frame"], len(self.sketch.past)), ([], 13))

    def test_put_into_unknown(self):
        for name, group, wrong in (
            ("lake", "pond", "lake"),
            ("", "hills", ""),
            ("oak", "sun", "sun"),
            ("oak", "x", "x"),
        ):
            with self.assertRaises(KeyError) as caught:
                self.sketch.put_into(name, group)
            self.assertEqual(caught.exception.args, (wrong,))
        self.assertEqual(len(self.sketch.past), 10)


class SketchLayersTestSetLock(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_set_lock_counts_fixed(self):
        self.assertEqual([self.sketch.set_lock(name, True) for name in ("elm", "near", "sun", "hills")], [1, 4, 5, 8])
        self.assertEqual(self.sketch.locked, {"elm", "near", "sun", "hills"})
        self.assertEqual([self.sketch.set_lock("hills", False), self.sketch.set_lock("near", False)], [5, 2])
        self.assertEqual(self.sketch.locked, {"elm", "sun"})

    def test_set_lock_steps(self):
        self.assertEqual([self.sketch.set_lock("sky", locked) for locked in (True, False, True)], [1, 0, 1])
        self.assertEqual(steps_of(self.sketch)[10:], ["lock sky", "unlock sky", "lock sky"])
        self.assertEqual([step[2] for step in self.sketch.past[10:]], [set(), {"sky"}, set()])

    def test_set_lock_no_change(self):
        play(self.sketch, ("set_lock", "near", True))
        self.assertEqual([self.sketch.set_lock("near", True), self.sketch.set_lock("far", False)], [4, 4])
        self.assertEqual((len(self.sketch.past), self.sketch.locked), (11, {"near"}))

    def test_set_lock_below_locked(self):
        play(self.sketch, ("set_lock", "oak", True), ("set_lock", "near", True), ("set_lock", "hills", True))
        for name, locked in (("oak", False), ("elm", True), ("near", False), ("far", False)):
            with self.assertRaises(ValueError) as caught:
                self.sketch.set_lock(name, locked)
            self.assertEqual(str(caught.exception), "locked: hills")
        self.assertEqual((self.sketch.locked, len(self.sketch.past)), ({"oak", "near", "hills"}, 13))

    def test_set_lock_unknown(self):
        for name in ("", "lake"):
            with self.assertRaises(KeyError) as caught:
                self.sketch.set_lock(name, True)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.sketch.locked, set())


class SketchLayersTestGather(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_gather_order(self):
        self.assertEqual(self.sketch.gather(["bird", "sky", "hills"], "land"), ["sky", "hills", "bird"])
        self.assertEqual(
            self.sketch.groups,
            {
                "": ["land", "sun"],
                "hills": ["far", "near", "path"],
                "near": ["oak", "elm", "ash"],
                "land": ["sky", "hills", "bird"],
            },
        )
        self.assertEqual(steps_of(self.sketch)[10:], ["gather land"])

    def test_gather_inner(self):
        self.assertEqual(self.sketch.gather(["elm", "oak", "elm"], "old"), ["oak", "elm"])
        self.assertEqual((self.sketch.groups["near"], self.sketch.groups["old"]), (["old", "ash"], ["oak", "elm"]))

    def test_gather_passes_locked(self):
        play(self.sketch, ("set_lock", "bird", True), ("set_lock", "far", True))
        self.assertEqual(self.sketch.gather(["sun", "sky"], "light"), ["sky", "sun"])
        self.assertEqual(self.sketch.gather(["hills"], "land"), ["hills"])
        self.assertEqual(
            (self.sketch.groups, self.sketch.locked),
            (
                {
                    "": ["land", "bird", "light"],
                    "hills": ["far", "near", "path"],
                    "near": ["oak", "elm", "ash"],
                    "light": ["sky", "sun"],
                    "land": ["hills"],
                },
                {"bird", "far"},
            ),
        )

    def test_gather_result_is_a_copy(self):
        result = self.sketch.gather(["path"], "roads")
        self.assertEqual(result, ["path"])
        result.append("rail")
        self.assertEqual(
            (self.sketch.groups["roads"], self.sketch.groups["hills"]), (["path"], ["far", "near", "roads"])
        )

    def test_gather_unknown(self):
        for names, wrong in ((["sky", "lake", "pond"], "lake"), (["", "sky"], ""), (["oak", "pond"], "pond")):
            with self.assertRaises(KeyError) as caught:
                self.sketch.gather(names, "sun")
            self.assertEqual(caught.exception.args, (wrong,))
        self.assertEqual(len(self.sketch.past), 10)

    def test_gather_errors(self):
        play(self.sketch, ("set_lock", "oak", True), ("set_lock", "near", True), ("set_lock", "bird", True))
        cases = [([], "sky", "name is used: sky"), (["oak", "sky"], "", "name is used: "), ([], "new", "no items")]
        cases += [(["oak", "sky"], "new", "different groups"), (["elm", "oak"], "new", "locked: near")]
        cases += [(["sky", "bird"], "new", "locked: bird"), (["far", "near"], "new", "locked: near")]
        for names, group, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.sketch.gather(names, group)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((len(self.sketch.past), self.sketch.groups[""]), (13, ["sky", "hills", "bird", "sun"]))

    def test_gather_first_fixed(self):
        play(self.sketch, ("set_lock", "bird", True), ("set_lock", "sun", True))
        for names, lock in ((["sky", "sun", "bird"], "sun"), (["bird", "sun"], "bird")):
            with self.assertRaises(ValueError) as caught:
                self.sketch.gather(names, "new")
            self.assertEqual(str(caught.exception), f"locked: {lock}")
        self.assertEqual(len(self.sketch.groups), 3)


class SketchLayersTestDissolve(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_dissolve_order(self):
        self.assertEqual(self.sketch.dissolve("near"), ["oak", "elm", "ash"])
        self.assertEqual(
            self.sketch.groups, {"": ["sky", "hills", "bird", "sun"], "hills": ["far", "oak", "elm", "ash", "path"]}
        )
        self.assertEqual(steps_of(self.sketch)[10:], ["dissolve near"])

    def test_dissolve_outer(self):
        self.assertEqual(
            [self.sketch.dissolve("hills"), self.sketch.dissolve("near")],
            [["far", "near", "path"], ["oak", "elm", "ash"]],
        )
        self.assertEqual(self.sketch.groups, {"": ["sky", "far", "oak", "elm", "ash", "path", "bird", "sun"]})

    def test_dissolve_keeps_locks(self):
        play(self.sketch, ("set_lock", "elm", True), ("set_lock", "far", True))
        self.assertEqual(self.sketch.dissolve("near"), ["oak", "elm", "ash"])
        self.assertEqual(
            (self.sketch.locked, self.sketch.groups["hills"]), ({"far", "elm"}, ["far", "oak", "elm", "ash", "path"])
        )

    def test_dissolve_empty(self):
        play(self.sketch, ("add", "frame", "hills", True))
        self.assertEqual(self.sketch.dissolve("frame"), [])
        self.assertEqual(
            (self.sketch.groups["hills"], sorted(self.sketch.groups)), (["far", "near", "path"], ["", "hills", "near"])
        )
        play(self.sketch, ("add", "frame", "", False))
        self.assertEqual(self.sketch.groups[""], ["sky", "hills", "bird", "sun", "frame"])

    def test_dissolve_errors(self):
        play(self.sketch, ("set_lock", "near", True), ("set_lock", "hills", True), ("set_lock", "sun", True))
        cases = (
            ("sun", "no group: sun"),
            ("oak", "no group: oak"),
            ("near", "locked: hills"),
            ("hills", "locked: hills"),
        )
        for group, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.sketch.dissolve(group)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((sorted(self.sketch.groups), len(self.sketch.past)), (["", "hills", "near"], 13))

    def test_dissolve_unknown(self):
        for group in ("", "lake"):
            with self.assertRaises(KeyError) as caught:
                self.sketch.dissolve(group)
            self.assertEqual(caught.exception.args, (group,))
        self.assertEqual(len(self.sketch.past), 10)


class SketchLayersTestUndo(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(6)
        paint(self.sketch)

    def test_undo_one(self):
        play(self.sketch, ("shift", "sky", 2))
        self.assertEqual(self.sketch.undo(), ["shift sky"])
        self.assertEqual(
            (self.sketch.groups[""], steps_of(self.sketch)),
            (["sky", "hills", "bird", "sun"], ["add elm", "add ash", "add path", "add bird", "add sun"]),
        )

    def test_undo_as_far_as_kept(self):
        self.assertEqual(self.sketch.undo(99), ["add sun", "add bird", "add path", "add ash", "add elm", "add oak"])
        self.assertEqual(
            (self.sketch.groups, self.sketch.past), ({"": ["sky", "hills"], "hills": ["far", "near"], "near": []}, [])
        )
        self.assertEqual((self.sketch.undo(), self.sketch.groups["near"]), ([], []))

    def test_undo_groups(self):
        play(self.sketch, ("gather", ["oak", "ash"], "old"), ("dissolve", "hills"), ("put_into", "near", ""))
        self.assertEqual(self.sketch.undo(2), ["put near", "dissolve hills"])
        self.assertEqual(
            self.sketch.groups,
            {
                "": ["sky", "hills", "bird", "sun"],
                "hills": ["far", "near", "path"],
                "near": ["elm", "old"],
                "old": ["oak", "ash"],
            },
        )
        self.assertEqual(self.sketch.undo(2), ["gather old", "add sun"])
        self.assertEqual(
            self.sketch.groups,
            {"": ["sky", "hills", "bird"], "hills": ["far", "near", "path"], "near": ["oak", "elm", "ash"]},
        )

    def test_undo_locks(self):
        play(self.sketch, ("set_lock", "oak", True), ("set_lock", "hills", True), ("set_lock", "sun", True))
        self.assertEqual(self.sketch.undo(2), ["lock sun", "lock hills"])
        self.assertEqual(self.sketch.locked, {"oak"})

    def test_undo_in_locked(self):
        play(self.sketch, ("shift", "oak", 2), ("set_lock", "hills", True))
        self.assertEqual([self.sketch.undo(), self.sketch.undo()], [["lock hills"], ["shift oak"]])
        self.assertEqual((self.sketch.groups["near"], self.sketch.locked), (["oak", "elm", "ash"], set()))

    def test_undo_then_other_step(self):
        self.assertEqual(self.sketch.undo(2), ["add sun", "add bird"])
        play(self.sketch, ("add", "owl", "", False), ("shift", "owl", -1))
        self.assertEqual(
            (steps_of(self.sketch), self.sketch.past[-1][1]),
            (
                ["add oak", "add elm", "add ash", "add path", "add owl", "shift owl"],
                {"": ["sky", "hills", "owl"], "hills": ["far", "near", "path"], "near": ["oak", "elm", "ash"]},
            ),
        )
        self.assertEqual((self.sketch.undo(), self.sketch.groups[""]), (["shift owl"], ["sky", "hills", "owl"]))

    def test_undo_bad_count(self):
        for count in (0, -2):
            with self.assertRaises(ValueError) as caught:
                self.sketch.undo(count)
            self.assertEqual(str(caught.exception), f"bad count: {count}")
        self.assertEqual(len(self.sketch.past), 6)


class SketchLayersTestListing(unittest.TestCase):
    def setUp(self):
        self.sketch = SketchLayers(20)
        paint(self.sketch)

    def test_listing_from_top(self):
        self.assertEqual(
            self.sketch.listing(),
            ["sun", "bird", "hills/", "  path", "  near/", "    ash", "    elm", "    oak", "  far", "sky"],
        )
        self.assertEqual(self.sketch.groups[""], ["sky", "hills", "bird", "sun"])

    def test_listing_locks(self):
        play(self.sketch, ("set_lock", "elm", True), ("set_lock", "near", True), ("set_lock", "sky", True))
        self.assertEqual(
            self.sketch.listing(),
            ["sun", "bird", "hills/", "  path", "  near/ !", "    ash", "    elm !", "    oak", "  far", "sky !"],
        )

    def test_listing_empty_groups(self):
        play(self.sketch, ("add", "frame", "hills", True), ("add", "inner", "frame", True))
        self.assertEqual(self.sketch.listing()[2:6], ["hills/", "  frame/", "    inner/", "  path"])

    def test_listing_nothing(self):
        sketch = SketchLayers(1)
        self.assertEqual((sketch.listing(), sketch.groups), ([], {"": []}))

    def test_listing_after_changes(self):
        play(self.sketch, ("gather", ["sky", "bird"], "air"), ("put_into", "near", "air"), ("shift", "near", -1))
        self.assertEqual(
            self.sketch.listing(),
            [
                "sun",
                "air/",
                "  bird",
                "  near/",
                "    ash",
                "    elm",
                "    oak",
                "  sky",
                "hills/",
                "  path",
                "  far",
            ],
        )


class SketchLayersTestMain(unittest.TestCase):
    def test_main_drawing(self):
        sketch = SketchLayers(5)
        self.assertEqual(
            [sketch.add(name, "", name == "town") for name in ("sea", "town", "ship", "gull")], [1, 2, 3, 4]
        )
        self.assertEqual(
            (sketch.put_into("ship", "town"), sketch.add("mast", "town", False), sketch.listing()),
            (1, 2, ["gull", "town/", "  mast", "  ship", "sea"]),
        )
        self.assertEqual(
            (sketch.set_lock("mast", True), sketch.shift("ship", 1), sketch.gather(["ship"], "fleet")),
            (1, 0, ["ship"]),
        )
        self.assertEqual(
            (sketch.groups, steps_of(sketch)),
            (
                {"": ["sea", "town", "gull"], "town": ["fleet", "mast"], "fleet": ["ship"]},
                ["add gull", "put ship", "add mast", "lock mast", "gather fleet"],
            ),
        )
        self.assertEqual(
            (sketch.put_into("fleet", "town"), sketch.dissolve("town"), sketch.listing()),
            (2, ["mast", "fleet"], ["gull", "fleet/", "  ship", "mast !", "sea"]),
        )
        self.assertEqual(
            (sketch.undo(3), sketch.listing(), steps_of(sketch)),
            (
                ["dissolve town", "put fleet", "gather fleet"],
                ["gull", "town/", "  mast !", "  ship", "sea"],
                ["add mast", "lock mast"],
            ),
        )
        self.assertEqual(
            (sketch.shift("gull", -9), sketch.undo(9), sketch.listing(), sketch.locked),
            (-2, ["shift gull", "lock mast", "add mast"], ["gull", "town/", "  ship", "sea"], set()),
        )

    def test_main_locks(self):
        sketch = SketchLayers(50)
        self.assertEqual(
            [sketch.add("a", "", True), sketch.add("b", "a", True), sketch.add("c", "b", False)], [1, 1, 1]
        )
        self.assertEqual(
            [sketch.set_lock("c", True), sketch.set_lock("b", True), sketch.set_lock("a", True)], [1, 2, 3]
        )
        with self.assertRaises(ValueError) as caught:
            sketch.dissolve("b")
        self.assertEqual(str(caught.exception), "locked: a")
        self.assertEqual(
            (sketch.set_lock("a", False), sketch.dissolve("a"), sketch.groups, sketch.locked),
            (2, ["b"], {"": ["b"], "b": ["c"]}, {"c", "b"}),
        )
        self.assertEqual((sketch.add("d", "", False), sketch.shift("d", -1), sketch.set_lock("b", False)), (2, 0, 1))
        self.assertEqual(
            (sketch.shift("d", -1), sketch.gather(["b", "d"], "a"), sketch.listing()),
            (-1, ["d", "b"], ["a/", "  b/", "    c !", "  d"]),
        )
        self.assertEqual(
            (sketch.undo(4), sketch.listing()), (["gather a", "shift d", "unlock b", "add d"], ["b/ !", "  c !"])
        )

    def test_main_names(self):
        sketch = SketchLayers(4)
        self.assertEqual([sketch.add(name, "", False) for name in "xyz"], [1, 2, 3])
        self.assertEqual(
            (sketch.gather(["z", "x"], "w"), sketch.dissolve("w"), sketch.groups),
            (["x", "z"], ["x", "z"], {"": ["y", "x", "z"]}),
        )
        self.assertEqual(
            (sketch.gather(["x"], "w"), sketch.put_into("y", "w"), sketch.put_into("y", "w")), (["x"], 2, 2)
        )
        self.assertEqual(
            (sketch.set_lock("w", True), sketch.listing(), steps_of(sketch)),
            (3, ["z", "w/ !", "  y", "  x"], ["dissolve w", "gather w", "put y", "lock w"]),
        )
        self.assertEqual(
            (sketch.undo(9), sketch.groups),
            (["lock w", "put y", "gather w", "dissolve w"], {"": ["y", "w"], "w": ["x", "z"]}),
        )
        self.assertEqual(sketch.listing(), ["w/", "  z", "  x", "y"])
