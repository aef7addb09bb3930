import pytest

from classeval_hf.core.consent import require_consent


@pytest.mark.parametrize("value", ["true", "0", "yes", " 1"])
def test_only_1_is_consent(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """What evaluate does not take is not taken here either; the message says what was found."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", value)
    with pytest.raises(ValueError, match=f"set HF_ALLOW_CODE_EVAL=1 .* It is '{value}' now, and only 1 counts"):
        require_consent()
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    require_consent()
