"""The clock that is ahead: all that tells the time agrees on it, and dates stay dates."""

import json
from typing import Any

SCRIPT = """
import datetime, json, pickle, time
from classeval_hf.strengthening.record.child import set_ahead
from classeval_hf.unittest_runner.observe import encode

real_date, real_moment, started, counted = datetime.date, datetime.datetime, time.time(), time.perf_counter()
ahead = 3 * 86_400 + 7_200.5
set_ahead(ahead)
then = real_moment.fromtimestamp(started + ahead)

def near(moment):
    return abs((moment - then).total_seconds()) < 3600

from datetime import date, datetime, timedelta, timezone
clocks = {
    "now": near(datetime.now()),
    "today": near(datetime.today()),
    "utc": near(datetime.now(timezone.utc).astimezone().replace(tzinfo=None)),
    "utcnow": near(datetime.utcnow().replace(tzinfo=timezone.utc).astimezone().replace(tzinfo=None)),
    "date": abs((date.today() - then.date()).days) <= 1,
    "time": near(datetime.fromtimestamp(time.time())),
    "time_ns": near(datetime.fromtimestamp(time.time_ns() / 1e9)),
    "localtime": near(datetime.fromtimestamp(time.mktime(time.localtime()))),
    "none": near(datetime.fromtimestamp(time.mktime(time.localtime(None)))),
    "gmtime": time.gmtime()[:4] in (time.gmtime(started + ahead)[:4], time.gmtime(time.time())[:4]),
    "ctime": near(datetime.strptime(time.ctime(), "%c")),
    "asctime": near(datetime.strptime(time.asctime(), "%c")),
    "strftime": near(datetime.strptime(time.strftime("%Y-%m-%d %H:%M:%S"), "%Y-%m-%d %H:%M:%S")),
    "given": time.gmtime(0).tm_year == 1970 and time.strftime("%Y", time.gmtime(0)) == "1970",
    "passing": time.perf_counter() - counted < ahead / 2,
}

class Day(date):
    pass

moment, day = datetime(2024, 2, 29, 12), date(2024, 2, 29)
pairs = [(datetime, date), (date, datetime), (real_moment, datetime)]
dates = {
    "isinstance": [isinstance(item, kind) for item in (moment, moment.date(), day, real_moment(1, 1, 1))
                   for kind in (datetime, date)],
    "issubclass": [issubclass(first, second) for first, second in pairs],
    "texts": [repr(moment), repr([day]), str(moment), f"{day:%d.%m.%Y}", repr(moment + timedelta(1))],
    "types": [type(moment).__name__, type(datetime.strptime("1", "%d")) is datetime],
    "equal": [moment == real_moment(2024, 2, 29, 12), hash(day) == hash(real_date(2024, 2, 29))],
    "encoded": [encode(moment) == encode(real_moment(2024, 2, 29, 12)), encode(day)],
    "pickled": pickle.loads(pickle.dumps([moment, day])) == [moment, day],
    "subclass": [repr(Day(2024, 1, 2)), isinstance(day, Day), isinstance(Day(2024, 1, 2), date)],
}
print(json.dumps([clocks, dates]))
"""


def test_clock_that_is_ahead(run_python: Any) -> None:
    """All that tells the time agrees, the time that passes is not moved, and whatever makes a date, it is one."""
    done = run_python(SCRIPT)
    assert done.returncode == 0, done.stderr
    clocks, dates = json.loads(done.stdout)
    assert all(clocks.values()), clocks
    assert len(clocks) == 15
    assert dates == {
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
