// SPDX-License-Identifier: Apache-2.0
// Collectives of a DUMPI trace: their facts; and calls whose traffic is not carried.
#include <fmt/format.h>

#include <array>

#include "trgen/formats/dumpi_rank.hpp"
#include "trgen/formats/text.hpp"

namespace trgen::formats {
namespace {

using record::Record;

/// How the arguments of a collective say what a rank contributes and receives.
enum class Shape : std::uint8_t {
  nothing,    ///< barrier
  broadcast,  ///< count, datatype: from the root
  reduce,     ///< to the root
  all,        ///< every rank contributes and receives count elements
  exscan,     ///< the same, but for the first rank
  gather,     ///< sendcount from each; recvcount of each to the root
  gather_v,
  scatter,
  scatter_v,
  all_gather,
  all_gather_v,
  all_to_all,
  all_to_all_v,
  reduce_scatter,  ///< recvcounts of all contributed, the own received
};

struct Form {
  std::string_view function;
  Shape shape;
};

constexpr std::array forms{
    Form{"MPI_Barrier", Shape::nothing},
    Form{"MPI_Bcast", Shape::broadcast},
    Form{"MPI_Reduce", Shape::reduce},
    Form{"MPI_Allreduce", Shape::all},
    Form{"MPI_Scan", Shape::all},
    Form{"MPI_Exscan", Shape::exscan},
    Form{"MPI_Gather", Shape::gather},
    Form{"MPI_Gatherv", Shape::gather_v},
    Form{"MPI_Scatter", Shape::scatter},
    Form{"MPI_Scatterv", Shape::scatter_v},
    Form{"MPI_Allgather", Shape::all_gather},
    Form{"MPI_Allgatherv", Shape::all_gather_v},
    Form{"MPI_Alltoall", Shape::all_to_all},
    Form{"MPI_Alltoallv", Shape::all_to_all_v},
    Form{"MPI_Reduce_scatter", Shape::reduce_scatter},
};

/// Beginnings of the names of calls that move data in ways that are not recorded.
constexpr std::array<std::string_view, 13> uncarried{
    "MPI_File_",     "MPIO_",     "MPI_Win_",       "MPI_Put",         "MPI_Accumulate",
    "MPI_Rput",      "MPI_Rget",  "MPI_Comm_spawn", "MPI_Comm_accept", "MPI_Comm_connect",
    "MPI_Alltoallw", "MPI_Mrecv", "MPI_Neighbor_"};

}  // namespace

std::uint64_t DumpiRank::one(const DumpiCall& call, std::string_view count, std::string_view type) {
  return bytes(call, need(call, count), need(call, type));
}

std::uint64_t DumpiRank::sum(const DumpiCall& call, std::string_view counts, std::string_view type) {
  std::int64_t elements = 0;
  for (const std::int64_t each : call.list(counts)) {
    elements += each;
    if (each < 0 || each > INT32_MAX || elements > INT64_MAX / 2)
      fault(call, fmt::format("'{}' holds {}", counts, each));
  }
  const auto known = types_.bytes(elements, need(call, type));
  if (known) return *known;
  lose("sizes of derived types (an element counts as one byte)");
  return std::min<std::uint64_t>(static_cast<std::uint64_t>(elements), most_message_bytes);
}

bool DumpiRank::collective_facts(const DumpiCall& call, Record& start) {
  const auto form =
      std::find_if(forms.begin(), forms.end(), [&](const Form& each) { return each.function == call.name; });
  if (form == forms.end()) return false;
  if (!call.number("comm")) {
    lose(fmt::format("facts of {} without arguments", call.name));
    return false;
  }
  const std::int64_t communicator = need(call, "comm");
  const std::uint32_t number = shared_.communicators.number(communicator);
  if (number == DumpiCommunicators::unknown) {
    lose(fmt::format("facts of {} in communicators whose members are not known", call.name));
    return false;
  }
  const bool alone = number == DumpiCommunicators::self;
  const std::uint64_t size = alone ? 1 : shared_.communicators.members(number).size();
  const auto root = call.number("root");
  start.collective = true;
  start.communicator = number;
  start.peer = root ? *world_rank(communicator, *root, call) : record::no_rank;
  const bool is_root = start.peer == rank_;
  const auto whole = [&](std::uint64_t bytes) {
    if (bytes > most_message_bytes / size) fault(call, fmt::format("{} bytes for each of {} ranks", bytes, size));
    return bytes * size;
  };
  switch (form->shape) {
    case Shape::nothing:
      break;
    case Shape::broadcast:
      (is_root ? start.bytes : start.received) = one(call, "count", "datatype");
      break;
    case Shape::reduce:
      start.bytes = one(call, "count", "datatype");
      start.received = is_root ? start.bytes : 0;
      break;
    case Shape::exscan:
    case Shape::all:
      start.bytes = one(call, "count", "datatype");
      start.received = start.bytes;
      if (form->shape == Shape::exscan && !alone && shared_.communicators.members(number).front() == rank_) {
        start.received = 0;
      }
      break;
    case Shape::gather:
      start.bytes = one(call, "sendcount", "sendtype");
      start.received = is_root ? whole(one(call, "recvcount", "recvtype")) : 0;
      break;
    case Shape::gather_v:
      start.bytes = one(call, "sendcount", "sendtype");
      start.received = is_root ? sum(call, "recvcounts", "recvtype") : 0;
      break;
    case Shape::scatter:
      start.bytes = is_root ? whole(one(call, "sendcount", "sendtype")) : 0;
      start.received = one(call, "recvcount", "recvtype");
      break;
    case Shape::scatter_v:
      start.bytes = is_root ? sum(call, "sendcounts", "sendtype") : 0;
      start.received = one(call, "recvcount", "recvtype");
      break;
    case Shape::all_gather:
      start.bytes = one(call, "sendcount", "sendtype");
      start.received = whole(one(call, "recvcount", "recvtype"));
      break;
    case Shape::all_gather_v:
      start.bytes = one(call, "sendcount", "sendtype");
      start.received = sum(call, "recvcounts", "recvtype");
      break;
    case Shape::all_to_all:
      start.bytes = whole(one(call, "sendcount", "sendtype"));
      start.received = whole(one(call, "recvcount", "recvtype"));
      break;
    case Shape::all_to_all_v:
      start.bytes = sum(call, "sendcounts", "sendtype");
      start.received = sum(call, "recvcounts", "recvtype");
      break;
    case Shape::reduce_scatter: {
      start.bytes = sum(call, "recvcounts", "datatype");
      const auto counts = call.list("recvcounts");
      std::size_t place = 0;
      if (!alone) {
        const auto& members = shared_.communicators.members(number);
        place = static_cast<std::size_t>(std::find(members.begin(), members.end(), rank_) - members.begin());
      }
      start.received = place < counts.size() ? bytes(call, counts[place], need(call, "datatype")) : 0;
      break;
    }
  }
  return true;
}

void DumpiRank::count_uncarried(const DumpiCall& call) {
  const std::string_view name = call.name;
  const bool nonblocking_collective =
      name.starts_with("MPI_I") && std::any_of(forms.begin(), forms.end(), [&](const Form& each) {
        const std::string_view base = each.function.substr(4);
        return name.size() == base.size() + 5 && name.substr(6) == base.substr(1) &&
               (static_cast<unsigned char>(name[5]) | 0x20U) == (static_cast<unsigned char>(base[0]) | 0x20U);
      });
  const bool moves =
      nonblocking_collective || name == "MPI_Get" || name == "MPI_Imrecv" ||
      std::any_of(uncarried.begin(), uncarried.end(), [&](std::string_view each) { return name.starts_with(each); });
  if (moves) lose(fmt::format("traffic of {}", name));
}

}  // namespace trgen::formats
