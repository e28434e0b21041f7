"""`tensorflow.python.ops.nn_ops`: what it has besides public things."""

from __future__ import annotations

from typing import Any

from ... import _core


class Convolution:
    """A convolution whose settings are given before its inputs."""

    def __init__(
        self,
        input_shape: Any,
        filter_shape: Any,
        padding: Any,
        strides: Any = None,
        dilation_rate: Any = None,
        name: str | None = None,
        data_format: str | None = None,
        num_spatial_dims: int | None = None,
    ) -> None:
        self._settings = {
            "strides": strides,
            "padding": padding,
            "data_format": data_format,
            "dilations": dilation_rate,
        }

    def __call__(self, inp: Any, filter: Any) -> _core.Tensor:
        """The input convolved with the filter."""
        given = {key: value for key, value in self._settings.items() if value is not None}
        return _core.convolution(inp, filter, **given)
