# canary: classeval-hf open markov_chain 23881ee5-6851-40c3-9d6e-03fa2c62f331

import numpy as np


class MarkovChain:
    def __init__(self):
        """
        Start with a chain without states.
        self.states: list of str, the known states in the order in which they were first seen; all vectors and
            matrices of this class use this order.
        self.counts: dict of tuple[str, str] to int, how often the transition (from, to) was observed; only
            transitions observed at least once are in it.
        """
        self.states = []
        self.counts = {}

    def observe(self, sequence: list[str]) -> int:
        for state in sequence:
            if state not in self.states:
                self.states.append(state)
        pairs = list(zip(sequence, sequence[1:]))
        for pair in pairs:
            self.counts[pair] = self.counts.get(pair, 0) + 1
        return len(pairs)

    def transition_matrix(self, digits: int = 12) -> list[list[float]]:
        matrix = []
        for source in self.states:
            row = [self.counts.get((source, target), 0) for target in self.states]
            total = sum(row)
            if total == 0:
                matrix.append([1.0 if target == source else 0.0 for target in self.states])
            else:
                matrix.append([round(count / total, digits) for count in row])
        return matrix

    def distribution_after(self, start: str, steps: int, digits: int = 6) -> list[float]:
        if start not in self.states:
            raise ValueError(f"unknown state: {start}")
        if steps < 0:
            raise ValueError("steps must not be negative")
        power = np.linalg.matrix_power(np.array(self.transition_matrix()), steps)
        return [round(value, digits) for value in power[self.states.index(start)].tolist()]

    def absorbing_states(self) -> list[str]:
        left = {source for source, target in self.counts if source != target}
        return sorted(state for state in self.states if state not in left)

    def stationary_distribution(self, digits: int = 6) -> list[float]:
        matrix = np.array(self.transition_matrix())
        size = len(matrix)
        if size == 0:
            raise ValueError("chain has no states")
        balance = matrix.T - np.eye(size)
        if np.linalg.matrix_rank(balance, tol=1e-9) < size - 1:
            raise ValueError("stationary distribution is not unique")
        system = np.vstack([balance, np.ones(size)])
        goal = np.append(np.zeros(size), 1.0)
        solution = np.linalg.lstsq(system, goal, rcond=None)[0]
        return [abs(round(value, digits)) for value in solution.tolist()]

    @staticmethod
    def total_variation(first: list[float], second: list[float], digits: int = 6) -> float:
        if len(first) != len(second):
            raise ValueError("distributions differ in length")
        return round(sum(abs(a - b) for a, b in zip(first, second)) / 2, digits)
