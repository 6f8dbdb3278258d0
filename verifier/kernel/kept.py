"""Compiled rules kept on disk: by the rules' fingerprint, the text, and everything else that makes the code what it is."""

from __future__ import annotations

import pickle
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from rulespec.digests import sha256
from rulespec.ir.ruleset import RuleSet
from rulespec.meanings.kernel.values import Refused
from verifier.kernel.private import NotPrivate, key_of, private_folder, read_private, sealed, unsealed, write_private
from verifier.kernel.source import helper_text, source
from verifier.work import number_library  # noqa: F401  # before numpy
from verifier.work.disk import HOMELESS, directory

Note = Callable[[str], None]
MODULE = "jokeri_kernel_"
_loaded: dict[str, ModuleType] = {}


def kernels() -> Path | None:
    """Where compiled rules are kept; nowhere without a home."""
    root = directory()
    return None if root is None else root / "kernel"


def compiled(ruleset: RuleSet, parts: Sequence[str], folder: Path | None, note: Note = lambda text: None, more: str = "") -> ModuleType:
    """The compiled text of a rule set, from the folder where it is kept there. Raises Refused."""
    text = source(ruleset, parts, more=more)
    if find_spec("numba") is None:
        raise Refused("compiled rules need Numba: install the extra `speed`")
    return compiled_text(text, ruleset.fingerprint, folder, note)


def compiled_text(text: str, called: str, folder: Path | None, note: Note = lambda text: None) -> ModuleType:
    """Any text of that kind under a name that begins with what it is called."""
    name = f"{called}-{_key(text)}"
    if name not in _loaded:
        _loaded[name] = _load(text, name, Shelf(folder, name, note))
    return _loaded[name]


def _key(text: str) -> str:
    """Changes with the text, its helpers, the compiler and the processor."""
    import llvmlite
    import numba
    import numpy as np
    from numba.core.registry import cpu_target

    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine())
    processor = cpu_target.target_context.codegen().magic_tuple()
    return sha256("\0".join((text, helper_text(), *versions, *map(str, processor))).encode()).hexdigest()[:32]


class Shelf:
    """The code of one text by its functions: what the file holds, and what has to be written."""

    def __init__(self, folder: Path | None, name: str, note: Note) -> None:
        self.name, self.note = name, note
        self.folder: Path | None = None
        self.blobs: dict[str, bytes] = {}
        self.fresh = False
        if folder is None:
            note(f"the compiled rules are not kept: {HOMELESS}")
            return
        try:
            self.folder = private_folder(folder)
            self.key = key_of(self.folder)
            self.blobs = self._read()
        except (OSError, NotPrivate) as error:
            self.folder = None
            note(f"the compiled rules are not kept: {getattr(error, 'strerror', None) or error}")

    def _path(self) -> Path:
        assert self.folder is not None
        return self.folder / f"{self.name}.code"

    def _read(self) -> dict[str, bytes]:
        file = read_private(self._path())
        content = unsealed(file, self.name, self.key)
        if content is None:
            if file is not None:
                self.note(f"kept compiled rules are damaged or foreign, and are made anew: {self._path()}")
            return {}
        found: dict[str, bytes] = pickle.loads(content)  # sealed by this user's own key
        return found

    def write(self) -> None:
        if self.folder is None or not self.fresh:
            return
        try:
            write_private(self._path(), sealed(pickle.dumps(self.blobs), self.name, self.key))
        except OSError as error:
            self.note(f"the compiled rules are not kept: {error.strerror or error}")


def _load(text: str, name: str, shelf: Shelf) -> ModuleType:
    module: Any = ModuleType(MODULE + name.replace("-", "_"))
    sys.modules[module.__name__] = module  # the compiler looks a function's module up by its name
    exec(compile(text, f"<{module.__name__}>", "exec"), module.__dict__)
    for function, signature in module.ENTRIES:
        _take_or_compile(module, function, signature, shelf)
    shelf.write()
    return module  # type: ignore[no-any-return]


def _take_or_compile(module: Any, function: str, signature: str, shelf: Shelf) -> None:
    dispatcher = getattr(module, function)
    dispatcher._cache = _on_shelf(function, shelf)
    try:
        dispatcher.compile(signature)
    except Exception:
        if function not in shelf.blobs:
            raise
        shelf.blobs.clear()  # what is there cannot be used after all
        dispatcher.compile(signature)
    dispatcher.disable_compile()


def _on_shelf(function: str, shelf: Shelf) -> Any:
    """The shelf as the compiler wants to see a cache of one function."""
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps

    class OnShelf(NullCache):  # type: ignore[misc]
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            target_context.refresh()
            blob = shelf.blobs.get(function)
            return None if blob is None else CompileResult._rebuild(target_context, *pickle.loads(blob))

        def save_overload(self, sig: Any, data: Any) -> None:
            if shelf.folder is not None:
                shelf.blobs[function] = dumps(data._reduce())
                shelf.fresh = True

    return OnShelf()
