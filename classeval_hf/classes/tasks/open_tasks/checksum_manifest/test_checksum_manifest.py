# canary: classeval-hf open checksum_manifest c6a879e1-81ad-458a-9395-25833ca30b33

import unittest
import os
import shutil

from solution import ChecksumManifest


class ChecksumManifestTestFindMoves(unittest.TestCase):
    def test_find_moves_rename(self):
        self.assertEqual(
            ChecksumManifest.find_moves({"a.txt": "11", "b.txt": "22"}, {"c.txt": "11", "b.txt": "22"}),
            [("a.txt", "c.txt")],
        )

    def test_find_moves_order(self):
        before = {"z": "01", "a": "02", "m": "03"}
        after = {"x": "03", "y": "02", "w": "01"}
        self.assertEqual(ChecksumManifest.find_moves(before, after), [("a", "y"), ("m", "x"), ("z", "w")])
        self.assertEqual(before, {"z": "01", "a": "02", "m": "03"})
        self.assertEqual(after, {"x": "03", "y": "02", "w": "01"})

    def test_find_moves_same_digest(self):
        before = {"q": "77", "p": "77", "r": "77"}
        after = {"z": "77", "y": "77"}
        self.assertEqual(ChecksumManifest.find_moves(before, after), [("p", "y"), ("q", "z")])

    def test_find_moves_more_new_than_old(self):
        before = {"p": "77"}
        after = {"z": "77", "y": "77", "x": "78"}
        self.assertEqual(ChecksumManifest.find_moves(before, after), [("p", "y")])

    def test_find_moves_copy_is_no_move(self):
        self.assertEqual(ChecksumManifest.find_moves({"a": "11"}, {"a": "11", "b": "11"}), [])

    def test_find_moves_kept_path_is_no_target(self):
        before = {"a": "11", "b": "22"}
        after = {"b": "11", "c": "22"}
        self.assertEqual(ChecksumManifest.find_moves(before, after), [])

    def test_find_moves_empty(self):
        self.assertEqual(ChecksumManifest.find_moves({}, {}), [])
        self.assertEqual(ChecksumManifest.find_moves({"a": "11"}, {}), [])


class ChecksumManifestTestScan(unittest.TestCase):
    def setUp(self):
        self.root = "checksum_manifest_scan_dir"
        for path, data in {
            "b.txt": b"hello",
            "a/deep/c.bin": b"a\r\nb",
            "a/keep.txt": b"abc",
            "skip/x.txt": b"abc",
            "a.txt": b"",
        }.items():
            full_path = os.path.join(self.root, *path.split("/"))
            os.makedirs(os.path.dirname(full_path), exist_ok=True)
            with open(full_path, "wb") as file:
                file.write(data)

    def tearDown(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def test_scan_all_sha1(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir", "sha1")
        self.assertEqual(
            manifest.scan(),
            {
                "a.txt": "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "a/deep/c.bin": "ec6cb5b8c69f8b476a380c9b6e38e18c2733ae7b",
                "a/keep.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "b.txt": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
                "skip/x.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
            },
        )
        self.assertEqual(manifest.entries, {})
        self.assertEqual(manifest.algorithm, "sha1")

    def test_scan_order_of_keys(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir", "sha1")
        self.assertEqual(list(manifest.scan()), ["a.txt", "a/deep/c.bin", "a/keep.txt", "b.txt", "skip/x.txt"])

    def test_scan_default_algorithm(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir/skip")
        self.assertEqual(
            manifest.scan(),
            {"x.txt": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        )

    def test_scan_ignored_names(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir", "sha1")
        manifest.ignored = {"skip", "deep", "keep.txt"}
        self.assertEqual(list(manifest.scan()), ["a.txt", "b.txt"])
        self.assertEqual(manifest.ignored, {"skip", "deep", "keep.txt"})

    def test_scan_ignored_is_not_a_path_or_prefix(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir", "sha1", ("a/keep.txt", "b", "sk"))
        self.assertEqual(list(manifest.scan()), ["a.txt", "a/deep/c.bin", "a/keep.txt", "b.txt", "skip/x.txt"])

    def test_scan_ignored_root_name(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir/skip", "sha1", ("skip", "checksum_manifest_scan_dir"))
        self.assertEqual(manifest.scan(), {"x.txt": "a9993e364706816aba3e25717850c26c9cd0d89d"})

    def test_scan_empty_folder(self):
        os.makedirs(os.path.join(self.root, "empty", "er"))
        manifest = ChecksumManifest("checksum_manifest_scan_dir/empty")
        manifest.entries = {"x": "00"}
        self.assertEqual(manifest.scan(), {})
        self.assertEqual(manifest.entries, {"x": "00"})

    def test_scan_missing_root(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir/nowhere")
        with self.assertRaises(NotADirectoryError):
            manifest.scan()

    def test_scan_root_is_a_file(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir/b.txt")
        with self.assertRaises(NotADirectoryError):
            manifest.scan()

    def test_scan_unknown_algorithm(self):
        manifest = ChecksumManifest("checksum_manifest_scan_dir", "sum-of-bytes")
        with self.assertRaises(ValueError):
            manifest.scan()


class ChecksumManifestTestAccept(unittest.TestCase):
    def setUp(self):
        self.root = "checksum_manifest_accept_dir"
        os.makedirs(os.path.join(self.root, "sub"))
        for name in ["same.txt", "edited.txt", "sub/new.txt"]:
            with open(os.path.join(self.root, name), "wb") as file:
                file.write(b"abc")
        self.manifest = ChecksumManifest("checksum_manifest_accept_dir", "sha1")
        self.manifest.entries = {
            "same.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
            "edited.txt": "0000",
            "gone.txt": "1111",
        }

    def tearDown(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def test_accept_all(self):
        self.assertEqual(self.manifest.accept([]), 3)
        self.assertEqual(
            self.manifest.entries,
            {
                "edited.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "same.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "sub/new.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
            },
        )

    def test_accept_changed_only(self):
        self.assertEqual(self.manifest.accept(["edited.txt"]), 1)
        self.assertEqual(
            self.manifest.entries,
            {
                "same.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "edited.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "gone.txt": "1111",
            },
        )

    def test_accept_new_and_unchanged(self):
        self.assertEqual(self.manifest.accept(["sub/new.txt", "same.txt"]), 1)
        self.assertEqual(sorted(self.manifest.entries), ["edited.txt", "gone.txt", "same.txt", "sub/new.txt"])
        self.assertEqual(self.manifest.entries["edited.txt"], "0000")

    def test_accept_removed(self):
        self.assertEqual(self.manifest.accept(["gone.txt"]), 1)
        self.assertEqual(sorted(self.manifest.entries), ["edited.txt", "same.txt"])

    def test_accept_unchanged(self):
        self.assertEqual(self.manifest.accept(["same.txt"]), 0)
        self.assertEqual(self.manifest.entries["same.txt"], "a9993e364706816aba3e25717850c26c9cd0d89d")

    def test_accept_repeated_path(self):
        self.assertEqual(self.manifest.accept(["gone.txt", "edited.txt", "gone.txt", "edited.txt"]), 2)
        self.assertEqual(sorted(self.manifest.entries), ["edited.txt", "same.txt"])

    def test_accept_unknown_path(self):
        with self.assertRaises(KeyError):
            self.manifest.accept(["edited.txt", "never.txt", "gone.txt"])
        self.assertEqual(self.manifest.entries["edited.txt"], "0000")
        self.assertEqual(self.manifest.entries["gone.txt"], "1111")

    def test_accept_ignored_file_counts_as_gone(self):
        self.manifest.ignored = {"same.txt", "new.txt"}
        self.assertEqual(self.manifest.accept([]), 3)
        self.assertEqual(self.manifest.entries, {"edited.txt": "a9993e364706816aba3e25717850c26c9cd0d89d"})


class ChecksumManifestTestSave(unittest.TestCase):
    def setUp(self):
        self.path = "checksum_manifest_save.txt"
        self.manifest = ChecksumManifest("checksum_manifest_no_such_dir")

    def tearDown(self):
        if os.path.exists(self.path):
            os.remove(self.path)

    def content(self):
        with open(self.path, "rb") as file:
            return file.read()

    def test_save_sorted(self):
        self.manifest.entries = {"b.txt": "22", "a/z.txt": "33", "B.txt": "11", "a.txt": "44"}
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 5)
        self.assertEqual(self.content(), b"manifest sha256 4\n11  B.txt\n44  a.txt\n33  a/z.txt\n22  b.txt\n")
        self.assertEqual(self.manifest.entries, {"b.txt": "22", "a/z.txt": "33", "B.txt": "11", "a.txt": "44"})
        self.assertEqual(self.manifest.algorithm, "sha256")

    def test_save_empty(self):
        self.manifest.algorithm = "sha1"
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 1)
        self.assertEqual(self.content(), b"manifest sha1 0\n")

    def test_save_escapes(self):
        self.manifest.entries = {"a\nb": "01", "c\\d": "02", "e\\nf": "03", "g\rh": "04"}
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 5)
        self.assertEqual(self.content(), b"manifest sha256 4\n01  a\\nb\n02  c\\\\d\n03  e\\\\nf\n04  g\\rh\n")

    def test_save_order_of_unescaped_paths(self):
        self.manifest.entries = {"aZ": "02", "a\nb": "01"}
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 3)
        self.assertEqual(self.content(), b"manifest sha256 2\n01  a\\nb\n02  aZ\n")

    def test_save_utf8_and_spaces(self):
        self.manifest.entries = {"caf\u00e9 x": "ab", " y": "cd"}
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 3)
        self.assertEqual(self.content(), b"manifest sha256 2\ncd   y\nab  caf\xc3\xa9 x\n")

    def test_save_replaces_content(self):
        with open(self.path, "w") as file:
            file.write("something much longer than the manifest\n" * 5)
        self.manifest.entries = {"a": "0f"}
        self.assertEqual(self.manifest.save("checksum_manifest_save.txt"), 2)
        self.assertEqual(self.content(), b"manifest sha256 1\n0f  a\n")


class ChecksumManifestTestLoad(unittest.TestCase):
    def setUp(self):
        self.path = "checksum_manifest_load.txt"
        self.manifest = ChecksumManifest("checksum_manifest_no_such_dir")
        self.manifest.entries = {"old": "99"}

    def tearDown(self):
        if os.path.exists(self.path):
            os.remove(self.path)

    def put(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def test_load_entries(self):
        self.put(b"manifest sha1 3\n22  b.txt\n0a9f  a/c d.txt\n33   x  y\n")
        self.assertEqual(self.manifest.load("checksum_manifest_load.txt"), 3)
        self.assertEqual(self.manifest.entries, {"a/c d.txt": "0a9f", "b.txt": "22", " x  y": "33"})
        self.assertEqual(self.manifest.algorithm, "sha1")

    def test_load_no_entries(self):
        self.put(b"manifest md5 0\n")
        self.assertEqual(self.manifest.load("checksum_manifest_load.txt"), 0)
        self.assertEqual(self.manifest.entries, {})
        self.assertEqual(self.manifest.algorithm, "md5")

    def test_load_escapes(self):
        self.put(b"manifest sha1 4\n01  a\\nb\n02  c\\\\d\n03  e\\\\nf\n04  g\\r\\\\\\nh\n")
        self.assertEqual(self.manifest.load("checksum_manifest_load.txt"), 4)
        self.assertEqual(self.manifest.entries, {"a\nb": "01", "c\\d": "02", "e\\nf": "03", "g\r\\\nh": "04"})

    def test_load_other_line_separators(self):
        self.put("manifest sha1 2\n01  a\u2028b\n02  c\x0cd\u00e9\n".encode())
        self.assertEqual(self.manifest.load("checksum_manifest_load.txt"), 2)
        self.assertEqual(self.manifest.entries, {"a\u2028b": "01", "c\x0cd\u00e9": "02"})

    def test_load_wrong_first_line(self):
        for first in [b"", b"manifest", b"manifest sha1", b"Manifest sha1 1", b"manifest  1", b"manifest sha1 1 x"]:
            self.put(first + b"\n01  a\n")
            with self.assertRaises(ValueError):
                self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})
        self.assertEqual(self.manifest.algorithm, "sha256")

    def test_load_wrong_count(self):
        for count in [b"0", b"2", b"01", b"one", b"-1"]:
            self.put(b"manifest sha1 " + count + b"\n01  a\n")
            with self.assertRaises(ValueError):
                self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})
        self.assertEqual(self.manifest.algorithm, "sha256")

    def test_load_wrong_entry_line(self):
        for line in [b"", b"01", b"01 a", b"01  ", b"  a", b"0G  a", b"AB  a", b"01\t a", b"0 1  a", b" 01  a"]:
            self.put(b"manifest sha1 2\n77  ok\n" + line + b"\n")
            with self.assertRaises(ValueError):
                self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})
        self.assertEqual(self.manifest.algorithm, "sha256")

    def test_load_wrong_escape(self):
        for path in [b"a\\b", b"a\\", b"\\\\\\t", b"\\N"]:
            self.put(b"manifest sha1 1\n01  " + path + b"\n")
            with self.assertRaises(ValueError):
                self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})

    def test_load_repeated_path(self):
        self.put(b"manifest sha1 2\n01  a\n01  a\n")
        with self.assertRaises(ValueError):
            self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})

    def test_load_last_line_not_ended(self):
        for data in [b"manifest sha1 1\n01  a", b"", b"manifest sha1 0"]:
            self.put(data)
            with self.assertRaises(ValueError):
                self.manifest.load("checksum_manifest_load.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})
        self.assertEqual(self.manifest.algorithm, "sha256")

    def test_load_missing_file(self):
        with self.assertRaises(FileNotFoundError):
            self.manifest.load("checksum_manifest_load_missing.txt")
        self.assertEqual(self.manifest.entries, {"old": "99"})


class ChecksumManifestTestVerify(unittest.TestCase):
    def setUp(self):
        self.root = "checksum_manifest_verify_dir"
        os.makedirs(os.path.join(self.root, "sub"))
        for name in ["b.txt", "a.txt", "sub/c.txt"]:
            with open(os.path.join(self.root, name), "wb") as file:
                file.write(b"hello")
        self.manifest = ChecksumManifest("checksum_manifest_verify_dir", "sha1")

    def tearDown(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def test_verify_clean(self):
        digest = "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"
        self.manifest.entries = {"a.txt": digest, "b.txt": digest, "sub/c.txt": digest}
        self.assertEqual(self.manifest.verify(), {"missing": [], "changed": [], "extra": []})
        self.assertEqual(sorted(self.manifest.entries), ["a.txt", "b.txt", "sub/c.txt"])

    def test_verify_all_kinds(self):
        self.manifest.entries = {
            "b.txt": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
            "a.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
            "z.txt": "00",
            "gone/y.txt": "11",
        }
        self.assertEqual(
            self.manifest.verify(),
            {"missing": ["gone/y.txt", "z.txt"], "changed": ["a.txt"], "extra": ["sub/c.txt"]},
        )
        self.assertEqual(
            self.manifest.entries,
            {
                "b.txt": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
                "a.txt": "a9993e364706816aba3e25717850c26c9cd0d89d",
                "z.txt": "00",
                "gone/y.txt": "11",
            },
        )

    def test_verify_empty_manifest(self):
        self.assertEqual(
            self.manifest.verify(), {"missing": [], "changed": [], "extra": ["a.txt", "b.txt", "sub/c.txt"]}
        )
        self.assertEqual(self.manifest.entries, {})

    def test_verify_several_changed(self):
        self.manifest.entries = {"sub/c.txt": "00", "b.txt": "00", "a.txt": "00"}
        self.assertEqual(
            self.manifest.verify(), {"missing": [], "changed": ["a.txt", "b.txt", "sub/c.txt"], "extra": []}
        )

    def test_verify_ignored(self):
        self.manifest.ignored = {"sub", "a.txt"}
        self.manifest.entries = {"a.txt": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"}
        self.assertEqual(self.manifest.verify(), {"missing": ["a.txt"], "changed": [], "extra": ["b.txt"]})

    def test_verify_missing_root(self):
        self.manifest.root = "checksum_manifest_verify_dir/nowhere"
        with self.assertRaises(NotADirectoryError):
            self.manifest.verify()


class ChecksumManifestTestMain(unittest.TestCase):
    def setUp(self):
        self.root = "checksum_manifest_main_dir"
        self.path = "checksum_manifest_main.txt"
        os.makedirs(os.path.join(self.root, "docs"))
        for name in ["a.txt", "docs/b.txt"]:
            with open(os.path.join(self.root, name), "w") as file:
                file.write("content of " + name)

    def tearDown(self):
        shutil.rmtree(self.root, ignore_errors=True)
        if os.path.exists(self.path):
            os.remove(self.path)

    def test_main_save_change_verify(self):
        manifest = ChecksumManifest("checksum_manifest_main_dir", "sha1")
        self.assertEqual(manifest.accept([]), 2)
        self.assertEqual(manifest.save("checksum_manifest_main.txt"), 3)
        with open("checksum_manifest_main_dir/a.txt", "a") as file:
            file.write("!")
        os.rename("checksum_manifest_main_dir/docs/b.txt", "checksum_manifest_main_dir/c.txt")
        again = ChecksumManifest("checksum_manifest_main_dir")
        self.assertEqual(again.load("checksum_manifest_main.txt"), 2)
        self.assertEqual(again.algorithm, "sha1")
        self.assertEqual(again.verify(), {"missing": ["docs/b.txt"], "changed": ["a.txt"], "extra": ["c.txt"]})
        self.assertEqual(ChecksumManifest.find_moves(again.entries, again.scan()), [("docs/b.txt", "c.txt")])
        self.assertEqual(again.accept(["c.txt", "docs/b.txt"]), 2)
        self.assertEqual(again.verify(), {"missing": [], "changed": ["a.txt"], "extra": []})

    def test_main_manifest_inside_the_root(self):
        manifest = ChecksumManifest("checksum_manifest_main_dir", ignored=("MANIFEST",))
        self.assertEqual(manifest.accept([]), 2)
        self.assertEqual(manifest.save("checksum_manifest_main_dir/MANIFEST"), 3)
        self.assertEqual(manifest.verify(), {"missing": [], "changed": [], "extra": []})
        manifest.ignored = set()
        self.assertEqual(manifest.verify(), {"missing": [], "changed": [], "extra": ["MANIFEST"]})
        self.assertEqual(list(manifest.scan()), ["MANIFEST", "a.txt", "docs/b.txt"])
        self.assertEqual(manifest.load("checksum_manifest_main_dir/MANIFEST"), 2)
        self.assertEqual(manifest.find_moves(manifest.entries, manifest.scan()), [])

    def test_main_failed_load_keeps_state(self):
        manifest = ChecksumManifest("checksum_manifest_main_dir", "sha1")
        manifest.entries = {"line\nbreak": "0a", "back\\slash": "0b"}
        self.assertEqual(manifest.save("checksum_manifest_main.txt"), 3)
        self.assertEqual(manifest.accept(["a.txt"]), 1)
        with open("checksum_manifest_main.txt", "a") as file:
            file.write("0c  one more\n")
        with self.assertRaises(ValueError):
            manifest.load("checksum_manifest_main.txt")
        self.assertEqual(manifest.verify()["missing"], ["back\\slash", "line\nbreak"])
        self.assertEqual(sorted(manifest.entries), ["a.txt", "back\\slash", "line\nbreak"])
