"""Whether tests in Java can run here."""

import pytest

from classeval_hf.core.errors import ProjectError
from classeval_hf.projects.java.tools import JavaTools
from classeval_hf.sandbox import linux


def require_java() -> None:
    """Skips the test, with the reason, where there is no JDK, no JUnit or no isolation."""
    require_parser()
    if not linux.is_supported():
        pytest.skip("no Java: isolation needs Linux on x86-64 or arm64")
    try:
        JavaTools.find()
    except ProjectError as error:
        pytest.skip(f"no Java: {error}")


def require_parser() -> None:
    pytest.importorskip("tree_sitter_java", reason="no Java: the extra java is not installed")
