"""`fill_mode="wrap"` of pictures that are moved: the last pixel of an axis is the first again."""

import numpy as np
import pytest
from library import tf

pytest.importorskip("scipy")
image = tf.keras.preprocessing.image
LINE = np.arange(6.0, dtype="float32").reshape(1, 6, 1)


@pytest.mark.parametrize(
    ("shift", "expected"),
    [
        (2, [2, 3, 4, 5, 1, 2]),
        (-2, [3, 4, 0, 1, 2, 3]),
        (0.5, [0.5, 1.5, 2.5, 3.5, 4.5, 0.5]),
        (-7, [3, 4, 5, 1, 2, 3]),
        (5, [5, 1, 2, 3, 4, 0]),
    ],
)
def test_shifted(shift, expected):
    axes = {"row_axis": 0, "col_axis": 1, "channel_axis": 2}
    moved = image.apply_affine_transform(LINE, tx=shift, fill_mode="wrap", **axes)
    np.testing.assert_allclose(moved.ravel(), expected, atol=1e-5)
