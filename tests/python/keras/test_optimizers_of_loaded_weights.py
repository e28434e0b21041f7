"""What `load_weights` does to an optimizer, by the kind of file."""

import numpy as np
import pytest
from library import tf

pytest.importorskip("h5py")
X, Y = np.ones([4, 2], np.float32), np.ones([4, 1], np.float32)


@pytest.mark.parametrize(("suffix", "steps"), [(".h5", 3), (".keras", 1), (".weights.h5", 1)])
@pytest.mark.filterwarnings("ignore")  # that `.h5` is an old kind of file
def test_the_steps_it_has_made(tmp_path, suffix, steps):
    model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(), "mse")
    model.fit(X, Y, verbose=0)
    path = str(tmp_path / f"model{suffix}")
    (model.save_weights if suffix == ".weights.h5" else model.save)(path)
    kept = model.get_weights()
    model.fit(X, Y, verbose=0, epochs=2)
    model.load_weights(path)
    assert int(model.optimizer.iterations) == steps
    for found, expected in zip(model.get_weights(), kept, strict=True):
        np.testing.assert_array_equal(found, expected)
