"""Numbers by the million in few bytes: columns that grow, bags of ids, and a table of 64-bit keys. numpy alone.

Python's own lists and dictionaries take some hundred bytes for each entry; these take what the numbers take, can be
read by the thousand at once, and are changed one at a time in about a microsecond.
"""

from collections import defaultdict
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Many = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

_FIRST: Final = 64  # entries of a new column
_GROWTH: Final = 1.3  # times as many, when full: one in eight bytes stays unused on average
_FULLEST: Final = 0.7  # of a table's places taken, beyond which looking takes long
_FREE, _GONE = -1, -2  # what stands in a table's place instead of a value
_LOW: Final = np.uint64(32)
_EIGHT: Final = np.uint64(7)
_BIT: Final = np.left_shift(np.uint8(1), np.arange(8, dtype=np.uint8))
_SIEVE: Final = 8  # bits for a key, or up to twice as many


def one_by_one(array: npt.NDArray[Any]) -> Any:
    """The same numbers, to read and write single ones in a third of the time that the array takes."""
    return memoryview(array)  # type: ignore[arg-type]  # numpy's types do not say before 3.12 that it is a Buffer


class Column:
    """Numbers of one kind, by their index.

    Attributes:
        array: all of them at once; another one after every growth.
        one: the same, see one_by_one().
    """

    def __init__(self, kind: Any, fill: int = 0) -> None:
        self._fill = fill
        self.array: npt.NDArray[Any] = np.full(_FIRST, fill, kind)
        self.one: Any = one_by_one(self.array)

    def reach(self, index: int) -> None:
        """Grows, where the index is beyond the end."""
        size = len(self.array)
        if index >= size:
            larger = np.full(max(index + 1, int(size * _GROWTH)), self._fill, self.array.dtype)
            larger[:size] = self.array
            self.array, self.one = larger, one_by_one(larger)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.array.nbytes


class Together:
    """Columns that have an entry each for the same indices.

    Attributes:
        size: how many they have; whoever asks first saves a call.
    """

    def __init__(self, *columns: Column) -> None:
        self._columns = columns
        self.size = _FIRST

    def reach(self, index: int) -> None:
        """Grows them all, where the index is beyond the end."""
        if index >= self.size:
            for column in self._columns:
                column.reach(index)
            self.size = min(len(column.array) for column in self._columns)


class Numbers:
    """Numbers from 0 to be given out, runs of them side by side, and given back."""

    def __init__(self) -> None:
        self.end = 0
        self._free: dict[int, list[int]] = defaultdict(list)

    def take(self, count: int = 1) -> int:
        """The first of ``count`` numbers in a row that nobody has."""
        free = self._free.get(count)
        if free:
            return free.pop()
        self.end += count
        return self.end - count

    def give(self, first: int, count: int = 1) -> None:
        """Takes such numbers back."""
        self._free[count].append(first)


class Bags:
    """Many small bags of ids; those of a bag stand side by side in one column, in a block of a power of two.

    Most bags have one id, which stands where others have the beginning of their block.
    """

    def __init__(self) -> None:
        self.length = Column(np.int32)
        self._start, self._power = Column(np.int32), Column(np.uint8)
        self._bags = Together(self.length, self._start, self._power)
        self._pool = Column(np.int32)
        self._blocks = Numbers()

    def put(self, bag: int, value: int) -> None:
        """Adds one id."""
        if bag >= self._bags.size:
            self._bags.reach(bag)
        count = self.length.one[bag]
        self.length.one[bag] = count + 1
        if not count:
            self._start.one[bag] = value
            return
        start = self._start.one[bag]
        if count == 1:
            first, start = start, self._move(bag, 1)
            self._pool.one[start] = first
        elif count == 1 << (power := self._power.one[bag]):
            before, start = start, self._move(bag, power + 1)
            self._pool.array[start : start + count] = self._pool.array[before : before + count]
            self._blocks.give(before, count)
        self._pool.one[start + count] = value

    def drop(self, bag: int, value: int) -> None:
        """Removes one id that is in the bag."""
        last, start = self.length.one[bag] - 1, self._start.one[bag]
        self.length.one[bag] = last
        if not last:
            return
        at = start + int(np.argmax(self._pool.array[start : start + last + 1] == value))
        self._pool.one[at] = self._pool.one[start + last]
        if last == 1:  # its block stays whole until then, or blocks would be cut up into ever smaller ones
            self._start.one[bag] = self._pool.one[start]
            self._blocks.give(start, 1 << self._power.one[bag])

    def _move(self, bag: int, power: int) -> int:
        """The beginning of a new block for a bag."""
        self._start.one[bag] = first = self._blocks.take(1 << power)
        self._power.one[bag] = power
        self._pool.reach(self._blocks.end - 1)
        return first

    def gather(self, bags: Ints | Many) -> tuple[Ints, Ints]:
        """The ids of all these bags in a row, and how many each has."""
        counts, starts = self.length.array[bags], self._start.array[bags]
        alone = counts == 1
        found = self._pool.array[runs(np.where(alone, 0, starts), counts)]
        found[np.cumsum(counts)[alone] - 1] = starts[alone]
        return found, counts

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.length.nbytes + self._start.nbytes + self._power.nbytes + self._pool.nbytes


class Sieve:
    """Lets through the keys that were put in, and few others; nothing is taken out again.

    Args:
        keys: how many are expected; with so many it lets through one of 16 others.
    """

    def __init__(self, keys: int) -> None:
        power = max(int(keys * _SIEVE).bit_length(), 4)
        self._shift = 64 - power + 3  # so many bits, eight in a byte
        self._bits = np.zeros(1 << (power - 3), np.uint8)
        self._one: Any = one_by_one(self._bits)

    def put(self, key: int) -> None:
        """Lets a key through from now on."""
        self._one[key >> self._shift] |= 1 << (key & 7)

    def put_all(self, keys: Keys) -> None:
        """Lets all these through."""
        np.bitwise_or.at(self._bits, keys >> np.uint64(self._shift), _BIT[(keys & _EIGHT).astype(np.int64)])

    def passes(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Which of these keys are let through."""
        held = self._bits.take((keys >> np.uint64(self._shift)).view(np.int64))
        return (held >> (keys & _EIGHT).astype(np.uint8) & 1).view(np.bool_)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._bits.nbytes


class Table:
    """A number for each of many 64-bit keys."""

    def __init__(self) -> None:
        self._used = 0  # places that are not free, also those of keys that are gone
        self._held = 0
        self._make(_FIRST)

    def _make(self, size: int) -> None:
        self._size = size
        self._full = int(_FULLEST * size)
        self._keys: Keys = np.zeros(size, np.uint64)
        self._values: Ints = np.full(size, _FREE, np.int32)
        self._key: Any = one_by_one(self._keys)
        self._value: Any = one_by_one(self._values)
        self._sieve = Sieve(size)
        self._sought = self._at = -1  # the key that was looked for last, and where it stands or would stand

    def get(self, key: int) -> int:
        """The key's number; -1 if it has none. To put it then takes no second look."""
        size, values = self._size, self._value
        at, gone = (key >> 32) * size >> 32, -1
        self._sought = key
        while (value := values[at]) != _FREE:
            if value == _GONE:
                gone = at if gone < 0 else gone
            elif self._key[at] == key:
                self._at = at
                return int(value)
            at = at + 1 if at + 1 < size else 0
        self._at = at if gone < 0 else gone
        return -1

    def put(self, key: int, value: int) -> None:
        """Gives a key its number, or another one."""
        if key != self._sought:
            self.get(key)
        before = self._value[self._at]
        if before < 0:
            if before == _FREE and self._used >= self._full:
                self._grow()
                self.get(key)
            self._used += before == _FREE
            self._held += 1
            self._key[self._at] = key
            self._sieve.put(key)
        self._value[self._at] = value

    def drop(self, key: int) -> None:
        """Forgets a key that is there."""
        self.get(key)
        self._value[self._at] = _GONE
        self._held -= 1
        self._sought = -1

    def find(self, keys: Keys) -> Ints:
        """The numbers of all these keys, -1 for each that has none."""
        found = np.full(len(keys), _FREE, np.int32)
        left = np.flatnonzero(self._sieve.passes(keys))
        keys = keys[left]
        places = self._first(keys)
        while left.size:
            values = self._values.take(places)
            mine = (self._keys.take(places) == keys) & (values >= 0)
            found[left[mine]] = values[mine]
            more = ~mine & (values != _FREE)
            left, keys, places = left[more], keys[more], places[more] + 1
            places[places == self._size] = 0
        return found

    def _first(self, keys: Keys) -> Many:
        """The places from which on the keys stand."""
        return (((keys >> _LOW) * np.uint64(self._size)) >> _LOW).view(np.int64)

    def _grow(self) -> None:
        """Makes room; what is gone leaves its place."""
        held = self._values >= 0
        keys, values = self._keys[held], self._values[held]
        self._make(max(_FIRST, int(self._held / _FULLEST * _GROWTH) + 1))
        self._used = self._held
        places = self._first(keys)
        self._sieve.put_all(keys)
        while places.size:
            free = np.flatnonzero(self._values[places] == _FREE)
            _, first = np.unique(places[free], return_index=True)
            first = free[first]
            self._keys[places[first]] = keys[first]
            self._values[places[first]] = values[first]
            left = np.ones(places.size, bool)
            left[first] = False
            keys, values, places = keys[left], values[left], (places[left] + 1) % self._size

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._keys.nbytes + self._values.nbytes + self._sieve.nbytes


def runs(starts: Ints, counts: Ints) -> Many:
    """The indices of runs that begin at ``starts`` and are so long, one run behind the other."""
    ends = np.cumsum(counts, dtype=np.int64)
    total = int(ends[-1]) if ends.size else 0
    return np.repeat(starts - (ends - counts), counts) + np.arange(total, dtype=np.int64)
