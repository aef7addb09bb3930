"""The tiers of isolation, see `docs/design/sandbox.md`, and the limits that hold at each of them."""

from dataclasses import dataclass
from enum import Enum


class Tier(str, Enum):
    """How strongly a sample is isolated, see `docs/design/sandbox.md`."""

    T3 = "T3"
    T2 = "T2"
    T1 = "T1"
    T0 = "T0"

    @property
    def strength(self) -> int:
        """0 for the weakest tier to 3 for the strongest."""
        return int(self.value[1])


@dataclass(frozen=True)
class Limits:
    """
    What a sample may use. A step is one of its processes with all that this process starts, such as a test class.

    Args:
        cpu_seconds (`float`, defaults to `5.0`): processor time of a step, all its processes together.
        memory_bytes (`int`, defaults to 4 GiB): memory of a step, all its processes together, and address space that
            each of them may add to what it starts with.
        file_bytes (`int`, defaults to 256 MiB): size of one file, and at T3 of all files in memory together.
        open_files (`int`, defaults to `256`): descriptors per process.
        processes (`int`, defaults to `400`): processes and threads of a sample; the kernel takes no less than 301.
        ignores_permissions (`bool`, defaults to `False`): whether it may read and write its own files whatever their
            permissions say, as root may. Only at T3, where it is root in a user namespace of its own.
    """

    cpu_seconds: float = 5.0
    memory_bytes: int = 4 << 30
    file_bytes: int = 256 << 20
    open_files: int = 256
    processes: int = 400
    ignores_permissions: bool = False

    @property
    def active_seconds(self) -> float:
        """
        Time by the clock after which a step is ended, not counting the time that it was ready to run without a core.

        No round number: sleeps in tests add up to round numbers, and a test must not pass one time and fail the next.
        """
        return 1.15 * self.cpu_seconds

    @property
    def wall_seconds(self) -> float:
        """Cap on a step's time by the clock: several times the processor time, for machines that are busy."""
        return 4 * self.cpu_seconds + 1

    def sample_seconds(self, steps: int) -> float:
        """Cap on the time by the clock of a sample as a whole, however busy the machine is."""
        return 2 * steps * self.active_seconds + 10
