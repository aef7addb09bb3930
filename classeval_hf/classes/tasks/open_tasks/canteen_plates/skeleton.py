# canary: classeval-hf open canteen_plates 49118a96-8cd1-4fd3-af90-ff1fd40f92b1

import statistics
from fractions import Fraction


class CanteenPlates:
    """
    Calculates what a canteen serves in terms of nutrients. Recipes are made of foods and other recipes. A nutrient is
    a name, and its amount in something is exact, a Fraction of milligrams. In every dict of nutrients a nutrient with
    the amount 0 has no entry.
    """

    def __init__(self):
        """
        Start without foods and recipes.
        The fields are:
        - self.foods: dict, from the name of each food to a dict from each of its nutrients to the milligrams in 100
          grams of it, an int.
        - self.recipes: dict, from the name of each recipe to a tuple (parts, weight): a list of tuples (name, grams),
          at least one, of foods or other recipes, a name possibly several times, and the grams that the finished dish
          weighs, which need not be the sum of the parts. No recipe contains itself, directly or through others.
        - self.totals: dict, from the name of each recipe to a dict from each nutrient to its amount in the whole
          recipe, a Fraction. It is right after each call.
        - self.eaten: dict, from each day on which something was served to a dict from each nutrient to the amount that
          a guest ate on this day, a Fraction.
        """
        self.foods = {}
        self.recipes = {}
        self.totals = {}
        self.eaten = {}

    def content(self, name: str, grams: int) -> dict[str, Fraction]:
        """
        Calculate the nutrients in some grams of a food or recipe, using self.totals. Nutrients are spread evenly over
        the weight of the finished dish.
        :param name: str, the name of the food or recipe.
        :param grams: int, the grams, at least 0.
        :return: dict, from each nutrient to its amount, a Fraction.
        :raises KeyError: with the name, if there is no such food or recipe.
        >>> plates = CanteenPlates()
        >>> plates.foods = {"rice": {"salt": 5, "iron": 1}}
        >>> plates.recipes, plates.totals = {"soup": ([("rice", 30)], 400)}, {"soup": {"salt": Fraction(3, 2)}}
        >>> plates.content("rice", 20), plates.content("soup", 100)
        ({'salt': Fraction(1, 1), 'iron': Fraction(1, 5)}, {'salt': Fraction(3, 8)})
        """

    def recalculate(self) -> list[str]:
        """
        Calculate self.totals from self.foods and self.recipes.
        :return: list of str, the names of the recipes whose entry in self.totals has changed or is new, in ascending
            order.
        >>> plates = CanteenPlates()
        >>> plates.foods = {"rice": {"salt": 5}}
        >>> plates.recipes = {"soup": ([("rice", 40)], 200), "menu": ([("soup", 100), ("rice", 20)], 90)}
        >>> plates.recalculate(), plates.totals == {"soup": {"salt": 2}, "menu": {"salt": 2}}
        (['menu', 'soup'], True)
        """

    def set_food(self, food: str, nutrients: dict[str, int]) -> list[str]:
        """
        Add a food, or change what is in it, and recalculate.
        :param food: str, the name of the food.
        :param nutrients: dict, from nutrients to the milligrams in 100 grams, an int; those that it does not name are
            not in the food. It is not changed, and later changes of it do not matter.
        :return: list of str, what recalculate returns.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "is a recipe: " and the
            name, if there is a recipe of that name; "bad amount: " and the first nutrient in ascending order whose
            amount is less than 0.
        >>> plates = CanteenPlates()
        >>> plates.set_food("rice", {"salt": 5, "iron": 0}), plates.foods
        ([], {'rice': {'salt': 5}})
        """

    def set_recipe(self, recipe: str, parts: list[tuple[str, int]], weight: int) -> list[str]:
        """
        Add a recipe, or replace one, and recalculate.
        :param recipe: str, the name of the recipe.
        :param parts: list of tuple, (name, grams) for each part; the list is copied.
        :param weight: int, the grams that the finished dish weighs.
        :return: list of str, what recalculate returns.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "is a food: " and the
            name, if there is a food of that name; "no parts"; "bad weight" if the weight or the grams of any part are
            less than 1; "unknown: " and the first name in parts that is neither a food nor a recipe, where the recipe
            itself counts as known; "contains itself: " and the name of the recipe, if it would.
        >>> plates = CanteenPlates()
        >>> plates.foods = {"rice": {"salt": 5}}
        >>> plates.set_recipe("soup", [("rice", 30)], 400), plates.totals
        (['soup'], {'soup': {'salt': Fraction(3, 2)}})
        """

    def drop(self, name: str) -> bool:
        """
        Forget a food or recipe that no recipe has as a part. What was eaten is not changed.
        :param name: str, the name.
        :return: bool, whether it was a recipe.
        :raises KeyError: with the name, if there is no such food or recipe.
        :raises ValueError: if recipes have it as a part: "used in: " and their names in ascending order, joined by
            ", "; nothing is changed then.
        >>> plates = CanteenPlates()
        >>> plates.foods, plates.recipes = {"rice": {"salt": 5}}, {"soup": ([("rice", 30)], 400)}
        >>> plates.totals = {"soup": {"salt": Fraction(3, 2)}}
        >>> plates.drop("soup"), plates.drop("rice"), plates.totals
        (True, False, {})
        """

    def serve(self, day: int, name: str, grams: int) -> dict[str, Fraction]:
        """
        Note that each guest ate some grams of a food or recipe on a day. What was eaten stays as it is when foods and
        recipes are changed later.
        :param day: int, the day.
        :param name: str, the name of the food or recipe.
        :param grams: int, the grams.
        :return: dict, from each nutrient to the amount that a guest has eaten on this day in all, a Fraction; changing
            this dict does not change self.eaten.
        :raises KeyError: with the name, if there is no such food or recipe.
        :raises ValueError: with the message "bad weight" if there is one, and the grams are less than 1; nothing is
            changed then.
        >>> plates = CanteenPlates()
        >>> plates.foods = {"rice": {"salt": 5}, "water": {}}
        >>> plates.serve(3, "rice", 50), plates.serve(3, "rice", 10), plates.serve(4, "water", 200)
        ({'salt': Fraction(5, 2)}, {'salt': Fraction(3, 1)}, {})
        """

    def summary(self, nutrient: str) -> dict:
        """
        Calculate statistics of the amounts of a nutrient that a guest ate per day, over all days of self.eaten. The
        amount of a day without the nutrient is 0.
        :param nutrient: str, the nutrient.
        :return: dict with the members "mean" and "median", the median of an even number of days being the mean of the
            two in the middle; "modes", the list of the most frequent amounts in ascending order; "variance", the sum
            of the squares of the differences from the mean, divided by the number of days less 1, or None if there is
            only one day; and "quartiles", the list of the three that statistics.quantiles gives with n=4 and
            method="inclusive", or, if there is only one day, three times its amount. All amounts are exact.
        :raises ValueError: with the message "no days" if self.eaten is empty.
        >>> plates = CanteenPlates()
        >>> plates.eaten = {1: {"salt": Fraction(2)}, 2: {}, 3: {"salt": Fraction(4)}}
        >>> summary = plates.summary("salt")
        >>> summary["mean"], summary["variance"], summary["quartiles"] == [1, 2, 3], summary["modes"] == [0, 2, 4]
        (Fraction(2, 1), Fraction(4, 1), True, True)
        """

    def unusual(self, nutrient: str, factor: int = 2) -> list[tuple[int, str, Fraction]]:
        """
        Find the days with unusual amounts of a nutrient. With the quartiles of summary, unusual is what is less than
        the first quartile or more than the third one by more than the factor times the difference of these two.
        :param nutrient: str, the nutrient.
        :param factor: int, the factor, at least 0, defaults to 2.
        :return: list of tuple, (day, "low" or "high", amount) for each unusual day, in ascending order of the days; it
            is empty if self.eaten is empty.
        >>> plates = CanteenPlates()
        >>> plates.eaten = {day: {"salt": Fraction(10 + day)} for day in range(8)}
        >>> plates.eaten[9] = {"salt": Fraction(40)}
        >>> plates.unusual("salt")
        [(9, 'high', Fraction(40, 1))]
        """
