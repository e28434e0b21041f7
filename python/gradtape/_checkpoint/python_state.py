"""`PythonState`: what a program would save of itself besides variables.

Invariant: a checkpoint holds tensors, and refuses an object that has such a state.
"""

from __future__ import annotations

from typing import Any


class PythonState:
    """Base of objects that put their state into a text, and take it out of one.

    `NotImplementedError` from a checkpoint that is to save one.

    >>> class Counter(tf.train.experimental.PythonState):
    ...     count = 3
    ...     def serialize(self):
    ...         return str(self.count)
    ...     def deserialize(self, string_value):
    ...         self.count = int(string_value)
    >>> counter = Counter()
    >>> counter.deserialize("5")
    >>> counter.serialize()
    '5'
    """

    def serialize(self) -> Any:
        """The state as a text; a subclass says it."""
        raise NotImplementedError

    def deserialize(self, string_value: Any) -> None:
        """Take the state from a text; a subclass does it."""
        raise NotImplementedError

    def _trackable_children(self) -> dict[str, Any]:
        raise NotImplementedError(
            f"a checkpoint holds tensors alone: {type(self).__name__} may keep its state in a "
            "tf.Variable, such as one of a string"
        )
