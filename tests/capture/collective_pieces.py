# SPDX-License-Identifier: Apache-2.0
"""What the algorithms of collectives.py are made of: trees, folding to a power of two, halving and doubling."""


def power_below(p):
    power = 1
    while 2 * power <= p:
        power *= 2
    return power


def is_power(p):
    return power_below(p) == p


def steps(p):
    """1, 2, 4, ... below p."""
    mask = 1
    while mask < p:
        yield mask
        mask *= 2


def nothing(p):
    return [[] for _ in range(p)]


def fold_ranks(p, odd_works):
    """For P no power of two, pairs of the first ranks fold into one. Returns (rank -> working number, the reverse)."""
    power = power_below(p)
    rest = p - power
    worker = lambda number: (2 * number + (1 if odd_works else 0)) if number < rest else number + rest
    numbers = {worker(number): number for number in range(power)}
    return numbers, worker, power, rest


def subtree(v, p):
    """Ranks below v, itself included, of a binomial tree."""
    lowest = v & -v if v else p
    return min(lowest, p - v)


def binomial_down(p, root, size_of):
    """From the root to all; size_of(v) bytes go to the subtree of relative rank v, farthest first."""
    sends = nothing(p)
    for v in range(p):
        masks = [mask for mask in steps(p) if v == 0 or mask < (v & -v)]
        for mask in reversed(masks):
            if v + mask < p:
                sends[(v + root) % p].append(((v + mask + root) % p, size_of(v + mask)))
    return sends


def binomial_up(p, root, size_of):
    sends = nothing(p)
    for v in range(1, p):
        sends[(v + root) % p].append(((v - (v & -v) + root) % p, size_of(v)))
    return sends


def add(first, then):
    return [a + b for a, b in zip(first, then)]


def bruck_allgather(p, n):
    return [[((rank - mask) % p, min(mask, p - mask) * n) for mask in steps(p)] for rank in range(p)]


def ring_allgather(p, n):
    return [[((rank + 1) % p, n)] * (p - 1) for rank in range(p)]


def doubling_allgather(p, n):
    return [[(rank ^ mask, mask * n) for mask in steps(p)] for rank in range(p)]


def halving(power, number, counts, low_first):
    """Reduce-scatter by recursive halving of one working number: ([(partner, elements)], first, last of what is kept)."""
    first, last = 0, power
    exchanges = []
    for mask in steps(power) if low_first else reversed(list(steps(power))):
        middle = (first + last) // 2
        partner = number ^ mask
        if number < partner:
            exchanges.append((partner, sum(counts[middle:last])))
            last = middle
        else:
            exchanges.append((partner, sum(counts[first:middle])))
            first = middle
    return exchanges, first, last


def shares(n, power, blocking):
    """What does not divide goes to the first ones, one element each; in the nonblocking forms to the last one."""
    if blocking:
        return [n // power + (1 if i < n % power else 0) for i in range(power)]
    return [n // power] * (power - 1) + [n // power + n % power]
