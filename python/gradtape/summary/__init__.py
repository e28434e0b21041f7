"""`tf.summary`: numbers, pictures and texts by step, in event files that TensorBoard reads."""

from .._summary.events import (
    audio as audio,
    histogram as histogram,
    image as image,
    scalar as scalar,
    text as text,
    write as write,
)
from .._summary.state import (
    record_if as record_if,
    should_record_summaries as should_record_summaries,
)
from .._summary.tracing import (
    graph as graph,
    trace_export as trace_export,
    trace_off as trace_off,
    trace_on as trace_on,
)
from .._summary.writer import (
    SummaryWriter as SummaryWriter,
    create_file_writer as create_file_writer,
    create_noop_writer as create_noop_writer,
    flush as flush,
)
from . import experimental as experimental
