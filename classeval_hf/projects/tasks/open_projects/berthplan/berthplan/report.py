"""Plans for people to read."""

from .allocator import Outcome
from .plan import BerthPlan
from .timespan import HOUR, Span, format_minute
from .units import format_length

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def format_wait(minutes: int) -> str:
    """Writes a time of waiting, such as `1:30`."""
    return f"{minutes // HOUR}:{minutes % HOUR:02}"


def gantt(plan: BerthPlan, within: Span, step: int = HOUR) -> str:
    """Draws a plan: a line for each berth, a column for each step."""
    letters = {stay.name: LETTERS[place % len(LETTERS)] for place, stay in enumerate(plan)}
    width = max(len(berth.name) for berth in plan.harbour)
    cells = [Span(start, min(start + step, within.end)) for start in range(within.start, within.end, step)]
    lines = [f"{'':{width}} {format_minute(within.start)}, {step} min each"]
    for berth in plan.harbour:
        opened = plan.harbour.open_spans(berth.name)
        row = ""
        for cell in cells:
            there = [stay for stay in plan.stays(berth.name) if stay.span.overlaps(cell)]
            if len(there) > 1:
                row += "*"
            elif there:
                row += letters[there[0].name]
            elif not any(span.overlaps(cell) for span in opened):
                row += "#"
            else:
                row += "~" if plan.blocking(berth.name, cell) else "."
        lines.append(f"{berth.name:{width}} {row}")
    for stay in plan:
        if stay.span.overlaps(within):
            lines.append(f"{letters[stay.name]} = {stay.name}, {stay.span}")
    return "\n".join(lines) + "\n"


def summary(outcome: Outcome) -> str:
    """Says in a few lines what has come of the calls."""
    plan = outcome.plan
    lines = [f"{len(plan)} of {len(plan) + len(outcome.refused)} ships berthed"]
    for berth in plan.harbour:
        share = round(plan.utilisation(berth.name) * 100)
        names = ", ".join(stay.name for stay in plan.stays(berth.name)) or "none"
        lines.append(f"  {berth.name} ({format_length(berth.length)}, {share} %): {names}")
    waiting = sorted((stay for stay in plan if stay.wait), key=lambda stay: (-stay.wait, stay.name))
    if waiting:
        lines.append(f"waiting {format_wait(outcome.total_wait)} in all, longest {waiting[0].name}")
    for error in outcome.refused:
        lines.append(f"refused {error.vessel}")
        for name, messages in error.reasons.items():
            lines.append(f"  {name}: {'; '.join(messages)}")
    return "\n".join(lines) + "\n"
