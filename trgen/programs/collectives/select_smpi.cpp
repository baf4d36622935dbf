// SPDX-License-Identifier: Apache-2.0
// The selectors of SMPI, as observed: the messages that SimGrid 3.32 sends for each call, by its own trace of them. The
// test of programs/ti compares them again where smpirun is installed.
#include "trgen/programs/collectives/select_smpi.hpp"

#include <algorithm>
#include <bit>

#include "trgen/programs/collectives/catalogue.hpp"

namespace trgen::programs::collectives {
namespace {

struct SmpiEntries {
  static const Entry* of(Kind kind, std::string_view name) { return find_algorithm(kind, name); }

  const Entry* barrier = of(Kind::barrier, "linear");
  const Entry* broadcast = of(Kind::broadcast, "binomial");
  const Entry* broadcast_chain = of(Kind::broadcast, "chain-from-first");
  const Entry* broadcast_binary = of(Kind::broadcast, "binary-from-first");
  const Entry* broadcast_pipeline = of(Kind::broadcast, "pipeline-ahead");
  const Entry* reduce = of(Kind::reduce, "linear-at-once");
  const Entry* reduce_tree = of(Kind::reduce, "binomial");
  const Entry* reduce_linear = of(Kind::reduce, "linear");
  const Entry* reduce_binomial = of(Kind::reduce, "binomial-ahead");
  const Entry* reduce_binary = of(Kind::reduce, "binary-ahead");
  const Entry* reduce_in_order = of(Kind::reduce, "in-order-binary-ahead");
  const Entry* reduce_chain = of(Kind::reduce, "chain-ahead");
  const Entry* all_reduce = of(Kind::all_reduce, "nonoverlapping");
  const Entry* all_reduce_halving = of(Kind::all_reduce, "rabenseifner-rest-last");
  const Entry* all_reduce_ring = of(Kind::all_reduce, "ring-and-rest");
  const Entry* all_reduce_doubling = of(Kind::all_reduce, "recursive-doubling");
  const Entry* gather = of(Kind::gather, "linear");
  const Entry* scatter = of(Kind::scatter, "linear");
  const Entry* scatter_tree = of(Kind::scatter, "binomial-nearest-first");
  const Entry* all_gather = of(Kind::all_gather, "linear");
  const Entry* all_gather_v_first = of(Kind::all_gather_v, "gather-bcast-largest");
  const Entry* all_gather_pairwise = of(Kind::all_gather, "pairwise");
  const Entry* all_gather_doubling = of(Kind::all_gather, "recursive-doubling-any");
  const Entry* all_gather_ring = of(Kind::all_gather_v, "ring");
  const Entry* all_to_all = of(Kind::all_to_all, "linear");
  const Entry* all_to_all_scattered = of(Kind::all_to_all, "scattered");
  const Entry* all_to_all_v = of(Kind::all_to_all_v, "scattered-others");
  const Entry* all_to_all_bruck = of(Kind::all_to_all, "bruck");
  const Entry* gather_sync = of(Kind::gather, "linear-sync-ahead");
  const Entry* all_to_all_pairwise = of(Kind::all_to_all, "pairwise");
  const Entry* reduce_scatter = of(Kind::reduce_scatter, "nonoverlapping");
  const Entry* reduce_scatter_at_once = of(Kind::reduce_scatter, "at-once-and-scatter");
  const Entry* reduce_scatter_doubling = of(Kind::reduce_scatter, "recursive-doubling");
  const Entry* reduce_scatter_pairwise = of(Kind::reduce_scatter, "pairwise");
  const Entry* scan = of(Kind::scan, "direct");
};

/// What SimGrid takes for MPI_Reduce_scatter under its selector mpich, and by default where blocks differ. It counts
/// elements, whatever their size.
const Entry* reduce_scatter_of(const SmpiEntries& known, const Call& call) {
  return call.total / call.element <= 524288 ? known.reduce_scatter_doubling : known.reduce_scatter_pairwise;
}

const Entry* by_default(const SmpiEntries& known, const Call& call) {
  switch (call.kind) {
    case Kind::barrier:
      return known.barrier;
    case Kind::broadcast:
      return known.broadcast;
    case Kind::reduce:
      return known.reduce;
    case Kind::all_reduce:
      return known.all_reduce;
    case Kind::gather:
    case Kind::gather_v:
      return known.gather;
    case Kind::scatter:
    case Kind::scatter_v:
      return known.scatter;
    case Kind::all_gather:
    case Kind::all_gather_v:
      return known.all_gather;
    case Kind::all_to_all:
      return nullptr;
    case Kind::all_to_all_v:
      return known.all_to_all;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return has_equal_blocks(call) ? known.reduce_scatter : reduce_scatter_of(known, call);
    case Kind::scan:
    case Kind::exclusive_scan:
      break;
  }
  return known.scan;
}

const Entry* as_mpich(const SmpiEntries& known, const Call& call) {
  switch (call.kind) {
    case Kind::broadcast:
      return known.broadcast;
    case Kind::reduce:
      return call.bytes < 2048 ? known.reduce_tree : nullptr;
    case Kind::all_reduce:
      return known.all_reduce_doubling;
    case Kind::all_gather:
    case Kind::all_gather_v:
      if (std::has_single_bit(call.size) ? call.total < 524288 : call.total < 81920) return nullptr;
      return call.kind == Kind::all_gather ? known.all_gather_pairwise : known.all_gather_ring;
    case Kind::all_to_all:
      if (call.bytes < 256 && call.size >= 8) return known.all_to_all_bruck;
      return call.bytes < 32768 ? known.all_to_all_scattered : known.all_to_all_pairwise;
    case Kind::all_to_all_v:
      return known.all_to_all_v;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return reduce_scatter_of(known, call);
    case Kind::scatter:
      return known.scatter_tree;
    default:
      return nullptr;
  }
}

const SmpiEntries& known_ones() {
  static const SmpiEntries known;
  return known;
}

}  // namespace

const Entry* smpi_choice(const Call& call) {
  const SmpiEntries& known = known_ones();
  const bool scans = call.kind == Kind::scan || call.kind == Kind::exclusive_scan;
  const bool rooted_v = call.kind == Kind::gather_v || call.kind == Kind::scatter_v;
  if (call.library == Library::smpi || scans || rooted_v) return by_default(known, call);
  const Entry* const own = call.library == Library::smpi_mpich ? as_mpich(known, call) : nullptr;
  return own != nullptr && own->misfit(call).empty() ? own : nullptr;
}

namespace {

const Entry* broadcast_in_place_of(const SmpiEntries& known, std::string_view named) {
  if (named == "linear") return known.broadcast_chain;
  if (named == "chain") return known.broadcast_pipeline;
  if (named == "binary") return known.broadcast_binary;
  return named == "binomial-high-bit" ? known.broadcast : nullptr;
}

const Entry* reduce_in_place_of(const SmpiEntries& known, std::string_view named) {
  if (named == "chain") return known.reduce_chain;
  if (named == "binary") return known.reduce_binary;
  if (named == "binomial") return known.reduce_binomial;
  if (named == "in-order-binary") return known.reduce_in_order;
  return known.reduce_linear;
}

}  // namespace

const Entry* smpi_in_place_of(const Entry& named, const Call& call) {
  const SmpiEntries& known = known_ones();
  const auto first_that_fits = [&](const Entry* entry) { return entry->misfit(call).empty() ? entry : nullptr; };
  switch (call.kind) {
    case Kind::broadcast:
      return broadcast_in_place_of(known, named.name);
    case Kind::reduce:
      return first_that_fits(reduce_in_place_of(known, named.name));
    case Kind::all_reduce:
      if (named.name == "linear") return known.all_reduce;
      if (named.name == "rabenseifner-halves") return first_that_fits(known.all_reduce_halving);
      return named.name == "ring" ? first_that_fits(known.all_reduce_ring) : nullptr;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      if (named.name != "nonoverlapping") return nullptr;
      return has_equal_blocks(call) ? known.reduce_scatter_at_once : reduce_scatter_of(known, call);
    case Kind::gather:
      return named.name == "linear-sync" ? known.gather_sync : nullptr;
    case Kind::scatter:
      return named.name == "binomial" ? known.scatter_tree : nullptr;
    case Kind::all_gather:
      if (named.name == "recursive-doubling") return known.all_gather_doubling;
      if (named.name == "ring") return known.all_gather_pairwise;
      [[fallthrough]];
    case Kind::all_gather_v:
      if (named.name == "gather-bcast" && call.kind == Kind::all_gather_v) return known.all_gather_v_first;
      return named.misfit(call).empty() ? nullptr : known.all_gather_pairwise;
    default:
      return nullptr;
  }
}

namespace {

constexpr std::uint64_t kib = 1024;

/// Segments of Open MPI 1, chosen by lines between the number of ranks and the bytes.
void tune_reduce(std::string_view chosen, const Call& call, Tuning& tuning) {
  const auto bytes = static_cast<double>(call.bytes);
  const double ranks = call.size;
  if (chosen == "chain-ahead") {
    const bool pipeline = call.size < 4;
    tuning.chains = std::max(1U, call.size / 2);
    tuning.segment = 64 * kib;
    if (pipeline && ranks > 0.0410 / 1024 * bytes + 9.7128) tuning.segment = kib;
    if (pipeline && tuning.segment != kib && ranks > 0.0033 / 1024 * bytes + 1.6761) tuning.segment = 32 * kib;
  } else if (chosen == "binary-ahead") {
    tuning.segment = 32 * kib;
  } else if (chosen == "binomial-ahead") {
    const bool whole = (call.size < 8 && call.bytes < 20480) || call.bytes < 2048;
    if (!whole && ranks > 0.6016 / 1024 * bytes + 1.3496) tuning.segment = kib;
  }
}

void tune_broadcast(std::string_view chosen, const Call& call, Tuning& tuning) {
  const auto bytes = static_cast<double>(call.bytes);
  const double ranks = call.size;
  if (chosen == "split-binary") tuning.segment = call.bytes < 370728 ? kib : 8 * kib;
  if (chosen != "pipeline-ahead") return;
  tuning.segment = 128 * kib;
  if (ranks < 1.6134e-6 * bytes + 2.1102) return;
  if (ranks < 2.3679e-6 * bytes + 1.1787) {
    tuning.segment = 64 * kib;
  } else if (ranks < 3.2118e-6 * bytes + 8.7936) {
    tuning.segment = 16 * kib;
  }
}

}  // namespace

/// The segments of Open MPI 1; of MPICH's alltoall the batch, which is that of MVAPICH2.
Tuning smpi_tuning(const Entry& chosen, const Call& call) {
  Tuning tuning;
  if (chosen.name == "scattered" || chosen.name == "scattered-others") tuning.batch = 4;
  if (call.library != Library::smpi_ompi) return tuning;
  if (call.kind == Kind::gather && chosen.name == "linear-sync-ahead")
    tuning.segment = call.bytes > 92160 ? 32 * kib : kib;
  if (call.kind == Kind::reduce) tune_reduce(chosen.name, call, tuning);
  if (call.kind == Kind::broadcast) tune_broadcast(chosen.name, call, tuning);
  return tuning;
}

}  // namespace trgen::programs::collectives
