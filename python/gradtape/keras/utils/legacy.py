"""`keras.utils.legacy`: configurations of objects as Keras 2 wrote them."""

from ..._keras.lookup import serialize as serialize_keras_object
from ..._keras.models.older_objects import deserialize_keras_object as deserialize_keras_object

__all__ = ["deserialize_keras_object", "serialize_keras_object"]
