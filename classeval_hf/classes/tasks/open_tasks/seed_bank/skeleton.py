# canary: classeval-hf open seed_bank 1025de4c-1448-4dca-a6fa-6cea3041f865

from fractions import Fraction


class SeedBank:
    """
    A bank of seed lots, kept in vaults. The viability of a lot is the share of its seeds that would grow, an exact
    fraction from 0 to 1. With each whole year in a vault it is multiplied by the share that the vault keeps. Years are
    numbers.
    """

    def __init__(self, losses: dict[str, tuple[int, int]]):
        """
        Set up the vaults without seeds.
        self.kept: dict, from the name of each vault to the share of the viability that it keeps in a year, a Fraction
            above 0 and at most 1.
        self.lots: dict, from the name of each lot to a tuple (species, vault, seeds, viability, tested, year): seeds
            are those that are there, at least 1; viability is a Fraction, the viability in that year, before which
            nothing can happen to the lot; tested is the number of seeds that were ever sown to test it.
        :param losses: dict, from the name of each vault to a tuple (numerator, denominator), the share of the
            viability that is lost in a year; it is at least 0 and less than 1.
        """
        self.kept = {vault: 1 - Fraction(*loss) for vault, loss in losses.items()}
        self.lots = {}

    def accept(self, lot: str, species: str, vault: str, seeds: int, year: int, sown: int, grown: int) -> Fraction:
        """
        Take in a new lot, after some further seeds of it were sown as a test. Its viability in the year is the share
        of the sown seeds that grew.
        :param lot: str, the name of the lot.
        :param species: str, its species.
        :param vault: str, the vault where it comes.
        :param seeds: int, the number of its seeds, without the sown ones.
        :param year: int, the year.
        :param sown: int, the number of seeds sown.
        :param grown: int, how many of them grew.
        :return: Fraction, its viability.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "lot exists: " and the
            name of the lot; "no vault: " and the name of the vault if there is none; "bad number" if seeds or sown is
            less than 1, or if grown is less than 0 or greater than sown.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.lots
        (Fraction(9, 10), {'A1': ('rye', 'cold', 500, Fraction(9, 10), 50, 2000)})
        """

    def viability(self, lot: str, year: int) -> Fraction:
        """
        The viability of a lot in a year, if it stays where it is. Nothing is changed.
        :param lot: str, the name of the lot.
        :param year: int, the year.
        :return: Fraction, the viability.
        :raises KeyError: with the name if there is no such lot.
        :raises ValueError: else with the message "before " and the year of the lot if the given year is before it.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.viability("A1", 2002)
        (Fraction(9, 10), Fraction(729, 1000))
        """

    def test(self, lot: str, year: int, sown: int, grown: int) -> Fraction:
        """
        Sow seeds of a lot to learn its viability. The new viability is that in the given year times the number of
        seeds tested so far, plus the number that grew now, divided by the number of seeds tested, those sown now
        included. It holds in the given year, which becomes the year of the lot. The sown seeds are gone; if no seeds
        are left the lot is removed.
        :param lot: str, the name of the lot.
        :param year: int, the year.
        :param sown: int, the number of seeds sown.
        :param grown: int, how many of them grew.
        :return: Fraction, the new viability.
        :raises KeyError: with the name if there is no such lot; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "bad number" if sown
            is less than 1, or if grown is less than 0 or greater than sown; the message of viability; "too few seeds"
            if the lot has less than sown.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.test("A1", 2002, 50, 40), bank.lots["A1"]
        (Fraction(9, 10), Fraction(1529, 2000), ('rye', 'cold', 450, Fraction(1529, 2000), 100, 2002))
        """

    def move(self, lot: str, year: int, vault: str) -> int:
        """
        Bring a lot from its vault into another. The year becomes the year of the lot.
        :param lot: str, the name of the lot.
        :param year: int, the year.
        :param vault: str, the vault where it comes, which may be the one where it is.
        :return: int, how many lots are in that vault then.
        :raises KeyError: with the name if there is no such lot; nothing is changed then.
        :raises ValueError: else with the message "no vault: " and the name of the vault if there is none; else with
            the message of viability. Nothing is changed then.
        >>> bank = SeedBank({"cold": (1, 10), "dry": (1, 3)})
        >>> bank.accept("A1", "rye", "dry", 500, 2000, 50, 45), bank.move("A1", 2001, "cold")
        (Fraction(9, 10), 1)
        >>> bank.lots["A1"], bank.viability("A1", 2002)
        (('rye', 'cold', 500, Fraction(3, 5), 50, 2001), Fraction(27, 50))
        """

    def merge(self, lot: str, other: str, year: int) -> Fraction:
        """
        Pour a lot into another one of the same species in the same vault; the lot poured is removed. The viability in
        the given year, which becomes the year of the lot, is the mean of the viabilities of both in that year, weighed
        by their seeds; the tested seeds of both are added.
        :param lot: str, the name of the lot that stays.
        :param other: str, the name of the lot poured into it.
        :param year: int, the year.
        :return: Fraction, the viability of the lot that stays.
        :raises KeyError: with the name of the lot that stays if it is unknown, else with that of the other one if that
            is; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "same lot"; "other
            species"; "other vault"; the message of viability for the lot that stays; that for the other lot.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 100, 2000, 5, 5), bank.accept("A2", "rye", "cold", 200, 2001, 10, 3)
        (Fraction(1, 1), Fraction(3, 10))
        >>> bank.merge("A1", "A2", 2001), bank.lots
        (Fraction(1, 2), {'A1': ('rye', 'cold', 300, Fraction(1, 2), 15, 2001)})
        """

    def regenerate(self, lot: str, year: int, sown: int, new: str, harvest: int) -> int:
        """
        Grow plants from seeds of a lot and take their seeds in as a new lot of the species in the same vault. The
        plants are the sown seeds times the viability of the lot in the year, rounded down. With N plants the viability
        of the new lot in this year, which is its year, is N / (N + 1), and none of its seeds are tested. The sown
        seeds are gone; if the old lot has no seeds left it is removed. Otherwise its viability and its year stay as
        they are.
        :param lot: str, the name of the lot.
        :param year: int, the year.
        :param sown: int, the number of seeds sown.
        :param new: str, the name of the new lot.
        :param harvest: int, the number of its seeds.
        :return: int, the number of plants.
        :raises KeyError: with the name if there is no such lot; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "lot exists: " and
            the new name if there is a lot of that name; "bad number" if sown or harvest is less than 1; the message of
            viability; "too few seeds" if the lot has less than sown; "no plants" if there is none.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.regenerate("A1", 2001, 10, "A2", 900)
        (Fraction(9, 10), 8)
        >>> bank.lots["A1"], bank.lots["A2"]
        (('rye', 'cold', 490, Fraction(9, 10), 50, 2000), ('rye', 'cold', 900, Fraction(8, 9), 0, 2001))
        """

    def due(self, year: int, percent: int) -> list[tuple[str, int]]:
        """
        The lots whose viability in a year is less than a number of percent. Lots whose own year is after the given one
        are left out. Nothing is changed.
        :param year: int, the year.
        :param percent: int, the percent.
        :return: list of tuple, (lot, living), living being the seeds times the viability in the year, rounded down;
            the least viable lots come first, of equally viable ones those with fewer seeds, then those whose names
            come first in ascending order.
        >>> bank = SeedBank({"cold": (1, 10)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.accept("A2", "oat", "cold", 55, 2000, 10, 8)
        (Fraction(9, 10), Fraction(4, 5))
        >>> bank.due(2001, 81), bank.due(2001, 82)
        ([('A2', 39)], [('A2', 39), ('A1', 405)])
        """

    def first_below(self, lot: str, percent: int) -> int:
        """
        The first year, from the year of a lot on, in which its viability is less than a number of percent if it stays
        where it is. Nothing is changed.
        :param lot: str, the name of the lot.
        :param percent: int, the percent.
        :return: int, the year; -1 if there is none.
        :raises KeyError: with the name if there is no such lot.
        >>> bank = SeedBank({"cold": (1, 10), "deep": (0, 1)})
        >>> bank.accept("A1", "rye", "cold", 500, 2000, 50, 45), bank.accept("A2", "rye", "deep", 5, 2000, 5, 4)
        (Fraction(9, 10), Fraction(4, 5))
        >>> bank.first_below("A1", 70), bank.first_below("A2", 70)
        (2003, -1)
        """
