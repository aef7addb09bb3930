# canary: classeval-hf open photo_shelf 2a28b851-7028-4d41-bdff-6ec6f88c4199

import os
import shutil
import unittest

from solution import PhotoShelf

FOLDER = "photo_shelf_files"


def write(name, content):
    """The path of a file in the folder of the tests, with this content."""
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def fill(shelf, *photos):
    """The shelf after the addition of photos, each given by its name, its content and an album."""
    for name, content, album in photos:
        shelf.add(write(name, content), album)
    return shelf


def holiday(shelf):
    return fill(
        shelf,
        ("beach.jpg", b"sand", "sea"),
        ("beach.jpg", b"sand, brighter", "best"),
        ("boat.jpg", b"boat", "sea"),
        ("boat.jpg", b"boat, cut", ""),
        ("hut.jpg", b"hut", "hills"),
        ("cow.jpg", b"cow", "hills"),
        ("cow.jpg", b"cow, cut", "best"),
        ("cow.jpg", b"sand", "hills"),
    )


class PhotoShelfTestAdd(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_add_new_photo(self):
        self.assertEqual(self.shelf.add(write("2024/beach.jpg", b"sand")), "beach.jpg")
        self.assertEqual(
            (self.shelf.photos, self.shelf.contents, self.shelf.albums),
            ({"beach.jpg": ["f79d7d24"]}, {"f79d7d24": b"sand"}, {}),
        )

    def test_add_version(self):
        self.assertEqual(
            [self.shelf.add(write("a.jpg", b"one"), "x"), self.shelf.add(write("b/a.jpg", b"two"), "y")],
            ["a.jpg", "a.jpg"],
        )
        self.assertEqual(
            (self.shelf.photos, self.shelf.albums),
            ({"a.jpg": ["7692c3ad", "3fc4ccfe"]}, {"x": ["a.jpg"], "y": ["a.jpg"]}),
        )
        self.assertEqual(self.shelf.contents, {"7692c3ad": b"one", "3fc4ccfe": b"two"})

    def test_add_duplicate_of_latest(self):
        self.assertEqual(
            [self.shelf.add(write("a.jpg", b"one"), "x"), self.shelf.add(write("b.jpg", b"one"), "y")],
            ["a.jpg", "a.jpg"],
        )
        self.assertEqual(
            (self.shelf.photos, self.shelf.albums), ({"a.jpg": ["7692c3ad"]}, {"x": ["a.jpg"], "y": ["a.jpg"]})
        )

    def test_add_older_version_is_no_duplicate(self):
        fill(self.shelf, ("a.jpg", b"one", "x"), ("a.jpg", b"two", ""))
        self.assertEqual(self.shelf.add(write("b.jpg", b"one"), "x"), "b.jpg")
        self.assertEqual(
            (self.shelf.photos, self.shelf.albums, self.shelf.contents),
            (
                {"a.jpg": ["7692c3ad", "3fc4ccfe"], "b.jpg": ["7692c3ad"]},
                {"x": ["a.jpg", "b.jpg"]},
                {"7692c3ad": b"one", "3fc4ccfe": b"two"},
            ),
        )

    def test_add_old_content_again(self):
        fill(self.shelf, ("a.jpg", b"one", ""), ("a.jpg", b"two", ""))
        self.assertEqual(self.shelf.add(write("a.jpg", b"one"), "x"), "a.jpg")
        self.assertEqual(
            (self.shelf.photos, sorted(self.shelf.contents)),
            ({"a.jpg": ["7692c3ad", "3fc4ccfe", "7692c3ad"]}, ["3fc4ccfe", "7692c3ad"]),
        )

    def test_add_name_known_content_of_another(self):
        fill(self.shelf, ("a.jpg", b"one", "x"), ("b.jpg", b"two", ""))
        self.assertEqual(self.shelf.add(write("b.jpg", b"one"), "x"), "a.jpg")
        self.assertEqual(
            (self.shelf.photos, self.shelf.albums), ({"a.jpg": ["7692c3ad"], "b.jpg": ["3fc4ccfe"]}, {"x": ["a.jpg"]})
        )

    def test_add_in_album_already(self):
        fill(self.shelf, ("a.jpg", b"one", "x"), ("b.jpg", b"two", "x"))
        self.assertEqual(
            [self.shelf.add(write("a.jpg", b"three"), "x"), self.shelf.add(write("c.jpg", b"two"), "x")],
            ["a.jpg", "b.jpg"],
        )
        self.assertEqual(
            (self.shelf.albums, self.shelf.photos),
            ({"x": ["a.jpg", "b.jpg"]}, {"a.jpg": ["7692c3ad", "8b5b9db0"], "b.jpg": ["3fc4ccfe"]}),
        )

    def test_add_errors(self):
        fill(self.shelf, ("a.jpg", b"one", "x"))
        with self.assertRaises(FileNotFoundError):
            self.shelf.add(os.path.join(FOLDER, "none.jpg"), "y")
        path = write("b.jpg", b"")
        with self.assertRaises(ValueError) as caught:
            self.shelf.add(path, "y")
        self.assertEqual(str(caught.exception), "empty file")
        self.assertEqual((self.shelf.photos, self.shelf.albums), ({"a.jpg": ["7692c3ad"]}, {"x": ["a.jpg"]}))


class PhotoShelfTestMerge(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()
        holiday(self.shelf)

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_merge_takes_the_place(self):
        self.assertEqual(
            (self.shelf.merge("boat.jpg", "hut.jpg"), self.shelf.albums),
            (2, {"sea": ["beach.jpg", "hut.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]}),
        )
        self.assertEqual(
            (self.shelf.photos, sorted(self.shelf.contents.values())),
            (
                {
                    "beach.jpg": ["f79d7d24", "f7963930"],
                    "hut.jpg": ["9d07204f"],
                    "cow.jpg": ["beb13475", "0c485920", "f79d7d24"],
                },
                [b"cow", b"cow, cut", b"hut", b"sand", b"sand, brighter"],
            ),
        )

    def test_merge_album_with_both(self):
        self.assertEqual(
            (self.shelf.merge("cow.jpg", "hut.jpg"), self.shelf.albums),
            (2, {"sea": ["beach.jpg", "boat.jpg"], "best": ["beach.jpg", "hut.jpg"], "hills": ["hut.jpg"]}),
        )
        self.assertEqual(
            sorted(self.shelf.contents.values()), [b"boat", b"boat, cut", b"hut", b"sand", b"sand, brighter"]
        )

    def test_merge_both_other_is_later(self):
        self.assertEqual(
            (self.shelf.merge("hut.jpg", "cow.jpg"), self.shelf.albums),
            (1, {"sea": ["beach.jpg", "boat.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["cow.jpg"]}),
        )

    def test_merge_first_of_two_given_up(self):
        self.assertEqual(
            (self.shelf.merge("beach.jpg", "cow.jpg"), self.shelf.albums, self.shelf.photos),
            (
                1,
                {"sea": ["cow.jpg", "boat.jpg"], "best": ["cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]},
                {
                    "boat.jpg": ["25cdb46d", "cd02ba22"],
                    "hut.jpg": ["9d07204f"],
                    "cow.jpg": ["beb13475", "0c485920", "f79d7d24"],
                },
            ),
        )

    def test_merge_between_them_stays(self):
        photos = [("a.jpg", b"1", "x"), ("b.jpg", b"2", "x"), ("c.jpg", b"3", "x"), ("d.jpg", b"4", "x")]
        shelf = fill(PhotoShelf(), *photos)
        self.assertEqual((shelf.merge("a.jpg", "c.jpg"), shelf.albums), (1, {"x": ["b.jpg", "c.jpg", "d.jpg"]}))
        self.assertEqual((shelf.merge("d.jpg", "b.jpg"), shelf.albums), (1, {"x": ["b.jpg", "c.jpg"]}))

    def test_merge_keeps_shared_contents(self):
        self.assertEqual(
            (self.shelf.merge("beach.jpg", "boat.jpg"), self.shelf.albums),
            (1, {"sea": ["boat.jpg"], "best": ["boat.jpg", "cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]}),
        )
        self.assertEqual(
            sorted(self.shelf.contents.values()), [b"boat", b"boat, cut", b"cow", b"cow, cut", b"hut", b"sand"]
        )

    def test_merge_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.shelf.merge("none.jpg", "none.jpg")
        self.assertEqual(str(caught.exception), "same photo")
        with self.assertRaises(ValueError) as caught:
            self.shelf.merge("cow.jpg", "cow.jpg")
        self.assertEqual(str(caught.exception), "same photo")
        with self.assertRaises(KeyError) as caught:
            self.shelf.merge("none.jpg", "nothing.jpg")
        self.assertEqual(caught.exception.args, ("none.jpg",))
        with self.assertRaises(KeyError) as caught:
            self.shelf.merge("cow.jpg", "nothing.jpg")
        self.assertEqual(caught.exception.args, ("nothing.jpg",))
        self.assertEqual(
            (sorted(self.shelf.photos), self.shelf.albums["hills"]),
            (["beach.jpg", "boat.jpg", "cow.jpg", "hut.jpg"], ["hut.jpg", "cow.jpg"]),
        )


class PhotoShelfTestRevert(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()
        holiday(self.shelf)

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_revert_drops_version(self):
        self.assertEqual((self.shelf.revert("boat.jpg"), self.shelf.photos["boat.jpg"]), ("boat.jpg", ["25cdb46d"]))
        self.assertEqual(
            sorted(self.shelf.contents.values()), [b"boat", b"cow", b"cow, cut", b"hut", b"sand", b"sand, brighter"]
        )

    def test_revert_keeps_shared_content(self):
        self.assertEqual(
            (self.shelf.revert("cow.jpg"), self.shelf.photos["cow.jpg"], self.shelf.albums),
            (
                "cow.jpg",
                ["beb13475", "0c485920"],
                {"sea": ["beach.jpg", "boat.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]},
            ),
        )
        self.assertEqual(
            sorted(self.shelf.contents.values()),
            [b"boat", b"boat, cut", b"cow", b"cow, cut", b"hut", b"sand", b"sand, brighter"],
        )

    def test_revert_merges(self):
        self.assertEqual(
            (self.shelf.revert("beach.jpg"), self.shelf.albums),
            ("cow.jpg", {"sea": ["cow.jpg", "boat.jpg"], "best": ["cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]}),
        )
        self.assertEqual(
            (self.shelf.photos, sorted(self.shelf.contents.values())),
            (
                {
                    "boat.jpg": ["25cdb46d", "cd02ba22"],
                    "hut.jpg": ["9d07204f"],
                    "cow.jpg": ["beb13475", "0c485920", "f79d7d24"],
                },
                [b"boat", b"boat, cut", b"cow", b"cow, cut", b"hut", b"sand"],
            ),
        )

    def test_revert_version_that_occurs_twice(self):
        shelf = fill(
            PhotoShelf(), ("a.jpg", b"1", "x"), ("a.jpg", b"2", ""), ("a.jpg", b"1", ""), ("b.jpg", b"2", "x")
        )
        self.assertEqual(
            (shelf.revert("a.jpg"), shelf.photos, shelf.albums, sorted(shelf.contents.values())),
            ("b.jpg", {"b.jpg": ["d4735e3a"]}, {"x": ["b.jpg"]}, [b"2"]),
        )

    def test_revert_content_of_the_last_photo(self):
        shelf = fill(PhotoShelf(), ("a.jpg", b"1", ""), ("b.jpg", b"2", ""), ("b.jpg", b"3", ""), ("a.jpg", b"2", "x"))
        self.assertEqual(
            (shelf.revert("a.jpg"), shelf.photos, sorted(shelf.contents.values())),
            ("a.jpg", {"a.jpg": ["6b86b273"], "b.jpg": ["d4735e3a", "4e074085"]}, [b"1", b"2", b"3"]),
        )

    def test_revert_to_the_first(self):
        self.assertEqual([self.shelf.revert("cow.jpg"), self.shelf.revert("cow.jpg")], ["cow.jpg", "cow.jpg"])
        with self.assertRaises(ValueError) as caught:
            self.shelf.revert("cow.jpg")
        self.assertEqual(str(caught.exception), "only version")
        self.assertEqual(
            (self.shelf.photos, len(self.shelf.contents)),
            (
                {
                    "beach.jpg": ["f79d7d24", "f7963930"],
                    "boat.jpg": ["25cdb46d", "cd02ba22"],
                    "hut.jpg": ["9d07204f"],
                    "cow.jpg": ["beb13475"],
                },
                6,
            ),
        )

    def test_revert_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.revert("none.jpg")
        self.assertEqual(caught.exception.args, ("none.jpg",))
        with self.assertRaises(ValueError) as caught:
            self.shelf.revert("hut.jpg")
        self.assertEqual(str(caught.exception), "only version")
        self.assertEqual(self.shelf.photos["hut.jpg"], ["9d07204f"])


class PhotoShelfTestDelete(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()
        holiday(self.shelf)

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_delete_from_albums(self):
        self.assertEqual(
            (self.shelf.delete("beach.jpg"), self.shelf.albums),
            ([], {"sea": ["boat.jpg"], "best": ["cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]}),
        )
        self.assertEqual(
            (sorted(self.shelf.photos), sorted(self.shelf.contents.values())),
            (["boat.jpg", "cow.jpg", "hut.jpg"], [b"boat", b"boat, cut", b"cow", b"cow, cut", b"hut", b"sand"]),
        )

    def test_delete_empties_albums(self):
        self.assertEqual(
            [self.shelf.delete("hut.jpg"), self.shelf.delete("beach.jpg"), self.shelf.delete("cow.jpg")],
            [[], [], ["best", "hills"]],
        )
        self.assertEqual(
            (self.shelf.albums, self.shelf.contents),
            ({"sea": ["boat.jpg"]}, {"25cdb46d": b"boat", "cd02ba22": b"boat, cut"}),
        )

    def test_delete_albums_in_order(self):
        shelf = fill(
            PhotoShelf(), ("a.jpg", b"1", "z"), ("a.jpg", b"1", "m"), ("b.jpg", b"2", "k"), ("a.jpg", b"1", "B")
        )
        self.assertEqual((shelf.delete("a.jpg"), shelf.albums), (["B", "m", "z"], {"k": ["b.jpg"]}))

    def test_delete_content_twice_in_one(self):
        shelf = fill(PhotoShelf(), ("a.jpg", b"1", ""), ("a.jpg", b"2", ""), ("a.jpg", b"1", ""), ("b.jpg", b"2", "x"))
        self.assertEqual(
            (shelf.delete("a.jpg"), shelf.photos, shelf.contents, shelf.albums),
            ([], {"b.jpg": ["d4735e3a"]}, {"d4735e3a": b"2"}, {"x": ["b.jpg"]}),
        )

    def test_delete_in_no_album(self):
        shelf = fill(PhotoShelf(), ("a.jpg", b"1", ""), ("b.jpg", b"2", "x"))
        self.assertEqual((shelf.delete("a.jpg"), shelf.photos), ([], {"b.jpg": ["d4735e3a"]}))

    def test_delete_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.delete("sea")
        self.assertEqual(caught.exception.args, ("sea",))
        self.assertEqual(sorted(self.shelf.photos), ["beach.jpg", "boat.jpg", "cow.jpg", "hut.jpg"])


class PhotoShelfTestFind(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()
        holiday(self.shelf)

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_find_shared(self):
        self.assertEqual(
            (self.shelf.find("f79d7d24"), self.shelf.photos["beach.jpg"]),
            ([("beach.jpg", 1), ("cow.jpg", 3)], ["f79d7d24", "f7963930"]),
        )

    def test_find_all(self):
        self.assertEqual(
            self.shelf.find(""),
            [
                ("beach.jpg", 2),
                ("beach.jpg", 1),
                ("boat.jpg", 2),
                ("boat.jpg", 1),
                ("cow.jpg", 3),
                ("cow.jpg", 2),
                ("cow.jpg", 1),
                ("hut.jpg", 1),
            ],
        )

    def test_find_first_digit(self):
        self.assertEqual(
            [self.shelf.find(digit) for digit in "0123456789abcdef"],
            [
                [("cow.jpg", 2)],
                [],
                [("boat.jpg", 1)],
                [],
                [],
                [],
                [],
                [],
                [],
                [("hut.jpg", 1)],
                [],
                [("cow.jpg", 1)],
                [("boat.jpg", 2)],
                [],
                [],
                [("beach.jpg", 2), ("beach.jpg", 1), ("cow.jpg", 3)],
            ],
        )

    def test_find_twice_in_one(self):
        shelf = fill(PhotoShelf(), ("a.jpg", b"1", ""), ("a.jpg", b"2", ""), ("a.jpg", b"1", ""))
        self.assertEqual((shelf.find("6b86b2"), shelf.find("d4")), ([("a.jpg", 3), ("a.jpg", 1)], [("a.jpg", 2)]))

    def test_find_none(self):
        self.assertEqual((self.shelf.find("x"), self.shelf.find("4A"), len(self.shelf.find(""))), ([], [], 8))


class PhotoShelfTestExport(unittest.TestCase):
    def setUp(self):
        self.shelf = PhotoShelf()
        holiday(self.shelf)
        self.out = os.path.join(FOLDER, "out", "deep")

    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_export_latest_versions(self):
        self.assertEqual(
            (self.shelf.export("sea", self.out), sorted(os.listdir(self.out))),
            (["01_beach.jpg", "02_boat.jpg"], ["01_beach.jpg", "02_boat.jpg"]),
        )
        self.assertEqual(
            [read(os.path.join(self.out, name)) for name in ("01_beach.jpg", "02_boat.jpg")],
            [b"sand, brighter", b"boat, cut"],
        )
        self.assertEqual(self.shelf.albums["sea"], ["beach.jpg", "boat.jpg"])

    def test_export_again(self):
        self.assertEqual(
            (self.shelf.export("best", self.out), self.shelf.export("best", self.out)),
            (["01_beach.jpg", "02_cow.jpg"], []),
        )

    def test_export_replaces(self):
        write("out/deep/01_hut.jpg", b"something longer")
        write("out/deep/02_cow.jpg", b"sand")
        self.assertEqual(
            (self.shelf.export("hills", self.out), read(os.path.join(self.out, "01_hut.jpg"))),
            (["01_hut.jpg"], b"hut"),
        )

    def test_export_keeps_other_files(self):
        write("out/deep/03_hut.jpg", b"hut")
        self.assertEqual(
            (self.shelf.export("hills", self.out), sorted(os.listdir(self.out))),
            (["01_hut.jpg", "02_cow.jpg"], ["01_hut.jpg", "02_cow.jpg", "03_hut.jpg"]),
        )

    def test_export_many(self):
        for number in range(101):
            fill(self.shelf, (f"p{number}.jpg", b"p%d" % number, "many"))
        names = self.shelf.export("many", self.out)
        self.assertEqual(
            (names[8:11], names[98:], len(names)),
            (["09_p8.jpg", "10_p9.jpg", "11_p10.jpg"], ["99_p98.jpg", "100_p99.jpg", "101_p100.jpg"], 101),
        )

    def test_export_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.export("hut.jpg", self.out)
        self.assertEqual(caught.exception.args, ("hut.jpg",))
        self.assertEqual(
            (os.path.exists(self.out), self.shelf.export("hills", self.out)), (False, ["01_hut.jpg", "02_cow.jpg"])
        )


class PhotoShelfTestMain(unittest.TestCase):
    def tearDown(self):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def test_main_versions(self):
        shelf = PhotoShelf()
        self.assertEqual(
            [shelf.add(write("a.jpg", b"raw"), "new"), shelf.add(write("a.jpg", b"cut"), "best")], ["a.jpg", "a.jpg"]
        )
        self.assertEqual(
            [shelf.add(write("copy.jpg", b"cut"), "new"), shelf.add(write("copy.jpg", b"raw"), "new")],
            ["a.jpg", "copy.jpg"],
        )
        self.assertEqual(
            (shelf.photos, shelf.albums, shelf.find("2")),
            (
                {"a.jpg": ["d7439bee", "378bfce5"], "copy.jpg": ["d7439bee"]},
                {"new": ["a.jpg", "copy.jpg"], "best": ["a.jpg"]},
                [],
            ),
        )
        self.assertEqual(
            (shelf.revert("a.jpg"), shelf.photos, shelf.albums),
            ("copy.jpg", {"copy.jpg": ["d7439bee"]}, {"new": ["copy.jpg"], "best": ["copy.jpg"]}),
        )
        self.assertEqual(shelf.export("best", os.path.join(FOLDER, "out")), ["01_copy.jpg"])
        self.assertEqual([shelf.add(write("a.jpg", b"cut"), "new"), shelf.merge("copy.jpg", "a.jpg")], ["a.jpg", 1])
        self.assertEqual(
            (shelf.photos, shelf.albums, shelf.contents),
            ({"a.jpg": ["378bfce5"]}, {"new": ["a.jpg"], "best": ["a.jpg"]}, {"378bfce5": b"cut"}),
        )
        self.assertEqual(shelf.delete("a.jpg"), ["best", "new"])
        self.assertEqual((shelf.photos, shelf.albums, shelf.contents), ({}, {}, {}))

    def test_main_circle(self):
        shelf = PhotoShelf()
        for name, content in (("a.jpg", b"1"), ("a.jpg", b"2"), ("b.jpg", b"1"), ("b.jpg", b"3"), ("c.jpg", b"1")):
            shelf.add(write(name, content), content.decode())
        self.assertEqual(
            (shelf.photos, shelf.albums),
            (
                {"a.jpg": ["6b86b273", "d4735e3a"], "b.jpg": ["6b86b273", "4e074085"], "c.jpg": ["6b86b273"]},
                {"1": ["a.jpg", "b.jpg", "c.jpg"], "2": ["a.jpg"], "3": ["b.jpg"]},
            ),
        )
        self.assertEqual(
            (shelf.revert("b.jpg"), shelf.albums, shelf.find("")),
            (
                "c.jpg",
                {"1": ["a.jpg", "c.jpg"], "2": ["a.jpg"], "3": ["c.jpg"]},
                [("a.jpg", 2), ("a.jpg", 1), ("c.jpg", 1)],
            ),
        )
        self.assertEqual((shelf.add(write("c.jpg", b"4")), shelf.revert("a.jpg")), ("c.jpg", "a.jpg"))
        self.assertEqual(
            (shelf.photos, shelf.albums, sorted(shelf.contents.values())),
            (
                {"a.jpg": ["6b86b273"], "c.jpg": ["6b86b273", "4b227777"]},
                {"1": ["a.jpg", "c.jpg"], "2": ["a.jpg"], "3": ["c.jpg"]},
                [b"1", b"4"],
            ),
        )
        self.assertEqual(
            (shelf.revert("c.jpg"), shelf.photos, shelf.albums),
            ("a.jpg", {"a.jpg": ["6b86b273"]}, {"1": ["a.jpg"], "2": ["a.jpg"], "3": ["a.jpg"]}),
        )
        self.assertEqual(shelf.export("2", os.path.join(FOLDER, "two")), ["01_a.jpg"])
        self.assertEqual(shelf.delete("a.jpg"), ["1", "2", "3"])

    def test_main_albums(self):
        shelf = holiday(PhotoShelf())
        self.assertEqual(
            (shelf.albums, shelf.find("")[:3]),
            (
                {"sea": ["beach.jpg", "boat.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["hut.jpg", "cow.jpg"]},
                [("beach.jpg", 2), ("beach.jpg", 1), ("boat.jpg", 2)],
            ),
        )
        self.assertEqual(
            (shelf.delete("boat.jpg"), shelf.merge("hut.jpg", "beach.jpg"), shelf.albums),
            ([], 1, {"sea": ["beach.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["beach.jpg", "cow.jpg"]}),
        )
        self.assertEqual(
            (shelf.revert("cow.jpg"), shelf.export("hills", os.path.join(FOLDER, "h"))),
            ("cow.jpg", ["01_beach.jpg", "02_cow.jpg"]),
        )
        self.assertEqual(
            (shelf.revert("cow.jpg"), shelf.export("hills", os.path.join(FOLDER, "h"))), ("cow.jpg", ["02_cow.jpg"])
        )
        self.assertEqual(
            (shelf.add(write("new.jpg", b"cow"), "sea"), shelf.albums),
            (
                "cow.jpg",
                {"sea": ["beach.jpg", "cow.jpg"], "best": ["beach.jpg", "cow.jpg"], "hills": ["beach.jpg", "cow.jpg"]},
            ),
        )
        self.assertEqual(
            (shelf.revert("beach.jpg"), shelf.delete("cow.jpg"), shelf.albums, shelf.contents),
            (
                "beach.jpg",
                [],
                {"sea": ["beach.jpg"], "best": ["beach.jpg"], "hills": ["beach.jpg"]},
                {"f79d7d24": b"sand"},
            ),
        )
