"""What makes variables is traced twice before anything is computed: all runs have the draws of the
second trace, the first one too."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def second_draw():
    alone = np.random.RandomState(0)
    np.random.seed(0)
    alone.uniform()
    return alone.uniform(), alone


def test_a_function_computes_with_the_second_draw():
    drawn, alone = second_draw()
    made, steps = [], tf.Variable(0)

    @tf.function
    def scaled(x):
        factor = np.random.uniform()
        if not made:
            made.append(tf.Variable(1.0))
        made[0].assign_add(1.0)
        steps.assign_add(1)
        return made[0] * x * factor

    found = [float(scaled(tf.constant(1.0))) for _ in range(3)]
    np.testing.assert_allclose(found, [2 * drawn, 3 * drawn, 4 * drawn], rtol=1e-6)
    assert int(steps) == 3
    assert np.random.uniform() == alone.uniform()


def test_a_function_that_makes_no_variables_computes_with_the_first():
    alone = np.random.RandomState(0)
    np.random.seed(0)
    scaled = tf.function(lambda x: x * np.random.uniform())
    drawn = alone.uniform()
    found = [float(scaled(tf.constant(1.0))) for _ in range(2)]
    np.testing.assert_allclose(found, [drawn, drawn], rtol=1e-6)
    assert np.random.uniform() == alone.uniform()


def test_random_operations_begin_anew_with_the_second_trace():
    def function(draws):
        made = []

        @tf.function
        def noise(x):
            if draws:
                np.random.uniform()
            if not made:
                made.append(tf.Variable(1.0))
            return x + tf.random.uniform([])

        tf.random.set_seed(1)
        return [float(noise(tf.constant(0.0))) for _ in range(3)]

    assert function(True) == function(False)


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.drop = tf.keras.layers.Dropout(0.0, seed=1)
        self.seen = tf.keras.metrics.Sum(name="seen")

    def call(self, inputs, training=None):
        return self.drop(self.dense(inputs), training=training)

    def train_step(self, data):
        x, _ = data
        factor = np.random.uniform()
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self(x, training=True)) * factor
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        self.seen.update_state(1.0)
        return {"loss": loss, "factor": factor, "seen": self.seen.result()}


@pytest.mark.parametrize("built", [False, True])
def test_all_steps_compute_with_the_second_draw(built):
    model, noted = Scaled(), []
    if built:
        model.dense.build((None, 2))
    model.compile(tf.keras.optimizers.SGD(0.1, momentum=0.5), "mse")
    model(np.ones([1, 2])) if built else None
    seen = tf.keras.callbacks.LambdaCallback(
        on_train_batch_end=lambda batch, logs: noted.append(dict(logs))
    )
    drawn, alone = second_draw()
    model.fit(np.ones([6, 2]), np.ones([6, 1]), batch_size=2, verbose=0, callbacks=[seen])
    np.testing.assert_allclose([float(one["factor"]) for one in noted], [drawn] * 3, rtol=1e-6)
    assert [float(one["seen"]) for one in noted] == [1.0, 2.0, 3.0]
    np.testing.assert_allclose(float(noted[0]["loss"]), 4.0 * drawn, rtol=1e-6)
    assert int(model.optimizer.iterations) == 3
    assert np.random.uniform() == alone.uniform()


@pytest.mark.keras_2
def test_the_short_last_batch_of_predict_has_the_trace_of_the_others():
    model = tf.keras.Sequential([tf.keras.layers.Lambda(lambda x: x * np.random.uniform())])
    found = model.predict(np.ones([5, 1]), batch_size=2, verbose=0)
    assert np.ptp(found) == 0.0


def test_layers_that_are_built_let_no_function_begin_again(capfd):
    dense = tf.keras.layers.Dense(1, kernel_initializer="glorot_uniform")
    runs = []

    @tf.function
    def applied(x):
        tf.print("applied")
        runs.append(None)
        return dense(x)

    applied(tf.ones([1, 2]))
    assert capfd.readouterr().err == "applied\n"
    assert len(runs) <= 2


def test_operations_write_once(capfd):
    made = []

    @tf.function
    def scaled(x):
        tf.print("scaled")
        if not made:
            made.append(tf.Variable(1.0))
        return made[0] * x * np.random.uniform()

    for _ in range(2):
        scaled(tf.constant(1.0))
    assert capfd.readouterr().err == "scaled\n" * 2
