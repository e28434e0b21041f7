"""What the package assumes about the system that it runs on: nothing that Windows or macOS lack.

The rules are read off the sources, as nobody here has those systems: modules that only Unix has
are imported where they are used, in functions that know another way; names that only some systems
have come behind a look at `sys.platform`; and a text file has an encoding.
"""

import ast
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("the sources of this library")

ROOT = Path(__file__).resolve().parents[3]
FILES = [
    path
    for folder in ("python/gradtape", "keras_gradtape/keras_gradtape")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
UNIX_MODULES = {"fcntl", "grp", "posix", "pwd", "resource", "termios", "tty"}
UNIX_NAMES = {
    "fork", "forkpty", "getpgid", "getppgid", "getuid", "killpg", "memfd_create", "mkfifo",
    "rename", "sched_getaffinity", "setsid", "uname", "SIGALRM", "SIGHUP", "SIGKILL",
    "SIGUSR1", "SIGUSR2", "setitimer",
}  # fmt: skip
TEXT = {"read_text", "write_text"}


def parsed(source):
    return ast.parse(source)


def unix_imports(tree):
    """Modules of Unix that a file imports when it is itself imported."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            yield from UNIX_MODULES & {*names, getattr(node, "module", None)}


def asks(node):
    """Whether a piece of code asks for the system, or for what it has."""
    if isinstance(node, ast.Name):
        return node.id == "hasattr"
    return isinstance(node, ast.Attribute) and node.attr == "platform"


def unix_names(tree):
    """Names of `os` and `signal` that not every system has, where nobody asks."""
    for place in [tree.body, *(f.body for f in ast.walk(tree) if isinstance(f, ast.FunctionDef))]:
        code = [part for part in place if not isinstance(part, ast.FunctionDef | ast.ClassDef)]
        nodes = [node for part in code for node in ast.walk(part)]
        if any(asks(node) for node in nodes):
            continue
        for node in nodes:
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in ("os", "signal")
                and node.attr in UNIX_NAMES
            ):
                yield f"{node.value.id}.{node.attr}"


def text_without_encoding(tree):
    """Lines that read or write text in whatever encoding the system likes best."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        named = call.func.attr if isinstance(call.func, ast.Attribute) else None
        said = any(keyword.arg == "encoding" for keyword in call.keywords)
        if named in TEXT and not said and len(call.args) < (2 if named == "write_text" else 1):
            yield call.lineno
        if isinstance(call.func, ast.Name) and call.func.id == "open" and not said:
            mode = call.args[1] if len(call.args) > 1 else None
            if mode is None or (isinstance(mode, ast.Constant) and "b" not in str(mode.value)):
                yield call.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_unix_assumption(path):
    tree = parsed(path.read_text(encoding="utf-8"))
    assert list(unix_imports(tree)) == []
    assert list(unix_names(tree)) == []
    assert list(text_without_encoding(tree)) == []


def test_the_rules_notice():
    assert list(unix_imports(parsed("import fcntl"))) == ["fcntl"]
    assert list(unix_names(parsed("def f():\n    os.fork()"))) == ["os.fork"]
    assert list(unix_names(parsed("def f():\n    if sys.platform == 'linux': os.fork()"))) == []
    assert list(text_without_encoding(parsed("p.write_text('a')"))) == [1]
    assert list(text_without_encoding(parsed("open(p, 'w')"))) == [1]
    assert list(text_without_encoding(parsed("open(p, 'rb')"))) == []
