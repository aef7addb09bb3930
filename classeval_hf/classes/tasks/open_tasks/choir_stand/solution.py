# canary: classeval-hf open choir_stand 54eea215-963b-4871-bac9-fa4b49e76f27


class ChoirStand:
    def __init__(self, rows: list[int]):
        self.rows = [[""] * places for places in rows]
        self.singers = {}
        self.spans = {}

    def seat(self, name: str, section: str, height: int, strength: int) -> tuple[int, int]:
        if name in self.singers:
            raise ValueError(f"has a place: {name}")
        if section in self.spans:
            row, first, last = self.spans[section]
            places = self.rows[row]
            sides = [place for place in (last + 1, first - 1) if 0 <= place < len(places) and not places[place]]
            free = [(row, place) for place in sides]
            free.sort(key=lambda spot: not sees(self.rows, self.singers, height, *spot))
        else:
            runs = empty_runs(self.rows)
            runs.sort(key=lambda run: -run[2])
            free = [(row, start + (length - 1) // 2) for row, start, length in runs]
        if not free:
            raise ValueError(f"no place: {section}")
        row, place = free[0]
        self.rows[row][place] = name
        self.singers[name] = (section, height, strength)
        _, first, last = self.spans.get(section, (row, place, place))
        self.spans[section] = (row, min(first, place), max(last, place))
        return row, place

    def leave(self, name: str) -> list[str]:
        section = self.singers.pop(name)[0]
        row, first, last = self.spans.pop(section)
        places = self.rows[row]
        gap = places.index(name)
        if last - gap <= gap - first:
            moved = places[gap + 1 : last + 1]
            places[gap : last + 1] = [*moved, ""]
            last -= 1
        else:
            moved = places[first:gap]
            places[first : gap + 1] = ["", *moved]
            first += 1
        if first <= last:
            self.spans[section] = (row, first, last)
        return moved

    def swap(self, name: str, other: str) -> int:
        if self.singers[name][0] != self.singers[other][0]:
            raise ValueError("other section")
        if name == other:
            raise ValueError("same singer")
        before = len(self.blocked())
        places = self.rows[self.spans[self.singers[name][0]][0]]
        one, two = places.index(name), places.index(other)
        places[one], places[two] = other, name
        return before - len(self.blocked())

    def shift(self, section: str, by: int) -> tuple[int, int, int]:
        row, first, last = self.spans[section]
        places = self.rows[row]
        names = places[first : last + 1]
        for place in range(first + by, last + by + 1):
            if not 0 <= place < len(places) or places[place] not in ["", *names]:
                raise ValueError(f"no place: {place}")
        places[first : last + 1] = [""] * len(names)
        places[first + by : last + by + 1] = names
        self.spans[section] = (row, first + by, last + by)
        return self.spans[section]

    def blocked(self) -> list[str]:
        return [
            name
            for row, places in enumerate(self.rows)
            for place, name in enumerate(places)
            if name and not sees(self.rows, self.singers, self.singers[name][1], row, place)
        ]

    def balance(self) -> int:
        return sum(
            self.singers[name][2] * (2 * place - len(places) + 1)
            for places in self.rows
            for place, name in enumerate(places)
            if name
        )

    def best_swap(self, section: str) -> tuple[str, str]:
        row, first, last = self.spans[section]
        names = self.rows[row][first : last + 1]
        start = len(self.blocked())
        best, best_key = ("", ""), (abs(self.balance()), -1)
        for index, name in enumerate(names):
            for other in names[index + 1 :]:
                gained = self.swap(name, other)
                key = (abs(self.balance()), start - gained)
                self.swap(name, other)
                if gained >= 0 and key < best_key:
                    best, best_key = (name, other), key
        return best


def sees(rows, singers, height, row, place):
    if row == 0 or place >= len(rows[row - 1]) or not rows[row - 1][place]:
        return True
    return singers[rows[row - 1][place]][1] <= height


def empty_runs(rows):
    runs = []
    for row, places in enumerate(rows):
        start = None
        for place, name in enumerate([*places, "end"]):
            if not name and start is None:
                start = place
            elif name and start is not None:
                runs.append((row, start, place - start))
                start = None
    return runs
