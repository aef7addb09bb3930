# base: right
# verdicts: pass
# tiers: T3 T2

import importlib, sys
for name in ("classeval_hf", "classeval_hf.classes.tasks.files", "classeval_hf.classes.runner.child", "classeval_metric"):
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    raise RuntimeError(f"{name} can be imported")
