"""The masks in a network of layers where some layer takes masks off its inputs, as in Keras 3.

A layer that is called on one tensor, and takes `mask`, is told that of the symbolic tensor there,
from which nothing is taken off. All else comes of the masks that values carry. Both are the same
but behind a tensor whose mask attention has used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer import masks
from ..symbolic import MASK, Node, is_symbolic


def runner_of_nodes() -> Callable[[Node, tuple[Any, ...], dict[str, Any]], Any]:
    """What runs the calls of one run of a network, in their order."""
    return _run if is_keras_2_asked_for() or not masks.used() else _Run()


def _run(node: Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return node.layer(*args, **kwargs)


class _Run:
    """One run. Invariant: `_told` has the masks of symbols whose values carry another, or none."""

    def __init__(self) -> None:
        self._told: dict[int, Any] = {}

    def __call__(self, node: Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        symbols = [leaf for leaf in nest.flatten((node.args, node.kwargs)) if is_symbolic(leaf)]
        if any(id(symbol) in self._told for symbol in symbols):
            return self._run_apart(node, args, kwargs)
        values = [(leaf, getattr(leaf, MASK, None)) for leaf in nest.flatten((args, kwargs))]
        before = [(value, mask) for value, mask in values if mask is not None]
        outputs = node.layer(*args, **kwargs)
        for value, mask in before:
            if getattr(value, MASK, None) is None:
                self._note(node, args, kwargs, value, mask)
        return outputs

    def _note(self, node: Node, args: Any, kwargs: Any, value: Any, mask: Any) -> None:
        """The mask of the symbols that stand for a value which has lost it."""
        nest.map_structure(
            lambda symbol, one: self._told.update({id(symbol): mask}) if one is value else None,
            (node.args, {name: node.kwargs[name] for name in kwargs}),
            (args, kwargs),
        )

    def _run_apart(self, node: Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The outputs of a layer whose inputs carry other masks than their symbols."""
        layer = node.layer
        if not args:
            return layer(**kwargs)
        told = nest.map_structure(self._mask_of, node.args[0], args[0])
        if len(args) == 1 and not kwargs and is_symbolic(node.args[0]) and masks.takes_mask(layer):
            kwargs = {"mask": told}
        outputs = layer(*args, **kwargs)
        if getattr(layer, "supports_masking", False):
            mask = layer.compute_mask(args[0], told)
            found = nest.flatten(mask) if nest.is_nested(mask) else [mask]
            for symbol, value, one in zip(
                nest.flatten(node.outputs), nest.flatten(outputs), found, strict=False
            ):
                if one is not None and getattr(value, MASK, None) is not one:
                    self._told[id(symbol)] = one
        return outputs

    def _mask_of(self, symbol: Any, value: Any) -> _core.Tensor | None:
        """That of the symbolic tensor."""
        return self._told.get(id(symbol), getattr(value, MASK, None))
