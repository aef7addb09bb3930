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
        def wrong(position):
            if position < len(text):
                return ValueError(f"unexpected {text[position]} at {position}")
            return ValueError(f"unexpected end at {len(text)}")

        def read_key(position):
            match = re.compile(r"\.|[a-z][a-z0-9_]*").match(text, position)
            if not match:
                raise wrong(position)
            return match[0], match.end()

        nodes = []
        plain = ""
        position = start
        while position < len(text):
            sign = text[position]
            if sign in stops:
                break
            if sign == "~":
                if position + 1 == len(text):
                    raise wrong(position + 1)
                plain += text[position + 1]
                position += 2
                continue
            if sign in "]>" or (sign == "|" and stops):
                raise wrong(position)
            if sign not in "<[":
                plain += sign
                position += 1
                continue
            if plain:
                nodes.append(plain)
                plain = ""
            if sign == "<":
                key, position = read_key(position + 1)
                fallback = None
                if text[position:position + 1] == "|":
                    fallback, position = CardTemplate.read(text, position + 1, ">")
                if text[position:position + 1] != ">":
                    raise wrong(position)
                nodes.append(("value", key, fallback))
            else:
                opposite = text[position + 1:position + 2] == "!"
                key, position = read_key(position + (2 if opposite else 1))
                if text[position:position + 1] != "|":
                    raise wrong(position)
                if opposite:
                    body, position = CardTemplate.read(text, position + 1, "]")
                    nodes.append(("none", key, body))
                else:
                    body, position = CardTemplate.read(text, position + 1, "]|")
                    separator = []
                    if text[position] == "|":
                        separator, position = CardTemplate.read(text, position + 1, "]")
                    nodes.append(("each", key, body, separator))
            position += 1
        else:
            if stops:
                raise wrong(position)
        if plain:
            nodes.append(plain)
        return nodes, position

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
        self.text, self.tree = text, tree
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
        pieces = []
        missing = []

        def put(inner_nodes, inner_scopes):
            result, keys = CardTemplate.expand(inner_nodes, inner_scopes)
            pieces.append(result)
            missing.extend(key for key in keys if key not in missing)

        for node in nodes:
            if isinstance(node, str):
                pieces.append(node)
                continue
            kind, key = node[:2]
            value = None
            for scope in reversed(scopes):
                if key in scope:
                    value = scope[key]
                    break
            if kind == "value":
                if not value and node[2] is not None:
                    put(node[2], scopes)
                elif isinstance(value, str):
                    pieces.append(value)
                elif value is not None:
                    pieces.append(str(len(value)))
                elif key not in missing:
                    missing.append(key)
            elif kind == "none":
                if not value:
                    put(node[2], scopes)
            elif value:
                for index, item in enumerate([value] if isinstance(value, str) else value):
                    if index:
                        put(node[3], scopes)
                    put(node[2], scopes + [item if isinstance(item, dict) else {".": item}])
        return "".join(pieces), missing

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
                result += re.sub(r"[<>\[\]|~]", r"~\g<0>", node)
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
        if not re.fullmatch(r"\.|[a-z][a-z0-9_]*", new):
            raise ValueError(f"bad key: {new}")
        count = 0

        def renamed(nodes):
            nonlocal count
            result = []
            for node in nodes:
                if not isinstance(node, str):
                    if node[1] == old:
                        count += 1
                    key = new if node[1] == old else node[1]
                    node = (node[0], key) + tuple(part if part is None else renamed(part) for part in node[2:])
                result.append(node)
            return result

        tree = renamed(self.tree)
        if count:
            self.text, self.tree = self.source(tree), tree
        return count
