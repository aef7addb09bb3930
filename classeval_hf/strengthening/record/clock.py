"""A clock that is ahead, since no test may depend on the day; sent with the payload, it imports no other module of
ours."""

import datetime
import time
from typing import Any


def set_ahead(seconds: float) -> None:
    """Moves the time of day of this process, not clocks of durations, nor names taken from modules before."""
    if not seconds:
        return
    module: Any = time
    now, now_ns, nanoseconds = module.time, module.time_ns, int(seconds * 1e9)
    asctime, strftime = module.asctime, module.strftime
    module.time = lambda: now() + seconds
    module.time_ns = lambda: now_ns() + nanoseconds
    for name in ("localtime", "gmtime", "ctime"):
        setattr(module, name, _at_the_moment(getattr(module, name)))
    module.asctime = lambda *given: asctime(*(given or (module.localtime(),)))
    module.strftime = lambda text, *given: strftime(text, *(given or (module.localtime(),)))
    date = _class_ahead(datetime.date, {"today": lambda cls: cls.fromtimestamp(time.time())})
    setattr(datetime, "date", date)  # noqa: B010
    setattr(datetime, "datetime", _moment_ahead(datetime.datetime))  # noqa: B010


def _at_the_moment(function: Any) -> Any:
    """A function of a number of seconds, by default of the time that it is."""

    def called(moment: Any = None) -> Any:
        return function(time.time() if moment is None else moment)

    return called


class _Ahead(type):
    """Type of the classes in place of `date` and `datetime`: all dates are instances, whoever made them."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__instancecheck__(value)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls.__mro__[1]) if "is_ahead" in vars(cls) else super().__subclasscheck__(kind)


def _moment_ahead(real: Any) -> Any:
    def now(cls: Any, tz: Any = None) -> Any:
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls: Any) -> Any:
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

    return _class_ahead(real, {"now": now, "utcnow": utcnow, "today": lambda cls: cls.now()})


def _class_ahead(real: Any, methods: dict[str, Any]) -> Any:
    def shown(self: Any) -> str:
        text: str = real.__repr__(self)
        return f"datetime.{text}" if type(self) is made else text

    members: dict[str, Any] = {name: classmethod(method) for name, method in methods.items()}
    members |= {"is_ahead": True, "__repr__": shown, "__module__": "datetime", "__slots__": ()}
    made = _Ahead(real.__name__, (real,), members)
    return made
