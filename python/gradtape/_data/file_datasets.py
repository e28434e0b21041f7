"""The datasets that read files: `TFRecordDataset`, `TextLineDataset` and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure import nest
from .csv_files import CsvRows, column_of
from .dataset import Dataset
from .files import FixedLengthRecords, RecordFiles, TextLines, names_stream
from .sources import Tensor
from .stream import Stream

if TYPE_CHECKING:
    from .._typing import IntLike, PathLike, TensorLike


def _names(filenames: PathLike | TensorLike | Dataset) -> Stream:
    return names_stream(filenames, lambda dataset: dataset._stream, _whole)


def _whole(filenames: PathLike | TensorLike | Dataset) -> Stream:
    return Tensor(_strings(filenames))


def _strings(filenames: PathLike | TensorLike | Dataset) -> _core.Tensor:
    if isinstance(filenames, (list, tuple)):
        return _core.convert_to_tensor([_path(one) for one in filenames])
    return _core.convert_to_tensor(_path(filenames))


def _path(name: Any) -> Any:
    return name.__fspath__() if hasattr(name, "__fspath__") else name


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, _core.Tensor):
        value = value.numpy()
    return value.decode() if isinstance(value, bytes) else str(value)


class TFRecordDataset(Dataset):
    """The records in files that `tf.io.TFRecordWriter` wrote, as strings.

    `filenames` is a string, several, or a dataset of strings; `compression_type` is "", "GZIP" or
    "ZLIB"; with `num_parallel_reads` records of so many files come in turn. `NotFoundError` without
    a file, `DataLossError` for one that is damaged, where the damage is.
    """

    def __init__(
        self,
        filenames: PathLike | TensorLike | Dataset,
        compression_type: str | None = None,
        buffer_size: IntLike | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        names = _names(filenames)
        super().__init__(RecordFiles(names, _text(compression_type), num_parallel_reads))


class TextLineDataset(Dataset):
    """The lines of files, as strings without their ends (LF or CR LF).

    Arguments and errors are those of `TFRecordDataset`.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.txt")
    ...     tf.io.write_file(path, "one\\ntwo\\n")
    ...     [line.numpy() for line in tf.data.TextLineDataset(path)]
    [b'one', b'two']
    """

    def __init__(
        self,
        filenames: PathLike | TensorLike | Dataset,
        compression_type: str | None = None,
        buffer_size: IntLike | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        names = _names(filenames)
        super().__init__(TextLines(names, _text(compression_type), num_parallel_reads))


class FixedLengthRecordDataset(Dataset):
    """Pieces of `record_bytes` bytes each of files, between a header and a footer, as strings.

    `InvalidArgumentError` for a file that has another length. Other arguments and errors are those
    of `TFRecordDataset`.
    """

    def __init__(
        self,
        filenames: PathLike | TensorLike | Dataset,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: IntLike | None = None,
        compression_type: str | None = None,
        num_parallel_reads: IntLike | None = None,
        name: str | None = None,
    ) -> None:
        sizes = (int(record_bytes), int(header_bytes or 0), int(footer_bytes or 0))
        names = _names(filenames)
        super().__init__(
            FixedLengthRecords(names, sizes, _text(compression_type), num_parallel_reads)
        )


class CsvDataset(Dataset):
    """The rows of CSV files, as tuples of scalars.

    `record_defaults` has a default value for each column that is read, or a dtype where there must
    be a value. `header` says that the first line is to be skipped; `select_cols` (ascending) or
    `exclude_cols` name the columns by number. `InvalidArgumentError` for a row that does not fit.
    """

    def __init__(
        self,
        filenames: PathLike | TensorLike | Dataset,
        record_defaults: Any,
        compression_type: str | None = None,
        buffer_size: IntLike | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Any = None,
        exclude_cols: Any = None,
    ) -> None:
        if select_cols is not None and exclude_cols is not None:
            raise ValueError("Only one of `select_cols` and `exclude_cols` can be specified.")
        names = _core.reshape(_strings(filenames), [-1]).numpy().tolist()
        columns = [column_of(n, one) for n, one in enumerate(nest.flatten(list(record_defaults)))]
        super().__init__(
            CsvRows(
                [name.decode("utf-8", "surrogateescape") for name in names],
                columns,
                bool(header),
                None if select_cols is None else [int(place) for place in select_cols],
                None if exclude_cols is None else [int(place) for place in exclude_cols],
                _text(field_delim),
                use_quote_delim,
                _text(na_value),
                _text(compression_type),
            )
        )
