# canary: classeval-hf open canteen_plates 49118a96-8cd1-4fd3-af90-ff1fd40f92b1

import statistics
from fractions import Fraction


class CanteenPlates:
    def __init__(self):
        self.foods = {}
        self.recipes = {}
        self.totals = {}
        self.eaten = {}

    def content(self, name: str, grams: int) -> dict[str, Fraction]:
        if name in self.foods:
            amounts, weight = self.foods[name], 100
        else:
            weight = self.recipes[name][1]
            amounts = self.totals[name]
        return {nutrient: Fraction(amount * grams) / weight for nutrient, amount in amounts.items() if grams}

    def recalculate(self) -> list[str]:
        before = self.totals
        self.totals = {}
        while len(self.totals) < len(self.recipes):
            for recipe, (parts, _) in self.recipes.items():
                if recipe not in self.totals and all(name in self.foods or name in self.totals for name, _ in parts):
                    total = {}
                    for name, grams in parts:
                        for nutrient, amount in self.content(name, grams).items():
                            total[nutrient] = total.get(nutrient, 0) + amount
                    self.totals[recipe] = total
        return sorted(recipe for recipe, total in self.totals.items() if before.get(recipe) != total)

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
        below = [name for name, _ in parts]
        for name in below:
            if name == recipe:
                raise ValueError(f"contains itself: {recipe}")
            below.extend(part for part, _ in self.recipes.get(name, ([], 0))[0] if part not in below)
        self.recipes[recipe] = (list(parts), weight)
        return self.recalculate()

    def drop(self, name: str) -> bool:
        if name not in self.foods and name not in self.recipes:
            raise KeyError(name)
        users = [recipe for recipe, (parts, _) in self.recipes.items() if name in [part for part, _ in parts]]
        if users:
            raise ValueError(f"used in: {', '.join(sorted(users))}")
        if name in self.foods:
            del self.foods[name]
            return False
        del self.recipes[name], self.totals[name]
        return True

    def serve(self, day: int, name: str, grams: int) -> dict[str, Fraction]:
        amounts = self.content(name, grams)
        if grams < 1:
            raise ValueError("bad weight")
        day_amounts = self.eaten.setdefault(day, {})
        for nutrient, amount in amounts.items():
            day_amounts[nutrient] = day_amounts.get(nutrient, 0) + amount
        return dict(day_amounts)

    def summary(self, nutrient: str) -> dict:
        if not self.eaten:
            raise ValueError("no days")
        amounts = [Fraction(day.get(nutrient, 0)) for day in self.eaten.values()]
        several = len(amounts) > 1
        return {
            "mean": statistics.mean(amounts),
            "median": statistics.median(amounts),
            "modes": sorted(statistics.multimode(amounts)),
            "variance": statistics.variance(amounts) if several else None,
            "quartiles": statistics.quantiles(amounts, n=4, method="inclusive") if several else amounts * 3,
        }

    def unusual(self, nutrient: str, factor: int = 2) -> list[tuple[int, str, Fraction]]:
        if not self.eaten:
            return []
        first, _, third = self.summary(nutrient)["quartiles"]
        reach = factor * (third - first)
        found = []
        for day in sorted(self.eaten):
            amount = Fraction(self.eaten[day].get(nutrient, 0))
            if amount < first - reach:
                found.append((day, "low", amount))
            elif amount > third + reach:
                found.append((day, "high", amount))
        return found
