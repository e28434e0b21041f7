"""Runs programs one after another, each in a fork of this process, and prints what they print.

    python -m gradtape tests/programs/batch.py program.py ...

A fork starts with everything imported and with none of another program's state. The output is JSON:
for each program its exit status, what it printed, and its errors.
"""

import json
import os
import runpy
import sys
import tempfile
import traceback
from pathlib import Path


def run(path):
    """One program in a fork, in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, ".output"), Path(folder, ".errors")
        child = os.fork()
        if child == 0:
            with output.open("w") as out, errors.open("w") as err:
                os._exit(run_here(path, folder, out, err))
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        return {"status": code, "printed": output.read_text(), "errors": errors.read_text()}


def run_here(path, folder, out, err):
    """The program as the main module of this process; the exit status."""
    os.chdir(folder)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.stdout, sys.stderr = out, err
    sys.argv[:], sys.path[0] = [path], str(Path(path).parent)
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        out.flush()
        err.flush()
    return 0


if __name__ == "__main__":
    import tensorflow.keras.layers  # noqa: F401  # what most of them import, once for all

    print(json.dumps({path: run(str(Path(path).resolve())) for path in sys.argv[1:]}))
