"""Whether this thread is in a `tf.function` or a step of a model, where TensorFlow builds a graph.

`enter` says that a function is called and answers what `leave` is to be told; so do `enter_step`
and `leave_step` of a step of a model, which Keras traces as a function, and `enter_dataset` and
`leave_dataset` of a function of a dataset.
"""

from __future__ import annotations

from .. import _core

enter = _core.enter_graph
leave = _core.leave_graph
enter_dataset = _core.enter_dataset
leave_dataset = _core.leave_dataset
enter_step = _core.enter_step
leave_step = _core.leave_step
is_inside = _core.is_in_function
is_traced = _core.is_traced
is_taped = _core.is_taped


def number() -> int:
    """The number of the graph that TensorFlow would build here; 0 outside of any.

    >>> from gradtape._runtime import inside
    >>> inside.number()
    0
    """
    if not is_traced():
        return 0
    here = enter_step()
    leave_step(here)
    return here
