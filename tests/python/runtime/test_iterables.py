"""Endless and absurd iterables: refused where a shape is meant, and interruptible elsewhere."""

import pytest
from library import ours
from limited import outcomes

pytestmark = ours("TensorFlow reads on until memory ends")

ENDLESS = ["itertools.count(1)", "range(2**40)", "endless()", "Liar()", "itertools.repeat(1)"]
# More entries than any tensor has axes.
AS_AXES = [
    "tf.reshape(tf.ones([2]), {})",
    "tf.zeros({})",
    "tf.fill({}, 1.0)",
    "tf.random.normal({})",
    "tf.broadcast_to(1.0, {})",
    "tf.reduce_sum(tf.ones([2]), {})",
    "tf.reduce_logsumexp(tf.ones([2]), {})",
    "tf.nn.moments(tf.ones([2]), {})",
    "tf.tile(tf.ones([2]), {})",
    "tf.transpose(tf.ones([2]), {})",
    "tf.reverse(tf.ones([2]), {})",
    "tf.roll(tf.ones([2]), 1, {})",
    "tf.roll(tf.ones([2]), {}, 0)",
    "tf.slice(tf.ones([2]), {}, [1])",
    "tf.ensure_shape(tf.ones([2]), {})",
    "tf.nn.max_pool(tf.ones([1, 4, 4, 1]), {}, 1, 'SAME')",
    "tf.nn.max_pool(tf.ones([1, 4, 4, 1]), 2, {}, 'SAME')",
    "tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([1, 1, 1, 1]), {}, 'SAME')",
    "tf.image.resize(tf.ones([1, 4, 4, 1]), {})",
    "tf.constant(1.0, shape={})",
    "tf.Variable(1.0, shape={})",
    "tf.TensorShape({})",
    "tf.TensorShape(None).merge_with({})",
    "tf.TensorShape([2]).concatenate({})",
    "tf.TensorShape([2]) == {}",
    "tf.TensorSpec({})",
    "tf.ones([2]).set_shape({})",
    "tf.keras.Input(shape={})",
    "tf.keras.layers.Reshape({})",
    "tf.keras.layers.Permute({})",
    "tf.keras.layers.Conv2D(1, {})",
    "tf.keras.layers.Conv2D(1, 2, strides={})",
    "tf.keras.layers.MaxPooling2D({})",
    "tf.keras.layers.UpSampling2D({})",
    "tf.keras.layers.ZeroPadding2D({})",
    "tf.keras.backend.temporal_padding(tf.ones([1, 2, 1]), {})",
    "tf.debugging.assert_rank_in(tf.ones([2]), {})",
    "tf.ones([2]).__reduce__()[0](b'', 'float32', {})",
]
# Lists of values and of tensors, which may be long.
AS_VALUES = [
    "tf.stack({})",
    "tf.concat({}, 0)",
    "tf.add_n({})",
    "tf.split(tf.ones([2]), {})",
    "tf.repeat([1, 2], {})",
    "tf.identity_n({})",
    "tf.constant({})",
    "tf.convert_to_tensor({})",
    "tf.tuple({})",
    "tf.meshgrid({})",
    "(lambda pair: pair[0].gradient(pair[1], {}))(watched())",
    "(lambda pair: pair[0].gradient({}, pair[1]))(watched())",
    "(lambda pair: pair[0].gradient(pair[1], pair[1], output_gradients={}))(watched())",
    "(lambda pair: pair[0].watch({}))(watched())",
    "nest.flatten({})",
    "nest.is_nested({})",
    "nest.pack_sequence_as([1, 2], {})",
    "tf.keras.optimizers.SGD().apply_gradients({})",
    "tf.clip_by_global_norm({}, 1.0)",
    "tf.linalg.global_norm({})",
    "tf.group({})",
]
REFUSALS = {"ValueError", "TypeError", "InvalidArgumentError", "AttributeError"}
EXHAUSTED = {"ResourceExhaustedError", "MemoryError"}


@pytest.fixture(scope="module")
def ends():
    axes, values = ([p.format(e) for p in kind for e in ENDLESS] for kind in (AS_AXES, AS_VALUES))
    # Some of the lists are read until they are interrupted.
    found = [*outcomes(axes, patience=10.0), *outcomes(values, patience=0.1)]
    return dict(zip([*axes, *values], found, strict=True))


@pytest.mark.parametrize("program", AS_AXES)
def test_more_entries_than_axes_are_refused_at_once(ends, program):
    for iterable in ENDLESS:
        end = ends[program.format(iterable)]
        compared = "==" in program and end.kind == ""
        assert compared or end.kind in REFUSALS, (iterable, end)


@pytest.mark.parametrize("program", AS_VALUES)
def test_a_list_without_end_is_refused_or_ends_with_memory_or_by_an_interrupt(ends, program):
    for iterable in ENDLESS:
        end = ends[program.format(iterable)]
        assert end.kind in REFUSALS | EXHAUSTED | {"TooLong", ""}, (iterable, end)
        assert end.late < 0.5, (iterable, end)


def test_the_reason_is_told():
    (end,) = outcomes(["tf.zeros(itertools.count())"])
    assert end.text == "argument 'shape' has more than 254 entries: more than a shape can have axes"


def test_long_lists_are_lists_of_values_still():
    programs = [
        "assert len(tf.split(tf.zeros([3000]), [1] * 3000)) == 3000",
        "assert len(tf.split(tf.zeros([3000]), range(1, 2) if 0 else [1] * 3000)) == 3000",
        "assert tf.repeat(tf.zeros([3000]), [2] * 3000).shape == [6000]",
        "assert tf.constant(range(100_000)).numpy().sum() == sum(range(100_000))",
        "assert tf.constant(range(5, -5, -3)).numpy().tolist() == [5, 2, -1, -4]",
        "assert tf.constant(range(0)).shape == [0] and tf.constant(range(7, 8)).shape == [1]",
        "assert tf.constant(range(2**31, 2**31 + 2)).dtype == tf.int64",
        "assert tf.constant(range(3), tf.float32).dtype == tf.float32",
        "assert tf.stack((float(i) for i in range(2000))).shape == [2000]",
        "assert tf.TensorShape([2**40, 2**40]).num_elements() == 2**80",
    ]
    assert [(e.kind, e.text) for e in outcomes(programs)] == [("", "")] * len(programs)


def test_iterators_that_raise_for_ever_are_asked_once():
    class Broken(list):
        def __iter__(self):
            return self

        def __next__(self):
            raise ZeroDivisionError

    import gradtape as tf

    with pytest.raises(ZeroDivisionError):
        tf.stack(Broken([1.0]))
    assert tf.constant(Broken([1.0])).shape == [1]
