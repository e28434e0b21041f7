"""What is put right in modules of Keras after they have run: places that know backends by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable
from types import ModuleType
from typing import Any


def _lazy_modules(module: Any) -> None:
    """`tensorflow` and `gfile`, which other modules import from here, are gradtape's."""

    class OnGradtape(module.LazyModule):
        def initialize(self) -> None:
            import gradtape

            from ..src import stand_in

            self.module = stand_in if self.name == "tensorflow" else gradtape.io.gfile

    module.tensorflow = OnGradtape("tensorflow")
    module.gfile = OnGradtape("tensorflow.io.gfile", pip_name="gradtape")


def _dynamic_backend(module: Any) -> None:
    """A `DynamicBackend` may be this one; inside of `tf.data`, too, there is no other."""
    dynamic = module.DynamicBackend
    others, choose = dynamic.__getattr__, dynamic.set_backend

    def attribute(self: Any, name: str) -> Any:
        if self._backend in ("gradtape", "tensorflow"):
            ours = module.backend_module
            return getattr(ours, name) if hasattr(ours, name) else getattr(ours.ops, name)
        return others(self, name)

    def set_backend(self: Any, backend: str) -> None:
        if backend == "gradtape":
            self._backend = backend
        else:
            choose(self, backend)

    dynamic.__getattr__, dynamic.set_backend = attribute, set_backend


def _datasets(module: Any) -> None:
    """gradtape's datasets are TensorFlow's here."""
    import gradtape

    others = module.is_tf_dataset

    def is_tf_dataset(x: Any) -> bool:
        return isinstance(x, gradtape.data.Dataset) or others(x)

    module.is_tf_dataset = is_tf_dataset


def _tensors_of_tensorflow(module: Any) -> None:
    """gradtape's tensors are TensorFlow's here."""
    import gradtape

    others = module.is_tensorflow_tensor
    kinds = (gradtape.Tensor, gradtape.Variable, gradtape.RaggedTensor, gradtape.SparseTensor)
    module.is_tensorflow_tensor = lambda value: isinstance(value, kinds) or others(value)
    module.is_tensorflow_ragged = lambda value: isinstance(value, gradtape.RaggedTensor)
    module.is_tensorflow_sparse = lambda value: isinstance(value, gradtape.SparseTensor)


def _remembered_types(module: Any) -> None:
    """`standardize_dtype` of what it has been asked before."""
    compute: Any = module.standardize_dtype
    known: dict[Any, str] = {}

    def standardize_dtype(dtype: Any) -> str:
        try:
            return known[dtype]
        except (KeyError, TypeError):
            name = compute(dtype)
        if dtype is not None and isinstance(dtype, Hashable):  # None is the float of the moment
            known[dtype] = name
        return name

    named: Any = standardize_dtype
    named.__doc__ = compute.__doc__
    named._api_export_path = compute._api_export_path
    module.standardize_dtype = standardize_dtype


def _remembered_results(module: Any) -> None:
    """`result_type` of what it has been asked before; the float of the moment takes part."""
    compute, config = module._lattice_result_type, module.config
    known: dict[Any, str] = {}

    def lattice_result_type(*types: Any) -> str:
        key = (config.floatx(), types)
        try:
            return known[key]
        except (KeyError, TypeError):
            name = compute(*types)
        if all(isinstance(kind, Hashable) for kind in types):
            known[key] = name
        return name

    module._lattice_result_type = lattice_result_type


def _plain_arguments(module: Any) -> None:
    """Whether arguments are symbolic: not if each is of a type that holds no others."""
    general, plain = module.any_symbolic_tensors, _leaves()

    def any_symbolic_tensors(args: Any = None, kwargs: Any = None) -> bool:
        if plain.issuperset(map(type, args or ())) and (
            not kwargs or plain.issuperset(map(type, kwargs.values()))
        ):
            return False
        return general(args, kwargs)

    module.any_symbolic_tensors = any_symbolic_tensors


def _plain_leaves(module: Any) -> None:
    """Whether a value is nested: not if its type holds no others."""
    general, plain = module.is_nested, _leaves()
    module.is_nested = lambda structure: type(structure) not in plain and general(structure)


def _classes_of_others(module: Any) -> None:
    """Keras on PyTorch writes down private classes of optimizers, which stand for public ones."""
    find = module._retrieve_class_or_fn

    def retrieve(name: str, registered_name: Any, place: Any, *args: Any, **kwargs: Any) -> Any:
        if str(place).startswith("keras.src.backend.torch.optimizers."):
            place = "keras.optimizers"
        return find(name, registered_name, place, *args, **kwargs)

    module._retrieve_class_or_fn = retrieve


def _leaves() -> frozenset[type]:
    import gradtape

    return frozenset((gradtape.Tensor, gradtape.Variable, int, float, bool, str, type(None)))


REPAIRS: dict[str, Callable[[Any], None]] = {
    "keras.src.backend.common.variables": _remembered_types,
    "keras.src.backend.common.dtypes": _remembered_results,
    "keras.src.backend.common.keras_tensor": _plain_arguments,
    "keras.src.tree.optree_impl": _plain_leaves,
    "keras.src.saving.serialization_lib": _classes_of_others,
    "keras.src.utils.module_utils": _lazy_modules,
    "keras.src.utils.backend_utils": _dynamic_backend,
    "keras.src.trainers.data_adapters": _datasets,
    "keras.src.utils.dataset_utils": _datasets,
    "keras.src.trainers.data_adapters.data_adapter_utils": _tensors_of_tensorflow,
}


def repair(module: ModuleType) -> None:
    """Puts right what is to be in a module, once."""
    if module.__name__ in REPAIRS and not hasattr(module, _MARK):
        setattr(module, _MARK, True)
        REPAIRS[module.__name__](module)


_MARK = "_repaired_by_keras_gradtape"


def after_borrowing(module: ModuleType) -> None:
    """What this backend does better than a borrowed module."""
    values = importlib.import_module("keras_gradtape.src.ops.values")
    values.read_in(module)
    part = module.__name__.rpartition(".")[2]
    if part in _REPLACED:
        ours = importlib.import_module(f"keras_gradtape.src.ops.{_REPLACED[part]}")
        ours.replace_in(module)


# The modules of `src/ops` that replace functions of a borrowed module.
_REPLACED = {
    "numpy": "shortcuts",
    "math": "segments",
    "linalg": "factors",
    "image": "projections",
}
