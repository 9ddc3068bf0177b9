"""What is stored of the rooms: every change of every room, in the order in which it happened, and nothing else.

How a room stands is a fold over its changes. A change is announced only after it is on the disk.
"""

from enfilade.web.store.book import Overtaken, RoomBook, open_book
from enfilade.web.store.change import Change
from enfilade.web.store.places import StoreError, default_file, engine_url
from enfilade.web.store.writer import Writer

__all__ = ["Change", "Overtaken", "RoomBook", "StoreError", "Writer", "default_file", "engine_url", "open_book"]
