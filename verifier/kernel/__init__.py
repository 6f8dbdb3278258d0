"""Games played by compiled rules: the printed rules and the table of this folder, one text, compiled once and kept.

`table.py`, `evening.py` and `players.py` are written against `interface.py`, which says what the printed rules of any
rule set hold; `source.py` puts both together, `kept.py` compiles and keeps the result, `run.py` is what the rest of the
program calls.
"""
