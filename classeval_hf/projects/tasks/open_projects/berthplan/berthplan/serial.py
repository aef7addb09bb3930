"""Harbours, calls and plans as plain data, as it stands in JSON files."""

from collections.abc import Callable, Mapping
from typing import Any

from .berths import Berth, Harbour
from .errors import BerthplanError, FormatError
from .plan import BerthPlan
from .settings import Settings
from .tides import TideTable
from .timespan import Span, format_minute, parse_duration, parse_minute
from .units import format_length, parse_length
from .vessels import Call, Vessel

FORMAT = 2


def take(data: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    """The value of a key, which must be of that type; it must be there if there is no default."""
    value = data.get(key, default)
    if value is None:
        raise FormatError("is missing", key)
    if isinstance(value, bool) != (kind is bool) or not isinstance(value, kind):
        raise FormatError(f"expected {kind.__name__}, not {value!r}", key)
    return value


def read_value(data: Mapping[str, Any], key: str, parse: Callable[[str], int]) -> int:
    """The value of a key, which is a whole number or text to be parsed."""
    if isinstance(data.get(key), int):
        return take(data, key, int)
    try:
        return parse(take(data, key, str))
    except FormatError as error:
        raise error if error.where else error.at(key) from None


def load_span(data: Mapping[str, Any]) -> Span:
    """Reads a span from its keys `from` and `to`."""
    return Span(read_value(data, "from", parse_minute), read_value(data, "to", parse_minute))


def load_harbour(data: Mapping[str, Any]) -> Harbour:
    """Reads a harbour."""
    berths = []
    for place, item in enumerate(take(data, "berths", list)):
        try:
            berth = Berth(
                take(item, "name", str),
                read_value(item, "length", parse_length),
                read_value(item, "depth", parse_length),
                frozenset(take(item, "cargoes", list, [])),
                tuple(load_span(closure) for closure in take(item, "closures", list, [])),
                take(item, "soft", bool, False),
            )
        except FormatError as error:
            raise error.at(f"berths[{place}]") from None
        berths.append(berth)
    tides = TideTable.from_text(take(data, "tides", str))
    return Harbour(berths, tides, Settings.from_mapping(take(data, "settings", dict, {})))


def load_calls(items: list[Mapping[str, Any]], harbour: Harbour) -> list[Call]:
    """Reads calls at a harbour, and sets them in the order in which they are served."""
    calls: dict[str, Call] = {}
    for place, item in enumerate(items):
        try:
            vessel = Vessel(
                take(item, "name", str).strip(),
                read_value(item, "length", parse_length),
                read_value(item, "draught", parse_length),
                take(item, "cargo", str, "general"),
            )
            call = Call(
                vessel,
                read_value(item, "eta", parse_minute),
                read_value(item, "service", parse_duration),
                take(item, "priority", int, 0),
            )
            if call.service < 1:
                raise FormatError("must be at least a minute", "service")
            if not harbour.settings.span.contains(call.eta):
                raise FormatError(f"not within {harbour.settings.span}", "eta")
            if call.name in calls:
                raise FormatError(f"a second call of {call.name!r}", "name")
            if not any(berth.takes(vessel.cargo) for berth in harbour):
                raise FormatError(f"no berth takes {vessel.cargo!r}", "cargo")
        except FormatError as error:
            raise error.at(f"calls[{place}]") from None
        calls[call.name] = call
    return sorted(calls.values(), key=lambda call: call.rank)


def dump_call(call: Call) -> dict[str, Any]:
    """Writes a call as `load_calls` reads it."""
    return {
        "name": call.name,
        "length": format_length(call.vessel.length),
        "draught": format_length(call.vessel.draught),
        "cargo": call.vessel.cargo,
        "eta": format_minute(call.eta),
        "service": call.service,
        "priority": call.priority,
    }


def dump_plan(plan: BerthPlan) -> dict[str, Any]:
    """Writes a plan as `load_plan` reads it."""
    stays = [{"vessel": stay.name, "berth": stay.berth, "start": format_minute(stay.span.start)} for stay in plan]
    return {"format": FORMAT, "calls": [dump_call(stay.call) for stay in plan], "stays": stays}


def load_plan(data: Mapping[str, Any], harbour: Harbour) -> BerthPlan:
    """Reads a plan for a harbour."""
    version = take(data, "format", int, 1)
    if version > FORMAT:
        raise FormatError(f"made by a later version, {version} instead of {FORMAT}", "format")
    calls = {call.name: call for call in load_calls(take(data, "calls", list), harbour)}
    stays = take(data, "stays", list)
    plan = BerthPlan(harbour)
    for place, item in enumerate(stays):
        where = f"stays[{place}]"
        try:
            vessel = take(item, "vessel", str)
            if vessel not in calls:
                raise FormatError(f"no call of {vessel!r}", "vessel")
            if version == 1:
                start = calls[vessel].eta + read_value(item, "wait", parse_duration)
            else:
                start = read_value(item, "start", parse_minute)
            plan.assign(calls[vessel], take(item, "berth", str), start)
        except FormatError as error:
            raise error.at(where) from None
        except BerthplanError as error:
            raise FormatError(str(error), where) from error
    return plan
