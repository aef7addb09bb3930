import re


class CardTemplate:
    """
    A template for the text of a card, with places for values and sections. In a template the six signs < > [ ] | ~
    have a meaning, all other characters are text. A tilde makes the character after it text, whatever it is.
    - <key> is a place for a value, and <key|fallback> one with a fallback.
    - [key|body] and [key|body|separator] are sections, and [!key|body] is a section for the opposite case.
    Fallback, body and separator are templates themselves, possibly empty. Outside of all places and sections | is
    text as well. A key is a single dot, or a small letter a to z with any number of a to z, 0 to 9 and _ after it; no
    blanks belong around it.
    A template is kept as a list of nodes. A node is one of
    - a str that is not empty: text, without the tildes; two of them never follow each other,
    - ("value", key, fallback), fallback being a list of nodes, or None for a place without fallback,
    - ("each", key, body, separator), two lists of nodes, separator being [] if there is none,
    - ("none", key, body), body being a list of nodes, for a section with !.
    """

    def __init__(self):
        """
        Set up an empty template.
        self.text: str, the template as written.
        self.tree: list, the nodes of the template; always what read makes of self.text.
        """
        self.text = ""
        self.tree = []

    @staticmethod
    def read(text: str, start: int, stops: str) -> tuple[list, int]:
        """
        Read a template, or a part of one, from a position on. Reading ends at the first of the given stop signs that
        is not made text by a tilde and does not belong to a place or section which begins after start. Without stop
        signs it ends at the end of the text.
        :param text: str, the text that holds the template.
        :param start: int, the position to begin at, 0 for the beginning of the text.
        :param stops: str, the stop signs: "" for a whole template, else some of > ] and |.
        :return: tuple (nodes, position), the nodes read and the position at which reading ended: that of the stop
            sign, or the length of the text.
        :raises ValueError: with the message "unexpected " and the first character that is wrong, " at " and its
            position, for example "unexpected ] at 7": a > or ] that is no stop sign and closes nothing here, a | that
            is no stop sign while there are some, or the first character that cannot be part of a place or section as
            it stands. If there is a stop sign to come, a place or section to be closed, or a character to follow a
            tilde, but the text ends, it is "unexpected end at " and the length of the text.
        >>> CardTemplate.read("Dear <name|friend>!", 0, "")
        (['Dear ', ('value', 'name', ['friend']), '!'], 19)
        >>> CardTemplate.read("[!a|~[b~]]c]d", 4, "]")
        (['[b]'], 9)
        """
        nodes = []
        written = ""
        place = start
        while True:
            if place == len(text):
                if stops:
                    raise ValueError(f"unexpected end at {place}")
                break
            sign = text[place]
            if sign in stops:
                break
            if sign == "~":
                if place + 1 == len(text):
                    raise ValueError(f"unexpected end at {len(text)}")
                written += text[place + 1]
                place += 2
            elif sign in "<[":
                if written:
                    nodes.append(written)
                    written = ""
                node, place = CardTemplate._read_node(text, place)
                nodes.append(node)
            elif sign in ">]" or (sign == "|" and stops):
                raise ValueError(f"unexpected {sign} at {place}")
            else:
                written += sign
                place += 1
        if written:
            nodes.append(written)
        return nodes, place

    def load(self, text: str) -> int:
        """
        Take another template.
        :param text: str, the template.
        :return: int, the number of its nodes on the uppermost level.
        :raises ValueError: as read does for the whole text; then the template stays as it was.
        >>> card = CardTemplate()
        >>> card.load("Dear <name>, [gift|thanks]"), card.tree[3]
        (4, ('each', 'gift', ['thanks'], []))
        """
        tree, _ = self.read(text, 0, "")
        self.text = text
        self.tree = tree
        return len(tree)

    @staticmethod
    def expand(nodes: list, scopes: list[dict]) -> tuple[str, list[str]]:
        """
        Put values into nodes. The value of a key is looked up in the scopes, dicts from keys to values, from the last
        one to the first; the first that has the key decides. A value is a str, or a list whose items are str or dict.
        A key counts as empty if no scope has it or its value is "" or [].
        A place without fallback gives the value itself, and of a list the number of its items in decimal; if no scope
        has the key, it gives nothing and the key is missing. A place with fallback gives the same as one without,
        unless the key is empty: then it gives the fallback.
        A section without ! gives nothing if the key is empty. Otherwise it gives the body once for each item of the
        value, where a str counts as a list of just this str, and between two of these the separator. For the body one
        scope more comes last: the item if it is a dict, else a dict from "." to the item. For the separator the
        scopes are as around the section.
        A section with ! gives the body if the key is empty, and nothing otherwise.
        :param nodes: list, the nodes.
        :param scopes: list of dict, the scopes; it is not changed.
        :return: tuple (text, missing), what the nodes give, one after the other, and the list of the missing keys in
            the order in which they were met on the way, each once.
        >>> nodes = ["Hi ", ("value", "who", None), ("each", "of", [("value", ".", None)], [" and "])]
        >>> CardTemplate.expand(nodes, [{"of": ["tea", "jam"]}])
        ('Hi tea and jam', ['who'])
        """
        missing = []

        def look_up(key, scopes):
            for scope in reversed(scopes):
                if key in scope:
                    return scope[key]
            return None

        def put(nodes, scopes):
            result = ""
            for node in nodes:
                if isinstance(node, str):
                    result += node
                    continue
                kind, key = node[0], node[1]
                value = look_up(key, scopes)
                is_empty = value is None or value == "" or value == []
                if kind == "value":
                    if is_empty and node[2] is not None:
                        result += put(node[2], scopes)
                    elif value is None:
                        if key not in missing:
                            missing.append(key)
                    else:
                        result += value if isinstance(value, str) else str(len(value))
                elif kind == "none":
                    if is_empty:
                        result += put(node[2], scopes)
                elif not is_empty:
                    items = [value] if isinstance(value, str) else value
                    for number, item in enumerate(items):
                        if number:
                            result += put(node[3], scopes)
                        result += put(node[2], scopes + [item if isinstance(item, dict) else {".": item}])
            return result

        return put(nodes, list(scopes)), missing

    def render(self, values: dict) -> str:
        """
        The text of the card.
        :param values: dict, the only scope, from keys to values as described for expand; it is not changed.
        :return: str, what the nodes of the template give.
        :raises KeyError: with the key that is missing first, if any is missing.
        >>> card = CardTemplate()
        >>> card.text, card.tree = "Hi <who>", ["Hi ", ("value", "who", None)]
        >>> card.render({"who": "Ann"})
        'Hi Ann'
        """
        text, missing = self.expand(self.tree, [values])
        if missing:
            raise KeyError(missing[0])
        return text

    def source(self, nodes: list) -> str:
        """
        Write nodes as a template: each of the six signs in a text with a tilde before it, nothing else with one, and
        separators only where they are not empty. The template itself is not looked at.
        :param nodes: list, the nodes.
        :return: str, the template.
        >>> CardTemplate().source(["a|b ", ("value", "who", ["you"]), ("each", "of", ["x"], [])])
        'a~|b <who|you>[of|x]'
        """
        result = ""
        for node in nodes:
            if isinstance(node, str):
                result += re.sub(r"[<>\[\]|~]", lambda match: "~" + match[0], node)
            elif node[0] == "value":
                fallback = "" if node[2] is None else "|" + self.source(node[2])
                result += f"<{node[1]}{fallback}>"
            elif node[0] == "each":
                separator = "|" + self.source(node[3]) if node[3] else ""
                result += f"[{node[1]}|{self.source(node[2])}{separator}]"
            else:
                result += f"[!{node[1]}|{self.source(node[2])}]"
        return result

    def rename(self, old: str, new: str) -> int:
        """
        Rename a key in all places and sections, however deep. If there are any, the template becomes what source
        writes for the new nodes; if not, it stays as it is.
        :param old: str, the key.
        :param new: str, the key to put in its place; it may be in use already.
        :return: int, in how many places and sections the key was renamed.
        :raises ValueError: with the message "bad key: " followed by the new key if it is none; then nothing
            is changed.
        >>> card = CardTemplate()
        >>> card.text, card.tree = "~Hi <who>", ["Hi ", ("value", "who", None)]
        >>> card.rename("who", "name"), card.text, card.tree
        (1, 'Hi <name>', ['Hi ', ('value', 'name', None)])
        """
        if not self._KEY.fullmatch(new):
            raise ValueError(f"bad key: {new}")
        count = 0

        def renamed(nodes):
            nonlocal count
            result = []
            for node in nodes:
                if isinstance(node, str):
                    result.append(node)
                    continue
                key = node[1]
                if key == old:
                    key = new
                    count += 1
                parts = [part if part is None else renamed(part) for part in node[2:]]
                result.append((node[0], key, *parts))
            return result

        tree = renamed(self.tree)
        if count:
            self.text = self.source(tree)
            self.tree = tree
        return count

    _KEY = re.compile(r"\.|[a-z][a-z0-9_]*")

    @staticmethod
    def _read_node(text, start):
        """Read the place or section which begins at start; return the node and the position after it."""

        def expect(place, signs):
            if place == len(text):
                raise ValueError(f"unexpected end at {place}")
            if text[place] not in signs:
                raise ValueError(f"unexpected {text[place]} at {place}")
            return text[place]

        is_place = text[start] == "<"
        is_opposite = text.startswith("[!", start)
        place = start + (2 if is_opposite else 1)
        match = CardTemplate._KEY.match(text, place)
        if not match:
            expect(place, "")
        key = match[0]
        place = match.end()
        if is_place:
            if expect(place, ">|") == ">":
                return ("value", key, None), place + 1
            fallback, place = CardTemplate.read(text, place + 1, ">")
            return ("value", key, fallback), place + 1
        expect(place, "|")
        if is_opposite:
            body, place = CardTemplate.read(text, place + 1, "]")
            return ("none", key, body), place + 1
        body, place = CardTemplate.read(text, place + 1, "|]")
        separator = []
        if text[place] == "|":
            separator, place = CardTemplate.read(text, place + 1, "]")
        return ("each", key, body, separator), place + 1
