"""`graph` of a concrete function: what the function takes, returns and reads.

Invariant: it holds descriptions alone. Functions run eagerly, so there are no operations to be
listed or written: asking for them is an `AttributeError` that says so.
"""

from __future__ import annotations

from typing import Any, NoReturn

from .graphs import Graph


class FuncGraph(Graph):
    """What a concrete function takes, returns and reads.

    >>> import gradtape as tf
    >>> graph = tf.function(lambda x: x * 2.0).get_concrete_function(tf.constant([1.0])).graph
    >>> isinstance(graph, tf.Graph), [one.shape.as_list() for one in graph.inputs]
    (True, [[1]])
    """

    building_function = True
    finalized = False
    seed = None

    def __init__(self, name: str, concrete: Any) -> None:
        self.name = name
        self._concrete = concrete

    @property
    def inputs(self) -> list[Any]:
        """The specs of the tensors that the function takes, and the variables that it reads."""
        return [*self._concrete.inputs, *self._concrete.captured_inputs]

    @property
    def outputs(self) -> list[Any]:
        """The specs of the tensors that the function returns."""
        return self._concrete.outputs

    @property
    def structured_outputs(self) -> Any:
        """What the function returns, with specs in the place of tensors."""
        return self._concrete.structured_outputs

    @property
    def structured_input_signature(self) -> Any:
        """The specs of positional and keyword arguments."""
        return self._concrete.structured_input_signature

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the function may read."""
        return self._concrete.variables

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those `variables` that are trainable."""
        return self._concrete.trainable_variables

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"the graph of a concrete function has no {name!r} here: the function runs eagerly, "
            "and what it takes, returns and reads is all that there is of its graph"
        )
