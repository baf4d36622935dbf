// SPDX-License-Identifier: Apache-2.0
// Collectives by their facts, and calls without messages, as DUMPI text.
#include <fmt/format.h>

#include <array>

#include "trgen/formats/dumpi_call.hpp"
#include "trgen/formats/dumpi_writer.hpp"

namespace trgen::formats {
namespace {

using record::Record;

constexpr std::array<std::string_view, 15> collectives{
    "MPI_Barrier",   "MPI_Bcast",      "MPI_Reduce",   "MPI_Allreduce", "MPI_Scan",
    "MPI_Exscan",    "MPI_Gather",     "MPI_Gatherv",  "MPI_Scatter",   "MPI_Scatterv",
    "MPI_Allgather", "MPI_Allgatherv", "MPI_Alltoall", "MPI_Alltoallv", "MPI_Reduce_scatter"};

}  // namespace

/// What each of `size` peers has of all; DUMPI says only that.
std::uint64_t DumpiWriter::each(std::uint64_t bytes, std::uint32_t size) {
  if (bytes % size != 0) lose("bytes of collectives that the ranks do not share evenly", bytes % size);
  return bytes / size;
}

/// Bytes of every peer. Only the sum is known: one has them all.
void DumpiWriter::counts(std::string_view argument, std::uint64_t bytes, std::uint32_t size, std::uint32_t at) {
  std::vector<std::uint64_t> all(size);
  all[at] = bytes;
  line("int {}[{}]=[{}]", argument, size, fmt::join(all, ", "));
}

bool DumpiWriter::collective_call(const DumpiUnit& unit, std::string_view name) {
  const Record& facts = *unit.start;
  if (!facts.collective || shown_) return false;
  if (std::find(collectives.begin(), collectives.end(), name) == collectives.end()) {
    lose(fmt::format("facts of {}", name));
    return false;
  }
  const auto place = plan_.place(facts.communicator, rank_, facts.peer);
  const bool is_root = facts.peer == rank_;
  const std::string_view kind = name.substr(4);
  const auto basic = [&](std::string_view argument) { line("MPI_Datatype {}=5 (MPI_BYTE)", argument); };
  const auto own = plan_.place(facts.communicator, rank_, rank_);
  enter(name, unit.start_ns);
  if (kind == "Gather" || kind == "Gatherv" || kind == "Scatter" || kind == "Scatterv") {
    line("int commrank={}", own.rank);
  }
  if (kind == "Bcast") {
    count("count", "datatype", is_root ? facts.bytes : facts.received);
  } else if (kind == "Reduce" || kind == "Allreduce" || kind == "Scan" || kind == "Exscan") {
    count("count", "datatype", facts.bytes);
    line("MPI_Op op=3 (MPI_SUM)");
  } else if (kind == "Gather" || kind == "Allgather") {
    count("sendcount", "sendtype", facts.bytes);
    count("recvcount", "recvtype", each(facts.received, place.size));
  } else if (kind == "Gatherv" || kind == "Allgatherv") {
    line("int commsize={}", place.size);
    count("sendcount", "sendtype", facts.bytes);
    counts("recvcounts", facts.received, place.size, 0);
    basic("recvtype");
  } else if (kind == "Scatter") {
    count("sendcount", "sendtype", each(facts.bytes, place.size));
    count("recvcount", "recvtype", facts.received);
  } else if (kind == "Scatterv") {
    line("int commsize={}", place.size);
    counts("sendcounts", facts.bytes, place.size, 0);
    basic("sendtype");
    count("recvcount", "recvtype", facts.received);
  } else if (kind == "Alltoall") {
    count("sendcount", "sendtype", each(facts.bytes, place.size));
    count("recvcount", "recvtype", each(facts.received, place.size));
  } else if (kind == "Alltoallv") {
    line("int commsize={}", place.size);
    counts("sendcounts", facts.bytes, place.size, 0);
    basic("sendtype");
    counts("recvcounts", facts.received, place.size, 0);
    basic("recvtype");
  } else if (kind == "Reduce_scatter") {
    std::vector<std::uint64_t> all(place.size);
    all[own.rank] = facts.received;
    if (place.size > 1) all[own.rank == 0 ? 1 : 0] = facts.bytes - std::min(facts.bytes, facts.received);
    line("int commsize={}\nint recvcounts[{}]=[{}]", place.size, place.size, fmt::join(all, ", "));
    basic("datatype");
    line("MPI_Op op=3 (MPI_SUM)");
  }
  if (facts.peer != record::no_rank) line("int root={}", place.rank);
  comm("comm", place.handle);
  leave(name, unit.stop_ns);
  return true;
}

/// A call without messages: its arguments are not in the records, but for a few that are the same everywhere.
void DumpiWriter::plain_call(const DumpiUnit& unit, std::string_view name) {
  enter(name, unit.start_ns);
  if (name == "MPI_Init") {
    line("int argc=0\nstring argv[0]=<IGNORED>");
  } else if (name == "MPI_Comm_size") {
    comm("comm", dumpi::comm_world);
    line("int size={}", trace_.ranks());
  } else if (name == "MPI_Comm_rank") {
    comm("comm", dumpi::comm_world);
    line("int rank={}", rank_);
  } else if (name != "MPI_Finalize" && name != "MPI_Wtime" && name != "MPI_Wtick") {
    lose(fmt::format("arguments of {}", name));
  }
  leave(name, unit.stop_ns);
}

}  // namespace trgen::formats
