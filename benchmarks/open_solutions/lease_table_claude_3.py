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

    def _due(self, resource):
        if resource in self.claims:
            return self.claims[resource][1]
        return self.leases[resource][2]

    def _end(self, resource, time):
        """End a lease; a claimant gets the resource."""
        owner = self.leases.pop(resource)[0]
        new = ""
        if resource in self.claims:
            new = self.claims.pop(resource)[0]
            self.leases[resource] = (new, time, time + self.span)
        self.log.append((time, resource, owner, new))
        return new

    def advance(self, time: int) -> list[tuple[int, str, str, str]]:
        if time < self.now:
            raise ValueError("time runs back")
        before = len(self.log)
        while True:
            due = [(self._due(resource), resource) for resource in self.leases if self._due(resource) <= time]
            if not due:
                break
            moment, resource = min(due)
            self._end(resource, moment)
        self.now = time
        return self.log[before:]

    def acquire(self, owner: str, resource: str, time: int) -> bool:
        self.advance(time)
        if resource in self.leases:
            return False
        self.leases[resource] = (owner, time, time + self.span)
        self.log.append((time, resource, "", owner))
        return True

    def _check_owner(self, owner, resource):
        if resource not in self.leases or self.leases[resource][0] != owner:
            raise ValueError("not yours")

    def renew(self, owner: str, resource: str, time: int) -> int:
        self.advance(time)
        self._check_owner(owner, resource)
        _, start, end = self.leases[resource]
        new = min(time + self.span, start + self.most)
        if new > end:
            end = new
            self.leases[resource] = (owner, start, end)
            self.claims.pop(resource, None)
        return end

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
        self._check_owner(owner, resource)
        return self._end(resource, time)

    def withdraw(self, name: str, time: int) -> list[str]:
        self.advance(time)
        claimed = [resource for resource, (claimant, _) in self.claims.items() if claimant == name]
        for resource in claimed:
            del self.claims[resource]
        owned = sorted(resource for resource, (owner, _, _) in self.leases.items() if owner == name)
        for resource in owned:
            self._end(resource, time)
        return sorted(claimed + owned)
