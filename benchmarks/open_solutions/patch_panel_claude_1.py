class PatchPanel:
    def __init__(self):
        self.wires = {}
        self.cables = {}

    def _check(self, port):
        if port not in self.wires:
            raise KeyError(port)

    def _cable_of(self, port):
        for cable, ports in self.cables.items():
            if port in ports:
                return cable
        return None

    def _across(self, cable, port):
        """The other port of a cable."""
        first, second = self.cables[cable]
        return second if port == first else first

    def add_ports(self, one: str, other: str = "") -> list[str]:
        if not one:
            raise ValueError("no name")
        if one == other:
            raise ValueError("same port")
        for port in (one, other):
            if port in self.wires:
                raise ValueError("port exists: " + port)
        self.wires[one] = other
        if other:
            self.wires[other] = one
        return sorted(self.wires)

    def trace(self, port: str, front: bool) -> list[str]:
        self._check(port)
        way = [port]
        current = port
        side = bool(front)
        while True:
            if side:
                cable = self._cable_of(current)
                following = "" if cable is None else self._across(cable, current)
            else:
                following = self.wires[current]
            if not following:
                return way
            way.append(following)
            current = following
            side = not side
            if current == port and side == bool(front):
                return way

    def line(self, port: str) -> list[str]:
        way = self.trace(port, True)
        if len(way) > 1 and way[-1] == port:
            return self.trace(min(way), False)[:-1]
        whole = self.trace(port, False)[:0:-1] + way
        return whole if whole[0] <= whole[-1] else whole[::-1]

    def plug(self, cable: str, one: str, other: str) -> list[str]:
        self._check(one)
        self._check(other)
        if cable in self.cables:
            raise ValueError("cable is used")
        if one == other:
            raise ValueError("same port")
        self._check_free(one, other)
        self.cables[cable] = (min(one, other), max(one, other))
        return self.line(one)

    def _check_free(self, *ports):
        for port in ports:
            if self._cable_of(port) is not None:
                raise ValueError("port is taken: " + port)

    def unplug(self, cable: str) -> list[list[str]]:
        if cable not in self.cables:
            raise KeyError(cable)
        lines = []
        for port in self.cables.pop(cable):
            line = self.line(port)
            if line not in lines:
                lines.append(line)
        return sorted(lines)

    def split(self, cable: str, port: str, new: str) -> list[str]:
        if cable not in self.cables:
            raise KeyError(cable)
        self._check(port)
        if new in self.cables:
            raise ValueError("cable is used")
        partner = self.wires[port]
        if not partner:
            raise ValueError("no pair")
        self._check_free(port, partner)
        first, second = self.cables[cable]
        self.cables[cable] = (min(first, port), max(first, port))
        self.cables[new] = (min(second, partner), max(second, partner))
        return self.line(port)

    def join(self, port: str) -> list[str]:
        self._check(port)
        partner = self.wires[port]
        if not partner:
            raise ValueError("no pair")
        cables = []
        for end in (port, partner):
            cable = self._cable_of(end)
            if cable is None:
                raise ValueError("no cable: " + end)
            cables.append(cable)
        if cables[0] == cables[1]:
            raise ValueError("own cable")
        one = self._across(cables[0], port)
        other = self._across(cables[1], partner)
        del self.cables[cables[1]]
        self.cables[cables[0]] = (min(one, other), max(one, other))
        return self.line(one)
