"""Data of validation that are too few for its steps: what Keras 2 does in the epochs behind."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
ONE = np.ones([2, 1], "float32")


class Counted(keras.utils.Sequence):
    """As many batches as it is told, which counts the ends of its epochs."""

    def __init__(self, count):
        super().__init__()
        self.count, self.ends = count, 0

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return ONE, ONE

    def on_epoch_end(self):
        self.ends += 1


def fitted(train, held_out, **options):
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(1,))])
    model.compile("sgd", "mse")
    history = model.fit(train, validation_data=held_out, epochs=3, verbose=0, **options)
    return {name: len(values) for name, values in history.history.items()}


@pytest.mark.keras_2
def test_validation_that_has_run_out_is_not_asked_again():
    train, held_out = Counted(2), Counted(3)
    assert fitted(train, held_out, validation_steps=5) == {"loss": 3, "val_loss": 1}
    assert (train.ends, held_out.ends) == (3, 1)


@pytest.mark.keras_2
def test_a_dataset_of_validation_that_has_run_out_is_not_asked_again():
    held_out = tf.data.Dataset.from_tensor_slices((ONE, ONE)).batch(1)
    assert fitted(Counted(2), held_out, validation_steps=5) == {"loss": 3, "val_loss": 1}


@pytest.mark.keras_2
def test_training_data_that_run_out_hear_the_end_of_their_epoch():
    train = Counted(2)
    assert fitted(train, Counted(3), steps_per_epoch=5) == {"loss": 1, "val_loss": 1}
    assert train.ends == 1
