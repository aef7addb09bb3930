# canary: classeval-hf open swap_desk 54fbc1ab-cbe8-4208-aa15-27d0115fd14c


class SwapDesk:
    """
    The desk of a hospital where nurses swap shifts. A nurse offers a shift, others propose to take it, either for
    nothing or in exchange for a shift of theirs; the offering nurse accepts a proposal, and the head decides on what
    was agreed. Hours are numbered. Between the end of a shift and the begin of the next shift of the same nurse there
    are always at least the hours of rest.
    """

    def __init__(self, rest: int):
        """
        Start without shifts.
        The fields are:
        - self.rest: int, the hours of rest, at least 0.
        - self.shifts: dict, from the name of each shift, which is not empty, to a tuple (begin, end, nurse): its first
          hour, the hour at which it is over, and who has it.
        - self.offers: dict, from the name of each offered shift, in the order of the offers, to a list of tuples
          (nurse, exchange), the proposals in the order in which they were made, at most one of each nurse; exchange
          is the shift given in exchange, or empty. Every proposal is sound, as review describes it, after each call.
        - self.agreed: dict, from the name of each shift that was accepted to be taken over and not decided on yet to
          the proposal that was accepted, in the order of acceptance. A shift in it is not in self.offers. A shift is
          bound if it is in self.agreed, or is the exchange of a proposal there; no shift is bound twice.
        :param rest: int, the hours of rest.
        """
        self.rest = rest
        self.shifts = {}
        self.offers = {}
        self.agreed = {}

    def fits(self, nurse: str, takes: str, gives: str = "") -> bool:
        """
        Whether a nurse could have a shift: whether there are the hours of rest between it and each other shift that
        the nurse has, apart from the shift that the nurse gives away.
        :param nurse: str, the name of the nurse.
        :param takes: str, the name of the shift.
        :param gives: str, the name of the shift given away, or empty.
        :return: bool, whether it fits.
        :raises KeyError: with the name, if there is no shift takes.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (24, 32, "Ben"), "we": (41, 49, "Ann")}
        >>> desk.fits("Ann", "tu"), desk.fits("Ann", "tu", "we")
        (False, True)
        """

    def review(self) -> list[tuple[str, str]]:
        """
        Drop what has become impossible. First each agreed swap is dropped whose proposal does not fit any more; its
        shift is not offered again. Then each proposal is dropped that is not sound. A proposal for a shift is sound if
        its nurse does not have that shift; the exchange, if there is one, is a shift of its nurse and is not bound;
        and it fits. It fits if the nurse could have the shift, giving away the exchange, and, if there is an exchange,
        the nurse who has the shift could have the exchange, giving away the shift. An offer that loses all its
        proposals remains.
        :return: list of tuple, (shift, nurse) for each proposal dropped: first those of agreed swaps in the order of
            self.agreed, then the others in the order of self.offers, those for one shift in their order.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (30, 38, "Ben"), "we": (50, 58, "Ben")}
        >>> desk.offers = {"mo": [("Cleo", ""), ("Ben", "we")]}
        >>> desk.shifts["new"] = (12, 15, "Cleo")
        >>> desk.review(), desk.offers
        ([('mo', 'Cleo')], {'mo': [('Ben', 'we')]})
        """

    def add_shift(self, shift: str, begin: int, end: int, nurse: str) -> list[tuple[str, str]]:
        """
        Give a nurse a new shift, and review.
        :param shift: str, the name of the shift, not empty.
        :param begin: int, its first hour.
        :param end: int, the hour at which it is over.
        :param nurse: str, the name of the nurse.
        :return: list of tuple, what the review dropped.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad hours" if it does not
            end after its begin; "shift exists: " and the name of the shift; "no rest: " and the name of the nurse, if
            the shift does not fit.
        >>> desk = SwapDesk(10)
        >>> desk.add_shift("mo", 6, 14, "Ann"), desk.shifts
        ([], {'mo': (6, 14, 'Ann')})
        """

    def offer(self, shift: str) -> list[str]:
        """
        Offer a shift. Proposals that give it in exchange for another one stay.
        :param shift: str, the name of the shift.
        :return: list of str, the nurses other than the one who has it who could have it for nothing, in ascending
            order; a nurse is known by having a shift.
        :raises KeyError: with the name, if there is no such shift.
        :raises ValueError: with the message "offered: " and the name if it is offered already, "bound: " and the name
            if it is bound; nothing is changed then.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (30, 38, "Ben"), "no": (14, 22, "Cleo")}
        >>> desk.offer("mo"), desk.offers
        (['Ben'], {'mo': []})
        """

    def propose(self, shift: str, nurse: str, exchange: str = "") -> int:
        """
        Propose to take an offered shift. An earlier proposal of the nurse for this shift is dropped.
        :param shift: str, the name of the shift.
        :param nurse: str, the name of the nurse, who need not have any shift.
        :param exchange: str, the name of the shift that the nurse gives for it, or empty, the default.
        :return: int, the number of proposals for this shift now.
        :raises KeyError: with the name, if the shift is not offered.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "own shift" if the nurse
            has it; "not yours: " and the name of the exchange, if it is not empty and no shift of the nurse; "bound: "
            and the name of the exchange, if it is bound; "no rest: " and the name of the nurse, if the nurse could not
            have the shift, giving away the exchange; "no rest: " and the name of the nurse who has the shift, if there
            is an exchange and that nurse could not have it, giving away the shift.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (20, 28, "Ben"), "we": (50, 58, "Ann")}
        >>> desk.offers = {"mo": []}
        >>> desk.propose("mo", "Ben", "tu"), desk.propose("mo", "Cleo"), desk.offers
        (1, 2, {'mo': [('Ben', 'tu'), ('Cleo', '')]})
        """

    def accept(self, shift: str, nurse: str) -> list[tuple[str, str]]:
        """
        Accept the proposal of a nurse for an offered shift. It becomes agreed, and the offer ends; if the exchange is
        offered too, that offer ends as well. Then review.
        :param shift: str, the name of the shift.
        :param nurse: str, the name of the nurse.
        :return: list of tuple, (shift, nurse) for each other proposal that is dropped: first those for this shift,
            then those for the exchange if it was offered, each in their order, then what the review dropped.
        :raises KeyError: with the name, if the shift is not offered.
        :raises ValueError: with the message "no proposal: " and the name of the nurse, if there is none of the nurse
            for this shift; nothing is changed then.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (30, 38, "Ben")}
        >>> desk.offers = {"mo": [("Cleo", ""), ("Ben", "tu")], "tu": []}
        >>> desk.accept("mo", "Ben"), desk.offers, desk.agreed
        ([('mo', 'Cleo')], {}, {'mo': ('Ben', 'tu')})
        """

    def decide(self, shift: str, approve: bool) -> list[tuple[str, str]]:
        """
        Decide on an agreed swap, which is agreed no longer then. If it is approved, the nurse of the proposal has the
        shift from now on, and the nurse who had it has the exchange, if there is one; then review. If not, nothing
        else happens, and the shift is not offered again.
        :param shift: str, the name of the shift that was offered.
        :param approve: bool, whether the swap is approved.
        :return: list of tuple, what the review dropped; empty if the swap is not approved.
        :raises KeyError: with the name, if no swap is agreed for the shift.
        >>> desk = SwapDesk(10)
        >>> desk.shifts = {"mo": (6, 14, "Ann"), "tu": (30, 38, "Ben")}
        >>> desk.agreed = {"mo": ("Ben", "tu")}
        >>> desk.decide("mo", True), desk.shifts, desk.agreed
        ([], {'mo': (6, 14, 'Ben'), 'tu': (30, 38, 'Ann')}, {})
        """
