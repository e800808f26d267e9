"""Python programs in processes of their own that begin with numba at hand: a tenth of a second each, not one.

`run` asks a process that has imported numba and compiled a function (``python -m tests.core.forked``), but nothing of
balancer, to fork; the child reads the sources that its own PYTHONPATH names.
"""

import atexit
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback
import types
import warnings

ROOT = pathlib.Path(__file__).parents[2]


@functools.cache
def _forks():
    """Return the process that forks; it ends with this one."""
    command = [sys.executable, "-B", "-m", "tests.core.forked"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def run(code, folder, env):
    """Run `code` as a program in `folder`, every warning an error; return exit status, stdout and stderr."""
    if not hasattr(os, "fork"):
        command = [sys.executable, "-W", "error", "-c", code]
        return subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as home:
        streams = [pathlib.Path(home, name) for name in ("out", "err")]
        process = _forks()
        process.stdin.write(json.dumps([code, str(folder), env, *map(str, streams)]) + "\n")
        process.stdin.flush()
        return subprocess.CompletedProcess(code, int(process.stdout.readline()), *(one.read_text() for one in streams))


def _be(code, folder, env, *streams):
    """Run the program in a child process, and end with its exit status."""
    for number, name in enumerate(streams, 1):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:0] = env["PYTHONPATH"].split(os.pathsep)
    sys.modules["__main__"] = types.ModuleType("__main__")
    numba.config.reload_config()
    warnings.simplefilter("error")
    try:
        exec(code, vars(sys.modules["__main__"]))  # noqa: S102  written by a test
        status = 0
    except Exception:  # noqa: BLE001  as Python ends a program
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    import numba

    sys.path.remove(str(ROOT))
    numba.njit(lambda: 0)()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _be(*json.loads(line))
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()
