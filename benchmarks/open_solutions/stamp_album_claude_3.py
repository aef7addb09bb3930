from bisect import insort
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

    def _take_spare(self, code, grade):
        self.spares[code].remove(grade)
        if not self.spares[code]:
            del self.spares[code]

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
            raise ValueError("page exists: " + page)
        if not codes:
            raise ValueError("empty page")
        for place, code in enumerate(codes):
            if self._on_page(code) or code in codes[:place]:
                raise ValueError("on a page: " + code)
        self.pages[page] = list(codes)
        filled = []
        for code in codes:
            if self.spares.get(code):
                best = self.spares[code][-1]
                self._take_spare(code, best)
                self.placed[code] = best
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
        grade = next((grade for grade in self.spares.get(code, []) if grade >= least), None)
        if grade is None:
            raise ValueError("no spare: " + code)
        self._take_spare(code, grade)
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
        best = {}
        for code, grade in has:
            best[code] = max(grade, best.get(code, grade))
        wishes = []
        for code, grade in best.items():
            if not self._on_page(code):
                continue
            if code not in self.placed:
                wishes.append((0, 0, code, grade))
            elif self.placed[code] < grade:
                wishes.append((1, self.placed[code] - grade, code, grade))
        left = list(wants)
        swaps = []
        for _, _, code, grade in sorted(wishes):
            for want in left:
                fair = [spare for spare in self.spares.get(want, []) if spare <= grade]
                if fair:
                    swaps.append((want, max(fair), code, grade))
                    left.remove(want)
                    break
        return swaps

    def progress(self) -> list[tuple[str, int, list[str]]]:
        lines = []
        for page, codes in self.pages.items():
            missing = [code for code in codes if code not in self.placed]
            share = Fraction(len(codes) - len(missing), len(codes))
            lines.append((-share, len(missing), page, int(share * 100), missing))
        lines.sort(key=lambda line: line[:3])
        return [(page, percent, missing) for _, _, page, percent, missing in lines]
