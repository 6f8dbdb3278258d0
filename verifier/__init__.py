"""What follows from a rule set: proofs, differences, counts, tables, simulation, the command line."""
