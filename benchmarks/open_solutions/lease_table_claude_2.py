import heapq


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
        heap = [
            (self.claims[resource][1] if resource in self.claims else end, resource)
            for resource, (_, _, end) in self.leases.items()
        ]
        heapq.heapify(heap)
        while heap and heap[0][0] <= time:
            due, resource = heapq.heappop(heap)
            owner = self.leases[resource][0]
            if resource in self.claims:
                claimant = self.claims.pop(resource)[0]
                self.leases[resource] = (claimant, due, due + self.span)
                self.log.append((due, resource, owner, claimant))
                heapq.heappush(heap, (due + self.span, resource))
            else:
                del self.leases[resource]
                self.log.append((due, resource, owner, ""))
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

    def _release(self, resource):
        owner = self.leases.pop(resource)[0]
        claimant = ""
        if resource in self.claims:
            claimant = self.claims.pop(resource)[0]
            self.leases[resource] = (claimant, self.now, self.now + self.span)
        self.log.append((self.now, resource, owner, claimant))
        return claimant

    def release(self, owner: str, resource: str, time: int) -> str:
        self.advance(time)
        self._check_owner(owner, resource)
        return self._release(resource)

    def withdraw(self, name: str, time: int) -> list[str]:
        self.advance(time)
        claimed = [resource for resource, (claimant, _) in self.claims.items() if claimant == name]
        for resource in claimed:
            del self.claims[resource]
        leased = sorted(resource for resource, lease in self.leases.items() if lease[0] == name)
        for resource in leased:
            self._release(resource)
        return sorted(claimed + leased)
