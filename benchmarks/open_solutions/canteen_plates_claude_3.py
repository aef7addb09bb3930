# canary: classeval-hf open canteen_plates 49118a96-8cd1-4fd3-af90-ff1fd40f92b1

import statistics
from fractions import Fraction


class CanteenPlates:
    def __init__(self):
        self.foods = {}
        self.recipes = {}
        self.totals = {}
        self.eaten = {}

    def _content(self, name, grams, totals):
        if name in self.foods:
            whole, weight = self.foods[name], 100
        elif name in self.recipes:
            whole, weight = totals[name], self.recipes[name][1]
        else:
            raise KeyError(name)
        result = {}
        for nutrient, amount in whole.items():
            value = Fraction(amount) * grams / weight
            if value:
                result[nutrient] = value
        return result

    def content(self, name: str, grams: int) -> dict[str, Fraction]:
        return self._content(name, grams, self.totals)

    def recalculate(self) -> list[str]:
        totals = {}
        for start in self.recipes:
            stack = [start]
            while stack:
                name = stack[-1]
                if name in totals:
                    stack.pop()
                    continue
                parts = self.recipes[name][0]
                missing = [part for part, _ in parts if part in self.recipes and part not in totals]
                if missing:
                    stack.extend(missing)
                    continue
                stack.pop()
                total = {}
                for part, grams in parts:
                    for nutrient, amount in self._content(part, grams, totals).items():
                        total[nutrient] = total.get(nutrient, Fraction(0)) + amount
                totals[name] = {nutrient: amount for nutrient, amount in total.items() if amount}
        changed = sorted(
            name for name, total in totals.items() if name not in self.totals or self.totals[name] != total
        )
        self.totals = totals
        return changed

    def set_food(self, food: str, nutrients: dict[str, int]) -> list[str]:
        if food in self.recipes:
            raise ValueError("is a recipe: " + food)
        for nutrient in sorted(nutrients):
            if nutrients[nutrient] < 0:
                raise ValueError("bad amount: " + nutrient)
        self.foods[food] = {nutrient: amount for nutrient, amount in nutrients.items() if amount}
        return self.recalculate()

    def set_recipe(self, recipe: str, parts: list[tuple[str, int]], weight: int) -> list[str]:
        if recipe in self.foods:
            raise ValueError("is a food: " + recipe)
        if not parts:
            raise ValueError("no parts")
        if weight < 1 or any(grams < 1 for _, grams in parts):
            raise ValueError("bad weight")
        for name, _ in parts:
            if name != recipe and name not in self.foods and name not in self.recipes:
                raise ValueError("unknown: " + name)
        seen = set()
        stack = [name for name, _ in parts]
        while stack:
            name = stack.pop()
            if name == recipe:
                raise ValueError("contains itself: " + recipe)
            if name in seen or name not in self.recipes:
                continue
            seen.add(name)
            stack.extend(part for part, _ in self.recipes[name][0])
        self.recipes[recipe] = (list(parts), weight)
        return self.recalculate()

    def drop(self, name: str) -> bool:
        if name not in self.foods and name not in self.recipes:
            raise KeyError(name)
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
        if name not in self.foods and name not in self.recipes:
            raise KeyError(name)
        if grams < 1:
            raise ValueError("bad weight")
        eaten = self.eaten.setdefault(day, {})
        for nutrient, amount in self.content(name, grams).items():
            eaten[nutrient] = eaten.get(nutrient, Fraction(0)) + amount
        return dict(eaten)

    def summary(self, nutrient: str) -> dict:
        if not self.eaten:
            raise ValueError("no days")
        values = sorted(Fraction(eaten.get(nutrient, 0)) for eaten in self.eaten.values())
        count = len(values)
        mean = sum(values, Fraction(0)) / count
        middle = count // 2
        median = values[middle] if count % 2 else (values[middle - 1] + values[middle]) / 2
        if count == 1:
            variance = None
            quartiles = values * 3
        else:
            variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / (count - 1)
            quartiles = statistics.quantiles(values, n=4, method="inclusive")
        return {
            "mean": mean,
            "median": median,
            "modes": sorted(statistics.multimode(values)),
            "variance": variance,
            "quartiles": quartiles,
        }

    def unusual(self, nutrient: str, factor: int = 2) -> list[tuple[int, str, Fraction]]:
        if not self.eaten:
            return []
        first, _, third = self.summary(nutrient)["quartiles"]
        margin = factor * (third - first)
        result = []
        for day in sorted(self.eaten):
            amount = Fraction(self.eaten[day].get(nutrient, 0))
            if first - amount > margin:
                result.append((day, "low", amount))
            elif amount - third > margin:
                result.append((day, "high", amount))
        return result
