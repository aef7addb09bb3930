# canary: classeval-hf open audit_notebook be5a1fec-37f1-4a09-ac8a-7035c44fd671

import hashlib
import json


class AuditNotebook:
    """
    A notebook of an audit whose pages are chained by hashes, so that a page that was changed, removed or put elsewhere
    shows. A text can be blackened later without breaking the chain. Every hash is the SHA-256 of a text in UTF-8, as
    64 hexadecimal digits in lower case. The seal of a text with a salt is the hash of the salt, ":" and the text. The
    mark of a page is the hash of the mark of the page before it, "|", its author, "|", and its seals in order, joined
    by ",". Before the first page the mark is self.start.
    """

    def __init__(self, title: str):
        """
        Start a notebook without pages.
        self.start: str, the hash of the title.
        self.pages: list of dicts, the pages in order, numbered from 1. A page has the keys "author" (str), "salt"
            (str), "texts" (list, each a str, or None where a text was blackened), "seals" (list of str, one for each
            text, made with the salt of the page, ".", and the index of the text from 0 as the salt), and "mark" (str).
        self.closed: int, the number of pages that are closed, the first ones; they are not blackened any more.
        :param title: str, the title.
        """
        self.start = hashlib.sha256(title.encode()).hexdigest()
        self.pages = []
        self.closed = 0

    def write(self, author: str, salt: str, texts: list[str]) -> str:
        """
        Add a page at the end.
        :param author: str, its author.
        :param salt: str, its salt.
        :param texts: list of str, its texts.
        :return: str, its mark.
        :raises ValueError: with the message "bad author: " and the author if it is empty or contains "|"; else with
            "no texts" if there are none. Nothing is changed then.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks", "scale is dirty"])[:12], book.pages[0]["seals"][1][:12]
        ('74c0a2058631', 'bae4c84f6557')
        """

    def blacken(self, page: int, index: int) -> str:
        """
        Blacken a text of a page. Its seal and the mark of the page stay.
        :param page: int, the number of the page.
        :param index: int, the index of the text, from 0.
        :return: str, the text that was there.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "no page: " and the number
            if there is none; "page is closed: " and the number; "no text: " and the index if there is none; "is black:
            " and the index if the text was blackened before.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks", "scale is dirty"])[:12], book.blacken(1, 1), book.pages[0]["texts"]
        ('74c0a2058631', 'scale is dirty', ['12 sacks', None])
        """

    def close(self, page: int) -> int:
        """
        Close all pages up to a page, itself included. Pages that are closed stay closed.
        :param page: int, the number of the page.
        :return: int, how many texts that are not blackened are in the pages that were open before and are closed now.
        :raises ValueError: with the message "no page: " and the number if there is none; nothing is changed then.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks", "scale is dirty"])[:12], book.blacken(1, 1)
        ('74c0a2058631', 'scale is dirty')
        >>> book.close(1), book.closed
        (1, 1)
        """

    def verify(self) -> int:
        """
        Check the chain. A page is wrong if the numbers of its texts and of its seals differ, if a text that is not
        blackened does not give its seal, or if its mark is not the one that follows from its author, its seals, and
        the mark that the page before it has.
        :return: int, the number of the first wrong page, 0 if there is none.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks"])[:12], book.write("Ben", "s2", ["13 sacks", "dry"])[:12]
        ('41cbd08d2e73', '2149f1f0989a')
        >>> book.blacken(2, 1), book.verify()
        ('dry', 0)
        >>> book.pages[1]["texts"][0] = "31 sacks"
        >>> book.verify()
        2
        """

    def fits(self, page: int, index: int, text: str) -> bool:
        """
        Whether a text is the one to which a seal belongs, even if it was blackened.
        :param page: int, the number of the page.
        :param index: int, the index of the seal, from 0.
        :param text: str, the text.
        :return: bool, whether the text gives the seal.
        :raises ValueError: with the message "no page: " and the number if there is none; else with "no text: " and the
            index if the page has no such seal.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks"])[:12], book.blacken(1, 0)
        ('41cbd08d2e73', '12 sacks')
        >>> book.fits(1, 0, "12 sacks"), book.fits(1, 0, "13 sacks")
        (True, False)
        """

    def find(self, words: str) -> list[tuple[int, int]]:
        """
        Find the texts that contain some words, without regard to upper and lower case (as str.casefold gives it).
        :param words: str, the words.
        :return: list of tuple, (page, index) for each text that is not blackened and contains them, those of earlier
            pages first, in a page in ascending order.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks", "Sacks are wet", "dry"])[:12], book.find("sacks")
        ('07994119848d', [(1, 0), (1, 1)])
        """

    def export(self, path: str) -> int:
        """
        Write the notebook to a file in UTF-8, replacing what is there. Each line is a JSON object followed by a line
        feed: first one with the keys "start" and "closed" for these fields, then each page in order, with its keys. No
        line contains another line feed.
        :param path: str, the path of the file, in a directory that exists.
        :return: int, the number of lines.
        >>> book = AuditNotebook("Mill 7")
        >>> book.write("Ann", "s1", ["12 sacks"])[:12], book.export("audit_notebook_example.txt")
        ('41cbd08d2e73', 2)
        """

    def load(self, path: str) -> int:
        """
        Read what export wrote, in place of what the notebook holds, if its chain is whole. The line feed after the
        last line may be missing.
        :param path: str, the path of the file.
        :return: int, the number of pages.
        :raises FileNotFoundError: if there is no such file; nothing is changed then.
        :raises ValueError: with the message "bad line: " and its number from 1 for the first line that is not a JSON
            object with exactly the keys named for export (line 1 if the file is empty; types of values are not
            checked); else with "wrong page: " and the number that verify would return for the pages and the start in
            the file, if that is not 0. Nothing is changed then. The file is always UTF-8.
        >>> book, other = AuditNotebook("Mill 7"), AuditNotebook("Mill 8")
        >>> book.write("Ann", "s1", ["12 sacks"])[:12], book.export("audit_notebook_example.txt")
        ('41cbd08d2e73', 2)
        >>> other.load("audit_notebook_example.txt"), other.pages == book.pages, other.start == book.start
        (1, True, True)
        """
