"""
Runs the hostile samples that end at once, at one tier, here and on the workers of a cluster; prints what went wrong.

Run as `python ordinary_user.py TIER FACTS` by whoever is to score; see `test_ordinary_user.py`.
"""

import json
import os
import sys
import warnings

from hostile_samples import SAMPLES, TASK, with_facts

from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.scoring.compute import compute_scores

QUICK = [one for one in SAMPLES if one.verdicts in ({"pass"}, {"fail"}) and not one.name.startswith("use_memory")]


def main(tier: str, facts: str) -> None:
    warnings.simplefilter("ignore")
    samples = [sample for sample in QUICK if tier in sample.tiers]
    completions = [with_facts(sample.source, json.loads(facts)) for sample in samples]
    problems: list[str] = []
    try:
        for cluster in (None, "loky"):
            options = {"timeout": 2.0, "isolation": tier, "cache": False, "progress": False, "cluster": cluster}
            scores = compute_scores([completions], [TASK], k=1, **options)
            problems += [
                f"{sample.name}, {cluster or 'here'}: {json.dumps(result['test_classes'])[:500]}"
                for sample, result in zip(samples, scores["results"][TASK.task_id], strict=True)
                if result["class_passed"] != (sample.verdicts == {"pass"})
            ]
    except IsolationError as error:
        print(json.dumps({"unavailable": str(error)}))
        return
    print(json.dumps({"user": os.getuid(), "samples": len(samples), "problems": problems}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
