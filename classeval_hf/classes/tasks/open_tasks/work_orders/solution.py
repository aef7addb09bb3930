# canary: classeval-hf open work_orders 63766f7c-3db7-4e3e-b838-3042106b515f


def behind(orders, job):
    """All jobs that a job needs, directly or indirectly."""
    found = set()
    todo = list(orders.needs[job])
    while todo:
        need = todo.pop()
        if need not in found:
            found.add(need)
            todo.extend(orders.needs[need])
    return found


def reduce(orders):
    full = {job: behind(orders, job) for job in orders.jobs}
    for job, needs in orders.needs.items():
        orders.needs[job] = {need for need in needs if not any(need in full[other] for other in needs)}


def end(orders, job):
    if job in orders.finished:
        return orders.finished[job]
    return orders.start_of(job) + orders.jobs[job][0]


class WorkOrders:
    def __init__(self):
        self.jobs = {}
        self.needs = {}
        self.begun = {}
        self.finished = {}

    def enter(self, job: str, minutes: int, needs: list[str], ready: int = 0) -> None:
        if minutes < 1:
            raise ValueError("bad minutes")
        if job in self.jobs:
            raise ValueError("job exists")
        for need in needs:
            if need not in self.jobs:
                raise KeyError(need)
        self.jobs[job] = (minutes, ready)
        self.needs[job] = set(needs)
        reduce(self)

    def link(self, job: str, need: str) -> bool:
        for name in (job, need):
            if name not in self.jobs:
                raise KeyError(name)
        if job in self.begun:
            raise ValueError("is begun")
        if job == need or job in behind(self, need):
            raise ValueError("circle")
        if need in behind(self, job):
            return False
        self.needs[job].add(need)
        reduce(self)
        return True

    def retract(self, job: str) -> list[str]:
        if job not in self.jobs:
            raise KeyError(job)
        if job in self.begun:
            raise ValueError("is begun")
        del self.jobs[job]
        own = self.needs.pop(job)
        heirs = sorted(name for name, needs in self.needs.items() if job in needs)
        for name in heirs:
            self.needs[name] = (self.needs[name] - {job}) | own
        reduce(self)
        return heirs

    def start_of(self, job: str) -> int:
        ready = self.jobs[job][1]
        if job in self.begun:
            return self.begun[job]
        return max([ready, *(end(self, need) for need in self.needs[job])])

    def begin(self, job: str, time: int) -> int:
        earliest = self.start_of(job)
        if job in self.begun:
            raise ValueError("is begun")
        for need in sorted(self.needs[job]):
            if need not in self.finished:
                raise ValueError(f"needs {need}")
        if time < earliest:
            raise ValueError("too early")
        self.begun[job] = time
        return time - earliest

    def finish(self, job: str, time: int) -> list[str]:
        if job not in self.jobs:
            raise KeyError(job)
        if job not in self.begun:
            raise ValueError("not begun")
        if job in self.finished:
            raise ValueError("is finished")
        if time < self.begun[job]:
            raise ValueError("too early")
        self.finished[job] = time
        return sorted(name for name, needs in self.needs.items() if job in needs and needs <= self.finished.keys())

    def chain(self, job: str) -> list[str]:
        line = [job]
        while line[0] not in self.begun and self.needs[line[0]]:
            latest, need = min((-end(self, need), need) for need in self.needs[line[0]])
            if -latest < self.jobs[line[0]][1]:
                break
            line.insert(0, need)
        return line

    def plan(self) -> list[tuple[int, str]]:
        return sorted((self.start_of(job), job) for job in self.jobs if job not in self.begun)
