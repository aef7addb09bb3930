# canary: classeval-hf open bar_sheet 9dcf14ef-d7cd-4c2e-8250-0090c152ffc2

import re
from fractions import Fraction


class BarSheet:
    """
    One voice of music as text. A token is a note or a rest: a pitch, or "-" for a rest; then a colon; then a duration,
    two integers of the digits 0 to 9 with "/" between, both at least 1; and then possibly "~", a tie. A pitch is a
    letter from A to G, possibly "#" or "b", and a digit. It stands for a number: 12 times the digit, plus 0, 2, 4, 5,
    7, 9 or 11 for C, D, E, F, G, A or B, plus 1 for "#", minus 1 for "b"; the number must be from 0 to 119. A tie
    joins a note to the next one, which must have the same number: both sound as one. Durations are parts of a whole
    note, and times are sums of durations since the beginning. Rests that follow each other are always joined to one,
    notes only by ties.
    """

    def __init__(self, beats: int, unit: int):
        """
        Set up an empty sheet.
        The fields are:
        - self.meter: Fraction, the duration of a bar, which is beats / unit.
        - self.events: list of tuples (pitch, duration), the notes and rests in order: the number of the pitch, -1 for
          a rest, and a Fraction greater than 0. Tied notes are one event, whether or not a bar ends in between. No two
          rests follow each other.
        :param beats: int, the beats of a bar, at least 1.
        :param unit: int, the part of a whole note that a beat is, at least 1.
        """
        self.meter = Fraction(beats, unit)
        self.events = []

    def read(self, text: str) -> int:
        """
        Read a text in place of what is there. It is split at white space into tokens and "|", which stands between
        two bars; a tie goes on over it. Each bar but the last one must be as long as self.meter; the last one can be
        shorter, or even be without tokens.
        :param text: str, the text.
        :return: int, the number of events.
        :raises ValueError: with the message "bad note: " and the first token that is not as the class describes it;
            else with "bad tie: " and the first token with a tie that is a rest or is not followed by a note of the
            same number; else with "bar ", the number of the first bar of a wrong length, counted from 1, ": ", and its
            length as str gives it for a Fraction. Nothing is changed then.
        >>> sheet = BarSheet(3, 4)
        >>> sheet.read("C4:1/2 -:1/4 | -:1/4 Db4:1/2~ | C#4:1/8"), sheet.events[0], sheet.events[1]
        (3, (48, Fraction(1, 2)), (-1, Fraction(1, 2)))
        >>> sheet.events[2]
        (49, Fraction(5, 8))
        """

    def write(self) -> str:
        """
        Write the sheet as text. Bars are separated by " | ", and the tokens of a bar by a blank. An event that lasts
        over the end of a bar is written as one token for each bar, with a tie at all but the last one if it is a note.
        Pitches are written without "b", and with "#" where the number demands it (never E# or B#); durations in lowest
        terms, as in "1/1".
        :return: str, the text, empty if there are no events; there is no "|" at its end.
        >>> sheet = BarSheet(2, 4)
        >>> sheet.read("Db4:2/4 | -:1/4 A3:1/4~ | A3:3/8"), sheet.write()
        (3, 'C#4:1/2 | -:1/4 A3:1/4~ | A3:3/8')
        """

    def transpose(self, steps: int, start: str, end: str) -> int:
        """
        Add a number to the pitches of the notes that begin at or after a time and before another one.
        :param steps: int, what is added, possibly negative.
        :param start: str, the first time: two integers of the digits 0 to 9 with "/" between, the second at least 1;
            at most the duration of all events together.
        :param end: str, the other time, as described for start; not before the first one.
        :return: int, how many notes begin in that time.
        :raises ValueError: with the message "bad time: " and the first of the two times that is not as described; else
            with "out of range" if the number of a pitch would not be from 0 to 119. Nothing is changed then.
        >>> sheet = BarSheet(4, 4)
        >>> sheet.read("C4:1/4 D4:1/4 E4:1/2"), sheet.transpose(2, "1/4", "1/2"), sheet.write()
        (3, 1, 'C4:1/4 E4:1/4 E4:1/2')
        """

    def insert(self, at: str, text: str) -> int:
        """
        Insert events at a time; what comes later is put off. An event that lasts over this time is cut in two, even
        if there is nothing to insert.
        :param at: str, the time, as described for start of transpose.
        :param text: str, the events, as described for read, but without "|" and so without bars.
        :return: int, the number of events of the sheet afterwards.
        :raises ValueError: with the message "bad time: " and the time if it is not as described; else as described for
            read, "|" being a bad note. Nothing is changed then.
        >>> sheet = BarSheet(4, 4)
        >>> sheet.read("C4:1/2 -:1/4"), sheet.insert("1/4", "-:1/8 G4:1/16~ G4:1/16"), sheet.write()
        (2, 5, 'C4:1/4 -:1/8 G4:1/8 C4:1/4 -:1/4')
        """

    def cut(self, start: str, end: str) -> str:
        """
        Remove what sounds between two times; what comes later moves up. Events that last over one of the times are
        cut in two there, even if both times are the same.
        :param start: str, the first time, as described for start of transpose.
        :param end: str, the other time, as described for end of transpose.
        :return: str, the removed events as tokens without ties, in the form of write, separated by a blank.
        :raises ValueError: with the message "bad time: " and the first of the two times that is not as described;
            nothing is changed then.
        >>> sheet = BarSheet(4, 4)
        >>> sheet.read("C4:1/2 -:1/4 D4:1/4"), sheet.cut("1/4", "5/8"), sheet.write()
        (3, 'C4:1/4 -:1/8', 'C4:1/4 -:1/8 D4:1/4')
        """

    def join(self, at: str) -> bool:
        """
        Join two notes of the same number to one if one ends and the other one begins at a time.
        :param at: str, the time, as described for start of transpose.
        :return: bool, whether two notes were joined.
        :raises ValueError: with the message "bad time: " and the time if it is not as described.
        >>> sheet = BarSheet(4, 4)
        >>> sheet.read("C4:1/2 C4:1/4"), sheet.join("1/4"), sheet.join("1/2"), sheet.write()
        (2, False, True, 'C4:3/4')
        """
