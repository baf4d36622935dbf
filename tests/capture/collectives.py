# SPDX-License-Identifier: Apache-2.0
"""The messages of the MPICH algorithms for each collective, written down again from their description.

Every function gives the sends of each rank in order, [[(destination, bytes), ...] for each rank], of one call on P ranks.
Sizes as in collective.c: `n` bytes are what one rank contributes (bcast and scatter: what one receives), all ranks alike,
elements of one byte, a builtin commutative operation.

Sources: Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), and the
thresholds that MPICH documents as control variables (mpivars: MPIR_CVAR_BCAST_SHORT_MSG_SIZE and so on).
"""
from collective_pieces import (add, binomial_down, binomial_up, bruck_allgather, doubling_allgather, fold_ranks, halving,
                               is_power, nothing, power_below, ring_allgather, shares, steps, subtree)

PIECE = 32768


def barrier(p, n, root, blocking):
    return [[((rank + mask) % p, 0) for mask in steps(p)] for rank in range(p)]


def bcast(p, n, root, blocking):
    if p < 8 or n < 12288 or (blocking and n == 12288):
        return binomial_down(p, root, lambda v: n)
    doubling = is_power(p) and (n < 524288 or (blocking and n == 524288))
    return add(bcast_scatter(p, n, root, blocking), bcast_gather(p, n, root, doubling))


def bcast_scatter(p, n, root, blocking):
    """Blocks of ceil(n/P) bytes down a binomial tree; a subtree whose blocks are beyond the end gets nothing.

    A rank that receives in a nonblocking bcast does not know yet how much, when it plans what it sends on: its first child
    gets all that could come, up to the end of the message.
    """
    block = -(-n // p)

    def size(v):
        mask = v & -v
        parent = v - mask
        first_child = 2 * mask == parent & -parent or parent + 2 * mask >= p
        if not blocking and parent != 0 and first_child:
            return n - v * block
        return min(subtree(v, p) * block, n - v * block)

    return [[(to, bytes_) for to, bytes_ in sends if bytes_ > 0] for sends in binomial_down(p, root, size)]


def bcast_gather(p, n, root, doubling):
    block = -(-n // p)
    have = lambda v: max(0, min(block, n - v * block))
    sends = nothing(p)
    for rank in range(p):
        v = (rank - root) % p
        if doubling:
            for mask in steps(p):
                own = v // mask * mask
                sends[rank].append((((v ^ mask) + root) % p, sum(have(i) for i in range(own, own + mask))))
        else:
            for step in range(p - 1):
                sends[rank].append(((rank + 1) % p, have((v - step) % p)))
    return sends


def reduce(p, n, root, blocking):
    if n <= 2048 or n < power_below(p):
        return binomial_up(p, root, lambda v: n)
    return rabenseifner_reduce(p, n, root, blocking)


def rabenseifner_reduce(p, n, root, blocking):
    """Odd ranks below 2*rest give their data to the even one before. Reduce-scatter, then a binomial gather to the root,
    which takes the place of number 0 where it had given its data away."""
    numbers, worker, power, rest = fold_ranks(p, odd_works=False)
    counts = shares(n, power, blocking)
    sends = nothing(p)
    for rank in range(1, 2 * rest, 2):
        sends[rank].append((rank - 1, n))
    kept = {}
    for rank, number in numbers.items():
        exchanges, first, last = halving(power, number, counts, low_first=True)
        kept[number] = (first, last)
        sends[rank] += [(worker(partner), size) for partner, size in exchanges]
    root_number = numbers.get(root)
    if root_number is None:  # number 0 hands its part over to the root, which gathers in its place
        sends[worker(0)].append((root, sum(counts[slice(*kept[0])])))
        root_number = 0
        place = lambda number: root if number == 0 else worker(number)
    else:
        place = worker
    for number in range(power):
        first, last = kept[number]
        for mask in reversed(list(steps(power))):
            partner = number ^ mask
            # the half with the root receives
            if (partner ^ root_number) & mask == 0:
                sends[place(number)].append((place(partner), sum(counts[first:last])))
                break
            width = last - first
            first = min(first, first - width) if number > partner else first
            last = first + 2 * width
    return sends


def allreduce(p, n, root, blocking):
    numbers, worker, power, rest = fold_ranks(p, odd_works=True)
    sends = nothing(p)
    for rank in range(0, 2 * rest, 2):
        sends[rank].append((rank + 1, n))
    counts = shares(n, power, blocking)
    for rank, number in numbers.items():
        if n <= (8 if blocking else 2048) or n < power:
            sends[rank] += [(worker(number ^ mask), n) for mask in steps(power)]
            continue
        exchanges, first, last = halving(power, number, counts, low_first=True)
        sends[rank] += [(worker(partner), size) for partner, size in exchanges]
        for mask in reversed(list(steps(power))):
            sends[rank].append((worker(number ^ mask), sum(counts[first:last])))
            width = last - first
            if number > number ^ mask:
                first -= width
            last = first + 2 * width
    for rank in range(1, 2 * rest, 2):
        sends[rank].append((rank - 1, n))
    return sends


def scan(p, n, root, blocking):
    return [[(rank ^ mask, n) for mask in steps(p) if rank ^ mask < p] for rank in range(p)]


def gather(p, n, root, blocking):
    return binomial_up(p, root, lambda v: subtree(v, p) * n)


def scatter(p, n, root, blocking):
    return binomial_down(p, root, lambda v: subtree(v, p) * n)


def gatherv(p, n, root, blocking):
    return [[] if rank == root else [(root, n)] for rank in range(p)]


def scatterv(p, n, root, blocking):
    return [[(to, n) for to in range(p) if to != root] if rank == root else [] for rank in range(p)]


def allgatherv(p, n, root, blocking):
    """The ring of the blocking form sends blocks in pieces."""
    sends = allgather(p, n, root, blocking)
    if not blocking or sends != ring_allgather(p, n) or n <= PIECE:
        return sends
    pieces = [PIECE] * (n // PIECE) + ([n % PIECE] if n % PIECE else [])
    return [[(to, piece) for to, _ in each for piece in pieces] for each in sends]


def allgather(p, n, root, blocking):
    if p * n < 524288 and is_power(p):
        return doubling_allgather(p, n)
    if p * n < 81920:
        return bruck_allgather(p, n)
    return ring_allgather(p, n)


def alltoall(p, n, root, blocking):
    # The table of MPICH 4.0.2 says 8 ranks or more, its search takes "less than 8" for "at most 8" here.
    if n <= (256 if blocking else 2048) and p > 8:
        return [[((rank + mask) % p, sum(1 for i in range(p) if i & mask) * n) for mask in steps(p)] for rank in range(p)]
    if n <= 32768:
        return alltoallv(p, n, root, blocking)
    if is_power(p):
        return [[(rank ^ i, n) for i in range(1, p)] for rank in range(p)]
    return [[((rank + i) % p, n) for i in range(1, p)] for rank in range(p)]


def alltoallv(p, n, root, blocking):
    """To all, itself first, then down."""
    return [[((rank - i) % p, n) for i in range(p)] for rank in range(p)]


def reduce_scatter(p, n, root, blocking):
    total = p * n
    if total >= 524288:
        return [[((rank + i) % p, n) for i in range(1, p)] for rank in range(p)]
    numbers, worker, power, rest = fold_ranks(p, odd_works=True)
    counts = [2 * n if number < rest else n for number in range(power)]
    sends = nothing(p)
    for rank in range(0, 2 * rest, 2):
        sends[rank].append((rank + 1, total))
    for rank, number in numbers.items():
        exchanges, _, _ = halving(power, number, counts, low_first=False)
        sends[rank] += [(worker(partner), size) for partner, size in exchanges]
    for rank in range(1, 2 * rest, 2):
        sends[rank].append((rank - 1, n))
    return sends


# Name in MPI, model, sizes that choose each algorithm, whether there is a root.
COLLECTIVES = {
    "Barrier": (barrier, [0], False),
    "Bcast": (bcast, [1000, 12288, 20001, 600000], True),
    "Reduce": (reduce, [2000, 3001, 50000], True),
    "Allreduce": (allreduce, [8, 2000, 3001, 50000], False),
    "Scan": (scan, [100, 5000], False),
    "Exscan": (scan, [100, 5000], False),
    "Gather": (gather, [100, 5000], True),
    "Gatherv": (gatherv, [100, 5000], True),
    "Scatter": (scatter, [100, 5000], True),
    "Scatterv": (scatterv, [100, 5000], True),
    "Allgather": (allgather, [100, 10000, 300000], False),
    "Allgatherv": (allgatherv, [100, 10000, 300000], False),
    "Alltoall": (alltoall, [100, 2000, 5000, 40000], False),
    "Alltoallv": (alltoallv, [100, 5000, 40000], False),
    "Reduce_scatter": (reduce_scatter, [100, 5000, 300000], False),
    "Reduce_scatter_block": (reduce_scatter, [100, 5000, 300000], False),
}
