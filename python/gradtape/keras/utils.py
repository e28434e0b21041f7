"""`keras.utils`: one-hot targets, seeds, and the registration of custom classes."""

from .._keras.downloads import get_file as get_file
from .._keras.numerical import (
    normalize as normalize,
    set_random_seed as set_random_seed,
    to_categorical as to_categorical,
)
from .._keras.saving import (
    custom_object_scope as custom_object_scope,
    get_custom_objects as get_custom_objects,
    get_registered_name as get_registered_name,
    get_registered_object as get_registered_object,
    register_keras_serializable as register_keras_serializable,
)

CustomObjectScope = custom_object_scope
