class WorkOrders:
    def __init__(self):
        self.jobs = {}
        self.needs = {}
        self.begun = {}
        self.finished = {}

    def _check(self, job):
        if job not in self.jobs:
            raise KeyError(job)

    def _needed(self, job):
        """All jobs that a job needs, directly or indirectly."""
        seen = set()
        stack = list(self.needs[job])
        while stack:
            need = stack.pop()
            if need not in seen:
                seen.add(need)
                stack.extend(self.needs[need])
        return seen

    def _reduced(self, needs):
        """The jobs without those that others of them need."""
        indirect = set()
        for need in needs:
            indirect |= self._needed(need)
        return set(needs) - indirect

    def _reduce(self):
        self.needs = {job: self._reduced(needs) for job, needs in self.needs.items()}

    def enter(self, job: str, minutes: int, needs: list[str], ready: int = 0) -> None:
        if minutes < 1:
            raise ValueError("bad minutes")
        if job in self.jobs:
            raise ValueError("job exists")
        for need in needs:
            self._check(need)
        self.jobs[job] = (minutes, ready)
        self.needs[job] = self._reduced(needs)

    def link(self, job: str, need: str) -> bool:
        self._check(job)
        self._check(need)
        if job in self.begun:
            raise ValueError("is begun")
        if job == need or job in self._needed(need):
            raise ValueError("circle")
        if need in self._needed(job):
            return False
        self.needs[job].add(need)
        self._reduce()
        return True

    def retract(self, job: str) -> list[str]:
        self._check(job)
        if job in self.begun:
            raise ValueError("is begun")
        own = self.needs.pop(job)
        del self.jobs[job]
        users = sorted(other for other, needs in self.needs.items() if job in needs)
        for user in users:
            self.needs[user].remove(job)
            self.needs[user] |= own
        self._reduce()
        return users

    def _starts(self):
        """The start of each job."""
        starts = {}
        for job in self.jobs:
            stack = [job]
            while stack:
                current = stack[-1]
                if current in starts:
                    stack.pop()
                    continue
                if current in self.begun:
                    starts[current] = self.begun[current]
                    stack.pop()
                    continue
                needed = self._needed(current)
                missing = [need for need in needed if need not in starts]
                if missing:
                    stack.extend(missing)
                    continue
                start = self.jobs[current][1]
                for need in needed:
                    start = max(start, self._end(need, starts))
                starts[current] = start
                stack.pop()
        return starts

    def _end(self, job, starts):
        return self.finished[job] if job in self.finished else starts[job] + self.jobs[job][0]

    def start_of(self, job: str) -> int:
        self._check(job)
        return self._starts()[job]

    def begin(self, job: str, time: int) -> int:
        self._check(job)
        if job in self.begun:
            raise ValueError("is begun")
        for need in sorted(self.needs[job]):
            if need not in self.finished:
                raise ValueError("needs " + need)
        start = self.start_of(job)
        if time < start:
            raise ValueError("too early")
        self.begun[job] = time
        return time - start

    def finish(self, job: str, time: int) -> list[str]:
        self._check(job)
        if job not in self.begun:
            raise ValueError("not begun")
        if job in self.finished:
            raise ValueError("is finished")
        if time < self.begun[job]:
            raise ValueError("too early")
        self.finished[job] = time
        return sorted(
            other
            for other, needs in self.needs.items()
            if job in needs and all(need in self.finished for need in needs)
        )

    def chain(self, job: str) -> list[str]:
        self._check(job)
        starts = self._starts()
        names = [job]
        while job not in self.begun and self.needs[job]:
            ends = {need: self._end(need, starts) for need in self.needs[job]}
            first = min(ends, key=lambda need: (-ends[need], need))
            if ends[first] < self.jobs[job][1]:
                break
            names.append(first)
            job = first
        return names[::-1]

    def plan(self) -> list[tuple[int, str]]:
        starts = self._starts()
        return sorted((starts[job], job) for job in self.jobs if job not in self.begun)
