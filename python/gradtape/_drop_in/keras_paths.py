"""Where Keras publishes what its private modules define; rows as in `private_paths`.

Keras 2.10 and later, and Keras 3, define nearly each layer, optimizer and metric in a file that
bears its name, such as `keras.src.layers.pooling.max_pooling2d`. These need no rows: the public
namespaces above such a path have what is named so.
"""

from __future__ import annotations

import functools
import importlib
import re

KERAS_ROWS = """
keras: __internal__ -> keras keras.layers
keras.__internal__: legacy -> keras
keras.__internal__: utils -> private.keras_utils keras.utils
keras.__internal__: losses -> private.losses keras.losses
keras.__internal__.legacy: layers -> compat.v1.layers keras.layers
keras: engine -> keras.layers keras.models keras
keras.engine: base_layer base_layer_v1 base_preprocessing_layer topology -> keras.layers keras
keras.engine: input_layer input_spec -> keras.layers keras
keras.engine: training training_v1 functional network sequential -> keras.models keras
keras.engine: keras_tensor node base_layer_utils -> keras
keras.engine: training_utils training_utils_v1 -> keras.utils keras
keras.engine: compile_utils -> private.compile_utils keras.utils keras
keras.layers: core convolutional_recurrent pooling -> keras.layers
keras.layers: merge merging -> keras.layers private.base_layers
keras.layers.merging: base_merge -> private.base_layers
keras.layers: convolutional -> keras.layers private.base_layers
keras.layers.convolutional: base_conv base_conv_transpose -> private.base_layers
keras.layers.convolutional: base_depthwise_conv base_separable_conv -> private.base_layers
keras.layers.pooling: base_pooling base_global_pooling -> private.base_layers
keras.layers: dense_attention -> keras.layers private.base_layers
keras.layers.attention: base_dense_attention -> private.base_layers
keras.layers: normalization normalization_v2 recurrent_v2 rnn wrappers -> keras.layers
keras.layers: recurrent -> keras.layers private.recurrent_parts
keras.layers: embeddings local locally_connected noise advanced_activations -> keras.layers
keras.layers: cudnn_recurrent attention multi_head_attention -> keras.layers
keras.layers: einsum_dense kernelized regularization reshaping activation -> keras.layers
keras.layers: layer input_spec activations -> keras.layers
keras.layers: preprocessing -> keras.layers
keras.layers: serialization -> keras.layers
keras.layers.core: lambda_layer -> keras.layers
keras.layers.normalization: batch_normalization_v1 -> keras.layers
keras.layers.preprocessing: image_preprocessing -> keras.layers
keras.layers.preprocessing: feature_space -> keras.utils
keras.layers.rnn: base_rnn base_wrapper gru_v1 lstm_v1 -> keras.layers
keras.layers.rnn: legacy_cells -> keras.layers
keras: legacy_tf_layers -> compat.v1.layers
keras.legacy_tf_layers: base core convolutional normalization pooling -> compat.v1.layers
keras: optimizer_v2 optimizer_v1 optimizer_experimental -> keras.optimizers
keras.optimizer_v2: optimizer_v2 adam adamax adagrad adadelta ftrl nadam rmsprop -> keras.optimizers
keras.optimizer_v2: gradient_descent -> keras.optimizers
keras.optimizer_v2: learning_rate_schedule -> keras.optimizers.schedules
keras.optimizers: optimizer_v2 optimizer_v1 optimizer_experimental -> keras.optimizers
keras.optimizers: base_optimizer gradient_descent_v2 -> keras.optimizers
keras.optimizers: loss_scale_optimizer -> keras.mixed_precision keras.optimizers
keras.optimizers: learning_rate_schedule -> keras.optimizers.schedules
keras.optimizers.legacy: optimizer_v2 gradient_descent -> keras.optimizers.legacy keras.optimizers
keras.optimizers.schedules: learning_rate_schedule -> keras.optimizers.schedules
keras.backend: common -> private.keras_backend keras.backend keras.ops keras
keras.backend: config -> keras.config keras.backend
keras.backend.common: variables keras_tensor dtypes -> private.keras_backend keras.backend keras
keras.backend.common: masking name_scope global_state -> private.keras_backend keras.backend keras
keras.losses: losses loss -> keras.losses private.losses
keras.metrics: metric base_metric reduction_metrics -> keras.metrics
keras.metrics: accuracy_metrics confusion_metrics f_score_metrics hinge_metrics -> keras.metrics
keras.metrics: iou_metrics probabilistic_metrics regression_metrics -> keras.metrics
keras.metrics: correlation_metrics -> keras.metrics
keras.utils: tracking -> private.tracking
keras: callbacks_v1 -> keras.callbacks
keras.initializers: initializers_v1 initializers_v2 -> keras.initializers
keras.initializers: constant_initializers random_initializers -> keras.initializers
keras.models: model functional sequential cloning -> keras.models keras
keras.utils: np_utils data_utils vis_utils io_utils -> keras.utils keras
keras.utils: metrics_utils -> private.metrics_utils keras.utils keras
keras.metrics: metrics_utils -> private.metrics_utils
keras.utils: version_utils -> keras.utils keras
keras.utils: control_flow_util -> private.smart_cond
keras.utils: tf_utils -> private.smart_cond private.keras_shapes keras.utils keras .
keras.utils: conv_utils -> private.conv_utils keras.utils keras
keras.utils: generic_utils layer_utils -> private.keras_shapes keras.utils keras
keras.utils: backend_utils -> private.keras_backend_utils
keras.utils: tf_inspect -> private.tf_inspect
keras.utils: object_identity -> private.identity
keras.utils: losses_utils -> private.losses keras.utils keras.losses
keras.engine: data_adapter -> private.data_adapter keras.utils
keras.trainers.data_adapters: data_adapter_utils -> private.data_adapter keras.utils
keras: backend_config -> keras.backend
keras: distribution -> private.keras_distribution keras
keras.distribution: distribution_lib -> private.keras_distribution
keras: api_export -> private.tf_export
keras.mixed_precision: policy loss_scale_optimizer -> keras.mixed_precision keras.optimizers
keras.utils: image_utils dataset_utils -> private.keras_files keras.utils
keras.utils: numerical_utils sequence_utils rng_utils -> keras.utils
keras.utils: image_dataset text_dataset timeseries_dataset audio_dataset file_utils -> keras.utils
keras.utils: image_dataset_utils text_dataset_utils timeseries_dataset_utils -> keras.utils
keras.utils: audio_dataset_utils model_visualization summary_utils -> keras.utils
keras: trainers -> keras keras.utils
keras: legacy -> keras
keras.legacy: preprocessing layers losses backend -> keras.preprocessing keras.layers keras
keras.legacy.preprocessing: image -> keras.preprocessing.image
keras.legacy.preprocessing: sequence -> keras.preprocessing.sequence
keras.legacy.preprocessing: text -> keras.preprocessing.text
keras.trainers: trainer epoch_iterator compile_utils -> keras
keras.trainers: data_adapters -> keras.utils
keras.trainers.data_adapters: py_dataset_adapter -> keras.utils
keras.wrappers: sklearn_wrapper -> keras.wrappers
keras: applications -> private.applications
keras.applications: imagenet_utils -> private.imagenet_utils
keras.applications: resnet resnet50 vgg16 vgg19 -> private.image_values_centred private.applications
keras.applications: inception_v3 mobilenet -> private.image_values_within_one private.applications
keras.applications: mobilenet_v2 nasnet -> private.image_values_within_one private.applications
keras.applications: resnet_v2 xception -> private.image_values_within_one private.applications
keras.applications: inception_resnet_v2 -> private.image_values_within_one private.applications
keras.applications: densenet -> private.image_values_standardized private.applications
keras.applications: convnext mobilenet_v3 -> private.image_values_kept private.applications
keras.applications: efficientnet efficientnet_v2 -> private.image_values_kept private.applications
keras.tree: tree_api -> keras.tree
keras.dtype_policies: dtype_policy dtype_policy_map -> keras.config keras.dtype_policies
keras.ops: core math einops numpy nn linalg image -> keras.ops
keras.saving: save hdf5_format saving_lib saving_api model_config -> keras.models keras.saving
keras.saving: object_registration serialization_lib legacy -> keras.saving keras.utils
keras.saving.legacy: save hdf5_format model_config -> keras.models keras.saving
keras.saving.legacy: serialization -> keras.utils keras.saving
keras.preprocessing: image text sequence -> keras.preprocessing keras.utils
"""
_MODULE, _VERSION = re.compile(r"[a-z][a-z0-9_]*"), re.compile(r"_v[12]$")


def namespaces_above(path: str) -> list[str] | None:
    """The namespaces that may have what a module defines, the nearest first; None if none does.

    >>> from gradtape._drop_in.keras_paths import namespaces_above
    >>> namespaces_above("keras.layers.pooling.max_pooling2d")
    ['keras.layers.pooling', 'keras.layers']
    >>> namespaces_above("keras.optimizers.adam_v2"), namespaces_above("keras.layers.pie")
    (['keras.optimizers'], None)
    """
    root, *parts = path.split(".")
    if root != "keras" or len(parts) < 2 or not _MODULE.fullmatch(parts[-1]):
        return None
    if _squashed(_VERSION.sub("", parts[-1])) not in _names(parts[0]):
        return None
    return [".".join([root, *parts[:length]]) for length in range(len(parts) - 1, 0, -1)]


@functools.cache
def _names(area: str) -> frozenset[str]:
    """How modules for the contents of a part of Keras are named, without underscores."""
    keras = importlib.import_module("gradtape.keras")
    found = getattr(keras, area, None)
    return frozenset(_squashed(name) for name in (area, *dir(found)) if found is not None)


def _squashed(name: str) -> str:
    return name.replace("_", "").lower()
