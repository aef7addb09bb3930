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

    def _pass_on(self, resource, time):
        """End a lease, and begin one of the claimant if there is a claim; return the new owner."""
        old = self.leases.pop(resource)[0]
        new = ""
        if resource in self.claims:
            new = self.claims.pop(resource)[0]
            self.leases[resource] = (new, time, time + self.span)
        self.log.append((time, resource, old, new))
        return new

    def advance(self, time: int) -> list[tuple[int, str, str, str]]:
        if time < self.now:
            raise ValueError("time runs back")
        start = len(self.log)
        while self.leases:
            due, resource = min((self._due(resource), resource) for resource in self.leases)
            if due > time:
                break
            self._pass_on(resource, due)
        self.now = time
        return self.log[start:]

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
            self.leases[resource] = (owner, start, new)
            self.claims.pop(resource, None)
            return new
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
        return self._pass_on(resource, time)

    def withdraw(self, name: str, time: int) -> list[str]:
        self.advance(time)
        claimed = [resource for resource, claim in self.claims.items() if claim[0] == name]
        for resource in claimed:
            del self.claims[resource]
        owned = sorted(resource for resource, lease in self.leases.items() if lease[0] == name)
        for resource in owned:
            self._pass_on(resource, time)
        return sorted(claimed + owned)
