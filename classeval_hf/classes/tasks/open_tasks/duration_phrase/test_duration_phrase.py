# canary: classeval-hf open duration_phrase ff56024b-098c-4e8d-878d-aebc4fc891c7

import unittest
from solution import DurationPhrase


class DurationPhraseTestParse(unittest.TestCase):
    def test_all_units(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("1w 1d 1h 1m 1s"), 694861)
        self.assertEqual(phrases.unit_seconds, {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1})
        self.assertEqual(phrases.rejected, [])

    def test_large_amounts_of_single_units(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("90m"), 5400)
        self.assertEqual(phrases.parse("0s"), 0)
        self.assertEqual(phrases.parse("0025h"), 90000)

    def test_whitespace_and_case(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("2h15m"), 8100)
        self.assertEqual(phrases.parse("  2 H\t15  M \n"), 8100)

    def test_signs(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("-1m 5s"), -65)
        self.assertEqual(phrases.parse(" + 1m 5s"), 65)
        self.assertEqual(phrases.parse("-0m"), 0)

    def test_fraction_in_last_part(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("1.5h"), 5400)
        self.assertEqual(phrases.parse("1d 0.25h"), 87300)
        self.assertEqual(phrases.parse("2h 0.75m"), 7245)

    def test_rounding_of_halves(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.parse("2.5s"), 3)
        self.assertEqual(phrases.parse("-2.5s"), -3)
        self.assertEqual(phrases.parse("1m 2.49s"), 62)
        self.assertEqual(phrases.parse("0.125m"), 8)

    def test_working_days(self):
        phrases = DurationPhrase(8, 5)
        self.assertEqual(phrases.parse("1w 1d 1h"), 176400)
        self.assertEqual(phrases.parse("0.5w"), 72000)

    def test_unit_lengths_of_the_field(self):
        phrases = DurationPhrase()
        phrases.unit_seconds = {"w": 4000, "d": 1000, "h": 100, "m": 10, "s": 1}
        self.assertEqual(phrases.parse("2w 3d 4h 5m 6s"), 11456)

    def test_order_and_repetition_of_units(self):
        phrases = DurationPhrase()
        with self.assertRaises(ValueError):
            phrases.parse("30m 2h")
        with self.assertRaises(ValueError):
            phrases.parse("1h 2h")
        with self.assertRaises(ValueError):
            phrases.parse("5m 5M")

    def test_fraction_before_last_part(self):
        phrases = DurationPhrase()
        with self.assertRaises(ValueError):
            phrases.parse("1.5h 10m")
        with self.assertRaises(ValueError):
            phrases.parse("1.0h 10m")

    def test_malformed_texts(self):
        phrases = DurationPhrase()
        for text in ["", "  ", "-", "15", "h", "1h 30", "1h, 5m", "1h -5m", ".5h", "5.h", "1 5m", "--1h", "1hour"]:
            with self.assertRaises(ValueError):
                phrases.parse(text)

    def test_message(self):
        phrases = DurationPhrase()
        with self.assertRaises(ValueError) as caught:
            phrases.parse(" 1h 3x\n")
        self.assertEqual(str(caught.exception), "invalid duration: ' 1h 3x\\n'")
        with self.assertRaises(ValueError) as caught:
            phrases.parse("5M 1H")
        self.assertEqual(str(caught.exception), "invalid duration: '5M 1H'")


class DurationPhraseTestBreakDown(unittest.TestCase):
    def test_all_units_in_order(self):
        phrases = DurationPhrase()
        self.assertEqual(list(phrases.break_down(694862).items()), [("w", 1), ("d", 1), ("h", 1), ("m", 1), ("s", 2)])
        self.assertEqual(phrases.unit_seconds, {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1})
        self.assertEqual(phrases.rejected, [])

    def test_zero_amounts_are_left_out(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.break_down(86405), {"d": 1, "s": 5})
        self.assertEqual(phrases.break_down(3600), {"h": 1})

    def test_zero(self):
        self.assertEqual(DurationPhrase().break_down(0), {})

    def test_negative(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.break_down(-3605), {"h": -1, "s": -5})
        self.assertEqual(phrases.break_down(-59), {"s": -59})

    def test_limits_between_units(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.break_down(59), {"s": 59})
        self.assertEqual(phrases.break_down(60), {"m": 1})
        self.assertEqual(phrases.break_down(604799), {"d": 6, "h": 23, "m": 59, "s": 59})

    def test_working_days(self):
        self.assertEqual(DurationPhrase(8, 5).break_down(180000), {"w": 1, "d": 1, "h": 2})
        self.assertEqual(DurationPhrase(8).break_down(201600), {"w": 1})


class DurationPhraseTestDescribe(unittest.TestCase):
    def test_one_amount(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(1), "1 second")
        self.assertEqual(phrases.describe(120), "2 minutes")
        self.assertEqual(phrases.describe(604800), "1 week")

    def test_two_amounts(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(3660), "1 hour and 1 minute")
        self.assertEqual(phrases.describe(172805), "2 days and 5 seconds")

    def test_many_amounts(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(1389722, 5), "2 weeks, 2 days, 2 hours, 2 minutes and 2 seconds")
        self.assertEqual(phrases.describe(3661, 9), "1 hour, 1 minute and 1 second")

    def test_left_out_amounts(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(3661), "over 1 hour and 1 minute")
        self.assertEqual(phrases.describe(7199, 1), "over 1 hour")
        self.assertEqual(phrases.describe(90061, 3), "over 1 day, 1 hour and 1 minute")

    def test_negative(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(-61), "1 minute and 1 second ago")
        self.assertEqual(phrases.describe(-7325, 1), "over 2 hours ago")

    def test_zero(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.describe(0), "no time")
        self.assertEqual(phrases.describe(0, 1), "no time")

    def test_max_parts_must_be_positive(self):
        phrases = DurationPhrase()
        with self.assertRaises(ValueError) as caught:
            phrases.describe(60, 0)
        self.assertEqual(str(caught.exception), "max_parts must be positive")
        with self.assertRaises(ValueError):
            phrases.describe(0, -1)

    def test_working_days(self):
        self.assertEqual(DurationPhrase(8, 5).describe(86400), "3 days")


class DurationPhraseTestNormalise(unittest.TestCase):
    def test_carry_over(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.normalise("90m"), "1h 30m")
        self.assertEqual(phrases.normalise("13d 24h"), "2w")
        self.assertEqual(phrases.normalise("59m 60s"), "1h")

    def test_case_and_spacing(self):
        self.assertEqual(DurationPhrase().normalise(" 1 D2H   03m"), "1d 2h 3m")

    def test_fraction(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.normalise("1.5d"), "1d 12h")
        self.assertEqual(phrases.normalise("59.5s"), "1m")

    def test_sign(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.normalise("- 61s"), "-1m 1s")
        self.assertEqual(phrases.normalise("+61s"), "1m 1s")

    def test_zero(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.normalise("0w 0d"), "0s")
        self.assertEqual(phrases.normalise("-0.4s"), "0s")

    def test_invalid(self):
        phrases = DurationPhrase()
        with self.assertRaises(ValueError) as caught:
            phrases.normalise("1h30")
        self.assertEqual(str(caught.exception), "invalid duration: '1h30'")

    def test_working_days(self):
        self.assertEqual(DurationPhrase(8, 5).normalise("45h"), "1w 5h")


class DurationPhraseTestTotal(unittest.TestCase):
    def test_plain_durations(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.total(["1h 10m", "50m", "30s"]), 7230)
        self.assertEqual(phrases.rejected, [])

    def test_no_texts(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.total([]), 0)

    def test_negative_durations(self):
        self.assertEqual(DurationPhrase().total(["1m", "-1h", "-5s"]), -3545)

    def test_repeated_durations(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.total(["3x20m", " 2 x 1h 5m ", "0x 5w", "10x-1s"]), 11390)
        self.assertEqual(phrases.rejected, [])

    def test_rounding_before_repetition(self):
        self.assertEqual(DurationPhrase().total(["4x 0.4s", "4x 1.5s"]), 8)

    def test_rejected_texts(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.total(["soon", "5m", "", "1h 5", "soon"]), 300)
        self.assertEqual(phrases.rejected, ["soon", "", "1h 5", "soon"])

    def test_rejected_counts(self):
        phrases = DurationPhrase()
        texts = ["x 5m", "-2x5m", "+2x5m", "1.5x5m", "2x", "2x3x5m", "2X5m", "3 4x5m", "2x5m", "2xx5m"]
        self.assertEqual(phrases.total(texts), 600)
        self.assertEqual(
            phrases.rejected, ["x 5m", "-2x5m", "+2x5m", "1.5x5m", "2x", "2x3x5m", "2X5m", "3 4x5m", "2xx5m"]
        )

    def test_rejected_are_kept_from_before(self):
        phrases = DurationPhrase()
        phrases.rejected = ["later"]
        self.assertEqual(phrases.total(["1s", " ?x 1s", "2s"]), 3)
        self.assertEqual(phrases.rejected, ["later", " ?x 1s"])

    def test_working_days(self):
        phrases = DurationPhrase(8)
        self.assertEqual(phrases.total(["2x 1d", "1h"]), 61200)
        self.assertEqual(phrases.unit_seconds, {"w": 201600, "d": 28800, "h": 3600, "m": 60, "s": 1})


class DurationPhraseTestToClock(unittest.TestCase):
    def test_below_one_minute(self):
        self.assertEqual(DurationPhrase.to_clock(0), "0:00")
        self.assertEqual(DurationPhrase.to_clock(7), "0:07")

    def test_below_one_hour(self):
        self.assertEqual(DurationPhrase.to_clock(61), "1:01")
        self.assertEqual(DurationPhrase.to_clock(3599), "59:59")

    def test_from_one_hour_on(self):
        self.assertEqual(DurationPhrase.to_clock(3600), "1:00:00")
        self.assertEqual(DurationPhrase.to_clock(36610), "10:10:10")

    def test_more_than_a_day(self):
        self.assertEqual(DurationPhrase.to_clock(100000), "27:46:40")
        self.assertEqual(DurationPhrase.to_clock(3600000), "1000:00:00")

    def test_negative(self):
        self.assertEqual(DurationPhrase.to_clock(-5), "-0:05")
        self.assertEqual(DurationPhrase.to_clock(-3661), "-1:01:01")

    def test_rounding(self):
        self.assertEqual(DurationPhrase.to_clock(2.5), "0:03")
        self.assertEqual(DurationPhrase.to_clock(-2.5), "-0:03")
        self.assertEqual(DurationPhrase.to_clock(62.25), "1:02")

    def test_rounding_to_the_next_unit(self):
        self.assertEqual(DurationPhrase.to_clock(59.5), "1:00")
        self.assertEqual(DurationPhrase.to_clock(3599.75), "1:00:00")

    def test_rounding_to_zero(self):
        self.assertEqual(DurationPhrase.to_clock(-0.25), "0:00")
        self.assertEqual(DurationPhrase.to_clock(0.25), "0:00")


class DurationPhraseTestMain(unittest.TestCase):
    def test_time_sheet(self):
        phrases = DurationPhrase(8, 5)
        total = phrases.total(["1d 2h", "4x 1.5h", "7.5h", "lunch", "-30m"])
        self.assertEqual(total, 82800)
        self.assertEqual(phrases.rejected, ["lunch"])
        self.assertEqual(phrases.break_down(total), {"d": 2, "h": 7})
        self.assertEqual(phrases.describe(total), "2 days and 7 hours")
        self.assertEqual(phrases.normalise("23h"), "2d 7h")
        self.assertEqual(phrases.parse("2d 7h"), 82800)
        self.assertEqual(phrases.to_clock(total), "23:00:00")

    def test_all_methods_agree(self):
        phrases = DurationPhrase()
        seconds = phrases.parse("-1w 25h 61m 1.5s")
        self.assertEqual(seconds, -698462)
        self.assertEqual(phrases.normalise("-1w 25h 61m 1.5s"), "-1w 1d 2h 1m 2s")
        self.assertEqual(phrases.break_down(seconds), {"w": -1, "d": -1, "h": -2, "m": -1, "s": -2})
        self.assertEqual(phrases.describe(seconds, 3), "over 1 week, 1 day and 2 hours ago")
        self.assertEqual(phrases.to_clock(seconds), "-194:01:02")
        self.assertEqual(phrases.total(["2x-1w 25h 61m 1.5s", "2w"]), -187324)

    def test_totals_one_after_the_other(self):
        phrases = DurationPhrase()
        self.assertEqual(phrases.total(["90s", "1:30"]), 90)
        self.assertEqual(phrases.total(["2 x 90s", "x", "1:30"]), 180)
        self.assertEqual(phrases.rejected, ["1:30", "x", "1:30"])
        with self.assertRaises(ValueError):
            phrases.normalise("1:30")
        self.assertEqual(phrases.rejected, ["1:30", "x", "1:30"])
        self.assertEqual(phrases.describe(phrases.parse("270s")), "4 minutes and 30 seconds")
