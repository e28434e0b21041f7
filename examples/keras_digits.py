"""Keras 3 on gradtape: handwritten digits by a convolutional network, with callbacks and a file.

    python examples/keras_digits.py [--epochs 12] [--file digits.keras]

It needs `pip install gradtape[keras] scikit-learn`. Keras on TensorFlow, JAX or PyTorch reads
the file too. The same model runs in gradtape's own small Keras: `--small`.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits


def chosen(small):
    """The real Keras on gradtape, or gradtape's own."""
    if small:
        from gradtape import keras

        return keras
    try:
        import keras_gradtape  # noqa: F401, I001  before keras: it selects the backend
        import keras
    except ImportError as missing:
        sys.exit(f"{missing}: this program needs the real Keras. pip install gradtape[keras]")
    return keras


def data():
    digits = load_digits()
    x = (digits.images / 16).astype("float32")[..., None]
    order = np.random.default_rng(0).permutation(len(x))
    x, y = x[order], digits.target[order].astype("int32")
    return (x[:1400], y[:1400]), (x[1400:], y[1400:])


def network(keras):
    layers = keras.layers
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.BatchNormalization(),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.3),
            layers.Dense(10),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--file", type=Path, default=Path("digits.keras"))
    parser.add_argument("--small", action="store_true", help="gradtape's own Keras")
    given = parser.parse_args()
    keras = chosen(given.small)

    keras.utils.set_random_seed(0)
    train, test = data()
    model = network(keras)
    model.compile(
        optimizer=keras.optimizers.Adam(0.003),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    callbacks = [
        keras.callbacks.EarlyStopping(patience=4, restore_best_weights=True),
        keras.callbacks.ReduceLROnPlateau(patience=2, factor=0.5),
    ]
    history = model.fit(
        *train, validation_split=0.1, epochs=given.epochs, verbose=2, callbacks=callbacks
    )
    print(f"epochs: {len(history.history['loss'])}")
    _, accuracy = model.evaluate(*test, verbose=0)
    print(f"accuracy: {100 * accuracy:.1f}%")

    model.save(given.file)
    again = keras.models.load_model(given.file)
    same = np.allclose(again.predict(test[0], verbose=0), model.predict(test[0], verbose=0))
    print(f"{given.file} holds the same model: {same}")


if __name__ == "__main__":
    main()
