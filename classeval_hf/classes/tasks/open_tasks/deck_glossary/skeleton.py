# canary: classeval-hf open deck_glossary 7cbcee5d-84d8-4632-963c-7fc4f568ac89

import re


class DeckGlossary:
    """
    The glossary of a sailing school. Entries refer to each other by names in brackets. The key of a name is the name
    in lower case, without blanks at its ends, and with one blank for each run of blanks inside; names with equal keys
    mean the same. Blanks are what str.split takes for whitespace. An entry may have further names, its aliases. A
    reference is stale if its name is neither that of an entry nor an alias.
    """

    def __init__(self):
        """
        Start without entries.
        The fields are:
        - self.entries: dict, from the key of each entry to a tuple (title, text).
        - self.aliases: dict, from the key of each alias to the key of the entry that it means. No alias has the key of
          an entry.
        - self.users: dict, from the key of each name that is referred to, be it stale or not, to the set of the keys
          of the entries whose texts refer to it. It is right after each call.
        """
        self.entries = {}
        self.aliases = {}
        self.users = {}

    def references(self, text: str) -> list[tuple[str, str]]:
        """
        Find the references in a text. A reference is "[", a name, and "]", or "[", a name, "|", a shown text, and "]".
        Name and shown text have no "[", "]" or "|"; the key of the name is not empty, and the shown text has at least
        one character. Without a shown text the name is shown as it is written.
        :param text: str, the text.
        :return: list of tuple, (key, shown) for each reference in their order: the key of the name, and what is shown.
        :raises ValueError: with the message "bad bracket: " and the index in the text of the first "[" that does not
            begin a reference, or "]" that does not end one, whichever comes first.
        >>> DeckGlossary().references("The [Main  Sail] and [sheet|its sheets]")
        [('main sail', 'Main  Sail'), ('sheet', 'its sheets')]
        """

    def find(self, name: str) -> str:
        """
        Find the entry that a name means.
        :param name: str, the name of an entry or an alias.
        :return: str, the key of the entry.
        :raises KeyError: with the name as it is given, if it is neither.
        >>> glossary = DeckGlossary()
        >>> glossary.entries, glossary.aliases = {"jib": ("Jib", "A sail.")}, {"fore sail": "jib"}
        >>> glossary.find("JIB "), glossary.find("Fore  sail")
        ('jib', 'jib')
        """

    def define(self, title: str, text: str) -> list[str]:
        """
        Add an entry, or replace title and text of the entry with the same key.
        :param title: str, the title; it is stored without blanks at its ends, and with one blank for each run of
            blanks inside.
        :param text: str, the text; it may refer to its own entry.
        :return: list of str, the titles of the other entries whose references by this title were stale and are no
            longer, in ascending order.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad title" if the title
            is empty without its blanks or has "[", "]" or "|"; "alias: " and the key, if the title is an alias; what
            references raises for the text.
        >>> glossary = DeckGlossary()
        >>> glossary.define("Tack", "To turn the [bow]."), glossary.define(" Bow", "The front."), glossary.users
        ([], ['Tack'], {'bow': {'tack'}})
        """

    def add_alias(self, alias: str, name: str) -> list[str]:
        """
        Let an alias mean an entry; if it is an alias already, it means this entry from now on.
        :param alias: str, the alias.
        :param name: str, a name of the entry, which may be an alias too.
        :return: list of str, the titles of the entries whose references by this alias were stale and are no longer, in
            ascending order.
        :raises KeyError: what find raises for the name; nothing is changed then.
        :raises ValueError: if the name means an entry, by the first of these that applies, and then nothing is
            changed: "bad title" if the alias is one that define calls bad as a title; "entry: " and the key of the
            alias, if there is an entry with this key.
        >>> glossary = DeckGlossary()
        >>> glossary.entries = {"jib": ("Jib", "A sail."), "mast": ("Mast", "Holds the [Fore sail].")}
        >>> glossary.users = {"fore sail": {"mast"}}
        >>> glossary.add_alias("Fore Sail", "jib"), glossary.add_alias("front sail", "fore sail"), glossary.aliases
        (['Mast'], [], {'fore sail': 'jib', 'front sail': 'jib'})
        """

    def rename(self, name: str, title: str) -> int:
        """
        Give an entry another title. In all texts, its own included, each reference whose name has the key of the
        entry's old title gets the new title in place of the name; a shown text stays. References by aliases stay as
        they are. Aliases of the entry mean it further, but if the new title is one of them, it is an alias no longer.
        The old title is not kept as an alias.
        :param name: str, a name of the entry, which may be an alias.
        :param title: str, the new title, stored as described for define; its key may be the old one.
        :return: int, how many references got the new title.
        :raises KeyError: what find raises for the name; nothing is changed then.
        :raises ValueError: if the name means an entry, by the first of these that applies, and then nothing is
            changed: "bad title" as define says; "taken: " and the key of the new title, if it is the key or an alias
            of another entry.
        >>> glossary = DeckGlossary()
        >>> glossary.entries = {"jib": ("Jib", "See [jib]."), "mast": ("Mast", "[JIB|sails] and [fore sail]")}
        >>> glossary.aliases, glossary.users = {"fore sail": "jib"}, {"jib": {"jib", "mast"}, "fore sail": {"mast"}}
        >>> glossary.rename("jib", "Genoa"), glossary.entries["genoa"], glossary.entries["mast"][1]
        (2, ('Genoa', 'See [Genoa].'), '[Genoa|sails] and [fore sail]')
        """

    def drop(self, name: str) -> list[str]:
        """
        Remove an entry and all its aliases.
        :param name: str, a name of the entry, which may be an alias.
        :return: list of str, the titles of the other entries that have references which become stale by this, in
            ascending order.
        :raises KeyError: what find raises for the name; nothing is changed then.
        >>> glossary = DeckGlossary()
        >>> glossary.entries = {"jib": ("Jib", "See [mast]."), "mast": ("Mast", "[JIB|sails] and [fore sail]")}
        >>> glossary.aliases = {"fore sail": "jib"}
        >>> glossary.users = {"mast": {"jib"}, "jib": {"mast"}, "fore sail": {"mast"}}
        >>> glossary.drop("fore sail"), glossary.aliases, glossary.users == {"jib": {"mast"}, "fore sail": {"mast"}}
        (['Mast'], {}, True)
        """

    def stale(self) -> list[tuple[str, list[str]]]:
        """
        Find all stale references.
        :return: list of tuple, (key, titles) for each key that is stale, in ascending order, with the titles of the
            entries that refer to it, in ascending order.
        >>> glossary = DeckGlossary()
        >>> glossary.entries = {"jib": ("Jib", "See [mast]."), "boom": ("Boom", "On the [mast] below a [Jib].")}
        >>> glossary.users = {"mast": {"jib", "boom"}, "jib": {"boom"}}
        >>> glossary.stale()
        [('mast', ['Boom', 'Jib'])]
        """

    def render(self, name: str) -> str:
        """
        Write an entry for printing: its title, ": ", and its text, in which each reference is replaced by what is
        shown for it. After that stands "?" if the reference is stale, nothing if it means the entry itself, and
        otherwise "*" if it is the first reference in the text that means that entry, and nothing if it is not.
        :param name: str, a name of the entry, which may be an alias.
        :return: str, what is printed.
        :raises KeyError: what find raises for the name.
        >>> glossary = DeckGlossary()
        >>> glossary.entries = {"jib": ("Jib", "A [sail] of a [jib] at the [MAST|masts] or [mast].")}
        >>> glossary.entries["mast"] = ("Mast", "Holds sails.")
        >>> glossary.users = {"sail": {"jib"}, "jib": {"jib"}, "mast": {"jib"}}
        >>> glossary.render("Jib")
        'Jib: A sail? of a jib at the masts* or mast.'
        """
