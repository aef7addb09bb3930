# canary: classeval-hf open station_settings c873acb5-b611-4fa0-89c8-18e6c8e0fddf

import os
import shutil
import tempfile
import unittest

from solution import StationSettings

BASE = """# the base
name = North
dir=/data

  log.path  =  ${dir}/${name}.log
fan.speed = 40
alarm = $$ ${fan.speed|none}
mail !
"""

SITE = "dir = ${^}/${name}\nfan.speed !\nmail = ${name}@site\n"


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def load(settings, **layers):
    """Loads layers from texts."""
    folder = tempfile.mkdtemp()
    for layer, text in layers.items():
        path = os.path.join(folder, layer)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        settings.load(layer, path)
    shutil.rmtree(folder)


class StationSettingsTestLoad(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        self.folder = tempfile.mkdtemp()

    def tearDown(self):
        shutil.rmtree(self.folder)

    def file(self, text):
        path = os.path.join(self.folder, "layer.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_load_base(self):
        self.assertEqual(self.settings.load("base", self.file(BASE)), 6)
        self.assertEqual(
            (self.settings.values, self.settings.layers),
            (
                {
                    "base": {
                        "name": "North",
                        "dir": "/data",
                        "log.path": "${dir}/${name}.log",
                        "fan.speed": "40",
                        "alarm": "$$ ${fan.speed|none}",
                        "mail": None,
                    }
                },
                ["base"],
            ),
        )

    def test_load_forms(self):
        text = "a=\nb =x = y\n c.d.e!\nf   !\ng = !\nh = # no\n#i = 1\n   # j\nk=a  b  \nl = ä✓"
        self.assertEqual(self.settings.load("one", self.file(text)), 8)
        self.assertEqual(
            self.settings.values["one"],
            {"a": "", "b": "x = y", "c.d.e": None, "f": None, "g": "!", "h": "# no", "k": "a  b", "l": "ä✓"},
        )

    def test_load_ends_of_lines(self):
        self.assertEqual(self.settings.load("one", self.file("a = 1\r\nb =\rc = 3\n\r\n d !")), 4)
        self.assertEqual(self.settings.values["one"], {"a": "1", "b": "", "c": "3", "d": None})

    def test_load_on_top(self):
        load(self.settings, base=BASE)
        self.assertEqual(self.settings.load("site", self.file("name = South")), 1)
        self.assertEqual((self.settings.layers, self.settings.values["site"]), (["base", "site"], {"name": "South"}))

    def test_load_again(self):
        load(self.settings, base=BASE, site=SITE)
        do(self.settings, "pin", "name", "base")
        do(self.settings, "pin", "dir", "base")
        do(self.settings, "pin", "mail", "site")
        self.assertEqual(self.settings.load("base", self.file("name = East\nnew=1")), 2)
        self.assertEqual(
            (self.settings.layers, self.settings.values["base"], self.settings.pins),
            (["base", "site"], {"name": "East", "new": "1"}, {"name": "base", "mail": "site"}),
        )

    def test_load_empty(self):
        load(self.settings, base=BASE)
        self.assertEqual([self.settings.load("site", self.file("\n")), self.settings.layers], [0, ["base", "site"]])

    def test_load_bad_lines(self):
        bad = (
            "Name = 1",
            "a.=1",
            ".a=1",
            "a..b=1",
            "name",
            "a b = 1",
            "= 1",
            "a ! 1",
            "!",
            "a1=2",
            "a\t=1",
            "a!!",
            "a : 1",
        )
        texts = [f"\n# x\n{line}\nz" for line in bad]
        self.assertEqual(
            {failure(self.settings.load, "base", self.file(text)) for text in texts},
            {("ValueError", "line 3: bad line")},
        )
        self.assertEqual((self.settings.layers, self.settings.values), ([], {}))

    def test_load_first_error_counts(self):
        texts = "a=1\nb=2\n\na !\nbad", "a=1\nbad\na=2", "a !\n a=1"
        self.assertEqual(
            [failure(self.settings.load, "base", self.file(text)) for text in texts],
            [
                ("ValueError", "line 4: key twice"),
                ("ValueError", "line 2: bad line"),
                ("ValueError", "line 2: key twice"),
            ],
        )
        self.assertEqual(self.settings.layers, [])

    def test_load_no_file(self):
        load(self.settings, base=BASE)
        with self.assertRaises(FileNotFoundError):
            self.settings.load("base", os.path.join(self.folder, "none.txt"))
        self.assertEqual((self.settings.layers, len(self.settings.values["base"])), (["base"], 6))


class StationSettingsTestSave(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "saved.txt")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def saved(self):
        with open(self.path, "rb") as file:
            return file.read().decode("utf-8")

    def test_save_base(self):
        load(self.settings, base=BASE, site=SITE)
        self.assertEqual(self.settings.save("base", self.path), 6)
        self.assertEqual(
            self.saved().split("\n"),
            [
                "alarm = $$ ${fan.speed|none}",
                "dir = /data",
                "fan.speed = 40",
                "log.path = ${dir}/${name}.log",
                "mail !",
                "name = North",
                "",
            ],
        )

    def test_save_empty_text(self):
        load(self.settings, one="b=\na = ä #")
        self.assertEqual(
            (self.settings.save("one", self.path), self.saved(), self.settings.values),
            (2, "a = ä #\nb = \n", {"one": {"b": "", "a": "ä #"}}),
        )

    def test_save_replaces(self):
        load(self.settings, base=BASE, site=SITE)
        self.settings.save("base", self.path)
        self.assertEqual(
            (self.settings.save("site", self.path), self.saved()),
            (3, "dir = ${^}/${name}\nfan.speed !\nmail = ${name}@site\n"),
        )

    def test_save_without_keys(self):
        load(self.settings, base="", site=SITE)
        self.assertEqual(
            (self.settings.save("base", self.path), self.saved(), self.settings.layers), (0, "", ["base", "site"])
        )

    def test_save_unknown(self):
        load(self.settings, base=BASE)
        self.assertEqual(failure(self.settings.save, "name", self.path), ("KeyError", "name"))
        self.assertEqual((os.path.exists(self.path), self.settings.layers), (False, ["base"]))


class StationSettingsTestPut(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE)

    def test_put_deciding(self):
        calls = (
            ("site", "name", "South"),
            ("base", "fan.speed", "50"),
            ("base", "new.key", ""),
            ("base", "alarm", None),
        )
        self.assertEqual([self.settings.put(*call) for call in calls], [True, False, True, True])
        self.assertEqual(
            self.settings.values,
            {
                "base": {
                    "name": "North",
                    "dir": "/data",
                    "log.path": "${dir}/${name}.log",
                    "fan.speed": "50",
                    "alarm": None,
                    "mail": None,
                    "new.key": "",
                },
                "site": {"dir": "${^}/${name}", "fan.speed": None, "mail": "${name}@site", "name": "South"},
            },
        )

    def test_put_pinned(self):
        do(self.settings, "pin", "dir", "base")
        self.assertEqual(
            [self.settings.put("site", "dir", "x"), self.settings.put("base", "dir", None)], [False, True]
        )
        self.assertEqual(self.settings.pins, {"dir": "base"})

    def test_put_bad_key(self):
        keys = "", "A", "a.", ".a", "a..b", "a b", "a1", "a\n"
        self.assertEqual({failure(self.settings.put, "site", key, " x") for key in keys}, {("ValueError", "bad key")})
        self.assertEqual(len(self.settings.values["site"]), 3)

    def test_put_bad_text(self):
        texts = " a", "a ", "a\nb", "a\rb", " ", "\n"
        self.assertEqual(
            {failure(self.settings.put, "site", "name", text) for text in texts}, {("ValueError", "bad text")}
        )
        self.assertEqual(
            self.settings.values["site"], {"dir": "${^}/${name}", "fan.speed": None, "mail": "${name}@site"}
        )

    def test_put_unknown_layer_first(self):
        self.assertEqual(failure(self.settings.put, "top", "A", " "), ("KeyError", "top"))
        self.assertEqual(self.settings.layers, ["base", "site"])


class StationSettingsTestDrop(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE)

    def test_drop_from_top(self):
        self.assertEqual(
            [self.settings.drop("site", "dir"), self.settings.drop("site", "fan.speed")], ["base", "base"]
        )
        self.assertEqual(self.settings.values["site"], {"mail": "${name}@site"})

    def test_drop_below(self):
        self.assertEqual([self.settings.drop("base", "dir"), self.settings.drop("base", "name")], ["site", ""])
        self.assertEqual(sorted(self.settings.values["base"]), ["alarm", "fan.speed", "log.path", "mail"])

    def test_drop_pinned(self):
        do(self.settings, "pin", "dir", "base")
        self.assertEqual([self.settings.drop("base", "dir"), self.settings.pins], ["site", {}])

    def test_drop_pinned_to_other(self):
        do(self.settings, "pin", "dir", "base")
        self.assertEqual([self.settings.drop("site", "dir"), self.settings.pins], ["base", {"dir": "base"}])

    def test_drop_last_key(self):
        load(self.settings, top="x=1")
        self.assertEqual(
            [self.settings.drop("top", "x"), self.settings.layers, self.settings.values["top"]],
            ["", ["base", "site", "top"], {}],
        )

    def test_drop_errors(self):
        calls = ("top", "zip"), ("site", "name"), ("base", "zip")
        self.assertEqual(
            [failure(self.settings.drop, *call) for call in calls],
            [("KeyError", "top"), ("KeyError", "name"), ("KeyError", "zip")],
        )
        self.assertEqual(len(self.settings.values["base"]), 6)


class StationSettingsTestPin(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE, top="dir = /tmp")

    def test_pin_lower(self):
        self.assertEqual([self.settings.pin("dir", "site"), self.settings.pin("dir", "base")], ["top", "site"])
        self.assertEqual(self.settings.pins, {"dir": "base"})

    def test_pin_hidden(self):
        self.assertEqual([self.settings.pin("mail", "base"), self.settings.pin("fan.speed", "site")], ["site", "site"])
        self.assertEqual(self.settings.pins, {"mail": "base", "fan.speed": "site"})

    def test_pin_removed(self):
        self.settings.pin("dir", "site")
        self.assertEqual(
            [self.settings.pin("dir", ""), self.settings.pin("dir", ""), self.settings.pins], ["site", "top", {}]
        )

    def test_pin_removed_from_unknown_key(self):
        self.assertEqual(self.settings.pin("zip", ""), "")
        self.assertEqual(self.settings.pin("name", ""), "base")

    def test_pin_errors(self):
        calls = ("zip", "low"), ("zip", "base"), ("name", "site")
        self.assertEqual(
            [failure(self.settings.pin, *call) for call in calls],
            [("KeyError", "low"), ("KeyError", "zip"), ("KeyError", "name")],
        )
        self.assertEqual(self.settings.pins, {})


class StationSettingsTestOrigin(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE)

    def test_origin_topmost(self):
        self.assertEqual([self.settings.origin(key) for key in ("name", "dir", "log.path")], ["base", "site", "base"])

    def test_origin_hidden(self):
        self.assertEqual([self.settings.origin(key) for key in ("fan.speed", "mail")], ["site", "site"])

    def test_origin_none(self):
        self.assertEqual(
            [self.settings.origin(key) for key in ("zip", "", "fan", "Name", "alarm")], ["", "", "", "", "base"]
        )
        self.assertEqual(StationSettings().origin("name"), "")

    def test_origin_pinned(self):
        do(self.settings, "pin", "dir", "base")
        load(self.settings, top="dir=1\nname=2")
        self.assertEqual(
            [self.settings.origin("dir"), self.settings.origin("name"), self.settings.pins],
            ["base", "top", {"dir": "base"}],
        )

    def test_origin_after_drop(self):
        do(self.settings, "drop", "site", "mail")
        self.assertEqual((self.settings.origin("mail"), self.settings.values["base"]["mail"]), ("base", None))


class StationSettingsTestGet(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE)

    def test_get_base_and_site(self):
        self.assertEqual(
            [self.settings.get(key) for key in ("name", "dir", "log.path", "alarm", "mail")],
            ["North", "/data/North", "/data/North/North.log", "$ none", "North@site"],
        )

    def test_get_missing(self):
        do(self.settings, "put", "site", "a", "${name} ${fan.speed}")
        do(self.settings, "put", "site", "b", "${a} ${zip}")
        self.assertEqual(
            [failure(self.settings.get, key) for key in ("a", "b", "zip", "fan.speed", "Name")],
            [
                ("KeyError", "fan.speed"),
                ("KeyError", "fan.speed"),
                ("KeyError", "zip"),
                ("KeyError", "fan.speed"),
                ("KeyError", "Name"),
            ],
        )
        self.assertEqual(self.settings.values["base"]["fan.speed"], "40")

    def test_get_defaults(self):
        load(
            self.settings,
            top="a = ${zip|}-${fan.speed|a b}-${name|x}\nb = ${^|none}\nfan.speed = ${^|7}\nmail = ${^|no}",
        )
        self.assertEqual(
            [self.settings.get(key) for key in ("a", "b", "fan.speed", "mail")],
            ["-7-North", "none", "7", "North@site"],
        )

    def test_get_default_does_not_help_deeper(self):
        load(self.settings, top="a = ${b|x}\nb = ${zip}")
        self.assertEqual(failure(self.settings.get, "a"), ("KeyError", "zip"))

    def test_get_dollars(self):
        text = "a = $ $$$$ $${name} $$${name} ${Name} ${ name} ${name ${name|a|b} ${name|$} $name ${} ${^x} ${name}}"
        load(self.settings, top=text)
        self.assertEqual(
            self.settings.get("a"),
            "$ $$ ${name} $North ${Name} ${ name} ${name ${name|a|b} ${name|$} $name ${} ${^x} North}",
        )

    def test_get_not_looked_at_again(self):
        load(self.settings, top="a = $${name}\nb = ${a}\nc = ${zip|name}\nd = $$${c}")
        self.assertEqual([self.settings.get(key) for key in "abcd"], ["${name}", "${name}", "name", "$name"])

    def test_get_below(self):
        load(self.settings, top="dir = ${^}+${^}\nname = <${^}>")
        self.assertEqual(
            [self.settings.get("dir"), self.settings.get("log.path")],
            ["/data/<North>+/data/<North>", "/data/<North>+/data/<North>/<North>.log"],
        )

    def test_get_below_missing(self):
        load(self.settings, top="fan.speed = ${^}\nzip = a${^}")
        self.assertEqual(
            [failure(self.settings.get, key) for key in ("fan.speed", "zip")],
            [("KeyError", "fan.speed"), ("KeyError", "zip")],
        )

    def test_get_below_without_pin(self):
        load(self.settings, top="dir = ${^}!")
        do(self.settings, "pin", "dir", "site")
        self.assertEqual(self.settings.get("dir"), "/data/North")
        do(self.settings, "pin", "dir", "base")
        self.assertEqual([self.settings.get("dir"), self.settings.get("log.path")], ["/data", "/data/North.log"])

    def test_get_circles(self):
        load(self.settings, top="a = ${b}\nb = ${name}${c}\nc = ${b}\nd = ${d}\ne = ${zip}${e}\nf = ${f|x}")
        self.assertEqual(
            [failure(self.settings.get, key) for key in "abcdef"],
            [
                ("ValueError", "circle: b"),
                ("ValueError", "circle: b"),
                ("ValueError", "circle: c"),
                ("ValueError", "circle: d"),
                ("KeyError", "zip"),
                ("ValueError", "circle: f"),
            ],
        )

    def test_get_same_key_in_two_layers(self):
        load(self.settings, top="name = ${dir}")
        self.assertEqual(failure(self.settings.get, "name"), ("ValueError", "circle: name"))
        do(self.settings, "put", "site", "dir", "${^}")
        self.assertEqual(self.settings.get("name"), "/data")

    def test_get_twice_is_no_circle(self):
        load(self.settings, top="a = ${name}${b}${name}\nb = ${name}")
        self.assertEqual((self.settings.get("a"), self.settings.layers), ("NorthNorthNorth", ["base", "site", "top"]))


class StationSettingsTestTrace(unittest.TestCase):
    def setUp(self):
        self.settings = StationSettings()
        load(self.settings, base=BASE, site=SITE)

    def test_trace_plain(self):
        self.assertEqual(self.settings.trace("name"), [("name", "base")])

    def test_trace_deep(self):
        self.assertEqual(
            self.settings.trace("log.path"), [("dir", "base"), ("dir", "site"), ("log.path", "base"), ("name", "base")]
        )

    def test_trace_default_not_counted(self):
        self.assertEqual(self.settings.trace("alarm"), [("alarm", "base")])
        do(self.settings, "drop", "site", "fan.speed")
        self.assertEqual(self.settings.trace("alarm"), [("alarm", "base"), ("fan.speed", "base")])

    def test_trace_once_each(self):
        load(self.settings, top="z = ${name} ${name} ${dir}\ndir = x${^}")
        self.assertEqual(
            self.settings.trace("z"),
            [("dir", "base"), ("dir", "site"), ("dir", "top"), ("name", "base"), ("z", "top")],
        )

    def test_trace_pinned(self):
        do(self.settings, "pin", "dir", "base")
        self.assertEqual(
            (self.settings.trace("log.path"), self.settings.pins),
            ([("dir", "base"), ("log.path", "base"), ("name", "base")], {"dir": "base"}),
        )

    def test_trace_errors(self):
        load(self.settings, top="a = ${b}\nb = ${a}\nc = ${name}${zip}")
        self.assertEqual(
            [failure(self.settings.trace, key) for key in ("a", "c", "zip")],
            [("ValueError", "circle: a"), ("KeyError", "zip"), ("KeyError", "zip")],
        )


class StationSettingsTestMain(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_main_round_trip(self):
        settings = StationSettings()
        load(settings, base=BASE, site=SITE)
        path = os.path.join(self.folder, "copy.txt")
        self.assertEqual(
            [settings.put("site", "name", "South"), settings.get("log.path"), settings.trace("mail")],
            [True, "/data/South/South.log", [("mail", "site"), ("name", "site")]],
        )
        self.assertEqual(
            [settings.save("site", path), settings.load("top", path), settings.layers], [4, 4, ["base", "site", "top"]]
        )
        self.assertEqual(
            [settings.get("dir"), settings.trace("dir"), settings.origin("fan.speed")],
            ["/data/South/South", [("dir", "base"), ("dir", "site"), ("dir", "top"), ("name", "top")], "top"],
        )
        self.assertEqual(
            [settings.drop("top", "fan.speed"), settings.drop("site", "fan.speed"), settings.get("alarm")],
            ["site", "base", "$ 40"],
        )
        self.assertEqual(
            [settings.pin("dir", "site"), settings.get("dir"), settings.drop("site", "dir")],
            ["top", "/data/South", "top"],
        )
        self.assertEqual([settings.pins, settings.get("dir"), settings.save("top", path)], [{}, "/data/South", 3])
        self.assertEqual(
            [settings.load("base", path), settings.layers, failure(settings.get, "log.path")],
            [3, ["base", "site", "top"], ("KeyError", "log.path")],
        )
        self.assertEqual(
            [failure(settings.get, "dir"), settings.values],
            [
                ("KeyError", "dir"),
                {
                    "base": {"dir": "${^}/${name}", "mail": "${name}@site", "name": "South"},
                    "site": {"mail": "${name}@site", "name": "South"},
                    "top": {"dir": "${^}/${name}", "mail": "${name}@site", "name": "South"},
                },
            ],
        )

    def test_main_pins(self):
        settings = StationSettings()
        load(settings, low="a = 1\nb = ${a}", mid="a = 2${^}\nb = ${^}-", high="a !\nc = ${b|none}")
        self.assertEqual(
            [failure(settings.get, "b"), failure(settings.get, "c"), settings.origin("a")],
            [("KeyError", "a"), ("KeyError", "a"), "high"],
        )
        self.assertEqual(
            [settings.pin("a", "mid"), settings.get("b"), settings.trace("c")],
            ["high", "21-", [("a", "low"), ("a", "mid"), ("b", "low"), ("b", "mid"), ("c", "high")]],
        )
        self.assertEqual(
            [settings.put("high", "a", "3"), settings.get("c"), settings.pin("a", "low"), settings.get("c")],
            [False, "21-", "mid", "1-"],
        )
        self.assertEqual(
            [settings.put("low", "a", None), failure(settings.get, "b"), settings.pin("a", "")],
            [True, ("KeyError", "a"), "low"],
        )
        self.assertEqual(
            [settings.get("b"), settings.drop("high", "a"), failure(settings.get, "a")],
            ["3-", "mid", ("KeyError", "a")],
        )
        self.assertEqual(
            [settings.put("mid", "a", "2${^|0}"), settings.get("c"), settings.trace("c")],
            [True, "20-", [("a", "mid"), ("b", "low"), ("b", "mid"), ("c", "high")]],
        )
        self.assertEqual(
            [settings.drop("low", "a"), settings.drop("mid", "a"), settings.pins, settings.values],
            ["mid", "", {}, {"low": {"b": "${a}"}, "mid": {"b": "${^}-"}, "high": {"c": "${b|none}"}}],
        )

    def test_main_growing(self):
        settings = StationSettings()
        load(settings, one="k = x")
        self.assertEqual([settings.put("one", "l", "${k}${k}"), settings.get("l")], [True, "xx"])
        load(settings, two="", three="k = ${l}")
        self.assertEqual(
            [failure(settings.get, "l"), failure(settings.get, "k"), settings.layers],
            [("ValueError", "circle: l"), ("ValueError", "circle: k"), ["one", "two", "three"]],
        )
        self.assertEqual(
            [settings.put("two", "k", "${^}y"), settings.pin("k", "two"), settings.get("l")], [False, "three", "xyxy"]
        )
        self.assertEqual(
            [settings.trace("l"), settings.pin("k", ""), settings.drop("three", "k"), settings.get("l")],
            [[("k", "one"), ("k", "two"), ("l", "one")], "two", "two", "xyxy"],
        )
        self.assertEqual(
            [settings.put("three", "l", "<${^}>"), settings.get("l"), settings.origin("l")], [True, "<xyxy>", "three"]
        )
        self.assertEqual(
            [settings.save("three", os.path.join(self.folder, "t")), settings.trace("l")],
            [1, [("k", "one"), ("k", "two"), ("l", "one"), ("l", "three")]],
        )
