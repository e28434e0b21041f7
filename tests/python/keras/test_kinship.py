"""Which classes count as which: programs pick layers of a model by `isinstance`."""

import pytest
from library import tf

layers, initializers, metrics = tf.keras.layers, tf.keras.initializers, tf.keras.metrics


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (layers.SpatialDropout1D(0.5), layers.Dropout),
        (layers.SpatialDropout2D(0.5), layers.Dropout),
        (layers.TimeDistributed(layers.Dense(1)), layers.Wrapper),
        (initializers.GlorotUniform(), initializers.VarianceScaling),
        (initializers.HeNormal(), initializers.VarianceScaling),
        (metrics.MeanIoU(2), metrics.IoU),
        (metrics.OneHotMeanIoU(2), metrics.MeanIoU),
        (metrics.BinaryIoU(), metrics.IoU),
        (metrics.F1Score(), metrics.FBetaScore),
    ],
)
def test_counts_as(made, kind):
    assert isinstance(made, kind)
    assert issubclass(type(made), kind)


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (layers.Average(), layers.Add),
        (layers.GaussianDropout(0.5), layers.Dropout),
        (layers.Dropout(0.5), layers.SpatialDropout1D),
        (layers.Dense(1), layers.Wrapper),
        (initializers.TruncatedNormal(), initializers.RandomNormal),
        (initializers.RandomUniform(), initializers.VarianceScaling),
        (metrics.IoU(2, [0]), metrics.MeanIoU),
        (layers.Conv2D(1, 1), layers.Conv1D),
    ],
)
def test_does_not_count_as(made, kind):
    assert not isinstance(made, kind)


def test_so_does_a_class_of_the_program():
    class Own(layers.SpatialDropout1D):
        pass

    assert isinstance(Own(0.5), layers.Dropout)
    assert not isinstance(layers.SpatialDropout1D(0.5), Own)


@pytest.mark.keras_3
def test_transposed_convolutions_are_others_in_keras_3():
    assert not isinstance(layers.Conv2DTranspose(1, 2), layers.Conv2D)
    assert not isinstance(layers.Bidirectional(layers.LSTM(1)), layers.Wrapper)


@pytest.mark.keras_2
def test_transposed_convolutions_are_convolutions_in_keras_2():
    assert isinstance(layers.Conv1DTranspose(1, 2), layers.Conv1D)
    assert isinstance(layers.Conv2DTranspose(1, 2), layers.Conv2D)
    assert isinstance(layers.Conv3DTranspose(1, 2), layers.Conv3D)
    assert not isinstance(layers.Conv2DTranspose(1, 2), layers.Conv3D)
    assert isinstance(layers.Bidirectional(layers.LSTM(1)), layers.Wrapper)


@pytest.mark.keras_2
def test_which_optimizers_are_older_ones():
    older = tf.keras.optimizers.legacy
    assert isinstance(older.Adam(), older.Optimizer)
    assert not isinstance(tf.keras.optimizers.Adam(), older.Optimizer)

    class Own(older.Optimizer):
        def _create_slots(self, var_list):
            for variable in var_list:
                self.add_slot(variable, "m")

        def _resource_apply_dense(self, grad, var, apply_state=None):
            moved = self.get_slot(var, "m")
            moved.assign(0.5 * moved + grad)
            return var.assign_sub(0.1 * moved)

        def get_config(self):
            return super().get_config()

    optimizer, variable = Own("own"), tf.Variable([1.0, 2.0])
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant([1.0, 1.0]), variable)])
    assert variable.numpy() == pytest.approx([0.75, 1.75])
    assert optimizer.get_config() == {"name": "own"}
    assert isinstance(optimizer, older.Optimizer)
