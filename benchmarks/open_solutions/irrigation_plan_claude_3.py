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

    def _check(self, valve):
        if valve not in self.valves:
            raise ValueError("unknown valve: " + valve)

    def obstacle(self, valve: str) -> str:
        self._check(valve)
        if valve in self.open:
            return "open"
        excluding = set()
        for first, second in self.exclusions:
            if first == valve and second in self.open:
                excluding.add(second)
            elif second == valve and first in self.open:
                excluding.add(first)
        if excluding:
            return "excluded by " + min(excluding)
        if sum(self.valves[other] for other in self.open) + self.valves[valve] > self.max_flow:
            return "flow"
        return ""

    def start_waiting(self) -> list[str]:
        started = []
        kept = []
        for valve, minutes, overtaken in self.queue:
            if any(job[2] >= self.patience for job in kept) or self.obstacle(valve):
                kept.append((valve, minutes, overtaken))
                continue
            self.open[valve] = self.now + minutes
            started.append(valve)
            kept = [(job[0], job[1], job[2] + 1) for job in kept]
        self.queue = kept
        return started

    def exclude(self, first: str, second: str) -> bool:
        self._check(first)
        self._check(second)
        if first == second:
            raise ValueError("same valve: " + first)
        if first in self.open and second in self.open:
            raise ValueError("both open")
        pair = (min(first, second), max(first, second))
        if pair in self.exclusions:
            return False
        self.exclusions.append(pair)
        return True

    def allow(self, first: str, second: str) -> list[str]:
        pair = (min(first, second), max(first, second))
        if pair not in self.exclusions:
            raise ValueError("no such exclusion")
        self.exclusions.remove(pair)
        return self.start_waiting()

    def request(self, valve: str, minutes: int) -> list[str]:
        self._check(valve)
        if minutes < 1:
            raise ValueError(f"bad minutes: {minutes}")
        if self.valves[valve] > self.max_flow:
            raise ValueError("flow too large: " + valve)
        self.queue.append((valve, minutes, 0))
        return self.start_waiting()

    def advance(self, minutes: int) -> list[tuple[int, str, str]]:
        if minutes < 0:
            raise ValueError(f"bad minutes: {minutes}")
        target = self.now + minutes
        events = []
        while self.open and min(self.open.values()) <= target:
            self.now = min(self.open.values())
            for valve in sorted(valve for valve, end in self.open.items() if end == self.now):
                del self.open[valve]
                events.append((self.now, "close", valve))
            events += [(self.now, "open", valve) for valve in self.start_waiting()]
        self.now = target
        return events

    def stop(self, valve: str) -> int:
        if valve not in self.open:
            raise ValueError("not open: " + valve)
        left = self.open.pop(valve) - self.now
        self.start_waiting()
        return left

    def drop(self, valve: str) -> list[int]:
        self._check(valve)
        dropped = [job[1] for job in self.queue if job[0] == valve]
        self.queue = [job for job in self.queue if job[0] != valve]
        self.start_waiting()
        return dropped

    def forecast(self) -> dict[str, int]:
        plan = copy.deepcopy(self)
        ends = {}
        while plan.open:
            for minute, what, valve in plan.advance(min(plan.open.values()) - plan.now):
                if what == "close":
                    ends[valve] = minute
        return dict(sorted(ends.items(), key=lambda item: (item[1], item[0])))
