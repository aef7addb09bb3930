"""From many tests to the suite `plus`: reduction, the suite as text, and recipes to make it again."""
