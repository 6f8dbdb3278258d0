"""From what was written to what is meant: names resolved, types checked, bounds inferred."""
