# What the outbox says to people.

outbox-gone = I can no longer post in { $place } ({ $reason }). Nothing is lost: let me in again, and its posts go on.
silent-no-match = Your subscription “{ $query }” ({ $id }) to { $place } has matched nothing for { $days } days, though papers came. Perhaps it asks for too much: preview shows what it would find. I say this once.
silent-no-papers = Your subscription “{ $query }” ({ $id }) to { $place } has been silent for { $days } days, since no new papers came at all. It stays as it is; I say this once.
