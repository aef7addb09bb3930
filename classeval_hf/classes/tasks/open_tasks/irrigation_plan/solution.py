# canary: classeval-hf open irrigation_plan cc466cb9-56f2-4eb0-a766-2216a4875da0

import copy


class IrrigationPlan:
    def __init__(self, valves: dict[str, int], max_flow: int, patience: int):
        self.valves = dict(valves)
        self.max_flow = max_flow
        self.patience = patience
        self.exclusions = []
        self.now = 0
        self.open = {}
        self.queue = []

    def obstacle(self, valve: str) -> str:
        if valve not in self.valves:
            raise ValueError(f"unknown valve: {valve}")
        if valve in self.open:
            return "open"
        for other in sorted(self.open):
            if tuple(sorted((valve, other))) in self.exclusions:
                return f"excluded by {other}"
        flow = sum(self.valves[other] for other in self.open) + self.valves[valve]
        return "flow" if flow > self.max_flow else ""

    def start_waiting(self) -> list[str]:
        opened = []
        kept = []
        for number, (valve, minutes, times) in enumerate(self.queue):
            if any(job[2] >= self.patience for job in kept):
                kept += self.queue[number:]
                break
            if self.obstacle(valve):
                kept.append((valve, minutes, times))
            else:
                self.open[valve] = self.now + minutes
                opened.append(valve)
                kept = [(name, length, count + 1) for name, length, count in kept]
        self.queue = kept
        return opened

    def exclude(self, first: str, second: str) -> bool:
        for valve in (first, second):
            if valve not in self.valves:
                raise ValueError(f"unknown valve: {valve}")
        if first == second:
            raise ValueError(f"same valve: {first}")
        if first in self.open and second in self.open:
            raise ValueError("both open")
        pair = tuple(sorted((first, second)))
        if pair in self.exclusions:
            return False
        self.exclusions.append(pair)
        return True

    def allow(self, first: str, second: str) -> list[str]:
        pair = tuple(sorted((first, second)))
        if pair not in self.exclusions:
            raise ValueError("no such exclusion")
        self.exclusions.remove(pair)
        return self.start_waiting()

    def request(self, valve: str, minutes: int) -> list[str]:
        if valve not in self.valves:
            raise ValueError(f"unknown valve: {valve}")
        if minutes < 1:
            raise ValueError(f"bad minutes: {minutes}")
        if self.valves[valve] > self.max_flow:
            raise ValueError(f"flow too large: {valve}")
        self.queue.append((valve, minutes, 0))
        return self.start_waiting()

    def advance(self, minutes: int) -> list[tuple[int, str, str]]:
        if minutes < 0:
            raise ValueError(f"bad minutes: {minutes}")
        target = self.now + minutes
        events = []
        while self.open and min(self.open.values()) <= target:
            self.now = min(self.open.values())
            for valve in sorted(self.open):
                if self.open[valve] == self.now:
                    del self.open[valve]
                    events.append((self.now, "close", valve))
            events += [(self.now, "open", valve) for valve in self.start_waiting()]
        self.now = target
        return events

    def stop(self, valve: str) -> int:
        if valve not in self.open:
            raise ValueError(f"not open: {valve}")
        left = self.open.pop(valve) - self.now
        self.start_waiting()
        return left

    def drop(self, valve: str) -> list[int]:
        if valve not in self.valves:
            raise ValueError(f"unknown valve: {valve}")
        dropped = [minutes for name, minutes, _ in self.queue if name == valve]
        self.queue = [job for job in self.queue if job[0] != valve]
        self.start_waiting()
        return dropped

    def forecast(self) -> dict[str, int]:
        twin = copy.deepcopy(self)
        ends = {}
        while twin.open:
            for minute, event, valve in twin.advance(min(twin.open.values()) - twin.now):
                if event == "close":
                    ends[valve] = minute
        return dict(sorted(ends.items(), key=lambda item: (item[1], item[0])))
