# canary: classeval-hf open patch_panel d672ccd9-7a9b-43c3-b34b-00863a6d25d9


class PatchPanel:
    def __init__(self):
        self.wires = {}
        self.cables = {}

    def add_ports(self, one: str, other: str = "") -> list[str]:
        if not one:
            raise ValueError("no name")
        if one == other:
            raise ValueError("same port")
        for port in (one, other):
            if port in self.wires:
                raise ValueError(f"port exists: {port}")
        self.wires[one] = other
        if other:
            self.wires[other] = one
        return sorted(self.wires)

    def trace(self, port: str, front: bool) -> list[str]:
        if port not in self.wires:
            raise KeyError(port)
        way = [port]
        side = front
        while True:
            here = way[-1]
            following = self.wires[here]
            if side:
                following = ""
                for first, second in self.cables.values():
                    if here in (first, second):
                        following = second if here == first else first
            if not following:
                return way
            way.append(following)
            side = not side
            if following == port:
                return way

    def line(self, port: str) -> list[str]:
        way = self.trace(port, True)
        if len(way) > 1 and way[-1] == port:
            return self.trace(min(way), False)[:-1]
        way = self.trace(port, False)[:0:-1] + way
        return way if way[0] <= way[-1] else way[::-1]

    def plug(self, cable: str, one: str, other: str) -> list[str]:
        for port in (one, other):
            if port not in self.wires:
                raise KeyError(port)
        if cable in self.cables:
            raise ValueError("cable is used")
        if one == other:
            raise ValueError("same port")
        taken = {port for ends in self.cables.values() for port in ends}
        for port in (one, other):
            if port in taken:
                raise ValueError(f"port is taken: {port}")
        self.cables[cable] = (min(one, other), max(one, other))
        return self.line(one)

    def unplug(self, cable: str) -> list[list[str]]:
        first, second = self.cables.pop(cable)
        lines = [self.line(first)]
        if second not in lines[0]:
            lines.append(self.line(second))
        return sorted(lines)

    def split(self, cable: str, port: str, new: str) -> list[str]:
        first, second = self.cables[cable]
        behind = self.wires[port]
        if new in self.cables:
            raise ValueError("cable is used")
        if not behind:
            raise ValueError("no pair")
        taken = {end for ends in self.cables.values() for end in ends}
        for end in (port, behind):
            if end in taken:
                raise ValueError(f"port is taken: {end}")
        self.cables[cable] = (min(first, port), max(first, port))
        self.cables[new] = (min(second, behind), max(second, behind))
        return self.line(first)

    def join(self, port: str) -> list[str]:
        behind = self.wires[port]
        if not behind:
            raise ValueError("no pair")
        ends = []
        names = []
        for side in (port, behind):
            for name, (first, second) in self.cables.items():
                if side in (first, second):
                    names.append(name)
                    ends.append(second if side == first else first)
                    break
            else:
                raise ValueError(f"no cable: {side}")
        if names[0] == names[1]:
            raise ValueError("own cable")
        del self.cables[names[1]]
        self.cables[names[0]] = (min(ends), max(ends))
        return self.line(ends[0])
