class WorkOrders:
    def __init__(self):
        self.jobs = {}
        self.needs = {}
        self.begun = {}
        self.finished = {}

    def _check(self, job):
        if job not in self.jobs:
            raise KeyError(job)

    def _all_needs(self, job):
        """All jobs that a job needs, directly or indirectly."""
        found = set()
        todo = list(self.needs[job])
        while todo:
            need = todo.pop()
            if need not in found:
                found.add(need)
                todo.extend(self.needs[need])
        return found

    def _smallest(self, needs):
        indirect = set()
        for need in needs:
            indirect |= self._all_needs(need)
        return set(needs) - indirect

    def _reduce(self):
        for job, needs in self.needs.items():
            self.needs[job] = self._smallest(needs)

    def enter(self, job: str, minutes: int, needs: list[str], ready: int = 0) -> None:
        if minutes < 1:
            raise ValueError("bad minutes")
        if job in self.jobs:
            raise ValueError("job exists")
        for need in needs:
            self._check(need)
        self.jobs[job] = (minutes, ready)
        self.needs[job] = self._smallest(needs)

    def link(self, job: str, need: str) -> bool:
        self._check(job)
        self._check(need)
        if job in self.begun:
            raise ValueError("is begun")
        if job == need or job in self._all_needs(need):
            raise ValueError("circle")
        if need in self._all_needs(job):
            return False
        self.needs[job].add(need)
        self._reduce()
        return True

    def retract(self, job: str) -> list[str]:
        self._check(job)
        if job in self.begun:
            raise ValueError("is begun")
        users = sorted(other for other, needs in self.needs.items() if job in needs)
        own = self.needs.pop(job)
        del self.jobs[job]
        for user in users:
            self.needs[user] = (self.needs[user] - {job}) | own
        self._reduce()
        return users

    def _start(self, job, known):
        if job in self.begun:
            return self.begun[job]
        if job not in known:
            ends = [self._end(need, known) for need in self._all_needs(job)]
            known[job] = max([self.jobs[job][1], *ends])
        return known[job]

    def _end(self, job, known):
        if job in self.finished:
            return self.finished[job]
        return self._start(job, known) + self.jobs[job][0]

    def start_of(self, job: str) -> int:
        self._check(job)
        return self._start(job, {})

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
            if job in needs and all(need in self.finished for need in self._all_needs(other))
        )

    def chain(self, job: str) -> list[str]:
        self._check(job)
        known = {}
        names = [job]
        while job not in self.begun and self.needs[job]:
            need = min(self.needs[job], key=lambda name: (-self._end(name, known), name))
            if self._end(need, known) < self.jobs[job][1]:
                break
            names.append(need)
            job = need
        return names[::-1]

    def plan(self) -> list[tuple[int, str]]:
        known = {}
        return sorted((self._start(job, known), job) for job in self.jobs if job not in self.begun)
