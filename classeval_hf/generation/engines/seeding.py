"""
Random numbers per step: the same task, sample and step draw the same numbers in any batch, on any rank.

A sampled token is the one at which the cumulative probability passes a number between 0 and 1. Each completion has its
own sequence of such numbers, so that it does not depend on what else is generated at the same time.
"""

from __future__ import annotations

import hashlib
import random

__all__ = ["random_numbers", "step_seed"]


def step_seed(seed: int, task_id: str, sample: int, step: int) -> int:
    """
    Seed of one step.

    Args:
        seed (`int`): seed of the run.
        task_id (`str`): the task.
        sample (`int`): index of the sample.
        step (`int`): number of the step within its sample.

    Returns:
        `int`: 0 to 2**31 - 1, which every server takes.
    """
    digest = hashlib.sha256(f"{seed}\n{task_id}\n{sample}\n{step}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def random_numbers(seed: int, count: int) -> list[float]:
    """
    Numbers between 0 and 1 (exclusive), the same on every machine; a longer list begins with the shorter one.

    Args:
        seed (`int`): the seed.
        count (`int`): how many numbers.
    """
    generator = random.Random(seed)  # `random()` is documented to stay the same between versions of Python
    return [generator.random() for _ in range(count)]
