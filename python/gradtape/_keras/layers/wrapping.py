"""`Wrapper`, a layer around another, and those layers that hardly change what passes."""

from __future__ import annotations

from typing import Any

from ... import _core
from .. import regularizers
from ..arguments import Argument, argument
from ..base_layer.layer import Layer
from ..base_layer.options import Count, LayerOptions
from ..kinship import Kinship, counts_as
from ..lookup import serialize
from .recurrent.bidirectional import Bidirectional
from .recurrent.time_distributed import TimeDistributed
from .recurrent.wrappers import inner_layer


class InnerLayer(Argument[Any, Any]):
    """A layer, or the configuration of one."""

    def convert(self, owner: Any, value: Any) -> Any:
        layer = inner_layer(value)
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Layer {value} supplied to Wrapper is not a supported layer type. "
                "Please ensure wrapped layer is a valid Keras layer."
            )
        return layer

    def serialize(self, value: Any) -> Any:
        return serialize(value)


class Wrapper(Layer, LayerOptions, metaclass=Kinship):
    """Base of layers around another layer, `self.layer`.

    >>> import gradtape as tf
    >>> class Twice(tf.keras.layers.Wrapper):
    ...     def call(self, inputs):
    ...         return self.layer(self.layer(inputs))
    >>> float(Twice(tf.keras.layers.Rescaling(3.0))(tf.constant([1.0]))[0])
    9.0
    """

    layer: InnerLayer = argument()

    def build(self, input_shape: Any = None) -> None:
        """Builds the inner layer for inputs of this shape, if it is not built.

        Without a shape the layer has been built already, or its first call builds it.
        """
        if input_shape is not None:
            self.layer._build_inside(input_shape)
        super().build(input_shape)

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return self.layer(inputs, *args, **kwargs)


counts_as(Wrapper)(TimeDistributed)
counts_as(Wrapper, only_in_2=True)(Bidirectional)


class SpectralNormalization(Wrapper):
    """Divides the kernel of a layer by its largest singular value (Miyato and others, 2018).

    In training that value is followed by `power_iterations` steps of the power method, and the
    kernel changed. `ValueError` for a layer without a kernel or embeddings.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.SpectralNormalization(tf.keras.layers.Dense(3))
    >>> layer(tf.ones([2, 4]), training=True).shape
    TensorShape([2, 3])
    """

    _joins_examples = True

    power_iterations: Count = argument(default=1)

    def build(self, input_shape: Any = None) -> None:
        if not self.layer.built:
            self.layer(_core.zeros([1, *input_shape.as_list()[1:]], self._dtype))
        kernel = getattr(self.layer, "kernel", getattr(self.layer, "embeddings", None))
        if kernel is None:
            raise ValueError(
                f"{type(self).__name__} object has no attribute 'kernel' nor 'embeddings'"
            )
        self.kernel = kernel
        size = kernel.shape[-1]
        start = {"class_name": "TruncatedNormal", "config": {"stddev": 0.02}}
        self.vector_u = self.add_weight("vector_u", [1, size], initializer=start, trainable=False)
        self.built = True

    def call(self, inputs: _core.Tensor, training: bool | None = False) -> _core.Tensor:
        if training and bool(_core.reduce_any(_core.not_equal(self.kernel, 0.0))):
            with _core.stop_recording_all():
                self._normalize()
        return self.layer(inputs)

    def _normalize(self) -> None:
        u = self.vector_u.read_value()
        w = _core.reshape(self.kernel, [-1, u.shape[-1]])
        for _ in range(self.power_iterations):
            v = _unit(_core.matmul(u, w, transpose_b=True))
            u = _unit(_core.matmul(v, w))
        sigma = _core.reduce_sum(_core.matmul(_core.matmul(v, w), u, transpose_b=True))
        self.vector_u.assign(u)
        self.kernel.assign(self.kernel / sigma)


def _unit(vector: _core.Tensor) -> _core.Tensor:
    return _core.l2_normalize(vector)


class Identity(Layer, LayerOptions):
    """The inputs as they are.

    >>> import gradtape as tf
    >>> tf.keras.layers.Identity()(tf.constant([1.0])).numpy().tolist()
    [1.0]
    """

    _starts_built = True
    supports_masking = True

    def call(self, inputs: Any) -> Any:
        return inputs


class Strength(Argument[float, float]):
    """How much a penalty counts."""


class ActivityRegularization(Layer, LayerOptions):
    """The inputs as they are; a loss of `l1 * sum(|x|) + l2 * sum(x * x)` for each example.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.ActivityRegularization(l1=0.5)
    >>> _ = layer(tf.constant([[1.0, -2.0]]))
    >>> float(layer.losses[0])
    1.5
    """

    _gives_shape_back = True
    _starts_built = True
    supports_masking = True
    l1: Strength = argument(default=0.0)
    l2: Strength = argument(default=0.0)

    def _initialize(self) -> None:
        self.activity_regularizer = regularizers.L1L2(self.l1, self.l2)

    def call(self, inputs: Any) -> Any:
        return inputs
