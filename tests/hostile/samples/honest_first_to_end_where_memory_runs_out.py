# base: right
# verdicts: pass
# tiers: T1

with open("/proc/self/oom_score_adj") as file:
    assert int(file.read()) == 1000
