"""State of a program's own that is no tensor."""

import pytest
from library import ours, tf


class Counter(tf.train.experimental.PythonState):
    def __init__(self):
        super().__init__()
        self.count = 3

    def serialize(self):
        return str(self.count)

    def deserialize(self, string_value):
        self.count = int(string_value)


def test_a_state_is_a_text():
    counter = Counter()
    counter.deserialize("5")
    assert counter.serialize() == "5"


@ours("a checkpoint holds tensors alone")
def test_a_checkpoint_refuses_it(tmp_path):
    with pytest.raises(NotImplementedError, match=r"tf\.Variable"):
        tf.train.Checkpoint(counter=Counter()).save(str(tmp_path / "ckpt"))


def test_a_manager_has_nothing_to_wait_for(tmp_path):
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), str(tmp_path), 1)
    manager.save()
    manager.sync()
    assert manager.latest_checkpoint is not None
