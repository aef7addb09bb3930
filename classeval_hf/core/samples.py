"""The record of a sample."""

from dataclasses import dataclass

CUT_OFF = "length"  # why a model stopped at its limit
PROMPT_TOO_LONG = "prompt too long"  # why the model was not asked, so that there is no completion


@dataclass(frozen=True)
class StepFacts:
    """Facts about the steps that gave a completion."""

    methods: int = 0  # number of steps that asked for a method
    without_method: tuple[str, ...] = ()  # methods that the model was asked for without giving one
    cut_off: tuple[str, ...] = ()  # methods of steps in which the model was cut off
    sign: str = ""  # the sign of a text without code, see `CompletionSigns`
    has_replaced: bool = False  # whether characters that no file can hold were replaced
    plan_failed: bool = False  # whether a plan was asked for and could not be read


NO_STEPS = StepFacts()


@dataclass(frozen=True)
class Sample:
    """
    One completion of a model for one task.

    Args:
        task_id (`str`): the task.
        sample (`int`): index of the sample among the task's, from 0.
        completion (`str`): raw text of the model.
        finish_reason (`str`, defaults to `""`): why the model stopped, if it is known; [`CUT_OFF`] if it was cut off,
            [`PROMPT_TOO_LONG`] if it, or a step of it, was not asked.
        is_numbered (`bool`, defaults to `True`): whether its index is stated where it was read from, by a number or by
            its place in a list; `False` for a record of its own without a number.
        steps ([`StepFacts`]): facts about the steps that gave it, if it was read with them.
    """

    task_id: str
    sample: int
    completion: str
    finish_reason: str = ""
    is_numbered: bool = True
    steps: StepFacts = NO_STEPS
