// SPDX-License-Identifier: Apache-2.0
// Collectives of a DUMPI trace and their facts, and calls whose traffic is not carried.
#include <fmt/format.h>

#include <array>

#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dumpi/rank_reader.hpp"
#include "trgen/record/mpi_traffic.hpp"

namespace trgen::formats::dumpi {
namespace {

using record::Record;

/// Arguments that give the number of bytes.
enum class Amount : std::uint8_t {
  nothing,
  count,     ///< count elements of the datatype
  send,      ///< sendcount
  receive,   ///< recvcount
  send_all,  ///< sendcount for every peer
  receive_all,
  sends,  ///< the sum of sendcounts
  receives,
  shares,  ///< the sum of recvcounts, in elements of the datatype
  share,   ///< this rank's element of recvcounts
};

/// The ranks that an amount concerns.
enum class Role : std::uint8_t { everybody, root, others, not_first };

struct Side {
  Amount amount = Amount::nothing;
  Role role = Role::everybody;
};

/// Bytes that a rank contributes and receives, by function.
struct Form {
  std::string_view function;
  Side contributes{};
  Side receives{};
};

constexpr std::array forms{
    Form{"MPI_Barrier"},
    Form{"MPI_Bcast", {Amount::count, Role::root}, {Amount::count, Role::others}},
    Form{"MPI_Reduce", {Amount::count}, {Amount::count, Role::root}},
    Form{"MPI_Allreduce", {Amount::count}, {Amount::count}},
    Form{"MPI_Scan", {Amount::count}, {Amount::count}},
    Form{"MPI_Exscan", {Amount::count}, {Amount::count, Role::not_first}},
    Form{"MPI_Gather", {Amount::send}, {Amount::receive_all, Role::root}},
    Form{"MPI_Gatherv", {Amount::send}, {Amount::receives, Role::root}},
    Form{"MPI_Scatter", {Amount::send_all, Role::root}, {Amount::receive}},
    Form{"MPI_Scatterv", {Amount::sends, Role::root}, {Amount::receive}},
    Form{"MPI_Allgather", {Amount::send}, {Amount::receive_all}},
    Form{"MPI_Allgatherv", {Amount::send}, {Amount::receives}},
    Form{"MPI_Alltoall", {Amount::send_all}, {Amount::receive_all}},
    Form{"MPI_Alltoallv", {Amount::sends}, {Amount::receives}},
    Form{"MPI_Reduce_scatter", {Amount::shares}, {Amount::share}},
};

/// Calls whose messages are not recorded although they are point-to-point, or are exchanged with other programs.
constexpr std::array<std::string_view, 6> uncarried{
    "MPI_Mrecv", "MPI_Imrecv", "MPI_Comm_spawn", "MPI_Comm_spawn_multiple", "MPI_Comm_accept", "MPI_Comm_connect"};

const Form* form_of(std::string_view function) {
  const auto* const found =
      std::find_if(forms.begin(), forms.end(), [&](const Form& each) { return each.function == function; });
  return found == forms.end() ? nullptr : found;
}

}  // namespace

std::uint64_t RankReader::one(const Call& call, std::string_view count, std::string_view type) {
  return bytes(call, need(call, count), need(call, type));
}

std::uint64_t RankReader::sum(const Call& call, std::string_view counts, std::string_view type) {
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

bool RankReader::collective_facts(const Call& call, Record& start) {
  const Form* const form = form_of(call.name);
  if (form == nullptr) return false;
  const auto communicator = call.number("comm");
  const std::uint32_t number = communicator ? shared_.communicators.number(*communicator) : Communicators::unknown;
  if (number == Communicators::unknown) {
    lose(fmt::format("facts of {} {}", call.name,
                     communicator ? "in communicators whose members are not known" : "without arguments"));
    return false;
  }
  const auto root = call.number("root");
  start.collective = true;
  start.communicator = number;
  start.peer = root ? *world_rank(*communicator, *root, call) : record::no_rank;
  const std::vector<std::uint32_t> alone{rank_};
  const auto& members = number == Communicators::self ? alone : shared_.communicators.members(number);
  const auto bytes_of = [&](const Side& side) -> std::uint64_t {
    const bool is_root = start.peer == rank_;
    const bool here = side.role == Role::everybody || (side.role == Role::root && is_root) ||
                      (side.role == Role::others && !is_root) ||
                      (side.role == Role::not_first && members.front() != rank_);
    return here ? amount(call, static_cast<unsigned>(side.amount), members) : 0;
  };
  start.bytes = bytes_of(form->contributes);
  start.received = bytes_of(form->receives);
  return true;
}

std::uint64_t RankReader::amount(const Call& call, unsigned which, const std::vector<std::uint32_t>& members) {
  const auto whole = [&](std::uint64_t bytes) {
    if (bytes <= most_message_bytes / members.size()) return bytes * members.size();
    fault(call, fmt::format("{} bytes for each of {} ranks", bytes, members.size()));
  };
  switch (static_cast<Amount>(which)) {
    case Amount::nothing:
      return 0;
    case Amount::count:
      return one(call, "count", "datatype");
    case Amount::send:
      return one(call, "sendcount", "sendtype");
    case Amount::receive:
      return one(call, "recvcount", "recvtype");
    case Amount::send_all:
      return whole(one(call, "sendcount", "sendtype"));
    case Amount::receive_all:
      return whole(one(call, "recvcount", "recvtype"));
    case Amount::sends:
      return sum(call, "sendcounts", "sendtype");
    case Amount::receives:
      return sum(call, "recvcounts", "recvtype");
    case Amount::shares:
      return sum(call, "recvcounts", "datatype");
    case Amount::share:
      break;
  }
  const auto counts = call.list("recvcounts");
  const auto place = static_cast<std::size_t>(std::find(members.begin(), members.end(), rank_) - members.begin());
  return place < counts.size() ? bytes(call, counts[place], need(call, "datatype")) : 0;
}

void RankReader::count_uncarried(const Call& call) {
  using record::Traffic;
  const Traffic traffic = record::traffic_of(call.name);
  const bool moves = traffic == Traffic::nonblocking || traffic == Traffic::one_sided || traffic == Traffic::files ||
                     (traffic == Traffic::collective && form_of(call.name) == nullptr) ||
                     std::find(uncarried.begin(), uncarried.end(), call.name) != uncarried.end();
  if (moves) lose(fmt::format("traffic of {}", call.name));
}

}  // namespace trgen::formats::dumpi
