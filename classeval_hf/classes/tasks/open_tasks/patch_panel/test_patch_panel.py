# canary: classeval-hf open patch_panel d672ccd9-7a9b-43c3-b34b-00863a6d25d9

import unittest

from solution import PatchPanel


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def build(panel):
    """Gives a panel wired pairs and single ports, the line a2-a1=b1-b2=x (= is a cable), and a ring of c and d."""
    for one, other in (("a1", "a2"), ("b1", "b2"), ("c1", "c2"), ("d1", "d2"), ("e1", "e2"), ("x", ""), ("y", "")):
        panel.add_ports(one, other)
    for cable, one, other in (("red", "b1", "a1"), ("blue", "x", "b2"), ("grey", "c2", "d1"), ("pink", "d2", "c1")):
        panel.plug(cable, one, other)


CABLES = {"red": ("a1", "b1"), "blue": ("b2", "x"), "grey": ("c2", "d1"), "pink": ("c1", "d2")}


class PatchPanelTestAddPorts(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()

    def test_add_ports_pair(self):
        self.assertEqual(self.panel.add_ports("out", "in"), ["in", "out"])
        self.assertEqual(self.panel.wires, {"out": "in", "in": "out"})

    def test_add_ports_single(self):
        self.assertEqual([self.panel.add_ports("q"), self.panel.add_ports("p", "")], [["q"], ["p", "q"]])
        self.assertEqual((self.panel.wires, self.panel.cables), ({"q": "", "p": ""}, {}))

    def test_add_ports_more(self):
        build(self.panel)
        names = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2", "x", "y"]
        self.assertEqual(self.panel.add_ports("f", "Z"), ["Z", *names[:10], "f", "x", "y"])
        self.assertEqual((self.panel.wires["f"], self.panel.cables), ("Z", CABLES))

    def test_add_ports_exists(self):
        build(self.panel)
        for one, other, name in (("x", "", "x"), ("new", "a1", "a1"), ("e2", "a1", "e2")):
            with self.assertRaises(ValueError) as caught:
                self.panel.add_ports(one, other)
            self.assertEqual(str(caught.exception), "port exists: " + name)
        self.assertEqual(("new" in self.panel.wires, self.panel.wires["a1"]), (False, "a2"))

    def test_add_ports_bad_names(self):
        build(self.panel)
        for one, other, message in (("", "new", "no name"), ("", "", "no name"), ("a1", "a1", "same port")):
            with self.assertRaises(ValueError) as caught:
                self.panel.add_ports(one, other)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(len(self.panel.wires), 12)


class PatchPanelTestTrace(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_trace_front(self):
        self.assertEqual(self.panel.trace("a1", True), ["a1", "b1", "b2", "x"])
        self.assertEqual(self.panel.trace("b1", True), ["b1", "a1", "a2"])

    def test_trace_behind(self):
        self.assertEqual(self.panel.trace("a2", False), ["a2", "a1", "b1", "b2", "x"])
        self.assertEqual(self.panel.trace("b2", False), ["b2", "b1", "a1", "a2"])

    def test_trace_ends_at_once(self):
        self.assertEqual([self.panel.trace("a2", True), self.panel.trace("x", False)], [["a2"], ["x"]])
        self.assertEqual([self.panel.trace("y", True), self.panel.trace("y", False)], [["y"], ["y"]])

    def test_trace_wire_only(self):
        self.assertEqual([self.panel.trace("e2", False), self.panel.trace("a1", False)], [["e2", "e1"], ["a1", "a2"]])
        self.assertEqual(self.panel.cables, CABLES)

    def test_trace_ring(self):
        self.assertEqual(self.panel.trace("c1", True), ["c1", "d2", "d1", "c2", "c1"])
        self.assertEqual(self.panel.trace("c1", False), ["c1", "c2", "d1", "d2", "c1"])
        self.assertEqual(self.panel.trace("d1", False), ["d1", "d2", "c1", "c2", "d1"])

    def test_trace_smallest_ring(self):
        given(self.panel, ("plug", "self", "e1", "e2"))
        self.assertEqual(
            [self.panel.trace("e1", True), self.panel.trace("e2", False)], [["e1", "e2", "e1"], ["e2", "e1", "e2"]]
        )

    def test_trace_unknown(self):
        for name in ("", "red"):
            with self.assertRaises(KeyError) as caught:
                self.panel.trace(name, True)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(len(self.panel.wires), 12)


class PatchPanelTestLine(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_line_two_ends(self):
        for port in ("a1", "a2", "b1", "b2", "x"):
            self.assertEqual(self.panel.line(port), ["a2", "a1", "b1", "b2", "x"])
        self.assertEqual(self.panel.cables, CABLES)

    def test_line_turned(self):
        given(self.panel, ("plug", "thin", "a2", "e2"))
        self.assertEqual(self.panel.line("b1"), ["e1", "e2", "a2", "a1", "b1", "b2", "x"])
        given(self.panel, ("add_ports", "Z1", "Z2"))
        given(self.panel, ("plug", "new", "Z2", "y"))
        self.assertEqual([self.panel.line("y"), self.panel.line("Z1")], [["Z1", "Z2", "y"], ["Z1", "Z2", "y"]])

    def test_line_single(self):
        self.assertEqual([self.panel.line("y"), self.panel.line("e2")], [["y"], ["e1", "e2"]])

    def test_line_ring(self):
        for port in ("c1", "c2", "d1", "d2"):
            self.assertEqual(self.panel.line(port), ["c1", "c2", "d1", "d2"])

    def test_line_ring_by_wire_first(self):
        panel = PatchPanel()
        for one, other in (("m", "z"), ("b", "k")):
            given(panel, ("add_ports", one, other))
        given(panel, ("plug", "p", "b", "m"))
        given(panel, ("plug", "q", "z", "k"))
        self.assertEqual([panel.line("z"), panel.line("b")], [["b", "k", "z", "m"], ["b", "k", "z", "m"]])

    def test_line_only_cable(self):
        panel = PatchPanel()
        given(panel, ("add_ports", "w"))
        given(panel, ("add_ports", "v"))
        given(panel, ("plug", "p", "w", "v"))
        self.assertEqual([panel.line("w"), panel.line("v")], [["v", "w"], ["v", "w"]])

    def test_line_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.line("z")
        self.assertEqual(caught.exception.args, ("z",))


class PatchPanelTestPlug(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_plug_joins_lines(self):
        self.assertEqual(self.panel.plug("thin", "e2", "a2"), ["e1", "e2", "a2", "a1", "b1", "b2", "x"])
        self.assertEqual(self.panel.cables, {**CABLES, "thin": ("a2", "e2")})

    def test_plug_singles(self):
        given(self.panel, ("add_ports", "w"))
        self.assertEqual(self.panel.plug("", "y", "w"), ["w", "y"])
        self.assertEqual(self.panel.cables[""], ("w", "y"))

    def test_plug_makes_ring(self):
        self.assertEqual(self.panel.plug("self", "e2", "e1"), ["e1", "e2"])
        given(self.panel, ("unplug", "self"))
        given(self.panel, ("add_ports", "Q", "R"))
        self.panel.plug("one", "e1", "R")
        self.assertEqual(self.panel.plug("two", "e2", "Q"), ["Q", "R", "e1", "e2"])
        self.assertEqual((self.panel.cables["one"], self.panel.cables["two"]), (("R", "e1"), ("Q", "e2")))

    def test_plug_port_taken(self):
        for one, other, name in (("y", "a1", "a1"), ("x", "b1", "x"), ("d2", "y", "d2"), ("a1", "b1", "a1")):
            with self.assertRaises(ValueError) as caught:
                self.panel.plug("new", one, other)
            self.assertEqual(str(caught.exception), "port is taken: " + name)
        self.assertEqual(self.panel.cables, CABLES)

    def test_plug_errors_in_order(self):
        for one, other, name in (("q", "r", "q"), ("a1", "r", "r"), ("r", "r", "r")):
            with self.assertRaises(KeyError) as caught:
                self.panel.plug("red", one, other)
            self.assertEqual(caught.exception.args, (name,))
        for cable, one, other, message in (("red", "y", "y", "cable is used"), ("new", "a1", "a1", "same port")):
            with self.assertRaises(ValueError) as caught:
                self.panel.plug(cable, one, other)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.panel.cables, CABLES)


class PatchPanelTestUnplug(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_unplug_two_lines(self):
        self.assertEqual(self.panel.unplug("red"), [["a1", "a2"], ["b1", "b2", "x"]])
        self.assertEqual(self.panel.cables, {name: CABLES[name] for name in ("blue", "grey", "pink")})

    def test_unplug_sorted(self):
        given(self.panel, ("add_ports", "A"))
        given(self.panel, ("plug", "thin", "a2", "A"))
        self.assertEqual(self.panel.unplug("red"), [["A", "a2", "a1"], ["b1", "b2", "x"]])
        self.assertEqual(self.panel.unplug("blue"), [["b1", "b2"], ["x"]])
        self.assertEqual(self.panel.unplug("thin"), [["A"], ["a1", "a2"]])

    def test_unplug_sorted_by_second_port(self):
        given(self.panel, ("add_ports", "g", "B"))
        given(self.panel, ("plug", "thin", "e1", "g"))
        self.assertEqual(self.panel.unplug("thin"), [["B", "g"], ["e1", "e2"]])

    def test_unplug_ring(self):
        self.assertEqual(self.panel.unplug("pink"), [["c1", "c2", "d1", "d2"]])
        self.assertEqual(self.panel.unplug("grey"), [["c1", "c2"], ["d1", "d2"]])
        self.assertEqual(sorted(self.panel.cables), ["blue", "red"])

    def test_unplug_other_cable_of_ring(self):
        self.assertEqual(self.panel.unplug("grey"), [["c2", "c1", "d2", "d1"]])
        self.assertEqual(self.panel.cables["pink"], ("c1", "d2"))

    def test_unplug_unknown(self):
        self.panel.unplug("red")
        for cable in ("red", "a1"):
            with self.assertRaises(KeyError) as caught:
                self.panel.unplug(cable)
            self.assertEqual(caught.exception.args, (cable,))
        self.assertEqual(sorted(self.panel.cables), ["blue", "grey", "pink"])


class PatchPanelTestSplit(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_split_line(self):
        self.assertEqual(self.panel.split("red", "e1", "new"), ["a2", "a1", "e1", "e2", "b1", "b2", "x"])
        self.assertEqual(self.panel.cables, {**CABLES, "red": ("a1", "e1"), "new": ("b1", "e2")})

    def test_split_other_port(self):
        self.assertEqual(self.panel.split("blue", "e2", "new"), ["a2", "a1", "b1", "b2", "e2", "e1", "x"])
        self.assertEqual((self.panel.cables["blue"], self.panel.cables["new"]), (("b2", "e2"), ("e1", "x")))

    def test_split_ring(self):
        self.assertEqual(self.panel.split("pink", "e1", "new"), ["c1", "c2", "d1", "d2", "e2", "e1"])
        self.assertEqual((self.panel.cables["pink"], self.panel.cables["new"]), (("c1", "e1"), ("d2", "e2")))

    def test_split_own_end_of_line(self):
        given(self.panel, ("plug", "thin", "y", "e1"))
        with self.assertRaises(ValueError) as caught:
            self.panel.split("red", "e2", "new")
        self.assertEqual(str(caught.exception), "port is taken: e1")
        with self.assertRaises(ValueError) as caught:
            self.panel.split("red", "c2", "new")
        self.assertEqual(str(caught.exception), "port is taken: c2")
        self.assertEqual(self.panel.cables, {**CABLES, "thin": ("e1", "y")})

    def test_split_unknown(self):
        for cable, port, name in (("none", "q", "none"), ("red", "q", "q")):
            with self.assertRaises(KeyError) as caught:
                self.panel.split(cable, port, "blue")
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.panel.cables, CABLES)

    def test_split_errors_in_order(self):
        cases = [("y", "red", "cable is used"), ("a1", "blue", "cable is used"), ("x", "new", "no pair")]
        for port, new, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.panel.split("red", port, new)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.panel.cables, CABLES)


class PatchPanelTestJoin(unittest.TestCase):
    def setUp(self):
        self.panel = PatchPanel()
        build(self.panel)

    def test_join_line(self):
        self.assertEqual(self.panel.join("b1"), ["a2", "a1", "x"])
        self.assertEqual(self.panel.cables, {"red": ("a1", "x"), "grey": ("c2", "d1"), "pink": ("c1", "d2")})
        self.assertEqual(self.panel.wires["b1"], "b2")

    def test_join_keeps_other_name(self):
        self.assertEqual(self.panel.join("b2"), ["a2", "a1", "x"])
        self.assertEqual(self.panel.cables, {"blue": ("a1", "x"), "grey": ("c2", "d1"), "pink": ("c1", "d2")})

    def test_join_ring(self):
        self.assertEqual(self.panel.join("d2"), ["c1", "c2"])
        self.assertEqual(self.panel.cables, {"red": ("a1", "b1"), "blue": ("b2", "x"), "pink": ("c1", "c2")})
        with self.assertRaises(ValueError) as caught:
            self.panel.join("c1")
        self.assertEqual(str(caught.exception), "own cable")
        self.assertEqual(self.panel.cables["pink"], ("c1", "c2"))

    def test_join_no_cable(self):
        for port, name in (("a2", "a2"), ("a1", "a2"), ("e2", "e2")):
            with self.assertRaises(ValueError) as caught:
                self.panel.join(port)
            self.assertEqual(str(caught.exception), "no cable: " + name)
        self.assertEqual(self.panel.cables, CABLES)

    def test_join_no_pair(self):
        for port in ("x", "y"):
            with self.assertRaises(ValueError) as caught:
                self.panel.join(port)
            self.assertEqual(str(caught.exception), "no pair")
        self.assertEqual(self.panel.cables, CABLES)

    def test_join_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.join("red")
        self.assertEqual(caught.exception.args, ("red",))
        self.assertEqual(self.panel.cables, CABLES)


class PatchPanelTestMain(unittest.TestCase):
    def test_main_studio(self):
        panel = PatchPanel()
        self.assertEqual(panel.add_ports("mic", "m"), ["m", "mic"])
        self.assertEqual((panel.add_ports("desk"), panel.add_ports("k", "fx")[1]), (["desk", "m", "mic"], "fx"))
        self.assertEqual(panel.plug("c1", "mic", "desk"), ["desk", "mic", "m"])
        self.assertEqual(
            (panel.split("c1", "fx", "c2"), panel.trace("m", False)),
            (["desk", "fx", "k", "mic", "m"], ["m", "mic", "k", "fx", "desk"]),
        )
        self.assertEqual(panel.cables, {"c1": ("desk", "fx"), "c2": ("k", "mic")})
        self.assertEqual((panel.join("k"), panel.cables), (["desk", "mic", "m"], {"c2": ("desk", "mic")}))
        self.assertEqual((panel.line("fx"), panel.unplug("c2")), (["fx", "k"], [["desk"], ["m", "mic"]]))

    def test_main_rings(self):
        panel = PatchPanel()
        build(panel)
        self.assertEqual(panel.split("grey", "e2", "thin"), ["c1", "c2", "e2", "e1", "d1", "d2"])
        self.assertEqual(panel.unplug("pink"), [["c1", "c2", "e2", "e1", "d1", "d2"]])
        self.assertEqual(panel.plug("pink", "d2", "y"), ["c1", "c2", "e2", "e1", "d1", "d2", "y"])
        self.assertEqual(panel.join("e1"), ["c1", "c2", "d1", "d2", "y"])
        self.assertEqual(panel.cables["thin"], ("c2", "d1"))
        self.assertEqual(
            (panel.plug("last", "c1", "a2"), panel.trace("x", True)[:3]),
            (["x", "b2", "b1", "a1", "a2", "c1", "c2", "d1", "d2", "y"], ["x", "b2", "b1"]),
        )
        self.assertEqual(
            (panel.join("b1"), panel.join("a1")),
            (["x", "a1", "a2", "c1", "c2", "d1", "d2", "y"], ["x", "c1", "c2", "d1", "d2", "y"]),
        )
        self.assertEqual((panel.line("b2"), panel.cables["red"]), (["b1", "b2"], ("c1", "x")))

    def test_main_down_to_nothing(self):
        panel = PatchPanel()
        self.assertEqual([panel.add_ports("a", "b"), panel.add_ports("c", "d")], [["a", "b"], ["a", "b", "c", "d"]])
        self.assertEqual(
            [panel.plug("1", "b", "c"), panel.plug("2", "d", "a")], [["a", "b", "c", "d"], ["a", "b", "c", "d"]]
        )
        self.assertEqual((panel.trace("d", True), panel.line("c")), (["d", "a", "b", "c", "d"], ["a", "b", "c", "d"]))
        self.assertEqual((panel.join("c"), panel.cables), (["a", "b"], {"1": ("a", "b")}))
        self.assertEqual(
            (panel.split("1", "d", "2"), panel.cables), (["a", "b", "c", "d"], {"1": ("a", "d"), "2": ("b", "c")})
        )
        self.assertEqual((panel.unplug("1"), panel.unplug("2")), ([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]]))
