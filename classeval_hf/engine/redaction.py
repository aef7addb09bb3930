"""Redacting messages of samples: paths, addresses and times, which differ from run to run or reveal this machine."""

import calendar
import os
import re
import sys
import tempfile
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path

from msgspec import structs

from classeval_hf.core.verdicts import MESSAGE_CHARS, CandidateVerdict
from classeval_hf.sandbox.folders import SANDBOX

_CHANGING = re.compile(r"0x[0-9a-f]{6,}|(?<=/tmp)[a-z0-9_]{8}\b")
_CLOCK = re.compile(r"\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\b")
_NO_MESSAGE = "(without a message)"
_NEAR_SECONDS = 20 * 60  # a time of day without a date that is this near to now counts as the present
_OF_EVERY_SYSTEM = ("/", "/usr", "/usr/local", "/tmp", "/var/tmp", "/opt", "/home", "/root")  # they reveal no user


def redact(message: str) -> str:
    """A message as it would be on any machine at any time: without folders, addresses, temporary names and dates."""
    if not message:  # the usual case
        return ""
    message = _sandbox_folders().sub("<sandbox>", message)
    for pattern, name in _host_folders(str(Path.cwd())):
        message = pattern.sub(name, message)
    message, now = _CHANGING.sub("...", message), datetime.now(timezone.utc)
    is_present = _present(now.date()).search(message) is not None
    for hours, minutes, seconds in _CLOCK.findall(message):
        apart = (int(hours) - now.hour) * 3600 + (int(minutes) - now.minute) * 60 + int(seconds) - now.second
        is_present |= (apart + _NEAR_SECONDS) % 86_400 <= 2 * _NEAR_SECONDS  # on any day
    if is_present:
        message = re.sub(r"\d+", "#", message.partition("\n")[0])
    return message[:MESSAGE_CHARS]


def redacted(verdict: CandidateVerdict) -> CandidateVerdict:
    """A verdict with its messages redacted; no error is left without one."""
    test_classes = []
    for item in verdict.test_classes:
        said = [redact(case.message) or _NO_MESSAGE * bool(case.error_type) for case in item.cases]
        cases = tuple(structs.replace(case, message=text) for case, text in zip(item.cases, said, strict=True))
        test_classes.append(structs.replace(item, cases=cases, message=redact(item.message)))
    return structs.replace(verdict, test_classes=tuple(test_classes))


@lru_cache(maxsize=1)
def _sandbox_folders() -> re.Pattern[str]:
    """Matches the folder of a sample: at T3 in the sandbox, at the other tiers below the temporary folder."""
    below = re.escape(str(Path(tempfile.gettempdir()).resolve() / "classeval-"))
    return re.compile(rf"(?:{below}|/tmp/classeval-)[a-z0-9_]{{8}}/box/sample-\d+|{SANDBOX}(?![\w.-])")


@lru_cache(maxsize=4)
def _host_folders(working_folder: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns for folders of this machine, each with the name that replaces it, the longest folder first."""
    package, home = str(Path(__file__).resolve().parents[2]), str(Path.home())
    of_host = [working_folder, package, os.environ.get("HF_HOME", ""), tempfile.gettempdir()]
    named = [*((one, "<host>") for one in of_host if one), (home, "~")]
    named += [(one, "<python>") for one in (sys.prefix, sys.base_prefix)]
    names = {folder: name for one, name in named for folder in (one, os.path.realpath(one))}
    ordered = sorted((one for one in names if one not in _OF_EVERY_SYSTEM), key=len, reverse=True)
    return [(re.compile(rf"(?<![\w./-]){re.escape(folder)}(?![\w.-])"), names[folder]) for folder in ordered]


@lru_cache(maxsize=2)
def _present(today: date) -> re.Pattern[str]:
    """Matches yesterday, today and tomorrow: as a date, as the `repr` of one, and as seconds since 1970."""
    days = [today - timedelta(days=1), today, today + timedelta(days=1)]
    dates = "|".join(day.isoformat() for day in days)
    calls = "|".join(rf"{day.year}, {day.month}, {day.day}\b" for day in days)
    seconds = "|".join(str(calendar.timegm(day.timetuple()) // 100_000) for day in days)
    return re.compile(rf"\b(?:{dates})|\b(?:date|datetime)\((?:{calls})|\b(?:{seconds})\d{{5}}\b")
