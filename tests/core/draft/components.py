"""The cards of Draft."""

from balancer.core.component_table import ComponentColumn, ComponentTable

MAX_KINDS = 392

COMPONENTS = ComponentTable(
    columns=(ComponentColumn("name", "what it is called"), ComponentColumn("value", "its points", low=0, high=99)),
    build=lambda rows: ([row["name"] for row in rows], [row["value"] for row in rows]),
    unique=("name",),
    max_rows=MAX_KINDS,
    max_parts=MAX_KINDS,
    points="value",
    blank={"value": 0},
)
