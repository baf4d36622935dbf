// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/expand/traced_call.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "trgen/record/mpi_traffic.hpp"

namespace trgen::programs::expand {
namespace {

using collectives::Kind;

/// Functions by value of Kind.
constexpr std::array<std::string_view, collectives::kinds> function_names{
    "barrier",  "bcast",     "reduce",     "allreduce", "gather",    "gatherv",        "scatter",
    "scatterv", "allgather", "allgatherv", "alltoall",  "alltoallv", "reduce_scatter", "reduce_scatter_block",
    "scan",     "exscan"};

}  // namespace

std::optional<Kind> kind_of(std::string_view function) {
  const std::string name = record::bare_name(function);
  if (name == "alltoallw") return Kind::all_to_all_v;
  const auto found = std::find(function_names.begin(), function_names.end(), name);
  if (found == function_names.end()) return std::nullopt;
  return static_cast<Kind>(found - function_names.begin());
}

std::uint64_t bytes_of(Kind kind, const record::Record& start, std::uint32_t size) {
  switch (kind) {
    case Kind::barrier:
      return 0;
    case Kind::broadcast:
      return std::max(start.bytes, start.received);
    case Kind::gather:
      return start.bytes != 0 ? start.bytes : start.received / size;
    case Kind::scatter:
      return start.received != 0 ? start.received : start.bytes / size;
    case Kind::scatter_v:
      return start.received;
    case Kind::all_to_all:
    case Kind::all_to_all_v:
      return start.bytes / size;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return start.received;
    default:
      return start.bytes;
  }
}

std::uint32_t element_of(std::uint64_t bytes) {
  std::uint32_t element = 8;
  while (bytes % element != 0) element /= 2;
  return element;
}

Communicators::Communicators(const record::TraceSource& trace)
    : described_(trace.notes().communicators),
      ranks_(trace.ranks()),
      contexts_(
          std::all_of(described_.begin(), described_.end(), [](const auto& each) { return each.number % 2 == 0; })) {
  for (const record::Communicator& each : described_) {
    std::vector<Place> places;
    std::uint32_t place = 0;
    for (const std::uint32_t rank : each.members) places.push_back({rank, place++});
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.rank < b.rank; });
    places_.push_back(std::move(places));
  }
}

const Communicators::Place* Communicators::seek(std::size_t communicator, std::uint32_t rank) const {
  const auto& places = places_[communicator];
  const auto found = std::lower_bound(places.begin(), places.end(), rank,
                                      [](const Place& place, std::uint32_t wanted) { return place.rank < wanted; });
  return found == places.end() || found->rank != rank ? nullptr : &*found;
}

std::size_t Communicators::find(std::uint32_t number, std::uint32_t rank) const {
  const auto described = [&](std::uint32_t wanted) {
    for (std::size_t i = 0; i < described_.size(); ++i) {
      if (described_[i].number == wanted && seek(i, rank) != nullptr) return i;
    }
    return unknown;
  };
  const std::size_t exact = described(number);
  if (exact != unknown) return exact;
  const std::size_t even = contexts_ && number % 2 == 1 ? described(number - 1) : unknown;
  if (even != unknown) return even;
  const bool is_described = std::any_of(described_.begin(), described_.end(), [&](const auto& each) {
    return each.number == (contexts_ ? number & ~1U : number);
  });
  return !is_described && (number == 0 || (number == 1 && contexts_)) ? places_.size() : unknown;
}

Group Communicators::group(std::size_t communicator) const {
  if (communicator == places_.size()) return Group::everyone(ranks_);
  return Group::list(described_[communicator].members);
}

std::uint32_t Communicators::place(std::size_t communicator, std::uint32_t rank) const {
  return communicator == places_.size() ? rank : seek(communicator, rank)->place;
}

std::optional<collectives::Call> call_of(Kind kind, const record::Record& start, const Communicators& communicators,
                                         std::size_t communicator) {
  const std::uint32_t size = communicators.size(communicator);
  const std::uint64_t bytes = bytes_of(kind, start, size);
  collectives::Call call{.kind = kind, .size = size, .bytes = bytes, .element = element_of(bytes)};
  if (!has_root(kind)) return call;
  if (start.peer == record::no_rank) return std::nullopt;
  if (communicators.find(start.communicator, start.peer) != communicator) return std::nullopt;
  call.root = communicators.place(communicator, start.peer);
  return call;
}

}  // namespace trgen::programs::expand
