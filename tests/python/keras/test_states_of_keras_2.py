"""Recurrent layers as Keras 2 has them: states in variables, constants, ragged rows, checks."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def _inputs(*shape):
    return np.random.RandomState(0).rand(*shape).astype("float32")


class WithConstants(tf.keras.layers.Layer):
    """A cell that adds a projected constant to each step."""

    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = self.state_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", [input_shape[-1], self.units])
        self.other = self.add_weight("other", [3, self.units])

    def call(self, inputs, states, constants):
        found = tf.matmul(inputs, self.kernel) + states[0] + tf.matmul(constants[0], self.other)
        return found, [found]

    def get_config(self):
        return {**super().get_config(), "units": self.units}


@pytest.mark.parametrize("kind", ["SimpleRNN", "GRU", "LSTM"])
class TestCarriedStates:
    def test_they_are_variables_that_can_be_set(self, kind):
        layer = getattr(tf.keras.layers, kind)(3, stateful=True, batch_input_shape=(2, 4, 5))
        model = tf.keras.Sequential([layer])
        assert len(model.weights) == 3
        tf.keras.backend.set_value(layer.states[0], np.ones((2, 3)))
        found = model.predict(_inputs(2, 4, 5), verbose=0)
        np.testing.assert_array_equal(layer.states[0].numpy(), found)

    def test_doubles_reset_them(self, kind):
        layer = getattr(tf.keras.layers, kind)(3, stateful=True, batch_input_shape=(2, 4, 5))
        model = tf.keras.Sequential([layer])
        layer.reset_states([np.ones((2, 3))] * len(layer.states))
        first = model.predict(_inputs(2, 4, 5), verbose=0)
        model.reset_states()
        assert layer.states[0].numpy().tolist() == np.zeros((2, 3)).tolist()
        assert abs(model.predict(_inputs(2, 4, 5), verbose=0) - first).max() > 1e-3

    def test_given_states_count_only_while_they_are_zeros(self, kind):
        x, layer = _inputs(2, 4, 5), getattr(tf.keras.layers, kind)(3, stateful=True)
        layer(x)
        layer.reset_states()
        given = [tf.ones([2, 3])] * len(layer.states)
        first = layer(x, initial_state=given)
        assert abs(layer(x, initial_state=given) - first).numpy().max() > 1e-3
        layer.reset_states()
        np.testing.assert_allclose(layer(x, initial_state=given), first, rtol=1e-6)

    def test_only_layers_with_states_and_known_batches_are_reset(self, kind):
        make = getattr(tf.keras.layers, kind)
        with pytest.raises(AttributeError, match="Layer must be stateful"):
            make(3).reset_states()
        with pytest.raises(ValueError, match="it needs to know its batch size"):
            make(3, stateful=True).reset_states()

    def test_the_cell_is_as_trainable_as_the_layer(self, kind):
        assert not getattr(tf.keras.layers, kind)(3, trainable=False).cell.trainable

    def test_ragged_rows_are_masked(self, kind):
        rows = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 1.0], [1.0, 1.0]]], ragged_rank=1)
        layer = getattr(tf.keras.layers, kind)(4, return_sequences=True)
        found = layer(rows)
        mask = tf.constant([[True, False], [True, True]])
        dense = layer(rows.to_tensor(), mask=mask).numpy()
        np.testing.assert_allclose(found.row_lengths(), [1, 2])
        np.testing.assert_allclose(found[0], dense[0, :1], rtol=1e-6)
        np.testing.assert_allclose(found[1], dense[1], rtol=1e-6)

    def test_unrolling_needs_a_length(self, kind):
        layer = getattr(tf.keras.layers, kind)(4, unroll=True)
        with pytest.raises(ValueError, match=r"Cannot unroll a RNN|Unrolling requires a fixed"):
            layer(tf.keras.Input([None, 3]))

    def test_states_must_be_those_of_the_cell(self, kind):
        layer = getattr(tf.keras.layers, kind)(4)
        states = [tf.keras.Input([5])] * (2 if kind == "LSTM" else 1)
        with pytest.raises(ValueError, match=r"not compatible with `cell\.state_size`"):
            layer(tf.keras.Input([6, 3]), initial_state=states)

    def test_the_configuration_has_time_major(self, kind):
        config = getattr(tf.keras.layers, kind)(4).get_config()
        assert config["time_major"] is False
        assert "zero_output_for_mask" not in config

    def test_later_inputs_have_as_many_features(self, kind):
        layer = getattr(tf.keras.layers, kind)(4)
        layer(_inputs(2, 3, 4))
        with pytest.raises(ValueError, match="is incompatible with the layer"):
            layer(_inputs(2, 3, 5))


class TestConstantsOfCells:
    def test_they_are_inputs_of_a_model_made_again(self):
        x, c = tf.keras.Input([None, 5]), tf.keras.Input([3])
        layer = tf.keras.layers.RNN(WithConstants(4))
        model = tf.keras.Model([x, c], layer(x, constants=c))
        given = [_inputs(2, 6, 5), _inputs(2, 3)]
        config = layer.get_config()
        assert config["num_constants"] == 1
        with tf.keras.utils.custom_object_scope({"WithConstants": WithConstants}):
            again = tf.keras.layers.RNN.from_config(config)
        other = tf.keras.Model([x, c], again([x, c]))
        other.set_weights(model.get_weights())
        np.testing.assert_allclose(
            other.predict(given, verbose=0), model.predict(given, verbose=0), rtol=1e-6
        )

    def test_stacked_cells_hand_them_to_those_that_take_them(self):
        cells = [tf.keras.layers.GRUCell(4), WithConstants(6)]
        layer = tf.keras.layers.RNN(cells)
        assert layer.cell.state_size == (4, 6)
        assert layer(_inputs(2, 3, 5), constants=tf.ones([2, 3])).shape == (2, 6)

    def test_both_ways_get_them(self):
        x, c = tf.keras.Input([6, 5]), tf.keras.Input([3])
        states = [tf.keras.Input([4]), tf.keras.Input([4])]
        with tf.keras.utils.custom_object_scope({"WithConstants": WithConstants}):
            layer = tf.keras.layers.Bidirectional(tf.keras.layers.RNN(WithConstants(4)))
        model = tf.keras.Model([x, *states, c], layer(x, initial_state=states, constants=c))
        given = [_inputs(2, 6, 5), _inputs(2, 4), _inputs(2, 4), _inputs(2, 3)]
        assert model.predict(given, verbose=0).shape == (2, 8)
        assert len(model.layers[-1].input) == 4


class TestBothWays:
    def test_the_given_layer_stays_and_its_name(self):
        layer = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(2, name="rnn", stateful=True))
        assert (layer.layer.name, layer.forward_layer.name) == ("rnn", "forward_rnn")
        assert layer.get_config()["layer"]["config"]["name"] == "rnn"
        assert layer.stateful

    def test_a_layer_for_the_way_back_is_in_the_configuration(self):
        back = tf.keras.layers.LSTM(2, go_backwards=True, name="back")
        layer = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(2), backward_layer=back)
        assert layer.backward_layer.name == "backward_back"
        again = tf.keras.layers.Bidirectional.from_config(layer.get_config())
        assert again.backward_layer.name == "backward_back"

    def test_the_two_ways_must_agree(self):
        make = tf.keras.layers.LSTM
        with pytest.raises(ValueError, match="should have different `go_backwards`"):
            tf.keras.layers.Bidirectional(make(2), backward_layer=make(2))
        back = make(2, go_backwards=True, return_sequences=True)
        with pytest.raises(ValueError, match='same value for attribute "return_sequences"'):
            tf.keras.layers.Bidirectional(make(2), backward_layer=back)

    def test_states_are_reset_to_values(self):
        layer = tf.keras.layers.Bidirectional(tf.keras.layers.SimpleRNN(3, stateful=True))
        layer(_inputs(2, 4, 5))
        layer.reset_states([np.ones((2, 3)), np.full((2, 3), 2.0)])
        assert layer.backward_layer.states[0].numpy()[0, 0] == 2.0
        with pytest.raises(ValueError, match="Expected `states` to be list or tuple"):
            layer.reset_states({})

    def test_an_odd_number_of_states_is_refused(self):
        x = tf.keras.Input([4, 5])
        with pytest.raises(ValueError, match="the state should be a list containing the states"):
            tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3))(x, initial_state=[x[:, 0, :3]])


class TestStepsAsOneBatch:
    def test_statistics_are_those_of_all_steps(self):
        layer = tf.keras.layers.TimeDistributed(tf.keras.layers.BatchNormalization(momentum=0.0))
        x = _inputs(3, 4, 2)
        layer(x, training=True)
        np.testing.assert_allclose(layer.get_weights()[2], x.reshape(12, 2).mean(0), rtol=1e-5)

    def test_ragged_steps(self):
        rows = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 1.0], [1.0, 1.0]]], ragged_rank=1)
        layer = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(3))
        found = layer(rows)
        assert found.row_lengths().numpy().tolist() == [1, 2]
        np.testing.assert_allclose(found.values, layer.layer(rows.values), rtol=1e-6)

    def test_the_mask_is_that_of_the_inner_layer(self):
        model = tf.keras.Sequential(
            [
                tf.keras.layers.TimeDistributed(tf.keras.layers.Masking(), input_shape=(3, 2)),
                tf.keras.layers.GRU(2),
            ]
        )
        x = _inputs(2, 3, 2)
        x[0, 2] = 0
        mask = model.layers[0].compute_mask(tf.constant(x))
        assert mask.numpy().tolist() == [[True, True, False], [True, True, True]]


class TestShapesOfOutputs:
    @pytest.mark.parametrize(
        ("name", "given", "shape"),
        [
            ("Dense", (3,), (None, 5, 4)),
            ("Conv1D", (3, 2), (None, 5, 4)),
            ("LSTM", (3,), (2, 5, 4)),
        ],
    )
    def test_they_are_shapes_of_tensors(self, name, given, shape):
        found = getattr(tf.keras.layers, name)(*given).compute_output_shape(shape)
        assert isinstance(found, tf.TensorShape)
        assert found.as_list()[-1] == 3

    @pytest.mark.parametrize("name", ["BatchNormalization", "Masking", "LayerNormalization"])
    def test_what_nothing_changes_comes_back_as_it_was(self, name):
        assert getattr(tf.keras.layers, name)().compute_output_shape((None, 4)) == (None, 4)
        assert type(getattr(tf.keras.layers, name)().compute_output_shape((None, 4))) is tuple

    def test_unknown_keywords_are_two_words_of_the_error(self):
        with pytest.raises(TypeError) as error:
            tf.keras.layers.Dense(2, unknown=1)
        assert error.value.args == ("Keyword argument not understood:", "unknown")
