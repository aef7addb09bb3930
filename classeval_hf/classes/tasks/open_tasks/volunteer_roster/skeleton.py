# canary: classeval-hf open volunteer_roster 9015664d-1983-4039-86a6-514087faf104

import re


class VolunteerRoster:
    """
    The roster of a festival: volunteers sign up for shifts with a limited number of places, wait for a place in a
    full shift, and get hours credited. A shift is a tuple (day, start, end, places): the number of the day on which
    it starts, its start and end in minutes after the midnight with which that day begins, and its number of places.
    The end of a shift that goes on past the next midnight is greater than 1440.
    """

    def __init__(self, shifts: dict[str, tuple[int, int, int, int]]):
        """
        Set up a roster on which nobody has signed up yet.
        :param shifts: dict, from the name of each shift to its tuple (day, start, end, places).
        self.shifts: dict, from the name of each shift to its tuple (day, start, end, places).
        self.confirmed: dict, from the name of each shift to the list of the volunteers who have a place in it, in the
            order in which they got the place; it has an entry for every shift.
        self.waiting: dict, from the name of each shift to the list of the volunteers who wait for a place in it, the
            longest waiting first; it has an entry for every shift.
        """
        self.shifts = dict(shifts)
        self.confirmed = {name: [] for name in shifts}
        self.waiting = {name: [] for name in shifts}

    @staticmethod
    def parse_shift(text: str) -> tuple[int, int, int, int]:
        """
        Read a shift written like "D3 9:30-12:00 x4": the capital letter D with the number of the day, the start and
        end time joined by a hyphen, and the small letter x with the number of places. The three parts are separated
        by one or more blanks (spaces); the third part may be missing and then means one place. Blanks around the
        whole text are ignored; no others are allowed. Digits are 0 to 9; the numbers of the day and of the places have
        one or more of them. Hours have one or two digits and are at most 23, minutes have two digits and are at most
        59, and the number of places is at least 1. If the end time is not later than the start time, the end is on
        the following day.
        :param text: str, the shift as written.
        :return: tuple of four int, the shift as (day, start, end, places).
        :raises ValueError: with the message "bad shift: " followed by the unchanged text if it is not written so.
        >>> VolunteerRoster.parse_shift("D3 9:30-12:00 x4")
        (3, 570, 720, 4)
        >>> VolunteerRoster.parse_shift("D12 22:00-01:15")
        (12, 1320, 1515, 1)
        """

    @staticmethod
    def overlap_minutes(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> int:
        """
        The length of the time that two shifts have in common. A shift which ends after midnight can also overlap
        with a shift of the following day.
        :param first: tuple of four int, a shift (day, start, end, places).
        :param second: tuple of four int, another shift (day, start, end, places).
        :return: int, the number of minutes in common, 0 if there are none.
        >>> VolunteerRoster.overlap_minutes((1, 540, 720, 2), (1, 690, 900, 5))
        30
        >>> VolunteerRoster.overlap_minutes((1, 1320, 1500, 1), (2, 0, 240, 1))
        60
        """

    def sign_up(self, volunteer: str, shift: str) -> str:
        """
        Sign a volunteer up for a shift. The first of these rules that applies decides:
        1. Who already has a place in the shift gets the answer "already".
        2. Who has a place in another shift that overlaps with this one by at least a minute gets the answer
           "conflict". Shifts for which the volunteer only waits do not count.
        3. If the shift has a free place, the volunteer gets it, even if others are waiting, and the answer is
           "confirmed". If the volunteer was waiting for this shift, that entry on the waiting list is removed.
        4. Otherwise the answer is "waiting", and the volunteer is put at the end of the shift's waiting list or, if
           already on it, keeps the position there.
        Nothing is changed on "already" and "conflict".
        :param volunteer: str, the name of the volunteer.
        :param shift: str, the name of the shift.
        :return: str, "already", "conflict", "confirmed" or "waiting".
        :raises KeyError: if there is no shift of that name.
        >>> roster = VolunteerRoster({"bar": (1, 600, 720, 1), "gate": (1, 660, 780, 2)})
        >>> roster.sign_up("Ann", "bar")
        'confirmed'
        >>> roster.sign_up("Ben", "bar")
        'waiting'
        >>> roster.sign_up("Ann", "gate")
        'conflict'
        """

    def cancel(self, volunteer: str, shift: str) -> list[str]:
        """
        Take a volunteer off a shift. If the volunteer only waited for it, the entry on the waiting list is removed
        and that is all. If the volunteer had a place, the free places of the shift (there may be more than this one)
        are given out: the waiting list of this shift is gone through once from its beginning, and as long as there
        are free places, each person on it moves to a place in the shift unless that person has a place in another
        shift which overlaps with this one. Those who cannot move keep waiting in unchanged order. Other shifts are
        not touched.
        :param volunteer: str, the name of the volunteer.
        :param shift: str, the name of the shift.
        :return: list of str, the volunteers who moved up from the waiting list, in that order.
        :raises KeyError: if there is no shift of that name.
        :raises ValueError: with the message "not signed up" if the volunteer neither has a place nor waits for one.
        >>> roster = VolunteerRoster({"bar": (1, 600, 720, 1)})
        >>> roster.confirmed = {"bar": ["Ann"]}
        >>> roster.waiting = {"bar": ["Ben", "Cleo"]}
        >>> roster.cancel("Ann", "bar")
        ['Ben']
        >>> roster.waiting
        {'bar': ['Cleo']}
        """

    def credited_hours(self) -> list[tuple[str, float]]:
        """
        The hours credited to each volunteer for the shifts in which the volunteer has a place. The minutes of a shift
        between 22:00 and 6:00 (of whatever day) count one and a half times, all others once. The credited minutes of
        a volunteer are added up, divided by 60 and only then rounded to two digits with round.
        :return: list of tuple, (name, hours) for each volunteer who has a place in or waits for any shift, hours
            being a float (0.0 for those who only wait); most of these rounded hours first, equal ones by name in
            ascending order.
        >>> roster = VolunteerRoster({"bar": (1, 1260, 1380, 2), "gate": (2, 600, 640, 1)})
        >>> roster.confirmed = {"bar": ["Ann"], "gate": ["Ben"]}
        >>> roster.credited_hours()
        [('Ann', 2.5), ('Ben', 0.67)]
        """
