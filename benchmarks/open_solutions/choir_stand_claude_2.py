class ChoirStand:
    def __init__(self, rows: list[int]):
        self.rows = [[""] * places for places in rows]
        self.singers = {}
        self.spans = {}

    def _sees(self, row, place, height):
        """Whether a singer of a height can see at a place."""
        if row == 0 or place >= len(self.rows[row - 1]):
            return True
        front = self.rows[row - 1][place]
        return not front or self.singers[front][1] <= height

    def _is_blocked(self, row, place):
        """Whether there is a singer at a place who cannot see."""
        if row >= len(self.rows) or place >= len(self.rows[row]):
            return False
        name = self.rows[row][place]
        return bool(name) and not self._sees(row, place, self.singers[name][1])

    def _place_of(self, name):
        row, first, last = self.spans[self.singers[name][0]]
        return row, self.rows[row].index(name, first, last + 1)

    def _find_place(self, section, height):
        if section in self.spans:
            row, first, last = self.spans[section]
            places = self.rows[row]
            left = first > 0 and not places[first - 1]
            right = last + 1 < len(places) and not places[last + 1]
            if left and right:
                right = self._sees(row, last + 1, height) or not self._sees(row, first - 1, height)
            if right:
                return row, last + 1
            return (row, first - 1) if left else None
        best = None
        longest = 0
        for row, places in enumerate(self.rows):
            start = 0
            for place in range(len(places) + 1):
                if place == len(places) or places[place]:
                    length = place - start
                    if length > longest:
                        longest = length
                        best = (row, start + (length - 1) // 2)
                    start = place + 1
        return best

    def seat(self, name: str, section: str, height: int, strength: int) -> tuple[int, int]:
        if name in self.singers:
            raise ValueError(f"has a place: {name}")
        found = self._find_place(section, height)
        if found is None:
            raise ValueError(f"no place: {section}")
        row, place = found
        self.rows[row][place] = name
        self.singers[name] = (section, height, strength)
        _, first, last = self.spans.get(section, (row, place, place))
        self.spans[section] = (row, min(first, place), max(last, place))
        return found

    def leave(self, name: str) -> list[str]:
        if name not in self.singers:
            raise KeyError(name)
        section = self.singers[name][0]
        row, first, last = self.spans[section]
        _, place = self._place_of(name)
        places = self.rows[row]
        lower = places[first:place]
        higher = places[place + 1:last + 1]
        if len(higher) <= len(lower):
            moved = higher
            places[place:last + 1] = higher + [""]
            last -= 1
        else:
            moved = lower
            places[first:place + 1] = [""] + lower
            first += 1
        del self.singers[name]
        if first <= last:
            self.spans[section] = (row, first, last)
        else:
            del self.spans[section]
        return moved

    def _exchange(self, row, place, other_row, other_place):
        """Let two singers change their places, and return how many more singers are blocked then."""
        touched = {(row, place), (row + 1, place), (other_row, other_place), (other_row + 1, other_place)}
        before = sum(self._is_blocked(*cell) for cell in touched)
        one, other = self.rows[row][place], self.rows[other_row][other_place]
        self.rows[row][place], self.rows[other_row][other_place] = other, one
        return sum(self._is_blocked(*cell) for cell in touched) - before

    def swap(self, name: str, other: str) -> int:
        for singer in (name, other):
            if singer not in self.singers:
                raise KeyError(singer)
        if name == other:
            raise ValueError("same singer")
        if self.singers[name][0] != self.singers[other][0]:
            raise ValueError("other section")
        return -self._exchange(*self._place_of(name), *self._place_of(other))

    def shift(self, section: str, by: int) -> tuple[int, int, int]:
        if section not in self.spans:
            raise KeyError(section)
        row, first, last = self.spans[section]
        places = self.rows[row]
        for place in range(first + by, last + by + 1):
            if not 0 <= place < len(places) or (places[place] and self.singers[places[place]][0] != section):
                raise ValueError(f"no place: {place}")
        names = places[first:last + 1]
        places[first:last + 1] = [""] * len(names)
        first += by
        last += by
        places[first:last + 1] = names
        self.spans[section] = (row, first, last)
        return self.spans[section]

    def blocked(self) -> list[str]:
        return [
            name
            for row, places in enumerate(self.rows)
            for place, name in enumerate(places)
            if self._is_blocked(row, place)
        ]

    def balance(self) -> int:
        return sum(
            self.singers[name][2] * (2 * place - (len(places) - 1))
            for places in self.rows
            for place, name in enumerate(places)
            if name
        )

    def best_swap(self, section: str) -> tuple[str, str]:
        if section not in self.spans:
            raise KeyError(section)
        row, first, last = self.spans[section]
        places = self.rows[row]
        balance = self.balance()
        best = None
        for place in range(first, last + 1):
            for other in range(place + 1, last + 1):
                difference = self.singers[places[place]][2] - self.singers[places[other]][2]
                after = abs(balance + difference * 2 * (other - place))
                if after >= abs(balance):
                    continue
                more = self._exchange(row, place, row, other)
                self._exchange(row, place, row, other)
                if more <= 0 and (best is None or (after, more, place, other) < best):
                    best = (after, more, place, other)
        if best is None:
            return "", ""
        return places[best[2]], places[best[3]]
