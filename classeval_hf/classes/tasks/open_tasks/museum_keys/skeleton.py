# canary: classeval-hf open museum_keys 3827271a-82fb-4167-ac3a-a688967bfba0


class MuseumKeys:
    """
    Says who may open which areas of a museum. The areas form a tree below one area, the whole museum. The director may
    open everything and gives keys by grants; who may open an area may grant it to others, and so on. A grant for an
    area holds for all areas below it too, unless the person is barred from one of these. Between any two calls every
    grant has support: there is a way to derive from the director, over other grants, that its giver may open its area.
    """

    def __init__(self, museum: str, director: str):
        """
        Start with the whole museum as the only area and without grants and bars.
        The fields are:
        - self.director: str, the name of the director.
        - self.parents: dict, from the name of each area to the name of the area directly above it, which is empty for
          the whole museum.
        - self.grants: list of tuples (giver, person, area), the grants in the order in which they were made; no grant
          is in it twice, the person is neither the giver nor the director. Initially empty.
        - self.bars: list of tuples (person, area), in the order in which they were made, none of them twice. Initially
          empty.
        :param museum: str, the name of the whole museum.
        :param director: str, the name of the director.
        """
        self.director = director
        self.parents = {museum: ""}
        self.grants = []
        self.bars = []

    def add_area(self, area: str, parent: str) -> list[str]:
        """
        Add an area directly below another one.
        :param area: str, the name of the new area, which is not empty.
        :param parent: str, the name of the area above it.
        :return: list of str, the areas on the way from the whole museum to the new area, both included.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "area exists: " and the
            name of the area; "unknown area: " and the name of the parent.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.add_area("east wing", "museum"), keys.add_area("room 3", "east wing")
        (['museum', 'east wing'], ['museum', 'east wing', 'room 3'])
        """

    def may_open(self, person: str, area: str) -> bool:
        """
        Whether a person may open an area. The director always may. For anybody else the areas are gone through from
        this one up to the whole museum, and the first at which the person is barred or has a grant (by whomever)
        decides: if barred there, even with a grant for the same area, the person may not; with a grant the person may.
        Who meets neither may not.
        :param person: str, the name of the person.
        :param area: str, the name of the area.
        :return: bool, whether the person may open the area.
        :raises ValueError: with the message "unknown area: " and the name if there is no such area.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.parents.update({"east": "museum", "room 3": "east", "safe": "room 3"})
        >>> keys.grants = [("Dora", "Ann", "museum"), ("Dora", "Ann", "safe")]
        >>> keys.bars = [("Ann", "east")]
        >>> [keys.may_open("Ann", area) for area in ("museum", "east", "room 3", "safe")]
        [True, False, False, True]
        """

    def sweep(self) -> list[tuple[str, str, str]]:
        """
        Remove all grants without support. Support is found in this way: at first no grant counts; then, again and
        again, every grant counts whose giver may open its area (see may_open) with only the grants that count already;
        bars always count. Grants that never come to count are removed, such as those of people who grant to each
        other. The others keep their order.
        :return: list of tuples, the grants removed, in the order in which they were made.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.grants = [("Ann", "Ben", "museum"), ("Ben", "Ann", "museum"), ("Dora", "Cy", "museum")]
        >>> keys.sweep()
        [('Ann', 'Ben', 'museum'), ('Ben', 'Ann', 'museum')]
        >>> keys.grants
        [('Dora', 'Cy', 'museum')]
        """

    def grant(self, giver: str, person: str, area: str) -> bool:
        """
        Make a grant. A person may get several grants for an area from different givers.
        :param giver: str, the name of the person who gives it.
        :param person: str, the name of the person who gets it; it may be barred.
        :param area: str, the name of the area.
        :return: bool, True if the grant is new, False if it was there already.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "unknown area: " and the
            name; "needless grant" if the person is the giver or the director; "no authority: " and the name of the
            giver who may not open the area.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.grant("Dora", "Ann", "museum"), keys.grant("Ann", "Ben", "museum")
        (True, True)
        >>> keys.grant("Cy", "Ben", "museum")
        Traceback (most recent call last):
        ...
        ValueError: no authority: Cy
        """

    def revoke(self, giver: str, person: str, area: str) -> list[tuple[str, str, str]]:
        """
        Take a grant back, and with it the grants that have no support any more (see sweep). Other grants of the same
        person for the same area stay if they have support.
        :param giver: str, the name of the giver of the grant.
        :param person: str, the name of the person who got it.
        :param area: str, the name of its area.
        :return: list of tuples, the grants removed: first the one taken back, then the others as sweep gives them.
        :raises ValueError: with the message "no such grant" if there is none of this giver, person and area.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.grants = [("Dora", "Ann", "museum"), ("Ann", "Ben", "museum"), ("Dora", "Cy", "museum")]
        >>> keys.revoke("Dora", "Ann", "museum")
        [('Dora', 'Ann', 'museum'), ('Ann', 'Ben', 'museum')]
        """

    def bar(self, person: str, area: str) -> list[tuple[str, str, str]]:
        """
        Bar a person from an area, and remove the grants that have no support any more (see sweep). The grants that
        the person got stay as long as they have support. If the person is barred from the area already, nothing is
        changed.
        :param person: str, the name of the person.
        :param area: str, the name of the area.
        :return: list of tuples, the grants removed, as sweep gives them.
        :raises ValueError: with the message "unknown area: " and the name if there is no such area; otherwise with the
            message "cannot bar the director" if the person is the director.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.grants = [("Dora", "Ann", "museum"), ("Ann", "Ben", "museum")]
        >>> keys.bar("Ann", "museum")
        [('Ann', 'Ben', 'museum')]
        """

    def unbar(self, person: str, area: str) -> int:
        """
        End the bar of a person from an area. Grants that were removed do not come back.
        :param person: str, the name of the person.
        :param area: str, the name of the area.
        :return: int, the number of bars of this person that are left.
        :raises ValueError: with the message "not barred" if there is no bar of this person and area.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.bars = [("Ann", "museum"), ("Ann", "east"), ("Ben", "east")]
        >>> keys.unbar("Ann", "east")
        1
        """

    def move_area(self, area: str, parent: str) -> list[tuple[str, str, str]]:
        """
        Move an area, with all that is below it, directly below another one, and remove the grants that have no support
        any more (see sweep).
        :param area: str, the name of the area.
        :param parent: str, the name of the area that is to be directly above it; it may be so already.
        :return: list of tuples, the grants removed, as sweep gives them.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "unknown area: " and the
            name if the area or else the parent is unknown; "inside itself: " and the name of the area if the parent is
            the area itself or below it, as any area is for the whole museum.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.parents.update({"east": "museum", "west": "museum", "room 3": "east"})
        >>> keys.grants = [("Dora", "Ann", "east"), ("Ann", "Ben", "room 3")]
        >>> keys.move_area("room 3", "west")
        [('Ann', 'Ben', 'room 3')]
        """

    def openers(self, area: str) -> list[str]:
        """
        Everybody who may open an area (see may_open).
        :param area: str, the name of the area.
        :return: list of str, the names in ascending order, the director's among them.
        :raises ValueError: with the message "unknown area: " and the name if there is no such area.
        >>> keys = MuseumKeys("museum", "Dora")
        >>> keys.grants = [("Dora", "Eve", "museum"), ("Eve", "Ann", "museum")]
        >>> keys.openers("museum")
        ['Ann', 'Dora', 'Eve']
        """
