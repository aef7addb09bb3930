# canary: classeval-hf open tutor_board cb836a1c-79fe-4a61-8531-2871d8ce3a76


class TutorBoard:
    """
    The board on which a school keeps who is taught by which tutor. A pupil has at most one tutor, and a tutor has a
    number of places. Pupils list the tutors they wish for, the most wanted first; they never go to a tutor they do
    not list. A tutor wants the more urgent of two pupils more, and of two equally urgent ones the one whose name
    comes first in ascending order.
    The methods enter, leave, change and set_places find the board settled and leave it settled: nobody who lists a
    tutor and has none, or has one further down the list, finds a free place with that tutor, or a pupil there whom
    that tutor wants less.
    """

    def __init__(self, places: dict[str, int]):
        """
        Set up a board without pupils.
        :param places: dict, from the name of each tutor to the number of places, at least 0.
        self.places: dict, from the name of each tutor to the number of places.
        self.urgency: dict, from the name of each pupil on the board to the urgency, an int; the greater it is, the
            more urgent is the pupil.
        self.wishes: dict, from the name of each pupil on the board to the list of the tutors wished for, the most
            wanted first, each at most once; it may be empty.
        self.groups: dict, from the name of each tutor to the list of the pupils taught, at most as many as there are
            places, the most wanted by the tutor first; it has an entry for every tutor.
        """
        self.places = dict(places)
        self.urgency = {}
        self.wishes = {}
        self.groups = {tutor: [] for tutor in places}

    def tutor_of(self, pupil: str) -> str:
        """
        The tutor who teaches a pupil.
        :param pupil: str, the name of a pupil on the board.
        :return: str, the name of the tutor, or "" if the pupil has none.
        :raises KeyError: with the name if the pupil is not on the board.
        >>> board = TutorBoard({"Ada": 1, "Bo": 2})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada"], "Lee": []}
        >>> board.groups["Ada"] = ["Kim"]
        >>> board.tutor_of("Kim"), board.tutor_of("Lee")
        ('Ada', '')
        """

    def seek(self, pupil: str, start: int) -> list[tuple[str, str]]:
        """
        Let a pupil who has no tutor look for one. The pupil asks the tutors on the own list, from the position start
        on, one after another. A tutor with a free place takes the pupil, and the search ends. A tutor without one
        takes the pupil if there is a pupil in the group whom the tutor wants less: the one wanted least leaves the
        group and goes on in the same way, asking the tutors that come after this one on the list of that pupil, and
        so on. Who reaches the end of the list stays without a tutor, and the search ends.
        :param pupil: str, the name of a pupil on the board without a tutor.
        :param start: int, the position on the pupil's list of the first tutor to ask, 0 for the first; it may be the
            length of the list.
        :return: list of tuple, (pupil, tutor) for each pupil that a tutor took, in that order, and (pupil, "") at the
            end if somebody stays without a tutor.
        >>> board = TutorBoard({"Ada": 1, "Bo": 1})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada"], "Lee": ["Ada", "Bo"]}
        >>> board.groups["Ada"] = ["Lee"]
        >>> board.seek("Kim", 0)
        [('Kim', 'Ada'), ('Lee', 'Bo')]
        >>> board.groups
        {'Ada': ['Kim'], 'Bo': ['Lee']}
        """

    def fill(self, tutor: str) -> list[tuple[str, str]]:
        """
        Give out the free places of a tutor. As long as there is a free place, the tutor chooses, among the pupils who
        list this tutor and have no tutor or one further down their list, the one wanted most, who moves to this
        tutor. If that pupil leaves another tutor, the free places of that one are given out in the same way at once,
        before this tutor chooses again. If there is nobody to choose, the places stay free.
        :param tutor: str, the name of the tutor.
        :return: list of tuple, (pupil, tutor) for each move, in that order.
        >>> board = TutorBoard({"Ada": 1, "Bo": 1})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada", "Bo"], "Lee": ["Bo"]}
        >>> board.groups["Bo"] = ["Kim"]
        >>> board.fill("Ada")
        [('Kim', 'Ada'), ('Lee', 'Bo')]
        """

    def enter(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        """
        Put a new pupil on the board, who then looks for a tutor as described for seek, from the first wish on.
        :param pupil: str, the name of the pupil.
        :param urgency: int, the urgency.
        :param wishes: list of str, the tutors wished for, the most wanted first; it is copied.
        :return: list of tuple, the moves as seek returns them.
        :raises ValueError: with the message "already on the board" if the pupil is; else with "unknown tutor: "
            followed by the name if a wish is no tutor (the first such wish); else with "repeated wish" if a tutor is
            listed more than once. Nothing is changed then.
        >>> board = TutorBoard({"Ada": 1, "Bo": 1})
        >>> board.enter("Lee", 3, ["Ada", "Bo"])
        [('Lee', 'Ada')]
        >>> board.enter("Kim", 5, ["Ada"])
        [('Kim', 'Ada'), ('Lee', 'Bo')]
        >>> board.enter("Max", 1, ["Bo"])
        [('Max', '')]
        """

    def leave(self, pupil: str) -> list[tuple[str, str]]:
        """
        Take a pupil off the board. If the pupil had a tutor, the free places of that tutor are given out as described
        for fill.
        :param pupil: str, the name of the pupil.
        :return: list of tuple, the moves of the others as fill returns them, empty if the pupil had no tutor.
        :raises KeyError: with the name if the pupil is not on the board.
        >>> board = TutorBoard({"Ada": 1, "Bo": 1})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada"], "Lee": ["Ada", "Bo"]}
        >>> board.groups = {"Ada": ["Kim"], "Bo": ["Lee"]}
        >>> board.leave("Kim"), board.wishes
        ([('Lee', 'Ada')], {'Lee': ['Ada', 'Bo']})
        """

    def change(self, pupil: str, urgency: int, wishes: list[str]) -> list[tuple[str, str]]:
        """
        Give a pupil another urgency and other wishes. First, if the pupil has a tutor, the pupil leaves that group,
        and the free places of the tutor are given out as described for fill, but to others: this pupil takes no part.
        Then the pupil gets the new urgency and the new wishes and looks for a tutor as described for seek, from the
        first wish on; that may bring the pupil back to the old tutor.
        :param pupil: str, the name of the pupil.
        :param urgency: int, the new urgency.
        :param wishes: list of str, the new wishes, each a tutor and none repeated; it is copied.
        :return: list of tuple, the moves as fill returns them, and after them those as seek returns them.
        :raises KeyError: with the name if the pupil is not on the board; nothing is changed then.
        >>> board = TutorBoard({"Ada": 1, "Bo": 1})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada"], "Lee": ["Ada", "Bo"]}
        >>> board.groups = {"Ada": ["Kim"], "Bo": ["Lee"]}
        >>> board.change("Kim", 2, ["Ada", "Bo"])
        [('Lee', 'Ada'), ('Kim', 'Bo')]
        """

    def set_places(self, tutor: str, count: int) -> list[tuple[str, str]]:
        """
        Give a tutor another number of places. If the group is too large for it, the pupils wanted least leave the
        group, as many as needed, all at once; then each of them, the most wanted first, looks for a tutor as
        described for seek, asking the tutors that come after this one on the own list. If there are free places,
        they are given out as described for fill.
        :param tutor: str, the name of the tutor.
        :param count: int, the new number of places, at least 0.
        :return: list of tuple, the moves as seek and fill return them, in order.
        :raises KeyError: with the name if there is no such tutor.
        >>> board = TutorBoard({"Ada": 2, "Bo": 1})
        >>> board.urgency, board.wishes = {"Kim": 5, "Lee": 3}, {"Kim": ["Ada"], "Lee": ["Ada", "Bo"]}
        >>> board.groups["Ada"] = ["Kim", "Lee"]
        >>> board.set_places("Ada", 0)
        [('Kim', ''), ('Lee', 'Bo')]
        """
