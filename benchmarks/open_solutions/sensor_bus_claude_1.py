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
            result = ((result << 1) & 255 | result >> 7) ^ byte
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
        body = struct.pack(f">BB{len(values)}h", sensor, number % 16 << 4 | len(values), *values)
        return bytes([_MARK]) + body + bytes([self.checksum(body)])

    def feed(self, data: bytes) -> list[tuple[int, list[int]]]:
        stream = self.waiting + bytes(data)
        frames = []
        i = 0
        while i < len(stream):
            if stream[i] != _MARK:
                self.skipped += 1
                i += 1
                continue
            if i + 2 >= len(stream):
                break
            count = stream[i + 2] & 15
            end = i + 4 + 2 * count
            if count <= self.limit and end > len(stream):
                break
            body = stream[i + 1:end - 1]
            if count > self.limit or self.checksum(body) != stream[end - 1]:
                self.skipped += 1
                i += 1
                continue
            sensor, turn = body[0], body[1] >> 4
            frames.append((sensor, list(struct.unpack(f">{count}h", body[2:]))))
            if sensor in self.turns:
                lost = (turn - self.turns[sensor] - 1) % 16
                if lost:
                    self.lost[sensor] = self.lost.get(sensor, 0) + lost
            self.turns[sensor] = turn
            i = end
        self.waiting = stream[i:]
        return frames

    def finish(self) -> list[tuple[int, list[int]]]:
        frames = []
        while self.waiting:
            rest = self.waiting[1:]
            self.waiting = b""
            self.skipped += 1
            frames.extend(self.feed(rest))
        return frames

    def read_file(self, path: str, size: int) -> dict[int, list[int]]:
        if size < 1:
            raise ValueError("bad size")
        frames = []
        with open(path, "rb") as file:
            while True:
                data = file.read(size)
                if not data:
                    break
                frames.extend(self.feed(data))
        frames.extend(self.finish())
        result = {}
        for sensor, values in frames:
            if values:
                result.setdefault(sensor, []).extend(values)
        return result
