"""How much memory the KV cache may take: a given amount, or a share of the free memory."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classeval_hf.core.errors import UserError

if TYPE_CHECKING:
    import torch

_UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}


@dataclass(frozen=True)
class MemoryLimit:
    bytes: int | None = None
    # Share of the memory that is free once the model is loaded; by default 0.8 on accelerators, 0.5 of main memory.
    share: float | None = None

    def bytes_for(self, device: torch.device) -> int:
        if self.bytes is not None:
            return self.bytes
        # Main memory is shared with other programs, an accelerator's rarely.
        usual = 0.5 if device.type == "cpu" else 0.8
        share = usual if self.share is None else self.share
        import torch

        if device.type != "cpu":
            module = torch.get_device_module(device)
            if hasattr(module, "mem_get_info"):
                return int(share * int(module.mem_get_info(device)[0]))
            if hasattr(module, "recommended_max_memory"):  # Metal
                return int(share * int(module.recommended_max_memory() - module.current_allocated_memory()))
        import psutil  # type: ignore[import-untyped, unused-ignore]  # comes with accelerate

        # The processes of a run on this machine share main memory.
        return int(share * (int(psutil.virtual_memory().available) // int(os.environ.get("LOCAL_WORLD_SIZE", "1"))))


def parse_memory(text: str) -> MemoryLimit:
    """Reads `--max-memory`: a share of the free memory (`0.5`), or an amount (`8GiB`, `500MB` or `1000000`)."""
    text = text.strip()
    number = text.rstrip("BGIKMbgikm ")
    unit = text[len(number) :].strip().upper()
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if unit not in _UNITS or not 0 < value < float("inf") or (unit == "" and 1 < value < 2**20):
        raise UserError(f"--max-memory: {text!r} is neither a share of the free memory (0.5) nor an amount (8GiB).")
    if unit == "" and value <= 1:
        return MemoryLimit(share=value)
    return MemoryLimit(bytes=int(value * _UNITS[unit]))
