class ChoirStand:
    def __init__(self, rows: list[int]):
        self.rows = [[""] * places for places in rows]
        self.singers = {}
        self.spans = {}

    def _sees(self, height, row, place):
        if row == 0 or place >= len(self.rows[row - 1]):
            return True
        before = self.rows[row - 1][place]
        return not before or self.singers[before][1] <= height

    def _is_empty(self, row, place):
        return 0 <= place < len(self.rows[row]) and not self.rows[row][place]

    def _first_place(self):
        """The middle of the longest run of empty places, or None."""
        best = None
        longest = 0
        for row, places in enumerate(self.rows):
            start = 0
            for place in range(len(places) + 1):
                if place == len(places) or places[place]:
                    if place - start > longest:
                        longest = place - start
                        best = (row, (start + place - 1) // 2)
                    start = place + 1
        return best

    def seat(self, name: str, section: str, height: int, strength: int) -> tuple[int, int]:
        if name in self.singers:
            raise ValueError("has a place: " + name)
        if section in self.spans:
            row, first, last = self.spans[section]
            left = self._is_empty(row, first - 1)
            right = self._is_empty(row, last + 1)
            if left and right:
                left = self._sees(height, row, first - 1) and not self._sees(height, row, last + 1)
            if not left and not right:
                raise ValueError("no place: " + section)
            place = first - 1 if left else last + 1
            span = (row, min(first, place), max(last, place))
        else:
            found = self._first_place()
            if found is None:
                raise ValueError("no place: " + section)
            row, place = found
            span = (row, place, place)
        self.rows[row][place] = name
        self.singers[name] = (section, height, strength)
        self.spans[section] = span
        return row, place

    def leave(self, name: str) -> list[str]:
        if name not in self.singers:
            raise KeyError(name)
        section = self.singers.pop(name)[0]
        row, first, last = self.spans[section]
        places = self.rows[row]
        place = places.index(name)
        if last - place <= place - first:
            moved = places[place + 1:last + 1]
            places[place:last] = moved
            places[last] = ""
            span = (row, first, last - 1)
        else:
            moved = places[first:place]
            places[first + 1:place + 1] = moved
            places[first] = ""
            span = (row, first + 1, last)
        if first == last:
            del self.spans[section]
        else:
            self.spans[section] = span
        return moved

    def _exchange(self, row, one, other):
        places = self.rows[row]
        places[one], places[other] = places[other], places[one]

    def swap(self, name: str, other: str) -> int:
        for singer in (name, other):
            if singer not in self.singers:
                raise KeyError(singer)
        if name == other:
            raise ValueError("same singer")
        section = self.singers[name][0]
        if section != self.singers[other][0]:
            raise ValueError("other section")
        before = len(self.blocked())
        row = self.spans[section][0]
        self._exchange(row, self.rows[row].index(name), self.rows[row].index(other))
        return before - len(self.blocked())

    def shift(self, section: str, by: int) -> tuple[int, int, int]:
        if section not in self.spans:
            raise KeyError(section)
        row, first, last = self.spans[section]
        places = self.rows[row]
        for place in range(first + by, last + by + 1):
            if not first <= place <= last and not self._is_empty(row, place):
                raise ValueError(f"no place: {place}")
        names = places[first:last + 1]
        places[first:last + 1] = [""] * len(names)
        places[first + by:last + by + 1] = names
        self.spans[section] = (row, first + by, last + by)
        return self.spans[section]

    def blocked(self) -> list[str]:
        return [
            name
            for row, places in enumerate(self.rows)
            for place, name in enumerate(places)
            if name and not self._sees(self.singers[name][1], row, place)
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
        balance = abs(self.balance())
        blocked = len(self.blocked())
        best = None
        for one in range(first, last + 1):
            for other in range(one + 1, last + 1):
                self._exchange(row, one, other)
                key = (abs(self.balance()), len(self.blocked()), one, other)
                self._exchange(row, one, other)
                if key[0] < balance and key[1] <= blocked and (best is None or key < best):
                    best = key
        if best is None:
            return "", ""
        return self.rows[row][best[2]], self.rows[row][best[3]]
