"""`Optimizer` of version 1 without graphs: the loss is a function, a subclass has the rule.

A subclass makes its state in `_create_slots`, reads its numbers in `_prepare`, and changes one
variable in `_resource_apply_dense`, or some of its rows in `_resource_apply_sparse`; the library's
rules are in `update_rules`. Invariant: all state is made before the first variable changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike

_VALID = {_core.float16, _core.bfloat16, _core.float32, _core.float64}


class Optimizer:
    """Base of the optimizers: gradients of a loss, and steps along them.

    >>> class Halving(tf.compat.v1.train.Optimizer):
    ...     def __init__(self):
    ...         super().__init__(use_locking=False, name="Halving")
    ...
    ...     def _resource_apply_dense(self, grad, var):
    ...         var.assign_sub(0.5 * grad)
    >>> v = tf.Variable(2.0)
    >>> Halving().minimize(lambda: v * v, var_list=[v])
    >>> v.numpy().item()
    0.0
    """

    GATE_NONE, GATE_OP, GATE_GRAPH = range(3)  # when gradients may be used, which is at once

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._slots: dict[str, dict[Any, Any]] = {}
        self._non_slot_dict: dict[str, Any] = {}

    def get_name(self) -> str:
        """The name."""
        return self._name

    # --- Steps ----------------------------------------------------------------------------------

    def compute_gradients(
        self,
        loss: Callable[[], Any],
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """Pairs of gradient and variable, of a function `loss`.

        `var_list` is by default what the function reads. `RuntimeError` for a `loss` that cannot be
        called.
        """
        if not callable(loss):
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when eager "
                "execution is enabled."
            )
        with _core.GradientTape() as tape:
            if var_list is not None:
                tape.watch(list(var_list))
            value = loss()
        variables = list(tape.watched_variables() if var_list is None else var_list)
        pairs = list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))
        self._assert_valid_dtypes([variable for grad, variable in pairs if grad is not None])
        return pairs

    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: str | None = None
    ) -> None:
        """One step for each pair; `global_step` counts it. `ValueError` without any gradient."""
        pairs = tuple(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        present = [(_gradient(grad), variable) for grad, variable in pairs if grad is not None]
        if not present:
            named = [str(variable) for _, variable in pairs]
            raise ValueError(f"No gradients provided for any variable: {named}.")
        with _core.stop_recording_all():
            self._create_slots([variable for _, variable in present])
            self._prepare()
            changes = [self._change(grad, variable) for grad, variable in present]
            self._finish(changes, self.get_name() if name is None else name)
        if global_step is not None:
            global_step.assign_add(1)

    def _change(self, grad: Any, variable: Any) -> Any:
        """One variable's step, within its constraint."""
        if isinstance(grad, IndexedSlices):
            done = self._resource_apply_sparse_duplicate_indices(
                grad.values, variable, grad.indices
            )
        else:
            done = self._resource_apply_dense(grad, variable)
        if variable.constraint is not None:
            variable.assign(variable.constraint(variable))
        return done

    def minimize(
        self,
        loss: Callable[[], Any],
        global_step: TensorLike | None = None,
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> None:
        """`compute_gradients` and `apply_gradients`. `ValueError` without any gradient."""
        pairs = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if not any(grad is not None for grad, _ in pairs):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not "
                "support gradients, between variables "
                f"{[str(variable) for _, variable in pairs]} and loss {loss}."
            )
        self.apply_gradients(pairs, global_step=global_step, name=name)

    # --- State ----------------------------------------------------------------------------------

    def get_slot(self, var: Any, name: str) -> Any:
        """A variable of state, None if there is none."""
        return self._slots.get(name, {}).get(_var_key(var))

    def get_slot_names(self) -> list[str]:
        """The names of the state."""
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        """All state, by name."""
        slots = [slot for named in self._slots.values() for slot in named.values()]
        return sorted([*self._non_slot_variables(), *slots], key=lambda variable: variable.name)

    def _trackable_children(self) -> dict[str, Any]:
        slots = [slot for named in self._slots.values() for slot in named.values()]
        return {**self._non_slot_dict, **{f"slot{n}": slot for n, slot in enumerate(slots)}}

    def _slot_dict(self, slot_name: str) -> dict[Any, Any]:
        """The slots of one name by their variables."""
        return self._slots.setdefault(slot_name, {})

    def _get_or_make_slot(self, var: Any, val: TensorLike, slot_name: str, op_name: str) -> Any:
        """The slot of a variable, which starts with `val`."""
        named = self._slot_dict(slot_name)
        if _var_key(var) not in named:
            label = f"{var.name.split(':')[0]}/{op_name}"
            named[_var_key(var)] = _core.Variable(val, trainable=False, name=label)
        return named[_var_key(var)]

    def _get_or_make_slot_with_initializer(
        self,
        var: Any,
        initializer: Callable[..., Any],
        shape: ShapeLike,
        dtype: DTypeLike,
        slot_name: str,
        op_name: str,
    ) -> Any:
        """The slot of a variable, which starts with what an initializer gives."""
        start = self.get_slot(var, slot_name)
        if start is None:
            start = initializer(_core.TensorShape(shape).as_list(), dtype=dtype)
        return self._get_or_make_slot(var, start, slot_name, op_name)

    def _zeros_slot(self, var: Any, slot_name: str, op_name: str) -> Any:
        """The slot of a variable, which starts with zeros."""
        return self._get_or_make_slot(var, _core.zeros(var.shape, var.dtype), slot_name, op_name)

    def _create_non_slot_variable(self, initial_value: Any, name: str, colocate_with: Any) -> Any:
        """State that goes with no variable; that of this name if there is one."""
        if name not in self._non_slot_dict:
            made = _core.Variable(initial_value, trainable=False, name=name)
            self._non_slot_dict[name] = made
        return self._non_slot_dict[name]

    def _get_non_slot_variable(self, name: str, graph: Any = None) -> Any:
        return self._non_slot_dict.get(name)

    def _non_slot_variables(self) -> list[Any]:
        return list(self._non_slot_dict.values())

    # --- What a subclass defines ----------------------------------------------------------------

    def _create_slots(self, var_list: list[Any]) -> None:
        """Make the state of these variables."""

    def _prepare(self) -> None:
        """Read what all variables of a step have in common."""

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        raise NotImplementedError

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        raise NotImplementedError

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, handle: Any, indices: Any) -> Any:
        """`_resource_apply_sparse` with the rows for one place added up."""
        places, group = _core.unique(indices)
        summed = _core.unsorted_segment_sum(grad, group, places.shape[0])
        return self._resource_apply_sparse(summed, handle, places)

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        """The rule of a graph's variables, of which there are none."""
        return self._resource_apply_dense(grad, var)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        """What a step ends with."""

    def _valid_dtypes(self) -> set[Any]:
        """The dtypes that variables may have."""
        return _VALID

    def _assert_valid_dtypes(self, tensors: list[Any]) -> None:
        valid = self._valid_dtypes()
        for tensor in tensors:
            dtype = tensor.dtype.base_dtype
            if dtype not in valid:
                raise ValueError(
                    f"Invalid type {dtype!r} for {getattr(tensor, 'name', tensor)}, expected: "
                    f"{list(valid)}."
                )

    def _call_if_callable(self, param: Any) -> Any:
        """A number that may be given as a function of no argument."""
        return param() if callable(param) else param


def _gradient(given: TensorLike) -> Any:
    return given if isinstance(given, IndexedSlices) else _core.convert_to_tensor(given)


def _var_key(variable: Any) -> Any:
    return variable.ref()
