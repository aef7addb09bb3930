from fractions import Fraction


class SeedBank:
    def __init__(self, losses: dict[str, tuple[int, int]]):
        self.kept = {vault: 1 - Fraction(*loss) for vault, loss in losses.items()}
        self.lots = {}

    def _check_lot(self, lot):
        if lot not in self.lots:
            raise KeyError(lot)

    def accept(self, lot: str, species: str, vault: str, seeds: int, year: int, sown: int, grown: int) -> Fraction:
        if lot in self.lots:
            raise ValueError("lot exists: " + lot)
        if vault not in self.kept:
            raise ValueError("no vault: " + vault)
        if seeds < 1 or sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        viability = Fraction(grown, sown)
        self.lots[lot] = (species, vault, seeds, viability, sown, year)
        return viability

    def viability(self, lot: str, year: int) -> Fraction:
        self._check_lot(lot)
        _, vault, _, viability, _, since = self.lots[lot]
        if year < since:
            raise ValueError(f"before {since}")
        return viability * self.kept[vault] ** (year - since)

    def test(self, lot: str, year: int, sown: int, grown: int) -> Fraction:
        self._check_lot(lot)
        if sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        old = self.viability(lot, year)
        species, vault, seeds, _, tested, _ = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        viability = (old * tested + grown) / (tested + sown)
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, viability, tested + sown, year)
        return viability

    def move(self, lot: str, year: int, vault: str) -> int:
        self._check_lot(lot)
        if vault not in self.kept:
            raise ValueError("no vault: " + vault)
        viability = self.viability(lot, year)
        species, _, seeds, _, tested, _ = self.lots[lot]
        self.lots[lot] = (species, vault, seeds, viability, tested, year)
        return sum(entry[1] == vault for entry in self.lots.values())

    def merge(self, lot: str, other: str, year: int) -> Fraction:
        self._check_lot(lot)
        self._check_lot(other)
        if lot == other:
            raise ValueError("same lot")
        species, vault, seeds, _, tested, _ = self.lots[lot]
        species2, vault2, seeds2, _, tested2, _ = self.lots[other]
        if species != species2:
            raise ValueError("other species")
        if vault != vault2:
            raise ValueError("other vault")
        first = self.viability(lot, year)
        second = self.viability(other, year)
        viability = (first * seeds + second * seeds2) / (seeds + seeds2)
        del self.lots[other]
        self.lots[lot] = (species, vault, seeds + seeds2, viability, tested + tested2, year)
        return viability

    def regenerate(self, lot: str, year: int, sown: int, new: str, harvest: int) -> int:
        self._check_lot(lot)
        if new in self.lots:
            raise ValueError("lot exists: " + new)
        if sown < 1 or harvest < 1:
            raise ValueError("bad number")
        viability = self.viability(lot, year)
        species, vault, seeds, old, tested, since = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        plants = int(sown * viability)
        if plants < 1:
            raise ValueError("no plants")
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, old, tested, since)
        self.lots[new] = (species, vault, harvest, Fraction(plants, plants + 1), 0, year)
        return plants

    def due(self, year: int, percent: int) -> list[tuple[str, int]]:
        rows = []
        for lot, entry in self.lots.items():
            if entry[5] > year:
                continue
            viability = self.viability(lot, year)
            if viability < Fraction(percent, 100):
                rows.append((viability, entry[2], lot))
        rows.sort()
        return [(lot, int(seeds * viability)) for viability, seeds, lot in rows]

    def first_below(self, lot: str, percent: int) -> int:
        self._check_lot(lot)
        _, vault, _, viability, _, year = self.lots[lot]
        if percent <= 0:
            return -1
        kept = self.kept[vault]
        left = viability.numerator * 100
        right = viability.denominator * percent
        if left >= right and kept == 1:
            return -1
        while left >= right:
            left *= kept.numerator
            right *= kept.denominator
            year += 1
        return year
