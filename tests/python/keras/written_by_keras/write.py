"""Writes the files of this folder, in an environment with keras 3, tensorflow and tf_keras."""

from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def functional(keras):
    inputs = keras.Input((4, 4, 1))
    x = keras.layers.Conv2D(2, 2, name="first")(inputs)
    x = keras.layers.BatchNormalization()(x)
    x = keras.layers.Flatten()(x)
    one = keras.layers.Dense(2, activation="tanh")(x)
    two = keras.layers.Dense(2, use_bias=False)(x)
    return keras.Model(inputs, keras.layers.Concatenate()([one, two]))


def sequential(keras):
    return keras.Sequential(
        [
            keras.Input((5,)),
            keras.layers.Embedding(6, 3),
            keras.layers.Bidirectional(keras.layers.LSTM(2)),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(1),
        ]
    )


def subclassed(keras):
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.wide = keras.layers.Dense(3)
            self.blocks = [keras.layers.Dense(2), keras.layers.Dense(2, use_bias=False)]

        def call(self, x):
            x = self.wide(x)
            for block in self.blocks:
                x = block(x)
            return x

    net = Net()
    net(np.zeros((1, 2), "float32"))
    return net


def fill(model):
    """Numbers that tell each place of each weight."""
    for place, weight in enumerate(model.weights):
        if "seed" not in weight.name:
            count = int(np.prod(weight.shape))
            values = np.linspace(-1, 1, count) * 0.5 + 0.05 * place
            weight.assign(values.reshape(weight.shape).astype("float32"))
    return model


def main():
    import tensorflow as tf
    import tf_keras

    for name, keras in (("keras3", tf.keras), ("keras2", tf_keras)):
        for make in (functional, sequential, subclassed):
            keras.backend.clear_session()
            model = fill(make(keras))
            path = str(HERE / f"{name}_{make.__name__}")
            model.save_weights(f"{path}.weights.h5")
            if keras is tf_keras:
                model.save_weights(f"{path}.h5")
            if make is functional:
                model.save(f"{path}.keras")


if __name__ == "__main__":
    main()
