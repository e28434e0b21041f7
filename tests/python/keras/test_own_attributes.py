"""Names that Keras leaves free, or that a program may take for something else."""

import numpy as np
from library import tf


def test_attributes_of_a_model():
    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.name, self.input_shape, self.inputs = "own", (4, 2), "mine"
            self.updates, self.output_names = [1], ["a"]
            self.dense = tf.keras.layers.Dense(1)

        def compile(self, optimizer):
            super().compile()
            self.optimizer, self.compiled_loss = optimizer, tf.keras.losses.MeanSquaredError()

        def call(self, x):
            return self.dense(x)

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = self.compiled_loss(y, self(x))
            grads = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(grads, self.trainable_variables, strict=True))
            return {"mine": loss}

    model = Own()
    assert (model.name, model.input_shape, model.inputs) == ("own", (4, 2), "mine")
    assert (model.updates, model.output_names) == ([1], ["a"])
    model.compile(tf.keras.optimizers.SGD(0.0))
    history = model.fit(np.zeros([4, 2]), np.full([4, 1], 2.0), verbose=0)
    assert history.history["mine"] == [4.0]


def test_names_of_layers_may_change():
    layer = tf.keras.layers.Dense(2)
    layer.name = "mine"
    symbol = tf.keras.Input((3,))
    model = tf.keras.Model(symbol, layer(symbol))
    model.name = "net"
    assert (model.name, model.get_layer("mine")) == ("net", layer)
    assert model.get_config()["name"] == "net"


def test_a_wrapper_whose_layer_is_built_needs_no_shape():
    class Around(tf.keras.layers.Wrapper):
        def build(self, input_shape):
            self.layer.build(input_shape)
            self.inner = self.layer.kernel
            super().build()

        def call(self, x):
            return self.layer(x)

    around = Around(tf.keras.layers.Dense(2))
    assert around(tf.ones([1, 3])).shape == (1, 2)
    assert around.built
    assert around.inner is around.layer.kernel
