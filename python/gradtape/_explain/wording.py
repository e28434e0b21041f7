"""The sentences of explanations: each cause says what happened and what to do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import sites
from .graph import Step
from .recordings import Operation, number_of
from .sites import Line


@dataclass(frozen=True)
class Cause:
    """One reason. `kind` is a word for programs; `operation` and `line` are where it happened."""

    kind: str
    text: str
    operation: str | None = None
    line: Line | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.text


def name_of(value: Any, frame: Any, otherwise: str) -> str:
    """A variable's name, or what the program calls the value."""
    called = sites.name_in_frame(value, frame)
    if called is not None:
        return called
    found = number_of(value)
    if found is None or not found[0]:
        return otherwise
    name = str(value.name).partition(":")[0]
    return otherwise if name in ("Variable", "UnreadVariable") else name


def name_of_number(number: int, frame: Any, otherwise: str) -> str:
    """What the program calls the tensor with this number."""
    if frame is not None:
        for space in (frame.f_locals, frame.f_globals):
            for name, held in list(space.items()):
                if number_of(held) == (False, number) and not name.startswith("_"):
                    return str(name)
    return otherwise


_WAYS = {
    "numpy()": ".numpy()",
    "__array__()": "a function of NumPy",
    "memoryview()": "a function of NumPy",
    "EagerPyFunc": "tf.py_function",
    "__dlpack__()": "DLPack",
}


def _at(line: Line | None) -> str:
    return f" ({sites.shown(line)})" if line is not None else ""


def connected(target: str, source: str, steps: Sequence[Operation]) -> str:
    """For a path."""
    if not steps:
        return f"{target} is {source} itself: its gradient is the output gradient."
    names = [step.type for step in steps]
    shown = " -> ".join(names if len(names) <= 8 else [*names[:4], "...", *names[-3:]])
    count = f"{len(names)} operation" + ("s" if len(names) > 1 else "")
    return f"{target} depends on {source} through {count}: {shown}."


def not_a_tensor(what: str, name: str, value: Any) -> Cause:
    """For an end that is no tensor."""
    kind = type(value).__name__
    if value is None:
        hint = "did the function that made it return nothing?"
    elif kind in ("ndarray", "float", "int") or kind.startswith(("float", "int")):
        hint = "keep the tensor itself: .numpy(), np.* and float() leave the tape."
    else:
        hint = "give tensors or variables."
    return Cause(f"{what} is not a tensor", f"{name} is not a tensor but of type {kind}: {hint}")


def never_recorded() -> Cause:
    """For a tape that was not entered."""
    return Cause(
        "not recorded",
        "the tape has not recorded anything: compute the target inside `with tape:`.",
    )


def forgotten() -> Cause:
    """For a tape that is used up."""
    return Cause(
        "forgotten",
        "the tape gave its gradient and has forgotten what it recorded: ask before gradient(), or "
        "make it with persistent=True or trace=True.",
    )


def wrong_dtype(what: str, name: str, dtype: str) -> Cause:
    """For an end of integers, truth values or strings."""
    return Cause(
        f"{what} dtype",
        f"{name} has dtype {dtype}, and gradients flow through floating and complex numbers only: "
        f"make it of floats, for example tf.cast({name}, tf.float32) before the tape watches it."
        if what == "source"
        else f"{name} has dtype {dtype}, and gradients flow through floating and complex numbers "
        "only: compute it from floats without a cast to integers.",
    )


def elsewhere(name: str, where: str, line: Line | None) -> Cause:
    """For a target that was made out of the tape's sight."""
    return Cause(
        f"target made {where}",
        f"{name} was computed {where}{_at(line)}: compute it inside the tape's context"
        + (", on the thread that opened it." if "thread" in where else "."),
        line=line,
    )


def target_is_variable(name: str) -> Cause:
    """For a target that is a variable."""
    return Cause(
        "target is a variable",
        f"{name} is a variable, and what was assigned to it is not recorded: use the value that "
        "was assigned as the target.",
    )


def unwatched_tensor(name: str, replaced: Line | None) -> Cause:
    """For a tensor that nobody watches."""
    if replaced is not None:
        return Cause(
            "source replaced a variable",
            f"{name} is a tensor that replaced the variable of that name{_at(replaced)}: change "
            f"the variable with {name}.assign(...) or {name}.assign_sub(...) instead.",
            line=replaced,
        )
    return Cause(
        "source not watched",
        f"{name} is a tensor that the tape does not watch: call tape.watch({name}) inside the "
        f"tape's context, before {name} is used.",
    )


def watched_late(name: str, line: Line | None = None) -> Cause:
    """For a tensor that was used first."""
    return Cause(
        "watched too late",
        f"{name} was watched only after it had been used{_at(line)}: call tape.watch({name}) "
        "first.",
        line=line,
    )


def not_trainable(name: str) -> Cause:
    """For a variable that tapes do not watch by themselves."""
    return Cause(
        "not trainable",
        f"{name} is a variable with trainable=False, which a tape does not watch by itself: call "
        f"tape.watch({name}), or make it trainable.",
    )


def not_accessed(name: str) -> Cause:
    """For a tape that watches nothing by itself."""
    return Cause(
        "watch_accessed_variables=False",
        f"the tape was made with watch_accessed_variables=False and does not watch {name}: call "
        f"tape.watch({name}).",
    )


def never_read(name: str, read: bool) -> Cause:
    """For a variable that was not used."""
    where = "only while recording was stopped" if read else "not"
    return Cause(
        "never read",
        f"the variable {name} was {where} read while the tape recorded: the target is computed "
        "without it.",
    )


def reversed_ends(names: tuple[str, str]) -> Cause:
    """For arguments in the wrong order."""
    target, source = names
    return Cause(
        "reversed",
        f"{source} was computed from {target}, not {target} from {source}: the target comes first, "
        f"as in tape.gradient({source}, {target}).",
    )


def independent(names: tuple[str, str], depends_on: Sequence[str], tracked: bool) -> Cause:
    """For a target that has nothing to do with the source."""
    target, source = names
    text = f"{target} does not depend on {source}"
    if depends_on:
        text += f": it depends on {', '.join(depends_on[:6])}"
    elif not tracked:
        text += ": nothing that the tape watches went into it"
    return Cause("independent", text + ".")


def gave_none(names: tuple[str, str], steps: Sequence[str]) -> Cause:
    """For a path on which some gradient was nothing."""
    shown = " -> ".join(steps)
    return Cause(
        "gradient is None",
        f"{names[0]} depends on {names[1]} through {shown}, and a gradient on the way gave None.",
    )


def barrier(step: Step, names: tuple[str, str], variable: str, reason: str) -> Cause:
    """For a step at which the way ends."""
    kind, text = _barrier(step, names, variable, reason)
    return Cause(kind, text, step.name, step.line)


def _barrier(step: Step, names: tuple[str, str], variable: str, reason: str) -> tuple[str, str]:
    at, source = _at(step.line), names[1]
    if step.barrier == "stop_gradient":
        return step.barrier, (
            f"the path from {source} passes through tf.stop_gradient{at}, which lets no gradient "
            "through: leave it out where the gradient is wanted."
        )
    if step.barrier == "numpy":
        way = _WAYS.get(step.name, step.name)
        return step.barrier, (
            f"the path from {source} leaves the tape through {way}{at}: "
            "compute with tf.* functions on tensors until after the gradient."
        )
    if step.barrier == "dataset":
        return step.barrier, (
            f"the path from {source} goes through a dataset{at}, whose elements are new tensors: "
            "use the tensor itself."
        )
    if step.barrier == "assigned":
        return step.barrier, (
            f"the path from {source} goes through the value of {variable}, assigned{at} by "
            f"{step.name}: assignments are not differentiated; use the value that was assigned."
        )
    if step.barrier == "custom_gradient":
        return step.barrier, (
            f"the gradient function of a custom_gradient{at} returned None for input {step.place}: "
            "return a tensor for every input that has a gradient."
        )
    if step.barrier == "registered":
        return step.barrier, (
            f"the path from {source} passes through {step.name}{at}, for which no gradient is "
            "defined: register one with tf.RegisterGradient."
        )
    if step.barrier == "unrecorded":
        return _unrecorded(step, source, at, reason)
    return _opaque(step, source, at)


def _unrecorded(step: Step, source: str, at: str, reason: str) -> tuple[str, str]:
    if reason == "stopped":
        return "recording stopped", (
            f"{step.name}{at} ran while recording was stopped: move it out of stop_recording."
        )
    if reason == "late":
        late = watched_late(source, step.line)
        return late.kind, late.text
    if reason == "reset":
        return "reset", f"{step.name}{at} ran before the tape was reset: compute it afterwards."
    return "not recorded", (
        f"{step.name}{at} was not recorded, since the tape watched none of its inputs: call "
        f"tape.watch({source}) before it."
    )


def _opaque(step: Step, source: str, at: str) -> tuple[str, str]:
    if step.name == "Cast" or (
        step.dtype and not step.dtype.startswith(("float", "complex", "bf"))
    ):
        dtype = step.dtype or "an integer or bool dtype"
        return "dtype", (
            f"the path from {source} passes through {step.name}{at}, whose result is of "
            f"{dtype}: gradients flow through floating and complex numbers only."
        )
    return "not differentiable", (
        f"the path from {source} passes through {step.name}{at}, which has no gradient: use a "
        "differentiable function, or give it a gradient with tf.custom_gradient."
    )
