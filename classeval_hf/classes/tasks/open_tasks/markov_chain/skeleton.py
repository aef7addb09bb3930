# canary: classeval-hf open markov_chain 23881ee5-6851-40c3-9d6e-03fa2c62f331

import numpy as np


class MarkovChain:
    """
    A Markov chain estimated from observed sequences of states. The probability of going from one state to another
    is the share of this transition among all observed transitions out of the first state. A state out of which no
    transition was observed is taken to stay where it is with probability 1. All results are plain Python lists and
    floats, never numpy objects.
    """

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
        """
        Learn one sequence: states not yet known are appended to the known states, and each pair of neighbours in
        the sequence counts as one transition (also a pair of equal states). Separate sequences are not connected:
        the last state of one and the first of the next are no transition.
        :param sequence: list of str, the states in the order they were visited; may be empty.
        :return: int, the number of transitions in this sequence.
        >>> chain = MarkovChain()
        >>> chain.observe(["sun", "sun", "rain", "sun"])
        3
        >>> chain.states
        ['sun', 'rain']
        >>> chain.counts[("sun", "rain")]
        1
        """

    def transition_matrix(self, digits: int = 12) -> list[list[float]]:
        """
        The matrix of transition probabilities: row i, column j is the probability of going from state i to state j.
        The row of a state out of which no transition was observed has 1.0 on the diagonal and 0.0 elsewhere.
        :param digits: int, number of decimal places each entry is rounded to.
        :return: list of list of float, one row per state; an empty list if there are no states.
        >>> chain = MarkovChain()
        >>> chain.states = ["a", "b"]
        >>> chain.counts = {("a", "a"): 1, ("a", "b"): 2}
        >>> chain.transition_matrix(3)
        [[0.333, 0.667], [0.0, 1.0]]
        """

    def distribution_after(self, start: str, steps: int, digits: int = 6) -> list[float]:
        """
        The probability of being in each state after a number of steps, when starting in a given state.
        :param start: str, the state to start in.
        :param steps: int, number of steps; with 0 the chain is still in the state it started in.
        :param digits: int, number of decimal places the final probabilities (not those on the way) are rounded to.
        :return: list of float, one probability per state.
        :raises ValueError: with the message "unknown state: <start>" if start is not a known state, and with the
            message "steps must not be negative" if start is known but steps is below 0.
        >>> chain = MarkovChain()
        >>> chain.states = ["a", "b"]
        >>> chain.counts = {("a", "a"): 3, ("a", "b"): 1, ("b", "a"): 2}
        >>> chain.distribution_after("a", 2)
        [0.8125, 0.1875]
        """

    def absorbing_states(self) -> list[str]:
        """
        The states which are never left: those with no observed transition to a different state. A state out of
        which no transition at all was observed is absorbing, too.
        :return: list of str, the absorbing states in alphabetical order.
        >>> chain = MarkovChain()
        >>> chain.states = ["won", "play", "lost"]
        >>> chain.counts = {("play", "won"): 2, ("play", "lost"): 1, ("lost", "lost"): 4}
        >>> chain.absorbing_states()
        ['lost', 'won']
        """

    def stationary_distribution(self, digits: int = 6) -> list[float]:
        """
        The distribution over the states that one step of the chain does not change: the row vector p with
        p P = p and sum 1, where P is the transition matrix. Periodic chains have one as well, and it may contain
        zeros.
        :param digits: int, number of decimal places each probability is rounded to.
        :return: list of float, one probability per state.
        :raises ValueError: with the message "chain has no states" if there are no states, and with the message
            "stationary distribution is not unique" if more than one distribution has this property.
        >>> chain = MarkovChain()
        >>> chain.states = ["a", "b"]
        >>> chain.counts = {("a", "a"): 1, ("a", "b"): 1, ("b", "a"): 5}
        >>> chain.stationary_distribution(4)
        [0.6667, 0.3333]
        """

    @staticmethod
    def total_variation(first: list[float], second: list[float], digits: int = 6) -> float:
        """
        Distance of two distributions: half of the sum of the absolute differences of their probabilities.
        :param first: list of float, the first distribution.
        :param second: list of float, the second distribution, over the same states in the same order.
        :param digits: int, number of decimal places the distance is rounded to.
        :return: float, the distance; 0.0 for two empty lists.
        :raises ValueError: with the message "distributions differ in length" if the lists are not equally long.
        >>> MarkovChain.total_variation([0.5, 0.5, 0.0], [0.25, 0.25, 0.5])
        0.5
        """
