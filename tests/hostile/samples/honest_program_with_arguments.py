# base: right
# verdicts: pass

import argparse, sys
assert argparse.ArgumentParser().parse_args() is not None and __name__ != "__main__"
assert callable(exit) and callable(quit) and help and sys.stdin.read() == ""
