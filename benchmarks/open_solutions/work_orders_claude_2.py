class WorkOrders:
    def __init__(self):
        self.jobs = {}
        self.needs = {}
        self.begun = {}
        self.finished = {}

    def _check(self, job):
        if job not in self.jobs:
            raise KeyError(job)

    def _reach(self, jobs):
        """All jobs that the given ones need, directly or indirectly."""
        seen = set()
        stack = list(jobs)
        while stack:
            for need in self.needs[stack.pop()]:
                if need not in seen:
                    seen.add(need)
                    stack.append(need)
        return seen

    def _reduce(self):
        for job, needs in self.needs.items():
            self.needs[job] = needs - self._reach(needs)

    def enter(self, job: str, minutes: int, needs: list[str], ready: int = 0) -> None:
        if minutes < 1:
            raise ValueError("bad minutes")
        if job in self.jobs:
            raise ValueError("job exists")
        for need in needs:
            self._check(need)
        self.jobs[job] = (minutes, ready)
        self.needs[job] = set(needs) - self._reach(needs)

    def link(self, job: str, need: str) -> bool:
        self._check(job)
        self._check(need)
        if job in self.begun:
            raise ValueError("is begun")
        if job == need or job in self._reach([need]):
            raise ValueError("circle")
        if need in self._reach([job]):
            return False
        self.needs[job].add(need)
        self._reduce()
        return True

    def retract(self, job: str) -> list[str]:
        self._check(job)
        if job in self.begun:
            raise ValueError("is begun")
        del self.jobs[job]
        needs = self.needs.pop(job)
        users = sorted(other for other, its in self.needs.items() if job in its)
        for other in users:
            self.needs[other].remove(job)
            self.needs[other] |= needs
        self._reduce()
        return users

    def _times(self):
        """From each job to its start and its end."""
        users = {job: [] for job in self.jobs}
        waiting = {}
        for job, needs in self.needs.items():
            waiting[job] = len(needs)
            for need in needs:
                users[need].append(job)
        order = [job for job, count in waiting.items() if count == 0]
        times = {}
        earliest = {}
        for job in order:
            minutes, ready = self.jobs[job]
            latest = [max(times[need][1], earliest[need]) for need in self.needs[job]]
            earliest[job] = max(latest, default=0)
            start = self.begun[job] if job in self.begun else max([ready, *latest])
            times[job] = (start, self.finished.get(job, start + minutes))
            for user in users[job]:
                waiting[user] -= 1
                if waiting[user] == 0:
                    order.append(user)
        return times

    def start_of(self, job: str) -> int:
        self._check(job)
        return self._times()[job][0]

    def begin(self, job: str, time: int) -> int:
        self._check(job)
        if job in self.begun:
            raise ValueError("is begun")
        missing = sorted(need for need in self.needs[job] if need not in self.finished)
        if missing:
            raise ValueError(f"needs {missing[0]}")
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
        times = self._times()
        names = [job]
        while job not in self.begun and self.needs[job]:
            before = min(self.needs[job], key=lambda need: (-times[need][1], need))
            if times[before][1] < self.jobs[job][1]:
                break
            names.append(before)
            job = before
        return names[::-1]

    def plan(self) -> list[tuple[int, str]]:
        times = self._times()
        return sorted((times[job][0], job) for job in self.jobs if job not in self.begun)
