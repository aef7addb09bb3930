"""Plans which ship lies at which berth of a tidal harbour, and when."""

__version__ = "1.4.0"
