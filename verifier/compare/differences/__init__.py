"""Where two rule sets part: section by section, every pair of rows that can disagree, nothing left out."""
