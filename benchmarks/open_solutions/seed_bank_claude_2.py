from fractions import Fraction


class SeedBank:
    def __init__(self, losses: dict[str, tuple[int, int]]):
        self.kept = {vault: 1 - Fraction(*loss) for vault, loss in losses.items()}
        self.lots = {}

    def accept(self, lot: str, species: str, vault: str, seeds: int, year: int, sown: int, grown: int) -> Fraction:
        if lot in self.lots:
            raise ValueError(f"lot exists: {lot}")
        if vault not in self.kept:
            raise ValueError(f"no vault: {vault}")
        if seeds < 1 or sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        viability = Fraction(grown, sown)
        self.lots[lot] = (species, vault, seeds, viability, sown, year)
        return viability

    def _check(self, lot):
        if lot not in self.lots:
            raise KeyError(lot)

    def viability(self, lot: str, year: int) -> Fraction:
        self._check(lot)
        _, vault, _, viability, _, since = self.lots[lot]
        if year < since:
            raise ValueError(f"before {since}")
        return viability * self.kept[vault] ** (year - since)

    def test(self, lot: str, year: int, sown: int, grown: int) -> Fraction:
        self._check(lot)
        if sown < 1 or not 0 <= grown <= sown:
            raise ValueError("bad number")
        viability = self.viability(lot, year)
        species, vault, seeds, _, tested, _ = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        viability = (viability * tested + grown) / (tested + sown)
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, viability, tested + sown, year)
        return viability

    def move(self, lot: str, year: int, vault: str) -> int:
        self._check(lot)
        if vault not in self.kept:
            raise ValueError(f"no vault: {vault}")
        viability = self.viability(lot, year)
        species, _, seeds, _, tested, _ = self.lots[lot]
        self.lots[lot] = (species, vault, seeds, viability, tested, year)
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
        own = self.viability(lot, year)
        poured = self.viability(other, year)
        total = seeds + other_seeds
        viability = (own * seeds + poured * other_seeds) / total
        self.lots[lot] = (species, vault, total, viability, tested + other_tested, year)
        del self.lots[other]
        return viability

    def regenerate(self, lot: str, year: int, sown: int, new: str, harvest: int) -> int:
        self._check(lot)
        if new in self.lots:
            raise ValueError(f"lot exists: {new}")
        if sown < 1 or harvest < 1:
            raise ValueError("bad number")
        viability = self.viability(lot, year)
        species, vault, seeds, old_viability, tested, since = self.lots[lot]
        if seeds < sown:
            raise ValueError("too few seeds")
        plants = int(viability * sown)
        if plants < 1:
            raise ValueError("no plants")
        if seeds == sown:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, old_viability, tested, since)
        self.lots[new] = (species, vault, harvest, Fraction(plants, plants + 1), 0, year)
        return plants

    def due(self, year: int, percent: int) -> list[tuple[str, int]]:
        limit = Fraction(percent, 100)
        rows = []
        for lot, entry in self.lots.items():
            if entry[5] <= year:
                viability = self.viability(lot, year)
                if viability < limit:
                    rows.append((viability, entry[2], lot))
        return [(lot, int(seeds * viability)) for viability, seeds, lot in sorted(rows)]

    def first_below(self, lot: str, percent: int) -> int:
        self._check(lot)
        _, vault, _, viability, _, year = self.lots[lot]
        kept = self.kept[vault]
        limit = Fraction(percent, 100)
        if viability < limit:
            return year
        if limit <= 0 or kept == 1:
            return -1
        high = 1
        while viability * kept**high >= limit:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            if viability * kept**middle >= limit:
                low = middle
            else:
                high = middle
        return year + high
