import numpy as np


class MarkovChain:
    def __init__(self):
        self.states = []
        self.counts = {}

    def observe(self, sequence: list[str]) -> int:
        known = set(self.states)
        for state in sequence:
            if state not in known:
                known.add(state)
                self.states.append(state)
        for pair in zip(sequence, sequence[1:]):
            self.counts[pair] = self.counts.get(pair, 0) + 1
        return max(0, len(sequence) - 1)

    def _matrix(self):
        size = len(self.states)
        place = {state: number for number, state in enumerate(self.states)}
        matrix = np.zeros((size, size))
        for (first, second), count in self.counts.items():
            matrix[place[first], place[second]] += count
        for row in range(size):
            total = matrix[row].sum()
            if total > 0:
                matrix[row] /= total
            else:
                matrix[row, row] = 1.0
        return matrix

    @staticmethod
    def _rounded(values, digits):
        return [round(float(value), digits) + 0.0 for value in values]

    def transition_matrix(self, digits: int = 12) -> list[list[float]]:
        return [self._rounded(row, digits) for row in self._matrix()]

    def distribution_after(self, start: str, steps: int, digits: int = 6) -> list[float]:
        if start not in self.states:
            raise ValueError(f"unknown state: {start}")
        if steps < 0:
            raise ValueError("steps must not be negative")
        power = np.linalg.matrix_power(self._matrix(), steps)
        return self._rounded(power[self.states.index(start)], digits)

    def absorbing_states(self) -> list[str]:
        left = {first for (first, second), count in self.counts.items() if first != second and count > 0}
        return sorted(state for state in self.states if state not in left)

    def _reach(self, start, links):
        seen = {start}
        todo = [start]
        while todo:
            for other in links.get(todo.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    def stationary_distribution(self, digits: int = 6) -> list[float]:
        if not self.states:
            raise ValueError("chain has no states")
        links = {}
        for (first, second), count in self.counts.items():
            if count > 0:
                links.setdefault(first, set()).add(second)
        reach = {state: self._reach(state, links) for state in self.states}
        # a state is in a closed class if all states that it reaches lead back to it
        closed = {
            frozenset(reach[state]) for state in self.states if all(state in reach[other] for other in reach[state])
        }
        if len(closed) != 1:
            raise ValueError("stationary distribution is not unique")
        members = closed.pop()
        places = [number for number, state in enumerate(self.states) if state in members]
        part = self._matrix()[np.ix_(places, places)]
        equations = part.T - np.eye(len(places))
        equations[-1] = 1.0
        right = np.zeros(len(places))
        right[-1] = 1.0
        result = np.zeros(len(self.states))
        result[places] = np.linalg.solve(equations, right)
        return self._rounded(result, digits)

    @staticmethod
    def total_variation(first: list[float], second: list[float], digits: int = 6) -> float:
        if len(first) != len(second):
            raise ValueError("distributions differ in length")
        return round(float(sum(abs(one - two) for one, two in zip(first, second))) / 2, digits)
