"""How a table is set up: where it listens, where its things lie, and how much it takes from one person."""

from dataclasses import dataclass, field
from pathlib import Path

from enfilade.web.examples import EXAMPLES

LOCAL = ("localhost", "127.0.0.1", "::1")
ANY = ("0.0.0.0", "::", "")  # addresses that mean every network this machine is on


@dataclass(frozen=True, slots=True)
class Rates:
    """What one client may ask for: so many requests a second, so many more at once, so many under way.

    And so many rooms may it open in an hour.
    """

    second: float = 40.0
    burst: int = 240
    under_way: int = 12
    rooms: int = 60


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one question may make: branches of exact odds, samples beyond them, seconds for many odds.

    Of many odds none may have more than `each` branches.
    """

    branches: int = 100_000
    each: int = 80_000
    samples: int = 100_000
    best: int = 400_000
    seconds: float = 6.0


@dataclass(frozen=True, slots=True)
class Settings:
    """`host` is the address to listen on; `database` a path or URL, empty for the usual place of this machine."""

    host: str = LOCAL[1]
    database: str = ""
    page: Path = field(default=Path(__file__).parent / "page")
    examples: Path = EXAMPLES
    rates: Rates = Rates()
    effort: Effort = Effort()
    workers: int = 4
    waiting: int = 64

    def answers_to(self, name: str) -> bool:
        """Whether the table goes by this host name: so no other site can pass as it in a browser."""
        return self.host in ANY or name in (*LOCAL, self.host)
