"""Closes all descriptors, so that nothing can be reported."""
import os

os.closerange(3, 256)
