"""The summaries: a value with a tag and a step becomes an event, in TensorFlow 2's format.

Each is a tensor with the name of the TensorBoard plug-in that shows it; the name scopes that are
open come before its tag. They return whether something was written.
Errors: `ValueError` without a step; `ImportError` without the extra.
"""

from __future__ import annotations

import io
import time
import wave
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._extras import needed
from . import state

if TYPE_CHECKING:
    from .._typing import Array, TensorLike

_TYPES = {"float32": 1, "float64": 2, "int32": 3, "uint8": 4, "string": 7, "int64": 9, "bool": 10}


def scalar(
    name: str, data: TensorLike, step: TensorLike | None = None, description: str | None = None
) -> bool:
    """A number; `ValueError` for a tensor with axes."""
    if not state.should_record_summaries():
        return False
    value = _array(data)
    if value.ndim:
        raise ValueError(f"scalar summary {name!r} takes a scalar, not shape {value.shape}")
    return _write(state.full_tag(name), value.astype(np.float32), step, "scalars", description)


def histogram(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    buckets: int | None = None,
    description: str | None = None,
) -> bool:
    """How often values fall into each of `buckets` (30) equal parts of their range."""
    if not state.should_record_summaries():
        return False
    table = _buckets(_array(data).astype(np.float64).ravel(), 30 if buckets is None else buckets)
    return _write(state.full_tag(name), table, step, "histograms", description)


def image(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    max_outputs: int = 3,
    description: str | None = None,
) -> bool:
    """The first `max_outputs` images of `[n, height, width, channels]` with 1 to 4 channels.

    Floats are from 0 to 1, integers from 0 to 255. `ValueError` for another shape.
    """
    if not state.should_record_summaries():
        return False
    pixels = _pixels(_array(data))
    if pixels.ndim != 4 or not 1 <= pixels.shape[3] <= 4:
        raise ValueError(
            f"image summary {name!r} takes [n, height, width, 1 to 4], not {pixels.shape}"
        )
    sizes = [str(pixels.shape[2]).encode(), str(pixels.shape[1]).encode()]
    files = [_png(one) for one in pixels[:max_outputs]]
    return _write(state.full_tag(name), [*sizes, *files], step, "images", description)


def text(
    name: str, data: TensorLike, step: TensorLike | None = None, description: str | None = None
) -> bool:
    """A string in Markdown, or a tensor of strings, which is shown as a table."""
    if not state.should_record_summaries():
        return False
    value = np.asarray(data.numpy() if hasattr(data, "numpy") else data, dtype=object)
    strings = [item.encode() if isinstance(item, str) else bytes(item) for item in value.ravel()]
    return _write(state.full_tag(name), strings, step, "text", description, value.shape)


def audio(
    name: str, data: TensorLike, sample_rate: int, step: TensorLike | None = None,
    max_outputs: int = 3, encoding: str | None = None, description: str | None = None,
) -> bool:  # fmt: skip
    """The first `max_outputs` clips of `[n, samples, channels]`, from -1 to 1, as WAV files.

    `ValueError` for another shape or another `encoding` than `"wav"`.
    """
    if not state.should_record_summaries():
        return False
    clips = _array(data)
    if clips.ndim != 3 or encoding not in (None, "wav"):
        raise ValueError(
            f"audio summary {name!r} takes [n, samples, channels] and the encoding 'wav', not "
            f"{clips.shape} and {encoding!r}"
        )
    kept = clips[: max(0, max_outputs)]
    parts = [part for clip in kept for part in (_wav(clip, int(sample_rate)), b"")]
    return _write(
        state.full_tag(name), parts, step, "audio", description, (len(kept), 2), content=b"\x10\x0b"
    )


def _wav(clip: Array, sample_rate: int) -> bytes:
    """A clip `[samples, channels]` as a file, in 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(clip.shape[1])
        writer.setsampwidth(2)
        writer.setframerate(sample_rate)
        writer.writeframes(np.round(np.clip(clip, -1.0, 1.0) * 32767).astype("<i2").tobytes())
    return file.getvalue()


def write(
    tag: str,
    tensor: TensorLike,
    step: TensorLike | None = None,
    metadata: Any = None,
    name: str | None = None,
) -> bool:
    """Any tensor, with metadata (a `SummaryMetadata` message) that says which plug-in shows it.

    The tag is taken as it is, without the name scopes that are open.
    """
    if not state.should_record_summaries():
        return False
    value = _array(tensor)
    return _write(tag, value, step, metadata=metadata)


def write_raw_pb(
    tensor: TensorLike, step: TensorLike | None = None, name: str | None = None
) -> bool:
    """A serialized `Summary` message as it is, as version 1 of TensorFlow made them by hand."""
    if not state.should_record_summaries():
        return False
    from tensorboardX.proto import summary_pb2  # there, since a writer is

    text = _core.convert_to_tensor(tensor).numpy()
    return _write_summary(summary_pb2.Summary.FromString(bytes(text)), step)


def _array(data: TensorLike) -> np.ndarray:
    return np.asarray(_core.convert_to_tensor(data).numpy())


def _buckets(values: np.ndarray, count: int) -> np.ndarray:
    """Rows of left edge, right edge and number; equal values get a range of 1 around them."""
    if not values.size or count <= 0:
        return np.zeros([0 if count <= 0 else count, 3])
    low, high = float(values.min()), float(values.max())
    if low == high:
        edges = np.full(count + 1, high)
        edges[0], edges[-1] = low - 0.5, high + 0.5
        numbers = np.zeros(count)
        numbers[-1] = values.size
    else:
        numbers, edges = np.histogram(values, count, (low, high))
    return np.stack([edges[:-1], edges[1:], numbers], axis=1)


def _pixels(images: np.ndarray) -> np.ndarray:
    """As bytes: floats between 0 and 1 are scaled, others cut off."""
    if images.dtype.kind == "f":
        return (np.clip(images, 0.0, 1.0) * 255.999).astype(np.uint8)
    return np.clip(images, 0, 255).astype(np.uint8)


def _png(pixels: np.ndarray) -> bytes:
    pictures = needed("PIL.Image", "tensorboard", "tf.summary.image")
    file = io.BytesIO()
    pictures.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels).save(file, "PNG")
    return file.getvalue()


def _write(
    tag: str,
    value: np.ndarray | Sequence[bytes],
    step: TensorLike | None,
    plugin: str | None = None,
    description: str | None = None,
    shape: Sequence[int] | None = None,
    metadata: Any = None,
    content: bytes = b"",
) -> bool:
    """Give the event to the default writer; `content` is what the plug-in wants to know."""
    from tensorboardX.proto import summary_pb2  # there, since a writer is

    if metadata is None:
        metadata = summary_pb2.SummaryMetadata(summary_description=description or "")
        metadata.plugin_data.plugin_name = plugin or ""
        metadata.plugin_data.content = content
    tensor = _message(value, shape)
    entry = summary_pb2.Summary.Value(tag=tag, metadata=metadata, tensor=tensor)
    return _write_summary(summary_pb2.Summary(value=[entry]), step)


def _write_summary(summary: Any, step: TensorLike | None) -> bool:
    from tensorboardX.proto import event_pb2

    number = state.resolved_step(step)
    state.writer().write(event_pb2.Event(wall_time=time.time(), step=number, summary=summary))
    return True


def _message(value: np.ndarray | Sequence[bytes], shape: Sequence[int] | None) -> Any:
    """The value as a tensor message."""
    from tensorboardX.proto import tensor_pb2, tensor_shape_pb2

    strings = not isinstance(value, np.ndarray)
    lengths = (len(value),) if strings and shape is None else shape
    lengths = value.shape if lengths is None and isinstance(value, np.ndarray) else lengths
    axes = [tensor_shape_pb2.TensorShapeProto.Dim(size=length) for length in lengths or ()]
    form = tensor_shape_pb2.TensorShapeProto(dim=axes)
    if strings:
        return tensor_pb2.TensorProto(dtype=7, string_val=value, tensor_shape=form)
    array = np.ascontiguousarray(value)
    kind = _TYPES.get(array.dtype.name)
    if kind is None:
        raise TypeError(f"a summary cannot hold a tensor of dtype {array.dtype.name}")
    return tensor_pb2.TensorProto(dtype=kind, tensor_content=array.tobytes(), tensor_shape=form)
