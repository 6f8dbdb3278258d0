"""Settings for all tests: how long an example takes says nothing about whether it is right, answers are kept in a folder of the run, documents are as described."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from tests import documents

# tests of signals start programs, which must not inherit that a shell in the background or `nohup` ignores them
for number, usual in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", signal.SIGINT), signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

# programs that tests start would each compile every module again where nothing may be written beside it
if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="jokeri-compiled-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# many small objects live long here: looking through them again and again takes a tenth of the time
gc.set_threshold(100_000, 50, 100)

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is left goes with the process; pytest would look through it five times more."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that was kept before has a say, and nothing is left behind. Processes that share the tests share what they keep."""
    before = os.environ.get("JOKERI_CACHE")
    mine = tmp_path_factory.getbasetemp()
    os.environ["JOKERI_CACHE"] = str((mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "kept")
    yield
    if before is None:
        del os.environ["JOKERI_CACHE"]
    else:
        os.environ["JOKERI_CACHE"] = before


@pytest.fixture(scope="session", autouse=True)
def described_documents() -> Iterator[None]:
    """Whatever JSON document any test makes a command print is as its schema says."""
    plain = CliRunner.invoke

    def invoke(self: CliRunner, cli: Any, args: Any = None, *rest: Any, **more: Any) -> Result:
        result = plain(self, cli, args, *rest, **more)
        if args and any("json" in word for word in args):
            documents.check(result.stdout)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CliRunner, "invoke", invoke)
        yield
