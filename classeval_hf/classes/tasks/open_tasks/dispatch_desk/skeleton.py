# canary: classeval-hf open dispatch_desk 50f28958-c0af-40d8-8b3a-bb860b9e62a8


class DispatchDesk:
    """
    A desk that passes messages to readers. A message has a topic of words joined by "/", such as "port/north/wind".
    Readers pull their messages and confirm them; what they do not confirm in time is given to them again, and what is
    given too often is dead. Time is counted in ticks.
    """

    def __init__(self, patience: int, tries: int):
        """
        Start without readers and messages.
        self.patience: int, how many ticks a reader has for confirming a message, at least 1.
        self.tries: int, how often a message is given to a reader at most, at least 1.
        self.now: int, how many ticks have passed.
        self.count: int, the number of the message posted last, 0 if there is none. Numbers go up by 1.
        self.readers: dict, from each reader to a tuple (room, patterns): how many messages may be out to the reader at
            once, and the list of the patterns of the reader.
        self.waiting: dict, from each reader to the list of the numbers of the messages that wait for the reader, the
            next one first.
        self.out: dict, from each reader to a dict from the number of each message that was given to the reader and is
            neither confirmed nor taken back to the tick at which it is taken back.
        self.given: dict, from each reader to a dict from the number of each message that is waiting for or out to the
            reader, and was given to the reader before, to how often it was.
        self.dead: list of tuples (number, reader, reason), the dead messages, in the order in which they died.
        self.texts: dict, from the number of each message that is waiting, out or dead for anybody to its text. Other
            messages have no entry.
        :param patience: int, how many ticks a reader has for confirming a message.
        :param tries: int, how often a message is given to a reader at most.
        """
        self.patience = patience
        self.tries = tries
        self.now = 0
        self.count = 0
        self.readers = {}
        self.waiting = {}
        self.out = {}
        self.given = {}
        self.dead = []
        self.texts = {}

    def join(self, reader: str, room: int, pattern: str) -> int:
        """
        Let a reader get the messages that will be posted from now on to topics that a pattern matches. A pattern is
        words joined by "/". It matches a topic with as many words if each of its words is "*" or equal to the word of
        the topic in the same position. If its last word is "#", it matches instead each topic that begins with words
        that match the words before the "#" in this way, whatever follows, be it nothing. A known reader gets the
        pattern in addition to those there are, if it is not among them, and the new room.
        :param reader: str, the name of the reader.
        :param room: int, how many messages may be out to the reader at once.
        :param pattern: str, the pattern.
        :return: int, how many patterns the reader has.
        :raises ValueError: with the message "bad room" if the room is less than 1; nothing is changed then.
        >>> desk = DispatchDesk(3, 2)
        >>> desk.join("ann", 2, "port/#"), desk.join("ann", 1, "*/wind"), desk.readers
        (1, 2, {'ann': (1, ['port/#', '*/wind'])})
        """

    def post(self, topic: str, text: str) -> list[str]:
        """
        Post a message, which gets the next number. It waits for each reader of whom at least one pattern matches the
        topic, once and after all that wait for the reader already. If there is no such reader, it is dead at once: its
        entry in self.dead is (number, "", "nobody").
        :param topic: str, the topic.
        :param text: str, the text.
        :return: list of str, the readers for whom it waits, in ascending order.
        >>> desk = DispatchDesk(3, 2)
        >>> desk.join("ben", 1, "port/*"), desk.join("ann", 1, "#"), desk.join("cy", 1, "port")
        (1, 1, 1)
        >>> desk.post("port/wind", "6 from west"), desk.post("port", "closed"), desk.waiting
        (['ann', 'ben'], ['ann', 'cy'], {'ben': [1], 'ann': [1, 2], 'cy': [2]})
        """

    def pull(self, reader: str) -> tuple[int, str, int] | None:
        """
        Give a reader the next waiting message. It is out then, to be taken back when self.patience ticks have passed.
        :param reader: str, the reader.
        :return: tuple (number, text, time), the message and how often it was given to the reader with this time; or
            None, and nothing is changed, if none waits or as many are out to the reader as there is room for, or more.
        :raises KeyError: with the reader if there is no such reader.
        >>> desk = DispatchDesk(3, 2)
        >>> desk.join("ann", 1, "#"), desk.post("port", "closed"), desk.post("port", "open")
        (1, ['ann'], ['ann'])
        >>> desk.pull("ann"), desk.pull("ann"), desk.out, desk.waiting
        ((1, 'closed', 1), None, {'ann': {1: 3}}, {'ann': [2]})
        """

    def confirm(self, reader: str, number: int) -> bool:
        """
        Confirm a message that is out to a reader, or that waits for the reader again after it was given. It is neither
        out nor waiting for the reader then.
        :param reader: str, the reader.
        :param number: int, the number of the message.
        :return: bool, whether it was out.
        :raises KeyError: with the reader if there is no such reader; else with the number if the message is neither
            out to the reader nor waiting for the reader after it was given. Nothing is changed then.
        >>> desk = DispatchDesk(3, 2)
        >>> desk.join("ann", 1, "#"), desk.post("port", "closed"), desk.pull("ann"), desk.confirm("ann", 1), desk.texts
        (1, ['ann'], (1, 'closed', 1), True, {})
        """

    def refuse(self, reader: str, number: int) -> bool:
        """
        Take back a message that is out to a reader, because the reader cannot do anything with it. If it was given to
        the reader self.tries times, it is dead, with the reason "refused". Otherwise it waits for the reader again,
        before all others.
        :param reader: str, the reader.
        :param number: int, the number of the message.
        :return: bool, whether it is dead.
        :raises KeyError: with the reader if there is no such reader; else with the number if the message is not out to
            the reader. Nothing is changed then.
        >>> desk = DispatchDesk(3, 1)
        >>> desk.join("ann", 1, "#"), desk.post("port", "closed"), desk.pull("ann"), desk.refuse("ann", 1), desk.dead
        (1, ['ann'], (1, 'closed', 1), True, [(1, 'ann', 'refused')])
        """

    def wait(self, ticks: int) -> int:
        """
        Let ticks pass, and take back what is to be taken back until then: the message with the earliest tick first, of
        those with the same tick the one to the reader that comes first in ascending order, and of one reader's the one
        with the lowest number. Each is dead, with the reason "silent", if it was given to the reader self.tries times;
        otherwise it waits for the reader again, before all others that wait then.
        :param ticks: int, how many ticks pass, at least 0.
        :return: int, how many messages were taken back, the dead ones included.
        >>> desk = DispatchDesk(3, 2)
        >>> desk.join("ann", 2, "#"), desk.post("port", "closed"), desk.post("port", "open"), desk.pull("ann")
        (1, ['ann'], ['ann'], (1, 'closed', 1))
        >>> desk.wait(1), desk.pull("ann"), desk.wait(2), desk.waiting, desk.out
        (0, (2, 'open', 1), 1, {'ann': [1]}, {'ann': {2: 4}})
        """

    def revive(self, reader: str) -> int:
        """
        Let the dead messages of a reader wait for the reader once more, after all that wait already, in the order in
        which they died. They are not dead any more, and count as never given.
        :param reader: str, the reader.
        :return: int, how many messages were revived.
        :raises KeyError: with the reader if there is no such reader.
        >>> desk = DispatchDesk(3, 1)
        >>> desk.join("ann", 1, "#"), desk.post("port", "closed"), desk.pull("ann"), desk.wait(3), desk.revive("ann")
        (1, ['ann'], (1, 'closed', 1), 1, 1)
        >>> desk.waiting, desk.dead, desk.given
        ({'ann': [1]}, [], {'ann': {}})
        """
