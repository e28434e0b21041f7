"""The optimizers of Keras up to 2.10: gradients of rows, variable numbers, their names."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
legacy = getattr(tf.keras.optimizers, "legacy", None)

MADE = {
    "sgd": lambda: legacy.SGD(0.1),
    "mom": lambda: legacy.SGD(0.1, momentum=0.9),
    "nes": lambda: legacy.SGD(0.1, momentum=0.9, nesterov=True),
    "rms": lambda: legacy.RMSprop(0.01),
    "rmsm": lambda: legacy.RMSprop(0.01, momentum=0.5),
    "cen": lambda: legacy.RMSprop(0.01, centered=True),
    "adam": lambda: legacy.Adam(0.1),
    "ams": lambda: legacy.Adam(0.1, amsgrad=True),
    "adamax": lambda: legacy.Adamax(0.1),
    "nadam": lambda: legacy.Nadam(0.1),
    "adagrad": lambda: legacy.Adagrad(0.1),
    "adadelta": lambda: legacy.Adadelta(1.0),
    "ftrl": lambda: legacy.Ftrl(0.1, l1_regularization_strength=0.01),
    "decay": lambda: legacy.SGD(0.1, decay=0.5),
    "eps": lambda: legacy.Adam(0.1, epsilon=0.1),
}
NUMBERS = {
    "sgd": [[0.94, -1.88, 0.488, 0.02, 2.76, 0.64], [1.006, -1.991, 0.47, -0.025, 2.88, 1.0]],
    "mom": [
        [0.868, -1.736, 0.4736, 0.02, 2.472, 0.208],
        [1.006, -1.991, 0.452, -0.052, 2.736, 1.0],
    ],
    "nes": [
        [0.8212, -1.6424, 0.46424, 0.02, 2.2848, -0.0728],
        [1.0114, -1.9829, 0.4268, -0.0898, 2.6424, 1.0],
    ],
    "rms": [
        [0.96311, -1.96311, 0.46311, 0.02, 2.96311, 0.96311],
        [1.03162, -1.96838, 0.45302, -0.02698, 2.96311, 1.0],
    ],
    "rmsm": [
        [0.94416, -1.94416, 0.44416, 0.02, 2.94416, 0.94416],
        [1.03162, -1.96838, 0.43782, -0.04218, 2.94416, 1.0],
    ],
    "cen": [
        [0.96082, -1.96082, 0.46082, 0.02, 2.96082, 0.96082],
        [1.03333, -1.96667, 0.44989, -0.03011, 2.96082, 1.0],
    ],
    "adam": [
        [0.79978, -1.79978, 0.29978, 0.02, 2.79978, 0.79978],
        [1.13193, -1.86807, 0.25809, -0.22191, 2.79978, 1.0],
    ],
    "ams": [
        [0.79978, -1.79978, 0.29978, 0.02, 2.79978, 0.79978],
        [1.1319, -1.8681, 0.25812, -0.22188, 2.79978, 1.0],
    ],
    "adamax": [
        [0.82994, -1.82994, 0.32994, 0.02, 2.82994, 0.82994],
        [1.05263, -1.94737, 0.34829, -0.13171, 2.82994, 1.0],
    ],
    "nadam": [
        [0.86577, -1.86577, 0.36577, 0.02, 2.86577, 0.86577],
        [1.1045, -1.8955, 0.33795, -0.14205, 2.86577, 1.0],
    ],
    "adagrad": [
        [0.90216, -1.89049, 0.46401, 0.02, 2.88684, 0.88612],
        [1.01864, -1.97263, 0.42073, -0.08136, 2.89049, 1.0],
    ],
    "adadelta": [
        [0.99825, -1.99825, 0.49825, 0.02, 2.99825, 0.99825],
        [1.00141, -1.99859, 0.49767, 0.01767, 2.99825, 1.0],
    ],
    "ftrl": [
        [0.36594, -1.28651, -0.00976, 0.0, 2.41783, 0.78096],
        [0.03306, -0.04597, 0.0, -0.09358, 1.985, 0.0],
    ],
    "decay": [
        [0.9475, -1.895, 0.4895, 0.02, 2.79, 0.685],
        [1.004, -1.994, 0.475, -0.0175, 2.895, 1.0],
    ],
    "eps": [
        [0.97141, -1.94998, 0.49354, 0.02, 2.91998, 0.89998],
        [1.00246, -1.99635, 0.48512, -0.00165, 2.94998, 1.0],
    ],
}


@pytest.mark.parametrize("name", MADE)
def test_three_steps_along_all_and_along_rows(name):
    start = [[1.0, -2.0], [0.5, 0.02], [3.0, 1.0]]
    whole, rows = tf.Variable(start), tf.Variable(start)
    optimizer = MADE[name]()
    for scale in (1.0, -0.3, 0.5):
        dense = scale * tf.constant([[0.5, -1.0], [0.1, 0.0], [2.0, 3.0]])
        sparse = tf.IndexedSlices(
            scale * tf.constant([[0.5, -1.0], [0.2, 0.3], [0.5, 1.0]]),
            tf.constant([2, int(scale > 0), 2]),
            [3, 2],
        )
        optimizer.apply_gradients([(dense, whole), (sparse, rows)])
    found = [whole.numpy().ravel(), rows.numpy().ravel()]
    np.testing.assert_allclose(found, NUMBERS[name], atol=2e-5)
    assert int(optimizer.iterations) == 3


def test_rows_alone_make_a_step_too():
    v = tf.Variable([[1.0], [2.0]])
    optimizer = legacy.SGD(0.1, momentum=0.9)
    for _ in range(2):
        optimizer.apply_gradients([(tf.IndexedSlices([[1.0]], [1], [2, 1]), v)])
    np.testing.assert_allclose(v.numpy(), [[1.0], [1.71]], rtol=1e-6)
    assert int(optimizer.iterations) == 2


def test_numbers_may_be_variables_and_functions():
    rate, momentum, v = tf.Variable(0.5), tf.Variable(0.0), tf.Variable(1.0)
    optimizer = legacy.SGD(rate, momentum=momentum)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    rate.assign(0.25)
    momentum.assign(0.5)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert v.numpy() == 0.25
    assert optimizer.learning_rate is rate
    assert optimizer.momentum is momentum
    other = legacy.RMSprop(learning_rate=rate, rho=momentum)
    other.apply_gradients([(tf.constant(1.0), v)])
    np.testing.assert_allclose(v.numpy(), -0.1035533, rtol=1e-5)
    third = legacy.Adam(lambda: 0.5, beta_1=lambda: 0.5)
    third.apply_gradients([(tf.constant(1.0), v)])
    np.testing.assert_allclose(v.numpy(), -0.6035518, rtol=1e-5)
    with pytest.raises(ValueError, match="momentum"):
        legacy.SGD(0.1, momentum=1.5)


def test_names_and_configurations():
    optimizer, v = legacy.Adam(0.5, amsgrad=True), tf.Variable(1.0)
    assert optimizer.get_config() == {
        "name": "Adam",
        "learning_rate": 0.5,
        "decay": 0.0,
        "beta_1": 0.9,
        "beta_2": 0.999,
        "epsilon": 1e-7,
        "amsgrad": True,
    }
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert sorted(optimizer.get_slot_names()) == ["m", "v", "vhat"]
    np.testing.assert_allclose(optimizer.get_slot(v, "m").numpy(), 0.1, rtol=1e-6)
    again = type(optimizer).from_config(optimizer.get_config())
    assert float(again.learning_rate) == 0.5


def test_a_weight_of_a_programs_own_goes_with_no_variable():
    class Counting(legacy.SGD if legacy else object):
        def _create_slots(self, var_list):
            super()._create_slots(var_list)
            self.total = self.add_weight("total", [2], initializer="ones", trainable=False)

        def _resource_apply_dense(self, grad, var, apply_state=None):
            self.total.assign_add([1.0, 2.0])
            return super()._resource_apply_dense(grad, var, apply_state)

    optimizer, v = Counting(0.5), tf.Variable(1.0)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert optimizer.total.numpy().tolist() == [2.0, 3.0]
    assert v.numpy() == 0.5
    assert len(optimizer.weights) == 1


def test_a_step_may_be_counted_otherwise():
    class Every(legacy.SGD if legacy else object):
        """Counts every second step, as an optimizer that accumulates gradients does."""

        calls = 0

        def _resource_apply_dense(self, grad, var, apply_state=None):
            return super()._resource_apply_dense(2.0 * grad, var, apply_state)

        def _distributed_apply(self, distribution, grads_and_vars, apply_state, name):
            super()._distributed_apply(distribution, grads_and_vars, apply_state, name)
            self.calls += 1
            return self.iterations.assign(self.calls // 2)

    optimizer, v = Every(0.125), tf.Variable(1.0)
    for _ in range(3):
        optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert v.numpy() == 0.25
    assert int(optimizer.iterations) == 1


@pytest.mark.keras_2
@pytest.mark.parametrize("amsgrad", [False, True])
def test_what_betas_leave_is_rounded(amsgrad):
    """The first step of Adam is the rate itself, to the last places."""
    optimizer = legacy.Adam(0.5, epsilon=1e-30, amsgrad=amsgrad)
    variable = tf.Variable(np.zeros(3, "float32"))
    optimizer.apply_gradients([(tf.constant([0.25, 1.0, 16.0]), variable)])
    np.testing.assert_allclose(variable, [-0.5, -0.5, -0.5], rtol=2e-7)
