"""The states of seeds are variables of layers and models, and no weights, in Keras 3."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_3


def dropping():
    return tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            layers.Dense(3),
            layers.Dropout(0.5, seed=1),
            layers.BatchNormalization(),
            layers.Dropout(0.3, seed=2),
            layers.Dense(1),
        ]
    )


def ends(variables):
    return [variable.path.split("/")[-1] for variable in variables]


STATE = "seed_generator_state"


def test_they_stand_where_their_layers_stand():
    model = dropping()
    assert ends(model.variables) == [
        *("kernel", "bias", STATE, "gamma", "beta", "moving_mean", "moving_variance"),
        *(STATE, "kernel", "bias"),
    ]
    others = [STATE, "moving_mean", "moving_variance", STATE]
    assert ends(model.non_trainable_variables) == others
    assert ends(model.non_trainable_weights) == ["moving_mean", "moving_variance"]
    assert ends(model.trainable_variables) == ends(model.trainable_weights)


def test_weights_and_their_numbers_know_nothing_of_them():
    model = dropping()
    assert len(model.weights) == len(model.get_weights()) == 8
    assert model.count_params() == 15 + 12 + 4
    assert layers.Dropout(0.5).count_params() == 0


def test_a_frozen_model_lists_all_of_them():
    model = dropping()
    model.trainable = False
    assert model.trainable_variables == []
    assert ends(model.non_trainable_variables) == ends(model.variables)
    assert len(model.non_trainable_weights) == 8


def test_they_count_the_draws_of_training():
    model = dropping()
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 4)), np.ones((4, 1)), batch_size=2, verbose=0)
    states = [one.numpy().tolist() for one in model.variables if one.path.endswith(STATE)]
    assert states == [[1, 2], [2, 2]]


def test_what_is_assigned_decides_the_next_draws():
    first, second = layers.Dropout(0.5, seed=1), layers.Dropout(0.5, seed=8)
    x = np.ones((3, 5), np.float32)
    first(x, training=True)
    second.non_trainable_variables[0].assign([1, 0])
    again = second(x, training=True)
    assert second.seed_generator.state.numpy().tolist() == [1, 1]
    np.testing.assert_array_equal(again, layers.Dropout(0.5, seed=1)(x, training=True))


@pytest.mark.parametrize(
    ("layer", "shape", "count"),
    [
        (lambda: layers.Dropout(0.0), (2, 3), 0),
        (lambda: layers.GaussianNoise(0.1), (2, 3), 1),
        (lambda: layers.AlphaDropout(0.1), (2, 3), 1),
        (lambda: layers.LSTM(2), (2, 3, 1), 1),
        (lambda: layers.Bidirectional(layers.GRU(2)), (2, 3, 1), 2),
        (lambda: layers.RNN([layers.GRUCell(2), layers.LSTMCell(2)]), (2, 3, 1), 2),
        (lambda: layers.TimeDistributed(layers.Dropout(0.5)), (2, 3, 1), 1),
        (lambda: layers.RandomFlip(), (2, 4, 4, 3), 1),
        (lambda: layers.RandomCrop(2, 2), (2, 4, 4, 3), 1),
        (lambda: layers.RandomColorJitter((0, 255), 0.1, 0.1), (2, 4, 4, 3), 3),
        (lambda: layers.AugMix(), (2, 4, 4, 3), 10),
        (lambda: layers.Resizing(2, 2), (2, 4, 4, 3), 0),
    ],
)
def test_how_many_a_layer_has(layer, shape, count):
    made = layer()
    made(np.ones(shape, np.float32))
    states = [one for one in made.variables if one.path.endswith(STATE)]
    assert len(states) == count == len(made.variables) - len(made.weights)
    assert {(str(np.dtype(one.numpy().dtype)), one.trainable) for one in states} <= {
        ("int64", False)
    }


def test_attention_has_its_state_before_the_last_projection():
    layer = layers.MultiHeadAttention(2, 2, dropout=0.3)
    layer(tf.ones([1, 2, 3]), tf.ones([1, 2, 3]))
    assert ends(layer.variables)[-3:] == [STATE, "kernel", "bias"]
    assert ends(layer.variables).count(STATE) == 1


class Own(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.generators = [tf.keras.random.SeedGenerator(n) for n in (3, 4)]
        self.dense = layers.Dense(1)
        self.named = tf.keras.random.SeedGenerator(7, name="seven")

    def build(self, shape):
        self.scale = self.add_weight(shape=(1,), name="scale")

    def call(self, inputs):
        return self.dense(inputs) * self.scale


def test_generators_of_ones_own_come_before_the_layers_within():
    layer = Own()
    layer(tf.ones([1, 2]))
    assert ends(layer.variables) == ["scale", STATE, STATE, STATE, "kernel", "bias"]
    assert [one.numpy().tolist() for one in layer.variables[1:4]] == [[3, 0], [4, 0], [7, 0]]
    assert layer.variables[3].path == f"seven/{STATE}"


def test_names_of_generators_are_numbered():
    first, second = tf.keras.random.SeedGenerator(), tf.keras.random.SeedGenerator()
    assert first.name.startswith("seed_generator")
    assert first.name != second.name
    assert second.state.path == f"{second.name}/{STATE}"
    with pytest.raises(ValueError, match="Unrecognized keyword"):
        tf.keras.random.SeedGenerator(1, other=2)


def test_a_generator_draws_on_from_what_is_assigned():
    generator = tf.keras.random.SeedGenerator(7)
    assert generator.next().numpy().tolist() == [7, 0]
    generator.state.assign([5, 6])
    assert generator.next().numpy().tolist() == [5, 6]
    assert generator.next(ordered=False).numpy().tolist() == [5, 7]
    assert generator.state.numpy().tolist() == [6 * 5387, 8 * 5387]


def test_a_stateless_call_returns_the_state_behind_the_draw():
    layer = layers.Dropout(0.5, seed=1)
    layer.build((2, 3))
    states = [one.numpy() for one in layer.non_trainable_variables]
    _, after = layer.stateless_call([], states, tf.ones([2, 3]), training=True)
    assert np.ravel(after[0]).tolist() == [1, 1]
    assert layer.non_trainable_variables[0].numpy().tolist() == [1, 0]


@pytest.mark.keras_3
def test_draws_without_a_seed_begin_anew_with_that_of_the_program():
    drawn = []
    for _ in range(2):
        tf.keras.utils.set_random_seed(5)
        drawn.append([tf.keras.random.uniform((2,)).numpy() for _ in range(2)])
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert drawn[0][0][0] != drawn[0][1][0]
