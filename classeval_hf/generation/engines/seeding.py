"""Random numbers per step: the same task, sample and step draw the same numbers in any batch, on any rank."""

from __future__ import annotations

import hashlib
import random


def step_seed(seed: int, task_id: str, sample: int, step: int) -> int:
    """Seed of one step of a sample, 0 to 2**31 - 1, which every server takes."""
    digest = hashlib.sha256(f"{seed}\n{task_id}\n{sample}\n{step}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def random_numbers(seed: int, count: int) -> list[float]:
    """Numbers between 0 and 1 (exclusive), the same on every machine; a longer list begins with the shorter one."""
    generator = random.Random(seed)  # `random()` is documented to stay the same between versions of Python
    return [generator.random() for _ in range(count)]
