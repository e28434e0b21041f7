"""Examples that are written as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _core
from .._extras import needed
from .arguments import flat_strings, invalid
from .messages import message

if TYPE_CHECKING:
    from .._typing import TensorLike


def decode_json_example(json_examples: TensorLike, name: str | None = None) -> _core.Tensor:
    """Examples in the JSON form of protocol buffers as serialized `tf.train.Example` messages.

    `InvalidArgumentError` for what is no such text; `ImportError` without `gradtape[records]`.

    >>> text = '{"features": {"feature": {"a": {"int64List": {"value": ["3"]}}}}}'
    >>> serialized = tf.io.decode_json_example(text)
    >>> int(tf.io.parse_single_example(serialized, {"a": tf.io.FixedLenFeature([], tf.int64)})["a"])
    3
    """
    texts = _core.convert_to_tensor(json_examples)
    made = np.array([_serialized(text) for text in flat_strings(texts)], object)
    return _core.reshape(_core.constant(made, _core.string), texts.shape)


def _serialized(text: bytes) -> bytes:
    parser = needed("google.protobuf.json_format", "records", "decode_json_example")
    try:
        return bytes(parser.Parse(text, message("Example")()).SerializeToString())
    except parser.ParseError as error:
        raise invalid(f"Error while parsing JSON: {error}") from error
