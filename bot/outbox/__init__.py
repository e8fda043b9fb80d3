"""Getting what is owed to its places, once each: states decides, draining does."""

from bot.outbox.draining import drain
from bot.outbox.post import Post
from bot.outbox.states import Timings, backoff, next_state, step

__all__ = ["Post", "Timings", "backoff", "drain", "next_state", "step"]
