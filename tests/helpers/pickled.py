"""What tests give to workers on a cluster, which import it: test modules may have no name that a worker can import."""

import os
from collections.abc import Callable

from classeval_hf.engine.executor import Executor


def older_settings(executor: Executor) -> dict[str, str]:
    return {"metric_version": "0.1"}


class RunsCode:
    """Makes a folder where it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (self.path,)
