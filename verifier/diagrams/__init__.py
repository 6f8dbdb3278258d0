"""All situations of a section at once, as diagrams, and how many of them there are."""
