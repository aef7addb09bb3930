# canary: classeval-hf open address_reader 9de0867e-d113-4fbb-8a61-36aa747a1203

import re


class AddressReader:
    """
    Reads postal addresses and keeps a list of people by them. To normalise a text, it is put in lower case and split
    at blanks (spaces) into words; then all full stops at the end of a word are removed, and words of which nothing is
    left are dropped; then a word that is an abbreviation is replaced by what it stands for, which is not looked up
    again.
    """

    def __init__(self, shorts: dict[str, str]):
        """
        Set up a list of nobody.
        The fields are:
        - self.shorts: dict, a copy of the parameter, from each abbreviation to the word for which it stands. Both are
          one or more of the letters a to z.
        - self.entries: dict, from the name of each person to the text of the address as it was entered, in the order
          in which they were entered.
        - self.homes: dict, from each address of someone in self.entries, as read returns it with self.shorts as it is
          now, to the list of the names of those who live there, in the order of self.entries.
        :param shorts: dict, from each abbreviation to the word for which it stands.
        """
        self.shorts = dict(shorts)
        self.entries = {}
        self.homes = {}

    def read(self, text: str) -> tuple[str, str, str, str, str]:
        """
        Read an address. It is split at commas into parts, which are normalised; parts without words are dropped. Two
        or three parts must be left: the house, possibly the unit, and the place.
        - The house number is the last word of the house if that is one or more of the digits 0 to 9 with at most one
          of the letters a to z after them, else the first word if that is so. Zeros at its beginning are removed, but
          not the last digit. The other words are the street.
        - The unit is all words of its part.
        - The code is the first word of the place if that is exactly four of the digits 0 to 9, else the last word if
          that is so. The other words are the town.
        :param text: str, the address.
        :return: tuple of str, (street, number, unit, code, town), words of one item joined by a blank; the unit is
            empty if there is none.
        :raises ValueError: with the message "parts: " and the number of parts with words if these are not two or
            three; else with "no number", else "no street", else "no code", else "no town", if this is missing.
        >>> reader = AddressReader({"st": "street", "fl": "flat"})
        >>> reader.read("12B Old Mill St., Fl. 3, Upper Norwich 0450")
        ('old mill street', '12b', 'flat 3', '0450', 'upper norwich')
        """

    def show(self, text: str) -> str:
        """
        Write an address in the standard form: the street and the number, the unit if there is one, and the code and
        the town. The items are those of read, the two of one part separated by a blank and the parts by a comma and a
        blank. In street, unit and town the first character of each word is in upper case if it is a letter.
        :param text: str, the address.
        :return: str, the standard form.
        :raises ValueError: as described for read.
        >>> reader = AddressReader({"st": "street"})
        >>> reader.show("007a  main st , flat b, 1234 THE HAGUE")
        'Main Street 7a, Flat B, 1234 The Hague'
        """

    def enter(self, name: str, text: str) -> list[str]:
        """
        Enter a person.
        :param name: str, the name.
        :param text: str, the address.
        :return: list of str, the names of all who live there now, in the order of self.entries.
        :raises ValueError: with the message "known name" if the name is in self.entries; else as described for read.
            Nothing is changed then.
        >>> reader = AddressReader({"st": "street"})
        >>> reader.enter("Ann", "Main Street 7, 1234 Ely"), reader.enter("Bob", "7 main st., ely 1234")
        (['Ann'], ['Ann', 'Bob'])
        >>> reader.homes
        {('main street', '7', '', '1234', 'ely'): ['Ann', 'Bob']}
        """

    def leave(self, name: str) -> list[str]:
        """
        Remove a person.
        :param name: str, the name.
        :return: list of str, the names of those who still live at the address of the person, in the order of
            self.entries.
        :raises KeyError: with the name if it is not in self.entries.
        >>> reader = AddressReader({})
        >>> reader.enter("Ann", "Main Road 7, 1234 Ely"), reader.enter("Bob", "7 Main Road, 1234 Ely")
        (['Ann'], ['Ann', 'Bob'])
        >>> reader.leave("Ann"), reader.homes
        (['Bob'], {('main road', '7', '', '1234', 'ely'): ['Bob']})
        """

    def teach(self, short: str, full: str) -> list[str]:
        """
        Add an abbreviation, or change what one stands for. An abbreviation that stands for itself is none: it is
        removed instead.
        :param short: str, the abbreviation.
        :param full: str, the word for which it stands.
        :return: list of str, the names of those in self.entries whose address is another one now, in that order.
        :raises ValueError: with the message "bad word: " and the first of the two, in the order of the parameters,
            that is not one or more of the letters a to z; nothing is changed then.
        >>> reader = AddressReader({})
        >>> reader.enter("Ann", "Main Street 7, 1234 Ely"), reader.enter("Bob", "7 Main St., 1234 Ely")
        (['Ann'], ['Bob'])
        >>> reader.teach("st", "street"), reader.homes
        (['Bob'], {('main street', '7', '', '1234', 'ely'): ['Ann', 'Bob']})
        """

    def route(self, code: str) -> list[tuple[str, str, str, list[str]]]:
        """
        List the homes with a code as they are walked to. Homes are in ascending order of their towns, then of their
        streets. In a street of a town the homes with odd numbers come first, from low to high, and then those with
        even numbers, from high to low; numbers that differ only in their letter are in ascending order of it (none
        comes first) among the odd ones, and in descending order among the even ones. Homes that differ only in the
        unit are in ascending order of it.
        :param code: str, the code.
        :return: list of tuples (street, number, unit, names), with the names in the order of self.entries.
        >>> reader = AddressReader({})
        >>> [len(reader.enter(name, f"Main Road {name}, 1234 Ely")) for name in ("2", "4", "3", "1b", "1")]
        [1, 1, 1, 1, 1]
        >>> [number for _, number, _, _ in reader.route("1234")]
        ['1', '1b', '3', '4', '2']
        """
