"""`tf.compat.v2` is the package itself, with the switch that turns version 2 on."""

from .._namespace import package_dir as __dir__, package_name as __getattr__  # noqa: F401
from .._runtime.switches import enable_v2_behavior as enable_v2_behavior
