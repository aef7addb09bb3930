# canary: classeval-hf open show_book ad32b6c4-bfb8-4f53-a22e-31e95869048f

import copy
import json
import os
import re


class ShowBook:
    """
    The book of a theatre show: a document of nested maps (dict) and lists with texts, numbers, flags (bool) and null
    (None) in them, as JSON has them. It is edited inside transactions, which may be nested. A path leads from the
    document to a part of it. It is "" for the whole document, and otherwise consists of segments joined by ".". A
    segment for a map is one of its keys; a segment for a list is "#" and the index of an item, counted from 0 and
    written without needless zeros, like #0 or #12. A good key is not empty, does not begin with "#", is not "*" and
    has no "."; all keys in the document are good.
    """

    def __init__(self, kinds: dict[str, str]):
        """
        Start with an empty map.
        The fields are:
        - self.kinds: dict, from patterns to the kind that parts of the document must have: "text", "number", "flag",
          "list" or "map". A pattern is written like a path that is not "", but a segment may also be "*", which stands
          for every key of a map and every item of a list. The document fits the kinds if each part to which a pattern
          leads is of its kind; there need not be such a part. A flag is no number, and null is of no kind.
        - self.root: dict, the document. It fits the kinds whenever no transaction is open.
        - self.drafts: list of tuples (name, root), one for each open transaction, the outermost first: its name and a
          copy of the document as it was when the transaction began.
        - self.version: int, how often the end of an outermost transaction has changed the document.
        :param kinds: dict, the kinds; it is copied.
        """
        self.kinds = dict(kinds)
        self.root = {}
        self.drafts = []
        self.version = 0

    def misfit(self) -> str:
        """
        Compare the document with self.kinds.
        :return: str, the first pattern in ascending order that leads to a part of another kind, or "" if the document
            fits.
        >>> book = ShowBook({"cues.*": "map", "cues.*.lamp": "number"})
        >>> book.root = {"cues": [{"lamp": 3}, {"lamp": "off"}]}
        >>> book.misfit()
        'cues.*.lamp'
        """

    def get(self, path: str) -> dict | list | str | int | float | bool | None:
        """
        Read a part of the document.
        :param path: str, the path.
        :return: a copy of the part; changing it does not change the document.
        :raises KeyError: with the path, if it leads to no part.
        >>> book = ShowBook({})
        >>> book.root = {"cues": [{"lamp": 3}, {"lamp": 5}]}
        >>> book.get("cues.#1.lamp"), book.get("cues.#0"), book.get("")
        (5, {'lamp': 3}, {'cues': [{'lamp': 3}, {'lamp': 5}]})
        """

    def begin(self, name: str) -> int:
        """
        Begin a transaction, inside the innermost open one if there is one.
        :param name: str, its name.
        :return: int, how many transactions are open now.
        :raises ValueError: with the message "open: " and the name, if a transaction of this name is open; nothing is
            changed then.
        >>> book = ShowBook({})
        >>> book.begin("act 1"), book.begin("lamps"), book.drafts
        (1, 2, [('act 1', {}), ('lamps', {})])
        """

    def put(self, path: str, text: str) -> bool:
        """
        Set a part of the document. The path without its last segment must lead to a part. If that is a map, the last
        segment is a good key, which may be new; if it is a list, the last segment is the index of an item, or the
        length of the list in place of an index, and then the value is added at the end.
        :param path: str, the path.
        :param text: str, the value as JSON, as json.loads reads it.
        :return: bool, whether there was such a part before.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "no transaction" if none
            is open; "whole document" if the path is ""; "bad value" if the text is not JSON, or a map in the value has
            a key that is not good.
        :raises KeyError: if no ValueError is raised: with the path, if it does not lead to a part and to no place for
            a new one; nothing is changed then.
        >>> book = ShowBook({})
        >>> book.drafts = [("act 1", {})]
        >>> book.put("cues", "[]"), book.put("cues.#0", '{"lamp": 3}'), book.put("cues.#0.lamp", "5"), book.root
        (False, False, True, {'cues': [{'lamp': 5}]})
        """

    def remove(self, path: str) -> dict | list | str | int | float | bool | None:
        """
        Remove a part of the document. The later items of a list move up.
        :param path: str, the path.
        :return: the part removed.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "no transaction" if none
            is open; "whole document" if the path is "".
        :raises KeyError: if no ValueError is raised: with the path, if it leads to no part; nothing is changed then.
        >>> book = ShowBook({})
        >>> book.root, book.drafts = {"cues": [3, 4, 5]}, [("act 1", {})]
        >>> book.remove("cues.#1"), book.remove("cues.#1"), book.root
        (4, 5, {'cues': [3]})
        """

    def commit(self) -> list[str]:
        """
        End the innermost open transaction and keep its changes. Only the end of the outermost one has consequences:
        the document must fit the kinds, and self.version grows by 1 if the document was changed since that transaction
        began. The document was changed if the JSON texts of it with sorted keys, before and now, are not equal.
        :return: list of str, when the outermost transaction ends, the keys of the document, before or now, that are
            not in both or whose values were changed, in ascending order; otherwise empty.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "no transaction" if none
            is open; "misfit: " and what misfit returns, if the outermost transaction would end and the document does
            not fit.
        >>> book = ShowBook({})
        >>> book.root, book.drafts = {"cues": [3], "title": "Rain"}, [("act 1", {"cues": [], "title": "Rain"})]
        >>> book.commit(), book.version, book.drafts
        (['cues'], 1, [])
        """

    def rollback(self, name: str = "") -> list[str]:
        """
        End a transaction, and with it all that are open inside it, and make the document what it was when it began.
        :param name: str, the name of the transaction; "", the default, stands for the innermost open one, even if a
            transaction is called so.
        :return: list of str, the names of the transactions ended, the innermost first.
        :raises ValueError: with the message "no transaction" if none is open.
        :raises KeyError: with the name, if transactions are open, but none of this name; nothing is changed then.
        >>> book = ShowBook({})
        >>> book.root, book.drafts = {"a": 1, "b": 2}, [("act 1", {}), ("lamps", {"a": 1})]
        >>> book.rollback("act 1"), book.root
        (['lamps', 'act 1'], {})
        """

    def save(self, file: str) -> int:
        """
        Write the document to a file: as JSON with sorted keys, an indent of 2 and letters as they are (not escaped),
        and a line break at the end, in UTF-8 with "\\n" for line breaks. The directory of the file exists; an existing
        file is replaced.
        :param file: str, the path of the file.
        :return: int, the number of bytes written.
        :raises ValueError: with the message "open: " and the name of the innermost open transaction, if one is open;
            nothing is written then.
        >>> book = ShowBook({})
        >>> book.root = {"title": "Rain"}
        >>> book.save("show_book_example.json")
        22
        >>> os.remove("show_book_example.json")
        """
