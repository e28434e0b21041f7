"""What of version 1 makes sense where everything is eager: losses, optimizers, switches, aliases.

Any other name that version 1 shares with version 2 is the package's own.
"""

from ..._legacy.collections import (
    GraphKeys as GraphKeys,
    add_to_collection as add_to_collection,
    add_to_collections as add_to_collections,
    get_collection as get_collection,
    get_collection_ref as get_collection_ref,
)
from ..._legacy.initializers import (
    constant_initializer as constant_initializer,
    glorot_normal_initializer as glorot_normal_initializer,
    glorot_uniform_initializer as glorot_uniform_initializer,
    ones_initializer as ones_initializer,
    orthogonal_initializer as orthogonal_initializer,
    random_normal_initializer as random_normal_initializer,
    random_uniform_initializer as random_uniform_initializer,
    truncated_normal_initializer as truncated_normal_initializer,
    variance_scaling_initializer as variance_scaling_initializer,
    zeros_initializer as zeros_initializer,
)
from ..._legacy.names import look_up as _look_up
from ..._legacy.sessions import (
    ConfigProto as ConfigProto,
    GPUOptions as GPUOptions,
    GraphOptions as GraphOptions,
    InteractiveSession as InteractiveSession,
    RunOptions as RunOptions,
    Session as Session,
    reset_default_graph as reset_default_graph,
)
from ..._module.older_scopes import name_scope as name_scope, op_scope as op_scope
from ..._namespace import lazy
from ..._runtime.eager import executing_eagerly as executing_eagerly
from ..._runtime.switches import (
    disable_control_flow_v2 as disable_control_flow_v2,
    disable_eager_execution as disable_eager_execution,
    disable_resource_variables as disable_resource_variables,
    disable_tensor_equality as disable_tensor_equality,
    disable_v2_behavior as disable_v2_behavior,
    disable_v2_tensorshape as disable_v2_tensorshape,
    enable_eager_execution as enable_eager_execution,
    enable_resource_variables as enable_resource_variables,
    enable_tensor_equality as enable_tensor_equality,
    enable_v2_behavior as enable_v2_behavior,
    enable_v2_tensorshape as enable_v2_tensorshape,
    executing_eagerly_outside_functions as executing_eagerly_outside_functions,
    resource_variables_enabled as resource_variables_enabled,
)
from . import (
    data as data,
    debugging as debugging,
    gfile as gfile,
    image as image,
    initializers as initializers,
    linalg as linalg,
    logging as logging,
    losses as losses,
    math as math,
    nn as nn,
    random as random,
    sparse as sparse,
    strings as strings,
    train as train,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._io.summary_messages import (
        Event as Event,
        HistogramProto as HistogramProto,
        Summary as Summary,
        SummaryMetadata as SummaryMetadata,
    )
    from . import (
        app as app,
        flags as flags,
        io as io,
        layers as layers,
        python_io as python_io,
    )

_ON_FIRST_USE = {
    "": ("app", "flags", "io", "layers", "python_io"),
    "_io.summary_messages": ("Event", "HistogramProto", "Summary", "SummaryMetadata"),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE, _look_up)
