# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The searches of plain.py once more, for a compiler: same names, same answers, same order.

tests/ground/test_twins.py holds the two to each other. A set of hexes is taken apart
into words of 64 bits and put together again; where a set or a map does not fit what is
written here, the plain search is asked.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_SetItem
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_AsUnsignedLongLongMask
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from grognard.ground import plain

cdef extern from *:
    """
    /* An int keeps its bits in digits of 30 (or 15); to go over them byte by byte, as the
       published functions do, takes longer than most searches. */
    #if PY_VERSION_HEX >= 0x030C0000
    #define DIGITS(n) (((PyLongObject *)(n))->long_value.ob_digit)
    #define COUNT(n) ((Py_ssize_t)(((PyLongObject *)(n))->long_value.lv_tag >> 3))
    #define IS_NEGATIVE(n) ((((PyLongObject *)(n))->long_value.lv_tag & 3) == 2)
    #else
    #define DIGITS(n) (((PyLongObject *)(n))->ob_digit)
    #define COUNT(n) Py_ABS(Py_SIZE(n))
    #define IS_NEGATIVE(n) (Py_SIZE(n) < 0)
    #endif

    /* Whether a set has no bit beyond so many words. */
    static inline int fits_words(PyObject *set, Py_ssize_t size)
    {
        return !IS_NEGATIVE(set) && COUNT(set) * PyLong_SHIFT <= size * 64 + PyLong_SHIFT
            && (COUNT(set) * PyLong_SHIFT <= size * 64
                || (Py_ssize_t)_PyLong_NumBits(set) <= size * 64);
    }

    static inline void to_words(PyObject *set, uint64_t *words, Py_ssize_t size)
    {
        const digit *digits = DIGITS(set);
        Py_ssize_t count = COUNT(set), at = 0, i;
        uint64_t word = 0;
        int filled = 0;
        for (i = 0; i < count; i++) {
            word |= (uint64_t)digits[i] << filled;
            filled += PyLong_SHIFT;
            if (filled >= 64) {
                words[at++] = word;
                filled -= 64;
                word = (uint64_t)digits[i] >> (PyLong_SHIFT - filled);
            }
        }
        if (at < size)
            words[at++] = word;
        while (at < size)
            words[at++] = 0;
    }

    static inline PyObject *from_words(const uint64_t *words, Py_ssize_t size)
    {
        Py_ssize_t count, i;
        PyLongObject *set;
        while (size && !words[size - 1])
            size--;
        if (!size || (size == 1 && words[0] < 256))
            return PyLong_FromLong(size ? (long)words[0] : 0);
        count = (size * 64 - __builtin_clzll(words[size - 1]) + PyLong_SHIFT - 1) / PyLong_SHIFT;
        set = _PyLong_New(count);
        for (i = 0; set && i < count; i++) {
            Py_ssize_t at = i * PyLong_SHIFT / 64;
            int bit = i * PyLong_SHIFT % 64;
            uint64_t found = words[at] >> bit;
            if (bit + PyLong_SHIFT > 64 && at + 1 < size)
                found |= words[at + 1] << (64 - bit);
            DIGITS(set)[i] = (digit)(found & PyLong_MASK);
        }
        return (PyObject *)set;
    }

    #if PY_VERSION_HEX < 0x030D0000
    #define sized_dict(size) _PyDict_NewPresized(size)
    #else
    #define sized_dict(size) PyDict_New()
    #endif
    """
    dict sized_dict(Py_ssize_t size)
    bint fits_words(object set_, Py_ssize_t size)
    void to_words(object set_, uint64_t *words, Py_ssize_t size)
    object from_words(const uint64_t *words, Py_ssize_t size)
    size_t bits_in "(size_t)_PyLong_NumBits"(object number)
    int __builtin_ctzll(unsigned long long word) nogil
    int __builtin_popcountll(unsigned long long word) nogil

cdef enum:
    MOST_WORDS = 128  # of a set of hexes: 8192 bits
    MOST_ROWS = 128
    MOST_GATES = 64  # that are remembered
    WIDEST = 57  # a row of hexes that begins at any bit of a byte still fits a word

cdef enum:
    NW, NE, E, SE, SW, W  # as in hexes.py

cdef list NUMBERS = list(range(64 * MOST_WORDS))  # so that none is made anew


cdef inline object numbered(int number):
    return NUMBERS[number] if 0 <= number < 64 * MOST_WORDS else number


cdef inline bint is_set(hexes, int size) except -1:
    """Whether it is a set of hexes within so many words."""
    if not isinstance(hexes, int):
        raise TypeError(f"a set of hexes is an int, not {hexes!r}")
    return fits_words(hexes, size)


def members(hexes):
    """The hexes of a set, lowest first."""
    cdef uint64_t words[MOST_WORDS]
    cdef uint64_t word
    cdef size_t size, i
    cdef int count = 0, at = 0
    if not is_set(hexes, MOST_WORDS):
        return plain.members(hexes)
    size = (bits_in(hexes) + 63) // 64
    to_words(hexes, words, size)
    for i in range(size):
        count += __builtin_popcountll(words[i])
    found = PyList_New(count)
    for i in range(size):
        word = words[i]
        while word:
            number = <object>NUMBERS[64 * i + __builtin_ctzll(word)]
            Py_INCREF(number)
            PyList_SET_ITEM(found, at, number)
            at += 1
            word &= word - 1
    return iter(found)


def hexset(hexes):
    """The set of some hexes."""
    cdef uint64_t words[MOST_WORDS]
    cdef int64_t number
    beyond = 0
    memset(words, 0, sizeof(words))
    for hex_ in hexes:
        number = hex_
        if 0 <= number < 64 * MOST_WORDS:
            words[number >> 6] |= <uint64_t>1 << (number & 63)
        else:
            beyond |= 1 << hex_
    found = from_words(words, MOST_WORDS)
    return found | beyond if beyond else found


# -- sets on a map -------------------------------------------------------------------------


cdef class Field:
    """Sets of hexes on a map whose rows are `width` bits apart."""

    cdef readonly object width, all
    cdef int _width, _size, _rows, _pad
    cdef bint _small
    cdef uint64_t _all[MOST_WORDS]
    cdef uint64_t _all_rows[MOST_ROWS]
    cdef dict _known_words, _known_rows  # by the address of gates: they, and what they are here
    cdef object _every  # all bits of the words

    def __init__(self, width, all_):
        self._known_words, self._known_rows = {}, {}
        self.width, self.all = width, all_
        self._width, self._pad = width, width // 64 + 2
        self._size = (all_.bit_length() + 63) // 64
        self._every = int.from_bytes(b"\xff" * (8 * self._size), "little")
        self._rows = all_.bit_length() // width + 2
        self._small = self._size + 2 * self._pad <= MOST_WORDS
        if self._small:
            memset(self._all, 0, sizeof(self._all))
            to_words(all_, self._all, self._size)
        if self._narrow():
            self._load(all_, self._all_rows)

    cdef bint _narrow(self):
        """Whether each row fits a word."""
        return self._small and self._width <= WIDEST and self._rows <= MOST_ROWS

    def distance(self, a, b):
        """How many steps it is from hex to hex."""
        cdef int start = a, end = b, width = self._width
        cdef int rows = end // width - start // width
        cdef int columns = end % width - start % width
        return max(abs(rows), abs(columns), abs(rows + columns))

    # Sets as they lie: what leaves the map is gone when all is done, as in the plain twin.

    cdef bint _fits(self, hexes) except -1:
        return is_set(hexes, self._size) and self._small

    cdef void _next_to(self, uint64_t *near, const uint64_t *hexes):
        """Adds to `near` what is next to a set; the set has empty words on both sides."""
        cdef int shifts[3]
        cdef int words, left, i, shift
        shifts[:] = [1, self._width, self._width - 1]
        for shift in shifts:
            words, left = shift // 64, shift % 64
            for i in range(self._size):
                near[i] |= hexes[i - words] << left | hexes[i - words - 1] >> 1 >> (63 - left)
                near[i] |= hexes[i + words] >> left | hexes[i + words + 1] << 1 << (63 - left)
        for i in range(self._size):
            near[i] &= self._all[i]

    cdef object _widened(self, hexes, int times, bint keeps):
        cdef uint64_t padded[MOST_WORDS]
        cdef uint64_t near[MOST_WORDS]
        cdef uint64_t *words = padded + self._pad
        cdef int i
        memset(padded, 0, 8 * (self._size + 2 * self._pad))
        to_words(hexes, words, self._size)
        for _ in range(times):
            if keeps:
                memcpy(near, words, 8 * self._size)
            else:
                memset(near, 0, 8 * self._size)
            self._next_to(near, words)
            memcpy(words, near, 8 * self._size)
        return from_words(near, self._size)

    def spread(self, hexes):
        """The set and every hex next to it."""
        if not self._fits(hexes):
            return plain.Field.spread(self, hexes)
        return self._widened(hexes, 1, True)

    def around(self, hexes):
        """Every hex next to one of the set; a hex of the set only if it is next to another."""
        if not self._fits(hexes):
            return plain.Field.around(self, hexes)
        return self._widened(hexes, 1, False)

    def within(self, hexes, radius):
        """The set and every hex at most so far from it, counted over hexes of the map."""
        if radius <= 0 or not self._fits(hexes):
            return plain.Field.within(self, hexes, radius)
        return self._widened(hexes, radius, True)

    # Steps through gates.

    def through(self, hexes, gates):
        """Where one step through the gates leads to, be it off the map."""
        cdef uint64_t words[MOST_WORDS]
        cdef uint64_t near[MOST_WORDS]
        if not self._fits(hexes):
            return plain.Field.through(self, hexes, gates)
        ways = self._words_of(gates)
        to_words(hexes, words, self._size)
        self._step(near, words, <const uint64_t *>PyBytes_AS_STRING(ways))
        return from_words(near, self._size + self._pad)

    cdef void _step(self, uint64_t *near, const uint64_t *hexes, const uint64_t *ways) noexcept:
        """Sets `near` to where the gates lead to from a set, up to `_pad` words beyond it."""
        cdef uint64_t padded[MOST_WORDS]
        cdef uint64_t *leaving = padded + self._pad
        cdef int shifts[6]
        cdef int direction, i, first = 0, last = self._size
        shifts[:] = [-self._width, 1 - self._width, 1, self._width, self._width - 1, -1]
        while first < last and not hexes[first]:
            first += 1
        while first < last and not hexes[last - 1]:
            last -= 1
        memset(near, 0, 8 * (self._size + self._pad))
        memset(leaving + first - self._pad, 0, 8 * (last - first + 2 * self._pad))
        for direction in range(6):
            for i in range(first, last):
                leaving[i] = hexes[i] & ways[direction * self._size + i]
            add_shifted(near, leaving, shifts[direction], first, last)

    def rings(self, start, gates, shut=0, *, most=1 << 30, goals=0):
        """By number of steps through the gates, at most so many, what is come to by no fewer."""
        cdef uint64_t near[MOST_WORDS]
        cdef uint64_t ring[MOST_WORDS]
        cdef uint64_t left[MOST_WORDS]
        cdef uint64_t leavable[MOST_WORDS]
        cdef uint64_t ends[MOST_WORDS]
        cdef uint64_t any_ = 1, ended = 0
        cdef int i, steps = 0, limit = most
        cdef list found = [start]
        if not self._fits(start):
            return plain.Field.rings(self, start, gates, shut, most=most, goals=goals)
        ways = self._words_of(gates)
        self._take(start, ring)
        self._take(~shut, leavable)
        self._take(goals, ends)
        for i in range(self._size):
            left[i] = self._all[i] & ~ring[i]
            ended |= ring[i] & ends[i]
        while steps < limit and not ended:
            for i in range(self._size):
                ring[i] &= leavable[i]
            self._step(near, ring, <const uint64_t *>PyBytes_AS_STRING(ways))
            any_ = 0
            for i in range(self._size):
                ring[i] = near[i] & left[i]
                left[i] ^= ring[i]
                any_ |= ring[i]
                ended |= ring[i] & ends[i]
            if not any_:
                break
            found.append(from_words(ring, self._size))
            steps += 1
        return found

    cdef object _flooded(self, sources, passable, gates):
        """A flood of hexes that do not fit rows, by steps."""
        cdef uint64_t free[MOST_WORDS]
        cdef uint64_t reached[MOST_WORDS]
        cdef uint64_t fresh[MOST_WORDS]
        cdef uint64_t near[MOST_WORDS]
        cdef uint64_t any_ = 1
        cdef int i
        ways = self._words_of(gates)
        self._take(passable, free)
        self._take(sources, fresh)
        for i in range(self._size):
            free[i] &= self._all[i]
            reached[i] = fresh[i] = fresh[i] & free[i]
        while any_:
            any_ = 0
            self._step(near, fresh, <const uint64_t *>PyBytes_AS_STRING(ways))
            for i in range(self._size):
                fresh[i] = near[i] & free[i] & ~reached[i]
                reached[i] |= fresh[i]
                any_ |= fresh[i]
        return from_words(reached, self._size)

    cdef int _take(self, hexes, uint64_t *words) except -1:
        to_words(hexes if self._fits(hexes) else hexes & self._every, words, self._size)
        return 0

    cdef bytes _words_of(self, gates):
        """The words of six gates one after the other; of a tuple they are remembered."""
        cdef uint64_t ways[6 * MOST_WORDS]
        cdef int direction
        found = self._found(self._known_words, gates)
        if found is not None:
            return found
        memset(ways, 255, sizeof(ways))
        if gates is not None:
            nw, ne, e, se, sw, west = gates
            for direction, gate in enumerate((nw, ne, e, se, sw, west)):
                self._take(gate, ways + direction * self._size)
        made = PyBytes_FromStringAndSize(<char *>ways, 48 * self._size)
        return self._kept(self._known_words, gates, made)

    cdef bytes _found(self, dict known, gates):
        cdef size_t address = <size_t><PyObject *>gates
        found = known.get(address)
        return None if found is None else found[1]

    cdef bytes _kept(self, dict known, gates, bytes made):
        cdef size_t address = <size_t><PyObject *>gates
        if gates is None or type(gates) is tuple:
            if len(known) >= MOST_GATES:
                known.clear()
            known[address] = gates, made
        return made

    # Sets by rows: a flood runs down the map and up again until nothing is new.

    cdef int _load(self, hexes, uint64_t *rows) except -1:
        cdef uint64_t words[MOST_WORDS]
        cdef uint64_t row, mask = (<uint64_t>1 << self._width) - 1
        cdef unsigned char *start = <unsigned char *>words
        cdef int i, bit = 0
        words[self._size] = words[self._size + 1] = words[self._size + 2] = 0
        to_words(hexes if self._fits(hexes) else hexes & self.all, words, self._size)
        for i in range(self._rows):
            memcpy(&row, start + (bit >> 3), 8)
            rows[i] = row >> (bit & 7) & mask
            bit += self._width
        return 0

    cdef object _stored(self, const uint64_t *rows):
        cdef uint64_t words[MOST_WORDS]
        cdef uint64_t row
        cdef unsigned char *start = <unsigned char *>words
        cdef int i, bit = 0
        memset(words, 0, 8 * (self._size + 3))
        for i in range(self._rows):
            memcpy(&row, start + (bit >> 3), 8)
            row |= rows[i] << (bit & 7)
            memcpy(start + (bit >> 3), &row, 8)
            bit += self._width
        return from_words(words, self._size)

    def flood(self, sources, passable, gates):
        """What can be reached from the sources through passable hexes."""
        cdef uint64_t reached[MOST_ROWS]
        cdef uint64_t free[MOST_ROWS]
        cdef const uint64_t *ways
        cdef int i
        if not self._small:
            return plain.Field.flood(self, sources, passable, gates)
        if not self._narrow():
            return self._flooded(sources, passable, gates)
        self._load(passable, free)
        self._load(sources, reached)
        rows = self._rows_of(gates)
        ways = <const uint64_t *>PyBytes_AS_STRING(rows)
        for i in range(self._rows):
            free[i] &= self._all_rows[i]
            reached[i] &= free[i]
            if reached[i]:
                reached[i] = self._along(i, reached[i], free, ways)
        self._down(reached, free, ways)
        while self._up(reached, free, ways) and self._down(reached, free, ways):
            pass
        return self._stored(reached)

    cdef bytes _rows_of(self, gates):
        """The rows of six gates one after the other; of a tuple they are remembered."""
        cdef uint64_t rows[6 * MOST_ROWS]
        cdef int i
        found = self._found(self._known_rows, gates)
        if found is not None:
            return found
        memset(rows, 255, sizeof(rows))
        if gates is not None:
            nw, ne, e, se, sw, west = gates
            for i, gate in enumerate((nw, ne, e, se, sw, west)):
                self._load(gate, rows + i * MOST_ROWS)
        made = PyBytes_FromStringAndSize(<char *>rows, sizeof(rows))
        return self._kept(self._known_rows, gates, made)

    cdef inline uint64_t _along(
        self, int row, uint64_t reached, const uint64_t *free, const uint64_t *ways
    ) noexcept:
        return along(
            reached, free[row], ways[E * MOST_ROWS + row], ways[W * MOST_ROWS + row]
        )

    cdef bint _down(self, uint64_t *reached, const uint64_t *free, const uint64_t *ways) noexcept:
        cdef uint64_t fresh, above
        cdef bint changed = False
        cdef int i
        for i in range(1, self._rows):
            above = reached[i - 1]
            fresh = above & ways[SE * MOST_ROWS + i - 1]
            fresh |= (above & ways[SW * MOST_ROWS + i - 1]) >> 1
            fresh &= free[i] & ~reached[i]
            if fresh:
                reached[i] = self._along(i, reached[i] | fresh, free, ways)
                changed = True
        return changed

    cdef bint _up(self, uint64_t *reached, const uint64_t *free, const uint64_t *ways) noexcept:
        cdef uint64_t fresh, below
        cdef bint changed = False
        cdef int i
        for i in range(self._rows - 2, -1, -1):
            below = reached[i + 1]
            fresh = below & ways[NW * MOST_ROWS + i + 1]
            fresh |= (below & ways[NE * MOST_ROWS + i + 1]) << 1
            fresh &= free[i] & ~reached[i]
            if fresh:
                reached[i] = self._along(i, reached[i] | fresh, free, ways)
                changed = True
        return changed


cdef inline void add_shifted(
    uint64_t *near, const uint64_t *hexes, int shift, int first, int last
) noexcept:
    """Adds a set, each hex so many on; beyond its first and last words there are empty ones."""
    cdef int words = abs(shift) >> 6, left = abs(shift) & 63, i
    if shift > 0:
        for i in range(first, last + words + 1):
            near[i] |= hexes[i - words] << left | hexes[i - words - 1] >> 1 >> (63 - left)
    else:
        for i in range(max(0, first - words - 1), last):
            near[i] |= hexes[i + words] >> left | hexes[i + words + 1] << 1 << (63 - left)


cdef inline uint64_t along(uint64_t row, uint64_t free, uint64_t east, uint64_t west) noexcept:
    """The row with all that can be reached along it.

    To the east a sum does it: what is carried runs through the hexes that lie open up to the
    first that does not. To the west each turn doubles the steps.
    """
    cdef uint64_t on = free & east << 1, back = free & west >> 1
    cdef uint64_t begun = on & row << 1
    cdef int steps = 1
    row |= begun | (on & (on ^ on + begun))
    while back and steps < 64:
        row |= back & row >> steps
        back &= back >> steps
        steps *= 2
    return row


# -- searches by cost ------------------------------------------------------------------------


cdef class Ways:
    """The steps of a map in flat arrays, cheapest first from each hex."""

    cdef int _hexes, _edges, _count
    cdef int32_t *_first  # by hex: where its steps begin and end; -1: no hex of the table
    cdef int32_t *_last
    cdef int32_t *_to
    cdef int32_t *_cost
    # Of the search that is on: what was found by hex, and what waits to be looked at. Costs
    # are kept above a base that lies below all of the search before, so that nothing is wiped.
    cdef int64_t _base
    cdef int64_t *_best
    cdef int32_t *_found
    cdef int32_t *_from
    cdef int32_t *_waiting
    cdef int32_t *_next
    cdef uint64_t *_shut
    cdef object _every  # the hexes as a set

    def __cinit__(self, steps):
        entered = {other for out in steps.values() for other, _ in out}
        if not entered <= steps.keys():
            raise KeyError(min(entered - steps.keys()))
        self._hexes = 1 + max(steps, default=-1)
        self._every = int.from_bytes(b"\xff" * (self._hexes // 8 + 1), "little")
        self._edges = sum(map(len, steps.values()))
        self._shut = <uint64_t *>calloc(self._hexes // 64 + 1, 8)
        self._best = <int64_t *>malloc(8 * (self._hexes + 1))
        self._first = <int32_t *>calloc(4 * self._hexes + 4 * self._edges + 2, 4)
        if self._first == NULL or self._shut == NULL or self._best == NULL:
            raise MemoryError
        self._last = self._first + self._hexes
        self._found = self._last + self._hexes
        self._from = self._found + self._hexes
        self._to = self._from + self._hexes
        self._cost = self._to + self._edges
        self._waiting = self._cost + self._edges
        self._next = self._waiting + self._edges + 1
        self._base = INT64_MAX
        self._lay_out(steps)

    cdef int _lay_out(self, steps) except -1:
        cdef int edge = 0, hex_
        for hex_ in range(self._hexes):
            self._first[hex_], self._best[hex_] = -1, INT64_MAX
        for hex_, out in steps.items():
            self._first[hex_] = edge
            for other, cost in sorted(out, key=cheapness):
                self._to[edge], self._cost[edge] = other, cost
                edge += 1
            self._last[hex_] = edge
        return 0

    def __dealloc__(self):
        free(self._first)
        free(self._shut)
        free(self._best)

    cdef int search(self, start, budget, blocked) except -1:
        """Dial's bucket queue. `_found` then has the `_count` hexes in their order."""
        cdef int begin = start, limit = budget, buckets = max(limit, 0) + 1
        cdef int32_t *heads
        if begin < 0 or begin >= self._hexes or self._first[begin] < 0:
            raise KeyError(start)
        self._close(blocked, begin)
        heads = <int32_t *>malloc(8 * buckets)
        if heads == NULL:
            raise MemoryError
        memset(heads, 255, 4 * buckets)
        self._base -= buckets
        self._settle(begin, limit, heads, heads + buckets)
        free(heads)
        return 0

    cdef int _close(self, blocked, int start) except -1:
        cdef int words = self._hexes // 64 + 1
        to_words(blocked if is_set(blocked, words) else blocked & self._every, self._shut, words)
        self._shut[start >> 6] &= ~(<uint64_t>1 << (start & 63))
        return 0

    cdef void _settle(self, int start, int limit, int32_t *heads, int32_t *tails) noexcept:
        # A bucket is a list of nodes from its head to its tail, linked through `_next`; it
        # may grow while it is gone through, by steps of cost 0.
        cdef int cost, node, hex_, other, edge, total, nodes = 1
        cdef int64_t base = self._base
        self._count = 0
        heads[0] = tails[0] = 0
        self._waiting[0], self._next[0] = start, -1
        self._best[start] = base
        for cost in range(max(limit, 0) + 1):
            node = heads[cost]
            while node >= 0:
                hex_ = self._waiting[node]
                if self._best[hex_] == base + cost:  # else a cheaper way was found since
                    self._found[self._count] = hex_
                    self._count += 1
                    for edge in range(self._first[hex_], self._last[hex_]):
                        other, total = self._to[edge], cost + self._cost[edge]
                        if total > limit:
                            break
                        if self._best[other] <= base + total:
                            continue
                        if self._shut[other >> 6] >> (other & 63) & 1:
                            continue
                        self._best[other], self._from[other] = base + total, hex_
                        self._waiting[nodes], self._next[nodes] = other, -1
                        if heads[total] < 0:
                            heads[total] = nodes
                        else:
                            self._next[tails[total]] = nodes
                        tails[total] = nodes
                        nodes += 1
                node = self._next[node]

    cdef dict costs(self):
        """By each hex that was found, what it costs to come there."""
        cdef int i
        cdef dict table = sized_dict(self._count)
        for i in range(self._count):
            cost = numbered(<int>(self._best[self._found[i]] - self._base))
            PyDict_SetItem(table, numbered(self._found[i]), cost)
        return table

    cdef dict came_from(self):
        """By each hex that was found but the start, the one before it."""
        cdef int i
        cdef dict table = sized_dict(self._count)
        for i in range(1, self._count):
            before = numbered(self._from[self._found[i]])
            PyDict_SetItem(table, numbered(self._found[i]), before)
        return table


def cheapness(step):
    return step[1]


def by_cost(steps):
    """The steps as `reach` wants them."""
    return Ways(steps)


def reach(Ways ways not None, start, budget, blocked=0):
    """The cheapest cost to each hex within the budget, the start included at 0."""
    ways.search(start, budget, blocked)
    return ways.costs()


def reach_paths(Ways ways not None, start, budget, blocked=0):
    """What `reach` answers, and for each hex but the start the one it is entered from."""
    ways.search(start, budget, blocked)
    return ways.costs(), ways.came_from()


# -- searches by chains ----------------------------------------------------------------------


cdef enum:
    HEX_BITS = 14  # as in plain.py
    HEX_MASK = (1 << HEX_BITS) - 1
    HEX_WORDS = 1 << (HEX_BITS - 6)

cdef enum:
    TO, ENTRY, HEXES, PATH, TWICE, COST  # of a chain

cdef uint64_t OF_HEXES = (<uint64_t>1 << 3 * HEX_BITS) - 1  # of the entry of a chain


def chain(dict steps not None, start, tuple step not None, stops):
    """The chain that begins with a step from a stop; all hexes between stops have two steps."""
    cdef int64_t before = start, at = step[0], cost = step[1]
    cdef list path = [step[0]], twice = []
    while path[len(path) - 1] not in stops:
        twice.append(2 * cost)
        one, two = steps[path[len(path) - 1]]
        near, more = <tuple>two if <int64_t>(<tuple>one)[0] == before else <tuple>one
        before, at, cost = at, near, cost + <int64_t>more
        path.append(near)
    entry = <object>cost << 3 * HEX_BITS | (at << 2 * HEX_BITS | before << HEX_BITS | <int64_t>start)
    return plain.Chain(path[len(path) - 1], entry, hexset(path), tuple(path), tuple(twice), cost)


cdef struct Entry:
    int64_t cost
    int64_t hexes  # the end of a chain, the hex before that, the stop it comes from


cdef inline bint goes_first(Entry one, Entry other) noexcept:
    return one.cost < other.cost or (one.cost == other.cost and one.hexes < other.hexes)


cdef class Heap:
    """Entries of which the cheapest is at hand, of equals the one of the lowest hexes."""

    cdef Entry *_entries
    cdef int _count, _room

    def __cinit__(self):
        self._room = 128
        self._entries = <Entry *>malloc(self._room * sizeof(Entry))
        if self._entries == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self._entries)

    cdef int push(self, Entry entry) except -1:
        cdef int at = self._count
        if at == self._room:
            self._widen()
        self._count += 1
        while at and goes_first(entry, self._entries[(at - 1) >> 1]):
            self._entries[at] = self._entries[(at - 1) >> 1]
            at = (at - 1) >> 1
        self._entries[at] = entry
        return 0

    cdef int _widen(self) except -1:
        cdef void *wider = realloc(self._entries, 2 * self._room * sizeof(Entry))
        if wider == NULL:
            raise MemoryError
        self._entries = <Entry *>wider
        self._room *= 2
        return 0

    cdef Entry pop(self) noexcept:
        cdef Entry first = self._entries[0], last
        cdef int at = 0, below = 1
        self._count -= 1
        last = self._entries[self._count]
        while below < self._count:
            if below + 1 < self._count:
                below += goes_first(self._entries[below + 1], self._entries[below])
            if not goes_first(self._entries[below], last):
                break
            self._entries[at] = self._entries[below]
            at, below = below, 2 * below + 1
        self._entries[at] = last
        return first


cdef inline bint holds(const uint64_t *words, int64_t hex_) noexcept:
    return words[hex_ >> 6] >> (hex_ & 63) & 1


cdef bint is_barred(tuple path, const uint64_t *shut, uint64_t *met):
    """Whether a hex of a path is shut; those that are have been met."""
    cdef bint barred = False
    cdef int64_t at
    for hex_ in path:
        at = hex_
        if holds(shut, at):
            met[at >> 6] |= <uint64_t>1 << (at & 63)
            barred = True
    return barred


def leads(dict graph not None, goals, shut, dict ends not None):
    """By stop, what leads to a goal, the nearest first; and the shut hexes that were met."""
    cdef uint64_t closed[HEX_WORDS]
    cdef uint64_t met[HEX_WORDS]
    cdef uint64_t known[HEX_WORDS]
    cdef uint64_t ending[HEX_WORDS]
    cdef int64_t to, cost, least = plain.NEVER
    cdef Heap heap = Heap()
    cdef Entry entry, next_
    cdef tuple chain
    cdef dict found = {}
    if not (is_set(goals, HEX_WORDS) and is_set(shut, HEX_WORDS)):
        return plain.leads(graph, goals, shut, ends)
    to_words(shut, closed, HEX_WORDS)
    to_words(goals & shut, met, HEX_WORDS)
    memset(known, 0, sizeof(known))
    to_words(hexset(ends), ending, HEX_WORDS)
    for goal in members(goals & ~shut):
        to = goal
        heap.push(Entry(0, to << 2 * HEX_BITS))
    while heap._count:
        entry = heap.pop()
        to = entry.hexes >> 2 * HEX_BITS
        if holds(known, to):
            continue
        cost = entry.cost
        if cost >= least:
            break
        known[to >> 6] |= <uint64_t>1 << (to & 63)
        stop = numbered(<int>to)
        found[stop] = (
            cost, numbered(entry.hexes >> HEX_BITS & HEX_MASK), numbered(entry.hexes & HEX_MASK)
        )
        if holds(ending, to):
            least = min(least, cost + <int64_t>ends[stop])
        for one in graph[stop]:
            chain = <tuple>one  # of a class of its own
            to = chain[TO]
            if not holds(known, to) and not is_barred(chain[PATH], closed, met):
                next_.cost = cost + <int64_t>chain[COST]
                next_.hexes = PyLong_AsUnsignedLongLongMask(chain[ENTRY]) & OF_HEXES
                heap.push(next_)
    return found, from_words(met, HEX_WORDS)
