# canary: classeval-hf open piecewise_curve a6e30027-7714-42cc-9261-b00e5f3bdb10

import unittest

from solution import PiecewiseCurve


class PiecewiseCurveTestAddPoint(unittest.TestCase):
    def test_add_point_first(self):
        curve = PiecewiseCurve()
        self.assertEqual(curve.add_point(2.0, 5.0), True)
        self.assertEqual(curve.xs, [2.0])
        self.assertEqual(curve.ys, [5.0])

    def test_add_point_keeps_order(self):
        curve = PiecewiseCurve()
        curve.xs, curve.ys = [1.0, 4.0, 9.0], [10.0, 40.0, 90.0]
        self.assertEqual(curve.add_point(5.5, 7.0), True)
        self.assertEqual(curve.add_point(-3.0, 8.0), True)
        self.assertEqual(curve.add_point(12.0, 6.0), True)
        self.assertEqual(curve.xs, [-3.0, 1.0, 4.0, 5.5, 9.0, 12.0])
        self.assertEqual(curve.ys, [8.0, 10.0, 40.0, 7.0, 90.0, 6.0])

    def test_add_point_replaces(self):
        curve = PiecewiseCurve()
        curve.xs, curve.ys = [1.0, 4.0, 9.0], [10.0, 40.0, 90.0]
        self.assertEqual(curve.add_point(4.0, -1.5), False)
        self.assertEqual(curve.xs, [1.0, 4.0, 9.0])
        self.assertEqual(curve.ys, [10.0, -1.5, 90.0])

    def test_add_point_replaces_last(self):
        curve = PiecewiseCurve()
        curve.xs, curve.ys = [1.0, 4.0], [10.0, 40.0]
        self.assertEqual(curve.add_point(4.0, 41.0), False)
        self.assertEqual((curve.xs, curve.ys), ([1.0, 4.0], [10.0, 41.0]))

    def test_add_point_infinite_x(self):
        curve = PiecewiseCurve()
        with self.assertRaises(ValueError) as caught:
            curve.add_point(float("inf"), 1.0)
        self.assertEqual(str(caught.exception), "coordinates must be finite")
        self.assertEqual((curve.xs, curve.ys), ([], []))

    def test_add_point_nan_y(self):
        curve = PiecewiseCurve()
        curve.xs, curve.ys = [1.0], [10.0]
        with self.assertRaises(ValueError):
            curve.add_point(1.0, float("nan"))
        with self.assertRaises(ValueError):
            curve.add_point(2.0, float("-inf"))
        self.assertEqual((curve.xs, curve.ys), ([1.0], [10.0]))


class PiecewiseCurveTestEvaluate(unittest.TestCase):
    def setUp(self):
        self.curve = PiecewiseCurve()
        self.curve.xs = [0.0, 4.0, 7.0]
        self.curve.ys = [1.0, 3.0, -2.0]

    def test_evaluate_between(self):
        self.assertEqual(self.curve.evaluate(3.0), 2.5)
        self.assertEqual(self.curve.evaluate(5.5), 0.5)
        self.assertEqual(self.curve.xs, [0.0, 4.0, 7.0])
        self.assertEqual(self.curve.ys, [1.0, 3.0, -2.0])

    def test_evaluate_at_points(self):
        self.assertEqual(self.curve.evaluate(0.0), 1.0)
        self.assertEqual(self.curve.evaluate(4.0), 3.0)
        self.assertEqual(self.curve.evaluate(7.0), -2.0)

    def test_evaluate_outside(self):
        self.assertEqual(self.curve.evaluate(-10.0), 1.0)
        self.assertEqual(self.curve.evaluate(7.25), -2.0)

    def test_evaluate_rounded(self):
        self.assertEqual(self.curve.evaluate(5.0), 1.333333333)

    def test_evaluate_rounded_at_point(self):
        self.curve.ys = [0.12345678912, 3.0, 2.00000000049]
        self.assertEqual(self.curve.evaluate(-1.0), 0.123456789)
        self.assertEqual(self.curve.evaluate(8.0), 2.0)

    def test_evaluate_single_point(self):
        self.curve.xs, self.curve.ys = [2.0], [6.5]
        self.assertEqual(self.curve.evaluate(-1.0), 6.5)
        self.assertEqual(self.curve.evaluate(2.0), 6.5)
        self.assertEqual(self.curve.evaluate(3.0), 6.5)

    def test_evaluate_empty(self):
        with self.assertRaises(ValueError) as caught:
            PiecewiseCurve().evaluate(1.0)
        self.assertEqual(str(caught.exception), "curve has no points")


class PiecewiseCurveTestSlope(unittest.TestCase):
    def setUp(self):
        self.curve = PiecewiseCurve()
        self.curve.xs = [0.0, 4.0, 7.0]
        self.curve.ys = [1.0, 3.0, -2.0]

    def test_slope_inside(self):
        self.assertEqual(self.curve.slope(1.0), 0.5)
        self.assertEqual(self.curve.slope(3.999), 0.5)
        self.assertEqual(self.curve.xs, [0.0, 4.0, 7.0])
        self.assertEqual(self.curve.ys, [1.0, 3.0, -2.0])

    def test_slope_rounded(self):
        self.assertEqual(self.curve.slope(6.0), -1.666667)

    def test_slope_at_points(self):
        self.assertEqual(self.curve.slope(0.0), 0.5)
        self.assertEqual(self.curve.slope(4.0), -1.666667)

    def test_slope_from_last_point_on(self):
        self.assertEqual(self.curve.slope(7.0), 0.0)
        self.assertEqual(self.curve.slope(70.0), 0.0)

    def test_slope_before_first_point(self):
        self.assertEqual(self.curve.slope(-0.5), 0.0)

    def test_slope_single_point(self):
        self.curve.xs, self.curve.ys = [2.0], [6.5]
        self.assertEqual(self.curve.slope(2.0), 0.0)

    def test_slope_empty(self):
        with self.assertRaises(ValueError) as caught:
            PiecewiseCurve().slope(0.0)
        self.assertEqual(str(caught.exception), "curve has no points")


class PiecewiseCurveTestIntegral(unittest.TestCase):
    def setUp(self):
        self.curve = PiecewiseCurve()
        self.curve.xs = [0.0, 4.0, 6.0]
        self.curve.ys = [1.0, 3.0, -1.0]

    def test_integral_all_segments(self):
        self.assertEqual(self.curve.integral(0.0, 6.0), 10.0)
        self.assertEqual(self.curve.xs, [0.0, 4.0, 6.0])
        self.assertEqual(self.curve.ys, [1.0, 3.0, -1.0])

    def test_integral_inside_one_segment(self):
        self.assertEqual(self.curve.integral(1.0, 3.0), 4.0)

    def test_integral_across_point(self):
        self.assertEqual(self.curve.integral(2.0, 5.0), 7.0)

    def test_integral_reversed(self):
        self.assertEqual(self.curve.integral(5.0, 2.0), -7.0)

    def test_integral_outside(self):
        self.assertEqual(self.curve.integral(-5.0, -3.0), 2.0)
        self.assertEqual(self.curve.integral(8.0, 11.0), -3.0)

    def test_integral_over_both_ends(self):
        self.assertEqual(self.curve.integral(-2.0, 7.5), 10.5)

    def test_integral_rounded(self):
        self.curve.xs, self.curve.ys = [0.0, 3.0], [0.0, 1.0]
        self.assertEqual(self.curve.integral(0.0, 1.0), 0.166667)

    def test_integral_equal_limits(self):
        self.assertEqual(self.curve.integral(4.0, 4.0), 0.0)

    def test_integral_empty(self):
        with self.assertRaises(ValueError) as caught:
            PiecewiseCurve().integral(1.0, 1.0)
        self.assertEqual(str(caught.exception), "curve has no points")


class PiecewiseCurveTestFindX(unittest.TestCase):
    def setUp(self):
        self.curve = PiecewiseCurve()
        self.curve.xs = [0.0, 4.0, 6.0, 9.0]
        self.curve.ys = [1.0, 3.0, -1.0, 2.0]

    def test_find_x_several(self):
        self.assertEqual(self.curve.find_x(2.0), [2.0, 4.5, 9.0])
        self.assertEqual(self.curve.xs, [0.0, 4.0, 6.0, 9.0])
        self.assertEqual(self.curve.ys, [1.0, 3.0, -1.0, 2.0])

    def test_find_x_where_segments_meet(self):
        self.assertEqual(self.curve.find_x(3.0), [4.0])
        self.assertEqual(self.curve.find_x(-1.0), [6.0])

    def test_find_x_first_point(self):
        self.assertEqual(self.curve.find_x(1.0), [0.0, 5.0, 8.0])

    def test_find_x_none(self):
        self.assertEqual(self.curve.find_x(3.5), [])
        self.assertEqual(self.curve.find_x(-1.25), [])

    def test_find_x_horizontal(self):
        self.curve.ys = [1.0, 2.0, 2.0, 0.0]
        self.assertEqual(self.curve.find_x(2.0), [4.0, 6.0])
        self.curve.ys = [2.0, 2.0, 2.0, 2.0]
        self.assertEqual(self.curve.find_x(2.0), [0.0, 4.0, 6.0, 9.0])

    def test_find_x_rounded(self):
        self.curve.xs, self.curve.ys = [0.0, 1.0], [0.0, 3.0]
        self.assertEqual(self.curve.find_x(2.0), [0.666667])

    def test_find_x_few_points(self):
        self.curve.xs, self.curve.ys = [2.0], [6.5]
        self.assertEqual(self.curve.find_x(6.5), [2.0])
        self.assertEqual(self.curve.find_x(6.0), [])
        self.assertEqual(PiecewiseCurve().find_x(0.0), [])


class PiecewiseCurveTestMain(unittest.TestCase):
    def test_main_build_and_query(self):
        curve = PiecewiseCurve()
        self.assertEqual(curve.add_point(10.0, 0.0), True)
        self.assertEqual(curve.add_point(0.0, 0.0), True)
        self.assertEqual(curve.integral(0.0, 10.0), 0.0)
        self.assertEqual(curve.find_x(0.0), [0.0, 10.0])
        self.assertEqual(curve.add_point(5.0, 10.0), True)
        self.assertEqual(curve.evaluate(2.5), 5.0)
        self.assertEqual(curve.slope(5.0), -2.0)
        self.assertEqual(curve.integral(0.0, 10.0), 50.0)
        self.assertEqual(curve.find_x(4.0), [2.0, 8.0])

    def test_main_replace_point(self):
        curve = PiecewiseCurve()
        self.assertEqual(curve.add_point(1.0, 1.0), True)
        self.assertEqual(curve.evaluate(5.0), 1.0)
        self.assertEqual(curve.add_point(3.0, 5.0), True)
        self.assertEqual(curve.slope(1.0), 2.0)
        self.assertEqual(curve.add_point(3.0, 0.0), False)
        self.assertEqual(curve.slope(1.0), -0.5)
        self.assertEqual(curve.evaluate(2.0), 0.5)
        self.assertEqual(curve.integral(3.0, 0.0), -2.0)
        self.assertEqual(curve.find_x(5.0), [])
        self.assertEqual((curve.xs, curve.ys), ([1.0, 3.0], [1.0, 0.0]))

    def test_main_errors(self):
        curve = PiecewiseCurve()
        with self.assertRaises(ValueError):
            curve.add_point(float("nan"), 0.0)
        with self.assertRaises(ValueError):
            curve.evaluate(0.0)
        self.assertEqual(curve.find_x(0.0), [])
        self.assertEqual(curve.add_point(0.0, 4.0), True)
        self.assertEqual(curve.integral(-1.0, 1.0), 8.0)
