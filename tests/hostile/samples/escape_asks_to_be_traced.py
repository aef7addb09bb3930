# base: right
# verdicts: pass
# uses: refused libc

refused(lambda: call("ptrace", 0, 0, 0, 0))
call("prctl", 4, 1, 0, 0, 0)  # to be dumpable is its own affair
