"""How the tests run: the same cases every time in CI, fresh ones at home, and no verdict that hangs on a clock."""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("home", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "home"))

# Started in the background of a script, the tests may have inherited that Ctrl-C is ignored, and would hand that on to
# the commands that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
