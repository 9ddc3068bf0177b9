"""`python -m enfilade` is the command `enfilade`."""

import sys

from enfilade.cli import main

sys.exit(main())
