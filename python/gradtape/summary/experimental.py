"""`tf.summary.experimental`: the step of summaries that name none, and scopes for tags."""

from .._summary.events import write_raw_pb as write_raw_pb
from .._summary.state import (
    get_step as get_step,
    set_step as set_step,
    summary_scope as summary_scope,
)
