# canary: classeval-hf open sensor_bus 0c351c5f-729d-408b-9e1a-1b1a7515c8ee

import os
import tempfile
import unittest

from solution import SensorBus


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def packed(count=3):
    """Frames of sensor 3 with the turns 0, 1, 2, ...; the frame of turn N has the values N and -N."""
    bus = SensorBus(4)
    return [bus.pack(3, [turn, -turn]) for turn in range(count)]


def frames_of(sensor, *readings):
    """Frames of a sensor with the turns 0, 1, 2, ..., one for each of the lists of values."""
    bus = SensorBus(4)
    return [bus.pack(sensor, values) for values in readings]


class SensorBusTestChecksum(unittest.TestCase):
    def test_checksum_one_byte(self):
        self.assertEqual([SensorBus.checksum(bytes([byte])) for byte in (0, 165, 180, 255)], [180, 17, 0, 75])

    def test_checksum_high_bit(self):
        self.assertEqual(SensorBus.checksum(b"\x00\x00\x00"), 210)
        self.assertEqual([SensorBus.checksum(b"\xa5\xa5\xa5"), SensorBus.checksum(b"\x34\x00\x00")], [170, 2])

    def test_checksum_text(self):
        self.assertEqual(SensorBus.checksum(b"abcdefghij"), 137)

    def test_checksum_many(self):
        self.assertEqual(SensorBus.checksum(bytes(range(0, 256, 5))), 75)

    def test_checksum_order(self):
        self.assertEqual([SensorBus.checksum(b"\x01\x02"), SensorBus.checksum(b"\x02\x01")], [105, 108])

    def test_checksum_empty(self):
        self.assertEqual(SensorBus(4).checksum(b""), 90)
        self.assertEqual(SensorBus.checksum(b"\x00" * 8), 90)


class SensorBusTestPack(unittest.TestCase):
    def setUp(self):
        self.bus = SensorBus(4)

    def test_pack_turns(self):
        self.assertEqual(self.bus.pack(3, [10]).hex(), "a50301000ab3")
        self.assertEqual(self.bus.pack(3, [-1, 300]).hex(), "a50312ffff012cf9")
        self.assertEqual(self.bus.sent, {3: 2})

    def test_pack_sensors_apart(self):
        self.bus.pack(3, [10])
        self.assertEqual(
            [self.bus.pack(200, []).hex(), self.bus.pack(0, [-23131]).hex()], ["a5c800f8", "a50001a5a54f"]
        )
        self.assertEqual(self.bus.sent, {3: 1, 200: 1, 0: 1})

    def test_pack_limits(self):
        self.assertEqual(self.bus.pack(255, [32767, -32768, 0, 165]).hex(), "a5ff047fff8000000000a567")
        self.assertEqual(self.bus.sent, {255: 1})

    def test_pack_turn_after_15(self):
        frames = [self.bus.pack(5, [number]) for number in range(17)]
        self.assertEqual([frames[15][2], frames[16].hex()], [241, "a50501001099"])
        self.assertEqual((self.bus.pack(5, [7]).hex(), self.bus.sent), ("a505110007ce", {5: 18}))

    def test_pack_largest_frame(self):
        self.assertEqual(len(SensorBus(15).pack(1, [-1] * 15)), 34)

    def test_pack_errors(self):
        cases = [(-1, [0] * 5, "bad sensor"), (256, [], "bad sensor"), (9, [40000] * 5, "too many values")]
        cases += [(9, [1, 32768, -40000], "bad value: 32768"), (9, [-32769], "bad value: -32769")]
        for sensor, values, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.bus.pack(sensor, values)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.bus.sent, {})


class SensorBusTestFeed(unittest.TestCase):
    def setUp(self):
        self.bus = SensorBus(4)
        self.frames = packed()

    def test_feed_whole(self):
        self.assertEqual(self.bus.feed(b"".join(self.frames)), [(3, [0, 0]), (3, [1, -1]), (3, [2, -2])])
        self.assertEqual((self.bus.waiting, self.bus.skipped, self.bus.turns, self.bus.lost), (b"", 0, {3: 2}, {}))

    def test_feed_byte_by_byte(self):
        found = [self.bus.feed(bytes([byte])) for byte in b"ab" + self.frames[0] + b"c" + self.frames[1]]
        self.assertEqual([frames for frames in found if frames], [[(3, [0, 0])], [(3, [1, -1])]])
        self.assertEqual((found[9], self.bus.skipped), ([(3, [0, 0])], 3))

    def test_feed_waits(self):
        self.assertEqual([self.bus.feed(self.frames[1][:1]), self.bus.feed(self.frames[1][1:7])], [[], []])
        self.assertEqual((self.bus.waiting, self.bus.skipped), (b"\xa5\x03\x12\x00\x01\xff\xff", 0))
        self.assertEqual(self.bus.feed(self.frames[1][7:]), [(3, [1, -1])])
        self.assertEqual(self.bus.waiting, b"")

    def test_feed_bad_checksum(self):
        damaged = self.frames[0][:-1] + bytes([self.frames[0][-1] ^ 1])
        self.assertEqual(self.bus.feed(damaged + self.frames[1]), [(3, [1, -1])])
        self.assertEqual((self.bus.skipped, self.bus.turns, self.bus.lost), (8, {3: 1}, {}))

    def test_feed_too_many_values(self):
        self.assertEqual(self.bus.feed(b"\xa5\x03\x05" + self.frames[0]), [(3, [0, 0])])
        self.assertEqual((self.bus.skipped, self.bus.waiting), (3, b""))

    def test_feed_false_mark_swallows_nothing(self):
        self.assertEqual(self.bus.feed(b"\xa5" + self.frames[0] + self.frames[1]), [(3, [0, 0]), (3, [1, -1])])
        self.assertEqual(self.bus.skipped, 1)
        self.assertEqual(self.bus.feed(b"\xa5\x09\x04" + self.frames[2]), [])
        self.assertEqual(self.bus.feed(b"."), [(3, [2, -2])])
        self.assertEqual((self.bus.skipped, self.bus.waiting), (5, b""))

    def test_feed_mark_in_values(self):
        [frame] = frames_of(165, [-23131, -23131])
        self.assertEqual(self.bus.feed(frame[1:] + frame), [(165, [-23131, -23131])])
        self.assertEqual((self.bus.skipped, self.bus.turns), (7, {165: 0}))

    def test_feed_lost(self):
        frames = packed(16)
        for turn in (14, 15, 3, 4, 2):
            self.assertEqual(self.bus.feed(frames[turn]), [(3, [turn, -turn])])
        self.assertEqual((self.bus.lost, self.bus.turns), ({3: 16}, {3: 2}))
        self.assertEqual(self.bus.feed(frames[2]), [(3, [2, -2])])
        self.assertEqual(self.bus.lost, {3: 31})

    def test_feed_lost_of_two_sensors(self):
        marks = frames_of(8, [0], [1], [2])
        self.bus.feed(self.frames[0] + marks[0] + self.frames[1])
        self.assertEqual(self.bus.feed(marks[2] + self.frames[2]), [(8, [2]), (3, [2, -2])])
        self.assertEqual((self.bus.lost, self.bus.turns), ({8: 1}, {3: 2, 8: 2}))

    def test_feed_without_values(self):
        self.assertEqual(self.bus.feed(frames_of(0, [])[0]), [(0, [])])
        self.assertEqual((self.bus.feed(b""), self.bus.turns), ([], {0: 0}))

    def test_feed_most_values(self):
        [frame] = frames_of(77, [1, 2, 3, -32768])
        self.assertEqual(self.bus.feed(frame), [(77, [1, 2, 3, -32768])])
        self.assertEqual((SensorBus(3).feed(frame), self.bus.skipped), ([], 0))


class SensorBusTestFinish(unittest.TestCase):
    def setUp(self):
        self.bus = SensorBus(4)
        self.frames = packed()

    def test_finish_nothing_waits(self):
        given(self.bus, ("feed", b"ab" + self.frames[0]))
        self.assertEqual(self.bus.finish(), [])
        self.assertEqual((self.bus.skipped, self.bus.turns), (2, {3: 0}))

    def test_finish_hidden_frame(self):
        given(self.bus, ("feed", b"\xa5\x09\x04" + self.frames[0]))
        self.assertEqual(self.bus.finish(), [(3, [0, 0])])
        self.assertEqual((self.bus.skipped, self.bus.waiting), (3, b""))

    def test_finish_several_marks(self):
        given(self.bus, ("feed", b"\xa5\x01\x04\xa5\x02\x24" + self.frames[1][:-1]))
        self.assertEqual(self.bus.finish(), [])
        self.assertEqual((self.bus.skipped, self.bus.waiting), (13, b""))

    def test_finish_two_hidden_frames(self):
        self.bus = SensorBus(15)
        given(self.bus, ("feed", b"\xa5\x09\x0f" + self.frames[0] + b"\xa5\xa5\x0f" + self.frames[2]))
        self.assertEqual(self.bus.finish(), [(3, [0, 0]), (3, [2, -2])])
        self.assertEqual((self.bus.skipped, self.bus.lost), (6, {3: 1}))

    def test_finish_then_feed(self):
        given(self.bus, ("feed", self.frames[0] + self.frames[1][:5]))
        self.assertEqual(self.bus.finish(), [])
        given(self.bus, ("feed", self.frames[1][5:] + self.frames[2]))
        self.assertEqual((self.bus.skipped, self.bus.lost, self.bus.turns), (8, {3: 1}, {3: 2}))

    def test_finish_single_mark(self):
        given(self.bus, ("feed", b"\xa5"))
        self.assertEqual(self.bus.finish(), [])
        self.assertEqual((self.bus.skipped, self.bus.waiting), (1, b""))


class SensorBusTestReadFile(unittest.TestCase):
    def setUp(self):
        self.bus = SensorBus(4)
        self.frames = packed()
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "bus.bin")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, data):
        with open(self.path, "wb") as file:
            file.write(data)

    def test_read_file_sizes(self):
        [other] = frames_of(9, [500])
        self.write(self.frames[0] + b"??" + other + self.frames[1])
        for size in (1, 7, 1000):
            bus = SensorBus(4)
            self.assertEqual(bus.read_file(self.path, size), {3: [0, 0, 1, -1], 9: [500]})
            self.assertEqual((bus.skipped, bus.turns), (2, {3: 1, 9: 0}))

    def test_read_file_finishes(self):
        self.write(self.frames[0] + b"\xa5\x09\x04" + self.frames[2])
        self.assertEqual(self.bus.read_file(self.path, 3), {3: [0, 0, 2, -2]})
        self.assertEqual((self.bus.skipped, self.bus.waiting, self.bus.lost), (3, b"", {3: 1}))

    def test_read_file_after_waiting_bytes(self):
        given(self.bus, ("feed", self.frames[0] + self.frames[1][:4]))
        self.write(self.frames[1][4:])
        self.assertEqual(self.bus.read_file(self.path, 2), {3: [1, -1]})
        self.assertEqual(self.bus.skipped, 0)

    def test_read_file_without_values(self):
        self.write(frames_of(1, [])[0] + self.frames[0])
        self.assertEqual(self.bus.read_file(self.path, 4), {3: [0, 0]})
        self.assertEqual(self.bus.turns, {1: 0, 3: 0})

    def test_read_file_empty(self):
        self.write(b"")
        given(self.bus, ("feed", b"\xa5\x09\x04" + self.frames[2]))
        self.assertEqual(self.bus.read_file(self.path, 9), {3: [2, -2]})
        self.assertEqual((self.bus.read_file(self.path, 9), self.bus.skipped), ({}, 3))

    def test_read_file_bad_size(self):
        for size in (0, -5):
            with self.assertRaises(ValueError) as caught:
                self.bus.read_file(os.path.join(self.folder.name, "none"), size)
            self.assertEqual(str(caught.exception), "bad size")

    def test_read_file_missing(self):
        given(self.bus, ("feed", b"\xa5\x09"))
        with self.assertRaises(FileNotFoundError):
            self.bus.read_file(os.path.join(self.folder.name, "none"), 5)
        self.assertEqual((self.bus.waiting, self.bus.skipped), (b"\xa5\x09", 0))


class SensorBusTestMain(unittest.TestCase):
    def test_main_damaged_stream(self):
        bus = SensorBus(3)
        stream = bus.pack(1, [100]) + bus.pack(2, [-5, 6]) + bus.pack(1, [101, 102, 103]) + bus.pack(2, [])
        self.assertEqual((len(stream), bus.sent), (28, {1: 2, 2: 2}))
        self.assertEqual(bus.feed(stream[:4]), [])
        self.assertEqual((bus.waiting.hex(), bus.checksum(stream[1:5])), ("a5010100", stream[5]))
        self.assertEqual(bus.feed(stream[5:20]), [(2, [-5, 6])])
        self.assertEqual((bus.skipped, bus.waiting), (5, stream[14:20]))
        self.assertEqual(bus.feed(stream[20:]), [(1, [101, 102, 103]), (2, [])])
        self.assertEqual((bus.turns, bus.lost, bus.finish()), ({1: 1, 2: 1}, {}, []))
        self.assertEqual(bus.feed(stream[:14]), [(1, [100]), (2, [-5, 6])])
        self.assertEqual((bus.lost, bus.turns), ({1: 14, 2: 14}, {1: 0, 2: 0}))

    def test_main_file(self):
        sender, bus = SensorBus(15), SensorBus(15)
        parts = [sender.pack(40, list(range(number))) for number in range(4)]
        self.assertEqual([len(part) for part in parts], [4, 6, 8, 10])
        self.assertEqual(bus.feed(parts[0] + b"\xa5\x28"), [(40, [])])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.bin")
            with open(path, "wb") as file:
                file.write(b"\x2f" + parts[1] + parts[3])
            self.assertEqual(bus.read_file(path, 4), {40: [0, 0, 1, 2]})
        self.assertEqual((bus.skipped, bus.lost, bus.turns), (3, {40: 1}, {40: 3}))
        self.assertEqual([bus.feed(parts[2][:5]), bus.feed(parts[2][5:])], [[], [(40, [0, 1])]])
        self.assertEqual((bus.lost, bus.finish(), bus.checksum(parts[2][1:7])), ({40: 15}, [], parts[2][7]))

    def test_main_seventeen_frames(self):
        sender, bus = SensorBus(2), SensorBus(1)
        frames = [sender.pack(6, [number]) for number in range(17)]
        self.assertEqual(bus.feed(frames[15] + frames[16]), [(6, [15]), (6, [16])])
        self.assertEqual((bus.turns, bus.lost), ({6: 0}, {}))
        self.assertEqual(bus.feed(sender.pack(6, [1, 2])), [])
        self.assertEqual((bus.waiting, bus.skipped), (b"", 8))
        self.assertEqual(bus.feed(sender.pack(6, [7])), [(6, [7])])
        self.assertEqual((bus.lost, sender.sent), ({6: 1}, {6: 19}))
        self.assertEqual((bus.feed(b"\xa5\xa5"), bus.waiting), ([], b"\xa5\xa5"))
        self.assertEqual((bus.finish(), bus.skipped), ([], 10))
