class PatchPanel:
    def __init__(self):
        self.wires = {}
        self.cables = {}

    def _check(self, port):
        if port not in self.wires:
            raise KeyError(port)

    def _cable_of(self, port):
        """The name of the cable of a port, None if it has none."""
        for cable, ends in self.cables.items():
            if port in ends:
                return cable
        return None

    def _fronts(self):
        """From each port with a cable to the port at the other end."""
        fronts = {}
        for first, second in self.cables.values():
            fronts[first] = second
            fronts[second] = first
        return fronts

    def _other_end(self, cable, port):
        first, second = self.cables[cable]
        return second if port == first else first

    def _connect(self, cable, one, other):
        self.cables[cable] = (min(one, other), max(one, other))

    def add_ports(self, one: str, other: str = "") -> list[str]:
        if not one:
            raise ValueError("no name")
        if one == other:
            raise ValueError("same port")
        for port in (one, other):
            if port and port in self.wires:
                raise ValueError(f"port exists: {port}")
        self.wires[one] = other
        if other:
            self.wires[other] = one
        return sorted(self.wires)

    def trace(self, port: str, front: bool) -> list[str]:
        self._check(port)
        fronts = self._fronts()
        way = [port]
        at_front = front
        while True:
            after = fronts.get(way[-1], "") if at_front else self.wires[way[-1]]
            if not after:
                return way
            way.append(after)
            at_front = not at_front
            if after == port and at_front == front:
                return way

    def line(self, port: str) -> list[str]:
        self._check(port)
        forwards = self.trace(port, True)
        if len(forwards) > 1 and forwards[-1] == port:
            return self.trace(min(forwards), False)[:-1]
        ports = self.trace(port, False)[:0:-1] + forwards
        return ports if ports[0] <= ports[-1] else ports[::-1]

    def plug(self, cable: str, one: str, other: str) -> list[str]:
        self._check(one)
        self._check(other)
        if cable in self.cables:
            raise ValueError("cable is used")
        if one == other:
            raise ValueError("same port")
        self._check_free(one, other)
        self._connect(cable, one, other)
        return self.line(one)

    def _check_free(self, *ports):
        for port in ports:
            if self._cable_of(port) is not None:
                raise ValueError(f"port is taken: {port}")

    def unplug(self, cable: str) -> list[list[str]]:
        if cable not in self.cables:
            raise KeyError(cable)
        first, second = self.cables.pop(cable)
        line = self.line(first)
        return [line] if second in line else sorted([line, self.line(second)])

    def split(self, cable: str, port: str, new: str) -> list[str]:
        if cable not in self.cables:
            raise KeyError(cable)
        self._check(port)
        if new in self.cables:
            raise ValueError("cable is used")
        pair = self.wires[port]
        if not pair:
            raise ValueError("no pair")
        self._check_free(port, pair)
        first, second = self.cables[cable]
        self._connect(cable, first, port)
        self._connect(new, pair, second)
        return self.line(port)

    def join(self, port: str) -> list[str]:
        self._check(port)
        pair = self.wires[port]
        if not pair:
            raise ValueError("no pair")
        cables = []
        for its in (port, pair):
            cable = self._cable_of(its)
            if cable is None:
                raise ValueError(f"no cable: {its}")
            cables.append(cable)
        if cables[0] == cables[1]:
            raise ValueError("own cable")
        one = self._other_end(cables[0], port)
        other = self._other_end(cables[1], pair)
        del self.cables[cables[1]]
        self._connect(cables[0], one, other)
        return self.line(one)
