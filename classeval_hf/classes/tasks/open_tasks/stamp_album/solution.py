# canary: classeval-hf open stamp_album eaf84a65-088b-4b99-9afa-082d4e3d2292


class StampAlbum:
    def __init__(self):
        self.pages = {}
        self.placed = {}
        self.spares = {}
        self.promised = {}

    def receive(self, code: str, grade: int) -> str:
        if not 1 <= grade <= 5:
            raise ValueError(f"bad grade: {grade}")
        if not any(code in codes for codes in self.pages.values()):
            result = "spare"
        elif code not in self.placed:
            self.placed[code] = grade
            return "new"
        elif grade > self.placed[code]:
            grade, self.placed[code] = self.placed[code], grade
            result = "better"
        else:
            result = "spare"
        self.spares[code] = sorted([*self.spares.get(code, []), grade])
        return result

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
        filled = [code for code in codes if code in self.spares]
        for code in filled:
            *rest, self.placed[code] = self.spares.pop(code)
            if rest:
                self.spares[code] = rest
        return filled

    def remove_page(self, page: str) -> list[tuple[str, int]]:
        loose = [(code, self.placed.pop(code)) for code in self.pages.pop(page) if code in self.placed]
        for code, grade in loose:
            self.spares[code] = [*self.spares.get(code, []), grade]
        return loose

    def promise(self, partner: str, code: str, least: int = 1) -> int:
        good = [grade for grade in self.spares.get(code, []) if grade >= least]
        if not good:
            raise ValueError(f"no spare: {code}")
        self.spares[code].remove(good[0])
        if not self.spares[code]:
            del self.spares[code]
        self.promised.setdefault(partner, []).append((code, good[0]))
        return good[0]

    def trade(self, partner: str, gets: list[tuple[str, int]]) -> list[str]:
        lack = sum(grade for _, grade in self.promised[partner])
        for _, grade in gets:
            if not 1 <= grade <= 5:
                raise ValueError(f"bad grade: {grade}")
            lack -= grade
        if lack > 0:
            raise ValueError(f"unfair: {lack}")
        del self.promised[partner]
        return [self.receive(code, grade) for code, grade in gets]

    def withdraw(self, partner: str) -> list[str]:
        return [self.receive(code, grade) for code, grade in self.promised.pop(partner)]

    def match(self, has: list[tuple[str, int]], wants: list[str]) -> list[tuple[str, int, str, int]]:
        best = {}
        for code, grade in has:
            best[code] = max(grade, best.get(code, 0))
        liked = []
        for codes in self.pages.values():
            for code in codes:
                ours = self.placed.get(code, 0)
                if best.get(code, 0) > ours:
                    liked.append((ours > 0, ours - best[code] if ours else 0, code))
        swaps, left = [], list(wants)
        for _, _, code in sorted(liked):
            for want in left:
                suitable = [grade for grade in self.spares.get(want, []) if grade <= best[code]]
                if suitable:
                    swaps.append((want, suitable[-1], code, best[code]))
                    left.remove(want)
                    break
        return swaps

    def progress(self) -> list[tuple[str, int, list[str]]]:
        rows = []
        for page, codes in self.pages.items():
            missing = [code for code in codes if code not in self.placed]
            rows.append((len(missing) / len(codes), len(missing), page, missing))
        rows.sort()
        return [(page, 100 - -(-100 * count // len(self.pages[page])), missing) for _, count, page, missing in rows]
