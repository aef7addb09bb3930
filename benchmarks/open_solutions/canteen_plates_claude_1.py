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
            nutrients, weight = self.foods[name], 100
        else:
            nutrients, weight = totals[name], self.recipes[name][1]
        result = {}
        for nutrient, amount in nutrients.items():
            part = Fraction(amount) * grams / weight
            if part:
                result[nutrient] = part
        return result

    @staticmethod
    def _add(sums, amounts):
        for nutrient, amount in amounts.items():
            sums[nutrient] = sums.get(nutrient, Fraction(0)) + amount

    def content(self, name: str, grams: int) -> dict[str, Fraction]:
        if name not in self.foods and name not in self.recipes:
            raise KeyError(name)
        return self._content(name, grams, self.totals)

    def recalculate(self) -> list[str]:
        totals = {}
        for recipe in self.recipes:
            stack = [recipe]
            while stack:
                current = stack[-1]
                if current in totals:
                    stack.pop()
                    continue
                parts = self.recipes[current][0]
                missing = [name for name, _ in parts if name in self.recipes and name not in totals]
                if missing:
                    stack.extend(missing)
                    continue
                sums = {}
                for name, grams in parts:
                    self._add(sums, self._content(name, grams, totals))
                totals[current] = sums
                stack.pop()
        changed = sorted(name for name, total in totals.items() if self.totals.get(name) != total)
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
            if name not in seen:
                seen.add(name)
                if name in self.recipes:
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
        self._add(self.eaten.setdefault(day, {}), self.content(name, grams))
        return dict(self.eaten[day])

    def _amounts(self, nutrient):
        return [Fraction(amounts.get(nutrient, 0)) for amounts in self.eaten.values()]

    @staticmethod
    def _quartiles(amounts):
        data = sorted(amounts)
        if len(data) == 1:
            return data * 3
        quartiles = []
        for i in (1, 2, 3):
            j, delta = divmod(i * (len(data) - 1), 4)
            quartiles.append((data[j] * (4 - delta) + data[j + 1] * delta) / 4)
        return quartiles

    def summary(self, nutrient: str) -> dict:
        if not self.eaten:
            raise ValueError("no days")
        amounts = self._amounts(nutrient)
        mean = sum(amounts, Fraction(0)) / len(amounts)
        variance = None
        if len(amounts) > 1:
            variance = sum(((a - mean) ** 2 for a in amounts), Fraction(0)) / (len(amounts) - 1)
        return {
            "mean": mean,
            "median": statistics.median(amounts),
            "modes": sorted(statistics.multimode(amounts)),
            "variance": variance,
            "quartiles": self._quartiles(amounts),
        }

    def unusual(self, nutrient: str, factor: int = 2) -> list[tuple[int, str, Fraction]]:
        if not self.eaten:
            return []
        first, _, third = self._quartiles(self._amounts(nutrient))
        reach = factor * (third - first)
        found = []
        for day in sorted(self.eaten):
            amount = Fraction(self.eaten[day].get(nutrient, 0))
            if amount < first - reach:
                found.append((day, "low", amount))
            elif amount > third + reach:
                found.append((day, "high", amount))
        return found
