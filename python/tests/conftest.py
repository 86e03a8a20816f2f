"""What several tests share."""

import signal
import subprocess
import sys
import time

import pytest

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would the child.
HEARS_CTRL_C = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


@pytest.fixture
def ends_by_ctrl_c():
    """Runs a program that prints "go", and presses Ctrl-C so many seconds later."""

    def run(program, after):
        with subprocess.Popen(
            [sys.executable, "-c", HEARS_CTRL_C + program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child:
            try:
                assert child.stdout.readline() == b"go\n"
                time.sleep(after)
                begun = time.monotonic()
                child.send_signal(signal.SIGINT)
                _, errors = child.communicate(timeout=60)
            finally:
                child.kill()
        assert b"KeyboardInterrupt" in errors
        # A second on an idle machine. Beside three builds 8.6 s were seen; no call ends by itself.
        assert time.monotonic() - begun < 30.0

    return run
