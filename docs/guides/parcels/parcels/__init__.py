"""Prices of parcels, and vans that carry them."""
