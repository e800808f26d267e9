"""One whole game in words, line by line as in a golden file that ``balancer trace`` wrote."""

import pathlib

from balancer.core.authoring import plain_process


def assert_golden(golden: pathlib.Path, *arguments: str) -> None:
    """Fail at the first line in which ``balancer trace ARGUMENTS`` differs from the file.

    After a change of a rule or a sentence, write the file again and read what changed in it::

        balancer trace ARGUMENTS > golden.txt
    """
    process = plain_process.start("-W", "error", "-m", "balancer", "trace", *arguments)
    out, errors = process.communicate()
    assert process.returncode == 0, errors.decode(errors="replace")

    lines = out.decode().splitlines()
    expected = golden.read_text(encoding="utf-8").splitlines()
    for number, (line, right) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == right, f"line {number} of {golden.name}"
    assert len(lines) == len(expected)
