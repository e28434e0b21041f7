"""`keras.export`: models written with functions of their own."""

from .._keras.models.exporting import ExportArchive as ExportArchive
