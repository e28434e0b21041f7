"""Names of what classes with an underscore in front make."""

import pytest
from library import tf

keras = tf.keras


class _QuerySlice(keras.layers.Layer):
    pass


class _AHead2D(keras.Model):
    pass


@pytest.fixture(autouse=True)
def names_begin_again():
    keras.backend.clear_session()


@pytest.mark.keras_3
def test_in_keras_3_the_underscore_stays():
    assert [_QuerySlice().name, _QuerySlice().name] == ["__query_slice", "__query_slice_1"]
    assert _AHead2D().name == "_a_head2d"


@pytest.mark.keras_2
def test_in_keras_2_a_word_stands_before_it():
    assert [_QuerySlice().name, _QuerySlice().name] == [
        "private__query_slice",
        "private__query_slice_1",
    ]


@pytest.mark.keras_3
def test_numbers_of_prefixes_are_those_of_names_in_keras_3():
    assert keras.layers.Dense(1).name == "dense"
    assert keras.backend.get_uid("dense") == 2
    assert keras.layers.Dense(1).name == "dense_2"
