"""`tf.raw_ops` of variables: reading, assigning, scattering, and the training operations.

A variable is given by its `handle`. Invariant: a training operation computes everything before it
assigns anything, the variable last.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from .. import _core
from .update_rules import DENSE, SPARSE


def _read(resource: Any, dtype: Any = None, name: str | None = None) -> _core.Tensor:
    return resource.read_value()


def _shape(input: Any, out_type: Any = _core.int32, name: str | None = None) -> _core.Tensor:
    return _core.shape(input, out_type=out_type)


def _assigning(method: str) -> Callable[..., None]:
    def assign(
        resource: Any, value: Any, validate_shape: bool = False, name: str | None = None
    ) -> None:
        getattr(resource, method)(value)

    return assign


def _gather(
    resource: Any, indices: Any, dtype: Any = None, batch_dims: int = 0,
    validate_indices: bool = True, name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    return _core.gather(resource, indices, batch_dims=batch_dims)


def _gather_nd(
    resource: Any, indices: Any, dtype: Any = None, name: str | None = None
) -> _core.Tensor:
    return _core.gather_nd(resource, indices)


def _scattering(way: str) -> Callable[..., None]:
    def scatter(resource: Any, indices: Any, updates: Any, name: str | None = None) -> None:
        rows = _core.convert_to_tensor(updates, dtype=resource.dtype)
        getattr(resource, f"scatter_{way}")(_slices(rows, indices))

    return scatter


def _slices(rows: Any, indices: Any) -> Any:
    from .._autodiff.indexed_slices import IndexedSlices  # at call time: few programs scatter so

    return IndexedSlices(rows, _core.convert_to_tensor(indices))


def _scattering_nd(way: str) -> Callable[..., None]:
    def scatter(
        ref: Any, indices: Any, updates: Any, use_locking: bool = True,
        bad_indices_policy: str = "", name: str | None = None,
    ) -> None:  # fmt: skip
        getattr(ref, f"scatter_nd_{way}")(indices, updates)

    return scatter


def _dense(rule: Callable[..., dict[str, Any]]) -> Callable[..., None]:
    """The training operation of a rule on whole variables."""
    takes = inspect.signature(rule).parameters

    def apply(use_locking: bool = False, name: str | None = None, **given: Any) -> None:
        new = rule(**{key: _value(key, value, given["var"]) for key, value in given.items()})
        for key, value in new.items():
            given[key].assign(value)

    return _with_parameters(apply, takes.values())


def _sparse(rule: Callable[..., dict[str, Any]]) -> Callable[..., None]:
    """The same on the rows that `indices` name, one after the other where some come twice."""
    takes = inspect.signature(rule).parameters
    slope = "grad" if "grad" in takes else "delta"

    def apply(
        indices: Any, use_locking: bool = False, name: str | None = None, **given: Any
    ) -> None:
        given[slope] = _core.convert_to_tensor(given.pop("grad"), dtype=given["var"].dtype)
        places = _core.convert_to_tensor(indices)
        for chosen in _without_repetition(places):
            _apply_to_rows(rule, given, slope, places, chosen)

    before = [p.replace(name="grad") if p.name == slope else p for p in takes.values()]
    place = next(number for number, p in enumerate(before) if p.name == "grad") + 1
    rows = inspect.Parameter("indices", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return _with_parameters(apply, [*before[:place], rows, *before[place:]])


def _without_repetition(places: _core.Tensor) -> list[Any]:
    """Numbers of rows in groups, in none of which a place comes twice."""
    numbers = places.numpy().tolist()
    if len(set(numbers)) == len(numbers):
        return [slice(None)]
    return [slice(number, number + 1) for number in range(len(numbers))]


def _apply_to_rows(
    rule: Callable[..., dict[str, Any]], given: dict[str, Any], slope: str, places: Any, chosen: Any
) -> None:
    rows = places[chosen]
    values = {key: _value(key, value, given["var"]) for key, value in given.items()}
    for key, value in given.items():
        if isinstance(value, _core.Variable):
            values[key] = _core.gather(value, rows)
    values[slope] = given[slope][chosen]
    for key, value in rule(**values).items():
        given[key].scatter_update(_slices(value, rows))


def _value(key: str, value: Any, var: Any) -> Any:
    """A tensor of the variable's dtype; switches and counts stay what they are."""
    if isinstance(value, bool) or key == "global_step":
        return value
    if isinstance(value, _core.Variable):
        return value.read_value()
    return _core.convert_to_tensor(value, dtype=var.dtype)


def _with_parameters(apply: Callable[..., None], parameters: Any) -> Callable[..., None]:
    kind = inspect.Parameter.KEYWORD_ONLY
    own = [
        inspect.Parameter("use_locking", kind, default=False),
        inspect.Parameter("name", kind, default=None),
    ]
    taken = sorted(
        [p.replace(kind=kind) for p in parameters], key=lambda p: p.default is not p.empty
    )
    apply.__signature__ = inspect.Signature([*taken, *own])  # type: ignore[attr-defined]
    return apply


def _named() -> Mapping[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = {
        "ReadVariableOp": _read,
        "VariableShape": _shape,
        "ResourceGather": _gather,
        "ResourceGatherNd": _gather_nd,
    }
    for kind, method in (("", "assign"), ("Add", "assign_add"), ("Sub", "assign_sub")):
        found[f"Assign{kind}VariableOp"] = _assigning(method)
    for way in ("add", "div", "max", "min", "mul", "sub", "update"):
        found[f"ResourceScatter{way.title()}"] = _scattering(way)
    for way in ("add", "max", "min", "sub", "update"):
        found[f"ResourceScatterNd{way.title()}"] = _scattering_nd(way)
    found.update((f"ResourceApply{name}", _dense(rule)) for name, rule in DENSE.items())
    found.update((f"ResourceSparseApply{name}", _sparse(DENSE[name])) for name in SPARSE)
    return found


OF_VARIABLES = _named()
