"""`tf.compat.v2` is the package itself."""

from .._namespace import package_dir as __dir__, package_name as __getattr__  # noqa: F401
