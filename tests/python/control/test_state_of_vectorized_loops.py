"""Variables in loops whose turns are run as one: all turns find what the first one finds, and what
the first one has written stays."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = tf.constant([1.0, 2.0, 3.0])


@pytest.mark.parametrize("wrap", [lambda function: function, tf.function])
def test_what_the_first_turn_writes_stays(wrap):
    state, count = tf.Variable(1.0), tf.Variable(0)

    def turn(x):
        before = state * x
        state.assign_add(x)
        count.assign_add(1)
        return before

    loop = wrap(lambda: tf.vectorized_map(turn, X))
    assert loop().numpy().tolist() == [1.0, 2.0, 3.0]
    assert (float(state), int(count)) == (2.0, 1)
    assert loop().numpy().tolist() == [2.0, 4.0, 6.0]
    assert (float(state), int(count)) == (3.0, 2)


def test_metrics_count_the_first_example():
    mean = keras.metrics.Mean()

    def turn(x):
        mean.update_state(x, sample_weight=2.0)
        return x * x

    tf.vectorized_map(turn, X)
    assert [float(one) for one in mean.variables] == [2.0, 2.0]


def test_averages_of_normalization_move_by_the_first_example():
    layer = keras.layers.BatchNormalization(momentum=0.5)
    layer.build((None, 1))
    tf.vectorized_map(lambda x: layer(x[None, None], training=True), X)
    assert layer.moving_mean.numpy().tolist() == [0.5]


@pytest.mark.keras_3
def test_layers_draw_the_same_in_every_turn():
    layer = keras.layers.Dropout(0.5, seed=1)
    rows = tf.vectorized_map(lambda row: layer(row[None], training=True)[0], tf.ones([4, 16]))
    assert np.ptp(rows.numpy(), axis=0).tolist() == [0.0] * 16
    following = layer(tf.ones([1, 16]), training=True)
    assert not np.array_equal(following[0], rows[0])


@pytest.mark.keras_2
def test_the_mean_loss_of_steps_for_each_example_in_keras_2():
    class Private(keras.Sequential):
        def of_example(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = self.compiled_loss(y[None], self(x[None], training=True))
            return loss, tape.gradient(loss, self.trainable_variables)

        def train_step(self, data):
            _, gradients = tf.vectorized_map(self.of_example, data)
            means = [tf.reduce_mean(one, axis=0) for one in gradients]
            self.optimizer.apply_gradients(zip(means, self.trainable_variables, strict=True))
            return {metric.name: metric.result() for metric in self.metrics}

    model = Private([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    x, y = np.array([[1.0], [2.0], [3.0], [5.0]], "float32"), np.zeros([4, 1], "float32")
    history = model.fit(x, y, batch_size=2, epochs=2, shuffle=False, verbose=0).history
    assert history["loss"] == [5.0, 5.0]
