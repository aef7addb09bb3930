"""Reads, checks, draws and writes patterns for knitting."""

__version__ = "0.9.0"
