# canary: classeval-hf open yacht_dice_scorer a2fe2248-d749-4f22-8cf9-fabb2ee7bc2c

from collections import Counter


class YachtDiceScorer:
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
        digits = [char for char in text if char not in " ,-"]
        if len(digits) != 5 or any(char not in "123456" for char in digits):
            raise ValueError("five dice from 1 to 6 expected")
        return sorted(int(char) for char in digits)

    @staticmethod
    def score(dice: list[int], category: str) -> int:
        upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
        counts = Counter(dice)
        if category in upper:
            face = upper.index(category) + 1
            return face * counts[face]
        if category == "two_pairs":
            pairs = [face for face, count in counts.items() if count >= 2]
            return 2 * sum(pairs) if len(pairs) == 2 else 0
        if category == "full_house":
            return sum(dice) if sorted(counts.values()) == [2, 3] else 0
        if category == "four_alike":
            return 4 * sum(face for face, count in counts.items() if count >= 4)
        if category == "straight":
            longest = run = 0
            for face in range(1, 7):
                run = run + 1 if counts[face] else 0
                longest = max(longest, run)
            return {5: 30, 4: 15}.get(longest, 0)
        if category == "yacht":
            return 50 if len(counts) == 1 else 0
        if category == "choice":
            return sum(dice)
        raise ValueError(f"unknown category: {category}")

    def record(self, category: str, dice: list[int]) -> int:
        points = self.score(dice, category)
        if category in self.card:
            raise ValueError(f"category already filled: {category}")
        further = 25 if self.card.get("yacht") == 50 and len(set(dice)) == 1 else 0
        self.card[category] = points
        self.extra += further
        return points + further

    def totals(self) -> dict[str, int]:
        upper = sum(self.card.get(category, 0) for category in self.categories[:6])
        lower = sum(self.card.get(category, 0) for category in self.categories[6:])
        bonus = self.bonus_points if upper >= self.bonus_threshold else 0
        total = upper + bonus + lower + self.extra
        return {"upper": upper, "bonus": bonus, "lower": lower, "extra": self.extra, "total": total}

    def best_category(self, dice: list[int]) -> tuple[str, int]:
        best = ("", -1)
        for category in self.categories:
            if category not in self.card:
                points = self.score(dice, category)
                if points > best[1]:
                    best = (category, points)
        return best if best[0] else ("", 0)
