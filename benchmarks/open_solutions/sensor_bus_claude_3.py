import struct

MARK = 0xA5


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
            result = ((result << 1) & 0xFF | result >> 7) ^ byte
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
        body = bytes([sensor, number % 16 << 4 | len(values)]) + struct.pack(f">{len(values)}h", *values)
        self.sent[sensor] = number + 1
        return bytes([MARK]) + body + bytes([self.checksum(body)])

    def feed(self, data: bytes) -> list[tuple[int, list[int]]]:
        stream = self.waiting + bytes(data)
        frames = []
        place = 0
        while place < len(stream):
            if stream[place] != MARK:
                self.skipped += 1
                place += 1
                continue
            if len(stream) - place < 3:
                break
            count = stream[place + 2] & 15
            if count > self.limit:
                self.skipped += 1
                place += 1
                continue
            end = place + 4 + 2 * count
            if end > len(stream):
                break
            body = stream[place + 1:end - 1]
            if self.checksum(body) != stream[end - 1]:
                self.skipped += 1
                place += 1
                continue
            sensor = body[0]
            turn = body[1] >> 4
            if sensor in self.turns:
                missing = (turn - self.turns[sensor] - 1) % 16
                if missing:
                    self.lost[sensor] = self.lost.get(sensor, 0) + missing
            self.turns[sensor] = turn
            frames.append((sensor, list(struct.unpack(f">{count}h", body[2:]))))
            place = end
        self.waiting = stream[place:]
        return frames

    def finish(self) -> list[tuple[int, list[int]]]:
        frames = []
        while self.waiting:
            self.skipped += 1
            self.waiting, rest = b"", self.waiting[1:]
            frames += self.feed(rest)
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
                frames += self.feed(data)
        frames += self.finish()
        result = {}
        for sensor, values in frames:
            if values:
                result.setdefault(sensor, []).extend(values)
        return result
