"""What a folder says of its checkpoints, and waiting for the next one."""

import os

import numpy as np

import gradtape as tf


def test_the_state_names_the_latest_and_all(tmp_path):
    assert tf.train.get_checkpoint_state(tmp_path) is None
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), tmp_path, 2)
    saved = [manager.save() for _ in range(3)]
    state = tf.train.get_checkpoint_state(str(tmp_path))
    assert os.fspath(state.model_checkpoint_path) == saved[-1]
    assert list(state.all_model_checkpoint_paths) == saved[1:]


def test_the_iterator_gives_what_is_new(tmp_path):
    variable = tf.Variable(0.0)
    checkpoint = tf.train.Checkpoint(v=variable)
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, 2)
    manager.save()
    found = []
    for path in tf.train.checkpoints_iterator(tmp_path, timeout=0.01):
        found.append(path)
        if len(found) < 3:
            variable.assign_add(1.0)
            manager.save()
    assert len(found) == 3 == len(set(found))
    checkpoint.restore(found[-1])
    np.testing.assert_array_equal(variable, 2.0)


def test_who_waits_may_go_on(tmp_path):
    answers = iter([False, True])
    assert (
        list(tf.train.checkpoints_iterator(tmp_path, timeout=0, timeout_fn=lambda: next(answers)))
        == []
    )
    assert next(answers, None) is None
