"""`fit` where there is not one batch: Keras 3 warns, and the program goes on."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X, Y = np.ones([5, 3], "float32"), np.ones([5, 1], "float32")


def compiled():
    model = keras.Sequential([keras.Input([3]), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=["mae"])
    return model


def batches(kind):
    whole = tf.data.Dataset.from_tensor_slices((X, Y)).batch(8, drop_remainder=True)
    return {"known": whole, "unknown": whole.filter(lambda x, y: True)}[kind]


@pytest.mark.parametrize("kind", ["known", "unknown"])
@pytest.mark.parametrize("steps", [None, 2])
def test_there_is_nothing_to_report(kind, steps):
    model = compiled()
    with pytest.warns(UserWarning, match="Your input ran out of data; interrupting training"):
        history = model.fit(
            batches(kind), epochs=2, steps_per_epoch=steps, shuffle=False, verbose=0
        )
    assert history.history == {}
    np.testing.assert_array_equal(model.get_weights()[0], np.ones([3, 1]))


@pytest.mark.filterwarnings("ignore:Your input ran out of data")
def test_data_of_validation_are_reported_all_the_same():
    history = (
        compiled().fit(batches("known"), validation_data=(X, Y), verbose=0, shuffle=False).history
    )
    assert sorted(history) == ["val_loss", "val_mae"]
    np.testing.assert_allclose(history["val_mae"], [2.0], rtol=1e-6)


def test_generators_and_sequences_without_a_batch_are_refused():
    class Nothing(keras.utils.PyDataset):
        def __len__(self):
            return 0

        def __getitem__(self, index):
            raise IndexError

    with pytest.raises(ValueError, match="The PyDataset has length 0"):
        compiled().fit(Nothing(), verbose=0, shuffle=False)
    with pytest.raises(ValueError, match="must yield at least one batch"):
        compiled().fit((pair for pair in ()), verbose=0, shuffle=False)
