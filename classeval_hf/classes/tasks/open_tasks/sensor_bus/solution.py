# canary: classeval-hf open sensor_bus 0c351c5f-729d-408b-9e1a-1b1a7515c8ee

import struct


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
            result = (result * 2 % 256 + result // 128) ^ byte
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
        body = struct.pack(f">BB{len(values)}h", sensor, number % 16 * 16 + len(values), *values)
        return b"\xa5" + body + bytes([self.checksum(body)])

    def feed(self, data: bytes) -> list[tuple[int, list[int]]]:
        stream = self.waiting + data
        frames = []
        place = 0
        while place < len(stream):
            if stream[place] != 165:
                place += 1
                self.skipped += 1
                continue
            head = stream[place + 1 : place + 3]
            if len(head) < 2:
                break
            sensor, (turn, count) = head[0], divmod(head[1], 16)
            end = place + 4 + 2 * count
            if count <= self.limit and end > len(stream):
                break
            body = stream[place + 1 : end - 1]
            if count > self.limit or self.checksum(body) != stream[end - 1]:
                place += 1
                self.skipped += 1
                continue
            frames.append((sensor, list(struct.unpack(f">{count}h", body[2:]))))
            lost = (turn - self.turns.get(sensor, turn - 1) - 1) % 16
            if lost:
                self.lost[sensor] = self.lost.get(sensor, 0) + lost
            self.turns[sensor] = turn
            place = end
        self.waiting = stream[place:]
        return frames

    def finish(self) -> list[tuple[int, list[int]]]:
        frames = []
        while self.waiting:
            rest = self.waiting[1:]
            self.waiting = b""
            self.skipped += 1
            frames += self.feed(rest)
        return frames

    def read_file(self, path: str, size: int) -> dict[int, list[int]]:
        if size < 1:
            raise ValueError("bad size")
        frames = []
        with open(path, "rb") as file:
            while data := file.read(size):
                frames += self.feed(data)
        frames += self.finish()
        result = {}
        for sensor, values in frames:
            if values:
                result.setdefault(sensor, []).extend(values)
        return result
