"""Losses and metrics of symbolic tensors, which a network computes in each call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..._structure import nest
from ..symbolic import is_symbolic
from .network import Network


class Added:
    """Mixin of `Model`.

    >>> import gradtape as tf
    >>> a = tf.keras.Input((2,))
    >>> model = tf.keras.Model(a, tf.keras.layers.Dense(1, kernel_initializer="ones")(a))
    >>> model.add_loss(tf.reduce_sum(model.output))
    >>> y = model(tf.ones([3, 2]))
    >>> [float(loss) for loss in model.losses]
    [6.0]
    """

    _adds_symbolic_losses = False
    _network_of_layers: Network | None

    def add_loss(self, losses: Any, **ignored: Any) -> None:
        """Add scalars to `losses`; a symbolic one of a network is computed in each call."""
        for loss in nest.flatten(losses):
            if is_symbolic(loss) and self._network_of_layers is not None:
                self._adds_symbolic_losses = True
                self._also(loss, super().add_loss)  # type: ignore[misc]
            else:
                super().add_loss(loss)  # type: ignore[misc]

    def add_metric(
        self, value: Any, name: str | None = None, aggregation: str | None = None, **ignored: Any
    ) -> None:
        """Report the mean of a number under this name; a symbolic one is computed in each call."""
        if is_symbolic(value) and self._network_of_layers is not None:
            self._also(value, functools.partial(super().add_metric, name=name))  # type: ignore[misc]
        else:
            super().add_metric(value, name, aggregation)  # type: ignore[misc]

    def _also(self, tensor: Any, receive: Callable[[Any], None]) -> None:
        network: Any = self._network_of_layers
        network.also(tensor, receive)
        self._layers_of_network = network.layers()
