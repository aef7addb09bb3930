class PatchPanel:
    def __init__(self):
        self.wires = {}
        self.cables = {}

    def _check(self, port):
        if port not in self.wires:
            raise KeyError(port)

    def _cable_of(self, port):
        for cable, ends in self.cables.items():
            if port in ends:
                return cable
        return None

    def _far_end(self, cable, port):
        first, second = self.cables[cable]
        return second if port == first else first

    def add_ports(self, one: str, other: str = "") -> list[str]:
        if not one:
            raise ValueError("no name")
        if one == other:
            raise ValueError("same port")
        for port in (one, other):
            if port and port in self.wires:
                raise ValueError("port exists: " + port)
        self.wires[one] = other
        if other:
            self.wires[other] = one
        return sorted(self.wires)

    def trace(self, port: str, front: bool) -> list[str]:
        self._check(port)
        peers = {}
        for first, second in self.cables.values():
            peers[first] = second
            peers[second] = first
        way = [port]
        at_front = front
        here = port
        while True:
            here = peers.get(here, "") if at_front else self.wires[here]
            if not here:
                return way
            way.append(here)
            if here == port:
                return way
            at_front = not at_front

    def line(self, port: str) -> list[str]:
        self._check(port)
        ahead = self.trace(port, True)
        if len(ahead) > 1 and ahead[-1] == port:
            return self.trace(min(ahead), False)[:-1]
        behind = self.trace(port, False)
        ports = behind[:0:-1] + ahead
        if ports[-1] < ports[0]:
            ports.reverse()
        return ports

    def plug(self, cable: str, one: str, other: str) -> list[str]:
        self._check(one)
        self._check(other)
        if cable in self.cables:
            raise ValueError("cable is used")
        if one == other:
            raise ValueError("same port")
        for port in (one, other):
            if self._cable_of(port) is not None:
                raise ValueError("port is taken: " + port)
        self.cables[cable] = (min(one, other), max(one, other))
        return self.line(one)

    def unplug(self, cable: str) -> list[list[str]]:
        if cable not in self.cables:
            raise KeyError(cable)
        first, second = self.cables.pop(cable)
        one = self.line(first)
        if second in one:
            return [one]
        return sorted([one, self.line(second)])

    def split(self, cable: str, port: str, new: str) -> list[str]:
        if cable not in self.cables:
            raise KeyError(cable)
        self._check(port)
        if new in self.cables:
            raise ValueError("cable is used")
        other = self.wires[port]
        if not other:
            raise ValueError("no pair")
        for end in (port, other):
            if self._cable_of(end) is not None:
                raise ValueError("port is taken: " + end)
        first, second = self.cables[cable]
        self.cables[cable] = (min(first, port), max(first, port))
        self.cables[new] = (min(second, other), max(second, other))
        return self.line(port)

    def join(self, port: str) -> list[str]:
        self._check(port)
        other = self.wires[port]
        if not other:
            raise ValueError("no pair")
        found = []
        for end in (port, other):
            cable = self._cable_of(end)
            if cable is None:
                raise ValueError("no cable: " + end)
            found.append(cable)
        if found[0] == found[1]:
            raise ValueError("own cable")
        one = self._far_end(found[0], port)
        two = self._far_end(found[1], other)
        del self.cables[found[1]]
        self.cables[found[0]] = (min(one, two), max(one, two))
        return self.line(one)
