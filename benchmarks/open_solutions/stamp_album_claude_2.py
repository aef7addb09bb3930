from bisect import bisect_left, bisect_right, insort
from fractions import Fraction


class StampAlbum:
    def __init__(self):
        self.pages = {}
        self.placed = {}
        self.spares = {}
        self.promised = {}

    def _on_page(self, code):
        return any(code in codes for codes in self.pages.values())

    def _add_spare(self, code, grade):
        insort(self.spares.setdefault(code, []), grade)

    def _take_spare(self, code, index):
        grades = self.spares[code]
        grade = grades.pop(index)
        if not grades:
            del self.spares[code]
        return grade

    def receive(self, code: str, grade: int) -> str:
        if not 1 <= grade <= 5:
            raise ValueError(f"bad grade: {grade}")
        if self._on_page(code):
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
            raise ValueError(f"page exists: {page}")
        if not codes:
            raise ValueError("empty page")
        taken = {code for others in self.pages.values() for code in others}
        for code in codes:
            if code in taken:
                raise ValueError(f"on a page: {code}")
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
        removed = []
        for code in self.pages.pop(page):
            if code in self.placed:
                grade = self.placed.pop(code)
                self._add_spare(code, grade)
                removed.append((code, grade))
        return removed

    def promise(self, partner: str, code: str, least: int = 1) -> int:
        grades = self.spares.get(code, [])
        index = bisect_left(grades, least)
        if index == len(grades):
            raise ValueError(f"no spare: {code}")
        grade = self._take_spare(code, index)
        self.promised.setdefault(partner, []).append((code, grade))
        return grade

    def trade(self, partner: str, gets: list[tuple[str, int]]) -> list[str]:
        if partner not in self.promised:
            raise KeyError(partner)
        for _, grade in gets:
            if not 1 <= grade <= 5:
                raise ValueError(f"bad grade: {grade}")
        given = sum(grade for _, grade in self.promised[partner])
        loss = given - sum(grade for _, grade in gets)
        if loss > 0:
            raise ValueError(f"unfair: {loss}")
        del self.promised[partner]
        return [self.receive(code, grade) for code, grade in gets]

    def withdraw(self, partner: str) -> list[str]:
        if partner not in self.promised:
            raise KeyError(partner)
        return [self.receive(code, grade) for code, grade in self.promised.pop(partner)]

    def match(self, has: list[tuple[str, int]], wants: list[str]) -> list[tuple[str, int, str, int]]:
        best = {}
        for code, grade in has:
            best[code] = max(grade, best.get(code, grade))
        on_pages = {code for codes in self.pages.values() for code in codes}
        empty = []
        better = []
        for code, grade in best.items():
            if code not in on_pages:
                continue
            if code not in self.placed:
                empty.append(code)
            elif self.placed[code] < grade:
                better.append((self.placed[code] - grade, code))
        open_wants = list(wants)
        swaps = []
        for code in sorted(empty) + [code for _, code in sorted(better)]:
            grade = best[code]
            for index, want in enumerate(open_wants):
                grades = self.spares.get(want, [])
                place = bisect_right(grades, grade)
                if place:
                    swaps.append((want, grades[place - 1], code, grade))
                    del open_wants[index]
                    break
        return swaps

    def progress(self) -> list[tuple[str, int, list[str]]]:
        rows = []
        for page, codes in self.pages.items():
            missing = [code for code in codes if code not in self.placed]
            filled = len(codes) - len(missing)
            rows.append((-Fraction(filled, len(codes)), len(missing), page, filled * 100 // len(codes), missing))
        rows.sort(key=lambda row: row[:3])
        return [(page, percent, missing) for _, _, page, percent, missing in rows]
