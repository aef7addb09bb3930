"""
Running untrusted code: isolated, limited, and without a trace of any other sample.

This package is independent of tests and judging: it runs the steps of a payload in a tier, and returns what they
report. Start reading at [`classeval_hf.sandbox.sandbox`], the parent's side; [`classeval_hf.sandbox.zygote`],
[`classeval_hf.sandbox.supervisor`] and the payload's own module are what runs inside, in this order.
"""

from classeval_hf.sandbox.sandbox import InfrastructureError, Job, Payload, RawRun, RawStep, Sandbox
from classeval_hf.sandbox.self_test import Isolation, IsolationError, choose_isolation
from classeval_hf.sandbox.tiers import Limits, Tier

__all__ = [
    "InfrastructureError",
    "Isolation",
    "IsolationError",
    "Job",
    "Limits",
    "Payload",
    "RawRun",
    "RawStep",
    "Sandbox",
    "Tier",
    "choose_isolation",
]
