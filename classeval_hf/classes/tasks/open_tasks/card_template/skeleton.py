# canary: classeval-hf open card_template afea14e2-a565-4b95-bf25-9515dee91cc5

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

    def source(self, nodes: list) -> str:
        """
        Write nodes as a template: each of the six signs in a text with a tilde before it, nothing else with one, and
        separators only where they are not empty. The template itself is not looked at.
        :param nodes: list, the nodes.
        :return: str, the template.
        >>> CardTemplate().source(["a|b ", ("value", "who", ["you"]), ("each", "of", ["x"], [])])
        'a~|b <who|you>[of|x]'
        """

    def rename(self, old: str, new: str) -> int:
        """
        Rename a key in all places and sections, however deep. If there are any, the template becomes what source
        writes for the new nodes, even if the new key is the same as the old one; if not, it stays as it is.
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
