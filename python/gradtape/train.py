"""`tf.train`: checkpoints."""

from ._checkpoint.checkpoint import Checkpoint as Checkpoint
from ._checkpoint.manager import (
    CheckpointManager as CheckpointManager,
    latest_checkpoint as latest_checkpoint,
    list_variables as list_variables,
    load_checkpoint as load_checkpoint,
    load_variable as load_variable,
)
