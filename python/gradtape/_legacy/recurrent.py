"""`tf.nn` of version 1: cells taken through sequences that end where `sequence_length` says.

Invariant: behind the end of a sequence the output is zero and the state stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure import nest

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_SAYS = {
    "output_size": "'output_size' property is missing",
    "state_size": "'state_size' property is missing",
}


def dynamic_rnn(
    cell: Any,
    inputs: TensorLike,
    sequence_length: TensorLike | None = None,
    initial_state: Any = None,
    dtype: DTypeLike = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """All outputs of a cell over `[batch, steps, features]`, and the last state.

    The first state is `initial_state`, or zeros of `dtype`. With `time_major` steps are the first
    axis of what comes and goes.

    >>> cell = tf.keras.layers.GRUCell(3)
    >>> x, start = tf.ones([2, 4, 5]), tf.zeros([2, 3])
    >>> outputs, state = tf.compat.v1.nn.dynamic_rnn(cell, x, [4, 1], initial_state=start)
    >>> outputs.shape, outputs[1, 1:].numpy().any()
    (TensorShape([2, 4, 3]), np.False_)
    """
    inputs = nest.map_structure(_core.convert_to_tensor, inputs)
    if not time_major:
        inputs = nest.map_structure(_turned, inputs)
    count = nest.flatten(inputs)[0].shape[0]
    steps = [nest.map_structure(lambda part, t=t: part[t], inputs) for t in range(count)]
    outputs, state = static_rnn(cell, steps, initial_state, dtype, sequence_length, _first="cell")
    whole = nest.map_structure(lambda *parts: _core.stack(list(parts)), *outputs)
    return (whole if time_major else nest.map_structure(_turned, whole)), state


def static_rnn(
    cell: Any,
    inputs: Sequence[Any],
    initial_state: Any = None,
    dtype: DTypeLike = None,
    sequence_length: TensorLike | None = None,
    scope: Any = None,
    _first: str = "cell",
) -> tuple[list[Any], Any]:
    """The outputs of a cell for each tensor of a list, one for each step, and the last state.

    >>> cell = tf.keras.layers.GRUCell(3)
    >>> steps = [tf.ones([2, 5]), tf.zeros([2, 5])]
    >>> outputs, state = tf.compat.v1.nn.static_rnn(cell, steps, tf.zeros([2, 3]))
    >>> len(outputs), bool(tf.reduce_all(outputs[1] == state))
    (2, True)
    """
    _check_cell(_first, cell)
    if not inputs:
        raise ValueError("Argument `inputs` must not be empty.")
    lengths = None if sequence_length is None else _lengths(sequence_length)
    state = initial_state
    if state is None:
        state = _zeros(cell, nest.flatten(inputs[0])[0].shape[0], dtype)
    outputs = []
    for t, step in enumerate(inputs):
        output, following = cell(step, state)
        if lengths is not None:
            keep, nothing = _kept(t < lengths), nest.map_structure(_core.zeros_like, output)
            output = nest.map_structure(keep, output, nothing)
            following = nest.map_structure(keep, following, state)
        outputs.append(output)
        state = following
    return outputs, state


def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: TensorLike,
    sequence_length: TensorLike | None = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: DTypeLike = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """`dynamic_rnn` from the start, and from the end of each sequence: pairs of both.

    >>> cells = tf.keras.layers.GRUCell(3), tf.keras.layers.GRUCell(3)
    >>> start = tf.zeros([2, 3])
    >>> rnn = tf.compat.v1.nn.bidirectional_dynamic_rnn
    >>> outputs, states = rnn(*cells, tf.ones([2, 4, 5]), None, start, start)
    >>> len(outputs), outputs[1].shape
    (2, TensorShape([2, 4, 3]))
    """
    _check_cell("cell_fw", cell_fw)
    _check_cell("cell_bw", cell_bw)
    options: dict[str, Any] = {"dtype": dtype, "time_major": time_major}
    ends = (0, 1) if time_major else (1, 0)

    def turned(whole: Any) -> Any:
        return nest.map_structure(lambda part: _reversed(part, sequence_length, ends), whole)

    inputs = nest.map_structure(_core.convert_to_tensor, inputs)
    forward, last = dynamic_rnn(cell_fw, inputs, sequence_length, initial_state_fw, **options)
    backward, first = dynamic_rnn(
        cell_bw, turned(inputs), sequence_length, initial_state_bw, **options
    )
    return (forward, turned(backward)), (last, first)


def _check_cell(name: str, cell: Any) -> None:
    missing = [says for attribute, says in _SAYS.items() if not hasattr(cell, attribute)]
    if not (hasattr(cell, "get_initial_state") or hasattr(cell, "zero_state")):
        missing.append("either 'zero_state' or 'get_initial_state' method is required")
    if not callable(cell):
        missing.append("is not callable")
    if missing:
        reasons = ", ".join(missing)
        raise TypeError(f"The argument {name!r} ({cell}) is not an RNNCell: {reasons}.")


def _lengths(given: TensorLike) -> _core.Tensor:
    lengths = _core.cast(_core.convert_to_tensor(given), _core.int32)
    if lengths.shape.rank != 1:
        raise ValueError(
            "Argument sequence_length must be a vector of length batch_size. Received "
            f"sequence_length={lengths} of shape: {lengths.shape}"
        )
    return lengths


def _zeros(cell: Any, batch: int, dtype: Any) -> Any:
    """The first state of a cell, in the structure of its `state_size`."""
    if dtype is None:
        raise ValueError("If no initial_state is provided, argument `dtype` must be specified")
    if not hasattr(cell, "get_initial_state"):
        return cell.zero_state(batch, dtype)
    state = cell.get_initial_state(batch_size=batch, dtype=dtype)
    flat = nest.flatten(state)
    return nest.pack_sequence_as(cell.state_size, flat) if len(flat) > 1 else flat[0]


def _kept(rows: _core.Tensor) -> Callable[[Any, Any], Any]:
    """A function that takes the new rows where `rows` is true, and the old ones elsewhere."""

    def choose(new: Any, old: Any) -> Any:
        return _core.where(_core.reshape(rows, [-1, *[1] * (new.shape.rank - 1)]), new, old)

    return choose


def _turned(x: Any) -> Any:
    """A tensor with its first two axes exchanged."""
    return _core.transpose(x, [1, 0, *range(2, x.shape.rank)])


def _reversed(x: Any, lengths: TensorLike | None, axes: tuple[int, int]) -> Any:
    steps, batch = axes
    if lengths is None:
        return _core.reverse(x, [steps])
    return _core.reverse_sequence(x, lengths, steps, batch)
