import re
from collections import Counter

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["two_pairs", "full_house", "four_alike", "straight", "yacht", "choice"]


class YachtDiceScorer:
    def __init__(self, bonus_threshold: int = 63, bonus_points: int = 35):
        self.categories = ["ones", "twos", "threes", "fours", "fives", "sixes"]
        self.categories += ["two_pairs", "full_house", "four_alike", "straight", "yacht", "choice"]
        self.card = {}
        self.extra = 0
        self.bonus_threshold = bonus_threshold
        self.bonus_points = bonus_points

    @staticmethod
    def parse_dice(text: str) -> list[int]:
        rest = re.sub(r"[ ,-]", "", text)
        if not re.fullmatch(r"[1-6]{5}", rest):
            raise ValueError("five dice from 1 to 6 expected")
        return sorted(int(digit) for digit in rest)

    @staticmethod
    def score(dice: list[int], category: str) -> int:
        counts = Counter(dice)
        if category in UPPER:
            face = UPPER.index(category) + 1
            return face * counts[face]
        if category == "two_pairs":
            pairs = [face for face, count in counts.items() if count >= 2]
            return 2 * sum(pairs) if len(pairs) == 2 else 0
        if category == "full_house":
            return sum(dice) if sorted(counts.values()) == [2, 3] else 0
        if category == "four_alike":
            return sum(4 * face for face, count in counts.items() if count >= 4)
        if category == "straight":
            faces = set(dice)
            if any(faces >= set(range(start, start + 5)) for start in (1, 2)):
                return 30
            if any(faces >= set(range(start, start + 4)) for start in (1, 2, 3)):
                return 15
            return 0
        if category == "yacht":
            return 50 if len(counts) == 1 else 0
        if category == "choice":
            return sum(dice)
        raise ValueError(f"unknown category: {category}")

    def record(self, category: str, dice: list[int]) -> int:
        if category not in self.categories:
            raise ValueError(f"unknown category: {category}")
        if category in self.card:
            raise ValueError(f"category already filled: {category}")
        points = self.score(dice, category)
        bonus = 25 if len(set(dice)) == 1 and self.card.get("yacht") == 50 else 0
        self.card[category] = points
        self.extra += bonus
        return points + bonus

    def totals(self) -> dict[str, int]:
        upper = sum(self.card.get(category, 0) for category in UPPER)
        lower = sum(self.card.get(category, 0) for category in LOWER)
        bonus = self.bonus_points if upper >= self.bonus_threshold else 0
        return {
            "upper": upper,
            "bonus": bonus,
            "lower": lower,
            "extra": self.extra,
            "total": upper + bonus + lower + self.extra,
        }

    def best_category(self, dice: list[int]) -> tuple[str, int]:
        best = ("", 0)
        for category in self.categories:
            if category not in self.card:
                points = self.score(dice, category)
                if not best[0] or points > best[1]:
                    best = (category, points)
        return best
