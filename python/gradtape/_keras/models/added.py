"""Losses and metrics of symbolic tensors, which a network computes in each call.

As in Keras 2 each is a layer of the network, behind those that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._structure import nest
from ..layers.added import AddLoss, AddMetric
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
                self._take_end(AddLoss()(loss))
            else:
                super().add_loss(loss)  # type: ignore[misc]

    def add_metric(
        self, value: Any, name: str | None = None, aggregation: str | None = None, **ignored: Any
    ) -> None:
        """Report the mean of a number under this name; a symbolic one is computed in each call."""
        if is_symbolic(value) and self._network_of_layers is not None:
            self._take_end(AddMetric(aggregation, name)(value))
        else:
            super().add_metric(value, name, aggregation)  # type: ignore[misc]

    def _take_end(self, end: Any) -> None:
        """Compute what one of the two layers returned, too."""
        network: Any = self._network_of_layers
        network.also(end)
        self._layers_of_network = network.layers()
        self._adds_symbolic_losses |= isinstance(end.node.layer, AddLoss)

    def _take_ends(self, results: Iterable[list[Any]]) -> None:
        """The same of all such results of the calls that a configuration says."""
        for result in results:
            for end in result:
                if isinstance(end.node.layer, (AddLoss, AddMetric)):
                    self._take_end(end)
