"""`save_img` with a format by name."""

import numpy as np
import pytest
from library import tf

Image = pytest.importorskip("PIL.Image")


@pytest.mark.keras_3
@pytest.mark.parametrize("name", ["jpg", "JPG", "jpeg"])
def test_jpg_is_jpeg(tmp_path, name):
    path = tmp_path / "picture.image"
    pixels = np.full((4, 6, 3), 200.0)
    tf.keras.utils.save_img(path, pixels, scale=False, file_format=name)
    with Image.open(path) as written:
        assert (written.format, written.mode, written.size) == ("JPEG", "RGB", (6, 4))
