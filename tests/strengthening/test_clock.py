"""The clock that is ahead: all that tells the time agrees on it, and dates stay dates."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest

SCRIPT = """
import datetime, json, pickle, time
from classeval_hf.strengthening.record.clock import set_ahead
from classeval_hf.unittest_runner.observe import encode

real_date, real_moment, started, counted = datetime.date, datetime.datetime, time.time(), time.perf_counter()
ahead = 3 * 86_400 + 7_200.5
set_ahead(ahead)
then = real_moment.fromtimestamp(started + ahead)
found = {{}}


def near(moment):
    return abs((moment - then).total_seconds()) < 3600


{body}
print(json.dumps(found))
"""


@pytest.fixture
def ahead(run_python: Any) -> Any:
    """Runs lines that fill `found` in a process whose clock is ahead."""

    def run(body: str) -> dict[str, Any]:
        done = run_python(SCRIPT.format(body=textwrap.dedent(body)))
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return run


def test_all_clocks_agree(ahead: Any) -> None:
    """`time` and `datetime` tell the same time; the time that passes is not moved."""
    found = ahead(
        """
        from datetime import date, datetime, timezone
        found["now"] = near(datetime.now())
        found["today"] = near(datetime.today())
        found["utc"] = near(datetime.now(timezone.utc).astimezone().replace(tzinfo=None))
        found["utcnow"] = near(datetime.utcnow().replace(tzinfo=timezone.utc).astimezone().replace(tzinfo=None))
        found["date"] = abs((date.today() - then.date()).days) <= 1
        found["time"] = near(datetime.fromtimestamp(time.time()))
        found["time_ns"] = near(datetime.fromtimestamp(time.time_ns() / 1e9))
        for name, moment in [("localtime", time.localtime()), ("none", time.localtime(None))]:
            found[name] = near(datetime.fromtimestamp(time.mktime(moment)))
        found["gmtime"] = time.gmtime()[:4] in (time.gmtime(started + ahead)[:4], time.gmtime(time.time())[:4])
        found["ctime"] = near(datetime.strptime(time.ctime(), "%c"))
        found["asctime"] = near(datetime.strptime(time.asctime(), "%c"))
        found["strftime"] = near(datetime.strptime(time.strftime("%Y-%m-%d %H:%M:%S"), "%Y-%m-%d %H:%M:%S"))
        found["given"] = time.gmtime(0).tm_year == 1970 and time.strftime("%Y", time.gmtime(0)) == "1970"
        found["passing"] = time.perf_counter() - counted < ahead / 2
        """
    )
    assert all(found.values()), found
    assert len(found) == 15


def test_dates_stay_dates(ahead: Any) -> None:
    """Whatever makes a date or time, it is one by type, text, encoding and equality."""
    found = ahead(
        """
        from datetime import date, datetime, timedelta
        moment, day = datetime(2024, 2, 29, 12), date(2024, 2, 29)
        found["isinstance"] = [isinstance(item, kind) for item in (moment, moment.date(), day, real_moment(1, 1, 1))
                               for kind in (datetime, date)]
        pairs = [(datetime, date), (date, datetime), (real_moment, datetime)]
        found["issubclass"] = [issubclass(first, second) for first, second in pairs]
        found["texts"] = [repr(moment), repr([day]), str(moment), f"{day:%d.%m.%Y}", repr(moment + timedelta(1))]
        found["types"] = [type(moment).__name__, type(datetime.strptime("1", "%d")) is datetime]
        found["equal"] = [moment == real_moment(2024, 2, 29, 12), hash(day) == hash(real_date(2024, 2, 29))]
        found["encoded"] = [encode(moment) == encode(real_moment(2024, 2, 29, 12)), encode(day)]
        found["pickled"] = pickle.loads(pickle.dumps([moment, day])) == [moment, day]

        class Day(date):
            pass

        found["subclass"] = [repr(Day(2024, 1, 2)), isinstance(day, Day), isinstance(Day(2024, 1, 2), date)]
        """
    )
    assert found == {
        "isinstance": [True, True, False, True, False, True, True, True],
        "issubclass": [True, False, True],
        "texts": [
            "datetime.datetime(2024, 2, 29, 12, 0)",
            "[datetime.date(2024, 2, 29)]",
            "2024-02-29 12:00:00",
            "29.02.2024",
            "datetime.datetime(2024, 3, 1, 12, 0)",
        ],
        "types": ["datetime", True],
        "equal": [True, True],
        "encoded": [True, ["date", ["7e8", "2", "1d"]]],
        "pickled": True,
        "subclass": ["Day(2024, 1, 2)", False, True],
    }
