"""`keras.src.backend`, which layers import that are written as Keras's own are."""

import pytest

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def test_the_backend_that_layers_of_keras_import():
    from keras.src import backend
    from keras.src.backend.common.variables import standardize_dtype
    from keras.src.dtype_policies.dtype_policy import dtype_policy

    spec = backend.compute_output_spec(lambda x: x[:, 0], backend.KerasTensor((2, 3)))
    assert tuple(spec.shape) == (2,)
    assert backend.any_symbolic_tensors((1, [spec]))
    assert backend.convert_to_numpy(backend.Variable([1.0])).tolist() == [1.0]
    assert backend.convert_to_numpy(backend.cast([1.5], "int32")).tolist() == [1]
    assert backend.standardize_data_format(None) == backend.image_data_format()
    assert standardize_dtype(None) == "float32"
    assert dtype_policy().name == "float32"
