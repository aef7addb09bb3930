# canary: classeval-hf open lease_table 068b5756-cb21-4900-86d6-43ac81cdda23


class LeaseTable:
    def __init__(self, span: int, most: int, grace: int):
        self.span = span
        self.most = most
        self.grace = grace
        self.now = 0
        self.leases = {}
        self.claims = {}
        self.log = []

    def advance(self, time: int) -> list[tuple[int, str, str, str]]:
        if time < self.now:
            raise ValueError("time runs back")
        before = len(self.log)
        while True:
            ends = {resource: lease[2] for resource, lease in self.leases.items()}
            ends.update((resource, due) for resource, (_, due) in self.claims.items())
            moment, resource = min(((end, resource) for resource, end in ends.items()), default=(time + 1, ""))
            if moment > time:
                break
            old = self.leases.pop(resource)[0]
            new = self.claims.pop(resource, ("",))[0]
            if new:
                self.leases[resource] = (new, moment, moment + self.span)
            self.log.append((moment, resource, old, new))
        self.now = time
        return self.log[before:]

    def acquire(self, owner: str, resource: str, time: int) -> bool:
        self.advance(time)
        if resource in self.leases:
            return False
        self.leases[resource] = (owner, time, time + self.span)
        self.log.append((time, resource, "", owner))
        return True

    def renew(self, owner: str, resource: str, time: int) -> int:
        self.advance(time)
        holder, start, end = self.leases.get(resource, ("", 0, 0))
        if holder != owner:
            raise ValueError("not yours")
        new = min(time + self.span, start + self.most)
        if new <= end:
            return end
        self.leases[resource] = (owner, start, new)
        self.claims.pop(resource, None)
        return new

    def claim(self, claimant: str, resource: str, time: int) -> int:
        self.advance(time)
        if resource not in self.leases:
            raise ValueError("not leased")
        owner, _, end = self.leases[resource]
        if owner == claimant:
            raise ValueError("your own")
        if resource in self.claims:
            raise ValueError("is claimed")
        due = min(time + self.grace, end)
        self.claims[resource] = (claimant, due)
        return due

    def release(self, owner: str, resource: str, time: int) -> str:
        self.advance(time)
        if self.leases.get(resource, ("",))[0] != owner:
            raise ValueError("not yours")
        del self.leases[resource]
        new = self.claims.pop(resource, ("",))[0]
        if new:
            self.leases[resource] = (new, time, time + self.span)
        self.log.append((time, resource, owner, new))
        return new

    def withdraw(self, name: str, time: int) -> list[str]:
        self.advance(time)
        claimed = [resource for resource, (claimant, _) in self.claims.items() if claimant == name]
        for resource in claimed:
            del self.claims[resource]
        owned = sorted(resource for resource, lease in self.leases.items() if lease[0] == name)
        for resource in owned:
            self.release(name, resource, time)
        return sorted(claimed + owned)
