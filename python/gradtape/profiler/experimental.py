"""`tf.profiler.experimental`: sessions that write what ran into a folder."""

from .._explain.profiler_sessions import (
    Profile as Profile,
    ProfilerOptions as ProfilerOptions,
    Trace as Trace,
    start as start,
    stop as stop,
)
