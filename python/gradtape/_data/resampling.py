"""`rejection_resample`: elements left out at random so that classes come in given shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import _core
from .._structure.tensor_spec import TensorSpec
from .shuffling import Draws
from .stream import Stream
from .transforming import Over


class Resample(Over):
    """Pairs of a class and an element; see `Dataset.rejection_resample`."""

    title = "_RejectionResampleDataset"

    def __init__(
        self,
        source: Stream,
        function: Callable[..., Any],
        target: Any,
        initial: Any,
        seed: int | None,
    ) -> None:
        super().__init__(source, function)
        self._target = np.asarray(_core.convert_to_tensor(target).numpy(), np.float64)
        if initial is not None:
            initial = np.asarray(_core.convert_to_tensor(initial).numpy(), np.float64)
        self._initial = initial
        self._draws = Draws(seed, anew=True)

    def elements(self) -> Iterator[Any]:
        generator = self._draws.generator()
        counts = np.ones(len(self._target))
        applied = self._applied()
        for element in self._source.elements():
            found = _core.convert_to_tensor(applied(element))
            number = int(found)
            counts[number] += 1
            shares = counts / counts.sum() if self._initial is None else self._initial
            if generator.random() < _kept(self._target, shares)[number]:
                yield found, element

    def spec(self) -> Any:
        return TensorSpec([], _core.int32), self._source.spec()

    def cardinality(self) -> int:
        """That of all elements, as TensorFlow tells it."""
        return self._source.cardinality()

    def example(self) -> Any:
        return _core.constant(0, dtype=_core.int32), self._source.example()


def _kept(target: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """How likely an element of each class is kept: 1 where the class is rarest for its share."""
    ratios = np.divide(target, shares, out=np.zeros_like(target), where=shares > 0)
    most = ratios.max()
    return ratios / most if most > 0 else ratios
