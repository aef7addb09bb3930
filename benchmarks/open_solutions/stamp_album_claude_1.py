import bisect
from fractions import Fraction


class StampAlbum:
    def __init__(self):
        self.pages = {}
        self.placed = {}
        self.spares = {}
        self.promised = {}

    def _codes(self):
        return {code for codes in self.pages.values() for code in codes}

    def _add_spare(self, code, grade):
        bisect.insort(self.spares.setdefault(code, []), grade)

    def _take_spare(self, code, index):
        grades = self.spares[code]
        grade = grades.pop(index)
        if not grades:
            del self.spares[code]
        return grade

    def receive(self, code: str, grade: int) -> str:
        if not 1 <= grade <= 5:
            raise ValueError(f"bad grade: {grade}")
        if code in self._codes():
            if code not in self.placed:
                self.placed[code] = grade
                return "new"
            if self.placed[code] < grade:
                self._add_spare(code, self.placed[code])
                self.placed[code] = grade
                return "better"
        self._add_spare(code, grade)
        return "spare"

    def add_page(self, page: str, codes: list[str]) -> list[str]:
        if page in self.pages:
            raise ValueError("page exists: " + page)
        if not codes:
            raise ValueError("empty page")
        taken = self._codes()
        for code in codes:
            if code in taken:
                raise ValueError("on a page: " + code)
            taken.add(code)
        self.pages[page] = list(codes)
        filled = []
        for code in codes:
            if code in self.spares:
                self.placed[code] = self._take_spare(code, -1)
                filled.append(code)
        return filled

    def remove_page(self, page: str) -> list[tuple[str, int]]:
        if page not in self.pages:
            raise KeyError(page)
        result = []
        for code in self.pages.pop(page):
            if code in self.placed:
                grade = self.placed.pop(code)
                self._add_spare(code, grade)
                result.append((code, grade))
        return result

    def promise(self, partner: str, code: str, least: int = 1) -> int:
        grades = self.spares.get(code, [])
        index = bisect.bisect_left(grades, least)
        if index == len(grades):
            raise ValueError("no spare: " + code)
        grade = self._take_spare(code, index)
        self.promised.setdefault(partner, []).append((code, grade))
        return grade

    def trade(self, partner: str, gets: list[tuple[str, int]]) -> list[str]:
        if partner not in self.promised:
            raise KeyError(partner)
        for _, grade in gets:
            if not 1 <= grade <= 5:
                raise ValueError(f"bad grade: {grade}")
        above = sum(grade for _, grade in self.promised[partner]) - sum(grade for _, grade in gets)
        if above > 0:
            raise ValueError(f"unfair: {above}")
        del self.promised[partner]
        return [self.receive(code, grade) for code, grade in gets]

    def withdraw(self, partner: str) -> list[str]:
        if partner not in self.promised:
            raise KeyError(partner)
        return [self.receive(code, grade) for code, grade in self.promised.pop(partner)]

    def match(self, has: list[tuple[str, int]], wants: list[str]) -> list[tuple[str, int, str, int]]:
        codes = self._codes()
        best = {}
        for code, grade in has:
            if code in codes:
                best[code] = max(grade, best.get(code, grade))
        wishes = []
        for code, grade in best.items():
            if code not in self.placed:
                wishes.append((0, 0, code, grade))
            elif self.placed[code] < grade:
                wishes.append((1, self.placed[code] - grade, code, grade))
        wishes.sort()
        open_wants = list(wants)
        swaps = []
        for _, _, code, grade in wishes:
            for want in open_wants:
                possible = [g for g in self.spares.get(want, ()) if g <= grade]
                if possible:
                    swaps.append((want, max(possible), code, grade))
                    open_wants.remove(want)
                    break
        return swaps

    def progress(self) -> list[tuple[str, int, list[str]]]:
        rows = []
        for page, codes in self.pages.items():
            missing = [code for code in codes if code not in self.placed]
            filled = len(codes) - len(missing)
            key = (-Fraction(filled, len(codes)), len(missing), page)
            rows.append((key, (page, filled * 100 // len(codes), missing)))
        rows.sort(key=lambda row: row[0])
        return [row[1] for row in rows]
