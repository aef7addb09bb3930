"""Leaves by SystemExit(0), as a program that is done."""
raise SystemExit(0)
