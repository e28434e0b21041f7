"""`keras.utils`: one-hot targets, seeds, and the registration of custom classes."""

from ..._keras.backend.values import is_keras_tensor as is_keras_tensor
from ..._keras.callbacks.progbar import Progbar as Progbar
from ..._keras.downloads import get_file as get_file
from ..._keras.dtypes import standardize_dtype as standardize_dtype
from ..._keras.messages import (
    disable_interactive_logging as disable_interactive_logging,
    enable_interactive_logging as enable_interactive_logging,
    is_interactive_logging_enabled as is_interactive_logging_enabled,
)
from ..._keras.models.drawing import (
    model_to_dot as model_to_dot,
    plot_model as plot_model,
)
from ..._keras.models.feature_space import FeatureSpace as FeatureSpace
from ..._keras.models.objects import (
    deserialize_keras_object as deserialize_keras_object,
    serialize_keras_object as serialize_keras_object,
)
from ..._keras.naming import (
    clear_session as clear_session,
)
from ..._keras.numerical import (
    normalize as normalize,
    set_random_seed as set_random_seed,
    to_categorical as to_categorical,
    to_ordinal as to_ordinal,
)
from ..._keras.preprocessing.arrays import (
    pack_x_y_sample_weight as pack_x_y_sample_weight,
    split_dataset as split_dataset,
    timeseries_dataset_from_array as timeseries_dataset_from_array,
    unpack_x_y_sample_weight as unpack_x_y_sample_weight,
)
from ..._keras.preprocessing.directories import (
    audio_dataset_from_directory as audio_dataset_from_directory,
    image_dataset_from_directory as image_dataset_from_directory,
    text_dataset_from_directory as text_dataset_from_directory,
)
from ..._keras.preprocessing.enqueuers import (
    GeneratorEnqueuer as GeneratorEnqueuer,
    OrderedEnqueuer as OrderedEnqueuer,
    SequenceEnqueuer as SequenceEnqueuer,
)
from ..._keras.preprocessing.images import (
    array_to_img as array_to_img,
    img_to_array as img_to_array,
    load_img as load_img,
    save_img as save_img,
)
from ..._keras.preprocessing.sequence import (
    PyDataset as PyDataset,
    pad_sequences as pad_sequences,
)
from ..._keras.preprocessing.vocabularies import (
    warmstart_embedding_matrix as warmstart_embedding_matrix,
)
from ..._keras.saving import (
    custom_object_scope as custom_object_scope,
    get_custom_objects as get_custom_objects,
    get_registered_name as get_registered_name,
    get_registered_object as get_registered_object,
    register_keras_serializable as register_keras_serializable,
)
from ..._keras.sources import get_source_inputs as get_source_inputs
from . import bounding_boxes as bounding_boxes, legacy as legacy

CustomObjectScope, Sequence = custom_object_scope, PyDataset
