"""The shape of the Python package: who may import whom, what a namespace may hold, how files open
and how long they get."""

import ast
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")

PACKAGE = Path(__file__).parents[3] / "python" / "gradtape"

# The rooms, lowest first. A module imports from its own room and from those above it in this list,
# never from a namespace (a module of TensorFlow's, which only re-exports).
LAYERS = [
    "_core",
    "errors",
    "_typing",
    "_logging",
    "_left_out",
    "_namespace",
    "_extras",
    "_structure",
    "_runtime",
    "_autodiff",
    "_explain",
    "_ops",
    "_sparse",
    "_ragged",
    "_extension_types",
    "_strings",
    "_lookup",
    "_signal",
    "_numpy",
    "_images",
    "_networks",
    "_legacy",
    "_control",
    "_module",
    "_random",
    "_linalg",
    "_operators",
    "_testing",
    "_io",
    "_raw",
    "_checkpoint",
    "_saved_model",
    "_data",
    "_summary",
    "_distribute",
    "_keras.settings",
    "_keras.naming",
    "_keras.orders_of_options",
    "_keras.paths",
    "_keras.told",
    "_keras.messages",
    "_keras.missing_files",
    "_keras.dtypes",
    "_keras.promotion",
    "_keras.weight_operators",
    "_keras.weight",
    "_keras.assignable",
    "_keras.limits",
    "_keras.attention_switch",
    "_keras.kinship",
    "_keras.structures",
    "_keras.lookup",
    "_keras.forgotten",
    "_keras.seed_generator",
    "_keras.seeds_of_traces",
    "_keras.layer_seeds",
    "_keras.logits",
    "_keras.binary_entropies",
    "_keras.joint_axes",
    "_keras.kernel_products",
    "_keras.arguments",
    "_keras.saving",
    "_keras.symbolic_keys",
    "_keras.functions_of_one",
    "_keras.encoding",
    "_keras.function_code",
    "_keras.numerical",
    "_keras.products",
    "_keras.activations",
    "_keras.constraints",
    "_keras.fans",
    "_keras.initializer",
    "_keras.stft_initializer",
    "_keras.random_initializer",
    "_keras.scaled_initializers",
    "_keras.initializers",
    "_keras.variable",
    "_keras.regularizers",
    "_keras.random_functions",
    "_keras.callbacks",
    "_keras.downloads",
    "_keras.datasets",
    "_keras.preprocessing",
    "_keras.mixed_precision",
    "_keras.stand_ins",
    "_keras.specs_of_parts",
    "_keras.references",
    "_keras.symbolic",
    "_keras.call_order",
    "_keras.sources",
    "_keras.call_errors",
    "_keras.seen_runs",
    "_keras.asked_sizes",
    "_keras.few_examples",
    "_keras.probes",
    "_keras.runs_on_zeros",
    "_keras.ops",
    "_keras.base_layer",
    "_keras.layers",
    "_keras.losses",
    "_keras.metrics",
    "_keras.optimizers",
    "_keras.saved_parts",
    "_keras.hdf5_weights",
    "_keras.hdf5_writing",
    "_keras.weights_file",
    "_keras.models",
    "_keras.backend",
    "_keras.wrappers",
    "_plots",
    "_drop_in",
    "__main__",
]
# Exceptions show the module that defines them, so they are defined in the namespace itself.
DEFINES = {"errors"}
MOST_LINES = 400
ATTICS = {"base", "common", "helper", "helpers", "misc", "shared", "tools", "util", "utils"}


def module_of(path):
    """`keras.layers` for keras/layers/__init__.py; the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


FILES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def parsed(module):
    return ast.parse(FILES[module].read_text())


def imports(module):
    """The modules of the package that a module imports, wherever the import stands."""
    package = FILES[module].name == "__init__.py"
    here = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            yield from (name[9:] for name in names if name.split(".")[0] == "gradtape")
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = here[: len(here) - node.level + 1]
                target = ".".join([*filter(None, base), *filter(None, [node.module])])
            elif (node.module or "").split(".")[0] == "gradtape":
                target = node.module[9:]
            else:
                continue
            for alias in node.names:
                inner = f"{target}.{alias.name}".strip(".")
                yield inner if inner in FILES or inner == "_core" else target


def layer(module):
    """The place in LAYERS; None for a namespace."""
    found = [n for n, room in enumerate(LAYERS) if (module + ".").startswith(room + ".")]
    return found[0] if found else None


def is_room(module):
    return module.startswith("_") or module in DEFINES


ROOMS = [module for module in FILES if is_room(module)]
SPACES = [module for module in FILES if not is_room(module)]


def test_every_room_has_a_layer():
    folders = {"_keras"}  # whose parts have layers of their own
    assert [module for module in ROOMS if layer(module) is None and module not in folders] == []
    assert [room for room in LAYERS[1:] if room not in FILES] == []


@pytest.mark.parametrize("module", ROOMS)
def test_imports_go_one_way(module):
    for target in imports(module):
        assert is_room(target), f"{module} imports the namespace {target or 'gradtape'}"
        assert layer(target) <= layer(module), f"{module} imports {target}, a layer below it"


def circles():
    """Modules that import themselves, directly or through others."""
    arrows = {module: set(imports(module)) & FILES.keys() for module in FILES}
    found = []
    for start in FILES:
        seen, pending = set(), [*arrows[start]]
        while pending:
            module = pending.pop()
            if module not in seen:
                seen.add(module)
                pending.extend(arrows[module])
        if start in seen:
            found.append(start)
    return found


def test_there_are_no_circles():
    assert circles() == []


def is_for_checkers(statement):
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


@pytest.mark.parametrize("module", SPACES)
def test_a_namespace_only_re_exports(module):
    _, *body = parsed(module).body
    for statement in body:
        allowed = isinstance(statement, ast.ImportFrom | ast.Assign) or is_for_checkers(statement)
        allowed = allowed or ast.unparse(statement).startswith("alias(")
        assert allowed, f"{module}: {ast.unparse(statement)[:60]}"
        if isinstance(statement, ast.ImportFrom) and not statement.level:
            assert statement.module == "__future__", f"{module}: {ast.unparse(statement)}"


def names_for_checkers(module):
    """What the imports under TYPE_CHECKING name, by the path of the module that they come from."""
    (block,) = [s for s in parsed(module).body if is_for_checkers(s)]
    found = {}
    for node in block.body:
        up = "." * (len(module.split(".")) + 1 if module else 1)
        path = node.module or ""
        if module and node.level == 1:
            assert path == "", f"{module}: name submodules alone with one dot"
        else:
            assert "." * node.level == up, ast.unparse(node)
        assert all(alias.asname == alias.name for alias in node.names)
        found[path] = tuple(alias.name for alias in node.names)
    return found


LAZY = [module for module in SPACES if any(map(is_for_checkers, parsed(module).body))]


@pytest.mark.parametrize("module", LAZY)
def test_what_loads_on_first_use_is_what_editors_are_told(module):
    (table,) = [s for s in parsed(module).body if ast.unparse(s).startswith("_ON_FIRST_USE")]
    at_run_time = ast.literal_eval(table.value)
    assert {place: sorted(names) for place, names in at_run_time.items()} == {
        place: sorted(names) for place, names in names_for_checkers(module).items()
    }


@pytest.mark.parametrize("module", FILES)
def test_a_file_has_one_subject_and_says_which(module):
    text = FILES[module].read_text()
    assert ast.get_docstring(ast.parse(text)), f"{module} opens without saying what it holds"
    assert not is_room(module) or FILES[module].stem not in ATTICS, f"{module} says nothing"
    if module:  # the package itself lists the operations
        assert len(text.splitlines()) <= MOST_LINES, f"{module} is too long"


def test_a_wrong_import_would_be_noticed():
    assert layer("_keras.models.model") > layer("_keras.layers.core") > layer("_structure.nest")
    assert "_keras.base_layer.layer" in set(imports("_keras.models.model"))
    assert layer("keras.layers") is None
    assert len(FILES) > 100
