"""From a YAML file to a typed, resolved question: scenario, its cells and what is to be reported."""
