"""Arguments of callbacks that Keras 2 knows from older versions, or ignores."""

import numpy as np
import pytest
from library import ours, tf

callbacks = tf.keras.callbacks
X = np.linspace(-1.0, 1.0, 16).reshape(8, 2).astype("float32")
Y = X.sum(1)


def model(kernel="zeros"):
    made = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer=kernel)])
    made.compile(tf.keras.optimizers.SGD(0.01), "mse")
    made(X)
    return made


@pytest.mark.keras_2
@pytest.mark.parametrize("name", ["frequency", "best_only", "save_frequency"])
def test_a_checkpoint_ignores_what_it_does_not_know(name, tmp_path):
    saving = callbacks.ModelCheckpoint(
        str(tmp_path / "w.{epoch:02d}.h5"), save_weights_only=True, **{name: "epoch"}
    )
    model().fit(X, Y, epochs=2, verbose=0, callbacks=[saving])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.01.h5", "w.02.h5"]


@pytest.mark.keras_2
def test_a_plateau_ignores_it():
    reducing = callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1, min_delt=3)
    assert reducing.patience == 1


@pytest.mark.keras_2
@pytest.mark.parametrize("name", ["w.{epoch:02d}.h5", "w.h5", "w.{epoch:02d}"])
def test_training_goes_on_from_the_newest_file(name, tmp_path):
    def saving():
        return callbacks.ModelCheckpoint(
            str(tmp_path / name), save_weights_only=True, load_weights_on_restart=True, period=2
        )

    first, alone = model(), model()
    first.fit(X, Y, epochs=4, verbose=0, callbacks=[saving()])
    again = model("ones")
    again.fit(X, Y, epochs=1, verbose=0, callbacks=[saving()])
    alone.fit(X, Y, epochs=5, verbose=0)
    np.testing.assert_allclose(again.get_weights()[0], alone.get_weights()[0], rtol=1e-5)


@pytest.mark.keras_2
def test_without_a_file_training_begins(tmp_path):
    saving = callbacks.ModelCheckpoint(
        str(tmp_path / "w.h5"), save_weights_only=True, load_weights_on_restart=True
    )
    model().fit(X, Y, verbose=0, callbacks=[saving])
    assert saving.load_weights_on_restart
    assert (tmp_path / "w.h5").exists()


@pytest.mark.keras_3
@ours("a misspelt argument is found, but in TensorFlow's place")
def test_alone_they_are_refused():
    with pytest.raises(TypeError, match="min_delt"):
        callbacks.ReduceLROnPlateau("loss", min_delt=3)
    with pytest.raises(TypeError, match="frequency"):
        callbacks.ModelCheckpoint("w.keras", frequency=3)
