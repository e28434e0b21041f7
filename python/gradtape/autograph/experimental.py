"""`tf.autograph.experimental`: choices about a conversion that does not take place."""

from .._control.autograph import (
    Feature as Feature,
    do_not_convert as do_not_convert,
    set_loop_options as set_loop_options,
)
