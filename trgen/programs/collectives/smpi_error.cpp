// SPDX-License-Identifier: Apache-2.0
// Calls on which smpi_replay 3.32 ends in an error, as observed over the sizes and numbers of ranks at which its
// selectors change their choice.
#include <bit>

#include "trgen/programs/collectives/select.hpp"
#include "trgen/programs/collectives/select_smpi.hpp"

namespace trgen::programs::collectives {
namespace {

constexpr std::string_view nodes_of_ranks = "it asks which ranks share a node; here it is done as on one rank per node";
constexpr std::string_view needs_power_of_two =
    "its pairwise exchange needs a power of two of ranks; here it is not by XOR";

/// A broadcast by the rules of Open MPI: by a k-nomial tree, or with a rest that is sent so.
std::string_view error_of_broadcast(const Call& call) {
  const std::string_view name = select(call).name;
  if (name == "k-nomial") return nodes_of_ranks;
  if (name == "split-binary" && call.bytes / 2 < smpi_tuning(select(call), call).segment) return nodes_of_ranks;
  if (name != "chain-from-first" && name != "binary-from-first") return {};
  constexpr std::uint64_t piece = 8192;
  if (call.bytes <= piece || call.bytes % piece == 0) return {};
  Call rest = call;
  rest.bytes = rest.total = rest.largest = call.bytes % piece;
  return error_of_broadcast(rest);
}

/// An allreduce by the rules of Open MPI: a broadcast follows, for the whole or for a rest.
std::string_view error_of_all_reduce(const Call& call) {
  const std::string_view name = select(call).name;
  if (name != "nonoverlapping" && name != "ring-and-rest") return {};
  Call part = call;
  const std::uint64_t count = call.bytes / call.element;
  if (name == "ring-and-rest" && count >= call.size) {
    part.bytes = part.total = part.largest = call.bytes - count / call.size * call.size * call.element;
    return part.bytes == 0 ? std::string_view() : error_of_all_reduce(part);
  }
  part.kind = Kind::broadcast;
  return error_of_broadcast(part);
}

}  // namespace

std::string_view smpi_error(const Call& call) {
  if (is_empty(call)) return {};
  const bool ompi = call.library == Library::smpi_ompi;
  if (!ompi && call.library != Library::smpi_mpich) return {};
  switch (call.kind) {
    case Kind::broadcast:
      return ompi ? error_of_broadcast(call) : nodes_of_ranks;
    case Kind::all_reduce:
      return ompi ? error_of_all_reduce(call) : nodes_of_ranks;
    case Kind::reduce:
      return ompi ? std::string_view() : nodes_of_ranks;
    case Kind::all_gather_v: {
      if (select(call).name != "gather-bcast-largest") return {};
      Call part = call;
      part.kind = Kind::broadcast;
      part.bytes = part.total = call.largest;
      part.blocks = nullptr;
      return error_of_broadcast(part);
    }
    case Kind::all_to_all:
    case Kind::all_to_all_v:
      if (std::has_single_bit(call.size) || select(call).name != "pairwise") return {};
      // On an even number of ranks, the selector mpich goes round a ring.
      return ompi || call.size % 2 != 0 ? needs_power_of_two : std::string_view();
    default:
      return {};
  }
}

}  // namespace trgen::programs::collectives
