"""Layers that change images take `data_format="channels_first"`, with the same random numbers."""

import numpy as np
import pytest
from library import tf

IMAGES = np.arange(2 * 3 * 8 * 6, dtype=np.float32).reshape(2, 3, 8, 6)
LAYERS = {
    "Resizing": {"height": 4, "width": 5},
    "CenterCrop": {"height": 4, "width": 4},
    "RandomCrop": {"height": 4, "width": 3, "seed": 1},
    "RandomFlip": {"seed": 1},
    "RandomRotation": {"factor": 0.2, "seed": 1},
    "RandomTranslation": {"height_factor": 0.2, "width_factor": 0.3, "seed": 1},
    "RandomZoom": {"height_factor": 0.3, "seed": 1},
}


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("images", [IMAGES, IMAGES[0]], ids=["batch", "image"])
def test_channels_may_come_first(name, images):
    kind, options = getattr(tf.keras.layers, name), LAYERS[name]
    first = kind(**options, data_format="channels_first")(images)
    last = kind(**options, data_format="channels_last")(np.moveaxis(images, -3, -1))
    np.testing.assert_allclose(first, np.moveaxis(last, -1, -3), rtol=1e-5, atol=1e-5)
    assert first.shape[-3] == 3
