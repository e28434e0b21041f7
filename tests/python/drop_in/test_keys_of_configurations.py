"""In TensorFlow's place configurations have the keys of Keras 3, and make the same thing again."""

import pytest
from library import tf

layers, metrics = tf.keras.layers, tf.keras.metrics
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


@pytest.mark.parametrize(
    ("made", "told", "untold"),
    [
        (layers.Dense(2), ["quantization_config"], ["activity_regularizer"]),
        (layers.Dense(2, activity_regularizer="l2"), ["activity_regularizer"], []),
        (layers.EinsumDense("ab,bc->ac", 3), ["quantization_config"], []),
        (layers.Embedding(3, 2), ["quantization_config", "activity_regularizer"], ["input_length"]),
        (layers.LSTM(2), ["seed"], ["implementation"]),
        (layers.GRUCell(2), ["seed"], ["implementation"]),
        (layers.SimpleRNN(2), ["dropout"], ["seed"]),
        (layers.RandomGrayscale(), ["factor"], ["seed"]),
        (layers.StringLookup(), ["vocabulary_size"], []),
        (metrics.AUC(), ["num_thresholds"], ["thresholds"]),
        (metrics.AUC(thresholds=[0.5]), ["thresholds"], []),
        (metrics.CosineSimilarity(), ["name"], ["axis"]),
        (metrics.SparseTopKCategoricalAccuracy(), ["k"], ["from_sorted_ids"]),
    ],
    ids=lambda one: type(one).__name__,
)
def test_keys(made, told, untold):
    config = made.get_config()
    assert set(told) <= set(config)
    assert not set(untold) & set(config)
    assert type(made).from_config(config).get_config() == config


def test_stacked_cells_are_made_again():
    made = layers.StackedRNNCells([layers.LSTMCell(2), layers.GRUCell(3)])
    again = layers.StackedRNNCells.from_config(made.get_config())
    assert [cell.units for cell in again.cells] == [2, 3]


@pytest.mark.parametrize("knows", [True, False])
def test_the_name_is_told_to_a_class_that_says_it_takes_one(knows):
    class Named(layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)

    class Other(layers.Layer):
        def __init__(self, units, **rest):
            super().__init__(**rest)

    config = (Named if knows else Other)(2, name="mine").get_config()
    assert ("name" in config) is knows
    assert list(config)[-3:] == ["units", "trainable", "dtype"]
