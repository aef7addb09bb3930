import struct

_MARK = 165


class SensorBus:
    def __init__(self, limit: int):
        self.limit = limit
        self.sent = {}
        self.waiting = b""
        self.skipped = 0
        self.turns = {}
        self.lost = {}

    @staticmethod
    def checksum(data: bytes) -> int:
        result = 90
        for byte in data:
            result = ((result << 1 | result >> 7) & 255) ^ byte
        return result

    def pack(self, sensor: int, values: list[int]) -> bytes:
        if not 0 <= sensor <= 255:
            raise ValueError("bad sensor")
        if len(values) > self.limit:
            raise ValueError("too many values")
        for value in values:
            if not -32768 <= value <= 32767:
                raise ValueError(f"bad value: {value}")
        number = self.sent.get(sensor, 0)
        self.sent[sensor] = number + 1
        body = bytes([sensor, number % 16 << 4 | len(values)]) + struct.pack(f">{len(values)}h", *values)
        return bytes([_MARK]) + body + bytes([self.checksum(body)])

    def feed(self, data: bytes) -> list[tuple[int, list[int]]]:
        stream = self.waiting + bytes(data)
        position = 0
        found = []
        while position < len(stream):
            if stream[position] != _MARK:
                self.skipped += 1
                position += 1
                continue
            if position + 3 > len(stream):
                break
            sensor, head = stream[position + 1], stream[position + 2]
            turn, count = head >> 4, head & 15
            if count > self.limit:
                self.skipped += 1
                position += 1
                continue
            end = position + 3 + 2 * count
            if end >= len(stream):
                break
            if self.checksum(stream[position + 1:end]) != stream[end]:
                self.skipped += 1
                position += 1
                continue
            found.append((sensor, list(struct.unpack(f">{count}h", stream[position + 3:end]))))
            if sensor in self.turns:
                lost = (turn - self.turns[sensor] - 1) % 16
                if lost:
                    self.lost[sensor] = self.lost.get(sensor, 0) + lost
            self.turns[sensor] = turn
            position = end + 1
        self.waiting = stream[position:]
        return found

    def finish(self) -> list[tuple[int, list[int]]]:
        found = []
        while self.waiting:
            self.waiting = self.waiting[1:]
            self.skipped += 1
            found += self.feed(b"")
        return found

    def read_file(self, path: str, size: int) -> dict[int, list[int]]:
        if size < 1:
            raise ValueError("bad size")
        with open(path, "rb") as file:
            content = file.read()
        found = []
        for start in range(0, len(content), size):
            found += self.feed(content[start:start + size])
        found += self.finish()
        result = {}
        for sensor, values in found:
            if values:
                result.setdefault(sensor, []).extend(values)
        return result
