"""What programs override in iterators of images: the method that makes a batch."""

import numpy as np
from library import tf

image = tf.keras.preprocessing.image


class Twice(image.NumpyArrayIterator):
    """Two outputs of each example."""

    def _get_batches_of_transformed_samples(self, index_array):
        x, y = super()._get_batches_of_transformed_samples(index_array)
        return x, {"a": y, "b": y * 2}


def test_a_batch_is_what_the_program_makes():
    pictures, labels = np.ones((4, 3, 3, 1)), np.arange(4)
    batches = Twice(pictures, labels, image.ImageDataGenerator(), batch_size=2, shuffle=False)
    assert batches[1][1]["b"].tolist() == [4, 6]
    assert next(batches)[1]["a"].tolist() == [0, 1]
