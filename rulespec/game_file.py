"""The file of a played game: a record or a score sheet, as editors and spreadsheets save it."""

from __future__ import annotations

from os.path import exists
from pathlib import Path

from rulespec.diagnostics import fault
from rulespec.library import is_path, written_in
from rulespec.pipeline import split
from rulespec.reading import contents
from rulespec.record import Record
from rulespec.record_reader import is_record, read_record
from rulespec.sheet import Sheet
from rulespec.sheet_of_record import sheet_of
from rulespec.sheet_reader import read_sheet
from rulespec.spans import Source
from rulespec.yaml_tree import MAX_BYTES, read_source, source_of

MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}  # how a file of two bytes a character begins


def read_game(path: Path) -> Source:
    """The text of a record or a sheet, in UTF-8 or in the UTF-16 of spreadsheets. Raises Faults."""
    data = contents(path, MAX_BYTES)
    way = MARKS.get(data[:2]) or _without_mark(data)
    try:
        return source_of(str(path), data.decode(way)) if way else read_source(path)
    except UnicodeDecodeError:
        return read_source(path)  # which says where it is no text


def _without_mark(data: bytes) -> str | None:
    """UTF-16 that does not say so: of the signs a file begins with, one of the two bytes is nothing."""
    return {(False, True): "utf-16-le", (True, False): "utf-16-be"}.get((data[:1] == b"\0", data[1:2] == b"\0"))


def sheet_in(source: Source) -> Sheet:
    """The score sheet that a text is, or that the record in it holds. Raises Faults."""
    return sheet_of(read_record(source)) if is_record(source) else read_sheet(source)


def rules_of(record: Record) -> str | None:
    """What loads the rules that a record names, seen from where it lies; None where it names none. Raises Faults for a file that is not there."""
    if record.profile is None:
        return None
    name = written_in(record.profile.text, Path(record.source.name).parent)
    base, _ = split(name)
    if is_path(base) and not exists(base):
        raise fault("RS001", f"there is no file `{base}`", record.profile.span, "it is looked for beside the record, then in the current folder")
    return name
