"""Version 1's rates that follow a step, its older names and arguments, its logger and files."""

import logging

import numpy as np
import pytest
from library import ours, tf

V = tf.compat.v1
T = V.train
step = tf.Variable(0, dtype=tf.int64)

RATES = {
    "staircase": lambda: T.exponential_decay(0.1, step, 4, 0.5, staircase=True),
    "exponential": lambda: T.exponential_decay(0.1, step, 4, 0.5),
    "piecewise": lambda: T.piecewise_constant(step, [3, 6], [1.0, 0.5, 0.1]),
    "polynomial": lambda: T.polynomial_decay(0.1, step, 8),
    "cycle": lambda: T.polynomial_decay(0.1, step, 8, power=2.0, cycle=True),
    "natural": lambda: T.natural_exp_decay(0.1, step, 4, 0.5),
    "inverse": lambda: T.inverse_time_decay(0.1, step, 4, 0.5),
    "cosine": lambda: T.cosine_decay(0.1, step, 8, 0.1),
    "restarts": lambda: T.cosine_decay_restarts(0.1, step, 4),
    "even restarts": lambda: T.cosine_decay_restarts(0.1, step, 4, 1.0, 0.9, 0.1),
    "linear cosine": lambda: T.linear_cosine_decay(0.1, step, 8),
}
# What TensorFlow answers at these steps.
AT = [1, 5, 25]
ANSWERS = {
    "staircase": [0.1, 0.05, 0.0015625],
    "exponential": [0.08408964, 0.04204482, 0.0013139007],
    "piecewise": [1.0, 0.5, 0.1],
    "polynomial": [0.0875125, 0.0375625, 0.0001],
    "cycle": [0.07658594, 0.014148437, 0.004880371],
    "natural": [0.08824969, 0.053526144, 0.004393694],
    "inverse": [0.08888889, 0.061538462, 0.024242425],
    "cosine": [0.09657458, 0.03777924, 0.01],
    "restarts": [0.08535534, 0.0961939767, 0.0084265172],
    "even restarts": [0.0868198127, 0.0791378245, 0.0508251861],
    "linear cosine": [0.0842697248, 0.0116746845, 0.0001],
}


@pytest.mark.parametrize("name", RATES)
def test_a_rate_follows_its_step(name):
    rate, found = RATES[name](), []
    for now in AT:
        step.assign(now)
        found.append(float(rate()))
    np.testing.assert_allclose(found, ANSWERS[name], rtol=1e-5)


def test_an_optimizer_follows_a_rate():
    counter, v = tf.Variable(0, dtype=tf.int64), tf.Variable(1.0)
    optimizer = T.GradientDescentOptimizer(T.exponential_decay(0.5, counter, 1, 0.5))
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant(1.0), v)], global_step=counter)
    assert (v.numpy(), counter.numpy()) == (0.25, 2)


def test_a_rate_needs_as_many_values_as_pieces():
    with pytest.raises(ValueError, match="1 less than the length of values"):
        T.piecewise_constant(step, [3, 6], [1.0, 0.5])
    with pytest.raises(ValueError, match="same dtype"):
        T.piecewise_constant(step, [3.0, 6], [1.0, 0.5, 0.1])


def test_the_global_step_is_one():
    made = T.get_or_create_global_step()
    assert T.get_global_step() is made
    assert (made.dtype, made.shape) == (tf.int64, ())


def test_arguments_have_their_older_names():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert V.reduce_sum(x, reduction_indices=1, keep_dims=True).numpy().tolist() == [[3.0], [7.0]]
    assert V.argmax(x, dimension=1).numpy().tolist() == [1, 1]
    assert V.expand_dims(x, dim=0).shape == (1, 2, 2)
    assert V.nn.softmax(x, dim=0).numpy()[:, 0].sum() == pytest.approx(1.0)
    assert V.nn.dropout(x, keep_prob=1.0).numpy().tolist() == x.numpy().tolist()


def test_functions_that_mean_something_else():
    assert V.div(7, 2).numpy() == 3
    assert V.div(7.0, 2.0).numpy() == 3.5
    assert V.to_float(3).dtype == tf.float32
    rows = V.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]])
    assert rows.numpy().tolist() == [[1, 2], [7, 8]]
    assert V.sparse_to_dense([1, 2], [4], 5.0, 1.0).numpy().tolist() == [1.0, 5.0, 5.0, 1.0]
    assert V.nn.xw_plus_b([[1.0, 2.0]], [[1.0], [1.0]], [0.5]).numpy().tolist() == [[3.5]]
    with V.variable_scope("scope", reuse=V.AUTO_REUSE):
        v = V.get_variable("v", [2, 3])
    assert (v.name, v.shape, V.trainable_variables()) == ("scope/v:0", (2, 3), [])
    assert V.assign_add(tf.Variable(1.0), 2.0).numpy() == 3.0


def test_files_have_their_older_names(tmp_path):
    path = str(tmp_path / "a.txt")
    with V.gfile.Open(path, "w") as file:
        file.write("text")
    assert V.gfile.Exists(path)
    assert V.gfile.ListDirectory(str(tmp_path)) == ["a.txt"]


def test_the_logger_is_told_by_functions(caplog):
    level = V.logging.get_verbosity()
    try:
        V.logging.set_verbosity(V.logging.ERROR)
        assert logging.getLogger("tensorflow").level == logging.ERROR
        V.logging.info("not %s", "shown")
        with caplog.at_level(logging.ERROR, "tensorflow"):
            for _ in range(3):
                V.logging.log_first_n(V.logging.ERROR, "twice", 2)
        assert caplog.text.count("twice") == 2
        assert "shown" not in caplog.text
    finally:
        V.logging.set_verbosity(level)


@ours("graphs are left out")
def test_what_is_left_out_says_so():
    with pytest.raises(AttributeError, match=r"compat\.v1\.train.*Saver.*Checkpoint"):
        T.Saver  # noqa: B018
