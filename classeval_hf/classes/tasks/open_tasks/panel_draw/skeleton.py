# canary: classeval-hf open panel_draw a9834264-dd60-42f3-8812-d7a2d70b20c2

import random


class PanelDraw:
    """
    Draws the members of a survey panel by lot. Each person belongs to a stratum. Each seat of the panel belongs to a
    stratum too, that for which it was drawn, even if a person of another stratum has it. Those who were not drawn are
    in reserve and replace those who refuse. Chance comes in only where it is described, by the given calls on self.rng
    and no others, so that the same seed and the same calls give the same panel.
    """

    def __init__(self, seed: int):
        """
        Set up a panel without people.
        The fields are:
        - self.rng: random.Random, made with the seed.
        - self.people: dict, from the name of each person to the name of the stratum.
        - self.drawn: bool, whether the panel was drawn.
        - self.seats: dict, from the name of each person who has a seat to the stratum of the seat.
        - self.accepted: set of str, those who have a seat and have accepted it.
        - self.refused: set of str, those who have refused a seat.
        - self.reserves: dict, from each stratum of self.people to the list of the names of its people in reserve, the
          next one first; empty until the panel is drawn. Afterwards each person has a seat, or has refused, or is in
          reserve.
        - self.vacant: list of str, the strata of the seats that no one has, in the order in which they became vacant.
          If there are any, no one is in reserve.
        :param seed: int, the seed.
        """
        self.rng = random.Random(seed)
        self.people = {}
        self.drawn = False
        self.seats = {}
        self.accepted = set()
        self.refused = set()
        self.reserves = {}
        self.vacant = []

    def enroll(self, person: str, stratum: str) -> bool:
        """
        Enter a person. If the panel was drawn and seats are vacant, the person gets the one of them with the person's
        stratum that became vacant first, or, if there is none, the one that became vacant first of all. If it was
        drawn and no seat is vacant, the person goes in reserve, to the place self.rng.randint(0, length) in the list
        of the stratum, counted from 0, the length being that of the list before.
        :param person: str, the name of the person.
        :param stratum: str, the name of the stratum; it may be a new one.
        :return: bool, whether the person got a seat.
        :raises ValueError: with the message "known person" if the name is in self.people; nothing is changed then.
        >>> panel = PanelDraw(1)
        >>> panel.enroll("ann", "north"), panel.people, panel.reserves
        (False, {'ann': 'north'}, {})
        """

    def allot(self, total: int) -> dict[str, int]:
        """
        Spread a number of seats over the strata of self.people. Each stratum gets one seat. Of the other seats each
        stratum has a claim to their number, times its people less one, divided by all people less the number of
        strata; if the divisor is 0 there are no other seats. Each stratum gets the whole part of its claim. The seats
        left get those strata, one each, whose claims have the largest fractional parts, of equal ones those with more
        people, of equally many those whose names come first in ascending order.
        :param total: int, the number of seats.
        :return: dict, from each stratum to its number of seats, whether or not the panel was drawn.
        :raises ValueError: with the message "bad total" if the number is less than 1, less than the number of strata,
            or more than that of all people.
        >>> panel = PanelDraw(1)
        >>> [panel.enroll(name, "north") for name in "abcde"], panel.enroll("x", "south"), panel.enroll("y", "south")
        ([False, False, False, False, False], False, False)
        >>> panel.allot(4), panel.allot(5)
        ({'north': 3, 'south': 1}, {'north': 3, 'south': 2})
        """

    def draw(self, total: int) -> list[str]:
        """
        Draw the panel. The seats are spread as described for allot. Then for each stratum, in ascending order,
        self.rng.sample is called once, with the list of its people in ascending order of the names and the number of
        its people. The first ones of the result get the seats of the stratum, the others are its reserve, in the order
        of the result.
        :param total: int, the number of seats.
        :return: list of str, the names of those who have a seat: stratum by stratum in ascending order, in the order
            of the results.
        :raises ValueError: with the message "drawn" if the panel was drawn; else as described for allot. Nothing is
            changed then.
        >>> panel = PanelDraw(1)
        >>> [panel.enroll(name, stratum) for name, stratum in (("a", "n"), ("b", "n"), ("c", "s"), ("d", "n"))]
        [False, False, False, False]
        >>> random.Random(1).sample(["a", "b", "d"], 3)
        ['a', 'd', 'b']
        >>> panel.draw(3), panel.reserves
        (['a', 'd', 'c'], {'n': ['b'], 's': []})
        """

    def accept(self, person: str) -> int:
        """
        Take note that a person accepts the seat.
        :param person: str, the name of the person.
        :return: int, how many of the seats of the same stratum as this seat are accepted now.
        :raises KeyError: with the name if the person has no seat.
        :raises ValueError: else with the message "accepted" if the person has accepted already.
        >>> panel = PanelDraw(1)
        >>> panel.enroll("ann", "north"), panel.draw(1), panel.accept("ann"), panel.accepted
        (False, ['ann'], 1, {'ann'})
        """

    def refuse(self, person: str) -> str:
        """
        Take note that a person refuses the seat. It goes to the first one in reserve of the stratum of the seat; if
        there is none, to the first one in the longest reserve, of equally long ones that whose stratum comes first in
        ascending order; if no one is in reserve, it becomes vacant.
        :param person: str, the name of the person.
        :return: str, the name of the person who gets the seat, empty if it becomes vacant.
        :raises KeyError: with the name if the person has no seat.
        :raises ValueError: else with the message "accepted" if the person has accepted; nothing is changed then.
        >>> panel = PanelDraw(1)
        >>> panel.enroll("ann", "north"), panel.enroll("bob", "north"), panel.draw(1)
        (False, False, ['ann'])
        >>> panel.refuse("ann"), panel.refuse("bob"), panel.vacant
        ('bob', '', ['north'])
        """

    def summary(self) -> list[tuple[str, int, int, int, int]]:
        """
        Sum up the strata of self.people.
        :return: list of tuples (stratum, taken, accepted, foreign, reserve), in ascending order of the strata: how
            many of its seats someone has, how many of these are accepted, how many of them have people of other
            strata, and how many of its people are in reserve.
        >>> panel = PanelDraw(1)
        >>> panel.enroll("ann", "north"), panel.enroll("bob", "north"), panel.enroll("cem", "south"), panel.draw(2)
        (False, False, False, ['ann', 'cem'])
        >>> panel.refuse("cem"), panel.accept("bob"), panel.summary()
        ('bob', 1, [('north', 1, 0, 0, 0), ('south', 1, 1, 1, 0)])
        """
