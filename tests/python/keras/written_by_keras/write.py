"""Writes the files of this folder, in an environment with keras 3, tensorflow and tf_keras."""

import json
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


def compiled(keras):
    """A model whose rate falls with each step."""
    model = keras.Sequential(
        [
            keras.Input((3,)),
            keras.layers.Dense(4, activation="tanh"),
            keras.layers.LayerNormalization(),
            keras.layers.Dense(1),
        ]
    )
    rate = keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    model.compile(keras.optimizers.Adam(rate, amsgrad=True), "mse", metrics=["mae"])
    return model


def texts(keras):
    """A network of what lookups have learned, and of layers through sequences."""
    layers = keras.layers
    words = layers.TextVectorization(output_sequence_length=5)
    weighted = layers.TextVectorization(output_mode="tf_idf")
    for layer in (words, weighted):
        layer.adapt(["a b c a", "b d", "a b"])
    names = layers.StringLookup(num_oov_indices=2)
    names.adapt(np.array(["x", "y", "x"]))
    text = keras.Input((), dtype="string")
    name = keras.Input((1,), dtype="string")
    steps = layers.Embedding(8, 4, mask_zero=True)(words(text))
    steps = layers.Bidirectional(layers.LSTM(3, return_sequences=True))(steps)
    place = layers.Flatten()(layers.Embedding(6, 2)(names(name)))
    joined = layers.Concatenate()([layers.GRU(2)(steps), place, weighted(text)])
    return keras.Model([text, name], layers.Dense(2)(joined))


TEXTS = np.array(["a c", "d b zz"]), np.array([["x"], ["q"]])
DATA = np.linspace(-1, 1, 12).reshape(4, 3).astype("float32"), np.ones((4, 1), "float32")


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
        write_compiled(name, keras)
    write_texts(tf)


def write_texts(tf):
    """A model of texts, and what it makes of some."""
    tf.keras.backend.clear_session()
    model = fill(texts(tf.keras))
    model.save(str(HERE / "keras3_texts.keras"))
    found = model([tf.constant(part) for part in TEXTS]).numpy().tolist()
    (HERE / "keras3_texts.json").write_text(json.dumps(found) + "\n")


def write_compiled(name, keras):
    """Models with the state of their optimizers, and the losses of the steps after it."""
    model = fill(compiled(keras))
    model.fit(*DATA, epochs=2, verbose=0)
    model.save(str(HERE / f"{name}_compiled.keras"))
    model.save(str(HERE / f"{name}_compiled.h5"))
    losses = model.fit(*DATA, epochs=3, verbose=0).history["loss"]
    (HERE / f"{name}_compiled.json").write_text(json.dumps(losses) + "\n")


if __name__ == "__main__":
    main()
