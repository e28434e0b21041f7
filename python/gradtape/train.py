"""`tf.train`: checkpoints."""

from .checkpoint import Checkpoint as Checkpoint
from .checkpoint_manager import CheckpointManager as CheckpointManager
from .checkpoint_manager import latest_checkpoint as latest_checkpoint
from .checkpoint_manager import list_variables as list_variables
from .checkpoint_manager import load_checkpoint as load_checkpoint
from .checkpoint_manager import load_variable as load_variable
