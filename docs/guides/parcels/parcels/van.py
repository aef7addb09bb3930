"""What carries parcels."""

from parcels.parcel import Parcel


class Van:
    """A van with a capacity in grams, in which no parcel lies on a fragile one."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.loaded: list[Parcel] = []

    def free(self) -> int:
        """The grams that can still be loaded."""
        return self.capacity - sum(parcel.weight for parcel in self.loaded)

    def load(self, parcels: list[Parcel]) -> list[Parcel]:
        """Loads what fits, and returns the rest in the order given.

        Parcels that do not break come first, then the fragile ones, each kind in the order given. A parcel that does
        not fit stays behind, and the next one is tried.
        """
        left = []
        for parcel in sorted(parcels, key=lambda one: one.is_fragile):
            if parcel.weight <= self.free():
                self.loaded.append(parcel)
            else:
                left.append(parcel)
        return sorted(left, key=parcels.index)
