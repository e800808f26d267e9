"""Everything that balancer needs may be used and passed on freely, and docs/licences.md lists it."""

import re

import pytest

from docs import make_licences

FREE = re.compile(r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|ISC|Unlicense|MPL-2\.0|Mozilla)\b")

PACKAGES = make_licences.packages()


def test_the_page_is_up_to_date():
    """If this fails: make licences."""
    assert make_licences.PAGE.read_text(encoding="utf-8") == make_licences.page()


def test_nothing_is_left_out():
    assert {"numba", "llvmlite", "numpy", "filelock", "platformdirs", "pyarrow", "pytest", "pluggy"} <= set(PACKAGES)
    assert {re.sub(r"[-_.]+", "-", each.name).lower() for each in make_licences.wanted()} <= set(PACKAGES)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_licence_is_free(name):
    assert FREE.search(make_licences.licence(PACKAGES[name])), make_licences.licence(PACKAGES[name])
