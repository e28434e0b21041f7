"""What programs do that look for a TPU first."""

import pytest
from library import tf


def test_there_is_none():
    with pytest.raises(ValueError, match="provide a TPU Name"):
        tf.distribute.cluster_resolver.TPUClusterResolver()


def test_programs_go_on_without():
    try:
        resolver = tf.distribute.cluster_resolver.TPUClusterResolver.connect()
        strategy = tf.distribute.TPUStrategy(resolver)
    except ValueError:
        strategy = tf.distribute.get_strategy()
    assert strategy.num_replicas_in_sync == 1
