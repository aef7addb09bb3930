# canary: classeval-hf open ticket_gate f5304037-7428-478b-a4e2-2d3b71854dfa

import unittest

from solution import TicketGate


class TicketGateTestPeople(unittest.TestCase):
    def test_people_single(self):
        self.assertEqual(TicketGate.people("S1111-3"), 1)

    def test_people_double(self):
        self.assertEqual(TicketGate.people("D9876-0"), 2)

    def test_people_family(self):
        self.assertEqual(TicketGate.people("F0012-4"), 4)

    def test_people_check_digit_weights(self):
        self.assertEqual([TicketGate.people(t) for t in ("S1000-1", "D0100-2", "F0010-3", "S0001-4")], [1, 2, 4, 1])

    def test_people_wrong_check_digit(self):
        for ticket in ("S1111-4", "D9876-6", "F0012-0", "S0000-7"):
            with self.assertRaises(ValueError) as caught:
                TicketGate.people(ticket)
            self.assertEqual(str(caught.exception), f"bad ticket: {ticket}")

    def test_people_wrong_form(self):
        for ticket in ("", "s1111-3", "X1111-3", "S11113", "S1111_3", "S1111-33", "S111-6", " S1111-3", "S1111-3\n"):
            with self.assertRaises(ValueError) as caught:
                TicketGate.people(ticket)
            self.assertEqual(str(caught.exception), f"bad ticket: {ticket}")

    def test_people_no_digits(self):
        tickets = ["SA000-6", "S0A00-5", "SA000-0", "S000A-0", "S0000-A", "S000\u0660-0", "S-000-0", "S0000--"]
        for ticket in [*tickets, "S 000-0", "S0007-a"]:
            with self.assertRaises(ValueError) as caught:
                TicketGate.people(ticket)
            self.assertEqual(str(caught.exception), f"bad ticket: {ticket}")


class TicketGateTestAdvance(unittest.TestCase):
    def setUp(self):
        self.gate = TicketGate(10, 3)
        self.gate.state = "open"
        self.gate.credits = [("S0000-0", 1), ("F0012-4", 3)]
        self.gate.used = {"S0000-0", "F0012-4"}
        self.gate.deadline = 30
        self.gate.now = 20
        self.gate.log = [(0, "closed"), (18, "open")]

    def test_advance_before_deadline(self):
        self.assertEqual(self.gate.advance(29), [])
        self.assertEqual((self.gate.now, self.gate.state, self.gate.deadline), (29, "open", 30))
        self.assertEqual(self.gate.credits, [("S0000-0", 1), ("F0012-4", 3)])

    def test_advance_at_deadline(self):
        self.assertEqual(self.gate.advance(30), ["S0000-0", "F0012-4"])
        self.assertEqual((self.gate.now, self.gate.state, self.gate.credits), (30, "closed", []))
        self.assertEqual(self.gate.used, {"S0000-0", "F0012-4"})

    def test_advance_logs_deadline(self):
        self.assertEqual(self.gate.advance(75), ["S0000-0", "F0012-4"])
        self.assertEqual(self.gate.now, 75)
        self.assertEqual(self.gate.log, [(0, "closed"), (18, "open"), (30, "closed")])

    def test_advance_same_time(self):
        self.assertEqual(self.gate.advance(20), [])
        self.assertEqual(self.gate.log, [(0, "closed"), (18, "open")])

    def test_advance_backwards(self):
        with self.assertRaises(ValueError) as caught:
            self.gate.advance(19)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual((self.gate.now, self.gate.state), (20, "open"))

    def test_advance_fault_keeps_credits(self):
        self.gate.state, self.gate.faults, self.gate.since = "fault", ["MOTOR"], 19
        self.gate.log.append((19, "fault"))
        self.assertEqual(self.gate.advance(90), [])
        self.assertEqual((self.gate.now, self.gate.state, self.gate.deadline), (90, "fault", 30))
        self.assertEqual(self.gate.credits, [("S0000-0", 1), ("F0012-4", 3)])

    def test_advance_closed(self):
        gate = TicketGate(4, 2)
        self.assertEqual(gate.advance(11), [])
        self.assertEqual((gate.now, gate.log), (11, [(0, "closed")]))


class TicketGateTestInsert(unittest.TestCase):
    def setUp(self):
        self.gate = TicketGate(12, 3)

    def test_insert_opens(self):
        self.assertEqual(self.gate.insert("F0012-4", 3), 4)
        self.assertEqual((self.gate.state, self.gate.deadline, self.gate.now), ("open", 15, 3))
        self.assertEqual((self.gate.credits, self.gate.used), ([("F0012-4", 4)], {"F0012-4"}))
        self.assertEqual(self.gate.log, [(0, "closed"), (3, "open")])

    def test_insert_second_ticket(self):
        self.gate.state, self.gate.credits, self.gate.used = "open", [("F0012-4", 3)], {"F0012-4"}
        self.gate.deadline, self.gate.log = 15, [(0, "closed"), (3, "open")]
        self.assertEqual(self.gate.insert("D9876-0", 9), 5)
        self.assertEqual(self.gate.credits, [("F0012-4", 3), ("D9876-0", 2)])
        self.assertEqual((self.gate.deadline, self.gate.log), (21, [(0, "closed"), (3, "open")]))

    def test_insert_after_deadline(self):
        self.gate.state, self.gate.credits, self.gate.used = "open", [("F0012-4", 3)], {"F0012-4"}
        self.gate.deadline, self.gate.log = 15, [(0, "closed"), (3, "open")]
        self.assertEqual(self.gate.insert("S1111-3", 15), 1)
        self.assertEqual(self.gate.credits, [("S1111-3", 1)])
        self.assertEqual(self.gate.used, {"F0012-4", "S1111-3"})
        self.assertEqual(self.gate.log, [(0, "closed"), (3, "open"), (15, "closed"), (15, "open")])

    def test_insert_used(self):
        self.gate.used = {"S1111-3"}
        with self.assertRaises(ValueError) as caught:
            self.gate.insert("S1111-3", 8)
        self.assertEqual(str(caught.exception), "used ticket")
        self.assertEqual((self.gate.now, self.gate.state, self.gate.credits), (8, "closed", []))

    def test_insert_bad_ticket_in_fault(self):
        self.gate.state, self.gate.faults = "fault", ["LIGHT"]
        with self.assertRaises(ValueError) as caught:
            self.gate.insert("S1111-4", 8)
        self.assertEqual(str(caught.exception), "bad ticket: S1111-4")
        self.assertEqual(self.gate.now, 8)

    def test_insert_in_fault_before_used(self):
        self.gate.state, self.gate.faults, self.gate.used = "fault", ["LIGHT"], {"S1111-3"}
        for ticket in ("S1111-3", "S0000-0"):
            with self.assertRaises(RuntimeError) as caught:
                self.gate.insert(ticket, 9)
            self.assertEqual(str(caught.exception), "out of order")
        self.assertEqual((self.gate.credits, self.gate.used), ([], {"S1111-3"}))

    def test_insert_backwards_before_bad_ticket(self):
        self.gate.now = 6
        with self.assertRaises(ValueError) as caught:
            self.gate.insert("nonsense", 5)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual(self.gate.now, 6)

    def test_insert_keeps_strikes(self):
        self.gate.strikes = 2
        self.assertEqual(self.gate.insert("D9876-0", 1), 2)
        self.assertEqual(self.gate.strikes, 2)


class TicketGateTestPush(unittest.TestCase):
    def setUp(self):
        self.gate = TicketGate(10, 3)
        self.gate.state = "open"
        self.gate.credits = [("S0000-0", 1), ("D9876-0", 2)]
        self.gate.used = {"S0000-0", "D9876-0"}
        self.gate.deadline = 30
        self.gate.now = 20
        self.gate.strikes = 2
        self.gate.log = [(0, "closed"), (18, "open")]

    def test_push_first_ticket(self):
        self.assertEqual(self.gate.push(26), "S0000-0")
        self.assertEqual(self.gate.credits, [("D9876-0", 2)])
        self.assertEqual((self.gate.deadline, self.gate.strikes, self.gate.state), (36, 0, "open"))

    def test_push_ticket_of_several(self):
        self.gate.credits = [("D9876-0", 2), ("S0000-0", 1), ("F0012-4", 4)]
        self.assertEqual(self.gate.push(21), "D9876-0")
        self.assertEqual(self.gate.credits, [("D9876-0", 1), ("S0000-0", 1), ("F0012-4", 4)])
        self.assertEqual((self.gate.deadline, self.gate.log), (31, [(0, "closed"), (18, "open")]))

    def test_push_last_person(self):
        self.gate.credits = [("D9876-0", 1)]
        self.assertEqual(self.gate.push(25), "D9876-0")
        self.assertEqual((self.gate.credits, self.gate.state, self.gate.strikes), ([], "closed", 0))
        self.assertEqual(self.gate.log, [(0, "closed"), (18, "open"), (25, "closed")])
        self.assertEqual(self.gate.used, {"S0000-0", "D9876-0"})

    def test_push_too_late(self):
        self.gate.strikes = 1
        self.assertEqual(self.gate.push(30), "")
        self.assertEqual((self.gate.credits, self.gate.state, self.gate.strikes), ([], "closed", 2))
        self.assertEqual(self.gate.log, [(0, "closed"), (18, "open"), (30, "closed")])

    def test_push_forced(self):
        self.assertEqual(self.gate.push(40), "")
        self.assertEqual((self.gate.state, self.gate.strikes, self.gate.faults), ("fault", 0, ["FORCED"]))
        self.assertEqual(self.gate.since, 40)
        self.assertEqual(self.gate.log, [(0, "closed"), (18, "open"), (30, "closed"), (40, "fault")])

    def test_push_in_fault(self):
        self.gate.state, self.gate.faults, self.gate.since = "fault", ["MOTOR"], 19
        self.assertEqual(self.gate.push(44), "")
        self.assertEqual((self.gate.strikes, self.gate.faults, self.gate.now), (2, ["MOTOR"], 44))
        self.assertEqual(self.gate.credits, [("S0000-0", 1), ("D9876-0", 2)])

    def test_push_limit_of_one(self):
        gate = TicketGate(5, 1)
        self.assertEqual(gate.push(0), "")
        self.assertEqual((gate.faults, gate.since, gate.log), (["FORCED"], 0, [(0, "closed"), (0, "fault")]))

    def test_push_backwards(self):
        with self.assertRaises(ValueError) as caught:
            self.gate.push(19)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual(self.gate.credits, [("S0000-0", 1), ("D9876-0", 2)])


class TicketGateTestFail(unittest.TestCase):
    def setUp(self):
        self.gate = TicketGate(10, 3)

    def test_fail_first(self):
        self.assertEqual(self.gate.fail("MOTOR", 7), 1)
        self.assertEqual((self.gate.state, self.gate.since, self.gate.now), ("fault", 7, 7))
        self.assertEqual((self.gate.faults, self.gate.log), (["MOTOR"], [(0, "closed"), (7, "fault")]))

    def test_fail_second(self):
        self.gate.state, self.gate.faults, self.gate.since = "fault", ["MOTOR"], 7
        self.gate.log.append((7, "fault"))
        self.assertEqual(self.gate.fail("LIGHT", 9), 2)
        self.assertEqual((self.gate.faults, self.gate.since), (["MOTOR", "LIGHT"], 7))
        self.assertEqual(self.gate.log, [(0, "closed"), (7, "fault")])

    def test_fail_again(self):
        self.gate.state, self.gate.faults, self.gate.since = "fault", ["MOTOR", "LIGHT"], 7
        self.assertEqual(self.gate.fail("MOTOR", 11), 2)
        self.assertEqual((self.gate.faults, self.gate.since, self.gate.now), (["MOTOR", "LIGHT"], 7, 11))

    def test_fail_open_keeps_credits(self):
        self.gate.state, self.gate.credits, self.gate.deadline = "open", [("S0000-0", 1)], 13
        self.gate.strikes = 1
        self.assertEqual(self.gate.fail("MOTOR", 12), 1)
        self.assertEqual((self.gate.credits, self.gate.deadline), ([("S0000-0", 1)], 13))
        self.assertEqual((self.gate.state, self.gate.strikes), ("fault", 1))

    def test_fail_at_deadline(self):
        self.gate.state, self.gate.credits, self.gate.deadline = "open", [("S0000-0", 1)], 13
        self.assertEqual(self.gate.fail("MOTOR", 13), 1)
        self.assertEqual(self.gate.credits, [])
        self.assertEqual(self.gate.log, [(0, "closed"), (13, "closed"), (13, "fault")])

    def test_fail_backwards(self):
        self.gate.now = 50
        with self.assertRaises(ValueError) as caught:
            self.gate.fail("MOTOR", 49)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual((self.gate.faults, self.gate.state), ([], "closed"))


class TicketGateTestClear(unittest.TestCase):
    def setUp(self):
        self.gate = TicketGate(10, 3)
        self.gate.state, self.gate.faults, self.gate.since, self.gate.now = "fault", ["MOTOR"], 25, 25
        self.gate.credits = [("D9876-0", 1), ("S0000-0", 1), ("F0012-4", 4)]
        self.gate.used = {"D9876-0", "S0000-0", "F0012-4", "S1111-3"}
        self.gate.deadline = 28
        self.gate.log = [(0, "closed"), (18, "open"), (25, "fault")]

    def test_clear_reopens(self):
        self.assertEqual(self.gate.clear("MOTOR", 32), [])
        self.assertEqual((self.gate.state, self.gate.deadline, self.gate.faults), ("open", 35, []))
        self.assertEqual(self.gate.credits, [("D9876-0", 1), ("S0000-0", 1), ("F0012-4", 4)])
        self.assertEqual(self.gate.log[2:], [(25, "fault"), (32, "open")])

    def test_clear_just_in_time(self):
        self.assertEqual(self.gate.clear("MOTOR", 35), [])
        self.assertEqual((self.gate.state, self.gate.deadline), ("open", 38))

    def test_clear_too_long(self):
        self.assertEqual(self.gate.clear("MOTOR", 36), ["S0000-0", "F0012-4"])
        self.assertEqual((self.gate.state, self.gate.credits), ("closed", []))
        self.assertEqual(self.gate.used, {"D9876-0", "S1111-3"})
        self.assertEqual(self.gate.log[2:], [(25, "fault"), (36, "closed")])

    def test_clear_others_active(self):
        self.gate.faults = ["MOTOR", "LIGHT"]
        self.assertEqual(self.gate.clear("MOTOR", 90), [])
        self.assertEqual((self.gate.faults, self.gate.state, self.gate.since), (["LIGHT"], "fault", 25))
        self.assertEqual(len(self.gate.log), 3)

    def test_clear_without_credits(self):
        self.gate.credits = []
        self.assertEqual(self.gate.clear("MOTOR", 27), [])
        self.assertEqual((self.gate.state, self.gate.log[-1]), ("closed", (27, "closed")))
        self.assertEqual(self.gate.used, {"D9876-0", "S0000-0", "F0012-4", "S1111-3"})

    def test_clear_not_active(self):
        with self.assertRaises(KeyError) as caught:
            self.gate.clear("LIGHT", 31)
        self.assertEqual(caught.exception.args, ("LIGHT",))
        self.assertEqual((self.gate.now, self.gate.faults, self.gate.state), (31, ["MOTOR"], "fault"))

    def test_clear_backwards(self):
        with self.assertRaises(ValueError) as caught:
            self.gate.clear("LIGHT", 24)
        self.assertEqual(str(caught.exception), "time runs backwards")
        self.assertEqual(self.gate.now, 25)

    def test_clear_closed_gate_lapses_nothing(self):
        gate = TicketGate(10, 3)
        gate.state, gate.credits, gate.deadline = "open", [("S0000-0", 1)], 40
        with self.assertRaises(KeyError):
            gate.clear("MOTOR", 41)
        self.assertEqual(gate.log, [(0, "closed"), (40, "closed")])


class TicketGateTestMain(unittest.TestCase):
    def test_main_fault_in_the_middle(self):
        gate = TicketGate(10, 2)
        self.assertEqual(gate.people("F0012-4"), 4)
        self.assertEqual(gate.insert("F0012-4", 1), 4)
        self.assertEqual(gate.push(3), "F0012-4")
        self.assertEqual(gate.insert("S1111-3", 8), 4)
        self.assertEqual(gate.fail("MOTOR", 17), 1)
        self.assertEqual(gate.push(18), "")
        self.assertEqual(gate.clear("MOTOR", 22), [])
        self.assertEqual((gate.state, gate.deadline), ("open", 23))
        self.assertEqual(gate.push(22), "F0012-4")
        self.assertEqual(gate.deadline, 32)
        self.assertEqual(gate.advance(32), ["F0012-4", "S1111-3"])
        with self.assertRaises(ValueError):
            gate.insert("S1111-3", 33)
        self.assertEqual(gate.log, [(0, "closed"), (1, "open"), (17, "fault"), (22, "open"), (32, "closed")])

    def test_main_from_the_start(self):
        gate = TicketGate(7, 4)
        self.assertEqual((gate.now, gate.deadline, gate.since, gate.strikes), (0, 0, 0, 0))
        with self.assertRaises(ValueError):
            gate.push(-1)
        self.assertEqual(gate.insert("S0001-4", 0), 1)
        self.assertEqual(gate.insert("S1000-1", 0), 2)
        self.assertEqual([gate.push(6), gate.push(12), gate.push(13)], ["S0001-4", "S1000-1", ""])
        self.assertEqual((gate.strikes, gate.credits), (1, []))
        self.assertEqual(gate.fail("LIGHT", 20), 1)
        self.assertEqual(gate.clear("LIGHT", 21), [])
        self.assertEqual(gate.log, [(0, "closed"), (0, "open"), (12, "closed"), (20, "fault"), (21, "closed")])

    def test_main_forced_and_given_back(self):
        gate = TicketGate(5, 2)
        self.assertEqual(gate.push(1), "")
        self.assertEqual(gate.insert("S0000-0", 2), 1)
        self.assertEqual(gate.push(3), "S0000-0")
        self.assertEqual([gate.push(4), gate.push(5)], ["", ""])
        self.assertEqual((gate.state, gate.faults, gate.since), ("fault", ["FORCED"], 5))
        self.assertEqual(gate.clear("FORCED", 6), [])
        self.assertEqual(gate.insert("D9876-0", 7), 2)
        self.assertEqual(gate.fail("LIGHT", 8), 1)
        self.assertEqual(gate.clear("LIGHT", 14), ["D9876-0"])
        self.assertEqual(gate.insert("D9876-0", 14), 2)
        self.assertEqual(gate.used, {"S0000-0", "D9876-0"})

    def test_main_two_faults(self):
        gate = TicketGate(8, 3)
        self.assertEqual(gate.insert("D9876-0", 0), 2)
        self.assertEqual(gate.push(4), "D9876-0")
        self.assertEqual(gate.insert("S1111-3", 5), 2)
        self.assertEqual(gate.fail("MOTOR", 6), 1)
        self.assertEqual(gate.fail("LIGHT", 10), 2)
        self.assertEqual(gate.clear("MOTOR", 12), [])
        self.assertEqual((gate.state, gate.since), ("fault", 6))
        self.assertEqual(gate.clear("LIGHT", 15), ["S1111-3"])
        self.assertEqual(gate.used, {"D9876-0"})
        self.assertEqual(gate.advance(99), [])
        self.assertEqual(gate.log, [(0, "closed"), (0, "open"), (6, "fault"), (15, "closed")])
