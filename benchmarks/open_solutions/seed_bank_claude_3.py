from fractions import Fraction


class SeedBank:
    def __init__(self, losses: dict[str, tuple[int, int]]):
        self.kept = {vault: 1 - Fraction(*loss) for vault, loss in losses.items()}
        self.lots = {}

    def _check(self, lot):
        if lot not in self.lots:
            raise KeyError(lot)

    def accept(self, lot: str, species: str, vault: str, seeds: int, year: int, sown: int, grown: int) -> Fraction:
        if lot in self.lots:
            raise ValueError("lot exists: " + lot)
        if vault not in self.kept:
            raise ValueError("no vault: " + vault)
        if seeds < 1 or sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        share = Fraction(grown, sown)
        self.lots[lot] = (species, vault, seeds, share, sown, year)
        return share

    def viability(self, lot: str, year: int) -> Fraction:
        self._check(lot)
        _, vault, _, share, _, since = self.lots[lot]
        if year < since:
            raise ValueError(f"before {since}")
        return share * self.kept[vault] ** (year - since)

    def test(self, lot: str, year: int, sown: int, grown: int) -> Fraction:
        self._check(lot)
        if sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        share = self.viability(lot, year)
        species, vault, seeds, _, tested, _ = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        share = (share * tested + grown) / (tested + sown)
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, share, tested + sown, year)
        return share

    def move(self, lot: str, year: int, vault: str) -> int:
        self._check(lot)
        if vault not in self.kept:
            raise ValueError("no vault: " + vault)
        share = self.viability(lot, year)
        species, _, seeds, _, tested, _ = self.lots[lot]
        self.lots[lot] = (species, vault, seeds, share, tested, year)
        return sum(1 for entry in self.lots.values() if entry[1] == vault)

    def merge(self, lot: str, other: str, year: int) -> Fraction:
        self._check(lot)
        self._check(other)
        if lot == other:
            raise ValueError("same lot")
        species, vault, seeds, _, tested, _ = self.lots[lot]
        other_species, other_vault, other_seeds, _, other_tested, _ = self.lots[other]
        if species != other_species:
            raise ValueError("other species")
        if vault != other_vault:
            raise ValueError("other vault")
        share = self.viability(lot, year)
        other_share = self.viability(other, year)
        total = seeds + other_seeds
        share = (share * seeds + other_share * other_seeds) / total
        del self.lots[other]
        self.lots[lot] = (species, vault, total, share, tested + other_tested, year)
        return share

    def regenerate(self, lot: str, year: int, sown: int, new: str, harvest: int) -> int:
        self._check(lot)
        if new in self.lots:
            raise ValueError("lot exists: " + new)
        if sown < 1 or harvest < 1:
            raise ValueError("bad number")
        share = self.viability(lot, year)
        species, vault, seeds, old_share, tested, since = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        plants = int(sown * share)
        if plants < 1:
            raise ValueError("no plants")
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, old_share, tested, since)
        self.lots[new] = (species, vault, harvest, Fraction(plants, plants + 1), 0, year)
        return plants

    def due(self, year: int, percent: int) -> list[tuple[str, int]]:
        found = []
        for lot, entry in self.lots.items():
            if entry[5] > year:
                continue
            share = self.viability(lot, year)
            if share * 100 < percent:
                found.append((share, entry[2], lot))
        return [(lot, int(seeds * share)) for share, seeds, lot in sorted(found)]

    def first_below(self, lot: str, percent: int) -> int:
        self._check(lot)
        _, vault, _, share, _, year = self.lots[lot]
        kept = self.kept[vault]
        if share * 100 < percent:
            return year
        if percent <= 0 or kept == 1:
            return -1
        # compare numerator / denominator with percent without reducing the fraction
        numerator = share.numerator * 100
        denominator = share.denominator * percent
        while numerator >= denominator:
            numerator *= kept.numerator
            denominator *= kept.denominator
            year += 1
        return year
