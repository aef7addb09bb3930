"""The record of the isolation that samples have; nothing is run here."""

from dataclasses import asdict, dataclass

from classeval_hf.core.errors import ClassEvalError
from classeval_hf.sandbox.tiers import Tier


class IsolationError(ClassEvalError, RuntimeError):
    """The isolation asked for is unavailable on this machine."""


@dataclass(frozen=True)
class Isolation:
    """
    The isolation of samples, as found by trying.

    Args:
        tier ([`Tier`]): the tier in force.
        network (`str`): `"none"` or `"open"`.
        filesystem_read (`str`): `"interpreter and libraries"` or `"open"`.
        filesystem_write (`str`): `"private, in memory"`, `"own temporary folder"` or `"open"`.
        processes (`str`): how processes are kept in and how many there may be.
        memory (`str`): the limit.
        reason (`str`): why it is not a stronger tier; empty for T3.

    What old scores do not state is empty.
    """

    tier: Tier
    network: str = ""
    filesystem_read: str = ""
    filesystem_write: str = ""
    processes: str = ""
    memory: str = ""
    reason: str = ""

    def to_dict(self) -> dict[str, str]:
        """As plain data."""
        return {**asdict(self), "tier": self.tier.value}
