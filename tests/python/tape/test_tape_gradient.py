"""gradient(): structures, several targets, targets that are sources, and refused arguments."""

import collections

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

Pair = collections.namedtuple("Pair", "a b")


class ListOfMine(list):
    """A list subclass: gradients come back in the same type."""


@pytest.fixture
def product():
    """A persistent tape with a = 2, b = 3, y = a * b, z = a * a, and c that nothing uses."""
    a, b, c = tf.constant(2.0), tf.constant(3.0), tf.constant(5.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([a, b])
        y, z = a * b, a * a
    return tape, a, b, c, y, z


# --- structures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pack", "answer"),
    [
        (lambda a, b: a, 7.0),
        (lambda a, b: [a, b], [7.0, 2.0]),
        (lambda a, b: (a, b), (7.0, 2.0)),
        (lambda a, b: Pair(a, b), Pair(7.0, 2.0)),
        (lambda a, b: {"b": b, "a": a}, {"a": 7.0, "b": 2.0}),
        (lambda a, b: [a, [b, {"k": (a,)}]], [7.0, [2.0, {"k": (7.0,)}]]),
        (lambda a, b: ListOfMine([a, b]), ListOfMine([7.0, 2.0])),
        (lambda a, b: {"a": a, "b": b}.values(), [7.0, 2.0]),
        (lambda a, b: [], []),
        (lambda a, b: (), ()),
        (lambda a, b: {}, {}),
    ],
)
def test_the_answer_has_the_structure_of_the_sources(product, pack, answer):
    tape, a, b, _, y, z = product
    found = tf.nest.map_structure(lambda g: float(g), tape.gradient([y, z], pack(a, b)))
    assert found == answer
    assert type(found) is type(answer)


def test_an_ordered_dict_keeps_its_order(product):
    tape, a, b, _, y, _ = product
    found = tape.gradient(y, collections.OrderedDict([("z", a), ("a", b)]))
    assert type(found) is collections.OrderedDict
    assert [(k, float(g)) for k, g in found.items()] == [("z", 3.0), ("a", 2.0)]


@pytest.mark.parametrize(
    ("targets", "answer"),
    [
        (lambda y, z: [y, z], 7.0),
        (lambda y, z: (y, z), 7.0),
        (lambda y, z: {"y": y, "z": z}, 7.0),
        (lambda y, z: Pair(y, z), 7.0),
        (lambda y, z: [[y], {"z": (z,)}], 7.0),
        (lambda y, z: [z, z], 8.0),
        (lambda y, z: [y], 3.0),
    ],
)
def test_several_targets_are_summed(product, targets, answer):
    tape, a, _, _, y, z = product
    assert tape.gradient(targets(y, z), a).numpy() == answer


def test_no_target_gives_none(product):
    tape, a, *_ = product
    assert tape.gradient([], a) is None
    assert tape.gradient([], [a]) == [None]


def test_the_same_source_twice_is_answered_twice(product):
    tape, a, _, _, y, _ = product
    first, second = tape.gradient(y, [a, a])
    assert first.numpy() == 3.0
    assert first is second


def test_keys_that_do_not_sort_are_refused(product):
    tape, a, b, _, y, _ = product
    with pytest.raises(TypeError, match="not supported between"):
        tape.gradient(y, {3: a, "x": b})


# --- targets that are sources ---------------------------------------------------------------------


def test_a_target_that_is_its_own_source_has_gradient_one(product):
    tape, a, _, c, _, _ = product
    assert tape.gradient(a, a).numpy() == 1.0
    assert tape.gradient(c, c).numpy() == 1.0


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "complex64"])
def test_its_own_gradient_has_its_dtype_and_shape(dtype):
    x = tf.cast(tf.constant([[1.0, 2.0]]), dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
    g = tape.gradient(x, x)
    assert g.dtype == dtype
    assert g.shape == [1, 2]
    assert_close(g, [[1.0, 1.0]])


def test_a_target_upstream_of_another_adds_one(product):
    tape, a, _, _, y, _ = product
    assert tape.gradient([a, y], a).numpy() == 4.0


def test_an_intermediate_is_a_source_and_a_target_at_once():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert tape.gradient([z, y], y).numpy() == 9.0


def test_variables_as_targets():
    v, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = v * v
    assert tape.gradient(v, v).numpy() == 1.0
    assert tape.gradient(w, v) is None
    assert [g.numpy() for g in tape.gradient([y, w], [v, w])] == [4.0, 1.0]


def test_a_read_value_is_a_source_beside_its_variable():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        x = v.read_value()
        y = x * x
    assert [g.numpy() for g in tape.gradient(y, [v, x])] == [6.0, 6.0]


# --- what the answer is ---------------------------------------------------------------------------


def test_a_target_from_outside_the_block_has_no_gradient(product):
    tape, a, *_ = product
    assert tape.gradient(a * a, a) is None


def test_a_target_that_is_not_scalar_is_summed():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * [3.0, 4.0]
    assert tape.gradient(y, x).numpy() == 7.0


def test_the_gradient_has_the_dtype_of_its_source():
    v = tf.Variable([3.0])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.cast(v, tf.float64) ** 2)
    g = tape.gradient(loss, v)
    assert loss.dtype == tf.float64
    assert g.dtype == tf.float32
    assert_close(g, [6.0])


def test_targets_of_different_dtypes_are_added_in_the_dtype_of_the_source():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = tf.cast(x, tf.float64) * 2.0
    g = tape.gradient([y, z], x)
    assert g.dtype == tf.float32
    assert g.numpy() == 8.0


def test_the_recorded_values_count_and_not_the_present_ones():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = v * v
    v.assign(100.0)
    assert tape.gradient(y, v).numpy() == 6.0


def test_every_read_counts_with_its_own_value():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        first = v * 2.0
        v.assign(10.0)
        second = v * v
        product = first * second
    assert tape.gradient(product, v).numpy() == 320.0


def test_an_unused_output_gets_zeros_and_no_none():
    a, b = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = tf.identity_n([a, b])[0] * 2.0
    assert [g.numpy() for g in tape.gradient(y, [a, b])] == [2.0, 0.0]


def test_an_unused_part_of_a_split_gets_zeros():
    x = tf.constant([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        first, _ = tf.split(x, 2)
        y = first * first
    assert_close(tape.gradient(y, x), [2.0, 4.0, 0.0, 0.0])


def test_a_tensor_used_many_times_sums_all_its_parts():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = sum(x * float(k) for k in range(50))
    assert tape.gradient(y, x).numpy() == sum(range(50))


@ours("only what lies between sources and target is visited; TensorFlow walks every branch")
def test_a_branch_without_the_sources_is_not_visited():
    image, y = tf.Variable([[[0.5, 0.0, 0.0]]]), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        z = tf.reduce_sum(tf.image.adjust_contrast(image, 0.1)) + y * 3.0
    assert tape.gradient(z, y).numpy() == 3.0


def test_a_constant_branch_without_gradient_is_harmless():
    image, y = tf.constant([[[0.5, 0.0, 0.0]]]), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        z = tf.reduce_sum(tf.image.adjust_contrast(image, 0.1)) + y * 3.0
    assert tape.gradient(z, y).numpy() == 3.0


def test_a_chain_of_twenty_thousand_operations_needs_no_recursion():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(20_000):
            y = tf.negative(y)
    assert tape.gradient(y, x).numpy() == 1.0


# --- why a gradient is None -----------------------------------------------------------------------

DISCONNECTED = {
    "through numpy": lambda x: tf.convert_to_tensor(x.numpy() ** 2),
    "through np.mean": lambda x: tf.reduce_mean(np.mean(x, axis=0)),
    "through float": lambda x: tf.constant(float(x[0]) * 2.0),
    "through an integer": lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32),
    "through a bool": lambda x: tf.cast(tf.cast(x, tf.bool), tf.float32),
    "through stop_gradient": lambda x: tf.stop_gradient(x) * 2.0,
    "through a comparison": lambda x: tf.cast(x > 1.0, tf.float32),
    "through floor": lambda x: tf.floor(x) * 2.0,
    "through argmax": lambda x: tf.cast(tf.argmax(x), tf.float32),
    "through the shape": lambda x: tf.cast(tf.shape(x), tf.float32),
    "through zeros_like": lambda x: tf.zeros_like(x) * 2.0,
    "through a variable": lambda x: tf.Variable(x) * 2.0,
    "through assign": lambda x: tf.Variable(tf.zeros([2])).assign(x) * 2.0,
    "through a dataset": lambda x: next(iter(tf.data.Dataset.from_tensor_slices([x]))),
}


@pytest.mark.parametrize("path", DISCONNECTED)
def test_there_is_no_gradient(path):
    x = tf.constant([1.5, 2.5])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = DISCONNECTED[path](x)
    assert tape.gradient(y, x) is None


# --- refused arguments ----------------------------------------------------------------------------

NOT_TENSORS = {
    "a list with None": lambda x: [x, None],
    "a string": lambda x: "abc",
    "a set": lambda x: {1, 2},
    "a generator": lambda x: (e for e in [x]),
    "a map": lambda x: map(tf.square, [x]),
    "a function": lambda x: print,
    "a float": lambda x: 2.5,
}


def test_a_target_of_none_is_refused(product):
    tape, a, *_ = product
    sentence = (
        "Argument `target` should be a list or nested structure of Tensors, Variables or "
        "CompositeTensors to be differentiated, but received None"
    )
    with pytest.raises(TypeError, match=sentence):
        tape.gradient(None, a)


@pytest.mark.parametrize("thing", NOT_TENSORS)
def test_such_a_target_is_refused(product, thing):
    tape, a, _, _, y, _ = product
    with pytest.raises(TypeError):
        tape.gradient(NOT_TENSORS[thing](y), a)


@pytest.mark.parametrize("thing", [*NOT_TENSORS, "None"])
def test_such_sources_are_refused(product, thing):
    tape, a, _, _, y, _ = product
    with pytest.raises(TypeError):
        tape.gradient(y, None if thing == "None" else NOT_TENSORS[thing](a))


@ours("what is no tensor is refused by name; TensorFlow reads 1.0 as an enumerated dtype")
@pytest.mark.parametrize("thing", [1.0, 2, np.ones(2), np.float32(1), float, "abc", None])
def test_what_is_no_tensor_is_refused_by_name(product, thing):
    tape, a, _, _, y, _ = product
    with pytest.raises(TypeError, match="target"):
        tape.gradient([y, thing], a)
    with pytest.raises(TypeError, match="source"):
        tape.gradient(y, [a, thing])
