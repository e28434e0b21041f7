"""Losses and metrics as `compile` makes them, by themselves; loops that give no result."""

import importlib

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture
def containers():
    if AGAINST_TENSORFLOW:
        pytest.importorskip("tf_keras")
        return importlib.import_module("tf_keras.src.engine.compile_utils")
    return importlib.import_module("keras.engine.compile_utils")


def test_losses_are_weighted_and_followed(containers):
    loss = containers.LossesContainer("mse", loss_weights=2.0)
    total = loss(tf.constant([[1.0], [2.0]]), tf.constant([[0.0], [4.0]]))
    np.testing.assert_allclose(total.numpy(), 5.0)
    assert loss._user_losses == "mse"
    assert loss._user_loss_weights == 2.0
    assert [metric.name for metric in loss.metrics] == ["loss"]
    np.testing.assert_allclose(loss.metrics[0].result().numpy(), 5.0)
    loss.reset_state()
    assert loss.metrics[0].result().numpy() == 0.0


def test_metrics_are_made_from_names(containers):
    metrics = containers.MetricsContainer(["mae"])
    metrics.update_state(tf.constant([[1.0], [2.0]]), tf.constant([[0.0], [4.0]]))
    assert [float(metric.result()) for metric in metrics.metrics] == [1.5]


def test_a_model_gives_what_it_was_compiled_with():
    keras = pytest.importorskip("tf_keras") if AGAINST_TENSORFLOW else tf.keras
    model = keras.Sequential([keras.Input([1]), keras.layers.Dense(1)])
    model.compile("sgd", "mse", loss_weights=[0.5])
    again = model.compiled_loss.__class__(
        model.compiled_loss._user_losses,
        loss_weights=model.compiled_loss._user_loss_weights,
        output_names=model.output_names,
        total_loss_mean=keras.metrics.Mean(name="again"),
    )
    value = again(tf.constant([[1.0]]), tf.constant([[3.0]]))
    assert value.numpy() == 2.0
    assert [metric.name for metric in again.metrics] == ["again"]


def test_a_loop_may_give_nothing_for_a_source():
    loops = importlib.import_module("tensorflow.python.ops.parallel_for.control_flow_ops")
    found = loops.pfor(lambda i: [i * 2, None], 3)
    assert found[0].numpy().tolist() == [0, 2, 4]
    assert found[1] is None
