"""`keras.callbacks`: objects that `fit` calls as it goes along."""

from ..._keras.callbacks.averages import SwapEMAWeights as SwapEMAWeights
from ..._keras.callbacks.callback import Callback as Callback, LambdaCallback as LambdaCallback
from ..._keras.callbacks.listing import CallbackList as CallbackList
from ..._keras.callbacks.progress import ProgbarLogger as ProgbarLogger
from ..._keras.callbacks.rates import (
    LearningRateScheduler as LearningRateScheduler,
    ReduceLROnPlateau as ReduceLROnPlateau,
)
from ..._keras.callbacks.reporting import (
    BaseLogger as BaseLogger,
    RemoteMonitor as RemoteMonitor,
)
from ..._keras.callbacks.saving import (
    BackupAndRestore as BackupAndRestore,
    ModelCheckpoint as ModelCheckpoint,
)
from ..._keras.callbacks.stopping import (
    EarlyStopping as EarlyStopping,
    TerminateOnNaN as TerminateOnNaN,
)
from ..._keras.callbacks.tensorboard import TensorBoard as TensorBoard
from ..._keras.callbacks.writing import CSVLogger as CSVLogger, History as History
from . import experimental as experimental
