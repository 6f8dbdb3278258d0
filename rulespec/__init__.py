"""What a rule set means: YAML text to a checked tree to its meanings. Start at `pipeline.py`."""
