import statistics
from collections import Counter
from fractions import Fraction


class CanteenPlates:
    def __init__(self):
        self.foods = {}
        self.recipes = {}
        self.totals = {}
        self.eaten = {}

    def _content(self, name, grams, totals):
        if name in self.foods:
            nutrients, weight = self.foods[name], 100
        else:
            nutrients, weight = totals[name], self.recipes[name][1]
        result = {nutrient: Fraction(amount) * grams / weight for nutrient, amount in nutrients.items()}
        return {nutrient: amount for nutrient, amount in result.items() if amount}

    def _check(self, name):
        if name not in self.foods and name not in self.recipes:
            raise KeyError(name)

    def content(self, name: str, grams: int) -> dict[str, Fraction]:
        self._check(name)
        return self._content(name, grams, self.totals)

    def recalculate(self) -> list[str]:
        users = {}
        waiting = {}
        for recipe, (parts, _) in self.recipes.items():
            inner = {name for name, _ in parts if name in self.recipes}
            waiting[recipe] = len(inner)
            for name in inner:
                users.setdefault(name, []).append(recipe)
        ready = [recipe for recipe, count in waiting.items() if count == 0]
        totals = {}
        for recipe in ready:
            total = {}
            for name, grams in self.recipes[recipe][0]:
                for nutrient, amount in self._content(name, grams, totals).items():
                    total[nutrient] = total.get(nutrient, 0) + amount
            totals[recipe] = total
            for user in users.get(recipe, []):
                waiting[user] -= 1
                if waiting[user] == 0:
                    ready.append(user)
        changed = sorted(recipe for recipe in totals if self.totals.get(recipe) != totals[recipe])
        self.totals = {recipe: totals[recipe] for recipe in self.recipes}
        return changed

    def set_food(self, food: str, nutrients: dict[str, int]) -> list[str]:
        if food in self.recipes:
            raise ValueError(f"is a recipe: {food}")
        for nutrient in sorted(nutrients):
            if nutrients[nutrient] < 0:
                raise ValueError(f"bad amount: {nutrient}")
        self.foods[food] = {nutrient: amount for nutrient, amount in nutrients.items() if amount}
        return self.recalculate()

    def set_recipe(self, recipe: str, parts: list[tuple[str, int]], weight: int) -> list[str]:
        if recipe in self.foods:
            raise ValueError(f"is a food: {recipe}")
        if not parts:
            raise ValueError("no parts")
        if weight < 1 or any(grams < 1 for _, grams in parts):
            raise ValueError("bad weight")
        for name, _ in parts:
            if name != recipe and name not in self.foods and name not in self.recipes:
                raise ValueError(f"unknown: {name}")
        seen = set()
        stack = [name for name, _ in parts]
        while stack:
            name = stack.pop()
            if name == recipe:
                raise ValueError(f"contains itself: {recipe}")
            if name not in seen:
                seen.add(name)
                if name in self.recipes:
                    stack += [part for part, _ in self.recipes[name][0]]
        self.recipes[recipe] = (list(parts), weight)
        return self.recalculate()

    def drop(self, name: str) -> bool:
        self._check(name)
        users = sorted(
            recipe for recipe, (parts, _) in self.recipes.items() if any(part == name for part, _ in parts)
        )
        if users:
            raise ValueError("used in: " + ", ".join(users))
        if name in self.foods:
            del self.foods[name]
            return False
        del self.recipes[name]
        self.totals.pop(name, None)
        return True

    def serve(self, day: int, name: str, grams: int) -> dict[str, Fraction]:
        self._check(name)
        if grams < 1:
            raise ValueError("bad weight")
        eaten = self.eaten.setdefault(day, {})
        for nutrient, amount in self.content(name, grams).items():
            eaten[nutrient] = eaten.get(nutrient, 0) + amount
        return dict(eaten)

    def summary(self, nutrient: str) -> dict:
        if not self.eaten:
            raise ValueError("no days")
        amounts = sorted(Fraction(eaten.get(nutrient, 0)) for eaten in self.eaten.values())
        days = len(amounts)
        mean = sum(amounts) / days
        counts = Counter(amounts)
        most = max(counts.values())
        if days == 1:
            variance = None
            quartiles = amounts * 3
        else:
            variance = sum((amount - mean) ** 2 for amount in amounts) / (days - 1)
            quartiles = statistics.quantiles(amounts, n=4, method="inclusive")
        return {
            "mean": mean,
            "median": (amounts[(days - 1) // 2] + amounts[days // 2]) / 2,
            "modes": sorted(amount for amount, count in counts.items() if count == most),
            "variance": variance,
            "quartiles": quartiles,
        }

    def unusual(self, nutrient: str, factor: int = 2) -> list[tuple[int, str, Fraction]]:
        if not self.eaten:
            return []
        first, _, third = self.summary(nutrient)["quartiles"]
        margin = factor * (third - first)
        found = []
        for day in sorted(self.eaten):
            amount = Fraction(self.eaten[day].get(nutrient, 0))
            if first - amount > margin:
                found.append((day, "low", amount))
            elif amount - third > margin:
                found.append((day, "high", amount))
        return found
