"""`keras.tree`, `keras.config` and `keras.dtype_policies`, Keras 3's own words for these things."""

import collections

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

Point = collections.namedtuple("Point", "x y")


@pytest.fixture
def tree():
    return tf.keras.tree


class TestTree:
    def test_leaves_and_paths(self, tree):
        nested = {"b": Point(1, 2), "a": [3, None]}
        assert tree.flatten(nested) == [3, None, 1, 2]
        assert [leaf for _, leaf in tree.flatten_with_path(nested)] == [3, None, 1, 2]
        assert [path for path, _ in tree.flatten_with_path(nested)][:2] == [("a", 0), ("a", 1)]
        assert tree.flatten_with_path(5) == [((), 5)]
        assert tree.is_nested([])
        assert not tree.is_nested("ab")

    def test_maps_keep_containers(self, tree):
        doubled = tree.map_structure(lambda x: 2 * x, {"b": Point(1, 2), "a": (3,)})
        assert doubled == {"b": Point(2, 4), "a": (6,)}
        assert list(doubled) == ["b", "a"]
        assert tree.pack_sequence_as(Point(0, [0]), [5, 6]) == Point(5, [6])
        assert tree.map_structure(str, [1, None]) == ["1", "None"]
        assert tree.map_structure(str, [1, None], none_is_leaf=False) == ["1", None]

    def test_maps_up_to_a_depth(self, tree):
        pairs = tree.map_structure_up_to({"a": 0}, lambda x, y: (x, y), {"a": 1}, {"a": [2, 3]})
        assert pairs == {"a": (1, [2, 3])}
        assert tree.map_shape_structure(len, {"a": [1, 2], "b": (3, None, 4)}) == {"a": 2, "b": 3}
        assert tree.lists_to_tuples([1, [2, {"a": [3]}]]) == (1, (2, {"a": (3,)}))

    def test_traversal_in_both_directions(self, tree):
        seen = []
        tree.traverse(lambda part: seen.append(part), [1, (2, 3)])
        assert seen == [[1, (2, 3)], 1, (2, 3), 2, 3]
        seen.clear()
        tree.traverse(lambda part: seen.append(part), [1, (2, 3)], top_down=False)
        assert seen == [1, 2, 3, (2, 3), [1, (2, 3)]]
        assert tree.traverse(lambda x: tree.MAP_TO_NONE if x == 1 else None, [1, [2]]) == [
            None,
            [2],
        ]

    @pytest.mark.parametrize(
        ("one", "other"), [([1], (1,)), ([1], [1, 2]), ({"a": 1}, {"b": 1}), ([1], [[1]])]
    )
    def test_what_does_not_correspond_is_a_value_error(self, tree, one, other):
        with pytest.raises(ValueError):
            tree.assert_same_structure(one, other)
        with pytest.raises(ValueError):
            tree.map_structure(lambda x, y: x, one, other)

    def test_paths_may_agree_where_containers_do_not(self, tree):
        tree.assert_same_paths([1, (2,)], (1, [2]))
        with pytest.raises(ValueError, match="don't have the same paths"):
            tree.assert_same_paths([1], [1, 2])

    def test_functions_are_asked_for(self, tree):
        for function in (tree.map_structure, tree.map_shape_structure, tree.traverse):
            with pytest.raises(TypeError, match="callable"):
                function(3, [1])


class Steps(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.count = 0

    def on_train_batch_end(self, batch, logs=None):
        self.count += 1

    on_test_batch_end = on_predict_batch_end = on_train_batch_end


class TestConfig:
    def test_limits_of_training(self):
        config = tf.keras.config
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        x, y = np.ones((100, 2)), np.ones((100, 1))
        config.set_max_epochs(2)
        config.set_max_steps_per_epoch(3)
        try:
            assert (config.max_epochs(), config.max_steps_per_epoch()) == (2, 3)
            trained, tested, told = Steps(), Steps(), Steps()
            with pytest.warns(UserWarning, match="Limiting"):
                history = model.fit(x, y, 10, epochs=5, verbose=0, callbacks=[trained])
            with pytest.warns(UserWarning, match="Limiting steps"):
                model.evaluate(x, y, 10, verbose=0, callbacks=[tested])
            with pytest.warns(UserWarning, match="Limiting steps"):
                assert model.predict(x, 10, verbose=0, callbacks=[told]).shape == (30, 1)
        finally:
            config.set_max_epochs(None)
            config.set_max_steps_per_epoch(None)
        assert history.epoch == [0, 1]
        assert (trained.count, tested.count, told.count) == (6, 3, 3)

    def test_settings_are_those_of_the_backend_module(self):
        config = tf.keras.config
        assert config.backend() == "tensorflow"
        config.set_floatx("float64")
        try:
            assert tf.keras.backend.floatx() == config.floatx() == "float64"
        finally:
            config.set_floatx("float32")
        config.set_dtype_policy("mixed_bfloat16")
        try:
            assert tf.keras.layers.Dense(1).compute_dtype == "bfloat16"
        finally:
            config.set_dtype_policy("float32" if AGAINST_TENSORFLOW else None)
        assert not config.is_nnx_enabled()

    def test_policies_are_data_and_back(self):
        policies = tf.keras.dtype_policies
        policy = policies.get("mixed_float16")
        assert (policy.compute_dtype, policy.variable_dtype) == ("float16", "float32")
        assert policies.deserialize(policies.serialize(policy)) == policy
        assert policies.get(policy) is policy
