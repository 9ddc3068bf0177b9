"""The table's rooms: several people at one battle, live. Everything is judged by `Battle`; here it is kept and told.

`standing` is the fold that a room is, `acts` what a message does to it, `room` and `hall` its life, `routes` its doors.
"""

from enfilade.web.rooms.fair import Broken, FairDice, verify
from enfilade.web.rooms.routes import lifespan, not_done, router
from enfilade.web.rooms.table import NotDone

__all__ = ["Broken", "FairDice", "NotDone", "lifespan", "not_done", "router", "verify"]
