# canary: classeval-hf open quiz_night a5ebebe9-800e-4bf9-aca1-948b9d3fdd0c


class QuizNight:
    """
    A quiz show with several rounds. In each round every team has one question on which it is the first to answer; if
    it fails, the other teams can steal the question one after another.
    """

    def __init__(self, teams: list[str], values: list[int]):
        """
        Set up a show before its first round.
        :param teams: list of str, the names of the teams in the order in which they sit, at least two, all different.
        :param values: list of int, for each round the value of a question, at least 1.
        The fields are self.teams and self.values as given, and:
        self.round: int, the present round, counted from 1; 0 before the first one.
        self.order: list of str, the teams in the order in which they are the first to answer in the present round;
            empty before the first one.
        self.jokers: dict, from the name of each team that has played its joker to the round in which it did.
        self.questions: list of tuples (round, order, verdicts), the questions asked so far, in their order: the
            round, the teams in the order in which they answer, and the list of the verdicts on the answers given, at
            most one for each of these teams, in this order. A verdict is "right", "wrong" or "pass".
        self.scores: dict, from the name of each team, in the order of self.teams, to its score, as tally describes.
        The last one of self.questions is open as long as no verdict on it is "right" and a team has not answered. No
        other question is open.
        """
        self.teams = teams
        self.values = values
        self.round = 0
        self.order = []
        self.jokers = {}
        self.questions = []
        self.scores = dict.fromkeys(teams, 0)

    def tally(self) -> dict[str, int]:
        """
        Count the scores from self.questions, each from 0 on, answer by answer. The first team to answer a question
        gets its value if it is right, and nothing otherwise. Each other team gets half of the value, rounded up, if it
        is right, loses half of the value, rounded down, if it is wrong, and nothing happens if it passes. All this is
        doubled for a team whose joker was played in the round of the question. A score that would fall below 0 becomes
        0. After a right answer the later ones on the same question do not count. Nothing is changed.
        :return: dict, from the name of each team, in the order of self.teams, to its score.
        >>> quiz = QuizNight(["A", "B", "C"], [5])
        >>> quiz.jokers, quiz.questions = {"B": 1}, [(1, ["A", "B", "C"], ["right"]), (1, ["B", "C", "A"], ["right"])]
        >>> quiz.tally()
        {'A': 5, 'B': 10, 'C': 0}
        >>> quiz.questions.append((1, ["C", "A", "B"], ["wrong", "wrong", "right"]))
        >>> quiz.tally()
        {'A': 3, 'B': 16, 'C': 0}
        """

    def start_round(self) -> list[str]:
        """
        Start the next round. The team with the lowest score is the first one in self.order, of several with this
        score the one that comes first in self.teams; then follow the teams in the order of self.teams from it on, and
        after the last one from the first one on.
        :return: list of str, self.order.
        :raises ValueError: with the message "question open" if a question is open; else with "round runs" if in the
            present round fewer questions have been asked than there are teams; else with "show is over" if the present
            round is the last one. Nothing is changed then.
        >>> quiz = QuizNight(["A", "B", "C"], [5, 8])
        >>> quiz.scores = {"A": 4, "B": 2, "C": 2}
        >>> quiz.start_round(), quiz.round
        (['B', 'C', 'A'], 1)
        """

    def play_joker(self, team: str) -> int:
        """
        Play the joker of a team in the present round.
        :param team: str, the name of the team.
        :return: int, how many teams have a higher score than this one.
        :raises KeyError: with the name if there is no such team.
        :raises ValueError: for a team, with the message "no round" if no round has been started; else with "too late"
            if a question has been asked in the present round; else with "used" if the team has played its joker
            before; else with "leads" if its score is higher than that of each other team. Nothing is changed then.
        >>> quiz = QuizNight(["A", "B", "C"], [5, 8])
        >>> quiz.round, quiz.scores = 2, {"A": 4, "B": 2, "C": 4}
        >>> quiz.play_joker("A"), quiz.play_joker("B"), quiz.jokers
        (0, 2, {'A': 2, 'B': 2})
        """

    def ask(self) -> str:
        """
        Ask the next question of the present round. The first question of a round is answered by the teams in
        self.order; for each further one the team that was the first to answer becomes the last one.
        :return: str, the name of the team that is the first to answer.
        :raises ValueError: with the message "question open" if a question is open; else with "round is over" if in the
            present round as many questions have been asked as there are teams, or no round has been started. Nothing
            is changed then.
        >>> quiz = QuizNight(["A", "B", "C"], [5, 8])
        >>> quiz.round, quiz.order, quiz.questions = 1, ["B", "C", "A"], [(1, ["B", "C", "A"], ["right"])]
        >>> quiz.ask(), quiz.questions[-1]
        ('C', (1, ['C', 'A', 'B'], []))
        """

    def answer(self, verdict: str) -> tuple[str, int]:
        """
        The next team answers the open question.
        :param verdict: str, the verdict on the answer.
        :return: tuple, (team, change): the name of this team, and by how much its score has changed.
        :raises ValueError: with the message "no question" if no question is open; else with "bad verdict" if the
            verdict is none of the three. Nothing is changed then.
        >>> quiz = QuizNight(["A", "B", "C"], [5, 8])
        >>> quiz.questions, quiz.scores = [(1, ["B", "C", "A"], ["pass"])], {"A": 0, "B": 0, "C": 0}
        >>> quiz.answer("wrong"), quiz.answer("right"), quiz.scores
        (('C', 0), ('A', 3), {'A': 3, 'B': 0, 'C': 0})
        """

    def correct(self, number: int, team: str, verdict: str) -> dict[str, int]:
        """
        The jury changes its verdict on an answer. The scores become what tally gives then; self.order and the jokers
        stay as they are. The last question may be closed or opened again by this, in a later round too.
        :param number: int, the number of the question, counted from 1.
        :param team: str, the team that gave the answer.
        :param verdict: str, the new verdict.
        :return: dict, from the name of each team whose score has changed, in the order of self.teams, to the change.
        :raises ValueError: with the message "no question" if no question of this number has been asked; else with "no
            answer" if the team has not answered it; else with "bad verdict" if the verdict is none of the three; else
            with "later open" if the question is not the last one and would be open if it were. Nothing is changed
            then.
        >>> quiz = QuizNight(["A", "B", "C"], [5, 8])
        >>> quiz.questions, quiz.scores = [(1, ["B", "C", "A"], ["wrong", "right"])], {"A": 0, "B": 0, "C": 3}
        >>> quiz.correct(1, "B", "right"), quiz.scores, quiz.questions
        ({'B': 5, 'C': -3}, {'A': 0, 'B': 5, 'C': 0}, [(1, ['B', 'C', 'A'], ['right', 'right'])])
        """

    def standing(self) -> list[tuple[int, str, int]]:
        """
        The teams by their scores.
        :return: list of tuple, (rank, team, score), from the highest score to the lowest one; teams with the same
            score are in the order of self.teams and have the same rank, which is 1 plus the number of teams with a
            higher score.
        >>> quiz = QuizNight(["A", "B", "C", "D"], [5])
        >>> quiz.scores = {"A": 3, "B": 8, "C": 0, "D": 3}
        >>> quiz.standing()
        [(1, 'B', 8), (2, 'A', 3), (2, 'D', 3), (4, 'C', 0)]
        """
