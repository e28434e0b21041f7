"""`tf.train`: checkpoints."""

from .checkpoint import Checkpoint as Checkpoint
from .checkpoint_manager import (
    CheckpointManager as CheckpointManager,
    latest_checkpoint as latest_checkpoint,
    list_variables as list_variables,
    load_checkpoint as load_checkpoint,
    load_variable as load_variable,
)
