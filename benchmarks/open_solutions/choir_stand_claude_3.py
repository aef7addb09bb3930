# canary: classeval-hf open choir_stand 54eea215-963b-4871-bac9-fa4b49e76f27


class ChoirStand:
    def __init__(self, rows: list[int]):
        self.rows = [[""] * places for places in rows]
        self.singers = {}
        self.spans = {}

    def _sees(self, row, place, height):
        if row == 0 or place >= len(self.rows[row - 1]):
            return True
        before = self.rows[row - 1][place]
        return before == "" or self.singers[before][1] <= height

    def _place(self, name):
        row, first, _ = self.spans[self.singers[name][0]]
        return row, self.rows[row].index(name, first)

    def seat(self, name: str, section: str, height: int, strength: int) -> tuple[int, int]:
        if name in self.singers:
            raise ValueError("has a place: " + name)
        if section in self.spans:
            row, first, last = self.spans[section]
            places = self.rows[row]
            left, right = first - 1, last + 1
            left_free = left >= 0 and places[left] == ""
            right_free = right < len(places) and places[right] == ""
            if left_free and right_free:
                if self._sees(row, left, height) and not self._sees(row, right, height):
                    place = left
                else:
                    place = right
            elif left_free:
                place = left
            elif right_free:
                place = right
            else:
                raise ValueError("no place: " + section)
            self.spans[section] = (row, min(first, place), max(last, place))
        else:
            longest = 0
            row = place = 0
            for number, places in enumerate(self.rows):
                start = 0
                while start < len(places):
                    end = start
                    while end < len(places) and places[end] == "":
                        end += 1
                    if end - start > longest:
                        longest = end - start
                        row, place = number, start + (longest - 1) // 2
                    start = end + 1
            if not longest:
                raise ValueError("no place: " + section)
            self.spans[section] = (row, place, place)
        self.rows[row][place] = name
        self.singers[name] = (section, height, strength)
        return (row, place)

    def leave(self, name: str) -> list[str]:
        if name not in self.singers:
            raise KeyError(name)
        row, place = self._place(name)
        section = self.singers.pop(name)[0]
        _, first, last = self.spans[section]
        places = self.rows[row]
        if first == last:
            places[place] = ""
            del self.spans[section]
            return []
        if place - first < last - place:
            moved = places[first:place]
            places[first:place + 1] = [""] + moved
            self.spans[section] = (row, first + 1, last)
        else:
            moved = places[place + 1:last + 1]
            places[place:last + 1] = moved + [""]
            self.spans[section] = (row, first, last - 1)
        return moved

    def swap(self, name: str, other: str) -> int:
        for singer in (name, other):
            if singer not in self.singers:
                raise KeyError(singer)
        if name == other:
            raise ValueError("same singer")
        if self.singers[name][0] != self.singers[other][0]:
            raise ValueError("other section")
        before = len(self.blocked())
        self._exchange(name, other)
        return before - len(self.blocked())

    def _exchange(self, name, other):
        row, place = self._place(name)
        _, second = self._place(other)
        self.rows[row][place], self.rows[row][second] = other, name

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
        places[first + by:last + by + 1] = names
        self.spans[section] = (row, first + by, last + by)
        return self.spans[section]

    def blocked(self) -> list[str]:
        return [
            name
            for row, places in enumerate(self.rows)
            for place, name in enumerate(places)
            if name and not self._sees(row, place, self.singers[name][1])
        ]

    def balance(self) -> int:
        total = 0
        for places in self.rows:
            for place, name in enumerate(places):
                if name:
                    total += self.singers[name][2] * (2 * place - (len(places) - 1))
        return total

    def best_swap(self, section: str) -> tuple[str, str]:
        if section not in self.spans:
            raise KeyError(section)
        row, first, last = self.spans[section]
        names = self.rows[row][first:last + 1]
        now = abs(self.balance())
        unseen = len(self.blocked())
        best = None
        for i, name in enumerate(names):
            for j in range(i + 1, len(names)):
                other = names[j]
                self._exchange(name, other)
                value = abs(self.balance())
                count = len(self.blocked())
                self._exchange(name, other)
                if value < now and count <= unseen:
                    candidate = (value, count, i, j)
                    if best is None or candidate < best:
                        best = candidate
        if best is None:
            return ("", "")
        return (names[best[2]], names[best[3]])
