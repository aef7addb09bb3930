# canary: classeval-hf open patch_panel d672ccd9-7a9b-43c3-b34b-00863a6d25d9


class PatchPanel:
    """
    A patch panel of a studio. Ports are wired in pairs behind the panel, and cables connect ports in front of it. A
    signal that enters a port from behind leaves it at the front and the other way round: so it goes by wires and
    cables in turn.
    """

    def __init__(self):
        """
        Set up a panel without ports.
        self.wires: dict, from the name of each port to that of the port to which it is wired, or to "" if it is wired
            to none. If a port is wired to another, that one is wired to it; no port is wired to itself.
        self.cables: dict, from the name of each cable to a tuple (first, second) of the two different ports that it
            connects, in ascending order. No port has more than one cable.
        """
        self.wires = {}
        self.cables = {}

    def add_ports(self, one: str, other: str = "") -> list[str]:
        """
        Add two ports wired to each other, or one port wired to none.
        :param one: str, the name of a port.
        :param other: str, the name of the other port; empty, which is the default, if there is only one.
        :return: list of str, the names of all ports after that, in ascending order.
        :raises ValueError: with the message "no name" if one is empty; else with "same port" if both names are the
            same; else with "port exists: " and the name if there is such a port; one is looked at first. Nothing is
            changed then.
        >>> panel = PatchPanel()
        >>> panel.add_ports("mic", "desk"), panel.add_ports("amp"), panel.wires
        (['desk', 'mic'], ['amp', 'desk', 'mic'], {'mic': 'desk', 'desk': 'mic', 'amp': ''})
        """

    def trace(self, port: str, front: bool) -> list[str]:
        """
        Follow the way of a signal from a port. It leaves the port at the front, by the cable of the port, or behind,
        by its wire; at the next port it goes on at the other side, and so on. The way ends at a port that has no
        cable, or is wired to none, where it should go on, or where it has come back to the first port.
        :param port: str, the name of the first port.
        :param front: bool, whether the signal leaves the first port at the front.
        :return: list of str, the ports in the order of the way, the first one included. If the way has come back to
            the first port, that one stands at the end again; it has come back when it would have to go on there at the
            side at which it left it at the beginning.
        :raises KeyError: with the name if there is no such port.
        >>> panel = PatchPanel()
        >>> panel.add_ports("mic", "desk"), panel.add_ports("amp", "box")
        (['desk', 'mic'], ['amp', 'box', 'desk', 'mic'])
        >>> panel.plug("red", "desk", "amp"), panel.trace("mic", False), panel.trace("desk", False)
        (['box', 'amp', 'desk', 'mic'], ['mic', 'desk', 'amp', 'box'], ['desk', 'mic'])
        """

    def line(self, port: str) -> list[str]:
        """
        The whole line to which a port belongs: the ports that a signal from it reaches at the front or behind.
        :param port: str, the name of the port.
        :return: list of str, the ports in the order of the line, each once. If the line has two ends, it begins with
            the end whose name comes first in ascending order. If it is a ring, it begins with the port whose name
            comes first in ascending order, and goes on with the port to which that one is wired.
        :raises KeyError: with the name if there is no such port.
        >>> panel = PatchPanel()
        >>> panel.add_ports("mic", "desk"), panel.add_ports("amp", "box"), panel.plug("red", "mic", "amp")
        (['desk', 'mic'], ['amp', 'box', 'desk', 'mic'], ['box', 'amp', 'mic', 'desk'])
        >>> panel.plug("blue", "desk", "box"), panel.line("mic")
        (['amp', 'box', 'desk', 'mic'], ['amp', 'box', 'desk', 'mic'])
        """

    def plug(self, cable: str, one: str, other: str) -> list[str]:
        """
        Connect two ports with a cable.
        :param cable: str, the name of the cable.
        :param one: str, the name of a port.
        :param other: str, the name of the other port.
        :return: list of str, the line to which the two ports belong then, as described for line.
        :raises KeyError: with the name if there is no such port; one is looked at first. Nothing is changed then.
        :raises ValueError: otherwise, with the message "cable is used" if there is a cable of that name; else with
            "same port" if both ports are the same; else with "port is taken: " and the name if a port has a cable; one
            is looked at first. Nothing is changed then.
        >>> panel = PatchPanel()
        >>> panel.add_ports("mic", "desk"), panel.add_ports("amp"), panel.plug("red", "mic", "amp"), panel.cables
        (['desk', 'mic'], ['amp', 'desk', 'mic'], ['amp', 'mic', 'desk'], {'red': ('amp', 'mic')})
        """

    def unplug(self, cable: str) -> list[list[str]]:
        """
        Take a cable away.
        :param cable: str, the name of the cable.
        :return: list of lists of str, the lines to which its two ports belong then, as described for line: only one if
            both belong to the same line, otherwise two in ascending order.
        :raises KeyError: with the name if there is no such cable.
        >>> panel = PatchPanel()
        >>> panel.add_ports("mic", "desk"), panel.add_ports("amp"), panel.plug("red", "mic", "amp")
        (['desk', 'mic'], ['amp', 'desk', 'mic'], ['amp', 'mic', 'desk'])
        >>> panel.unplug("red"), panel.cables
        ([['amp'], ['desk', 'mic']], {})
        """

    def split(self, cable: str, port: str, new: str) -> list[str]:
        """
        Lead a cable by way of two other ports that are wired to each other. The cable keeps its first port, as in
        self.cables, and then connects it with the given port; a new cable connects the port to which that one is wired
        with what was the second port of the cable.
        :param cable: str, the name of the cable.
        :param port: str, the name of the given port.
        :param new: str, the name of the new cable.
        :return: list of str, the line to which all four ports belong then, as described for line.
        :raises KeyError: with the name if there is no such cable, else if there is no such port. Nothing is changed
            then.
        :raises ValueError: otherwise, with the message "cable is used" if there is a cable with the new name; else
            with "no pair" if the port is wired to none; else with "port is taken: " and the name if the port, or else
            the one to which it is wired, has a cable. Nothing is changed then.
        >>> panel = PatchPanel()
        >>> [panel.add_ports(*pair)[:0] for pair in (("mic", "a"), ("amp", "b"), ("in", "out"))]
        [[], [], []]
        >>> panel.plug("red", "mic", "amp"), panel.split("red", "in", "blue")
        (['a', 'mic', 'amp', 'b'], ['a', 'mic', 'out', 'in', 'amp', 'b'])
        >>> panel.cables
        {'red': ('amp', 'in'), 'blue': ('mic', 'out')}
        """

    def join(self, port: str) -> list[str]:
        """
        Leave out a port and the port to which it is wired: the cables of the two become one cable that connects their
        other ends. It has the name of the cable of the given port. Both ports stay on the panel without cables.
        :param port: str, the name of the given port.
        :return: list of str, the line to which the ends of the cable belong then, as described for line.
        :raises KeyError: with the name if there is no such port. Nothing is changed then.
        :raises ValueError: otherwise, with the message "no pair" if the port is wired to none; else with "no cable: "
            and the name if the port, or else the one to which it is wired, has no cable; else with "own cable" if
            both have the same cable. Nothing is changed then.
        >>> panel = PatchPanel()
        >>> [panel.add_ports(*pair)[:0] for pair in (("mic", "a"), ("amp", "b"), ("in", "out"))]
        [[], [], []]
        >>> panel.plug("red", "mic", "in")[:0], panel.plug("blue", "out", "amp"), panel.join("out"), panel.cables
        ([], ['a', 'mic', 'in', 'out', 'amp', 'b'], ['a', 'mic', 'amp', 'b'], {'blue': ('amp', 'mic')})
        """
