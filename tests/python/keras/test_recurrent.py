"""Recurrent layers against their formulas in NumPy; masks, states, wrappers and embeddings."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

layers = tf.keras.layers
rng = np.random.default_rng(0)
X = rng.normal(size=[3, 5, 4]).astype("float32")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def simple_rnn(x, kernel, recurrent, bias):
    h = np.zeros([len(x), recurrent.shape[0]])
    for t in range(x.shape[1]):
        h = np.tanh(x[:, t] @ kernel + h @ recurrent + bias)
        yield h


def lstm(x, kernel, recurrent, bias):
    h = c = np.zeros([len(x), recurrent.shape[0]])
    for t in range(x.shape[1]):
        i, f, g, o = np.split(x[:, t] @ kernel + h @ recurrent + bias, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        yield h


def gru(x, kernel, recurrent, bias):
    h = np.zeros([len(x), recurrent.shape[0]])
    for t in range(x.shape[1]):
        xz, xr, xh = np.split(x[:, t] @ kernel + bias[0], 3, axis=1)
        hz, hr, hh = np.split(h @ recurrent + bias[1], 3, axis=1)
        z, r = sigmoid(xz + hz), sigmoid(xr + hr)
        h = z * h + (1 - z) * np.tanh(xh + r * hh)
        yield h


def gru_reset_before(x, kernel, recurrent, bias):
    h = np.zeros([len(x), recurrent.shape[0]])
    units = recurrent.shape[0]
    for t in range(x.shape[1]):
        xz, xr, xh = np.split(x[:, t] @ kernel + bias, 3, axis=1)
        hz, hr = np.split(h @ recurrent[:, : 2 * units], 2, axis=1)
        z, r = sigmoid(xz + hz), sigmoid(xr + hr)
        h = z * h + (1 - z) * np.tanh(xh + (r * h) @ recurrent[:, 2 * units :])
        yield h


CASES = [
    (layers.SimpleRNN, {}, simple_rnn),
    (layers.LSTM, {}, lstm),
    (layers.GRU, {}, gru),
    (layers.GRU, {"reset_after": False}, gru_reset_before),
]


@pytest.mark.parametrize(("kind", "options", "formula"), CASES)
def test_a_layer_is_its_formula(kind, options, formula):
    layer = kind(6, return_sequences=True, bias_initializer="glorot_uniform", **options)
    found = layer(X).numpy()
    expected = np.stack(list(formula(X, *layer.get_weights())), axis=1)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)
    backwards = kind(6, go_backwards=True, return_sequences=True, **options)
    backwards.build(tf.TensorShape([None, None, 4]))
    backwards.set_weights(layer.get_weights())
    np.testing.assert_allclose(backwards(X[:, ::-1]), found, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("kind", "options", "formula"), CASES)
def test_a_cell_in_rnn_is_the_layer(kind, options, formula):
    cells = {"SimpleRNN": layers.SimpleRNNCell, "LSTM": layers.LSTMCell, "GRU": layers.GRUCell}
    layer, wrapped = kind(6, **options), layers.RNN(cells[kind.__name__](6, **options))
    layer(X), wrapped(X)
    wrapped.set_weights(layer.get_weights())
    np.testing.assert_allclose(wrapped(X), layer(X), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("kind", "options", "formula"), CASES)
def test_gradients_flow_to_all_weights_and_inputs(kind, options, formula):
    layer, x = kind(3, **options), tf.Variable(X)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(x) ** 2)
    grads = tape.gradient(loss, [x, *layer.trainable_variables])
    assert all(grad is not None and np.abs(grad.numpy()).max() > 0 for grad in grads)


def test_the_forget_gate_starts_open():
    layer = layers.LSTM(2)
    layer(X)
    assert layer.get_weights()[2].tolist() == [0, 0, 1, 1, 0, 0, 0, 0]


def test_states_come_back_and_go_in():
    layer = layers.LSTM(6, return_sequences=True, return_state=True)
    whole, h, c = layer(X)
    first, h1, c1 = layer(X[:, :2])
    second, h2, c2 = layer(X[:, 2:], initial_state=[h1, c1])
    np.testing.assert_allclose(np.concatenate([first, second], axis=1), whole, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(h2, h, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(c2, c, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(whole[:, -1], h)


@pytest.mark.ours("Keras 3 wants the batch size in the input shape")
def test_a_stateful_layer_goes_on_where_it_was():
    layer = layers.GRU(6, stateful=True)
    layer(X[:, :2])
    found = layer(X[:, 2:]).numpy()
    layer.reset_states()
    np.testing.assert_allclose(layer(X), found, rtol=1e-5, atol=1e-6)


def test_a_mask_leaves_states_as_they_were():
    layer = layers.LSTM(6)
    mask = tf.constant([[True, True, False, False, False]] * 3)
    np.testing.assert_allclose(layer(X, mask=mask), layer(X[:, :2]), rtol=1e-5, atol=1e-6)
    holes = tf.constant([[True, False, True, False, False]] * 3)
    np.testing.assert_allclose(layer(X, mask=holes), layer(X[:, [0, 2]]), rtol=1e-5, atol=1e-6)


def test_masks_travel_from_an_embedding_to_a_recurrent_layer():
    embedding, between, last = (
        layers.Embedding(10, 4, mask_zero=True),
        layers.Dense(5),
        layers.GRU(3),
    )
    padded, short = tf.constant([[3, 4, 0, 0]]), tf.constant([[3, 4]])
    np.testing.assert_allclose(
        last(between(embedding(padded))), last(between(embedding(short))), rtol=1e-5, atol=1e-6
    )
    model = tf.keras.Sequential([embedding, layers.Dropout(0.5), between, last])
    np.testing.assert_allclose(model(padded), model(short), rtol=1e-5, atol=1e-6)


def test_masking_hides_steps_of_one_value():
    layer = layers.LSTM(3)
    x = np.concatenate([X, np.full([3, 2, 4], 7, "float32")], axis=1)
    masked = layers.Masking(7.0)(x)
    assert masked.numpy()[:, -1].tolist() == [[0] * 4] * 3
    np.testing.assert_allclose(layer(masked), layer(X), rtol=1e-5, atol=1e-6)


def test_a_loss_leaves_masked_steps_out():
    outputs = layers.Embedding(10, 1, mask_zero=True, embeddings_initializer="ones")(
        tf.constant([[1, 2, 0, 0]])
    )
    loss = tf.keras.losses.MeanSquaredError()(tf.zeros([1, 4, 1]), outputs)
    assert float(loss) == pytest.approx(1.0)


@pytest.mark.parametrize(("mode", "width"), [("concat", 12), ("sum", 6), ("mul", 6), ("ave", 6)])
def test_both_directions_are_joined(mode, width):
    layer = layers.Bidirectional(layers.LSTM(6, return_sequences=True), merge_mode=mode)
    found = layer(X).numpy()
    assert found.shape == (3, 5, width)
    ahead = layer.forward_layer(X).numpy()
    back = layer.backward_layer(X).numpy()[:, ::-1]
    join = {
        "concat": lambda: np.concatenate([ahead, back], axis=-1),
        "sum": lambda: ahead + back,
        "mul": lambda: ahead * back,
        "ave": lambda: (ahead + back) / 2,
    }
    np.testing.assert_allclose(found, join[mode](), rtol=1e-5, atol=1e-6)
    assert len(layer.trainable_variables) == 6


def test_an_unknown_way_to_join_is_refused():
    with pytest.raises(ValueError, match="merge mode"):
        layers.Bidirectional(layers.LSTM(2), merge_mode="max")


def test_each_step_goes_through_the_same_layer():
    dense = layers.Dense(2)
    found = layers.TimeDistributed(dense)(X)
    np.testing.assert_allclose(found, dense(X), rtol=1e-5, atol=1e-6)
    images = layers.TimeDistributed(layers.Conv2D(2, 2))(tf.zeros([2, 3, 4, 4, 1]))
    assert images.shape == [2, 3, 3, 3, 2]


def test_cells_are_stacked():
    layer = layers.RNN([layers.LSTMCell(4), layers.GRUCell(3)], return_state=True)
    outputs, *states = layer(X)
    assert outputs.shape == [3, 3]
    assert [state.shape[-1] for state in tf.nest.flatten(states)] == [4, 4, 3]


def test_a_cell_of_ones_own():
    class Minimal(layers.Layer):
        def __init__(self, units):
            super().__init__()
            self.units = self.state_size = units

        def build(self, shape):
            self.kernel = self.add_weight(name="kernel", shape=[shape[-1], self.units])
            self.built = True

        def call(self, inputs, states):
            h = tf.matmul(inputs, self.kernel) + states[0]
            return h, [h]

    layer = layers.RNN(Minimal(2))
    np.testing.assert_allclose(layer(X), (X @ layer.cell.kernel.numpy()).sum(axis=1), rtol=1e-4)


def test_dropout_of_a_recurrent_layer_is_for_training():
    layer = layers.LSTM(8, dropout=0.5, recurrent_dropout=0.5)
    still = layer(X).numpy()
    np.testing.assert_array_equal(layer(X).numpy(), still)
    assert np.abs(layer(X, training=True).numpy() - still).max() > 0


@pytest.mark.parametrize("kind", [layers.LSTM, layers.GRU, layers.SimpleRNN])
def test_sequences_are_learned(kind):
    tf.keras.utils.set_random_seed(0)
    x = rng.normal(size=[64, 6, 1]).astype("float32")
    y = x[:, 0]
    model = tf.keras.Sequential([kind(8), layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(0.02), "mse")
    losses = model.fit(x, y, epochs=40, verbose=0).history["loss"]
    assert losses[-1] < 0.3 * losses[0]


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="files are gradtape's own")
def test_recurrent_models_are_saved(tmp_path):
    model = tf.keras.Sequential(
        [
            tf.keras.Input([5, 4]),
            layers.Bidirectional(layers.LSTM(3, return_sequences=True)),
            layers.TimeDistributed(layers.Dense(2)),
            layers.RNN(layers.GRUCell(2)),
        ]
    )
    model.save(tmp_path / "m.keras")
    np.testing.assert_array_equal(tf.keras.models.load_model(tmp_path / "m.keras")(X), model(X))


def test_embeddings_are_rows_and_their_gradient_is_counted():
    layer = layers.Embedding(5, 2)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(tf.constant([[1, 1, 3]])))
    grad = tf.convert_to_tensor(tape.gradient(loss, layer.embeddings))
    assert grad.numpy()[:, 0].tolist() == [0, 2, 0, 1, 0]


class Leaky(tf.keras.layers.Layer):
    """A cell of a program's own, with nothing but what it has to have."""

    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = self.state_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight(
            shape=(input_shape[-1], self.units), initializer="ones", name="kernel"
        )
        self.built = True

    def call(self, inputs, states):
        output = 0.5 * states[0] + tf.matmul(inputs, self.kernel)
        return output, [output]


def test_cells_of_a_programs_own_may_be_stacked():
    x = tf.ones([2, 3, 1])
    one = tf.keras.layers.RNN(Leaky(2), return_sequences=True)(x)
    assert one[0, :, 0].numpy().tolist() == [1.0, 1.5, 1.75]
    both = tf.keras.layers.RNN([Leaky(2), Leaky(1)], return_sequences=True)(x)
    assert both[0, :, 0].numpy().tolist() == [2.0, 4.0, 5.5]
    mixed = tf.keras.layers.RNN([tf.keras.layers.LSTMCell(3), Leaky(1)])
    assert mixed(x).shape == [2, 1]
    assert len(mixed.trainable_variables) == 4


def test_states_are_made_for_a_number_of_examples_or_for_inputs():
    gru = tf.keras.layers.GRU(3)
    x = tf.ones([2, 4, 1])
    made = [gru.get_initial_state(2), gru.get_initial_state(tf.shape(x)[0])]
    made.append(gru.get_initial_state(batch_size=2))
    if not AGAINST_TENSORFLOW:  # Keras 2's manner
        made.append(gru.get_initial_state(x))
    assert all(tf.nest.flatten(states)[0].shape == [2, 3] for states in made)


class WithConstants(tf.keras.layers.Layer):
    """A cell that adds a constant to each step, as attention over a memory does."""

    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = self.state_size = units
        self.built_for = None

    def build(self, input_shape):
        self.built_for = input_shape

    def call(self, inputs, states, constants):
        output = inputs + states[0] + constants[0]
        return output, [output]


@ours("Keras 2; Keras 3 has no constants")
class TestConstants:
    def test_a_cell_gets_them_with_every_step(self):
        x, memory = tf.ones([2, 3, 4]), tf.fill([2, 4], 10.0)
        layer = tf.keras.layers.RNN(WithConstants(4))
        assert layer(x, constants=memory).numpy()[0, 0] == 33.0
        assert layer(x, initial_state=tf.ones([2, 4]), constants=[memory]).numpy()[0, 0] == 34.0

    def test_the_cell_is_built_for_a_step_of_the_sequence_alone(self):
        x, memory = tf.keras.Input([3, 4]), tf.keras.Input([4])
        cell = WithConstants(4)
        model = tf.keras.Model([x, memory], tf.keras.layers.RNN(cell)(x, constants=memory))
        assert cell.built_for[-1] == 4
        assert model([tf.ones([2, 3, 4]), tf.fill([2, 4], 10.0)]).numpy()[0, 0] == 33.0


@ours("Keras 2's manner")
def test_states_may_stand_behind_the_sequence():
    x, state = tf.ones([2, 3, 4]), tf.fill([2, 5], 2.0)
    layer = tf.keras.layers.GRU(5)
    assert (layer([x, state]).numpy() == layer(x, initial_state=state).numpy()).all()


@ours("Keras 2's names; Keras 3 has others")
def test_a_cell_of_a_programs_own_asks_for_masks():
    cell = tf.keras.layers.LSTMCell(2, dropout=0.5)
    x = tf.ones([4, 3])
    masks = cell.get_dropout_mask_for_cell(x, training=True, count=4)
    assert [mask.shape for mask in masks] == [[4, 3]] * 4
    assert cell.get_dropout_mask_for_cell(x, training=True, count=4) is masks
    cell.reset_dropout_mask()
    assert cell.get_dropout_mask_for_cell(x, training=True).shape == [4, 3]
    assert cell.get_dropout_mask_for_cell(x, training=False) is None
    assert cell.get_recurrent_dropout_mask_for_cell(x, training=True) is None


@ours("a method of Keras 2's LSTMCell")
def test_a_cell_of_a_programs_own_replaces_a_part_of_a_step():
    class Peeping(tf.keras.layers.LSTMCell):
        def _compute_carry_and_output_fused(self, z, c_tm1):
            shifted = [z[0] + c_tm1, *z[1:]]
            return super()._compute_carry_and_output_fused(shifted, c_tm1)

    x = tf.reshape(tf.range(6.0), [1, 2, 3]) / 6.0
    start = [tf.zeros([1, 2]), tf.fill([1, 2], 2.0)]

    def run(kind):
        cell = kind(2, kernel_initializer="ones", recurrent_initializer="ones")
        return tf.keras.layers.RNN(cell)(x, initial_state=start).numpy()

    plain, peeping = run(tf.keras.layers.LSTMCell), run(Peeping)
    assert (peeping > plain).all()
    h, c = (part.numpy()[0, 0] for part in start)
    for row in x.numpy()[0]:
        z = row.sum() + 2 * h
        gate, sigmoid = np.tanh(z), lambda value: 1 / (1 + np.exp(-value))
        c = sigmoid(z + 1.0) * c + sigmoid(z + c) * gate
        h = sigmoid(z) * np.tanh(c)
    np.testing.assert_allclose(peeping[0], [h, h], rtol=1e-5)


def test_recurrent_layers_are_those_that_take_a_cell():
    kinds = layers.GRU, layers.LSTM, layers.SimpleRNN, layers.ConvLSTM2D
    assert all(issubclass(kind, layers.RNN) for kind in kinds)
    assert isinstance(layers.GRU(2), layers.RNN)
    assert not isinstance(layers.Bidirectional(layers.GRU(2)), layers.RNN)

    class Mine(layers.RNN):
        pass

    assert isinstance(Mine(layers.GRUCell(2)), Mine)
    assert not isinstance(layers.GRU(2), Mine)


class Summing(tf.keras.layers.Layer):
    """A cell whose state is the sum of the inputs so far, times a factor."""

    def __init__(self, units, factor=1.0, **kwargs):
        super().__init__(**kwargs)
        self.units, self.factor, self.state_size = units, factor, units

    def call(self, inputs, states):
        total = states[0] + self.factor * inputs
        return total, [total]

    def get_config(self):
        return {**super().get_config(), "units": self.units, "factor": self.factor}


@pytest.mark.ours("Keras 3 wants such classes to be registered, Keras 2 does not")
def test_cells_of_a_program_are_made_again():
    x = tf.constant([[[1.0], [2.0], [4.0]]])
    both = tf.keras.layers.Bidirectional(
        tf.keras.layers.RNN(Summing(1, factor=2.0), return_sequences=True)
    )
    assert np.array(both(x))[0].tolist() == [[2.0, 14.0], [6.0, 12.0], [14.0, 8.0]]
    stack = tf.keras.layers.Bidirectional(tf.keras.layers.RNN([Summing(1), Summing(1)]))
    assert np.array(stack(x)).tolist() == [[11.0, 17.0]]
    layer = tf.keras.layers.RNN([Summing(1), Summing(1, factor=3.0)])
    with tf.keras.utils.custom_object_scope({"Summing": Summing}):
        again = tf.keras.layers.RNN.from_config(layer.get_config())
    assert np.array(again(x)).tolist() == [[33.0]]


@pytest.mark.ours("Keras has an error of its own")
def test_an_unknown_cell_is_named():
    config = tf.keras.layers.RNN(Summing(1)).get_config()
    with pytest.raises(TypeError, match="'Summing' is not known"):
        tf.keras.layers.RNN.from_config(config)
