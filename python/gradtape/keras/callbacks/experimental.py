"""`keras.callbacks.experimental`: where Keras 2 had callbacks before they stayed."""

from ..._keras.callbacks.saving import BackupAndRestore as BackupAndRestore
