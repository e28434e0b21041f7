"""What tuners of models ask for: `keras.utils.legacy`, and the strategy of a model."""

from library import tf

legacy = tf.keras.utils.legacy
L1 = tf.keras.regularizers.L1


def test_names_may_be_in_either_table():
    config = {"class_name": "Halved", "config": {"l1": 0.5}}
    for tables in (({"Halved": L1},), (None, {"Halved": L1}), ({}, {"Halved": L1}, "penalty")):
        assert float(legacy.deserialize_keras_object(config, *tables).l1) == 0.5


def test_there_and_back():
    config = legacy.serialize_keras_object(L1(0.25))
    assert float(legacy.deserialize_keras_object(config, {"L1": L1}).l1) == 0.25


def test_a_model_tells_its_strategy():
    model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    assert model.distribute_strategy is tf.distribute.get_strategy()
    assert not model.distribute_strategy.extended._in_multi_worker_mode()
