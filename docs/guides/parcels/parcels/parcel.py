"""What is sent."""

from dataclasses import dataclass

from parcels.weights import grams, shown


@dataclass(frozen=True)
class Parcel:
    """A parcel: its weight in grams, and whether it may break."""

    weight: int
    is_fragile: bool = False

    @classmethod
    def read(cls, text: str) -> "Parcel":
        """Reads a parcel: a weight as `grams` reads it, with " !" behind it if the parcel is fragile."""
        bare = text.strip().removesuffix("!").strip()
        return cls(grams(bare), text.strip().endswith("!"))

    def label(self) -> str:
        """The weight as `shown` writes it, with " !" behind it if the parcel is fragile."""
        return shown(self.weight) + (" !" if self.is_fragile else "")
