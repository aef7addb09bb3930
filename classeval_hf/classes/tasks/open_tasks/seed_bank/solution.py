# canary: classeval-hf open seed_bank 1025de4c-1448-4dca-a6fa-6cea3041f865

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
        if seeds < 1 or not 0 <= grown <= sown or sown < 1:
            raise ValueError("bad number")
        viability = Fraction(grown, sown)
        self.lots[lot] = (species, vault, seeds, viability, sown, year)
        return viability

    def viability(self, lot: str, year: int) -> Fraction:
        _, vault, _, viability, _, since = self.lots[lot]
        if year < since:
            raise ValueError(f"before {since}")
        return viability * self.kept[vault] ** (year - since)

    def test(self, lot: str, year: int, sown: int, grown: int) -> Fraction:
        species, vault, seeds, _, tested, _ = self.lots[lot]
        if not 0 <= grown <= sown or sown < 1:
            raise ValueError("bad number")
        viability = self.viability(lot, year)
        if sown > seeds:
            raise ValueError("too few seeds")
        viability = (viability * tested + grown) / (tested + sown)
        if sown == seeds:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, viability, tested + sown, year)
        return viability

    def move(self, lot: str, year: int, vault: str) -> int:
        species, _, seeds, _, tested, _ = self.lots[lot]
        if vault not in self.kept:
            raise ValueError(f"no vault: {vault}")
        self.lots[lot] = (species, vault, seeds, self.viability(lot, year), tested, year)
        return sum(entry[1] == vault for entry in self.lots.values())

    def merge(self, lot: str, other: str, year: int) -> Fraction:
        species, vault, seeds, _, tested, _ = self.lots[lot]
        other_species, other_vault, more, _, others, _ = self.lots[other]
        if lot == other:
            raise ValueError("same lot")
        if species != other_species:
            raise ValueError("other species")
        if vault != other_vault:
            raise ValueError("other vault")
        living = self.viability(lot, year) * seeds + self.viability(other, year) * more
        del self.lots[other]
        self.lots[lot] = (species, vault, seeds + more, living / (seeds + more), tested + others, year)
        return self.lots[lot][3]

    def regenerate(self, lot: str, year: int, sown: int, new: str, harvest: int) -> int:
        species, vault, seeds, *rest = self.lots[lot]
        if new in self.lots:
            raise ValueError(f"lot exists: {new}")
        if sown < 1 or harvest < 1:
            raise ValueError("bad number")
        plants = sown * self.viability(lot, year) // 1
        if sown > seeds:
            raise ValueError("too few seeds")
        if plants == 0:
            raise ValueError("no plants")
        if sown == seeds:
            del self.lots[lot]
        else:
            self.lots[lot] = (species, vault, seeds - sown, *rest)
        self.lots[new] = (species, vault, harvest, Fraction(plants, plants + 1), 0, year)
        return plants

    def due(self, year: int, percent: int) -> list[tuple[str, int]]:
        found = []
        for lot, (_, _, seeds, _, _, since) in self.lots.items():
            if since <= year and self.viability(lot, year) < Fraction(percent, 100):
                found.append((self.viability(lot, year), seeds, lot))
        return [(lot, int(seeds * viability)) for viability, seeds, lot in sorted(found)]

    def first_below(self, lot: str, percent: int) -> int:
        _, vault, _, viability, _, year = self.lots[lot]
        limit = Fraction(percent, 100)
        if limit <= 0 or (self.kept[vault] == 1 and viability >= limit):
            return -1
        while viability >= limit:
            viability *= self.kept[vault]
            year += 1
        return year
