"""Losses and optimizers of version 1, where everything is eager."""

import pytest
from answers import assert_answer, grad
from library import tf

errors = tf.errors

V = tf.compat.v1
L = V.losses
a = tf.constant([[1.0, 2.0, 0.0], [0.0, 1.0, -1.0]])
b = tf.constant([[0.0, 1.0, 1.0], [1.0, 0.0, 0.5]])
w = tf.constant([[1.0], [0.0]])


def train(opt, steps=3):
    v = tf.Variable([1.0, -2.0])
    u = tf.Variable(0.5)
    for _ in range(steps):
        opt.minimize(lambda: tf.reduce_sum(v * v * v) * u, var_list=[v, u])
    return v, u


def applied():
    v = tf.Variable(1.0)
    step = tf.Variable(0)
    o = V.train.MomentumOptimizer(0.1, 0.9)
    for _ in range(2):
        o.apply_gradients([(tf.constant(2.0), v)], global_step=step)
    return v, step


CASES = [
    (
        lambda: (
            L.absolute_difference(b, a),
            L.mean_squared_error(b, a),
            L.huber_loss(b, a),
            L.hinge_loss(b, a),
            L.log_loss(b, tf.sigmoid(a)),
            L.cosine_distance(b, a, axis=1),
            L.sigmoid_cross_entropy(b, a),
            L.sigmoid_cross_entropy(b, a, label_smoothing=0.1),
            L.softmax_cross_entropy(b, a),
            L.softmax_cross_entropy(b, a, label_smoothing=0.1),
            L.sparse_softmax_cross_entropy([1, 2], a),
            L.sparse_softmax_cross_entropy([[1], [2]], a),
        ),
        [
            ("float32", 1.083333),
            ("float32", 1.208333),
            ("float32", 0.5833333),
            ("float32", 1.166667),
            ("float32", 0.825501),
            ("float32", 0.25),
            ("float32", 0.8255012),
            ("float32", 0.8255012),
            ("float32", 2.71331),
            ("float32", 2.58274),
            ("float32", 1.407606),
            ("float32", 1.407606),
        ],
    ),
    (
        lambda: (
            L.absolute_difference(b, a, w),
            L.mean_squared_error(b, a, w),
            L.huber_loss(b, a, weights=2.0),
            L.mean_squared_error(b, a, tf.zeros([2, 1])),
        ),
        [("float32", 1.0), ("float32", 1.0), ("float32", 1.166667), ("float32", 0.0)],
    ),
    (
        lambda: (
            [
                L.mean_squared_error(b, a, w, reduction=r)
                for r in (
                    "none",
                    "weighted_sum",
                    "weighted_mean",
                    "weighted_sum_over_batch_size",
                    "weighted_sum_by_nonzero_weights",
                )
            ]
        ),
        [
            ("float32", [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]),
            ("float32", 3.0),
            ("float32", 1.0),
            ("float32", 0.5),
            ("float32", 1.0),
        ],
    ),
    (lambda: L.mean_squared_error(b, a[:1]), ValueError),
    (lambda: L.mean_squared_error(None, a), ValueError),
    (
        lambda: grad(
            lambda x: L.softmax_cross_entropy([[0.0, 1.0, 0.0], [0.5, 0.25, 0.25]], x),
            a,
            second=True,
        ),
        [
            [
                (
                    "float32",
                    [[0.1223642, -0.1673795, 0.04501529], [-0.1276358, 0.2076205, -0.07998471]],
                )
            ],
            [
                (
                    "float32",
                    [[0.07331326, -0.08983804, 0.01652478], [-0.08344613, 0.1077092, -0.02426304]],
                )
            ],
        ],
    ),
    (
        lambda: grad(lambda x: L.huber_loss(b, x), a),
        [("float32", [[0.1666667, 0.1666667, -0.1666667], [-0.1666667, 0.1666667, -0.1666667]])],
    ),
    (
        lambda: train(V.train.GradientDescentOptimizer(0.05)),
        [("float32", [0.6742346, -4.85737]), ("float32", 2.707453)],
    ),
    (
        lambda: (
            train(V.train.MomentumOptimizer(0.05, 0.9)),
            train(V.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True)),
        ),
        [
            [("float32", [0.4438078, -6.832124]), ("float32", 4.215884)],
            [("float32", [0.132653, -27.59433]), ("float32", 15.81998)],
        ],
    ),
    (
        lambda: (
            train(V.train.AdagradOptimizer(0.05)),
            train(V.train.AdadeltaOptimizer(0.5)),
            train(V.train.RMSPropOptimizer(0.05)),
            train(V.train.RMSPropOptimizer(0.05, momentum=0.5, centered=True)),
            train(V.train.AdamOptimizer(0.05)),
        ),
        [
            [("float32", [0.8877738, -2.119801]), ("float32", 0.618211)],
            [("float32", [0.9993216, -2.000679]), ("float32", 0.5006786)],
            [("float32", [0.7855747, -2.389094]), ("float32", 0.8810695)],
            [("float32", [0.6830624, -2.617389]), ("float32", 1.108014)],
            [("float32", [0.8500633, -2.150218]), ("float32", 0.6502475)],
        ],
    ),
    (lambda: applied(), [("float32", 0.42), ("int32", 2)]),
    (lambda: V.train.AdamOptimizer().minimize(tf.constant(1.0)), RuntimeError),
    (
        lambda: (
            V.ones_like(a),
            V.math.log(b + 1.0),
            V.nn.relu(a),
            V.random_normal([2]).shape,
            V.float32,
        ),
        [
            ("float32", [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]),
            ("float32", [[0.0, 0.6931472, 0.6931472], [0.6931472, 0.0, 0.4054651]]),
            ("float32", [[1.0, 2.0, 0.0], [0.0, 1.0, 0.0]]),
            "TensorShape([2])",
            "float32",
        ],
    ),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


class TestIterators:
    def test_one_shot(self):
        dataset = tf.data.Dataset.range(2).map(lambda x: (x, tf.cast(x, tf.float32)))
        iterator = tf.compat.v1.data.make_one_shot_iterator(dataset)
        assert [float(part) for part in iterator.get_next()] == [0.0, 0.0]
        assert tf.compat.v1.data.get_output_types(dataset) == (tf.int64, tf.float32)
        assert tf.compat.v1.data.get_output_shapes(iterator) == (tf.TensorShape([]),) * 2
        assert tf.compat.v1.data.get_output_classes(dataset) == (tf.Tensor, tf.Tensor)
        iterator.get_next()
        with pytest.raises(tf.errors.OutOfRangeError):
            iterator.get_next()

    def test_there_is_nothing_to_initialize(self):
        with pytest.raises(RuntimeError, match="not supported in eager mode"):
            tf.compat.v1.data.make_initializable_iterator(tf.data.Dataset.range(2))


def test_there_are_no_collections_of_losses():
    L.add_loss(tf.constant(1.0))
    assert L.get_losses() == []
    assert L.get_regularization_losses() == []
    assert float(L.get_regularization_loss()) == 0.0


@pytest.mark.ours("Keras 3 has none; with Keras 2 TensorFlow has them")
def test_layers_as_functions():
    layers = tf.compat.v1.layers
    x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    y = layers.conv2d(x, 2, 3, kernel_initializer="ones", activation=tf.nn.relu, name="c")
    assert y.numpy()[0, 0, 0].tolist() == [45.0, 45.0]
    y = layers.max_pooling2d(y, 2, 2)
    y = layers.flatten(layers.dropout(y, 0.5))
    assert y.numpy().tolist() == [[90.0, 90.0]]
    y = layers.dense(y, 1, kernel_initializer=tf.ones_initializer(), reuse=tf.compat.v1.AUTO_REUSE)
    assert y.numpy().tolist() == [[180.0]]
    assert layers.dense(y, 3, kernel_initializer=None).shape == (1, 3)
    normal = layers.batch_normalization(tf.constant([[1.0], [3.0]]), training=True, epsilon=0.0)
    assert normal.numpy().round(5).tolist() == [[-1.0], [1.0]]
    kept = layers.Dense(2, name="kept")
    assert kept(tf.ones([1, 3])).shape == (1, 2)
    assert float(tf.compat.v1.losses.get_regularization_loss()) == 0.0


class TestCollections:
    def test_they_hold_what_a_program_puts_there(self):
        v1 = tf.compat.v1
        v1.reset_default_graph()
        assert v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES) == []
        v1.add_to_collection("mine", 3)
        v1.add_to_collections(["mine", "yours"], 4)
        assert (v1.get_collection("mine"), v1.get_collection("yours")) == ([3, 4], [4])
        v1.get_collection("mine").append(5)  # a copy
        v1.get_collection_ref("mine").append(6)
        assert v1.get_collection("mine") == [3, 4, 6]
        v1.reset_default_graph()
        assert v1.get_collection("mine") == []

    def test_objects_may_be_chosen_by_name(self):
        v1 = tf.compat.v1
        v1.reset_default_graph()
        for name in ("net/w", "other/w"):
            v1.add_to_collection("weights", tf.Variable(1.0, name=name))
        (found,) = v1.get_collection("weights", scope="net")
        assert found.name == "net/w:0"
        v1.reset_default_graph()
