# canary: classeval-hf open fragment_inbox 2e2f6499-e77b-4d8b-bec5-04b90a47ffdd

import unittest

from solution import FragmentInbox

ONE_OF_ONE = "1.1!:abc:d2"
CHECKED = [  # wrong in form alone, their checks are right
    "0.1:ab:38",
    "1.0:ab:36",
    "01.1:ab:f6",
    "1.01:ab:f7",
    "+1.1:ab:f1",
    "1.\u0661:ab:c9",
    "1.1!!:ab:5c",
    "1.1?:ab:32",
    " 1.1:ab:e6",
    "1.1 :ab:b6",
    "1:ab:50",
    ".1:ab:ac",
    "1.:ab:a9",
]


class FragmentInboxTestFrame(unittest.TestCase):
    def test_frame_last(self):
        self.assertEqual(FragmentInbox.frame(1, 1, True, "abc"), ONE_OF_ONE)

    def test_frame_not_last(self):
        self.assertEqual(FragmentInbox.frame(1, 1, False, "abc"), "1.1:abc:ee")

    def test_frame_large_numbers(self):
        self.assertEqual(FragmentInbox.frame(205, 1040, False, "z"), "205.1040:z:b8")

    def test_frame_empty_text(self):
        self.assertEqual([FragmentInbox.frame(3, 2, last, "") for last in (False, True)], ["3.2::0d", "3.2!::cb"])

    def test_frame_odd_characters(self):
        self.assertEqual(FragmentInbox.frame(2, 1, True, "a:\n\u00e9:"), "2.1!:a:\n\u00e9::68")

    def test_frame_bad_number(self):
        for message, number in ((0, 1), (1, 0), (-2, 3), (3, -1)):
            with self.assertRaises(ValueError) as caught:
                FragmentInbox.frame(message, number, False, "abc")
            self.assertEqual(str(caught.exception), "bad number")


class FragmentInboxTestRead(unittest.TestCase):
    def test_read_last(self):
        self.assertEqual(FragmentInbox.read(ONE_OF_ONE), (1, 1, True, "abc"))

    def test_read_not_last(self):
        self.assertEqual(FragmentInbox.read("1.1:abc:ee"), (1, 1, False, "abc"))

    def test_read_text_with_colons(self):
        self.assertEqual(FragmentInbox.read("2.1!:a:\n\u00e9::68"), (2, 1, True, "a:\n\u00e9:"))

    def test_read_empty_text(self):
        self.assertEqual(
            [FragmentInbox.read("3.2::0d"), FragmentInbox.read("3.2!::cb")], [(3, 2, False, ""), (3, 2, True, "")]
        )

    def test_read_wrong_check(self):
        frames = ["1.1!:abc:d3", "1.1!:abd:d2", "1.2!:abc:d2", "2.1!:abc:d2", "1.1:abc:d2", "1.1!:acb:d2"]
        for frame in frames:
            with self.assertRaises(ValueError) as caught:
                FragmentInbox.read(frame)
            self.assertEqual(str(caught.exception), "bad frame")

    def test_read_wrong_form(self):
        frames = ["1.1!:abc:D2", "1.1!:abc:0d2", "1.1!:abc:2", "1.1!:abc", "1.1!abc:d2", "11!:abc:d2", "1.1!:abc:d2 "]
        for frame in [*frames, *CHECKED]:
            with self.assertRaises(ValueError) as caught:
                FragmentInbox.read(frame)
            self.assertEqual(str(caught.exception), "bad frame")


class FragmentInboxTestDeliver(unittest.TestCase):
    def setUp(self):
        self.inbox = FragmentInbox(4)
        self.inbox.next = 5
        self.inbox.parts = {5: {1: "ab", 3: "ef", 2: "cd"}, 6: {1: ""}, 7: {1: "g", 2: "h"}, 8: {1: "i"}}
        self.inbox.ends = {5: 3, 6: 1, 8: 1}
        self.inbox.asked = {5: 1, 7: 2}

    def test_deliver_several(self):
        self.assertEqual(self.inbox.deliver(), ["abcdef", ""])
        self.assertEqual((self.inbox.next, self.inbox.ends, self.inbox.asked), (7, {8: 1}, {7: 2}))
        self.assertEqual(self.inbox.parts, {7: {1: "g", 2: "h"}, 8: {1: "i"}})

    def test_deliver_end_unknown(self):
        del self.inbox.ends[5]
        self.assertEqual(self.inbox.deliver(), [])
        self.assertEqual((self.inbox.next, self.inbox.asked), (5, {5: 1, 7: 2}))

    def test_deliver_fragment_missing(self):
        del self.inbox.parts[5][2]
        self.assertEqual(self.inbox.deliver(), [])
        self.assertEqual(self.inbox.parts[5], {1: "ab", 3: "ef"})

    def test_deliver_nothing_of_the_next(self):
        del self.inbox.parts[5], self.inbox.ends[5]
        self.assertEqual(self.inbox.deliver(), [])
        self.assertEqual(self.inbox.next, 5)

    def test_deliver_all(self):
        self.inbox.ends[7] = 2
        self.assertEqual(self.inbox.deliver(), ["abcdef", "", "gh", "i"])
        self.assertEqual((self.inbox.next, self.inbox.parts, self.inbox.ends, self.inbox.asked), (9, {}, {}, {}))

    def test_deliver_more_than_nine_fragments(self):
        self.inbox.parts = {5: {number: f"{number}." for number in (11, 3, 10, 1, 2, 4, 9, 8, 7, 6, 5)}}
        self.inbox.ends = {5: 11}
        self.assertEqual(self.inbox.deliver(), ["1.2.3.4.5.6.7.8.9.10.11."])
        self.assertEqual(self.inbox.asked, {7: 2})


class FragmentInboxTestReceive(unittest.TestCase):
    def setUp(self):
        self.inbox = FragmentInbox(3)
        self.inbox.next = 2
        self.inbox.parts = {2: {1: "ab", 3: "ef"}, 3: {1: "x"}}
        self.inbox.ends = {3: 1}
        self.inbox.asked = {2: 2, 3: 1}

    def test_receive_first(self):
        inbox = FragmentInbox(1)
        self.assertEqual(inbox.receive(ONE_OF_ONE), ["abc"])
        self.assertEqual((inbox.next, inbox.parts, inbox.ends), (2, {}, {}))

    def test_receive_fills_a_gap(self):
        self.assertEqual(self.inbox.receive("2.2:cd:53"), [])
        self.assertEqual(self.inbox.parts, {2: {1: "ab", 3: "ef", 2: "cd"}, 3: {1: "x"}})
        self.assertEqual((self.inbox.asked, self.inbox.ends), ({3: 1}, {3: 1}))

    def test_receive_end_completes(self):
        self.inbox.parts[2][2] = "cd"
        self.assertEqual(self.inbox.receive("2.4!:gh:12"), ["abcdefgh", "x"])
        self.assertEqual((self.inbox.next, self.inbox.parts, self.inbox.ends, self.inbox.asked), (4, {}, {}, {}))

    def test_receive_later_message(self):
        self.assertEqual(self.inbox.receive("4.2:q:43"), [])
        self.assertEqual(self.inbox.parts[4], {2: "q"})
        self.assertEqual((self.inbox.asked, self.inbox.ends), ({2: 2, 3: 1}, {3: 1}))

    def test_receive_later_end(self):
        self.assertEqual(self.inbox.receive("4.2!:q:72"), [])
        self.assertEqual((self.inbox.parts[4], self.inbox.ends), ({2: "q"}, {3: 1, 4: 2}))

    def test_receive_message_that_is_over(self):
        self.assertEqual([self.inbox.receive("1.1!:zz:f8"), self.inbox.receive("1.9:zz:5e")], [[], []])
        self.assertEqual(self.inbox.parts, {2: {1: "ab", 3: "ef"}, 3: {1: "x"}})

    def test_receive_again(self):
        self.assertEqual([self.inbox.receive("2.1:ab:3a"), self.inbox.receive("3.1!:x:98")], [[], []])
        self.assertEqual((self.inbox.asked, self.inbox.ends), ({2: 2, 3: 1}, {3: 1}))

    def test_receive_beyond_window(self):
        for frame in ("5.1!:far:65", "12.3!:a:b:d5"):
            with self.assertRaises(OverflowError) as caught:
                self.inbox.receive(frame)
            self.assertEqual(str(caught.exception), "too far ahead")
        self.assertEqual(self.inbox.parts, {2: {1: "ab", 3: "ef"}, 3: {1: "x"}})

    def test_receive_bad_frame(self):
        for frame in ("2.2:cd:54", "5.1!:far:64", "nonsense"):
            with self.assertRaises(ValueError) as caught:
                self.inbox.receive(frame)
            self.assertEqual(str(caught.exception), "bad frame")
        self.assertEqual(self.inbox.asked, {2: 2, 3: 1})

    def conflict(self, frame, message):
        with self.assertRaises(RuntimeError) as caught:
            self.inbox.receive(frame)
        self.assertEqual(str(caught.exception), f"conflict in message {message}")

    def test_receive_conflict_of_texts(self):
        self.conflict("2.1:aB:7a", 2)
        self.assertEqual((self.inbox.parts, self.inbox.ends), ({3: {1: "x"}}, {3: 1}))
        self.assertEqual((self.inbox.asked, self.inbox.next), ({2: 2, 3: 1}, 2))

    def test_receive_conflict_of_marks(self):
        self.conflict("2.3!:ef:f5", 2)
        self.assertEqual(self.inbox.parts, {3: {1: "x"}})
        self.conflict("3.1:x:62", 3)
        self.assertEqual((self.inbox.parts, self.inbox.ends, self.inbox.asked), ({}, {}, {2: 2, 3: 1}))

    def test_receive_conflict_of_text_and_mark(self):
        self.conflict("2.3!:eF:15", 2)
        self.assertEqual(self.inbox.parts, {3: {1: "x"}})

    def test_receive_conflict_with_known_end(self):
        self.inbox.ends[2] = 4
        self.inbox.parts[2][4] = "gh"
        self.conflict("2.5:ij:9e", 2)
        self.assertEqual((self.inbox.parts, self.inbox.ends), ({3: {1: "x"}}, {3: 1}))

    def test_receive_conflict_of_two_ends(self):
        for frame in ("2.5!:ij:2f", "2.2!:cd:d8"):
            self.inbox.parts[2] = {4: "gh"}
            self.inbox.ends[2] = 4
            self.conflict(frame, 2)
            self.assertEqual((self.inbox.parts, self.inbox.ends), ({3: {1: "x"}}, {3: 1}))

    def test_receive_conflict_with_higher_number(self):
        self.conflict("2.2!:cd:d8", 2)
        self.assertEqual((self.inbox.parts, self.inbox.ends), ({3: {1: "x"}}, {3: 1}))

    def test_receive_below_known_end(self):
        self.inbox.parts[2], self.inbox.ends[2] = {1: "ab", 4: "gh"}, 4
        self.assertEqual([self.inbox.receive("2.3:ef:6c"), self.inbox.receive("2.2:cd:53")], [[], ["abcdefgh", "x"]])
        self.assertEqual(self.inbox.next, 4)


class FragmentInboxTestGaps(unittest.TestCase):
    def setUp(self):
        self.inbox = FragmentInbox(9)
        self.inbox.next = 3
        self.inbox.parts = {3: {2: "a", 3: "b", 7: "c", 9: "d"}, 4: {1: "e", 2: "f"}, 5: {4: "g"}, 6: {1: "h", 2: "i"}}
        self.inbox.ends = {3: 9, 6: 2}

    def test_gaps_singles_and_ranges(self):
        self.assertEqual(self.inbox.gaps(3), "1,4-6,8")
        self.assertEqual(self.inbox.asked, {})

    def test_gaps_end_unknown(self):
        self.assertEqual([self.inbox.gaps(4), self.inbox.gaps(5)], ["3+", "1-3,5+"])

    def test_gaps_complete(self):
        self.inbox.parts[3].update({1: "", 4: "", 5: "", 6: ""})
        self.assertEqual([self.inbox.gaps(6), self.inbox.gaps(3)], ["", "8"])

    def test_gaps_nothing_arrived(self):
        self.assertEqual([self.inbox.gaps(7), self.inbox.gaps(100)], ["1+", "1+"])
        self.assertEqual(sorted(self.inbox.parts), [3, 4, 5, 6])

    def test_gaps_range_of_two(self):
        self.inbox.parts[3] = {3: "b", 6: "c"}
        self.inbox.ends[3] = 6
        self.assertEqual(self.inbox.gaps(3), "1-2,4-5")

    def test_gaps_over(self):
        for message in (2, 1, 0):
            with self.assertRaises(ValueError) as caught:
                self.inbox.gaps(message)
            self.assertEqual(str(caught.exception), "message is over")


class FragmentInboxTestRequest(unittest.TestCase):
    def setUp(self):
        self.inbox = FragmentInbox(9)
        self.inbox.next = 3
        self.inbox.parts = {4: {1: "e", 2: "f"}, 5: {1: "g"}, 7: {4: "h"}}
        self.inbox.ends = {5: 1, 7: 4}
        self.inbox.asked = {4: 2}

    def test_request_all(self):
        self.assertEqual(self.inbox.request(10), ["3:1+", "4:3+", "6:1+", "7:1-3"])
        self.assertEqual(self.inbox.asked, {3: 1, 4: 3, 6: 1, 7: 1})

    def test_request_limit(self):
        self.assertEqual(self.inbox.request(2), ["3:1+", "4:3+"])
        self.assertEqual(self.inbox.asked, {3: 1, 4: 3})

    def test_request_limit_skips_complete(self):
        self.assertEqual(self.inbox.request(3), ["3:1+", "4:3+", "6:1+"])
        self.assertEqual(self.inbox.asked, {3: 1, 4: 3, 6: 1})

    def test_request_none(self):
        self.assertEqual(self.inbox.request(0), [])
        self.assertEqual(self.inbox.asked, {4: 2})

    def test_request_nothing_arrived(self):
        self.inbox.parts, self.inbox.ends = {}, {}
        self.assertEqual(self.inbox.request(5), [])
        self.assertEqual(self.inbox.asked, {4: 2})

    def test_request_again(self):
        self.assertEqual([self.inbox.request(1), self.inbox.request(1)], [["3:1+"], ["3:1+"]])
        self.assertEqual((self.inbox.asked, self.inbox.next), ({3: 2, 4: 2}, 3))


class FragmentInboxTestGiveUp(unittest.TestCase):
    def setUp(self):
        self.inbox = FragmentInbox(9)
        self.inbox.next = 3
        self.inbox.parts = {3: {2: "b", 3: "c", 6: "f"}, 4: {1: "x"}, 6: {1: "p", 2: "q"}}
        self.inbox.ends = {3: 6, 4: 1}
        self.inbox.asked = {3: 4, 5: 3, 6: 3}

    def test_give_up_first_and_complete(self):
        self.assertEqual(self.inbox.give_up(4), ["[...]bc[...]f", "x"])
        self.assertEqual((self.inbox.next, self.inbox.ends, self.inbox.asked), (5, {}, {5: 3, 6: 3}))
        self.assertEqual(self.inbox.parts, {6: {1: "p", 2: "q"}})

    def test_give_up_all(self):
        self.assertEqual(self.inbox.give_up(3), ["[...]bc[...]f", "x", "[...]", "pq[...]"])
        self.assertEqual((self.inbox.next, self.inbox.parts, self.inbox.ends, self.inbox.asked), (7, {}, {}, {}))

    def test_give_up_nothing(self):
        self.assertEqual(self.inbox.give_up(5), [])
        self.assertEqual((self.inbox.next, self.inbox.asked), (3, {3: 4, 5: 3, 6: 3}))

    def test_give_up_only_the_next(self):
        self.inbox.asked = {5: 9, 6: 9}
        self.assertEqual(self.inbox.give_up(1), [])
        self.assertEqual(self.inbox.parts[3], {2: "b", 3: "c", 6: "f"})

    def test_give_up_without_gap_in_front(self):
        self.inbox.parts[3] = {1: "a", 2: "b", 4: "d", 5: "", 6: "f"}
        self.assertEqual(self.inbox.give_up(4), ["ab[...]df", "x"])
        self.assertEqual(self.inbox.next, 5)

    def test_give_up_end_unknown(self):
        del self.inbox.ends[3]
        self.assertEqual(self.inbox.give_up(4), ["[...]bc[...]f[...]", "x"])
        self.assertEqual(self.inbox.asked, {5: 3, 6: 3})

    def test_give_up_stops_in_between(self):
        self.inbox.asked = {3: 2, 6: 2}
        self.assertEqual(self.inbox.give_up(2), ["[...]bc[...]f", "x"])
        self.assertEqual((self.inbox.next, self.inbox.asked), (5, {6: 2}))


class FragmentInboxTestMain(unittest.TestCase):
    def test_main_out_of_order(self):
        inbox = FragmentInbox(3)
        self.assertEqual(inbox.request(5), [])
        self.assertEqual(inbox.receive("2.2!:cd:d8"), [])
        self.assertEqual(inbox.request(5), ["1:1+", "2:1"])
        self.assertEqual(inbox.receive("2.1:ab:3a"), [])
        self.assertEqual((inbox.asked, inbox.gaps(2)), ({1: 1}, ""))
        self.assertEqual(inbox.request(5), ["1:1+"])
        self.assertEqual(inbox.receive(ONE_OF_ONE), ["abc", "abcd"])
        self.assertEqual((inbox.next, inbox.asked), (3, {}))
        self.assertEqual(inbox.receive("5.1!:far:65"), [])
        self.assertEqual(inbox.request(5), ["3:1+", "4:1+"])
        self.assertEqual(inbox.give_up(1), ["[...]", "[...]", "far"])
        self.assertEqual((inbox.next, inbox.parts, inbox.ends, inbox.asked), (6, {}, {}, {}))

    def test_main_conflict_and_recovery(self):
        inbox = FragmentInbox(2)
        frames = [inbox.frame(1, number, number == 3, text) for number, text in enumerate(["ab", "cd", "ef"], 1)]
        self.assertEqual([inbox.receive(frames[2]), inbox.receive(frames[0])], [[], []])
        self.assertEqual(inbox.request(1), ["1:2"])
        with self.assertRaises(RuntimeError):
            inbox.receive(inbox.frame(1, 4, False, "gh"))
        self.assertEqual((inbox.parts, inbox.ends, inbox.asked), ({}, {}, {1: 1}))
        self.assertEqual(inbox.gaps(1), "1+")
        self.assertEqual([inbox.receive(frames[1]), inbox.receive(frames[2])], [[], []])
        self.assertEqual((inbox.request(4), inbox.asked), (["1:1"], {1: 1}))
        self.assertEqual(inbox.receive(frames[0]), ["abcdef"])
        self.assertEqual(inbox.read(frames[1]), (1, 2, False, "cd"))
        self.assertEqual(inbox.receive(frames[1]), [])

    def test_main_give_up_in_the_middle(self):
        inbox = FragmentInbox(4)
        self.assertEqual(inbox.deliver(), [])
        self.assertEqual(inbox.receive(inbox.frame(1, 2, False, "world")), [])
        self.assertEqual(inbox.receive(inbox.frame(3, 1, True, "!")), [])
        self.assertEqual(inbox.request(9), ["1:1,3+", "2:1+"])
        self.assertEqual(inbox.request(1), ["1:1,3+"])
        self.assertEqual(inbox.give_up(2), ["[...]world[...]"])
        self.assertEqual((inbox.next, inbox.asked), (2, {2: 1}))
        self.assertEqual(inbox.receive(inbox.frame(1, 1, False, "hello ")), [])
        self.assertEqual(inbox.receive(inbox.frame(2, 1, True, "so")), ["so", "!"])
        self.assertEqual((inbox.next, inbox.parts, inbox.asked), (4, {}, {}))
        with self.assertRaises(ValueError):
            inbox.gaps(3)
