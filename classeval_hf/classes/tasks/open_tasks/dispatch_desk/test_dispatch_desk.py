# canary: classeval-hf open dispatch_desk 50f28958-c0af-40d8-8b3a-bb860b9e62a8

import unittest

from solution import DispatchDesk


def act(desk, *calls):
    """Takes steps, each a tuple of the name of a method and its arguments."""
    for name, *arguments in calls:
        getattr(desk, name)(*arguments)


def send(desk, *topics):
    """Posts messages with texts in capitals."""
    for topic in topics:
        desk.post(topic, topic.upper())


class DispatchDeskTestJoin(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 2)

    def test_join_new(self):
        self.assertEqual([self.desk.join("ann", 2, "a/b"), self.desk.join("ben", 1, "#")], [1, 1])
        self.assertEqual(self.desk.readers, {"ann": (2, ["a/b"]), "ben": (1, ["#"])})
        self.assertEqual(
            (self.desk.waiting, self.desk.out, self.desk.given),
            ({"ann": [], "ben": []},) + ({"ann": {}, "ben": {}},) * 2,
        )

    def test_join_more_patterns(self):
        self.assertEqual([self.desk.join("ann", 2, pattern) for pattern in ("x", "y/*", "a")], [1, 2, 3])
        self.assertEqual(self.desk.readers, {"ann": (2, ["x", "y/*", "a"])})

    def test_join_same_pattern(self):
        self.assertEqual([self.desk.join("ann", room, "x") for room in (1, 7, 4)], [1, 1, 1])
        self.assertEqual(self.desk.readers, {"ann": (4, ["x"])})

    def test_join_keeps_messages(self):
        act(self.desk, ("join", "ann", 1, "x"), ("post", "x", "1"), ("post", "x", "2"), ("pull", "ann"))
        self.assertEqual(self.desk.join("ann", 3, "y"), 2)
        self.assertEqual(
            (self.desk.waiting, self.desk.out, self.desk.given), ({"ann": [2]}, {"ann": {1: 5}}, {"ann": {1: 1}})
        )

    def test_join_bad_room(self):
        act(self.desk, ("join", "ann", 1, "x"))
        for reader, room in (("ann", 0), ("ben", -2)):
            with self.assertRaises(ValueError) as caught:
                self.desk.join(reader, room, "y")
            self.assertEqual(str(caught.exception), "bad room")
        self.assertEqual((self.desk.readers, self.desk.waiting), ({"ann": (1, ["x"])}, {"ann": []}))


class DispatchDeskTestPost(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 2)

    def test_post_stars(self):
        act(
            self.desk,
            ("join", "b", 1, "*/wind"),
            ("join", "a", 1, "port/*"),
            ("join", "c", 1, "*"),
            ("join", "d", 1, "port/wind/*"),
        )
        topics = ("port/wind", "port/tide", "lake/wind", "port", "port/wind/now", "x/y/z")
        readers = [self.desk.post(topic, "t") for topic in topics]
        self.assertEqual(readers, [["a", "b"], ["a"], ["b"], ["c"], ["d"], []])
        self.assertEqual(self.desk.waiting, {"b": [1, 3], "a": [1, 2], "c": [4], "d": [5]})

    def test_post_rest(self):
        act(self.desk, ("join", "a", 1, "port/#"), ("join", "b", 1, "#"), ("join", "c", 1, "*/wind/#"))
        topics = ("port", "port/wind", "ports/wind/now/here", "lake", "lake/wind", "port/a/b")
        readers = [self.desk.post(topic, "t") for topic in topics]
        self.assertEqual(readers, [["a", "b"], ["a", "b", "c"], ["b", "c"], ["b"], ["b", "c"], ["a", "b"]])
        self.assertEqual(self.desk.waiting["c"], [2, 3, 5])

    def test_post_once(self):
        act(self.desk, ("join", "a", 1, "port/#"), ("join", "a", 1, "*/wind"))
        self.assertEqual([self.desk.post("port/wind", "x"), self.desk.post("lake/wind", "y")], [["a"], ["a"]])
        self.assertEqual((self.desk.waiting, self.desk.texts), ({"a": [1, 2]}, {1: "x", 2: "y"}))

    def test_post_nobody(self):
        self.assertEqual(self.desk.post("port", "x"), [])
        act(self.desk, ("join", "a", 1, "port"))
        self.assertEqual([self.desk.post("Port", "y"), self.desk.post("port", "z")], [[], ["a"]])
        self.assertEqual(self.desk.dead, [(1, "", "nobody"), (2, "", "nobody")])
        self.assertEqual((self.desk.texts, self.desk.count), ({1: "x", 2: "y", 3: "z"}, 3))

    def test_post_not_to_earlier(self):
        act(self.desk, ("join", "a", 1, "x"), ("post", "x", "1"), ("join", "b", 1, "x"))
        self.assertEqual((self.desk.post("x", "2"), self.desk.waiting), (["a", "b"], {"a": [1, 2], "b": [2]}))

    def test_post_signs_in_other_places(self):
        act(self.desk, ("join", "a", 1, "#/b"), ("join", "b", 1, "a*/b"), ("join", "c", 1, "a/b#"))
        readers = [self.desk.post(topic, "t") for topic in ("x/b", "#/b", "ab/b", "a*/b", "a/b", "a/b#")]
        self.assertEqual(readers, [[], ["a"], [], ["b"], [], ["c"]])
        self.assertEqual(len(self.desk.dead), 3)


class DispatchDeskTestPull(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 3)
        act(self.desk, ("join", "a", 2, "#"), ("join", "b", 1, "y"))
        send(self.desk, "x", "y", "z")

    def test_pull_in_order(self):
        self.assertEqual(
            [self.desk.pull("a"), self.desk.pull("a"), self.desk.pull("b")], [(1, "X", 1), (2, "Y", 1), (2, "Y", 1)]
        )
        self.assertEqual((self.desk.waiting, self.desk.out), ({"a": [3], "b": []}, {"a": {1: 5, 2: 5}, "b": {2: 5}}))
        self.assertEqual(self.desk.given, {"a": {1: 1, 2: 1}, "b": {2: 1}})

    def test_pull_no_room(self):
        self.assertEqual([self.desk.pull("a") for _ in range(3)], [(1, "X", 1), (2, "Y", 1), None])
        act(self.desk, ("confirm", "a", 1))
        self.assertEqual([self.desk.pull("a"), self.desk.pull("a")], [(3, "Z", 1), None])

    def test_pull_less_room_than_out(self):
        act(self.desk, ("pull", "a"), ("pull", "a"), ("join", "a", 1, "#"))
        self.assertIsNone(self.desk.pull("a"))
        act(self.desk, ("confirm", "a", 1))
        self.assertIsNone(self.desk.pull("a"))
        self.assertEqual((self.desk.waiting["a"], self.desk.out["a"]), ([3], {2: 5}))

    def test_pull_again(self):
        act(self.desk, ("pull", "a"), ("wait", 2), ("refuse", "a", 1))
        self.assertEqual(self.desk.pull("a"), (1, "X", 2))
        act(self.desk, ("wait", 5))
        self.assertEqual(self.desk.pull("a"), (1, "X", 3))
        self.assertEqual((self.desk.out["a"], self.desk.given["a"]), ({1: 12}, {1: 3}))

    def test_pull_nothing(self):
        act(self.desk, ("pull", "b"), ("confirm", "b", 2))
        self.assertIsNone(self.desk.pull("b"))
        self.assertEqual((self.desk.out["b"], self.desk.given["b"]), ({}, {}))

    def test_pull_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.desk.pull("c")
        self.assertEqual((caught.exception.args, self.desk.waiting), (("c",), {"a": [1, 2, 3], "b": [2]}))


class DispatchDeskTestConfirm(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 2)
        act(self.desk, ("join", "a", 3, "#"), ("join", "b", 1, "y"))
        send(self.desk, "x", "y", "z")
        act(self.desk, ("pull", "a"), ("pull", "a"), ("pull", "b"))

    def test_confirm_out(self):
        self.assertIs(self.desk.confirm("a", 1), True)
        self.assertEqual((self.desk.out, self.desk.given), ({"a": {2: 5}, "b": {2: 5}}, {"a": {2: 1}, "b": {2: 1}}))
        self.assertEqual(self.desk.texts, {2: "Y", 3: "Z"})

    def test_confirm_by_all(self):
        self.assertIs(self.desk.confirm("b", 2), True)
        self.assertEqual(self.desk.texts, {1: "X", 2: "Y", 3: "Z"})
        self.assertIs(self.desk.confirm("a", 2), True)
        self.assertEqual(self.desk.texts, {1: "X", 3: "Z"})

    def test_confirm_late(self):
        act(self.desk, ("wait", 5))
        self.assertEqual(self.desk.waiting, {"a": [2, 1, 3], "b": [2]})
        self.assertEqual([self.desk.confirm("a", 1), self.desk.confirm("b", 2)], [False, False])
        self.assertEqual((self.desk.waiting, self.desk.given), ({"a": [2, 3], "b": []}, {"a": {2: 1}, "b": {}}))
        self.assertEqual(self.desk.texts, {2: "Y", 3: "Z"})

    def test_confirm_dead_for_another(self):
        act(self.desk, ("wait", 5), ("pull", "b"), ("wait", 5), ("pull", "a"))
        self.assertEqual((self.desk.dead, self.desk.out["a"]), ([(2, "b", "silent")], {2: 15}))
        self.assertIs(self.desk.confirm("a", 2), True)
        self.assertEqual(self.desk.texts, {1: "X", 2: "Y", 3: "Z"})

    def test_confirm_waiting_for_another(self):
        act(self.desk, ("wait", 5), ("pull", "a"))
        self.assertIs(self.desk.confirm("a", 2), True)
        self.assertEqual((self.desk.texts, self.desk.waiting["b"]), ({1: "X", 2: "Y", 3: "Z"}, [2]))

    def test_confirm_errors(self):
        for reader, number, key in (("c", 1, "c"), ("a", 3, 3), ("b", 1, 1), ("a", 9, 9)):
            with self.assertRaises(KeyError) as caught:
                self.desk.confirm(reader, number)
            self.assertEqual(caught.exception.args, (key,))
        self.assertEqual((self.desk.waiting["a"], self.desk.given["a"]), ([3], {1: 1, 2: 1}))

    def test_confirm_twice(self):
        self.assertIs(self.desk.confirm("a", 1), True)
        with self.assertRaises(KeyError) as caught:
            self.desk.confirm("a", 1)
        self.assertEqual((caught.exception.args, len(self.desk.out["a"])), ((1,), 1))


class DispatchDeskTestRefuse(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 2)
        act(self.desk, ("join", "a", 3, "#"), ("join", "b", 1, "y"))
        send(self.desk, "x", "y", "z")
        act(self.desk, ("pull", "a"), ("pull", "a"), ("pull", "b"))

    def test_refuse_first_time(self):
        self.assertEqual([self.desk.refuse("a", 1), self.desk.refuse("a", 2)], [False, False])
        self.assertEqual((self.desk.waiting, self.desk.out), ({"a": [2, 1, 3], "b": []}, {"a": {}, "b": {2: 5}}))
        self.assertEqual((self.desk.given["a"], self.desk.dead), ({1: 1, 2: 1}, []))

    def test_refuse_last_time(self):
        act(self.desk, ("refuse", "a", 2), ("pull", "a"))
        self.assertIs(self.desk.refuse("a", 2), True)
        self.assertEqual((self.desk.dead, self.desk.given["a"]), ([(2, "a", "refused")], {1: 1}))
        self.assertEqual((self.desk.out, self.desk.waiting["a"]), ({"a": {1: 5}, "b": {2: 5}}, [3]))

    def test_refuse_keeps_text(self):
        desk = DispatchDesk(5, 1)
        act(desk, ("join", "a", 1, "x"))
        send(desk, "x", "x")
        act(desk, ("pull", "a"))
        self.assertIs(desk.refuse("a", 1), True)
        self.assertEqual((desk.texts, desk.dead), ({1: "X", 2: "X"}, [(1, "a", "refused")]))

    def test_refuse_after_taken_back(self):
        act(self.desk, ("wait", 5), ("pull", "b"))
        self.assertIs(self.desk.refuse("b", 2), True)
        self.assertEqual((self.desk.dead, self.desk.waiting), ([(2, "b", "refused")], {"a": [2, 1, 3], "b": []}))

    def test_refuse_errors(self):
        act(self.desk, ("refuse", "a", 1))
        for reader, number, key in (("c", 1, "c"), ("a", 1, 1), ("a", 3, 3), ("b", 1, 1)):
            with self.assertRaises(KeyError) as caught:
                self.desk.refuse(reader, number)
            self.assertEqual(caught.exception.args, (key,))
        self.assertEqual((self.desk.waiting["a"], self.desk.out["a"], self.desk.dead), ([1, 3], {2: 5}, []))


class DispatchDeskTestWait(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 2)
        act(self.desk, ("join", "b", 3, "#"), ("join", "a", 2, "#"))
        send(self.desk, "x", "y", "z")

    def test_wait_just_in_time(self):
        act(self.desk, ("pull", "a"))
        self.assertEqual([self.desk.wait(4), self.desk.wait(1), self.desk.wait(9)], [0, 1, 0])
        self.assertEqual((self.desk.waiting["a"], self.desk.out["a"], self.desk.now), ([1, 2, 3], {}, 14))

    def test_wait_earliest_first(self):
        act(self.desk, ("pull", "b"), ("wait", 1), ("pull", "b"), ("wait", 1), ("pull", "b"))
        self.assertEqual(self.desk.wait(4), 2)
        self.assertEqual((self.desk.waiting["b"], self.desk.out["b"]), ([2, 1], {3: 7}))
        self.assertEqual((self.desk.wait(1), self.desk.waiting["b"]), (1, [3, 2, 1]))

    def test_wait_same_tick(self):
        act(self.desk, ("pull", "b"), ("pull", "b"), ("refuse", "b", 1), ("pull", "b"))
        self.assertEqual(self.desk.out["b"], {2: 5, 1: 5})
        self.assertEqual(self.desk.wait(5), 2)
        self.assertEqual((self.desk.waiting["b"], self.desk.dead), ([2, 3], [(1, "b", "silent")]))
        self.assertEqual(self.desk.given["b"], {2: 1})

    def test_wait_dead_in_order(self):
        act(self.desk, ("pull", "b"), ("pull", "a"), ("pull", "a"), ("wait", 5), ("pull", "b"), ("wait", 1))
        act(self.desk, ("pull", "a"), ("pull", "a"))
        self.assertEqual(self.desk.out, {"b": {1: 10}, "a": {2: 11, 1: 11}})
        self.assertEqual(self.desk.wait(6), 3)
        self.assertEqual(self.desk.dead, [(1, "b", "silent"), (1, "a", "silent"), (2, "a", "silent")])
        self.assertEqual((self.desk.given, self.desk.waiting), ({"b": {}, "a": {}}, {"b": [2, 3], "a": [3]}))
        self.assertEqual(self.desk.texts, {1: "X", 2: "Y", 3: "Z"})

    def test_wait_readers_in_order(self):
        desk = DispatchDesk(2, 1)
        act(desk, ("join", "b", 3, "#"), ("join", "a", 2, "#"))
        send(desk, "x", "y")
        act(desk, ("pull", "b"), ("pull", "b"), ("pull", "a"))
        self.assertEqual((desk.wait(2), desk.dead), (3, [(1, "a", "silent"), (1, "b", "silent"), (2, "b", "silent")]))

    def test_wait_zero(self):
        act(self.desk, ("pull", "a"))
        self.assertEqual((self.desk.wait(0), self.desk.now, self.desk.out["a"]), (0, 0, {1: 5}))


class DispatchDeskTestRevive(unittest.TestCase):
    def setUp(self):
        self.desk = DispatchDesk(5, 1)
        act(self.desk, ("join", "a", 3, "#"), ("join", "b", 3, "#"))
        send(self.desk, "x", "y", "z")
        act(self.desk, ("pull", "a"), ("pull", "a"), ("pull", "b"), ("refuse", "a", 2), ("wait", 5))

    def test_revive_in_order(self):
        self.assertEqual(self.desk.dead, [(2, "a", "refused"), (1, "a", "silent"), (1, "b", "silent")])
        self.assertEqual(self.desk.revive("a"), 2)
        self.assertEqual((self.desk.waiting, self.desk.dead), ({"a": [3, 2, 1], "b": [2, 3]}, [(1, "b", "silent")]))
        self.assertEqual(self.desk.given["a"], {})

    def test_revive_one(self):
        self.assertEqual([self.desk.revive("b"), self.desk.revive("b")], [1, 0])
        self.assertEqual((self.desk.waiting["b"], len(self.desk.dead)), ([2, 3, 1], 2))

    def test_revive_given_as_never_before(self):
        self.assertEqual(self.desk.revive("a"), 2)
        act(self.desk, ("pull", "a"), ("pull", "a"))
        self.assertEqual(self.desk.given["a"], {3: 1, 2: 1})

    def test_revive_not_of_nobody(self):
        desk = DispatchDesk(5, 1)
        send(desk, "x")
        act(desk, ("join", "a", 3, "#"))
        self.assertEqual((desk.revive("a"), desk.dead, desk.waiting), (0, [(1, "", "nobody")], {"a": []}))

    def test_revive_unknown(self):
        for reader in ("c", ""):
            with self.assertRaises(KeyError) as caught:
                self.desk.revive(reader)
            self.assertEqual(caught.exception.args, (reader,))
        self.assertEqual((len(self.desk.dead), self.desk.waiting["a"]), (3, [3]))


class DispatchDeskTestMain(unittest.TestCase):
    def test_main_history(self):
        desk = DispatchDesk(4, 2)
        self.assertEqual([desk.join("tower", 2, "sea/#"), desk.join("crane", 1, "*/wind")], [1, 1])
        posts = [desk.post("sea/wind", "w"), desk.post("sea", "s"), desk.post("air", "a"), desk.post("air/wind", "v")]
        self.assertEqual(posts, [["crane", "tower"], ["tower"], [], ["crane"]])
        self.assertEqual(
            [desk.pull("tower"), desk.pull("tower"), desk.pull("tower")], [(1, "w", 1), (2, "s", 1), None]
        )
        self.assertEqual([desk.wait(3), desk.confirm("tower", 1), desk.pull("crane")], [0, True, (1, "w", 1)])
        self.assertEqual([desk.wait(1), desk.pull("tower"), desk.refuse("tower", 2)], [1, (2, "s", 2), True])
        self.assertEqual(desk.dead, [(3, "", "nobody"), (2, "tower", "refused")])
        self.assertEqual(desk.wait(3), 1)
        self.assertEqual([desk.confirm("crane", 1), desk.texts], [False, {2: "s", 3: "a", 4: "v"}])
        self.assertEqual([desk.revive("tower"), desk.pull("tower"), desk.wait(4)], [1, (2, "s", 1), 1])
        self.assertEqual([desk.pull("crane"), desk.confirm("crane", 4), desk.pull("crane")], [(4, "v", 1), True, None])
        self.assertEqual((desk.waiting, desk.given), ({"tower": [2], "crane": []}, {"tower": {2: 1}, "crane": {}}))
        self.assertEqual((desk.now, desk.texts), (11, {2: "s", 3: "a"}))

    def test_main_taken_back(self):
        desk = DispatchDesk(2, 3)
        self.assertEqual([desk.join("r", 1, "k"), desk.post("k", "1"), desk.post("k", "2")], [1, ["r"], ["r"]])
        self.assertEqual([desk.pull("r"), desk.wait(2), desk.pull("r")], [(1, "1", 1), 1, (1, "1", 2)])
        self.assertEqual([desk.refuse("r", 1), desk.pull("r"), desk.wait(1)], [False, (1, "1", 3), 0])
        self.assertEqual([desk.join("r", 2, "k"), desk.pull("r"), desk.wait(1)], [1, (2, "2", 1), 1])
        self.assertEqual((desk.dead, desk.out), ([(1, "r", "silent")], {"r": {2: 5}}))
        with self.assertRaises(KeyError):
            desk.confirm("r", 1)
        self.assertEqual([desk.wait(1), desk.revive("r")], [1, 1])
        self.assertEqual(desk.waiting, {"r": [2, 1]})
        self.assertEqual((desk.confirm("r", 2), desk.pull("r"), desk.waiting), (False, (1, "1", 1), {"r": []}))
        self.assertEqual((desk.confirm("r", 1), desk.texts), (True, {}))
