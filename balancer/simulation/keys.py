"""Names of results: hashes of all that determines them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

FORMAT = 4  # version of the format of results and manifest; files of another version are not read
KEY_DIGITS = 20
VARIANT_AXIS = "variant"  # pseudo-axis that labels the variant of a pair


def canonical(value: Any) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """Return the hex digest of a value's canonical JSON, as files hold it."""
    return hashlib.sha256(canonical(value).encode(errors="replace")).hexdigest()


def result_key(determined_by: Mapping[str, Any]) -> str:
    """Return the name of a job's results: the hash of all that determines them except the number of games."""
    return digest({**determined_by, "format": FORMAT})[:KEY_DIGITS]
