"""Models of Keras trained on gradtape: by `fit`, by a tape, by a step of their own."""

import keras
import numpy as np
import pytest

import gradtape as tf


def data(rows=96):
    generator = np.random.default_rng(0)
    x = generator.normal(size=(rows, 4)).astype("float32")
    return x, (x @ np.float32([1, -2, 0.5, 3]) + 1)[:, None]


def classifier():
    keras.utils.set_random_seed(1)
    return keras.Sequential(
        [keras.layers.Dense(16, activation="relu"), keras.layers.Dense(3)], name="classifier"
    )


def test_the_backend_is_gradtape():
    assert keras.backend.backend() == "gradtape"
    assert isinstance(keras.ops.ones(2), tf.Tensor)


@pytest.mark.parametrize("name", ["sgd", "adam", "adamw", "rmsprop", "adagrad", "lion", "nadam"])
def test_fit_lowers_the_loss(name):
    x, y = data()
    model = keras.Sequential([keras.layers.Dense(1)])
    optimizer = keras.optimizers.get(name)
    optimizer.learning_rate = 0.05
    model.compile(optimizer, "mse")
    losses = model.fit(x, y, epochs=5, batch_size=16, verbose=0).history["loss"]
    assert losses[-1] < 0.8 * losses[0]


def test_a_tape_takes_the_weights_as_sources():
    x, y = data()
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    kernel, bias = tape.gradient(loss, model.trainable_variables)
    difference = model.predict(x, verbose=0) - y
    np.testing.assert_allclose(kernel, 2 * x.T @ difference / len(x), rtol=1e-4)
    np.testing.assert_allclose(bias, 2 * difference.mean(0), rtol=1e-4)


def test_a_tape_still_knows_a_weight_that_was_assigned():
    weight = keras.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(weight * weight)
        weight.assign([5.0, 6.0])
    np.testing.assert_allclose(tape.gradient(y, weight), [2.0, 4.0])


def test_a_step_of_the_programs_own():
    class Model(keras.Model):
        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = self.compute_loss(y=y, y_pred=self(x, training=True))
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply(gradients, self.trainable_variables)
            return {"seen": len(x)}

    inputs = keras.Input((4,))
    model = Model(inputs, keras.layers.Dense(1)(inputs))
    model.compile("sgd", "mse")
    x, y = data(40)
    assert model.fit(x, y, batch_size=20, verbose=0).history == {"seen": [20]}


def test_predict_joins_the_batches_in_order():
    x, _ = data()
    model = classifier()
    together = model.predict(x, batch_size=7, verbose=0)
    assert isinstance(together, np.ndarray)
    np.testing.assert_allclose(together, model(x), rtol=1e-5, atol=1e-6)


def test_equal_seeds_make_equal_models():
    x, _ = data()
    np.testing.assert_array_equal(classifier()(x), classifier()(x))


def test_data_from_a_dataset_of_gradtape():
    x, y = data()
    batches = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.05), "mse")
    losses = model.fit(batches, validation_data=batches, epochs=3, verbose=0).history
    assert losses["val_loss"][-1] < losses["loss"][0]
    assert model.predict(batches, verbose=0).shape == (96, 1)


def test_saved_files_hold_the_model(tmp_path):
    x, _ = data()
    model = classifier()
    wanted = model.predict(x, verbose=0)
    model.save(tmp_path / "model.keras")
    model.save_weights(tmp_path / "model.weights.h5")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    np.testing.assert_array_equal(loaded.predict(x, verbose=0), wanted)
    for weight in loaded.weights:
        weight.assign(keras.ops.zeros_like(weight))
    loaded.load_weights(tmp_path / "model.weights.h5")
    np.testing.assert_array_equal(loaded.predict(x, verbose=0), wanted)


def test_export_is_refused(tmp_path):
    model = classifier()
    model.build((None, 4))
    with pytest.raises(NotImplementedError, match=r"does not export models"):
        model.export(tmp_path / "model", verbose=0)
