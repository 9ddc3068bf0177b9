"""How fast one client may ask: a bucket that every request takes one drop out of, and that fills up again."""

from collections import OrderedDict
from math import ceil

from enfilade.web.settings import Rates

MOST_CLIENTS = 10_000
ROUNDING = 1e-9  # a drop is whole when it has had its time, whatever the clock's last bit says


class Buckets:
    """A bucket for each client; those not seen for longest are forgotten first, when they would be full again."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # drops left, and when that was

    def take(self, client: str, now: float) -> int:
        """Take a drop; 0 if there was one, else in how many seconds there will be."""
        left, then = self._left.pop(client, (float(self.rates.burst), now))
        left = min(float(self.rates.burst), left + (now - then) * self.rates.second)
        wait = 0 if left > 1 - ROUNDING else ceil((1 - left) / self.rates.second)
        self._left[client] = (left - (wait == 0), now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return wait
