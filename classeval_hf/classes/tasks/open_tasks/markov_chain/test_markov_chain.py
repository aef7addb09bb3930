# canary: classeval-hf open markov_chain 23881ee5-6851-40c3-9d6e-03fa2c62f331

import unittest

from solution import MarkovChain


class MarkovChainTestObserve(unittest.TestCase):
    def test_observe_counts(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe(["b", "a", "a", "b", "a"]), 4)
        self.assertEqual(chain.states, ["b", "a"])
        self.assertEqual(chain.counts, {("b", "a"): 2, ("a", "a"): 1, ("a", "b"): 1})

    def test_observe_adds_to_known(self):
        chain = MarkovChain()
        chain.states = ["x", "y"]
        chain.counts = {("x", "y"): 3}
        self.assertEqual(chain.observe(["z", "x", "y"]), 2)
        self.assertEqual(chain.states, ["x", "y", "z"])
        self.assertEqual(chain.counts, {("x", "y"): 4, ("z", "x"): 1})

    def test_observe_sequences_not_connected(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe(["a", "b"]), 1)
        self.assertEqual(chain.observe(["c", "a"]), 1)
        self.assertEqual(chain.states, ["a", "b", "c"])
        self.assertEqual(chain.counts, {("a", "b"): 1, ("c", "a"): 1})

    def test_observe_single_state(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe(["only"]), 0)
        self.assertEqual(chain.states, ["only"])
        self.assertEqual(chain.counts, {})

    def test_observe_empty(self):
        chain = MarkovChain()
        chain.states = ["x"]
        self.assertEqual(chain.observe([]), 0)
        self.assertEqual(chain.states, ["x"])
        self.assertEqual(chain.counts, {})

    def test_observe_leaves_argument(self):
        chain = MarkovChain()
        sequence = ["a", "b", "b"]
        self.assertEqual(chain.observe(sequence), 2)
        self.assertEqual(sequence, ["a", "b", "b"])
        self.assertEqual(chain.counts, {("a", "b"): 1, ("b", "b"): 1})


class MarkovChainTestTransitionMatrix(unittest.TestCase):
    def setUp(self):
        self.chain = MarkovChain()
        self.chain.states = ["s", "r", "c"]
        self.chain.counts = {("s", "s"): 1, ("s", "r"): 2, ("r", "s"): 3, ("r", "c"): 1, ("c", "c"): 4}

    def test_transition_matrix_rows(self):
        self.assertEqual(self.chain.transition_matrix(2), [[0.33, 0.67, 0.0], [0.75, 0.0, 0.25], [0.0, 0.0, 1.0]])

    def test_transition_matrix_default_digits(self):
        self.assertEqual(self.chain.transition_matrix()[0], [0.333333333333, 0.666666666667, 0.0])

    def test_transition_matrix_no_outgoing(self):
        self.chain.counts = {("s", "r"): 5, ("r", "c"): 1}
        self.assertEqual(self.chain.transition_matrix(), [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]])

    def test_transition_matrix_no_states(self):
        self.assertEqual(MarkovChain().transition_matrix(), [])

    def test_transition_matrix_single_state(self):
        self.chain.states, self.chain.counts = ["a"], {}
        self.assertEqual(self.chain.transition_matrix(), [[1.0]])

    def test_transition_matrix_plain_types(self):
        matrix = self.chain.transition_matrix()
        self.assertIs(type(matrix), list)
        self.assertIs(type(matrix[0]), list)
        self.assertIs(type(matrix[0][0]), float)

    def test_transition_matrix_keeps_fields(self):
        self.assertEqual(self.chain.transition_matrix(1)[0], [0.3, 0.7, 0.0])
        self.assertEqual(self.chain.states, ["s", "r", "c"])
        self.assertEqual(
            self.chain.counts, {("s", "s"): 1, ("s", "r"): 2, ("r", "s"): 3, ("r", "c"): 1, ("c", "c"): 4}
        )


class MarkovChainTestDistributionAfter(unittest.TestCase):
    def setUp(self):
        self.chain = MarkovChain()
        self.chain.states = ["a", "b"]
        self.chain.counts = {("a", "a"): 3, ("a", "b"): 1, ("b", "a"): 1, ("b", "b"): 1}

    def test_distribution_after_one(self):
        self.assertEqual(self.chain.distribution_after("a", 1), [0.75, 0.25])
        self.assertEqual(self.chain.distribution_after("b", 1), [0.5, 0.5])
        self.assertEqual(self.chain.states, ["a", "b"])

    def test_distribution_after_several(self):
        self.assertEqual(self.chain.distribution_after("a", 2), [0.6875, 0.3125])
        self.assertEqual(self.chain.distribution_after("b", 3), [0.65625, 0.34375])

    def test_distribution_after_zero(self):
        self.assertEqual(self.chain.distribution_after("b", 0), [0.0, 1.0])

    def test_distribution_after_many(self):
        self.assertEqual(self.chain.distribution_after("b", 200), [0.666667, 0.333333])

    def test_distribution_after_rounds_at_end_only(self):
        self.chain.counts = {("a", "a"): 2, ("a", "b"): 1, ("b", "b"): 1}
        self.assertEqual(self.chain.distribution_after("a", 5, 1), [0.1, 0.9])
        self.assertEqual(self.chain.distribution_after("a", 3, 3), [0.296, 0.704])

    def test_distribution_after_plain_types(self):
        result = self.chain.distribution_after("a", 4)
        self.assertIs(type(result), list)
        self.assertIs(type(result[0]), float)

    def test_distribution_after_unknown(self):
        with self.assertRaises(ValueError) as caught:
            self.chain.distribution_after("q", 1)
        self.assertEqual(str(caught.exception), "unknown state: q")

    def test_distribution_after_negative(self):
        with self.assertRaises(ValueError) as caught:
            self.chain.distribution_after("a", -1)
        self.assertEqual(str(caught.exception), "steps must not be negative")


class MarkovChainTestAbsorbingStates(unittest.TestCase):
    def setUp(self):
        self.chain = MarkovChain()
        self.chain.states = ["work", "quit", "fired", "holiday"]

    def test_absorbing_states_self_transition(self):
        self.chain.counts = {
            ("work", "quit"): 1,
            ("work", "holiday"): 1,
            ("holiday", "work"): 1,
            ("quit", "quit"): 2,
            ("fired", "work"): 1,
        }
        self.assertEqual(self.chain.absorbing_states(), ["quit"])

    def test_absorbing_states_sorted(self):
        self.chain.counts = {("work", "quit"): 1, ("work", "fired"): 1, ("holiday", "work"): 3}
        self.assertEqual(self.chain.absorbing_states(), ["fired", "quit"])

    def test_absorbing_states_stays_and_leaves(self):
        self.chain.states = ["a", "b"]
        self.chain.counts = {("a", "a"): 9, ("a", "b"): 1, ("b", "b"): 1, ("b", "a"): 1}
        self.assertEqual(self.chain.absorbing_states(), [])

    def test_absorbing_states_no_transitions(self):
        self.assertEqual(self.chain.absorbing_states(), ["fired", "holiday", "quit", "work"])
        self.assertEqual(self.chain.states, ["work", "quit", "fired", "holiday"])
        self.assertEqual(self.chain.counts, {})

    def test_absorbing_states_empty(self):
        self.assertEqual(MarkovChain().absorbing_states(), [])


class MarkovChainTestStationaryDistribution(unittest.TestCase):
    def setUp(self):
        self.chain = MarkovChain()
        self.chain.states = ["a", "b"]

    def test_stationary_distribution_two_states(self):
        self.chain.counts = {("a", "a"): 3, ("a", "b"): 1, ("b", "a"): 1, ("b", "b"): 1}
        self.assertEqual(self.chain.stationary_distribution(), [0.666667, 0.333333])
        self.assertEqual(self.chain.stationary_distribution(2), [0.67, 0.33])
        self.assertEqual(self.chain.states, ["a", "b"])

    def test_stationary_distribution_periodic(self):
        self.chain.states = ["a", "b", "c"]
        self.chain.counts = {("a", "b"): 2, ("b", "a"): 1, ("b", "c"): 3, ("c", "b"): 1}
        self.assertEqual(self.chain.stationary_distribution(), [0.125, 0.5, 0.375])

    def test_stationary_distribution_one_absorbing(self):
        self.chain.counts = {("a", "b"): 1, ("a", "a"): 1}
        self.assertEqual(self.chain.stationary_distribution(), [0.0, 1.0])

    def test_stationary_distribution_thirds(self):
        self.chain.states = ["a", "b", "c"]
        self.chain.counts = {(x, y): 1 for x in "abc" for y in "abc"}
        self.assertEqual(self.chain.stationary_distribution(), [0.333333, 0.333333, 0.333333])

    def test_stationary_distribution_single_state(self):
        self.chain.states = ["a"]
        self.assertEqual(self.chain.stationary_distribution(), [1.0])

    def test_stationary_distribution_two_absorbing(self):
        self.chain.states = ["a", "b", "c"]
        self.chain.counts = {("a", "b"): 1, ("a", "c"): 2}
        with self.assertRaises(ValueError) as caught:
            self.chain.stationary_distribution()
        self.assertEqual(str(caught.exception), "stationary distribution is not unique")

    def test_stationary_distribution_two_closed_groups(self):
        self.chain.states = ["a", "b", "c", "d"]
        self.chain.counts = {("a", "b"): 1, ("b", "a"): 1, ("c", "d"): 2, ("c", "c"): 1, ("d", "c"): 3}
        with self.assertRaises(ValueError) as caught:
            self.chain.stationary_distribution()
        self.assertEqual(str(caught.exception), "stationary distribution is not unique")

    def test_stationary_distribution_plain_types(self):
        self.chain.counts = {("a", "b"): 1, ("b", "a"): 1}
        result = self.chain.stationary_distribution()
        self.assertIs(type(result), list)
        self.assertIs(type(result[0]), float)

    def test_stationary_distribution_no_states(self):
        with self.assertRaises(ValueError) as caught:
            MarkovChain().stationary_distribution()
        self.assertEqual(str(caught.exception), "chain has no states")


class MarkovChainTestTotalVariation(unittest.TestCase):
    def test_total_variation_partial(self):
        self.assertEqual(MarkovChain().total_variation([0.5, 0.25, 0.25], [0.25, 0.25, 0.5]), 0.25)

    def test_total_variation_disjoint(self):
        self.assertEqual(MarkovChain().total_variation([1.0, 0.0], [0.0, 1.0]), 1.0)

    def test_total_variation_equal(self):
        self.assertEqual(MarkovChain().total_variation([0.3, 0.7], [0.3, 0.7]), 0.0)

    def test_total_variation_rounded(self):
        self.assertEqual(MarkovChain().total_variation([0.123456789, 0.0], [0.0, 0.123456789]), 0.123457)
        self.assertEqual(MarkovChain().total_variation([0.28, 0.72], [0.9, 0.1], 1), 0.6)

    def test_total_variation_lengths(self):
        with self.assertRaises(ValueError) as caught:
            MarkovChain().total_variation([0.5, 0.5], [1.0])
        self.assertEqual(str(caught.exception), "distributions differ in length")

    def test_total_variation_empty(self):
        self.assertEqual(MarkovChain().total_variation([], []), 0.0)


class MarkovChainTestMain(unittest.TestCase):
    def test_main_weather(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe(["sun", "sun", "rain", "sun", "sun", "rain"]), 5)
        self.assertEqual(chain.observe(["rain", "rain", "sun"]), 2)
        self.assertEqual(chain.transition_matrix(4), [[0.5, 0.5], [0.6667, 0.3333]])
        self.assertEqual(chain.absorbing_states(), [])
        self.assertEqual(chain.distribution_after("rain", 2), [0.555556, 0.444444])
        self.assertEqual(chain.stationary_distribution(), [0.571429, 0.428571])
        self.assertEqual(
            chain.total_variation(chain.distribution_after("sun", 1), chain.stationary_distribution(), 4), 0.0714
        )

    def test_main_game(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe(["play", "play", "won"]), 2)
        self.assertEqual(chain.stationary_distribution(), [0.0, 1.0])
        self.assertEqual(chain.observe(["play", "lost"]), 1)
        self.assertEqual(chain.states, ["play", "won", "lost"])
        self.assertEqual(chain.absorbing_states(), ["lost", "won"])
        with self.assertRaises(ValueError):
            chain.stationary_distribution()
        self.assertEqual(chain.distribution_after("play", 2), [0.111111, 0.444444, 0.444444])
        self.assertEqual(chain.observe(["lost", "play"]), 1)
        self.assertEqual(chain.absorbing_states(), ["won"])
        self.assertEqual(chain.transition_matrix(2), [[0.33, 0.33, 0.33], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
        self.assertEqual(chain.stationary_distribution(), [0.0, 1.0, 0.0])

    def test_main_empty(self):
        chain = MarkovChain()
        self.assertEqual(chain.observe([]), 0)
        self.assertEqual(chain.transition_matrix(), [])
        with self.assertRaises(ValueError):
            chain.distribution_after("a", 0)
        self.assertEqual(chain.total_variation([], []), 0.0)
        self.assertEqual(chain.observe(["a"]), 0)
        self.assertEqual(chain.absorbing_states(), ["a"])
        self.assertEqual(chain.distribution_after("a", 3), [1.0])
