"""The record of a sample."""

from dataclasses import dataclass

CUT_OFF = "length"  # why a model stopped that had reached its limit
PROMPT_TOO_LONG = "prompt too long"
"""Why there is no completion where the prompt did not fit, so that the model was not asked."""


@dataclass(frozen=True)
class StepFacts:
    """What is known of the steps that a completion was made of."""

    methods: int = 0  # in how many of them a method was asked for
    without_method: tuple[str, ...] = ()  # the methods of those that yielded none, although the model was asked
    cut_off: tuple[str, ...] = ()  # the methods of those in which the model was cut off
    sign: str = ""  # where the model said something and there is no code in it, what it is: see `CompletionSigns`
    has_replaced: bool = False  # whether characters were replaced that no file can hold
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
        is_numbered (`bool`, defaults to `True`): whether what it was read from says which sample of the task it is, by
            a number or by its place in a list; `False` where it is a record by itself without a number.
        steps ([`StepFacts`]): of the steps that it was made of, if it was read with them.
    """

    task_id: str
    sample: int
    completion: str
    finish_reason: str = ""
    is_numbered: bool = True
    steps: StepFacts = NO_STEPS
