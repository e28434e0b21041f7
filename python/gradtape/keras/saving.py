"""`keras.saving`: custom classes by name, for configurations that mention them."""

from .._keras.saving import (
    get_custom_objects as get_custom_objects,
    register_keras_serializable as register_keras_serializable,
)
