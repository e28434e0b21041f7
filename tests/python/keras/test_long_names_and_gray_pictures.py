"""Long names in files of HDF5, and Keras 2's second argument of `load_img`."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file"),
    pytest.mark.filterwarnings("ignore:grayscale is deprecated"),
]


def test_names_that_fill_an_attribute_are_cut(tmp_path):
    pytest.importorskip("h5py")
    inputs = keras.Input((2,), name="input_" + "x" * 2**15)
    outputs = inputs
    for number in range(4):
        outputs = keras.layers.Dense(2, name=f"dense_{number}")(outputs)
    model = keras.Model(inputs, outputs)
    model.save(str(tmp_path / "model.h5"))
    again = keras.models.load_model(str(tmp_path / "model.h5"))
    x = np.ones([1, 2], "float32")
    np.testing.assert_allclose(model(x), again(x), rtol=1e-6)


@pytest.mark.keras_2
def test_a_picture_is_gray_by_the_second_argument(tmp_path):
    pixels = np.arange(24, dtype="uint8").reshape(4, 2, 3)
    tf.io.write_file(str(tmp_path / "0.png"), tf.io.encode_png(pixels))
    load, array = keras.preprocessing.image.load_img, keras.preprocessing.image.img_to_array
    assert array(load(tmp_path / "0.png", True)).shape == (4, 2, 1)
    assert array(load(str(tmp_path / "0.png"), False, target_size=(2, 2))).shape == (2, 2, 3)
