"""The messages in TensorFlow's files, declared here and made by `protobuf` when they are needed.

A field is its number and its type: a scalar or another message, with `*` for a list, `{}` for a
mapping from texts, and `|name` for one of several of which there is at most one. A message whose
name has a dot stands within another one, which comes before it. The classes are in a pool of their
own, so they are in nobody's way.
"""

from __future__ import annotations

from typing import Any

from .._extras import needed

_EXAMPLES = {
    "BytesList": {"value": (1, "bytes*")},
    "FloatList": {"value": (1, "float*")},
    "Int64List": {"value": (1, "int64*")},
    "Feature": {
        "bytes_list": (1, "BytesList|kind"),
        "float_list": (2, "FloatList|kind"),
        "int64_list": (3, "Int64List|kind"),
    },
    "Features": {"feature": (1, "Feature{}")},
    "FeatureList": {"feature": (1, "Feature*")},
    "FeatureLists": {"feature_list": (1, "FeatureList{}")},
    "Example": {"features": (1, "Features")},
    "SequenceExample": {"context": (1, "Features"), "feature_lists": (2, "FeatureLists")},
}
_TENSORS = {
    "Dim": {"size": (1, "int64"), "name": (2, "string")},
    "TensorShapeProto": {"dim": (2, "Dim*"), "unknown_rank": (3, "bool")},
    "TensorProto": {
        "dtype": (1, "DataType"),
        "tensor_shape": (2, "TensorShapeProto"),
        "version_number": (3, "int32"),
        "tensor_content": (4, "bytes"),
        "float_val": (5, "float*"),
        "double_val": (6, "double*"),
        "int_val": (7, "int32*"),
        "string_val": (8, "bytes*"),
        "scomplex_val": (9, "float*"),
        "int64_val": (10, "int64*"),
        "bool_val": (11, "bool*"),
        "dcomplex_val": (12, "double*"),
        "half_val": (13, "int32*"),
        "uint32_val": (16, "uint32*"),
        "uint64_val": (17, "uint64*"),
        "float8_val": (18, "bytes"),
    },
}
_SUMMARIES = {
    "HistogramProto": {
        "min": (1, "double"),
        "max": (2, "double"),
        "num": (3, "double"),
        "sum": (4, "double"),
        "sum_squares": (5, "double"),
        "bucket_limit": (6, "double*"),
        "bucket": (7, "double*"),
    },
    "SummaryMetadata": {
        "plugin_data": (1, "SummaryMetadata.PluginData"),
        "display_name": (2, "string"),
        "summary_description": (3, "string"),
        "data_class": (4, "int32"),
    },
    "SummaryMetadata.PluginData": {"plugin_name": (1, "string"), "content": (2, "bytes")},
    "Summary": {"value": (1, "Summary.Value*")},
    "Summary.Value": {
        "tag": (1, "string"),
        "simple_value": (2, "float|value"),
        "image": (4, "Summary.Image|value"),
        "histo": (5, "HistogramProto|value"),
        "audio": (6, "Summary.Audio|value"),
        "tensor": (8, "TensorProto|value"),
        "node_name": (7, "string"),
        "metadata": (9, "SummaryMetadata"),
    },
    "Summary.Image": {
        "height": (1, "int32"),
        "width": (2, "int32"),
        "colorspace": (3, "int32"),
        "encoded_image_string": (4, "bytes"),
    },
    "Summary.Audio": {
        "sample_rate": (1, "float"),
        "num_channels": (2, "int64"),
        "length_frames": (3, "int64"),
        "encoded_audio_string": (4, "bytes"),
        "content_type": (5, "string"),
    },
    "Event": {
        "wall_time": (1, "double"),
        "step": (2, "int64"),
        "file_version": (3, "string|what"),
        "summary": (5, "Summary|what"),
    },
}
_CHECKPOINTS = {
    "BundleHeaderProto": {"num_shards": (1, "int32"), "endianness": (2, "int32")},
    "Extent": {"start": (1, "int64"), "length": (2, "int64")},
    "TensorSliceProto": {"extent": (1, "Extent*")},
    "BundleEntryProto": {
        "dtype": (1, "DataType"),
        "shape": (2, "TensorShapeProto"),
        "shard_id": (3, "int32"),
        "offset": (4, "int64"),
        "size": (5, "int64"),
        "crc32c": (6, "fixed32"),
        "slices": (7, "TensorSliceProto*"),
    },
    "ObjectReference": {"node_id": (1, "int32"), "local_name": (2, "string")},
    "SerializedTensor": {
        "name": (1, "string"),
        "full_name": (2, "string"),
        "checkpoint_key": (3, "string"),
    },
    "SlotVariableReference": {
        "original_variable_node_id": (1, "int32"),
        "slot_name": (2, "string"),
        "slot_variable_node_id": (3, "int32"),
    },
    "TrackableObject": {
        "children": (1, "ObjectReference*"),
        "attributes": (2, "SerializedTensor*"),
        "slot_variables": (3, "SlotVariableReference*"),
    },
    "TrackableObjectGraph": {"nodes": (1, "TrackableObject*")},
}
_DECLARED = {**_EXAMPLES, **_TENSORS, **_SUMMARIES, **_CHECKPOINTS}
_DATA_TYPES = {
    "INVALID": 0,
    "FLOAT": 1,
    "DOUBLE": 2,
    "INT32": 3,
    "UINT8": 4,
    "INT16": 5,
    "INT8": 6,
    "STRING": 7,
    "COMPLEX64": 8,
    "INT64": 9,
    "BOOL": 10,
    "BFLOAT16": 14,
    "UINT16": 17,
    "COMPLEX128": 18,
    "HALF": 19,
    "RESOURCE": 20,
    "VARIANT": 21,
    "UINT32": 22,
    "UINT64": 23,
}
_SCALARS = {
    "double": 1,
    "float": 2,
    "int64": 3,
    "uint64": 4,
    "int32": 5,
    "fixed32": 7,
    "bool": 8,
    "string": 9,
    "bytes": 12,
    "uint32": 13,
}
_MESSAGE, _ENUM = 11, 14
_ONE, _MANY = 1, 3  # labels of fields
_classes: dict[str, Any] = {}


def message(name: str, what: str = "tf.train") -> Any:
    """The class of a message; `ImportError` without the extra `gradtape[records]`."""
    if not _classes:
        _classes.update(_made(what))
    return _classes[name]


def decode_error() -> type[Exception]:
    """What a class raises for bytes that are no message."""
    error: type[Exception] = needed("google.protobuf.message", "records", "tf.io").DecodeError
    return error


def _made(what: str) -> dict[str, Any]:
    needed("google.protobuf", "records", what)
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(
        name="gradtape/messages.proto", package="tensorflow", syntax="proto3"
    )
    types = file.enum_type.add(name="DataType")
    for name, number in _DATA_TYPES.items():
        types.value.add(name=f"DT_{name}", number=number)
    for name, fields in _DECLARED.items():
        declared = _declared_in(file, name)
        for field, (number, kind) in fields.items():
            _add_field(declared, field, number, kind)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    find = pool.FindMessageTypeByName
    made = {n: message_factory.GetMessageClass(find(f"tensorflow.{n}")) for n in _DECLARED}
    for name in made:
        made[name].__module__ = "gradtape.train"
    return made


def _declared_in(file: Any, name: str) -> Any:
    """A new message of a file, or of the message in whose name its own begins."""
    outer, _, inner = name.rpartition(".")
    if not outer:
        return file.message_type.add(name=inner)
    return next(one for one in file.message_type if one.name == outer).nested_type.add(name=inner)


def _add_field(declared: Any, name: str, number: int, kind: str) -> None:
    kind, _, choice = kind.partition("|")
    if kind.endswith("{}"):
        entry = declared.nested_type.add(name=f"{name.title().replace('_', '')}Entry")
        entry.options.map_entry = True
        _add_field(entry, "key", 1, "string")
        _add_field(entry, "value", 2, kind.removesuffix("{}"))
        kind = f"{declared.name}.{entry.name}*"
    field = declared.field.add(name=name, number=number)
    field.label = _MANY if kind.endswith("*") else _ONE
    kind = kind.removesuffix("*")
    field.type = _SCALARS.get(kind, _ENUM if kind == "DataType" else _MESSAGE)
    if kind not in _SCALARS:
        field.type_name = f".tensorflow.{kind}"
    if choice:
        if not declared.oneof_decl:
            declared.oneof_decl.add(name=choice)
        field.oneof_index = 0
