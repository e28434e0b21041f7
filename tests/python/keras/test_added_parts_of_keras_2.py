"""Losses and metrics of symbols, updates, and shapes told beforehand, as Keras 2 has them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
X, Y = np.ones((4, 2), "f"), np.zeros((4, 1), "f")


class Own(tf.keras.Model):
    def train_step(self, data):
        return super().train_step(data)


def network(kind):
    entry = tf.keras.Input((2,))
    end = LAYERS.Dense(1, kernel_initializer="ones")(entry)
    model = kind(entry, end)
    model.add_loss(3.0 * tf.reduce_mean(end))
    model.add_metric(tf.reduce_sum(end), name="sum", aggregation="mean")
    return model


@pytest.mark.parametrize("kind", [Own, tf.keras.Model])
def test_a_network_of_a_class_of_ones_own_computes_what_was_added(kind):
    model = network(kind)
    model.compile("sgd")
    assert model.evaluate(X, verbose=0) == pytest.approx([6.0, 8.0])
    history = model.fit(X, verbose=0, batch_size=4).history
    assert history["loss"] == pytest.approx([6.0])
    assert model.get_weights()[1] == pytest.approx([-0.03])


def test_a_loss_of_ones_own_finds_what_was_added():
    class Summed(tf.keras.Model):
        def compute_loss(self, x, y, y_pred, sample_weight):
            return tf.add_n(self.losses)

    model = network(Summed)
    model.compile("sgd", "mse")
    model.train_on_batch(X, Y)
    assert model.get_weights()[1] == pytest.approx([-0.03])


def test_a_layer_that_is_not_trained_has_no_updates():
    class Counting(LAYERS.Layer):
        def __init__(self):
            super().__init__()
            self.count = tf.Variable(0.0, trainable=False)

        def call(self, inputs):
            self.add_update(lambda: self.count.assign_add(1.0))
            return inputs

    layer = Counting()
    layer(X)
    layer.trainable = False
    layer(X)
    assert layer.count.numpy() == 1.0


def test_shapes_of_outputs_are_tensor_shapes():
    assert LAYERS.Dense(3).compute_output_shape((None, 2)).as_list() == [None, 3]
    entry = tf.keras.Input((2,))
    model = tf.keras.Model(entry, [LAYERS.Dense(3)(entry), LAYERS.Dense(4)(entry)])
    shapes = model.compute_output_shape((None, 2))
    assert [shape.as_list() for shape in shapes] == [[None, 3], [None, 4]]
