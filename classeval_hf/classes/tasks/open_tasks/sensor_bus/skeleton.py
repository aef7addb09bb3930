# canary: classeval-hf open sensor_bus 0c351c5f-729d-408b-9e1a-1b1a7515c8ee

import struct


class SensorBus:
    """
    Packs the readings of sensors into frames and finds the frames in a stream of bytes that may be damaged. A frame
    consists of these bytes, numbers of two bytes being big-endian and signed:
    - 1 byte: the mark, 165 (hexadecimal A5);
    - 1 byte: the sensor, from 0 to 255;
    - 1 byte: its high 4 bits are the turn, a number from 0 to 15; its low 4 bits are the number of values;
    - 2 bytes for each value;
    - 1 byte: the checksum of all bytes between the mark and itself.
    The frames of each sensor have the turns 0, 1, 2, ... up to 15, then 0 again, and so on.
    """

    def __init__(self, limit: int):
        """
        Start without frames.
        self.limit: int, the largest number of values in a frame, from 1 to 15.
        self.sent: dict, from each sensor of which frames were packed to their number.
        self.waiting: bytes, the bytes fed that belong to no frame found and are not skipped, because the frame that
            may begin with them is not complete; empty, or beginning with a mark.
        self.skipped: int, how many bytes fed were skipped because they belong to no frame.
        self.turns: dict, from each sensor of which a frame was found to the turn of the last one.
        self.lost: dict, from each sensor of which frames were lost to their number, at least 1.
        :param limit: int, the largest number of values in a frame, from 1 to 15.
        """
        self.limit = limit
        self.sent = {}
        self.waiting = b""
        self.skipped = 0
        self.turns = {}
        self.lost = {}

    @staticmethod
    def checksum(data: bytes) -> int:
        """
        The checksum of some bytes. It begins as 90. For each byte, in their order, the 8 bits of the checksum are
        rotated left by one bit, so that the highest bit becomes the lowest, and the exclusive or with the byte is
        taken.
        :param data: bytes, the bytes.
        :return: int, the checksum, from 0 to 255.
        >>> SensorBus.checksum(b""), SensorBus.checksum(b"\\x01"), SensorBus.checksum(b"\\x01\\x02")
        (90, 181, 105)
        """

    def pack(self, sensor: int, values: list[int]) -> bytes:
        """
        Pack values of a sensor into a frame with the next turn of the sensor.
        :param sensor: int, the sensor.
        :param values: list of int, the values; there may be none.
        :return: bytes, the frame.
        :raises ValueError: with the message "bad sensor" if the sensor is not from 0 to 255; else with "too many
            values" if there are more than self.limit; else with "bad value: " and the first value that is not from
            -32768 to 32767, if there is one. Nothing is changed then.
        >>> bus = SensorBus(8)
        >>> bus.pack(7, [1, -2]).hex(), bus.pack(7, []).hex(), bus.sent
        ('a507020001fffe53', 'a5071077', {7: 2})
        """

    def feed(self, data: bytes) -> list[tuple[int, list[int]]]:
        """
        Take bytes in, which follow the bytes fed before, and find the frames in them. The bytes in self.waiting and
        the new ones are looked at from the first to the last. If the next byte is no mark it is skipped. If a mark is
        followed by a sensor and a byte with more than self.limit values, or by all bytes of a frame of which the last
        one is not the checksum, only the mark is skipped, and the bytes after it are looked at as any others. If the
        bytes end before this can be decided, the mark and those after it wait. Otherwise the frame is found, and the
        bytes after it are looked at next. If the turn of a frame found is not the one that follows the turn of the
        last frame found of its sensor, frames of the sensor were lost: so many, from 1 to 15, as there are turns in
        between; the same turn again counts as 15 lost frames. Before the first frame found of a sensor none are lost.
        :param data: bytes, the new bytes; they may begin and end anywhere.
        :return: list of tuples (sensor, values), the frames found that are complete with these bytes, in their order.
        >>> bus = SensorBus(8)
        >>> frame = bus.pack(7, [1, -2])
        >>> bus.feed(b"xx" + frame[:3]), bus.waiting, bus.feed(frame[3:] + b"y"), bus.waiting, bus.skipped
        ([], b'\\xa5\\x07\\x02', [(7, [1, -2])], b'', 3)
        """

    def finish(self) -> list[tuple[int, list[int]]]:
        """
        End the stream: no byte follows that could complete a frame. As long as bytes wait, the mark at their beginning
        is skipped, and the bytes after it are looked at as described for feed. The next bytes fed begin a new stream;
        turns and counts are kept.
        :return: list of tuples (sensor, values), the frames found in this way, in their order.
        >>> bus = SensorBus(8)
        >>> frame = bus.pack(7, [1, -2])
        >>> bus.feed(b"\\xa5\\x00\\x08" + frame), bus.finish(), bus.skipped
        ([], [(7, [1, -2])], 3)
        """

    def read_file(self, path: str, size: int) -> dict[int, list[int]]:
        """
        Feed a file, so many bytes at a time, and finish. Bytes that waited before are followed by those of the file.
        :param path: str, the path of the file.
        :param size: int, how many bytes are fed at a time, the last time maybe fewer.
        :return: dict, from each sensor of which frames with values were found in this way to all values in these
            frames, in their order.
        :raises ValueError: with the message "bad size" if the size is less than 1. Nothing is changed then.
        :raises FileNotFoundError: otherwise, if there is no such file. Nothing is changed then.
        >>> bus = SensorBus(8)
        >>> with open("bus.bin", "wb") as file:
        ...     file.write(bus.pack(7, [1, -2]) + b"xyz" + bus.pack(9, [5]) + bus.pack(7, [4]))
        23
        >>> bus.read_file("bus.bin", 5), bus.skipped
        ({7: [1, -2, 4], 9: [5]}, 3)
        """
