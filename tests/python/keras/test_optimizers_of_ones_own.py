"""Optimizers that programs define, in the manners of Keras 2.10, 2.11 and 3, and what they call."""

import numpy as np
import pytest
from library import tf

optimizers = tf.keras.optimizers
keras2 = pytest.mark.ours("Keras 3 has another base class")
SLOPES = [[1.0, -2.0], [0.5, 0.5]]


def after_steps(optimizer, start=(1.0, 2.0), slopes=SLOPES):
    w = tf.Variable(start)
    for slope in slopes:
        optimizer.apply_gradients([(tf.constant(slope), w)])
    return w


class Momentum3(optimizers.Optimizer):
    def __init__(self, learning_rate=0.1, momentum=0.5, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self.speeds = [
            self.add_variable_from_reference(reference_variable=v, name="speed") for v in variables
        ]

    def update_step(self, gradient, variable, learning_rate):
        speed = self.speeds[self._get_variable_index(variable)]
        self.assign(speed, self.momentum * speed - learning_rate * gradient)
        self.assign_add(variable, speed)


class Momentum211(optimizers.Optimizer):
    def __init__(self, learning_rate=0.1, momentum=0.5, name="Momentum211", **kwargs):
        super().__init__(name, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.momentum = momentum

    def build(self, var_list):
        super().build(var_list)
        if hasattr(self, "_built") and self._built:
            return
        self._built = True
        self.speeds = [
            self.add_variable_from_reference(model_variable=v, variable_name="speed")
            for v in var_list
        ]

    def update_step(self, gradient, variable):
        rate = tf.cast(self.learning_rate, variable.dtype)
        speed = self.speeds[self._index_dict[self._var_key(variable)]]
        speed.assign(self.momentum * speed - rate * gradient)
        variable.assign_add(speed)

    def get_config(self):
        rate = self._serialize_hyperparameter(self._learning_rate)
        return {**super().get_config(), "learning_rate": rate, "momentum": self.momentum}


class Momentum210(optimizers.Optimizer):
    def __init__(self, learning_rate=0.1, momentum=0.5, name="Momentum210", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("momentum", momentum)
        self.rows = 0

    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "speed")

    @tf.function
    def _resource_apply_dense(self, grad, var, apply_state=None):
        state = (apply_state or {}).get((var.device, var.dtype.base_dtype))
        state = state or self._fallback_apply_state(var.device, var.dtype.base_dtype)
        speed = self.get_slot(var, "speed")
        momentum = self._get_hyper("momentum", var.dtype.base_dtype)
        speed.assign(momentum * speed - state["lr_t"] * grad)
        var.assign_add(speed)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        self.rows += len(indices)
        self._resource_scatter_add(var, indices, -self._decayed_lr(var.dtype) * grad)

    def get_config(self):
        names = ("learning_rate", "momentum")
        own = {name: self._serialize_hyperparameter(name) for name in names}
        return {**super().get_config(), **own}


KINDS = [
    Momentum3,
    pytest.param(Momentum211, marks=keras2),
    pytest.param(Momentum210, marks=keras2),
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_manner_makes_the_same_steps(kind):
    optimizer = kind(learning_rate=0.1, momentum=0.5)
    w = after_steps(optimizer)
    np.testing.assert_allclose(w.numpy(), [0.8, 2.25], rtol=1e-6)
    assert int(optimizer.iterations) == 2
    again = kind.from_config({**kind(0.25).get_config(), "momentum": 0.0})
    np.testing.assert_allclose(after_steps(again).numpy(), [0.625, 2.375], rtol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_models_are_fitted_with_each(kind):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False)])
    model.compile(optimizer=kind(learning_rate=0.1), loss="mse")
    history = model.fit(np.ones([8, 2]), np.ones([8, 1]), batch_size=4, epochs=3, verbose=0)
    assert history.history["loss"][-1] < history.history["loss"][0]


@keras2
def test_a_schedule_and_a_decay_reach_the_rule():
    schedule = optimizers.schedules.PiecewiseConstantDecay([0], [0.1, 0.2])
    w = after_steps(Momentum210(schedule, momentum=0.0))
    np.testing.assert_allclose(w.numpy(), [1.0 - 0.1 - 0.1, 2.0 + 0.2 - 0.1], rtol=1e-6)
    w = after_steps(Momentum210(0.1, momentum=0.0, decay=1.0))
    np.testing.assert_allclose(w.numpy(), [1.0 - 0.1 - 0.025, 2.0 + 0.2 - 0.025], rtol=1e-6)


@keras2
def test_numbers_by_name_are_attributes():
    optimizer = Momentum210(0.1, momentum=0.5)
    optimizer.momentum = 0.0
    assert float(optimizer.momentum) == 0.0
    np.testing.assert_allclose(after_steps(optimizer).numpy(), [0.85, 2.15], rtol=1e-6)
    with pytest.raises(AttributeError, match="no attribute 'moment'"):
        optimizer.moment  # noqa: B018


@keras2
def test_rows_of_a_table_come_added_up():
    table = tf.Variable([[1.0], [2.0], [3.0]])
    optimizer = Momentum210(0.5)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table, [2, 0, 2]))
    optimizer.apply_gradients([(tape.gradient(loss, table), table)])
    assert table.numpy().tolist() == [[0.5], [2.0], [2.0]]
    assert optimizer.rows == 2


@keras2
def test_a_rule_may_add_to_that_of_an_optimizer():
    class Shrinking(optimizers.Adam):
        def _prepare_local(self, var_device, var_dtype, apply_state):
            super()._prepare_local(var_device, var_dtype, apply_state)
            apply_state[(var_device, var_dtype)]["shrink"] = tf.constant(0.5)

        def _resource_apply_dense(self, grad, var, apply_state=None):
            shrink = apply_state[(var.device, var.dtype.base_dtype)]["shrink"]
            with tf.control_dependencies([var.assign(shrink * var)]):
                return super()._resource_apply_dense(grad, var, apply_state=apply_state)

    optimizer, plain = Shrinking(0.1), optimizers.Adam(0.1)
    w, v = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])
    for slope in SLOPES:
        optimizer.apply_gradients([(tf.constant(slope), w), (tf.constant(slope), w)][:1])
        v.assign(0.5 * v)
        plain.apply_gradients([(tf.constant(slope), v)])
    np.testing.assert_allclose(w.numpy(), v.numpy(), rtol=1e-6)
    assert int(optimizer.iterations) == 2


@keras2
def test_variables_may_be_called_for_and_set():
    optimizer = optimizers.Adam(0.1)
    w = after_steps(optimizer)
    assert len(optimizer.variables) == 4  # the learning rate among them, as in Keras 3
    assert [tuple(v.shape) for v in optimizer.variables()] == [(), (2,), (2,)]
    kept = optimizer.get_weights()
    for variable in optimizer.variables():
        variable.assign(tf.zeros_like(variable))
    assert float(optimizer.learning_rate) == pytest.approx(0.1)
    assert optimizer.get_slot(w, "m").numpy().tolist() == [0.0, 0.0]
    optimizer.set_weights(kept)
    np.testing.assert_allclose(optimizer.get_slot(w, "m").numpy(), [0.14, -0.13], rtol=1e-5)
    assert optimizer.get_slot(tf.Variable(1.0), "m") is None
    with pytest.raises(ValueError, match="length 1"):
        optimizer.set_weights(kept[:1])


@keras2
def test_gradients_are_computed_and_applied_apart():
    optimizer, w = optimizers.SGD(0.5), tf.Variable([1.0, 2.0])
    pairs = optimizer.compute_gradients(lambda: tf.reduce_sum(w**2), [w])
    optimizer.apply_gradients(optimizer.aggregate_gradients(pairs))
    assert w.numpy().tolist() == [0.0, 0.0]
    with pytest.raises(ValueError, match="`tape` is required"):
        optimizer.compute_gradients(tf.constant(1.0), [w])
