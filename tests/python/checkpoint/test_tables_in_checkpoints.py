"""Tables in checkpoints; what a root gains after it was restored.

Invariant: a table that a program changes is restored to the keys and values it was saved with.
"""

import pytest
from library import tf


def table():
    return tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)


def test_a_table_is_restored_to_what_it_held(tmp_path):
    held = table()
    held.insert(["a", "b"], tf.constant([1, 2], tf.int64))
    path = tf.train.Checkpoint(held=held).write(str(tmp_path / "kept"))
    held.insert(["b", "c"], tf.constant([20, 30], tf.int64))
    tf.train.Checkpoint(held=held).read(path).assert_consumed()
    assert held.lookup(tf.constant(["a", "b", "c"])).numpy().tolist() == [1, 2, -1]
    assert int(held.size()) == 2


def test_an_empty_table_is_restored_as_well(tmp_path):
    held = table()
    path = tf.train.Checkpoint(held=held).write(str(tmp_path / "kept"))
    held.insert(["a"], tf.constant([1], tf.int64))
    tf.train.Checkpoint(held=held).read(path)
    assert int(held.size()) == 0


def test_tables_that_never_change_may_stand_in_a_checkpoint(tmp_path):
    rows = tf.lookup.KeyValueTensorInitializer(["a"], [1])
    fixed, v = tf.lookup.StaticHashTable(rows, 0), tf.Variable(1.0)
    path = tf.train.Checkpoint(fixed=fixed, v=v).write(str(tmp_path / "kept"))
    v.assign(5.0)
    tf.train.Checkpoint(fixed=fixed, v=v).read(path)
    assert float(v) == 1.0


def test_a_root_gets_values_for_what_it_gains(tmp_path):
    saved, fresh = tf.Module(), tf.Module()
    saved.v = tf.Variable(7.0)
    saved.rows = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, [0.0, 0.0], -1, -2)
    saved.rows.insert(tf.constant([1], tf.int64), [[1.0, 2.0]])
    path = tf.train.Checkpoint(saved).write(str(tmp_path / "kept"))
    tf.train.Checkpoint(fresh).read(path)
    fresh.v = tf.Variable(0.0)
    fresh.rows = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, [0.0, 0.0], -1, -2)
    assert float(fresh.v) == 7.0
    assert fresh.rows.lookup(tf.constant([1], tf.int64)).numpy().tolist() == [[1.0, 2.0]]


def test_nothing_below_the_root_matches_nothing(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(1.0)).write(str(tmp_path / "kept"))
    status = tf.train.Checkpoint().read(path)
    with pytest.raises(AssertionError, match="Nothing to load"):
        status.assert_nontrivial_match()
