"""Keras 2 turns one image over where it leaves one of a batch, for the same number drawn."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize("mode", ["horizontal", "vertical"])
def test_one_image_is_turned_where_one_of_a_batch_is_not(mode):
    image = np.random.RandomState(0).rand(4, 4, 3).astype("float32")
    turned = []
    for given in (image, image[None]):
        layer = tf.keras.layers.RandomFlip(mode, seed=5)
        results = [np.reshape(layer(given, training=True), image.shape) for _ in range(12)]
        turned.append([not np.array_equal(result, image) for result in results])
    assert turned[0] == [not one for one in turned[1]]
    assert True in turned[0]
    assert False in turned[0]


def test_one_image_is_turned_over_both_ways_by_draws_of_their_own():
    image = np.arange(8.0, dtype="float32").reshape(2, 2, 2)
    layer = tf.keras.layers.RandomFlip(seed=5)
    results = {np.asarray(layer(image, training=True)).tobytes() for _ in range(24)}
    ways = [image, image[::-1], image[:, ::-1], image[::-1, ::-1]]
    assert results == {np.ascontiguousarray(way).tobytes() for way in ways}
