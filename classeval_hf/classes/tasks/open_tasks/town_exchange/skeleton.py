# canary: classeval-hf open town_exchange 559120a2-0697-4c4e-a6d3-37c173251bd3


class TownExchange:
    """
    The telephone exchange of a small town. A number belongs either to a line, which is free or busy, or to a group of
    lines, or to nothing.
    """

    def __init__(self, lines: list[str]):
        """
        Set up an exchange in which nobody talks.
        :param lines: list of str, the numbers of the lines.
        The fields are:
        - self.talks: dict, from the number of each line to the number of the line with which it talks, an empty
          string if it is free. If one line talks with another, the other talks with it.
        - self.forwards: dict, from a number to a dict from "all", "busy" or both to the number to which calls go on:
          "all" concerns every call of the number, "busy" those that would find it busy. No inner dict is empty.
        - self.groups: dict, from the number of each group to the list of the numbers of its lines, at least one, each
          once.
        - self.turns: dict, from the number of each group to the place in its list, counted from 0, of the line that
          is tried first in the next call.
        - self.wishes: list of tuples (caller, number), the calls that are made as soon as possible, in the order in
          which they were wished; the caller is a line, and no tuple occurs twice.
        """
        self.talks = dict.fromkeys(lines, "")
        self.forwards = {}
        self.groups = {}
        self.turns = {}
        self.wishes = []

    def group(self, number: str, lines: list[str]) -> None:
        """
        Make a group, or give a group other lines. In its next call the first of the lines is tried first.
        :param number: str, the number of the group.
        :param lines: list of str, its lines in order.
        :return: None.
        :raises ValueError: with the message "line" if the number belongs to a line; else with "no lines" if the list
            is empty; else with "twice" if a number occurs twice in it. Nothing is changed then.
        :raises KeyError: with the first one in the list that is not the number of a line, if nothing of the above
            holds. Nothing is changed then.
        >>> exchange = TownExchange(["11", "12"])
        >>> exchange.group("90", ["12", "11"])
        >>> exchange.groups, exchange.turns
        ({'90': ['12', '11']}, {'90': 0})
        """

    def forward(self, number: str, kind: str, target: str) -> str:
        """
        Forward the calls of a line or group, in place of an earlier target for the same kind, or stop that.
        :param number: str, the number of the line or group.
        :param kind: str, "all" or "busy".
        :param target: str, the number to which the calls go on, which need not belong to anything; an empty string
            stops the forwarding of this kind.
        :return: str, the target before, an empty string if there was none.
        :raises KeyError: with the number if it belongs to nothing. Nothing is changed then.
        :raises ValueError: with the message "bad kind" if the kind is not one of these two and the number belongs to
            something. Nothing is changed then.
        >>> exchange = TownExchange(["11", "12"])
        >>> exchange.forward("11", "busy", "12"), exchange.forward("11", "busy", "90"), exchange.forwards
        ('', '12', {'11': {'busy': '90'}})
        """

    def route(self, number: str) -> tuple[str, list[str]]:
        """
        Find out where a call of a number would end now, without making it. The call visits one number after another,
        beginning with this one, until it ends:
        - If it has visited the number before, it ends with the result "loop".
        - If the number belongs to nothing, it ends with the result "unknown".
        - If the number is forwarded for all calls, the call goes on to that target.
        - A line that is free is reached: the call ends with its number as the result.
        - In a group the lines are tried in their order, from the one whose turn it is to the last one and then from
          the first one on, each once. The first of them that is free and not forwarded for all calls is reached: the
          call ends with its number as the result. What is forwarded if a line of the group is busy does not matter.
        - If no line was reached, the number is busy: the call goes on to the target of "busy", and ends with the
          result "busy" if there is none.
        :param number: str, the number that is called.
        :return: tuple, (result, visited): the list of the numbers visited in their order; a number that is visited
            for the second time is in it twice, and a line that is reached through a group is not in it for this.
        >>> exchange = TownExchange(["11", "12", "13"])
        >>> exchange.talks = {"11": "13", "12": "", "13": "11"}
        >>> exchange.groups, exchange.turns = {"90": ["11", "12"]}, {"90": 0}
        >>> exchange.forwards = {"11": {"busy": "90"}, "13": {"all": "13"}}
        >>> exchange.route("11"), exchange.route("13"), exchange.route("5")
        (('12', ['11', '90']), ('loop', ['13', '13']), ('unknown', ['5']))
        """

    def call(self, caller: str, number: str) -> str:
        """
        Make a call from a line. It goes as described for route. If it reaches a line, the caller and this line talk
        with each other from now on; if it was reached through a group, the next call of this group first tries the
        line after it, or the first one after the last one. The caller is busy during the call, so that the call
        cannot reach the caller's own line.
        :param caller: str, the number of the line that calls.
        :param number: str, the number that is called.
        :return: str, the result as described for route.
        :raises KeyError: with the caller if that is not the number of a line. Nothing is changed then.
        :raises ValueError: with the message "caller talks" if the caller is a line that is not free. Nothing is
            changed then.
        >>> exchange = TownExchange(["11", "12", "13"])
        >>> exchange.groups, exchange.turns = {"90": ["11", "12", "13"]}, {"90": 0}
        >>> exchange.call("11", "90"), exchange.talks, exchange.turns
        ('12', {'11': '12', '12': '11', '13': ''}, {'90': 2})
        >>> exchange.call("13", "11"), exchange.talks["13"]
        ('busy', '')
        """

    def wish(self, caller: str, number: str) -> str:
        """
        Make a call from a line as described for call; if its result is "busy", or if the caller talks, note the call
        as the last one in self.wishes, unless it is noted there already.
        :param caller: str, the number of the line that calls.
        :param number: str, the number that is called.
        :return: str, "noted" if the caller talks or the result of the call is "busy", otherwise this result; a call
            that was noted before stays in self.wishes in either case.
        :raises KeyError: with the caller if that is not the number of a line. Nothing is changed then.
        >>> exchange = TownExchange(["11", "12", "13"])
        >>> exchange.talks = {"11": "12", "12": "11", "13": ""}
        >>> exchange.wish("13", "12"), exchange.wish("11", "13"), exchange.wishes
        ('noted', 'noted', [('13', '12'), ('11', '13')])
        """

    def hang_up(self, line: str) -> list[tuple[str, str, str]]:
        """
        End the talk of a line; both lines are free then. After that the calls in self.wishes are tried once each, in
        their order: if the caller is free, the call is made as described for call, and it is removed from
        self.wishes unless its result is "busy".
        :param line: str, the number of the line.
        :return: list of tuple, (caller, number, result) for each call that was removed, in their order.
        :raises KeyError: with the number if it is not that of a line.
        :raises ValueError: with the message "no talk" if it is that of a line that is free; the calls in self.wishes
            are not tried then.
        >>> exchange = TownExchange(["11", "12", "13"])
        >>> exchange.talks = {"11": "12", "12": "11", "13": ""}
        >>> exchange.wishes = [("13", "12"), ("11", "13"), ("11", "14")]
        >>> exchange.hang_up("11"), exchange.talks, exchange.wishes
        ([('13', '12', '12'), ('11', '14', 'unknown')], {'11': '', '12': '13', '13': '12'}, [('11', '13')])
        """
