// SPDX-License-Identifier: Apache-2.0
// Writes collectives from their facts, and calls without messages, as DUMPI text.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/rank_writer.hpp"

namespace trgen::formats::dumpi {
namespace {

using record::Record;

/// The arguments of a collective besides root and communicator.
enum class Part : std::uint8_t {
  none,
  rank,       ///< this rank's number in the communicator
  size,       ///< number of ranks in the communicator
  message,    ///< count elements, which the root contributes and the others receive
  operand,    ///< count elements that this rank contributes, and the operation
  send,       ///< sendcount: contribution of this rank
  send_each,  ///< sendcount: to each peer
  send_list,  ///< sendcounts
  receive,    ///< the same for the data that the rank receives
  receive_each,
  receive_list,
  shares,  ///< recvcounts of everything that is reduced, and the operation
};

struct Arguments {
  std::string_view function;
  std::array<Part, 4> parts{};
};

constexpr std::array arguments_by_function{
    Arguments{"MPI_Barrier"},
    Arguments{"MPI_Bcast", {Part::message}},
    Arguments{"MPI_Reduce", {Part::operand}},
    Arguments{"MPI_Allreduce", {Part::operand}},
    Arguments{"MPI_Scan", {Part::operand}},
    Arguments{"MPI_Exscan", {Part::operand}},
    Arguments{"MPI_Gather", {Part::rank, Part::send, Part::receive_each}},
    Arguments{"MPI_Gatherv", {Part::rank, Part::size, Part::send, Part::receive_list}},
    Arguments{"MPI_Scatter", {Part::rank, Part::send_each, Part::receive}},
    Arguments{"MPI_Scatterv", {Part::rank, Part::size, Part::send_list, Part::receive}},
    Arguments{"MPI_Allgather", {Part::send, Part::receive_each}},
    Arguments{"MPI_Allgatherv", {Part::size, Part::send, Part::receive_list}},
    Arguments{"MPI_Alltoall", {Part::send_each, Part::receive_each}},
    Arguments{"MPI_Alltoallv", {Part::size, Part::send_list, Part::receive_list}},
    Arguments{"MPI_Reduce_scatter", {Part::size, Part::shares}},
};

}  // namespace

/// The bytes of each of `size` peers; DUMPI has only one number for all.
std::uint64_t RankWriter::each(std::uint64_t bytes, std::uint32_t size) {
  if (bytes % size != 0) lose("bytes of collectives that the ranks do not share evenly", bytes % size);
  return bytes / size;
}

/// Writes the bytes of every peer. Only their sum is known, so the first peer gets all.
void RankWriter::counts(std::string_view argument, std::string_view type, std::uint64_t bytes, std::uint32_t size) {
  std::vector<std::uint64_t> all(size);
  all.front() = bytes;
  line("int {}[{}]=[{}]\nMPI_Datatype {}=5 (MPI_BYTE)", argument, size, fmt::join(all, ", "), type);
}

/// Writes the shares of all ranks. Only the share of this rank and the sum are known.
void RankWriter::shares(const Record& facts, std::uint32_t rank, std::uint32_t size) {
  std::vector<std::uint64_t> all(size);
  all[rank] = facts.received;
  if (size > 1) all[rank == 0 ? 1 : 0] = facts.bytes - std::min(facts.bytes, facts.received);
  line("int recvcounts[{}]=[{}]\nMPI_Datatype datatype=5 (MPI_BYTE)\nMPI_Op op=3 (MPI_SUM)", size,
       fmt::join(all, ", "));
}

void RankWriter::collective_part(unsigned part, const Record& facts, std::uint32_t rank, std::uint32_t size) {
  switch (static_cast<Part>(part)) {
    case Part::none:
      return;
    case Part::rank:
      return line("int commrank={}", rank);
    case Part::size:
      return line("int commsize={}", size);
    case Part::message:
      return count("count", "datatype", facts.peer == rank_ ? facts.bytes : facts.received);
    case Part::operand:
      count("count", "datatype", facts.bytes);
      return line("MPI_Op op=3 (MPI_SUM)");
    case Part::send:
      return count("sendcount", "sendtype", facts.bytes);
    case Part::send_each:
      return count("sendcount", "sendtype", each(facts.bytes, size));
    case Part::send_list:
      return counts("sendcounts", "sendtype", facts.bytes, size);
    case Part::receive:
      return count("recvcount", "recvtype", facts.received);
    case Part::receive_each:
      return count("recvcount", "recvtype", each(facts.received, size));
    case Part::receive_list:
      return counts("recvcounts", "recvtype", facts.received, size);
    case Part::shares:
      return shares(facts, rank, size);
  }
}

bool RankWriter::collective_call(const Unit& unit, std::string_view name) {
  const Record& facts = *unit.start;
  if (!facts.collective || shown_) return false;
  const auto form = std::find_if(arguments_by_function.begin(), arguments_by_function.end(),
                                 [&](const Arguments& known) { return known.function == name; });
  if (form == arguments_by_function.end()) {
    lose(fmt::format("facts of {}", name));
    return false;
  }
  const auto root = plan_.place(facts.communicator, rank_, facts.peer);
  const auto own = plan_.place(facts.communicator, rank_, rank_);
  enter(name, unit.start_ns);
  for (const Part part : form->parts) collective_part(static_cast<unsigned>(part), facts, own.rank, root.size);
  if (facts.peer != record::no_rank) line("int root={}", root.rank);
  comm("comm", root.handle);
  leave(name, unit.stop_ns);
  return true;
}

/// Writes a call without messages. The records do not have its arguments, so it gets a few that are the same
/// everywhere. Calls on requests get arguments that do nothing: nobody as partner, the null request.
void RankWriter::plain_call(const Unit& unit, std::string_view name) {
  constexpr std::array<std::string_view, 4> without{"MPI_Init", "MPI_Finalize", "MPI_Wtime", "MPI_Wtick"};
  const bool known = std::find(without.begin(), without.end(), name) != without.end() || name == "MPI_Comm_size" ||
                     name == "MPI_Comm_rank";
  if (!known) lose(fmt::format("arguments of {}", name));
  enter(name, unit.start_ns);
  if (name == "MPI_Init") {
    line("int argc=0\nstring argv[0]=<IGNORED>");
  } else if (name == "MPI_Comm_size") {
    comm("comm", special::comm_world);
    line("int size={}", trace_.ranks());
  } else if (name == "MPI_Comm_rank") {
    comm("comm", special::comm_world);
    line("int rank={}", rank_);
  } else if (is_persistent_init(name)) {
    count("count", "datatype", 0);
    line("int {}={}\nint tag=0", name == "MPI_Recv_init" ? "source" : "dest", nobody);
    comm("comm", special::comm_world);
    line("MPI_Request request=[{}]", next_request_++);
  } else if (name == "MPI_Start" || name == "MPI_Cancel" || name == "MPI_Request_free") {
    line("MPI_Request request=[{}]", special::request_null);
  } else if (name == "MPI_Startall") {
    line("int count=0\nMPI_Request requests[0]=[]");
  }
  leave(name, unit.stop_ns);
}

}  // namespace trgen::formats::dumpi
