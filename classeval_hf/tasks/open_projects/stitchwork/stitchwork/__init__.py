"""Reads, checks, draws and writes patterns for knitting."""

__version__ = "0.7.0"
