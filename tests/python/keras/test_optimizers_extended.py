"""Optimizers that programs of Keras 2 put around or on top of the library's own."""

import numpy as np
import pytest
from library import tf

optimizers = tf.keras.optimizers
pytestmark = pytest.mark.ours("Keras 3 has another base class")
SLOPES = [[1.0, -2.0], [0.5, 0.5]]


def after_steps(optimizer, slopes=SLOPES):
    w = tf.Variable([1.0, 2.0])
    for slope in slopes:
        optimizer.apply_gradients([(tf.constant(slope), w)])
    return w


class Behind(optimizers.Optimizer):
    """Every `period` steps the variable goes back half of the way to where it was."""

    def __init__(self, inner, period=2, name="Behind", **kwargs):
        super().__init__(name, **kwargs)
        self._inner = optimizers.get(inner)
        self._set_hyper("period", period)
        self._track_trackable(self._inner, "inner")

    def _create_slots(self, var_list):
        self._inner._create_slots(var_list=var_list)
        for var in var_list:
            self.add_slot(var, "slow", initializer=var)

    def _create_hypers(self):
        self._inner._create_hypers()

    def _prepare(self, var_list):
        return self._inner._prepare(var_list=var_list)

    def apply_gradients(self, grads_and_vars, name=None, **kwargs):
        self._inner._iterations = self.iterations
        return super().apply_gradients(grads_and_vars, name, **kwargs)

    def _resource_apply_dense(self, grad, var):
        self._inner._resource_apply_dense(grad, var)
        slow, period = self.get_slot(var, "slow"), self._get_hyper("period", tf.int64)
        due = tf.equal((self.iterations + 1) % period, 0)
        back = tf.where(due, (slow + var) / 2.0, var)
        slow.assign(tf.where(due, back, slow), use_locking=self._use_locking)
        return var.assign(back, use_locking=self._use_locking)

    @property
    def weights(self):
        return self._weights + self._inner.weights

    def get_config(self):
        own = {"inner": optimizers.serialize(self._inner), "period": self.period}
        return {**super().get_config(), **own}


@pytest.mark.parametrize("inner", ["sgd", "adam", "rmsprop", "adamax", "ftrl"])
def test_an_optimizer_around_another(inner):
    optimizer, plain = Behind(inner), optimizers.get(inner)
    w, v = after_steps(optimizer), after_steps(plain)
    np.testing.assert_allclose(w.numpy(), (np.array([1.0, 2.0]) + v.numpy()) / 2, rtol=1e-6)
    assert int(optimizer.iterations) == 2
    assert optimizer.weights[1].name.endswith("/slow:0")


def test_numbers_keep_their_type_and_are_listed():
    optimizer = Behind("sgd", clipnorm=1.0)
    optimizer._set_hyper("every", 3)
    assert optimizer._get_hyper("every", tf.int64).dtype == tf.int64
    assert "period" in optimizer._hyper
    assert "weight_decay" not in optimizer._hyper
    plain = optimizers.SGD()
    plain._set_hyper("flag", False)
    assert plain._get_hyper("flag").dtype == tf.bool
    config = optimizer.get_config()
    assert sorted(config) == ["clipnorm", "inner", "name", "period"]


class Shrinking:
    """Weight decay before the step of whichever optimizer it stands before."""

    def __init__(self, shrink, **kwargs):
        super().__init__(**kwargs)
        self._set_hyper("shrink", shrink)

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[var_device, var_dtype]["shrink"] = tf.identity(self._get_hyper("shrink"))

    def _resource_apply_dense(self, grad, var, apply_state=None):
        numbers = apply_state[var.device, var.dtype.base_dtype]
        var.assign_sub(numbers["shrink"] * var)
        numbers["lr_t"] = numbers["lr_t"] * 0.5
        return super()._resource_apply_dense(grad, var, apply_state=apply_state)


def test_the_rate_of_a_step_may_be_changed():
    class Halved(Shrinking, optimizers.SGD):
        pass

    # 0.9 * 1 - 0.05 * 1, and 0.9 * 2 + 0.05 * 2
    w = after_steps(Halved(0.1, learning_rate=0.1), SLOPES[:1])
    np.testing.assert_allclose(w.numpy(), [0.85, 1.9], rtol=1e-6)


def test_gradients_are_transformed():
    def doubled(pairs):
        return [(2.0 * grad, variable) for grad, variable in pairs]

    w = after_steps(optimizers.SGD(0.1, gradient_transformers=[doubled]), SLOPES[:1])
    np.testing.assert_allclose(w.numpy(), [0.8, 2.4], rtol=1e-6)


def test_rows_of_one_place_are_added_up():
    class Rows(optimizers.Optimizer):
        def __init__(self, name="Rows", **kwargs):
            super().__init__(name, **kwargs)

        def _resource_apply_dense(self, grad, var):
            raise AssertionError("rows are expected")

        def _resource_apply_sparse(self, grad, var, indices):
            assert indices.numpy().tolist() == [2, 0]
            return self._resource_scatter_add(var, indices, -grad)

    w = tf.Variable([[1.0], [1.0], [1.0]])
    rows = tf.IndexedSlices(tf.constant([[0.5], [1.0], [0.25]]), tf.constant([2, 0, 2]), [3, 1])
    Rows().apply_gradients([(rows, w)])
    assert w.numpy().tolist() == [[0.0], [1.0], [0.25]]


def test_a_rule_is_extended_by_update_step():
    class Halved(optimizers.Adam):
        def update_step(self, gradient, variable, *rate):
            super().update_step(gradient * 0.5, variable, *rate)

    w = after_steps(Halved(0.1))
    plain = after_steps(optimizers.Adam(0.1), (np.array(SLOPES) / 2).astype("float32"))
    np.testing.assert_allclose(w.numpy(), plain.numpy(), rtol=1e-6)
    decayed = after_steps(Halved(0.1, weight_decay=0.1))
    halves = (np.array(SLOPES) / 2).astype("float32")
    both = after_steps(optimizers.Adam(0.1, weight_decay=0.1), halves)
    np.testing.assert_allclose(decayed.numpy(), both.numpy(), rtol=1e-6)


def test_weights_decay_before_a_rule_of_ones_own():
    class Plain(optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            variable.assign_sub(learning_rate * gradient)

    w = after_steps(Plain(learning_rate=0.5, weight_decay=0.1), SLOPES[:1])
    # 1 * (1 - 0.05) - 0.5 * 1, and 2 * (1 - 0.05) + 0.5 * 2
    np.testing.assert_allclose(w.numpy(), [0.45, 2.9], rtol=1e-6)
