"""`keras.saving`: custom classes by name, for configurations that mention them."""

from .._keras.models.loading import (
    load_model as load_model,
)
from .._keras.models.objects import (
    deserialize_keras_object as deserialize_keras_object,
    serialize_keras_object as serialize_keras_object,
)
from .._keras.models.saving import (
    save_model as save_model,
)
from .._keras.models.weights import (
    load_weights as load_weights,
    save_weights as save_weights,
)
from .._keras.saving import (
    custom_object_scope as custom_object_scope,
    get_custom_objects as get_custom_objects,
    get_registered_name as get_registered_name,
    get_registered_object as get_registered_object,
    register_keras_serializable as register_keras_serializable,
)

CustomObjectScope = custom_object_scope
