"""What Keras 2 takes in another order, by another name or with another default."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
K, layers = keras.backend, keras.layers


@pytest.mark.keras_2
def test_lion_has_a_smaller_rate():
    assert np.isclose(float(keras.optimizers.Lion().learning_rate), 1e-4)
    assert np.isclose(float(keras.optimizers.Lion(0.1).learning_rate), 0.1)


@pytest.mark.keras_2
def test_losses_take_the_reduction_first():
    class Distance(keras.losses.Loss):
        def __init__(self, reduction="none", name="distance"):
            super().__init__(reduction, name)

        def call(self, y_true, y_pred):
            return tf.abs(y_true - y_pred)

    assert Distance()(tf.ones([2]), tf.zeros([2])).numpy().tolist() == [1.0, 1.0]
    assert float(Distance("sum")(tf.ones([2]), tf.zeros([2]))) == 2.0
    assert Distance().name == "distance"
    loss = keras.losses.SparseCategoricalCrossentropy(True, None, "none", "mine")
    assert loss.name == "mine"
    assert loss([0, 1], [[1.0, 2.0], [3.0, 4.0]]).shape == (2,)


@pytest.mark.keras_2
def test_metrics_and_lookups_by_position():
    assert keras.metrics.MeanTensor("mine").name == "mine"
    layer = layers.StringLookup(None, 1, None, "?", ["a", "b"], None, "utf-8", True)
    assert layer([1, 2]).numpy().tolist() == [b"a", b"b"]
    layer = layers.IntegerLookup(None, 1, None, -1, [5, 6], "int64", None, False, "one_hot")
    assert layer([[6]]).numpy().tolist() == [[0.0, 0.0, 1.0]]


@pytest.mark.keras_2
def test_schedules_have_no_name_of_their_own():
    assert keras.optimizers.schedules.CosineDecay(0.1, 10).get_config()["name"] is None


@pytest.mark.keras_2
def test_functions_of_the_backend_by_keras_2s_names():
    x = tf.constant([[1.0, 2.0]])
    assert K.shape(x=x).numpy().tolist() == [1, 2]
    assert K.transpose(x=x).numpy().tolist() == [[1.0], [2.0]]
    assert K.stack(x=[x, x], axis=2).shape == (1, 2, 2)
    assert K.tile(x=tf.ones([2]), n=2).shape == (4,)
    assert K.tile(x, [2, 1]).shape == (2, 2)
    assert [part.shape[0] for part in K.stop_gradient([x[0], x])] == [2, 1]
    np.testing.assert_allclose(K.softplus(x=x), tf.nn.softplus(x))
    np.testing.assert_allclose(K.softsign(x=x), tf.nn.softsign(x))


@pytest.mark.keras_2
def test_functions_of_the_backend_between_symbolic_tensors():
    x = keras.Input((2,))
    outputs = [K.stack(x=[x, x]), K.transpose(x=x), K.softplus(x=x), K.tile(x=x, n=[1, 2])]
    found = keras.Model(x, outputs).predict(np.ones([3, 2]), verbose=0)
    assert [part.shape for part in found] == [(2, 3, 2), (2, 3), (3, 2), (3, 4)]


@pytest.mark.keras_2
def test_arange_keeps_fractions():
    assert K.arange(0, 3, 1.5).numpy().tolist() == [0.0, 1.5]
    assert K.arange(3).dtype == tf.int32
    assert K.arange(3, dtype="float32").dtype == tf.float32


@pytest.mark.keras_2
def test_variables_of_draws_follow_numpys_seed():
    for draw in (K.random_uniform_variable, K.random_normal_variable):
        np.random.seed(7)
        tf.random.set_seed(1)
        drawn = draw([2], 0, 1)
        np.random.seed(7)
        tf.random.set_seed(1)
        np.testing.assert_array_equal(drawn, draw([2], 0, 1, seed=np.random.randint(10**9)))


@pytest.mark.keras_2
@pytest.mark.parametrize("name", ["nonneg", "maxnorm", "unitnorm"])
def test_constraints_by_their_old_names(name):
    weights = keras.constraints.get(name)(tf.constant([[-3.0], [4.0]]))
    wanted = {"nonneg": [0, 4], "maxnorm": [-1.2, 1.6], "unitnorm": [-0.6, 0.8]}[name]
    np.testing.assert_allclose(np.ravel(weights), wanted, rtol=1e-5)


@pytest.mark.keras_2
def test_one_layer_makes_a_sequence():
    assert len(keras.Sequential(layers.Dense(2)).layers) == 1
    assert keras.Sequential().history is None


@pytest.mark.parametrize("is_made_with_them", [False, True])
def test_unknown_words_have_the_weight_that_is_given(is_made_with_them):
    words, weights = ["[UNK]", "a", "b"], [0.5, 2.0, 4.0]
    if is_made_with_them:
        layer = layers.StringLookup(output_mode="tf_idf", vocabulary=words, idf_weights=weights)
        layer = type(layer).from_config(layer.get_config())
    else:
        layer = layers.StringLookup(output_mode="tf_idf")
        layer.set_vocabulary(words, idf_weights=weights)
    assert layer([["z", "z", "b"]]).numpy().tolist() == [[1.0, 0.0, 4.0]]
    texts = layers.TextVectorization(output_mode="tf_idf")
    texts.set_vocabulary(words, idf_weights=weights)
    assert texts(["z a z"]).numpy().tolist() == [[1.0, 2.0, 0.0]]


def test_an_iterator_of_arrays_keeps_their_order():
    images = np.arange(4.0).reshape(4, 1, 1, 1)
    generator = keras.preprocessing.image.ImageDataGenerator()
    kind = keras.preprocessing.image.NumpyArrayIterator
    found, labels = next(kind(images, np.arange(4), generator, 4))
    assert found.ravel().tolist() == labels.tolist() == [0, 1, 2, 3]
