# canary: classeval-hf open yacht_dice_scorer a2fe2248-d749-4f22-8cf9-fabb2ee7bc2c

import unittest

from solution import YachtDiceScorer


class YachtDiceScorerTestParseDice(unittest.TestCase):
    def test_parse_dice_plain(self):
        self.assertEqual(YachtDiceScorer().parse_dice("63154"), [1, 3, 4, 5, 6])

    def test_parse_dice_separators(self):
        self.assertEqual(YachtDiceScorer().parse_dice("3, 3, 5, 1, 6"), [1, 3, 3, 5, 6])
        self.assertEqual(YachtDiceScorer().parse_dice(" 6-2 -21,,6 "), [1, 2, 2, 6, 6])

    def test_parse_dice_equal(self):
        self.assertEqual(YachtDiceScorer().parse_dice("4 4 4 4 4"), [4, 4, 4, 4, 4])

    def test_parse_dice_wrong_number(self):
        with self.assertRaises(ValueError) as caught:
            YachtDiceScorer().parse_dice("1 2 3 4")
        self.assertEqual(str(caught.exception), "five dice from 1 to 6 expected")
        with self.assertRaises(ValueError):
            YachtDiceScorer().parse_dice("123456")

    def test_parse_dice_wrong_face(self):
        for text in ("1 2 3 4 7", "0 2 3 4 5", "1 2 3 4 x", "1.2345"):
            with self.assertRaises(ValueError) as caught:
                YachtDiceScorer().parse_dice(text)
            self.assertEqual(str(caught.exception), "five dice from 1 to 6 expected")

    def test_parse_dice_two_digit_number(self):
        self.assertEqual(YachtDiceScorer().parse_dice("12 34 5"), [1, 2, 3, 4, 5])

    def test_parse_dice_empty(self):
        with self.assertRaises(ValueError) as caught:
            YachtDiceScorer().parse_dice("")
        self.assertEqual(str(caught.exception), "five dice from 1 to 6 expected")


class YachtDiceScorerTestScore(unittest.TestCase):
    def test_score_upper(self):
        self.assertEqual(YachtDiceScorer().score([6, 1, 6, 3, 6], "sixes"), 18)
        self.assertEqual(YachtDiceScorer().score([6, 1, 6, 3, 6], "ones"), 1)
        self.assertEqual(YachtDiceScorer().score([6, 1, 6, 3, 6], "fours"), 0)
        self.assertEqual(YachtDiceScorer().score([5, 5, 2, 2, 3], "fives"), 10)
        self.assertEqual(YachtDiceScorer().score([5, 5, 2, 2, 3], "twos"), 4)
        self.assertEqual(YachtDiceScorer().score([5, 5, 2, 2, 3], "threes"), 3)

    def test_score_two_pairs(self):
        self.assertEqual(YachtDiceScorer().score([5, 2, 2, 6, 5], "two_pairs"), 14)
        self.assertEqual(YachtDiceScorer().score([4, 3, 4, 3, 4], "two_pairs"), 14)
        self.assertEqual(YachtDiceScorer().score([4, 4, 1, 4, 4], "two_pairs"), 0)
        self.assertEqual(YachtDiceScorer().score([4, 4, 1, 2, 3], "two_pairs"), 0)

    def test_score_full_house(self):
        self.assertEqual(YachtDiceScorer().score([4, 3, 4, 3, 4], "full_house"), 18)
        self.assertEqual(YachtDiceScorer().score([3, 3, 3, 3, 3], "full_house"), 0)
        self.assertEqual(YachtDiceScorer().score([3, 3, 3, 3, 1], "full_house"), 0)
        self.assertEqual(YachtDiceScorer().score([3, 3, 5, 5, 1], "full_house"), 0)

    def test_score_four_alike(self):
        self.assertEqual(YachtDiceScorer().score([2, 6, 2, 2, 2], "four_alike"), 8)
        self.assertEqual(YachtDiceScorer().score([5, 5, 5, 5, 5], "four_alike"), 20)
        self.assertEqual(YachtDiceScorer().score([5, 5, 5, 2, 2], "four_alike"), 0)

    def test_score_straight_five(self):
        self.assertEqual(YachtDiceScorer().score([3, 1, 2, 5, 4], "straight"), 30)
        self.assertEqual(YachtDiceScorer().score([6, 5, 4, 3, 2], "straight"), 30)

    def test_score_straight_four(self):
        self.assertEqual(YachtDiceScorer().score([4, 3, 6, 5, 1], "straight"), 15)
        self.assertEqual(YachtDiceScorer().score([2, 1, 3, 4, 3], "straight"), 15)
        self.assertEqual(YachtDiceScorer().score([2, 5, 3, 4, 2], "straight"), 15)

    def test_score_straight_none(self):
        self.assertEqual(YachtDiceScorer().score([1, 2, 3, 5, 6], "straight"), 0)
        self.assertEqual(YachtDiceScorer().score([1, 2, 4, 5, 6], "straight"), 0)
        self.assertEqual(YachtDiceScorer().score([1, 2, 3, 3, 3], "straight"), 0)

    def test_score_yacht_and_choice(self):
        self.assertEqual(YachtDiceScorer().score([1, 1, 1, 1, 1], "yacht"), 50)
        self.assertEqual(YachtDiceScorer().score([1, 1, 1, 1, 2], "yacht"), 0)
        self.assertEqual(YachtDiceScorer().score([6, 1, 5, 5, 2], "choice"), 19)

    def test_score_unknown(self):
        with self.assertRaises(ValueError) as caught:
            YachtDiceScorer().score([1, 2, 3, 4, 5], "Yacht")
        self.assertEqual(str(caught.exception), "unknown category: Yacht")


class YachtDiceScorerTestRecord(unittest.TestCase):
    def test_record_points(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.record("fours", [4, 1, 4, 2, 4]), 12)
        self.assertEqual(scorer.record("choice", [6, 6, 1, 2, 4]), 19)
        self.assertEqual(scorer.card, {"fours": 12, "choice": 19})
        self.assertEqual(scorer.extra, 0)

    def test_record_zero(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.record("yacht", [4, 1, 4, 2, 4]), 0)
        self.assertEqual(scorer.card, {"yacht": 0})

    def test_record_first_yacht(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.record("yacht", [4, 4, 4, 4, 4]), 50)
        self.assertEqual(scorer.card, {"yacht": 50})
        self.assertEqual(scorer.extra, 0)

    def test_record_further_yacht(self):
        scorer = YachtDiceScorer()
        scorer.card, scorer.extra = {"yacht": 50}, 25
        self.assertEqual(scorer.record("twos", [2, 2, 2, 2, 2]), 35)
        self.assertEqual(scorer.record("full_house", [3, 3, 3, 3, 3]), 25)
        self.assertEqual(scorer.record("four_alike", [5, 5, 5, 5, 1]), 20)
        self.assertEqual(scorer.card, {"yacht": 50, "twos": 10, "full_house": 0, "four_alike": 20})
        self.assertEqual(scorer.extra, 75)

    def test_record_yacht_given_away(self):
        scorer = YachtDiceScorer()
        scorer.card = {"yacht": 0}
        self.assertEqual(scorer.record("sixes", [6, 6, 6, 6, 6]), 30)
        self.assertEqual(scorer.card, {"yacht": 0, "sixes": 30})
        self.assertEqual(scorer.extra, 0)

    def test_record_filled(self):
        scorer = YachtDiceScorer()
        scorer.card = {"yacht": 50, "ones": 0}
        with self.assertRaises(ValueError) as caught:
            scorer.record("ones", [1, 1, 1, 1, 1])
        self.assertEqual(str(caught.exception), "category already filled: ones")
        self.assertEqual(scorer.card, {"yacht": 50, "ones": 0})
        self.assertEqual(scorer.extra, 0)

    def test_record_unknown(self):
        scorer = YachtDiceScorer()
        scorer.card = {"yacht": 50}
        with self.assertRaises(ValueError) as caught:
            scorer.record("sevens", [1, 1, 1, 1, 1])
        self.assertEqual(str(caught.exception), "unknown category: sevens")
        self.assertEqual(scorer.card, {"yacht": 50})
        self.assertEqual(scorer.extra, 0)


class YachtDiceScorerTestTotals(unittest.TestCase):
    def test_totals_empty(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.totals(), {"upper": 0, "bonus": 0, "lower": 0, "extra": 0, "total": 0})

    def test_totals_no_bonus(self):
        scorer = YachtDiceScorer()
        scorer.card = {"sixes": 30, "fives": 20, "fours": 12, "choice": 22, "yacht": 50}
        self.assertEqual(scorer.totals(), {"upper": 62, "bonus": 0, "lower": 72, "extra": 0, "total": 134})

    def test_totals_bonus(self):
        scorer = YachtDiceScorer()
        scorer.card = {"sixes": 30, "fives": 20, "fours": 12, "ones": 1}
        scorer.extra = 50
        self.assertEqual(scorer.totals(), {"upper": 63, "bonus": 35, "lower": 0, "extra": 50, "total": 148})

    def test_totals_own_bonus(self):
        scorer = YachtDiceScorer(10, 7)
        scorer.card = {"threes": 9, "twos": 2, "straight": 30, "two_pairs": 14, "full_house": 0, "four_alike": 8}
        self.assertEqual(scorer.totals(), {"upper": 11, "bonus": 7, "lower": 52, "extra": 0, "total": 70})

    def test_totals_lower_gives_no_bonus(self):
        scorer = YachtDiceScorer()
        scorer.card = {"yacht": 50, "choice": 30}
        scorer.extra = 25
        self.assertEqual(scorer.totals(), {"upper": 0, "bonus": 0, "lower": 80, "extra": 25, "total": 105})
        self.assertEqual(scorer.card, {"yacht": 50, "choice": 30})
        self.assertEqual(scorer.extra, 25)

    def test_totals_order_of_keys(self):
        scorer = YachtDiceScorer()
        scorer.card = {"choice": 5}
        self.assertEqual(list(scorer.totals()), ["upper", "bonus", "lower", "extra", "total"])


class YachtDiceScorerTestBestCategory(unittest.TestCase):
    def test_best_category_empty_card(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.best_category([6, 6, 6, 6, 6]), ("yacht", 50))
        self.assertEqual(scorer.best_category([1, 2, 4, 5, 6]), ("choice", 18))
        self.assertEqual(scorer.card, {})

    def test_best_category_only_open(self):
        scorer = YachtDiceScorer()
        scorer.card = {"yacht": 50, "choice": 20}
        self.assertEqual(scorer.best_category([6, 6, 6, 6, 6]), ("sixes", 30))
        self.assertEqual(scorer.card, {"yacht": 50, "choice": 20})
        self.assertEqual(scorer.extra, 0)

    def test_best_category_equal(self):
        scorer = YachtDiceScorer()
        self.assertEqual(scorer.best_category([4, 4, 5, 5, 5]), ("full_house", 23))
        scorer.card = {"choice": 0}
        self.assertEqual(scorer.best_category([4, 4, 4, 4, 5]), ("fours", 16))

    def test_best_category_all_zero(self):
        scorer = YachtDiceScorer()
        scorer.card = {"ones": 1, "choice": 9, "fives": 5, "sixes": 6, "straight": 15}
        self.assertEqual(scorer.best_category([1, 1, 1, 5, 6]), ("twos", 0))

    def test_best_category_last_open(self):
        scorer = YachtDiceScorer()
        scorer.card = {name: 0 for name in scorer.categories if name != "straight"}
        self.assertEqual(scorer.best_category([6, 6, 6, 6, 6]), ("straight", 0))

    def test_best_category_none_open(self):
        scorer = YachtDiceScorer()
        scorer.card = dict.fromkeys(scorer.categories, 5)
        self.assertEqual(scorer.best_category([6, 6, 6, 6, 6]), ("", 0))


class YachtDiceScorerTestMain(unittest.TestCase):
    def test_main_some_turns(self):
        scorer = YachtDiceScorer(30, 10)
        dice = scorer.parse_dice("5-5-5-5-5")
        self.assertEqual(dice, [5, 5, 5, 5, 5])
        self.assertEqual(scorer.best_category(dice), ("yacht", 50))
        self.assertEqual(scorer.record("yacht", dice), 50)
        self.assertEqual(scorer.best_category(dice), ("fives", 25))
        self.assertEqual(scorer.record("fives", dice), 50)
        self.assertEqual(scorer.totals(), {"upper": 25, "bonus": 0, "lower": 50, "extra": 25, "total": 100})
        self.assertEqual(scorer.score([3, 3, 1, 2, 6], "threes"), 6)
        self.assertEqual(scorer.record("threes", [3, 3, 1, 2, 6]), 6)
        self.assertEqual(scorer.totals(), {"upper": 31, "bonus": 10, "lower": 50, "extra": 25, "total": 116})

    def test_main_follow_best(self):
        scorer = YachtDiceScorer()
        names = []
        for text in ("62345", "22555", "22555", "22555", "11111", "14623"):
            dice = scorer.parse_dice(text)
            name, points = scorer.best_category(dice)
            self.assertEqual(scorer.record(name, dice), points)
            names.append(name)
        self.assertEqual(names, ["straight", "full_house", "choice", "fives", "yacht", "sixes"])
        self.assertEqual(scorer.totals(), {"upper": 21, "bonus": 0, "lower": 118, "extra": 0, "total": 139})
        self.assertEqual(scorer.score([1, 1, 1, 1, 1], "four_alike"), 4)

    def test_main_errors(self):
        scorer = YachtDiceScorer()
        with self.assertRaises(ValueError):
            scorer.parse_dice("1 2 3")
        self.assertEqual(scorer.record("ones", scorer.parse_dice("1 1 2 3 4")), 2)
        with self.assertRaises(ValueError):
            scorer.record("ones", [1, 1, 1, 1, 1])
        self.assertEqual(scorer.totals()["total"], 2)
