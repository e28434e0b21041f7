"""What TensorFlow keeps under `tf.experimental` and gradtape has."""

from .._core import (
    float8_e4m3b11fnuz as float8_e4m3b11fnuz,
    float8_e4m3fn as float8_e4m3fn,
    float8_e4m3fnuz as float8_e4m3fnuz,
    float8_e5m2 as float8_e5m2,
    float8_e5m2fnuz as float8_e5m2fnuz,
)
from .._namespace import lazy
from . import dlpack as dlpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._data.iterator import Optional as Optional
    from .._extension_types.dispatch import (
        dispatch_for_api as dispatch_for_api,
        dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis,
        dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis,
        unregister_dispatch_for as unregister_dispatch_for,
    )
    from .._extension_types.extension_type import (
        BatchableExtensionType as BatchableExtensionType,
        ExtensionType as ExtensionType,
    )
    from .._extension_types.specs import ExtensionTypeSpec as ExtensionTypeSpec
    from .._runtime.eager import async_clear_error as async_clear_error, async_scope as async_scope
    from . import numpy as numpy

_ON_FIRST_USE = {
    "": ("numpy",),
    "_data.iterator": ("Optional",),
    "_extension_types.dispatch": (
        "dispatch_for_api",
        "dispatch_for_binary_elementwise_apis",
        "dispatch_for_unary_elementwise_apis",
        "unregister_dispatch_for",
    ),
    "_extension_types.extension_type": ("BatchableExtensionType", "ExtensionType"),
    "_extension_types.specs": ("ExtensionTypeSpec",),
    "_runtime.eager": ("async_clear_error", "async_scope"),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
