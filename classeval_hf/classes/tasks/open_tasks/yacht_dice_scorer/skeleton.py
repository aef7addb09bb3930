# canary: classeval-hf open yacht_dice_scorer a2fe2248-d749-4f22-8cf9-fabb2ee7bc2c

from collections import Counter


class YachtDiceScorer:
    """
    The scorecard of one player in a game with five six-sided dice. There are twelve categories: the six upper ones
    "ones", "twos", "threes", "fours", "fives" and "sixes", and the six lower ones "two_pairs", "full_house",
    "four_alike", "straight", "yacht" and "choice". Each category can be filled once.
    """

    def __init__(self, bonus_threshold: int = 63, bonus_points: int = 35):
        """
        Start with an empty card.
        :param bonus_threshold: int, points needed in the upper categories together to get the bonus.
        :param bonus_points: int, points of the bonus.
        self.categories: list of str, the twelve categories in the order of the card, the six upper ones first.
        self.card: dict of str to int, the points of the categories filled so far.
        self.extra: int, points for further yachts.
        self.bonus_threshold: int, as given.
        self.bonus_points: int, as given.
        """
        self.categories = ["ones", "twos", "threes", "fours", "fives", "sixes"]
        self.categories += ["two_pairs", "full_house", "four_alike", "straight", "yacht", "choice"]
        self.card = {}
        self.extra = 0
        self.bonus_threshold = bonus_threshold
        self.bonus_points = bonus_points

    @staticmethod
    def parse_dice(text: str) -> list[int]:
        """
        Read a throw from text. The five dice are written as digits; spaces, commas and hyphens may stand anywhere
        and are ignored.
        :param text: str, the throw, such as "3 3 5 1 6", "3,3,5,1,6" or "33516".
        :return: list of int, the five faces in ascending order.
        :raises ValueError: with the message "five dice from 1 to 6 expected" if the rest of the text is not exactly
            five digits from 1 to 6.
        >>> YachtDiceScorer.parse_dice("3-3-5, 16")
        [1, 3, 3, 5, 6]
        """

    @staticmethod
    def score(dice: list[int], category: str) -> int:
        """
        The points a throw is worth in a category:
        - "ones" to "sixes": the sum of the dice that show this face;
        - "two_pairs": if two different faces each show up at least twice, the sum of two dice of each of these two
          faces (the fifth die never counts), else 0;
        - "full_house": the sum of all dice if one face shows up exactly three times and another one exactly twice,
          else 0;
        - "four_alike": the sum of four equal dice if a face shows up at least four times (the fifth die never
          counts), else 0;
        - "straight": 30 if all five dice follow each other (1 to 5 or 2 to 6); 15 if four different faces among
          the dice follow each other (such as 3, 4, 5 and 6) but not all five; else 0;
        - "yacht": 50 if all five dice are equal, else 0;
        - "choice": the sum of all dice.
        :param dice: list of int, the five faces in any order; always valid.
        :param category: str, the category.
        :return: int, the points.
        :raises ValueError: with the message "unknown category: <category>" if there is no such category.
        >>> YachtDiceScorer.score([5, 2, 5, 2, 5], "two_pairs")
        14
        >>> YachtDiceScorer.score([3, 6, 4, 4, 5], "straight")
        15
        """

    def record(self, category: str, dice: list[int]) -> int:
        """
        Write the points of a throw into an open category of the card, also if they are 0. If the throw is a yacht
        (all five dice equal) and the category "yacht" was filled with 50 points before, 25 points are added to the
        points for further yachts, whichever category the throw is now written into.
        :param category: str, the category to fill.
        :param dice: list of int, the five faces in any order; always valid.
        :return: int, the points gained: those of the category and those for a further yacht together.
        :raises ValueError: with the message "unknown category: <category>" if there is no such category, and with
            the message "category already filled: <category>" if it is not open; nothing is changed then.
        >>> scorer = YachtDiceScorer()
        >>> scorer.record("yacht", [4, 4, 4, 4, 4])
        50
        >>> scorer.record("sixes", [6, 6, 6, 6, 6])
        55
        >>> scorer.card
        {'yacht': 50, 'sixes': 30}
        >>> scorer.extra
        25
        """

    def totals(self) -> dict[str, int]:
        """
        Add up the card.
        :return: dict of str to int with these keys, in this order: "upper", the sum of the upper categories filled;
            "bonus", the bonus points if this sum is at least the threshold, else 0; "lower", the sum of the lower
            categories filled; "extra", the points for further yachts; "total", the sum of these four.
        >>> scorer = YachtDiceScorer(20, 10)
        >>> scorer.card = {"fours": 8, "sixes": 12, "choice": 17}
        >>> scorer.totals()
        {'upper': 20, 'bonus': 10, 'lower': 17, 'extra': 0, 'total': 47}
        """

    def best_category(self, dice: list[int]) -> tuple[str, int]:
        """
        The open category in which a throw is worth most (points for further yachts are left aside). Among equals
        the one that comes first in the order of the card wins. The card is not changed.
        :param dice: list of int, the five faces in any order; always valid.
        :return: tuple of the category (str) and the points in it (int); ("", 0) if no category is open.
        >>> YachtDiceScorer().best_category([2, 3, 4, 5, 1])
        ('straight', 30)
        """
