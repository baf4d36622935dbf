// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/select.hpp"

#include <array>
#include <bit>
#include <span>

#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/openmpi_reduction_rules.hpp"
#include "trgen/programs/collectives/openmpi_rules.hpp"
#include "trgen/programs/collectives/select_smpi.hpp"
#include "trgen/programs/collectives/split.hpp"

namespace trgen::programs::collectives {
namespace {

using Numbers = std::array<const Entry*, 10>;  ///< algorithms of a kind, by their numbers in Open MPI

Numbers numbers_of(Kind kind, std::initializer_list<std::string_view> names) {
  Numbers out{};
  std::size_t number = 0;
  for (const std::string_view name : names) out[++number] = find_algorithm(kind, name);
  return out;
}

/// The entries that the tables name, looked up once.
struct KnownEntries {
  const Entry* of(Kind kind, std::string_view name) const { return find_algorithm(kind, name); }

  const Entry* barrier = of(Kind::barrier, "dissemination");
  const Entry* bcast_binomial = of(Kind::broadcast, "binomial");
  const Entry* bcast_linear = of(Kind::broadcast, "linear");
  const Entry* bcast_doubling = of(Kind::broadcast, "scatter-doubling");
  const Entry* bcast_ring = of(Kind::broadcast, "scatter-ring");
  const Entry* reduce_binomial = of(Kind::reduce, "binomial");
  const Entry* reduce_linear = of(Kind::reduce, "linear");
  const Entry* reduce_long = of(Kind::reduce, "rabenseifner");
  const Entry* allreduce_doubling = of(Kind::all_reduce, "recursive-doubling");
  const Entry* allreduce_linear = of(Kind::all_reduce, "linear");
  const Entry* allreduce_long = of(Kind::all_reduce, "rabenseifner");
  const Entry* gather = of(Kind::gather, "binomial");
  const Entry* gather_v = of(Kind::gather_v, "linear");
  const Entry* gather_v_in_order = of(Kind::gather_v, "linear-in-order");
  const Entry* scatter = of(Kind::scatter, "binomial");
  const Entry* scatter_v = of(Kind::scatter_v, "linear");
  const Entry* scatter_v_in_order = of(Kind::scatter_v, "linear-in-order");
  const Entry* allgather_doubling = of(Kind::all_gather, "recursive-doubling");
  const Entry* allgather_bruck = of(Kind::all_gather, "bruck");
  const Entry* allgather_ring = of(Kind::all_gather, "ring");
  const Entry* allgather_pieces = of(Kind::all_gather_v, "ring-in-pieces");
  const Entry* alltoall_bruck = of(Kind::all_to_all, "bruck");
  const Entry* alltoall_scattered = of(Kind::all_to_all, "scattered");
  const Entry* alltoall_pairwise = of(Kind::all_to_all, "pairwise-xor");
  const Entry* alltoall_in_place = of(Kind::all_to_all, "pairs-in-order");
  const Entry* reduce_scatter_halving = of(Kind::reduce_scatter, "recursive-halving");
  const Entry* reduce_scatter_pairwise = of(Kind::reduce_scatter, "pairwise");
  const Entry* reduce_scatter_doubling = of(Kind::reduce_scatter, "recursive-doubling");
  const Entry* reduce_scatter_ordered = of(Kind::reduce_scatter, "noncommutative");
  const Entry* scan_doubling = of(Kind::scan, "recursive-doubling");
  const Entry* scan_linear = of(Kind::scan, "linear");

  Numbers barriers =
      numbers_of(Kind::barrier, {"linear", "double-ring", "recursive-doubling", "dissemination", "two-proc", "tree"});
  Numbers broadcasts =
      numbers_of(Kind::broadcast, {"linear", "chain", "chain", "split-binary", "binary", "binomial-high-bit",
                                   "k-nomial", "scatter-doubling", "scatter-ring"});
  Numbers reduces = numbers_of(
      Kind::reduce, {"linear", "chain", "chain", "binary", "binomial", "in-order-binary", "rabenseifner-halves"});
  Numbers all_reduces = numbers_of(
      Kind::all_reduce, {"linear", "nonoverlapping", "recursive-doubling", "ring", "ring", "rabenseifner-halves"});
  Numbers gathers = numbers_of(Kind::gather, {"linear-in-order", "binomial", "linear-sync"});
  Numbers scatters = numbers_of(Kind::scatter, {"linear-in-order", "binomial", "linear"});
  Numbers all_gathers = numbers_of(
      Kind::all_gather, {"gather-bcast", "bruck", "recursive-doubling", "ring", "neighbour-exchange", "two-proc"});
  Numbers all_gathers_v =
      numbers_of(Kind::all_gather_v, {"gather-bcast", "bruck", "ring", "neighbour-exchange", "two-proc"});
  Numbers all_to_alls = numbers_of(Kind::all_to_all, {"linear", "pairwise", "bruck", "linear", "two-proc"});
  Numbers all_to_alls_v = numbers_of(Kind::all_to_all_v, {"linear", "pairwise"});
  Numbers reduce_scatters =
      numbers_of(Kind::reduce_scatter, {"nonoverlapping", "recursive-halving", "ring", "butterfly"});
  Numbers reduce_scatter_blocks = numbers_of(
      Kind::reduce_scatter_block, {"nonoverlapping", "recursive-doubling", "recursive-halving", "butterfly"});
};

/// True when a vector can be split: it needs an element for each rank of the largest power of two.
bool splits(const Call& call) { return elements(call.bytes, call.element) >= std::bit_floor(call.size); }

const Entry* mpich_choice(const KnownEntries& known, const Call& call) {
  const bool power = std::has_single_bit(call.size);
  switch (call.kind) {
    case Kind::barrier:
      return known.barrier;
    case Kind::broadcast:
      if (call.size < 8 || call.bytes <= 12288) return known.bcast_binomial;
      return power && call.bytes <= 524288 ? known.bcast_doubling : known.bcast_ring;
    case Kind::reduce:
      return call.bytes > 2048 && call.commutative && splits(call) ? known.reduce_long : known.reduce_binomial;
    case Kind::all_reduce:
      return call.bytes > 8 && call.commutative && splits(call) ? known.allreduce_long : known.allreduce_doubling;
    case Kind::gather:
      return known.gather;
    case Kind::gather_v:
      return known.gather_v;
    case Kind::scatter:
      return known.scatter;
    case Kind::scatter_v:
      return known.scatter_v;
    case Kind::all_gather:
    case Kind::all_gather_v:
      if (power && call.total < 524288) return known.allgather_doubling;
      if (call.total < 81920) return known.allgather_bruck;
      return call.kind == Kind::all_gather ? known.allgather_ring : known.allgather_pieces;
    case Kind::all_to_all:
      if (call.in_place) return known.alltoall_in_place;
      if (call.bytes <= 256 && call.size > 8) return known.alltoall_bruck;
      return call.bytes <= 32768 ? known.alltoall_scattered : known.alltoall_pairwise;
    case Kind::all_to_all_v:
      return call.in_place ? known.alltoall_in_place : known.alltoall_scattered;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      if (!call.commutative) {
        return power && has_equal_blocks(call) ? known.reduce_scatter_ordered : known.reduce_scatter_doubling;
      }
      return call.total < 524288 ? known.reduce_scatter_halving : known.reduce_scatter_pairwise;
    case Kind::scan:
    case Kind::exclusive_scan:
      return known.scan_doubling;
  }
  return known.barrier;
}

const Entry* by_rules(std::span<const OpenMpiRule> rules, const Numbers& numbers, const Call& call,
                      std::uint64_t bytes) {
  for (const OpenMpiRule& rule : rules) {
    if (call.size < rule.ranks_below && bytes < rule.bytes_below) return numbers[rule.algorithm];
  }
  return numbers[1];
}

const Entry* openmpi_table(const KnownEntries& known, const Call& call) {
  switch (call.kind) {
    case Kind::barrier:
      return by_rules(openmpi_barrier, known.barriers, call, 0);
    case Kind::broadcast:
      return by_rules(openmpi_broadcast, known.broadcasts, call, call.bytes);
    case Kind::reduce:
      if (!call.commutative) return by_rules(openmpi_reduce_ordered, known.reduces, call, call.bytes);
      return by_rules(openmpi_reduce, known.reduces, call, call.bytes);
    case Kind::all_reduce:
      if (!call.commutative) return by_rules(openmpi_all_reduce_ordered, known.all_reduces, call, call.bytes);
      return by_rules(openmpi_all_reduce, known.all_reduces, call, call.bytes);
    case Kind::gather:
      return by_rules(openmpi_gather, known.gathers, call, call.bytes);
    case Kind::gather_v:
      return known.gather_v_in_order;
    case Kind::scatter:
      return by_rules(openmpi_scatter, known.scatters, call, call.bytes);
    case Kind::scatter_v:
      return known.scatter_v_in_order;
    case Kind::all_gather:
      return by_rules(openmpi_all_gather, known.all_gathers, call, call.bytes);
    case Kind::all_gather_v:
      return by_rules(openmpi_all_gather_v, known.all_gathers_v, call, call.total / call.size);
    case Kind::all_to_all:
      if (call.in_place) return known.alltoall_in_place;
      return by_rules(openmpi_all_to_all, known.all_to_alls, call, call.bytes);
    case Kind::all_to_all_v:
      if (call.in_place) return known.alltoall_in_place;
      return by_rules(openmpi_all_to_all_v, known.all_to_alls_v, call, 0);
    case Kind::reduce_scatter:
      if (!call.commutative) return known.reduce_scatters[1];
      return by_rules(openmpi_reduce_scatter, known.reduce_scatters, call, call.total);
    case Kind::reduce_scatter_block:
      if (!call.commutative) return known.reduce_scatter_blocks[1];
      return by_rules(openmpi_reduce_scatter_block, known.reduce_scatter_blocks, call, call.total);
    case Kind::scan:
    case Kind::exclusive_scan:
      return known.scan_linear;
  }
  return known.barriers[1];
}

/// What Open MPI does, without a word, where its table names an algorithm that cannot do the call.
const Entry* openmpi_substitute(const KnownEntries& known, const Call& call) {
  switch (call.kind) {
    case Kind::reduce:
      return known.reduce_linear;
    case Kind::all_reduce:
      return call.commutative ? known.allreduce_doubling : known.allreduce_linear;
    case Kind::all_gather:
    case Kind::all_gather_v:
      return known.allgather_ring;
    default:
      return known.barriers[1];
  }
}

const Entry* openmpi_choice(const KnownEntries& known, const Call& call) {
  const Entry* choice = openmpi_table(known, call);
  const bool scatters = choice == known.bcast_doubling || choice == known.bcast_ring;
  if (scatters && elements(call.bytes, call.element) < call.size) return known.bcast_linear;
  if (choice == known.allgather_doubling && !std::has_single_bit(call.size)) return known.allgather_bruck;
  return choice->misfit(call).empty() ? choice : openmpi_substitute(known, call);
}

}  // namespace

const Entry& select(const Call& call) {
  static const KnownEntries known;
  switch (call.library) {
    case Library::mpich:
      break;
    case Library::openmpi:
      return *openmpi_choice(known, call);
    case Library::smpi:
    case Library::smpi_ompi:
    case Library::smpi_mpich:
      if (const Entry* const own = smpi_choice(call)) return *own;
      if (call.library == Library::smpi_mpich) break;
      if (const Entry* const other = smpi_in_place_of(*openmpi_table(known, call), call)) return *other;
      return *openmpi_choice(known, call);
  }
  return *mpich_choice(known, call);
}

Tuning tuning_of(const Entry& chosen, const Call& call) {
  const bool smpi = call.library == Library::smpi_ompi || call.library == Library::smpi_mpich;
  return smpi ? smpi_tuning(chosen, call) : Tuning();
}

}  // namespace trgen::programs::collectives
