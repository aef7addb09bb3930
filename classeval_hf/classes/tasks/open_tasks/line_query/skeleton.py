# canary: classeval-hf open line_query dd7484e4-ec7c-4abb-b25d-3161463fb3d6

import re


class LineQuery:
    """
    Selects lines of a log with queries. A line consists of words separated by blanks. A word with a "=" that is not
    its first character gives a key a value: the key is what stands before the first "=", the value, which may be
    empty, what stands after it.

    A query combines conditions. A condition is one of:
    - a text in double quotes, without a double quote in it: the line contains the text;
    - KEY=VALUE: the line gives the key a value that is the same text as VALUE;
    - KEY<VALUE or KEY>VALUE: the line gives the key a value that is less, or greater, than VALUE; both are compared as
      whole numbers and must consist of one or more ASCII digits, after a "-" or not, otherwise the condition fails;
    - KEY?: the line gives the key a value;
    - @NAME: the query that was named NAME holds for the line.
    A line can give a key several values; it suffices if one of them is as the condition demands.
    KEY, VALUE and NAME consist of one or more ASCII letters, ASCII digits, "_", "." and "-". Conditions are combined
    by the words not, and, or, and by round brackets. "not" binds more tightly than "and", and "and" more tightly than
    "or"; several "and", or several "or", in a row form one combination.
    """

    def __init__(self):
        """
        Start without named queries.
        self.named: dict, from the name of each named query to its tree. A tree is a tuple, one of ("text", text),
            ("=", key, value), ("<", key, value), (">", key, value), ("?", key), ("@", name), ("not", tree),
            ("and", tree, tree, ...) and ("or", tree, tree, ...). The last two have at least two trees, none of which
            is itself of the same kind: ("and", a, ("and", b, c)) is kept as ("and", a, b, c). No named query uses, by
            its @ conditions or those of the queries which they name, a name that is not in the dict, or itself.
        """
        self.named = {}

    @staticmethod
    def split(query: str) -> list[str]:
        """
        Split a query into its tokens. The tokens are the round brackets, the conditions, and the words not, and, or;
        such a word is no token if a letter, digit, "_", "." or "-" follows it directly. From the begin of the query
        on, blanks are passed over, and the longest token that begins with the next character is taken.
        :param query: str, the query.
        :return: list of str, the tokens as they are written, texts with their quotes.
        :raises ValueError: with the message "bad token at " and the index in the query of the first character reached
            in this way with which no token begins.
        >>> LineQuery.split('not(level=error or "disk full")and size>-5')
        ['not', '(', 'level=error', 'or', '"disk full"', ')', 'and', 'size>-5']
        """

    def parse(self, query: str) -> tuple:
        """
        Parse a query to a tree, as described for self.named. Brackets leave no trace in it but the order of the trees.
        :param query: str, the query.
        :return: tuple, the tree.
        :raises ValueError: as split does; otherwise, if the tokens are no query, with the message "unexpected " and
            the first token that cannot follow the tokens before it, or "unexpected end" if the query ends too early;
            otherwise with the message "unknown name: " and the first name after an "@" in the query that is not in
            self.named, if there is one.
        >>> LineQuery().parse('a=1 or b? and not (c=2 and ("x" and d<3))')
        ('or', ('=', 'a', '1'), ('and', ('?', 'b'), ('not', ('and', ('=', 'c', '2'), ('text', 'x'), ('<', 'd', '3')))))
        """

    def name_query(self, name: str, query: str) -> list[str]:
        """
        Give a query a name, in place of the query of that name if there is one.
        :param name: str, the name.
        :param query: str, the query.
        :return: list of str, the names of the named queries that use this one, directly or by way of others, in
            ascending order.
        :raises ValueError: with the message "bad name" if the name is not of the form that a NAME has; otherwise as
            parse does; otherwise with the message "goes round" if the query uses the name, directly or by way of other
            queries. Nothing is changed then.
        >>> log = LineQuery()
        >>> log.name_query("bad", "level=error"), log.name_query("worse", "@bad and code>99"), log.named["worse"]
        ([], [], ('and', ('@', 'bad'), ('>', 'code', '99')))
        >>> log.name_query("bad", "level=fatal")
        ['worse']
        """

    @staticmethod
    def uses(tree: tuple) -> list[str]:
        """
        The names after "@" in a tree.
        :param tree: tuple, the tree.
        :return: list of str, the names in the order in which they first occur, each once.
        >>> LineQuery.uses(("or", ("@", "b"), ("and", ("=", "x", "1"), ("@", "a")), ("not", ("@", "b"))))
        ['b', 'a']
        """

    def holds(self, tree: tuple, line: str) -> bool:
        """
        Whether a query holds for a line.
        :param tree: tuple, the tree of the query.
        :param line: str, the line.
        :return: bool, whether it holds.
        :raises KeyError: with the name, if a condition with "@" that has to be looked at names none of self.named. Of
            the trees of "and" and "or" none is looked at after the one that decides.
        >>> log = LineQuery()
        >>> tree = ("and", ("=", "level", "error"), ("not", ("text", "disk")), (">", "code", "-5"))
        >>> log.holds(tree, "level=error code=7 net down"), log.holds(tree, "level=error code=x net down")
        (True, False)
        """

    def show(self, tree: tuple) -> str:
        """
        Write a tree as a query that parse turns into this tree. The tokens are written with one blank between them,
        but none after "(" and none before ")". There are brackets only around a tree of "or" directly in one of "and",
        and around a tree of "and" or "or" directly in one of "not".
        :param tree: tuple, the tree.
        :return: str, the query.
        >>> log = LineQuery()
        >>> log.show(("or", ("=", "a", "1"), ("and", ("?", "b"), ("not", ("or", ("text", "x y"), ("<", "c", "3"))))))
        'a=1 or b? and not ("x y" or c<3)'
        """

    def select(self, query: str, lines: list[str]) -> list[tuple[int, str]]:
        """
        Select the lines for which a query holds.
        :param query: str, the query.
        :param lines: list of str, the lines; it is not changed.
        :return: list of tuples (number, line), the lines in their order; they are numbered from 1 on.
        :raises ValueError: as parse does.
        >>> LineQuery().select("level=error or code>8", ["level=warn code=9", "level=warn", "level=error"])
        [(1, 'level=warn code=9'), (3, 'level=error')]
        """
