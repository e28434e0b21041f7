"""Optimizers of version 1: rules of a program's own, gradients of rows, the library's numbers."""

import numpy as np
import pytest
from library import tf

train = tf.compat.v1.train


class Signed(train.Optimizer):
    """A rule as programs write it: numbers in `_prepare`, state in `_create_slots`."""

    def __init__(self, learning_rate=0.1, use_locking=False, name="Signed"):
        super().__init__(use_locking, name)
        self._lr, self._lr_t, self.finished = learning_rate, None, []

    def _prepare(self):
        self._lr_t = tf.convert_to_tensor(self._call_if_callable(self._lr), name="learning_rate")

    def _create_slots(self, var_list):
        self._create_non_slot_variable(1.0, "power", var_list[0])
        for variable in var_list:
            self._zeros_slot(variable, "moving", self._name)

    def _resource_apply_dense(self, grad, var):
        moving = self.get_slot(var, "moving")
        moving.assign(0.5 * moving + grad)
        return var.assign_sub(tf.cast(self._lr_t, var.dtype) * tf.sign(moving))

    def _resource_apply_sparse(self, grad, var, indices):
        return var.scatter_add(tf.IndexedSlices(-self._lr_t * tf.sign(grad), indices))

    def _finish(self, update_ops, name_scope):
        power = self._get_non_slot_variable("power")
        power.assign(power * 0.5)
        self.finished.append((len(update_ops), name_scope))


def test_a_rule_of_the_programs_own():
    a, b = tf.Variable([1.0, -2.0], name="a"), tf.Variable(3.0, name="b")
    optimizer = Signed(lambda: 0.5)
    step = train.get_or_create_global_step()
    before = int(step.numpy())
    assert optimizer.apply_gradients([(tf.constant([2.0, -1.0]), a), (None, b)], step) is None
    optimizer.minimize(lambda: b * b, var_list=[b])
    assert a.numpy().tolist() == [0.5, -1.5]
    assert b.numpy() == 2.5
    assert int(step.numpy()) == before + 1
    assert optimizer.finished[0][0] == 1
    assert optimizer.get_slot(a, "moving").numpy().tolist() == [2.0, -1.0]
    assert optimizer.get_slot_names() == ["moving"]
    names = [v.name for v in optimizer.variables()]
    assert names == ["a/Signed:0", "b/Signed:0", "power:0"]
    assert optimizer._get_non_slot_variable("power").numpy() == 0.25


def test_rows_for_one_place_are_added_up_for_it():
    v = tf.Variable([[1.0], [2.0], [3.0]])
    rows = tf.IndexedSlices(tf.constant([[1.0], [-3.0], [1.0]]), tf.constant([2, 0, 2]), [3, 1])
    Signed().apply_gradients([(rows, v)])
    np.testing.assert_allclose(v.numpy(), [[1.1], [2.0], [2.9]], rtol=1e-6)


def test_what_it_refuses():
    v = tf.Variable(1.0)
    with pytest.raises(ValueError, match="No variables provided"):
        Signed().apply_gradients([])
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        Signed().apply_gradients([(None, v)])
    with pytest.raises(ValueError, match="Must specify the optimizer name"):
        Signed(name="")
    with pytest.raises(ValueError, match="needs to be negative or zero"):
        train.FtrlOptimizer(0.1, learning_rate_power=0.5)
    with pytest.raises(NotImplementedError):
        train.Optimizer(False, "bare").apply_gradients([(tf.constant(1.0), v)])


def test_a_subclass_of_adam_reads_its_numbers():
    class Decayed(train.AdamOptimizer):
        def _resource_apply_dense(self, grad, var):
            var.assign_sub(0.1 * tf.cast(self._lr_t, var.dtype) * var)
            return super()._resource_apply_dense(grad, var)

        def powers(self):
            return [float(p) for p in self._get_beta_accumulators()]

    v = tf.Variable([1.0, 2.0])
    optimizer = Decayed(0.1)
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant([0.5, -1.0]), v)])
    np.testing.assert_allclose(v.numpy(), [0.7811, 2.1592], rtol=1e-4)
    np.testing.assert_allclose(optimizer.powers(), [0.9**3, 0.999**3], rtol=1e-5)


MADE = {
    "sgd": lambda: train.GradientDescentOptimizer(0.1),
    "momentum": lambda: train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda: train.MomentumOptimizer(lambda: 0.1, lambda: 0.9, use_nesterov=True),
    "adagrad": lambda: train.AdagradOptimizer(0.1),
    "adadelta": lambda: train.AdadeltaOptimizer(1.0),
    "rmsprop": lambda: train.RMSPropOptimizer(0.01, momentum=0.5),
    "centered": lambda: train.RMSPropOptimizer(0.01, centered=True),
    "adam": lambda: train.AdamOptimizer(0.1),
    "ftrl": lambda: train.FtrlOptimizer(0.1, l1_regularization_strength=0.2),
    "ftrl_all": lambda: train.FtrlOptimizer(
        0.1,
        learning_rate_power=-0.7,
        l1_regularization_strength=0.01,
        l2_regularization_strength=0.1,
        l2_shrinkage_regularization_strength=0.05,
        beta=0.2,
    ),
    "proximal": lambda: train.ProximalGradientDescentOptimizer(0.1, 0.3, 0.2),
    "proximal_adagrad": lambda: train.ProximalAdagradOptimizer(0.1, 0.1, 0.3, 0.2),
    "averaging": lambda: train.AdagradDAOptimizer(
        0.1, tf.Variable(3, dtype=tf.int64), 0.1, 0.1, 0.2
    ),
}
NUMBERS = {
    "sgd": [[0.965, -1.93, 0.493, 0.02, 2.86, 0.79], [1.006, -1.991, 0.48, -0.01, 2.93, 1.0]],
    "momentum": [[0.92, -1.84, 0.484, 0.02, 2.68, 0.52], [1.006, -1.991, 0.48, -0.01, 2.84, 1.0]],
    "nesterov": [
        [0.893, -1.786, 0.4786, 0.02, 2.572, 0.358],
        [1.0114, -1.9829, 0.462, -0.037, 2.786, 1.0],
    ],
    "adagrad": [
        [0.94006, -1.93215, 0.47886, 0.02, 2.92964, 0.92914],
        [1.01864, -1.97263, 0.44655, -0.04882, 2.93215, 1.0],
    ],
    "adadelta": [
        [0.99974, -1.99974, 0.49974, 0.02, 2.99974, 0.99974],
        [1.00045, -1.99955, 0.49955, 0.01955, 2.99974, 1.0],
    ],
    "rmsprop": [
        [0.99384, -1.98815, 0.49875, 0.02, 2.97915, 0.97336],
        [1.00063, -1.99905, 0.4979, 0.01685, 2.98815, 1.0],
    ],
    "centered": [
        [0.99644, -1.9931, 0.49928, 0.02, 2.98768, 0.98403],
        [1.00063, -1.99905, 0.4979, 0.01685, 2.9931, 1.0],
    ],
    "adam": [
        [0.85722, -1.85722, 0.35722, 0.02, 2.85722, 0.85722],
        [1.07441, -1.92559, 0.33299, -0.14701, 2.85722, 1.0],
    ],
    "ftrl": [
        [0.37173, -1.31006, 0.0, 0.0, 2.45124, 0.81768],
        [0.0, 0.0, 0.0, -0.01745, 2.00855, 0.0],
    ],
    "ftrl_all": [
        [0.32957, -1.26812, -0.00914, 0.0, 2.49869, 0.86694],
        [0.0, 0.01309, 0.00105, -0.05057, 1.92995, -0.02094],
    ],
    "proximal": [
        [0.86957, -1.79739, 0.41567, 0.0, 2.69185, 0.70281],
        [0.95686, -1.92255, 0.44118, 0.0, 2.75855, 0.90292],
    ],
    "proximal_adagrad": [
        [0.78616, -1.8078, 0.26106, 0.0, 2.84544, 0.89809],
        [0.8713, -1.7735, 0.34778, 0.0, 2.77142, 0.71143],
    ],
    "averaging": [
        [0.0, 0.02562, 0.0, 0.0, -0.04562, -0.05266],
        [0.0, 0.0, 0.0, 0.0, -0.02562, 0.0],
    ],
}


@pytest.mark.parametrize("name", MADE)
def test_numbers_of_two_steps_along_all_and_along_rows(name):
    start = [[1.0, -2.0], [0.5, 0.02], [3.0, 1.0]]
    whole, rows = tf.Variable(start), tf.Variable(start)
    optimizer = MADE[name]()
    for scale in (1.0, -0.3):
        dense = scale * tf.constant([[0.5, -1.0], [0.1, 0.0], [2.0, 3.0]])
        sparse = tf.IndexedSlices(
            scale * tf.constant([[0.5, -1.0], [0.2, 0.3], [0.5, 1.0]]),
            tf.constant([2, int(scale > 0), 2]),
            [3, 2],
        )
        optimizer.apply_gradients([(dense, whole), (sparse, rows)])
    np.testing.assert_allclose(
        [whole.numpy().ravel(), rows.numpy().ravel()], NUMBERS[name], atol=2e-5
    )


def test_a_rate_that_follows_a_step_is_a_tensor_within_a_function():
    step = tf.Variable(5)

    @tf.function
    def rates():
        whole = train.piecewise_constant(step, [3, 8], [1.0, 0.5, 0.1])
        return train.exponential_decay(0.1, step, 10, 0.96), whole

    decayed, whole = rates()
    np.testing.assert_allclose([decayed.numpy(), whole.numpy()], [0.1 * 0.96**0.5, 0.5], rtol=1e-6)
    assert callable(train.exponential_decay(0.1, step, 10, 0.96))
