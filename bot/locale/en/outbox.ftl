# What the outbox says to people.

outbox-gone = I can no longer post in { $place } ({ $reason }). Nothing is lost: let me in again, and its posts go on.
