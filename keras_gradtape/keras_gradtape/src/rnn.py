"""Recurrent layers: a loop over the steps; LSTM and GRU multiply their inputs before it.

With their usual activations all steps of these two are one operation of gradtape's core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keras.src import tree

import gradtape
from gradtape import _core

from .ops.core import convert_to_tensor


def rnn(
    step_function: Callable[[Any, Any], tuple[Any, Any]],
    inputs: Any,
    initial_states: Any,
    go_backwards: bool = False,
    mask: Any = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[Any, Any, Any]:
    """Calls `step_function(input, states + constants)` for each step of `inputs`.

    `inputs` have shape (rows, steps, ...), or (steps, rows, ...) if `time_major`. Where `mask`, of
    shape (rows, steps) or (rows, steps, 1), is false, the states stay, and the output is that of
    the step before, or zeros if `zero_output_for_mask`. Returns the last output, all outputs (only
    the last, if not `return_all_outputs`) and the last states. `unroll` changes nothing.
    """
    if not time_major:
        inputs = tree.map_structure(_swapped, inputs)
    steps = [gradtape.unstack(leaf) for leaf in tree.flatten(inputs)]
    count = len(steps[0])
    if unroll and not count:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    masks = _masks(mask, count, input_length, time_major)
    constants = tuple(constants or ())
    states, output = tuple(initial_states), None
    outputs: list[Any] = []
    for index in reversed(range(count)) if go_backwards else range(count):
        now = tree.pack_sequence_as(inputs, [leaf[index] for leaf in steps])
        new, new_states = step_function(now, (*states, *constants))
        if masks is not None:
            before: Any = None if zero_output_for_mask else output
            new = tree.map_structure(
                lambda *leaves, m=masks[index]: _chosen(m, *leaves), new, *_or_none(before)
            )
            new_states = _kept(masks[index], new_states, states)
        output, states = new, tuple(new_states)
        outputs = [*outputs, output] if return_all_outputs else [output]
    together = tree.map_structure(lambda *leaves: gradtape.stack(leaves), *outputs)
    if not time_major:
        together = tree.map_structure(_swapped, together)
    return output, together, list(states) if isinstance(new_states, list) else states


def _swapped(leaf: Any) -> Any:
    """The first two axes the other way round."""
    return gradtape.transpose(leaf, [1, 0, *range(2, len(leaf.shape))])


def _masks(mask: Any, count: int, input_length: Any, time_major: bool) -> list[Any] | None:
    """For each step which rows take part in it, of shape (rows, 1)."""
    if mask is not None:
        mask = gradtape.cast(mask, gradtape.bool)
        if len(mask.shape) == 2:
            mask = gradtape.expand_dims(mask, -1)
        return gradtape.unstack(mask if time_major else _swapped(mask))
    if input_length is not None and getattr(input_length, "shape", None):
        lengths = gradtape.expand_dims(gradtape.cast(input_length, gradtape.int32), -1)
        return [lengths > index for index in range(count)]
    return None


def _or_none(structure: Any) -> list[Any]:
    return [] if structure is None else [structure]


def _chosen(mask: Any, new: Any, old: Any = None) -> Any:
    """`new` in the rows of the mask, `old`, or zeros, in the others."""
    mask = gradtape.reshape(mask, [mask.shape[0], *[1] * (len(new.shape) - 1)])
    return gradtape.where(mask, new, gradtape.zeros_like(new) if old is None else old)


def _kept(mask: Any, new: Any, old: Any) -> Any:
    flat = [_chosen(mask, a, b) for a, b in zip(tree.flatten(new), tree.flatten(old))]
    return tree.pack_sequence_as(new, flat)


def cudnn_ok(*args: Any, **kwargs: Any) -> bool:
    """Whether a layer can be computed by cuDNN: there is none."""
    return False


def _not_fused(*args: Any, **kwargs: Any) -> Any:
    """Keras takes the loop over its cell where this is raised."""
    raise NotImplementedError


bidirectional_lstm = bidirectional_gru = _not_fused


def lstm(
    inputs: Any,
    initial_state_h: Any,
    initial_state_c: Any,
    mask: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Any,
    recurrent_activation: Any,
    return_sequences: bool = False,
    go_backwards: bool = False,
    unroll: bool = False,
    time_major: bool = False,
) -> tuple[Any, Any, Any]:
    """An LSTM whose steps multiply the state alone: all inputs are multiplied at once.

    `NotImplementedError` where rows are masked, which the loop over the cell knows better.
    """
    if mask is not None:
        raise NotImplementedError
    projected, weights = _projected(inputs, kernel, bias), convert_to_tensor(recurrent_kernel)
    gate, act = _plain(recurrent_activation), _plain(activation)
    if _is_usual(gate, act, projected):
        x = _steps_first(projected, go_backwards, time_major)
        start_h, start_c = _alike(x, initial_state_h), _alike(x, initial_state_c)
        h, c = _core._lstm(x, start_h, start_c, weights)
        return _found(h, [h[-1], c[-1]], return_sequences, time_major)

    def step(x: Any, states: Any) -> tuple[Any, Any]:
        h, c = states
        entry, forget, new, out = gradtape.split(x + gradtape.matmul(h, weights), 4, axis=-1)
        c = gate(forget) * c + gate(entry) * act(new)
        h = gate(out) * act(c)
        return h, [h, c]

    states = [initial_state_h, initial_state_c]
    options = {"go_backwards": go_backwards, "time_major": time_major}
    return rnn(step, projected, states, return_all_outputs=return_sequences, **options)


def gru(
    inputs: Any,
    initial_state: Any,
    mask: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    activation: Any,
    recurrent_activation: Any,
    return_sequences: bool = False,
    go_backwards: bool = False,
    unroll: bool = False,
    time_major: bool = False,
    reset_after: bool = True,
) -> tuple[Any, Any, Any]:
    """A GRU whose steps multiply the state alone, as `lstm`; only with `reset_after`."""
    if mask is not None or not reset_after:
        raise NotImplementedError
    inner_bias: Any = None
    if bias is not None:
        bias, inner_bias = gradtape.unstack(convert_to_tensor(bias))
    projected, weights = _projected(inputs, kernel, bias), convert_to_tensor(recurrent_kernel)
    gate, act = _plain(recurrent_activation), _plain(activation)
    if _is_usual(gate, act, projected):
        x = _steps_first(projected, go_backwards, time_major)
        h = _core._gru(x, _alike(x, initial_state), weights, inner_bias)
        return _found(h, [h[-1]], return_sequences, time_major)

    def step(x: Any, states: Any) -> tuple[Any, Any]:
        (h,) = states
        x_update, x_reset, x_new = gradtape.split(x, 3, axis=-1)
        inner = gradtape.matmul(h, weights)
        inner = inner if inner_bias is None else inner + inner_bias
        h_update, h_reset, h_new = gradtape.split(inner, 3, axis=-1)
        update, reset = gate(x_update + h_update), gate(x_reset + h_reset)
        h = update * h + (1.0 - update) * act(x_new + reset * h_new)
        return h, [h]

    options = {"go_backwards": go_backwards, "time_major": time_major}
    return rnn(step, projected, [initial_state], return_all_outputs=return_sequences, **options)


def _is_usual(gate: Any, act: Any, projected: Any) -> bool:
    """Whether the operation of the core computes this layer, which has steps at all."""
    return gate is gradtape.sigmoid and act is gradtape.tanh and 0 not in projected.shape


def _steps_first(projected: Any, go_backwards: bool, time_major: bool) -> Any:
    steps = projected if time_major else _swapped(projected)
    return gradtape.reverse(steps, [0]) if go_backwards else steps


def _alike(x: Any, state: Any) -> Any:
    return convert_to_tensor(state, x.dtype.name)


def _found(h: Any, states: list[Any], whole: bool, time_major: bool) -> tuple[Any, Any, Any]:
    """What `rnn` returns, from the states after all steps."""
    outputs = h if whole else h[-1:]
    return states[0], outputs if time_major else _swapped(outputs), states


def _projected(inputs: Any, kernel: Any, bias: Any) -> Any:
    """All inputs times the kernel, plus the bias."""
    kernel = convert_to_tensor(kernel)
    product = gradtape.tensordot(convert_to_tensor(inputs, kernel.dtype.name), kernel, 1)
    return product if bias is None else product + convert_to_tensor(bias)


def _plain(activation: Any) -> Callable[[Any], Any]:
    """gradtape's function for the activations that nearly every layer has."""
    from keras.src import activations

    known = {activations.tanh: gradtape.tanh, activations.sigmoid: gradtape.sigmoid}
    return known.get(activation) or activation or (lambda x: x)
