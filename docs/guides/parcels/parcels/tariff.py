"""What it costs to send a parcel."""

from parcels.parcel import Parcel


class Tariff:
    """Prices in cents by weight: each step is the most grams that a price is for."""

    def __init__(self, steps: dict[int, int], fragile: int = 150) -> None:
        self.steps = dict(sorted(steps.items()))
        self.fragile = fragile

    def price(self, parcel: Parcel) -> int:
        """The price of the first step that the parcel's weight does not exceed, and `fragile` more if it may break.

        A parcel heavier than the last step is a ValueError with the message "too heavy: " and the parcel's label.
        """
        for most, price in self.steps.items():
            if parcel.weight <= most:
                return price + self.fragile * parcel.is_fragile
        raise ValueError(f"too heavy: {parcel.label()}")

    def total(self, parcels: list[Parcel]) -> int:
        """The sum of the prices; from the tenth parcel on, each costs a tenth less, rounded down."""
        prices = [self.price(parcel) for parcel in parcels]
        return sum(prices[:9]) + sum(price * 9 // 10 for price in prices[9:])
