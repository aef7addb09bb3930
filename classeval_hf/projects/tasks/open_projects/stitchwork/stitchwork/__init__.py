"""Reads, checks, draws and writes patterns for knitting."""

__version__ = "0.8.0"
