"""Infers contracts of classes from skeletons and tests. What these do not suggest to a reader is illegal."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from classeval_hf.classes.runner.comparing import OPERATIONS
from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import FunctionNode
from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening import contracts, docstrings, rules
from classeval_hf.strengthening.contracts import CONSTRUCTOR, LENGTH, NUMBER, MethodContract, ParameterContract
from classeval_hf.strengthening.docstrings import NAMED, Hints, Occurrence, words_of
from classeval_hf.strengthening.rules import type_name
from classeval_hf.strengthening.sequences import CLASS, Ref, Seed, StepResult, Value, parts_of, write_value


@dataclass(frozen=True)
class _Call:
    arguments: Mapping[str, Value]
    mentioned: frozenset[str]  # all values in arguments of earlier steps, as written
    made_with: Mapping[str, Value]  # arguments that its object was made with
    earlier: Mapping[str, Value]  # arguments of earlier calls of other methods with the same first argument
    done: frozenset[str]  # methods called and attributes set on its object before
    on: str
    result: StepResult
    example: bool
    repeated: bool  # whether it was made before with the same arguments
    key_repeated: bool  # whether it was made before with only the first argument the same


def infer_contract(task: ClassTask, seeds: Sequence[Seed]) -> contracts.ClassContract:
    """Infers a contract that allows all seeds that call only methods of the skeleton."""
    _, nodes = docstrings.class_and_methods(task)
    texts = {name: ast.get_docstring(node) or "" for name, node in nodes.items()}
    signatures = {name: _signature(node) for name, node in nodes.items()}
    steps = [step for seed in seeds for step in seed.sequence.steps]
    signatures |= {step.name: MethodContract() for step in steps if step.action == "call" and step.name not in nodes}
    signatures.setdefault(CONSTRUCTOR, MethodContract())
    calls = grouped(item for seed in seeds for item in _calls_of(seed, signatures))
    for text in texts.values():
        example = Seed(docstrings.example_sequence(text, task.class_name))
        for name, call in _calls_of(example, signatures, is_example=True):
            calls.setdefault(name, []).append(call)
    alike: dict[str, list[str]] = {}  # per parameter description, the letters of texts given as arguments
    for name, text in texts.items():
        for parameter, words in docstrings.parameter_texts(text, signatures[name].parameters).items():
            given = [call.arguments.get(parameter) for call in calls.get(name, ())]
            letters = filter(None, [re.sub("[^A-Za-z]", "", value) for value in given if isinstance(value, str)])
            alike.setdefault(words, []).extend(letters)
    documented_unchanging = docstrings.documented_as_unchanging(task)
    goes_on = documented_unchanging.union(*(seed.sequence.goes_on for seed in seeds))
    named = set(re.findall(r"\w+", f"{task.skeleton} {task.test}"))  # a test may accept any exception
    tested = [name for name, uses in calls.items() if any(not call.example for call in uses)]
    methods: dict[str, MethodContract] = {}
    for name in sorted(tested, key=lambda name: name != CONSTRUCTOR):
        found = _infer_method(name, nodes.get(name), signatures[name], calls[name], alike)
        raises = tuple(error for error in found.raises if error in named)
        unchanged = tuple(error for error in raises if (name, error) in goes_on)
        shown_by = {"docstring" if (name, error) in documented_unchanging else "tests" for error in unchanged}
        sources = {**found.sources, **({"unchanged_after": tuple(sorted(shown_by))} if unchanged else {})}
        made_with = _made_with(calls[name], methods.get(CONSTRUCTOR, MethodContract()).parameters)
        methods[name] = replace(found, raises=raises, unchanged_after=unchanged, made_with=made_with, sources=sources)
    order = [name for name in (CONSTRUCTOR, *nodes) if name in methods]
    made = [sum(step.action == "new" for step in seed.sequence.steps) for seed in seeds]
    # If several attributes of an object are set, or one to a container, their values must agree.
    sets = [(seed, step) for seed in seeds for step in seed.sequence.steps if step.action == "set"]
    names_set = grouped(((id(seed), step.target), step.name) for seed, step in sets)
    must_agree = any(len(set(names)) > 1 for names in names_set.values())
    must_agree = must_agree or any(has_containers(step.arguments[0]) for _, step in sets)
    settings = [contracts.settings_of(seed.sequence, task.class_name) for seed in seeds if must_agree]
    values = grouped((step.name, Occurrence(step.arguments[0])) for _, step in sets)
    attributes = {name: infer_parameter(values[name], Hints(name, method=CONSTRUCTOR)) for name in sorted(values)}
    methods = {name: methods[name] for name in (*order, *sorted(methods.keys() - order))}
    reads = tuple(sorted({step.name for step in steps if step.action == "get"}))
    return contracts.ClassContract(
        task.class_name,
        methods=methods,
        attributes=attributes,
        reads=reads,
        min_objects=min(made, default=0),
        max_objects=max(made, default=1),
        sources=dict.fromkeys(("min_objects", "max_objects", "reads"), ("tests",)),
        settings=tuple(sorted(set[tuple[str, ...]]().union(*settings))),
    )


def _signature(node: FunctionNode) -> MethodContract:
    args = node.args
    names = [item.arg for item in (*args.posonlyargs, *args.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names  # a skeleton may lack `@staticmethod`
    optional = names[len(names) - len(args.defaults) :] if args.defaults else []
    if args.vararg or args.kwonlyargs:
        names.append(f"*{args.vararg.arg if args.vararg else ''}")
    names += [item.arg for item in args.kwonlyargs]
    optional += [item.arg for item, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is not None]
    names += [f"**{args.kwarg.arg}"] if args.kwarg else []
    return MethodContract({name: ParameterContract() for name in names}, tuple(optional))


def _calls_of(
    seed: Seed, signatures: Mapping[str, MethodContract], is_example: bool = False
) -> Iterator[tuple[str, _Call]]:
    """Name and call for each call of a method with a signature, if its arguments fit."""
    history = contracts.CallHistory()
    for number, step in enumerate(seed.sequence.steps):
        name = CONSTRUCTOR if step.action == "new" else step.name
        signature = signatures.get(name) if step.action in ("new", "call") else None
        bound = contracts.bind(signature, step) if signature is not None else ""
        if signature is not None and not isinstance(bound, str):
            history.made_with[number] = bound if step.action == "new" else {}
            mentioned, done = frozenset(history.mentioned), frozenset(history.done.get(step.target, ()))
            made_with, on = history.made_with.get(step.target, {}), "class" if step.target == CLASS else "object"
            earlier, *repeats = history.note(signature, step, bound, {})
            result = seed.results[number] if number < len(seed.results) else StepResult()
            yield name, _Call(bound, mentioned, made_with, earlier, done, on, result, is_example, *repeats)
        history.add(step)


def _infer_method(
    name: str, node: FunctionNode | None, signature: MethodContract, calls: list[_Call], alike: dict[str, list[str]]
) -> MethodContract:
    docstring = (ast.get_docstring(node) if node is not None else None) or ""
    texts = docstrings.parameter_texts(docstring, signature.parameters)
    given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if node is not None else ()
    annotations = {item.arg: ast.unparse(item.annotation) for item in given if item.annotation is not None}
    unknown_allowed = bool(docstrings.documents_unknown(docstring))
    repeat_allowed = bool(docstrings.documents_repetition(docstring))
    parameters = {}
    for key in signature.parameters:
        text, of_type = texts.get(key, ""), annotations.get(key, "")
        types = docstrings.type_names(of_type) or docstrings.type_names(text)
        hints = Hints(
            key,
            text=text,
            types=types,
            types_source="annotation" if of_type else "docstring",
            method=name,
            unknown_allowed=unknown_allowed,
            repeat_allowed=repeat_allowed,
            may_be_empty=docstrings.documents_empty(text) is not None,
            alike=(*(alike.get(text, ()) if " " in text else ()), *docstrings.noted_words(docstring)),
        )
        uses = [call for call in calls if key in call.arguments]
        seen = [Occurrence(one.arguments[key], one.mentioned, one.result.error != "", one.example) for one in uses]
        parameters[key] = infer_parameter(seen, hints)
    tested = [call for call in calls if not call.example]
    relations = _infer_relations(tested, use_earlier=not docstrings.documents_condition(docstring))
    after = sorted(frozenset.intersection(*(call.done for call in tested)) - {"", name}) if name != CONSTRUCTOR else []
    errors, raised = {call.result.error for call in tested} - {""}, docstrings.raised_names(docstring)
    may_change = any(call.result.changed for call in tested) and not repeat_allowed
    once = may_change and bool(parameters) and not any(call.repeated for call in tested)
    once_per_key = may_change and len(parameters) > 1 and not any(call.key_repeated for call in calls)
    tests = ("tests",)
    sources = dict.fromkeys(relations, tests) | {"after": tests * bool(after)}
    sources["raises"] = (*tests * bool(errors), *("docstring",) * bool(raised))
    sources |= {"once": tests * once, "once_per_key": tests * once_per_key}
    sources = {rule: names for rule, names in sources.items() if names}
    return MethodContract(
        parameters,
        optional=signature.optional,
        on=tuple(sorted({call.on for call in tested})),
        after=tuple(after),
        relations=relations,
        once=once,
        once_per_key=once_per_key,
        raises=tuple(sorted({*errors, *raised})),
        sources=sources,
    )


# Rules of the constructor that a method may narrow for its objects.
_OF_OBJECT = ("types", "nonzero", "shape", "characters", "word_forms", "length_multiple", "min_length")


def _made_with(calls: Sequence[_Call], constructor: Mapping[str, ParameterContract]) -> dict[str, ParameterContract]:
    """Contracts of the constructor's arguments for objects of a method, if narrower than the constructor's."""
    parameters: dict[str, ParameterContract] = {}
    for name, usual in constructor.items():
        seen = [Occurrence(call.made_with[name]) for call in calls if name in call.made_with and not call.example]
        found = infer_parameter(seen, Hints(name)) if seen else usual
        watched = {*_OF_OBJECT, *(["values"] if "values" in usual.rules and not Hints(name).is_a("choice") else [])}
        demands = {key: rule for key, rule in found.rules.items() if key in watched and rule != usual.rules.get(key)}
        if demands:
            sources = {key: found.sources.get(key, ("tests",)) for key in demands}
            parameters[name] = ParameterContract({"types": usual.rules["types"], **demands}, sources)
    return parameters


_OPEN_TYPES = {
    *("None", "bool", "int", "float", "complex", "Decimal", "Fraction", "str", "list", "tuple", "set"),
    *("frozenset", "dict", "date", "datetime", "time", "object"),
}  # types whose values can be legal although no test has them


def infer_parameter(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    """Infers the contract of a parameter; it allows all values seen."""
    contract, in_tests = _infer(occurrences, hints), [item for item in occurrences if not item.example]
    return contract if len(in_tests) == len(occurrences) else _with_examples(contract, _infer(in_tests, hints))


def _with_examples(demand: Any, without: Any) -> Any:
    """Adds `example` to the sources of each rule that differs in the contract without the examples."""
    if isinstance(demand, ParameterContract) and isinstance(without, ParameterContract):
        old = without.rules
        demands = {name: _with_examples(part, old.get(name)) for name, part in demand.rules.items()}
        changed = {name for name in demand.sources if demand.rules.get(name) != old.get(name)}
        sources = {
            name: (*names, "example") if name in changed and "example" not in names else names
            for name, names in demand.sources.items()
        }
        return ParameterContract(demands, sources)
    if isinstance(demand, Mapping) and isinstance(without, Mapping):
        return {name: _with_examples(part, without.get(name)) for name, part in demand.items()}
    if isinstance(demand, tuple) and isinstance(without, tuple) and len(demand) == len(without):
        return tuple(map(_with_examples, demand, without))
    return demand


def _infer(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    good, apart = list[Occurrence](), list[Occurrence]()  # others allow no conclusion: infinite, `nan`, or refused
    for item in occurrences:
        is_apart = item.failed and not isinstance(item.value, Ref)
        if rules.is_number(item.value):
            is_apart = item.value != item.value or item.value in (float("inf"), float("-inf"))
        (apart if is_apart else good).append(item)
    used = good or apart
    found = rules.Found()
    seen = {type_name(item.value) for item in used}
    other = set(hints.types) & ({"None"} | ({"int", "float"} if seen & {"int", "float"} else set()))
    sources = ("tests", *([hints.types_source] if seen & set(hints.types) or other - seen else []))
    found.add("types", tuple(sorted(seen | other)), *sources)
    if apart and good:
        found.add("also", tuple(sorted({write_value(item.value) for item in apart})))
    values = [item.value for item in used]
    texts = [value for value in values if isinstance(value, str)]
    rows = [value for value in values if isinstance(value, (list, tuple))]
    # Two or more quoted values that the parameter's text lists.
    quoted = dict.fromkeys(re.findall(r"['\"]([^'\"\s]{1,20})['\"]", hints.text))
    of_parts = re.search(r"\b(includ|key|field|format|e\.g|such as|named|attribute)", hints.text)
    listed = [*quoted] if len(quoted) > 1 and not of_parts else []
    if (  # only the values seen are legal
        any(type_name(value) not in _OPEN_TYPES for value in values)
        or (texts and (listed or rules.are_closed(texts, hints)))
        or (hints.is_a("choice") and (any(map(has_containers, rows)) or "int" in map(type_name, values)))
        or (hints.is_a("structure") and any(isinstance(value, (list, tuple, dict)) for value in values))
    ):
        listed = list(map(repr, listed)) if "str" in seen else []
        legal = {*map(write_value, values), *listed}
        found.add("values", tuple(sorted(legal)), "tests", *(["docstring"] if listed else []))
    else:
        for kind in rules.KINDS:
            of_kind = [value for value in values if kind.includes(value)]
            if of_kind and kind.infer is not None:
                kind.infer(found, of_kind, hints)
        _infer_parts(found, used, hints)
    # Of values that identify something, whether earlier steps were given them.
    if used and hints.method != "__init__" and seen <= {"str", "int", "dict", "tuple"}:
        are_known = [write_value(item.value) in item.mentioned for item in used]
        if all(are_known) and (seen <= {"str", "dict"} or hints.is_a("identity")) and not hints.unknown_allowed:
            found.add("known", True)
        is_added = hints.method.strip("_").split("_")[0].lower() in NAMED["adding"]
        is_new = is_added and hints.is_a("identity") and "dict" not in seen
        if is_new and not any(are_known) and not hints.repeat_allowed:
            found.add("fresh", True)
    return ParameterContract(found.rules, dict(sorted(found.sources.items())))


def has_containers(value: Value) -> bool:
    kinds = (list, tuple, set, frozenset, dict)
    return any(isinstance(part, kinds) for number, part in enumerate(parts_of(value)) if number)


def _infer_parts(found: rules.Found, used: Sequence[Occurrence], hints: Hints) -> None:
    """Adds contracts of the parts of containers."""
    kinds = ((list, tuple), (set, frozenset), dict)
    rows, sets, dicts = ([item for item in used if isinstance(item.value, kind)] for kind in kinds)

    def add(name: str, containers: Sequence[Occurrence], parts_of: Callable[[Any], Iterable[Value]], key: str) -> None:
        parts = [replace(item, value=part) for item in containers for part in parts_of(item.value)]
        if parts:
            found.add(name, _infer(parts, hints.part(key)))

    if rows and rules.are_places([item.value for item in rows]):
        places = []
        for place in zip(*([replace(item, value=part) for part in item.value] for item in rows), strict=True):
            are_numbers = all(rules.is_number(part.value) for part in place)
            places.append(_infer(place, hints.part("position" if are_numbers else "")))
        found.add("items", tuple(places))
    else:
        add("item", rows, list, "")
    add("item", sets, lambda value: sorted(value, key=write_value), "")
    values = [item.value for item in dicts]
    keys = [key for value in values for key in value]
    are_records = rules.are_records(values)
    # Names that are repeated, as in records where some keys are optional.
    are_names = all(isinstance(key, str) and rules.SHAPES["identifier"](key) for key in keys)
    if dicts and (are_records or (are_names and len(set(keys)) < len(keys))):
        fields = {}
        for name in sorted(set(keys)):
            parts = [replace(item, value=item.value[name]) for item in dicts if name in item.value]
            fields[name] = _infer(parts, hints.part(name))
        found.add("fields", fields)
        if not are_records:
            found.add("key", ParameterContract({"types": ("str",), "values": tuple(sorted(map(repr, set(keys))))}))
    elif dicts:
        add("key", dicts, list, "key")
        add("item", dicts, dict.values, "")


_LENGTHS = (LENGTH, contracts.TEXT_LENGTH)
_MIN_PAIRS = 3  # different pairs of values that a relation needs to become a rule
_MIN_STRANGERS = 6  # the same if the names do not suggest the relation
_NEVER = float("inf")  # the same of unlike things
_ORDERED = (
    *(("start", "end"), ("begin", "end"), ("start", "stop"), ("min", "max"), ("low", "high"), ("lower", "upper")),
    *(("from", "to"), ("inner", "outer"), ("first", "last"), ("left", "right"), ("earliest", "latest"), ("m", "n")),
)  # words in names of two parameters, the smaller first
_POINTING, _NAMING, _IN_TEXT = (frozenset(NAMED[what]) for what in ("pointing", "naming", "in_text"))


def _infer_relations(calls: Sequence[_Call], use_earlier: bool) -> tuple[str, ...]:
    """Relations that hold in all calls of a method."""
    per_call = [contracts.measures(one.arguments, one.made_with, one.earlier if use_earlier else {}) for one in calls]
    names = list(dict.fromkeys(name for measured in per_call for name in measured))
    relations: list[str] = []
    for left, right in permutations(names, 2):
        is_earlier = "." in right and not right.startswith(("new.", "len(new."))  # of an earlier call
        if "." in left or (is_earlier and right.partition(".")[2] != left):
            continue
        pairs = [(measured[left], measured[right]) for measured in per_call if left in measured and right in measured]
        kinds = {(first[0], second[0]) for first, second in pairs}
        if len(kinds) != 1:
            continue
        kind, other = kinds.pop()
        if kind != other and not {kind, other} <= contracts.COUNTED:
            continue
        values = [(first[1], second[1]) for first, second in pairs]
        distinct, signs = {(str(first), str(second)) for first, second in values}, list[str]()
        # A relation needs few different pairs if the names suggest it: words of a record's key, or of a parameter.
        inner = [name.removeprefix("len(").removeprefix("new.").rstrip(")") for name in (left, right)]
        owners = (name.split("['")[-1].rstrip("']") if "['" in name else name.split("[")[0] for name in inner)
        lefts, rights = map(words_of, owners)
        is_pointing, are_numbers = bool(lefts & _POINTING), kind == other == NUMBER
        needed = _MIN_PAIRS if kind == other else _NEVER
        if is_earlier:  # such as an amount taken from an amount put there before
            needed = 1 if are_numbers and not lefts & (_NAMING | _POINTING) else _NEVER
        elif any(small in lefts and great in rights for small, great in _ORDERED):
            needed = 1
        elif are_numbers and not (is_pointing and right.startswith("new.")):
            needed = _NEVER if "[" in left + right or (lefts | rights) & _NAMING else _MIN_STRANGERS
        elif kind == NUMBER:  # inside of the object, or of a text
            needed = 2 if is_pointing and (other in (NUMBER, LENGTH) or lefts & _IN_TEXT) else _NEVER
        if other in _LENGTHS and all(first == second for first, second in values):
            signs = ["=="] * (len(distinct) > 1 or (kind == other == LENGTH and len(pairs) >= _MIN_PAIRS))
        elif kind not in _LENGTHS and len(distinct) >= needed:
            signs = [sign for sign in ("<", "<=") if all(OPERATIONS[sign](*pair) for pair in values)]
        if signs and f"{right} == {left}" not in relations:  # the same relation
            relations.append(f"{left} {signs[0]} {right}")
    return tuple(sorted(relations))
