# canary: classeval-hf open fragment_inbox 2e2f6499-e77b-4d8b-bec5-04b90a47ffdd

import re


class FragmentInbox:
    """
    The receiving side of a protocol that sends numbered messages, each cut into numbered fragments. Messages and the
    fragments of each message are numbered from 1 on. Fragments arrive in frames, in any order, repeatedly or not at
    all; messages are handed out strictly in the order of their numbers. Which fragment of a message is the last one
    (its end) is known only once that fragment has arrived. A message is complete when its end is known and all its
    fragments have arrived.
    """

    def __init__(self, window: int):
        """
        Set up an inbox that waits for message 1.
        :param window: int, at least 1, of how many messages fragments are accepted at a time.
        self.window: int, the given number; fragments of the messages self.next to self.next + self.window - 1 are
            accepted.
        self.next: int, the number of the message that is to be handed out next. All before it are over.
        self.parts: dict, from the number of each message of which at least one fragment has arrived, and which is not
            over, to a dict from the number of each of these fragments to its text.
        self.ends: dict, from the number of each message in self.parts whose end is known to the number of its last
            fragment, which is in self.parts as well; no fragment there has a higher number.
        self.asked: dict, from the number of a message which is not over to how often it was asked for by request
            since a new fragment of it arrived, at least 1; a message that was not asked for has no entry.
        """
        self.window = window
        self.next = 1
        self.parts = {}
        self.ends = {}
        self.asked = {}

    @staticmethod
    def frame(message: int, number: int, last: bool, text: str) -> str:
        """
        Write a fragment as a frame: the head, a colon, the text, a colon and the check. The head is the number of the
        message, a dot, the number of the fragment, and "!" if it is the last one. The check is made over the head,
        the first colon and the text: the code of each character, times its position (1 for the first), all added up;
        the remainder by 256 is written as two hexadecimal digits in small letters.
        :param message: int, the number of the message.
        :param number: int, the number of the fragment.
        :param last: bool, whether it is the last fragment of the message.
        :param text: str, the text of the fragment; it may be empty and hold any characters.
        :return: str, the frame.
        :raises ValueError: with the message "bad number" if one of the numbers is less than 1.
        >>> FragmentInbox.frame(12, 3, True, "a:b")
        '12.3!:a:b:d5'
        """

    @staticmethod
    def read(frame: str) -> tuple[int, int, bool, str]:
        """
        Read a frame: exactly what frame would write. Numbers are written with the digits 0 to 9 without zeros in
        front.
        :param frame: str, the frame.
        :return: tuple (message, number, last, text), as the parameters of frame.
        :raises ValueError: with the message "bad frame" if it is not written so or the check is wrong.
        >>> FragmentInbox.read("12.3!:a:b:d5")
        (12, 3, True, 'a:b')
        """

    def deliver(self) -> list[str]:
        """
        Hand out messages from self.next on as long as they are complete. A message that is handed out is over:
        self.next goes on to the number after it, and its entries in the other fields are removed.
        :return: list of str, the texts of the messages, each with its fragments in the order of their numbers.
        >>> inbox = FragmentInbox(4)
        >>> inbox.parts, inbox.ends = {1: {2: "lo", 1: "hel"}, 3: {1: "x"}}, {1: 2, 3: 1}
        >>> inbox.deliver(), inbox.next, inbox.parts
        (['hello'], 2, {3: {1: 'x'}})
        """

    def receive(self, frame: str) -> list[str]:
        """
        Take in a frame. A fragment of a message that is over is ignored.
        A fragment that has arrived before is ignored if its text and whether it is the last one are the same.
        Otherwise, that is, if the same number arrives with another text or another mark, there is a conflict. There
        is one as well if a fragment with a new number is marked as the last one though the end is known or a higher
        number has arrived, or if its number is higher than the known end. After a conflict nothing that arrived of
        this message is trusted: the inbox forgets all of its fragments and its end, and does not take in this
        fragment either; how often the message was asked for stays as it is.
        Any other fragment is taken in; then its message counts as not asked for, and messages are handed out as
        described for deliver.
        :param frame: str, the frame.
        :return: list of str, the texts of the messages that are handed out.
        :raises ValueError: with the message "bad frame" as read does.
        :raises OverflowError: with the message "too far ahead" if the message lies beyond the window.
        :raises RuntimeError: with the message "conflict in message " followed by its number, on a conflict.
        >>> inbox = FragmentInbox(4)
        >>> inbox.receive(FragmentInbox.frame(1, 2, True, "lo")), inbox.parts, inbox.ends
        ([], {1: {2: 'lo'}}, {1: 2})
        >>> inbox.receive(FragmentInbox.frame(1, 1, False, "hel")), inbox.next
        (['hello'], 2)
        """

    def gaps(self, message: int) -> str:
        """
        Which fragments of a message are missing: their numbers in ascending order, joined by commas, where two or
        more numbers in a row are written as the first and the last of them joined by a hyphen. If the end is not
        known, the number after the highest one that has arrived (1 if none has) follows with a plus sign, as a part
        of its own: everything from there on is missing.
        :param message: int, the number of the message.
        :return: str, what is missing, "" if the message is complete.
        :raises ValueError: with the message "message is over" if its number is less than self.next.
        >>> inbox = FragmentInbox(4)
        >>> inbox.parts, inbox.ends = {1: {2: "a", 6: "b"}, 2: {3: "c"}}, {2: 3}
        >>> inbox.gaps(1), inbox.gaps(2), inbox.gaps(3)
        ('1,3-5,7+', '1-2', '1+')
        """

    def request(self, limit: int) -> list[str]:
        """
        Ask for what is missing. Looked at are the messages from self.next to the highest one in self.parts, in
        ascending order, none if nothing is there; each that is not complete is asked for, but no more than the limit
        of them in one call. Each one asked for counts as asked for once more.
        :param limit: int, at least 0, how many messages to ask for at most.
        :return: list of str, for each message asked for its number, a colon and its gaps.
        >>> inbox = FragmentInbox(4)
        >>> inbox.parts, inbox.ends = {3: {2: "c"}}, {3: 2}
        >>> inbox.request(9), inbox.asked
        (['1:1+', '2:1+', '3:1'], {1: 1, 2: 1, 3: 1})
        """

    def give_up(self, tries: int) -> list[str]:
        """
        Go on without what does not come. As long as the message self.next was asked for at least as often as given by
        tries, it is handed out as it is and is over: its fragments are joined in the order of their numbers, with
        "[...]" once in place of each run of missing ones, also at the end if the end is not known; if nothing of the
        message has arrived, that is one run. After each such message complete ones are handed out as described for
        deliver, before the next one is looked at.
        :param tries: int, at least 1, after how many requests to give up.
        :return: list of str, the texts of all messages handed out, in order.
        >>> inbox = FragmentInbox(4)
        >>> inbox.parts, inbox.ends, inbox.asked = {1: {2: "b", 5: "e"}, 2: {1: "x"}}, {2: 1}, {1: 3}
        >>> inbox.give_up(3), inbox.next, inbox.asked
        (['[...]b[...]e[...]', 'x'], 3, {})
        """
