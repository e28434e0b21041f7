"""`random.Generator`: TensorFlow's numbers, states and errors."""

import numpy as np
import pytest
from library import ours, tf

G = tf.random.Generator


def test_numbers_and_states_are_those_of_tensorflow():
    g = G.from_seed(1234)
    assert g.state.numpy().tolist() == [1234, 0, 0]
    np.testing.assert_allclose(g.normal([3]), [0.9356609, 1.0854305, -0.93788373], rtol=1e-6)
    np.testing.assert_allclose(g.uniform([3]), [0.31073415, 0.3681823, 0.96182954], rtol=1e-6)
    assert g.uniform([5], maxval=10, dtype=tf.int32).numpy().tolist() == [4, 9, 1, 1, 2]
    whole = g.uniform([2], minval=None, dtype=tf.int64)
    assert whole.numpy().tolist() == [-697396752012210714, 4328240269465201701]
    assert g.uniform([2], None, None, tf.int32).numpy().tolist() == [-1242337431, -1140093275]
    assert g.state.numpy().tolist() == [5074, 0, 0]
    doubles = g.normal([2, 2], dtype=tf.float64)
    np.testing.assert_allclose(doubles[1], [-0.9125141478641613, 2.0297512226456575])
    np.testing.assert_allclose(
        g.truncated_normal([4]), [-1.4070663, 1.5848249, 0.10026747, -1.8103786], rtol=1e-6
    )
    assert g.binomial([3], [10.0, 5.0, 3.0], [0.5, 0.2, 0.3]).numpy().tolist() == [6, 0, 0]
    assert g.state.numpy().tolist() == [160722, 0, 0]
    assert g.uniform_full_int([2], tf.int32).numpy().tolist() == [-1124744736, -514195665]
    assert g.uniform_full_int([2]).numpy().tolist() == [17992054991343533142, 15829273525373098668]
    seeds = g.make_seeds(2).numpy().tolist()
    assert seeds == [[1808692520248926735, -6411937623620775315], [0, 0]]
    parts = g.split(2)
    keys = [-1546069151174314617, 154744839148856005]
    assert [part.state.numpy().tolist() for part in parts] == [[0, 0, key] for key in keys]
    g.skip(3)
    assert g.state.numpy().tolist() == [163538, 0, 0]


def test_where_generators_begin():
    assert G.from_seed([1, 2]).state.numpy().tolist() == [0, 1, 2]
    assert G.from_seed(-1).state.numpy().tolist() == [-1, -1, -1]
    assert G.from_key_counter(3, [1, 2], "philox").state.numpy().tolist() == [1, 2, 3]
    drawn = G.from_state([1, 2, 3], alg=1).normal([2])
    np.testing.assert_allclose(drawn, [-0.26016375, -1.220522], rtol=1e-6)
    assert G(G.from_seed(3)).state.numpy().tolist() == [3, 0, 0]
    states = {tuple(G.from_non_deterministic_state().state.numpy().tolist()) for _ in range(2)}
    assert len(states) == 2


def test_a_variable_is_the_state_itself():
    state = tf.Variable([1, 0, 0], dtype=tf.int64)
    g = G(state=state, alg="philox")
    assert g.state is state
    g.normal([2])
    assert state.numpy().tolist() == [513, 0, 0]
    other = G.from_state(state, "philox")
    np.testing.assert_allclose(other.normal([2]), [1.6307176, 0.00784778], rtol=1e-5)
    np.testing.assert_allclose(g.normal([2]), [-0.79253083, 0.37646857], rtol=1e-5)
    for wrong in ([1, 2], tf.Variable([1, 2])):
        with pytest.raises(ValueError, match="incompatible"):
            G(state=wrong, alg="philox")


def test_a_generator_is_begun_anew():
    g = G.from_seed(1)
    first = g.normal([2])
    g.reset_from_seed(1)
    np.testing.assert_array_equal(g.normal([2]), first)
    g.reset([1, 2, 3])
    assert int(g.key) == 3
    g.reset_from_key_counter(5, [6, 7])
    assert g.state.numpy().tolist() == [6, 7, 5]


def test_a_counter_carries_into_its_second_word():
    g = G.from_state([-1, 0, 0], alg=1)
    g.skip(1)
    assert g.state.numpy().tolist() == [255, 1, 0]


def test_gradients_reach_the_parameters_of_a_draw():
    mean = tf.Variable(1.0)
    g = G.from_seed(1)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(g.normal([3], mean=mean))
    assert float(tape.gradient(y, mean)) == 3.0


def test_a_checkpoint_keeps_the_state(tmp_path):
    g = G.from_seed(5)
    checkpoint = tf.train.Checkpoint(g=g)
    path = checkpoint.save(str(tmp_path / "x"))
    first = g.normal([2])
    checkpoint.restore(path)
    np.testing.assert_array_equal(g.normal([2]), first)
    names = [name for name, _ in tf.train.list_variables(path)]
    assert "g/_state_var/.ATTRIBUTES/VARIABLE_VALUE" in names


def test_the_global_generator():
    tf.random.set_global_generator(G.from_seed(1))
    drawn = tf.random.get_global_generator().normal([1])
    np.testing.assert_allclose(drawn, [0.43842274], rtol=1e-6)


def test_what_is_refused():
    with pytest.raises(ValueError, match="foo"):
        G.from_seed(1, alg="foo")
    with pytest.raises(tf.errors.UnimplementedError):
        G.from_seed(1, alg="threefry").normal([2])
    with pytest.raises(ValueError):
        G.from_seed(1).uniform([2], dtype=tf.int32)
    with pytest.raises(ValueError):
        G()


def test_stateless_functions_by_their_older_names():
    random = tf.random.experimental
    shuffled = random.stateless_shuffle(tf.range(100), [1, 2]).numpy()
    assert sorted(shuffled) == list(range(100)) != shuffled.tolist()
    assert random.stateless_shuffle(tf.range(6), [1, 2]).numpy().tolist() == [4, 5, 0, 3, 1, 2]
    rows = random.stateless_shuffle(tf.reshape(tf.range(10), [5, 2]), [7, 8]).numpy()
    assert rows.tolist() == [[8, 9], [6, 7], [2, 3], [0, 1], [4, 5]]
    assert random.stateless_shuffle(tf.range(0), [1, 2]).shape == [0]
    assert random.stateless_split([1, 2], 2).numpy()[0].tolist() == [1105988140, 1738052849]
    assert random.stateless_fold_in([1, 2], 3).numpy().tolist() == [1105988140, 3]
    assert random.Generator is tf.random.Generator


@ours("only gradtape's functions take it, which is how generators draw")
def test_a_state_is_a_seed():
    one = tf.random.stateless_normal([2], tf.constant([1, 2, 3], tf.int64))
    np.testing.assert_array_equal(one, G.from_state([1, 2, 3], alg=1).normal([2]))


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (2**64 + 42, [42, 1, 0]),
        (2**130 + 2**63, [-(2**63), 0, 4]),
        (2**64 - 1, [-1, 0, 0]),
        (-3, [-3, -1, -1]),
        (2**192 + 5, [5, 0, 0]),
        (-(2**64), [0, -1, -1]),
    ],
)
def test_a_long_seed_goes_on_in_the_words_behind(seed, words):
    g = G.from_seed(seed)
    assert g.state.numpy().tolist() == words
    g.reset_from_seed(1)
    g.reset_from_seed(seed)
    assert g.state.numpy().tolist() == words
    assert tf.random.create_rng_state(seed, "philox").numpy().tolist() == words


@pytest.mark.parametrize(
    ("shape", "counts", "chances", "numbers"),
    [
        ([2], 5.0, 0.5, 250),
        ([10], 5.0, 0.5, 650),
        ([2, 2], [5.0, 6.0], 0.5, 500),
        ([4, 2], [[1.0], [2.0], [3.0], [4.0]], [0.1, 0.2], 1600),
        ([0], 1.0, 0.5, 150),
    ],
)
def test_binomial_draws_move_the_state_on_as_in_tensorflow(shape, counts, chances, numbers):
    g = G.from_seed(5)
    g.binomial(shape, counts, chances)
    assert int(g.state[0]) - 5 == numbers * 256
