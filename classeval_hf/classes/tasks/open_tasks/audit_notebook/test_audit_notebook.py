# canary: classeval-hf open audit_notebook be5a1fec-37f1-4a09-ac8a-7035c44fd671

import json
import os
import unittest

from solution import AuditNotebook


def fill(book):
    """Writes three pages into a notebook."""
    book.write("Ann", "s1", ["12 sacks", "Scale is dirty", "Zoë was here"])
    book.write("Ben", "s2", ["13 sacks"])
    book.write("Ann", "s1", ["", "12 sacks"])


def blacken(book, *texts):
    """Blackens texts of a notebook, given as tuples of page and index."""
    for page, index in texts:
        book.blacken(page, index)


def add_page(book, texts):
    """Writes a page into a notebook."""
    book.write("Bo", "s", texts)


def close(book, page):
    """Closes pages of a notebook."""
    book.close(page)


class AuditNotebookTestWrite(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")

    def test_write_first(self):
        self.assertEqual(self.book.start, "3ddef183d44a338eb3daa8b6f579d29956b521fd3add0a23302a072628aa345c")
        self.assertEqual(
            self.book.write("Ann", "s1", ["12 sacks", "dry"]),
            "2bb02c4546c4ebb603d65acd6d9fd489924da99c11ab9ee1a2f15a06d7b88c89",
        )
        self.assertEqual(
            self.book.pages[0]["seals"],
            [
                "f1b50dbc8bfa076fb2193c9af71d49b2a0d6119a629e6441184a1ab54f691db4",
                "a6db31ba23408d52cf55310fc5fedacc3e795c0941af513a41f8a77e7a9ab71a",
            ],
        )

    def test_write_page(self):
        self.assertEqual(
            self.book.write("Benny", "x:y", ["a|b", ""]),
            "1e274627544f3ee554b5638308d90898a47f4302248a8b93b1d4468a2dfa59d8",
        )
        self.assertEqual(
            self.book.pages,
            [
                {
                    "author": "Benny",
                    "salt": "x:y",
                    "texts": ["a|b", ""],
                    "seals": [
                        "e3186be4b82108950cbf32b088dca46030a9735a688a8b0221471c93f6f05547",
                        "282126b3d36e79fe358916d3843a530399d71566fd770c84251744053aa6b160",
                    ],
                    "mark": "1e274627544f3ee554b5638308d90898a47f4302248a8b93b1d4468a2dfa59d8",
                }
            ],
        )

    def test_write_chain(self):
        marks = [self.book.write(author, "s", ["ok"])[:16] for author in ("Ann", "Ann", "Ben")]
        self.assertEqual(marks, ["de720eed71473152", "58405128c33d1139", "5eb7700b85dc3a2b"])
        self.assertEqual([page["mark"][:16] for page in self.book.pages], marks)
        self.assertEqual([page["seals"][0][:8] for page in self.book.pages], ["7eb823d7", "7eb823d7", "7eb823d7"])

    def test_write_other_title(self):
        other = AuditNotebook("Mühle 7")
        self.assertEqual(other.start, "b7d88d60ee6c0ac7fefb3121d588d24fdcb5acb71c0760c0a1cb9b71e7752a76")
        self.assertEqual(
            other.write("Ann", "s1", ["dry"]), "42be29e331cc0e2b7a2fe8ba3b7ab0b482ced2acd9bfadd6a3033fca59cda89f"
        )
        self.assertEqual((other.closed, len(other.pages)), (0, 1))

    def test_write_copies_texts(self):
        texts = ["a", "b"]
        self.assertEqual(self.book.write("Ann", "s", texts)[:10], "c326fbacbf")
        texts.append("c")
        self.assertEqual(self.book.pages[0]["texts"], ["a", "b"])

    def test_write_errors(self):
        for author, texts, message in (
            ("", [], "bad author: "),
            ("A|B", ["x"], "bad author: A|B"),
            ("A", [], "no texts"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.book.write(author, "s", texts)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.book.pages, [])


class AuditNotebookTestBlacken(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def test_blacken_texts(self):
        self.assertEqual([self.book.blacken(1, 2), self.book.blacken(1, 0)], ["Zoë was here", "12 sacks"])
        self.assertEqual(self.book.pages[0]["texts"], [None, "Scale is dirty", None])

    def test_blacken_keeps_seals(self):
        before = json.dumps([(page["seals"], page["mark"]) for page in self.book.pages])
        self.assertEqual(self.book.blacken(2, 0), "13 sacks")
        self.assertEqual(json.dumps([(page["seals"], page["mark"]) for page in self.book.pages]), before)
        self.assertEqual(self.book.pages[1]["texts"], [None])

    def test_blacken_empty_text(self):
        self.assertEqual(self.book.blacken(3, 0), "")
        self.assertEqual(self.book.pages[2]["texts"], [None, "12 sacks"])
        with self.assertRaises(ValueError) as caught:
            self.book.blacken(3, 0)
        self.assertEqual(str(caught.exception), "is black: 0")

    def test_blacken_after_closed(self):
        close(self.book, 2)
        self.assertEqual(self.book.blacken(3, 1), "12 sacks")
        self.assertEqual(self.book.pages[2]["texts"], ["", None])

    def test_blacken_all_closed(self):
        close(self.book, 2)
        for page in (1, 2):
            with self.assertRaises(ValueError) as caught:
                self.book.blacken(page, 0)
            self.assertEqual(str(caught.exception), f"page is closed: {page}")
        self.assertEqual(self.book.pages[1]["texts"], ["13 sacks"])

    def test_blacken_errors(self):
        close(self.book, 1)
        blacken(self.book, (2, 0))
        cases = [(0, 0, "no page: 0"), (4, 9, "no page: 4"), (-1, 0, "no page: -1"), (1, 9, "page is closed: 1")]
        cases += [
            (3, 2, "no text: 2"),
            (3, 7, "no text: 7"),
            (3, -1, "no text: -1"),
            (2, 0, "is black: 0"),
            (2, 1, "no text: 1"),
        ]
        for page, index, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.book.blacken(page, index)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual([page["texts"].count(None) for page in self.book.pages], [0, 1, 0])


class AuditNotebookTestClose(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def test_close_counts(self):
        blacken(self.book, (1, 1), (3, 0))
        self.assertEqual([self.book.close(2), self.book.closed], [3, 2])
        self.assertEqual([self.book.close(3), self.book.closed], [1, 3])

    def test_close_first(self):
        self.assertEqual([self.book.close(1), self.book.closed], [3, 1])
        self.assertEqual([self.book.close(3), self.book.closed], [3, 3])

    def test_close_closed(self):
        self.assertEqual([self.book.close(3), self.book.close(1), self.book.close(3)], [6, 0, 0])
        self.assertEqual(self.book.closed, 3)

    def test_close_keeps_pages(self):
        self.assertEqual(self.book.close(2), 4)
        self.assertEqual(self.book.pages[1]["texts"], ["13 sacks"])

    def test_close_none(self):
        close(self.book, 2)
        for page in (0, 4, -1):
            with self.assertRaises(ValueError) as caught:
                self.book.close(page)
            self.assertEqual(str(caught.exception), f"no page: {page}")
        self.assertEqual(self.book.closed, 2)


class AuditNotebookTestVerify(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def test_verify_whole(self):
        blacken(self.book, (1, 0), (2, 0))
        self.assertEqual([self.book.verify(), AuditNotebook("").verify()], [0, 0])
        self.assertEqual(self.book.pages[0]["texts"][1:], ["Scale is dirty", "Zoë was here"])

    def test_verify_changed_text(self):
        self.book.pages[2]["texts"][1] = "21 sacks"
        self.assertEqual(self.book.verify(), 3)
        self.book.pages[0]["texts"][2] = "zoë was here"
        self.assertEqual(self.book.verify(), 1)

    def test_verify_changed_author_or_salt(self):
        self.book.pages[1]["author"] = "Bea"
        self.assertEqual(self.book.verify(), 2)
        self.book.pages[1]["author"] = "Ben"
        self.book.pages[2]["salt"] = "s3"
        self.assertEqual(self.book.verify(), 3)
        blacken(self.book, (3, 0), (3, 1))
        self.assertEqual(self.book.verify(), 0)

    def test_verify_removed_page(self):
        del self.book.pages[1]
        self.assertEqual(self.book.verify(), 2)
        del self.book.pages[0]
        self.assertEqual(self.book.verify(), 1)

    def test_verify_exchanged_texts(self):
        self.book.pages[0]["texts"].reverse()
        self.assertEqual(self.book.verify(), 1)
        self.book.pages[0]["texts"].reverse()
        self.book.pages[2]["seals"].reverse()
        blacken(self.book, (3, 0), (3, 1))
        self.assertEqual(self.book.verify(), 3)

    def test_verify_numbers_differ(self):
        self.book.pages[1]["texts"].append(None)
        self.assertEqual(self.book.verify(), 2)
        self.book.pages[0]["texts"].pop()
        self.assertEqual(self.book.verify(), 1)

    def test_verify_mark_of_the_page_before(self):
        self.book.pages[1]["mark"] = self.book.pages[0]["mark"]
        self.assertEqual(self.book.verify(), 2)
        self.book.start = "0" * 64
        self.assertEqual(self.book.verify(), 1)

    def test_verify_page_copied(self):
        self.book.pages.append(dict(self.book.pages[2]))
        self.assertEqual(self.book.verify(), 4)


class AuditNotebookTestFits(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def answers(self, page, index):
        return "".join(
            "-+"[self.book.fits(page, index, text)] for text in ("12 sacks", "13 sacks", "", "Zoë was here")
        )

    def test_fits_texts(self):
        self.assertEqual([self.answers(1, 0), self.answers(1, 2), self.answers(2, 0)], ["+---", "---+", "-+--"])
        self.assertEqual(self.book.pages[1]["texts"], ["13 sacks"])

    def test_fits_blackened(self):
        blacken(self.book, (1, 2), (3, 0))
        self.assertEqual([self.answers(1, 2), self.answers(3, 0), self.answers(3, 1)], ["---+", "--+-", "+---"])

    def test_fits_index_counts(self):
        self.assertEqual([self.answers(3, 1), self.answers(1, 1)], ["+---", "----"])
        self.assertEqual(self.book.pages[2]["seals"][1] == self.book.pages[0]["seals"][0], False)

    def test_fits_exact(self):
        self.assertEqual(
            [self.book.fits(1, 1, text) for text in ("scale is dirty", "Scale is dirty ", "Scale is dirty")],
            [False, False, True],
        )

    def test_fits_none(self):
        cases = [
            (0, 0, "no page: 0"),
            (4, 0, "no page: 4"),
            (2, 1, "no text: 1"),
            (2, 5, "no text: 5"),
            (2, -1, "no text: -1"),
        ]
        for page, index, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.book.fits(page, index, "12 sacks")
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.book.closed, 0)


class AuditNotebookTestFind(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def test_find_order(self):
        self.assertEqual(self.book.find("SACKS"), [(1, 0), (2, 0), (3, 1)])
        self.assertEqual(len(self.book.pages), 3)

    def test_find_case(self):
        self.assertEqual(
            [self.book.find("ZOË"), self.book.find("S"), self.book.find("is D")],
            [[(1, 2)], [(1, 0), (1, 1), (1, 2), (2, 0), (3, 1)], [(1, 1)]],
        )

    def test_find_black(self):
        blacken(self.book, (2, 0), (1, 1))
        self.assertEqual(
            [self.book.find("sacks"), self.book.find("s"), self.book.find("dirty")],
            [[(1, 0), (3, 1)], [(1, 0), (1, 2), (3, 1)], []],
        )

    def test_find_empty(self):
        self.assertEqual(self.book.find(""), [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0), (3, 1)])
        blacken(self.book, (3, 0))
        self.assertEqual(self.book.find(""), [(1, 0), (1, 1), (1, 2), (2, 0), (3, 1)])

    def test_find_folded(self):
        add_page(self.book, ["Straße 5", "STRASSE 6"])
        self.assertEqual(
            [self.book.find("strasse"), self.book.find("STRAßE 6"), self.book.find("tonne")],
            [[(4, 0), (4, 1)], [(4, 1)], []],
        )


class AuditNotebookTestExport(unittest.TestCase):
    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        fill(self.book)

    def tearDown(self):
        if os.path.exists("audit_notebook_export.txt"):
            os.remove("audit_notebook_export.txt")

    def read(self):
        with open("audit_notebook_export.txt", encoding="utf-8", newline="") as file:
            return file.read()

    def test_export_lines(self):
        blacken(self.book, (1, 1))
        close(self.book, 1)
        self.assertEqual(self.book.export("audit_notebook_export.txt"), 4)
        lines = self.read().split("\n")
        self.assertEqual([len(lines), lines[4]], [5, ""])
        self.assertEqual(json.loads(lines[0]), {"start": self.book.start, "closed": 1})
        self.assertEqual([json.loads(line) for line in lines[1:4]], self.book.pages)
        self.assertEqual(json.loads(lines[1])["texts"], ["12 sacks", None, "Zoë was here"])

    def test_export_line_feeds(self):
        book = AuditNotebook("x")
        book_texts = ["a\nb", "c\r\nd", "e\u2028f"]
        add_page(book, book_texts)
        self.assertEqual(book.export("audit_notebook_export.txt"), 2)
        self.assertEqual(len(self.read().split("\n")), 3)
        self.assertEqual(json.loads(self.read().split("\n")[1])["texts"], ["a\nb", "c\r\nd", "e\u2028f"])

    def test_export_replaces(self):
        with open("audit_notebook_export.txt", "w", encoding="utf-8") as file:
            file.write("x" * 9000)
        self.assertEqual(self.book.export("audit_notebook_export.txt"), 4)
        self.assertEqual(json.loads(self.read().split("\n")[2])["author"], "Ben")

    def test_export_empty(self):
        self.assertEqual(AuditNotebook("Mill 7").export("audit_notebook_export.txt"), 1)
        self.assertEqual(json.loads(self.read()), {"start": self.book.start, "closed": 0})

    def test_export_changes_nothing(self):
        before = json.dumps(self.book.pages)
        self.assertEqual([self.book.export("audit_notebook_export.txt") for _ in range(2)], [4, 4])
        self.assertEqual((json.dumps(self.book.pages), self.book.closed), (before, 0))


def write_file(path, book, change=None, end="\n"):
    """Writes a notebook as export does, after a change of its lines."""
    lines = [json.dumps({"start": book.start, "closed": book.closed}), *map(json.dumps, book.pages)]
    if change:
        change(lines)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("\n".join(lines) + end)


class AuditNotebookTestLoad(unittest.TestCase):
    PATH = "audit_notebook_load.txt"

    def setUp(self):
        self.book = AuditNotebook("Mill 7")
        self.other = AuditNotebook("Mill 8")
        fill(self.book)
        blacken(self.book, (1, 1), (3, 0))
        close(self.book, 2)
        add_page(self.other, ["old"])

    def tearDown(self):
        if os.path.exists(self.PATH):
            os.remove(self.PATH)

    def test_load_all(self):
        write_file(self.PATH, self.book)
        self.assertEqual(self.other.load(self.PATH), 3)
        self.assertEqual((self.other.pages, self.other.start), (self.book.pages, self.book.start))
        self.assertEqual((self.other.closed, self.other.pages[2]["texts"]), (2, [None, "12 sacks"]))

    def test_load_without_last_line_feed(self):
        write_file(self.PATH, self.book, end="")
        self.assertEqual([self.other.load(self.PATH), self.other.closed], [3, 2])

    def test_load_without_pages(self):
        write_file(self.PATH, AuditNotebook("Mill 9"))
        self.assertEqual(self.other.load(self.PATH), 0)
        self.assertEqual((self.other.pages, self.other.start), ([], AuditNotebook("Mill 9").start))

    def test_load_bad_lines(self):
        def texts_lost(lines):
            lines[1] = lines[1].replace('"texts"', '"text"')

        def key_added(lines):
            lines[2] = lines[2].replace("{", '{"number": 2, ')

        def no_json(lines):
            lines[2] = "page 2"
            lines[3] = "[]"

        def blank(lines):
            lines.append("")

        def head_lost(lines):
            del lines[0]

        def head_twice(lines):
            lines.insert(1, lines[0])

        changes = (texts_lost, key_added, no_json, blank, head_lost, head_twice, list.clear)
        for change, number in zip(changes, (2, 3, 3, 5, 1, 2, 1), strict=True):
            write_file(self.PATH, self.book, change)
            with self.assertRaises(ValueError) as caught:
                self.other.load(self.PATH)
            self.assertEqual(str(caught.exception), f"bad line: {number}")
        self.assertEqual((self.other.pages[0]["texts"], self.other.closed), (["old"], 0))

    def test_load_no_objects(self):
        for line in ("[]", "null", '"start"', "7"):
            write_file(self.PATH, self.book, lambda lines, line=line: lines.__setitem__(0, line))
            with self.assertRaises(ValueError) as caught:
                self.other.load(self.PATH)
            self.assertEqual(str(caught.exception), "bad line: 1")
        self.assertEqual(len(self.other.pages), 1)

    def test_load_empty_file(self):
        write_file(self.PATH, self.book, list.clear, "")
        with self.assertRaises(ValueError) as caught:
            self.other.load(self.PATH)
        self.assertEqual(str(caught.exception), "bad line: 1")
        self.assertEqual(self.other.pages[0]["author"], "Bo")

    def test_load_wrong_page(self):
        changes = [(lambda lines: lines.pop(2), 2), (lambda lines: lines.insert(1, lines.pop()), 1)]
        changes += [(lambda lines: lines.__setitem__(3, lines[3].replace("12", "21")), 3)]
        changes += [(lambda lines: lines.__setitem__(0, lines[0].replace(self.book.start, "0" * 64)), 1)]
        for change, number in changes:
            write_file(self.PATH, self.book, change)
            with self.assertRaises(ValueError) as caught:
                self.other.load(self.PATH)
            self.assertEqual(str(caught.exception), f"wrong page: {number}")
        self.assertEqual((self.other.pages[0]["texts"], self.other.start), (["old"], AuditNotebook("Mill 8").start))

    def test_load_missing(self):
        with self.assertRaises(FileNotFoundError):
            self.other.load("audit_notebook_missing.txt")
        self.assertEqual(self.other.pages[0]["texts"], ["old"])


class AuditNotebookTestMain(unittest.TestCase):
    PATH = "audit_notebook_main.txt"

    def tearDown(self):
        if os.path.exists(self.PATH):
            os.remove(self.PATH)

    def test_main_audit(self):
        book = AuditNotebook("Bank")
        self.assertEqual(book.write("Ann", "k", ["vault open", "lamp broken"])[:16], "faa08a3c8a87c12c")
        self.assertEqual(book.write("Ben", "l", ["keys missing", "Ann was seen"])[:16], "9bbbbf7e2a2341fc")
        self.assertEqual(
            [book.find("ann"), book.blacken(2, 1), book.find("ann"), book.verify()], [[(2, 1)], "Ann was seen", [], 0]
        )
        self.assertEqual(
            [book.fits(2, 1, "Ann was seen"), book.fits(2, 1, "Ben was seen"), book.close(1)], [True, False, 2]
        )
        self.assertEqual([book.export(self.PATH), AuditNotebook("").load(self.PATH)], [3, 2])
        other = AuditNotebook("Bank")
        self.assertEqual(
            [other.load(self.PATH), other.verify(), other.closed, other.pages[1]["texts"]],
            [2, 0, 1, ["keys missing", None]],
        )
        self.assertEqual(
            [other.blacken(2, 0), other.write("Cleo", "m", ["all quiet"])[:16], other.close(3)],
            ["keys missing", "4291bcd01606dfb9", 1],
        )
        self.assertEqual([other.verify(), other.export(self.PATH), book.load(self.PATH), book.closed], [0, 4, 3, 3])
        self.assertEqual([book.find("e"), book.pages[2]["mark"][:16]], [[(1, 0), (1, 1), (3, 0)], "4291bcd01606dfb9"])

    def test_main_forged(self):
        book = AuditNotebook("Ship")
        for number, text in enumerate(("12 crates", "13 crates", "11 crates")):
            self.assertEqual(len(book.write("Ann", f"s{number}", [text, "signed"])), 64)
        self.assertEqual([book.close(1), book.blacken(3, 1), book.verify()], [2, "signed", 0])
        book.pages[0]["texts"][0] = "2 crates"
        self.assertEqual([book.verify(), book.export(self.PATH), book.fits(1, 0, "2 crates")], [1, 4, False])
        with self.assertRaises(ValueError) as caught:
            book.load(self.PATH)
        self.assertEqual(str(caught.exception), "wrong page: 1")
        book.pages[0]["texts"][0] = "12 crates"
        self.assertEqual(
            [book.verify(), book.find("1"), book.close(3), book.export(self.PATH)], [0, [(1, 0), (2, 0), (3, 0)], 3, 4]
        )
        self.assertEqual(AuditNotebook("Ship").load(self.PATH), 3)

    def test_main_same_pages(self):
        one, two = AuditNotebook("A"), AuditNotebook("A")
        self.assertEqual([book.write("Bo", "s", ["x", "y"])[:8] for book in (one, two)], ["321a43cd", "321a43cd"])
        self.assertEqual(
            [one.blacken(1, 0), one.write("Bo", "s", ["x"])[:8], two.write("Bo", "s", ["x"])[:8]],
            ["x", "ca47e8ea", "ca47e8ea"],
        )
        self.assertEqual(
            [one.export(self.PATH), two.load(self.PATH), two.fits(1, 0, "x"), two.find("x")], [3, 2, True, [(2, 0)]]
        )
        self.assertEqual(
            [two.close(2), one.verify(), two.verify(), two.write("Bo", "t", ["x"])[:8]], [2, 0, 0, "f85c6f7b"]
        )
        self.assertEqual([two.find("x"), two.blacken(3, 0), two.closed], [[(2, 0), (3, 0)], "x", 2])
