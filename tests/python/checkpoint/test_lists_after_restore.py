"""Lists and dicts of a program that are filled after `restore`."""

from library import tf


class Parts(tf.Module):
    """Holds a list and a dict."""

    def __init__(self):
        super().__init__()
        self.listed, self.named = [], {}


def saved(folder):
    parts = Parts()
    parts.listed += [tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)]
    parts.named.update(x=tf.Variable(4.0), y=tf.Variable(5.0))
    return tf.train.Checkpoint(parts=parts).save(str(folder / "ckpt"))


def fresh():
    return tf.Variable(0.0)


def test_what_is_added_later_is_restored(tmp_path):
    parts = Parts()
    status = tf.train.Checkpoint(parts=parts).restore(saved(tmp_path))
    parts.listed.append(fresh())
    assert float(parts.listed[0]) == 1
    parts.listed += [fresh()]
    parts.listed.extend([fresh()])
    assert [float(one) for one in parts.listed] == [1, 2, 3]
    parts.named["y"] = fresh()
    parts.named.update(x=fresh())
    assert {name: float(one) for name, one in parts.named.items()} == {"y": 5, "x": 4}
    status.assert_consumed()
    assert isinstance(parts.listed, list)
    assert isinstance(parts.named, dict)
    assert len(parts.variables) == 5


def test_lists_of_a_checkpoint_itself_wait_too(tmp_path):
    path = tf.train.Checkpoint(parts=[tf.Variable(1.0), tf.Variable(2.0)]).save(str(tmp_path / "c"))
    checkpoint = tf.train.Checkpoint(parts=[fresh()])
    checkpoint.restore(path)
    assert float(checkpoint.parts[0]) == 1
    checkpoint.parts.append(fresh())
    assert float(checkpoint.parts[1]) == 2
    again = checkpoint.save(str(tmp_path / "d"))
    other = tf.train.Checkpoint(parts=[fresh(), fresh()])
    other.restore(again).assert_consumed()
    assert [float(one) for one in other.parts] == [1, 2]
