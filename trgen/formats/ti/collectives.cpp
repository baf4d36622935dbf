// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/collectives.hpp"

#include <algorithm>
#include <iterator>

namespace trgen::formats::ti {

using record::Record;

Collectives::Collectives(const record::TraceSource& trace) : ranks_(trace.ranks()) {
  for (const std::string& state : trace.state_names()) actions_.push_back(collective_action(state));
  bool zero_described = false;
  for (const auto& each : trace.notes().communicators) {
    zero_described = zero_described || each.number == 0;
    if (each.members.size() == ranks_) world_.push_back(each.number);
  }
  if (!zero_described) world_.push_back(0);
  std::sort(world_.begin(), world_.end());
}

bool Collectives::append(fmt::memory_buffer& text, std::uint32_t rank, const Record& record) {
  const Action* const action = actions_[record.state];
  if (action == nullptr) return false;
  if (!std::binary_search(world_.begin(), world_.end(), record.communicator)) {
    ++of_some_ranks_;
    return false;
  }
  const bool nonblocking = action->state.starts_with("MPI_I");
  if (nonblocking) ++nonblocking_;
  fmt::format_to(std::back_inserter(text), "{} {}", rank, action->name.substr(nonblocking ? 1 : 0));
  arguments(text, action->op, rank, record);
  return true;
}

void Collectives::arguments(fmt::memory_buffer& text, Op op, std::uint32_t rank, const Record& record) {
  const auto to = std::back_inserter(text);
  const std::uint32_t root = record.peer == record::no_rank ? 0 : record.peer;
  const std::uint64_t sent = record.bytes;
  const std::uint64_t received = record.received;
  const bool at_root = rank == root;
  switch (op) {
    case Op::barrier:
      return;
    case Op::bcast:
      fmt::format_to(to, " {} {}", std::max(sent, received), root);
      return;
    case Op::reduce:
      fmt::format_to(to, " {} 0 {}", sent, root);
      return;
    case Op::allreduce:
      fmt::format_to(to, " {} 0", std::max(sent, received));
      return;
    case Op::alltoall:
      fmt::format_to(to, " {} {}", share(sent), share(received));
      return;
    case Op::gather:
      fmt::format_to(to, " {} {} {}", sent, at_root ? share(received) : sent, root);
      return;
    case Op::scatter:
      fmt::format_to(to, " {} {} {}", at_root ? share(sent) : received, received, root);
      return;
    case Op::allgather:
      fmt::format_to(to, " {} {}", sent, share(received));
      return;
    default:
      vector_arguments(text, op, root, record);
  }
}

void Collectives::vector_arguments(fmt::memory_buffer& text, Op op, std::uint32_t root, const Record& record) {
  const auto to = std::back_inserter(text);
  const std::uint64_t sent = record.bytes;
  const std::uint64_t received = record.received;
  ++vectors_;
  switch (op) {
    case Op::gatherv:
      fmt::format_to(to, " {}", sent);
      shares(text, received);
      fmt::format_to(to, " {}", root);
      return;
    case Op::scatterv:
      shares(text, sent);
      fmt::format_to(to, " {} {}", received, root);
      return;
    case Op::allgatherv:
      fmt::format_to(to, " {}", sent);
      return shares(text, received);
    case Op::alltoallv:
      fmt::format_to(to, " {}", sent);
      shares(text, sent);
      fmt::format_to(to, " {}", received);
      return shares(text, received);
    default:
      shares(text, sent);
      fmt::format_to(to, " 0");
  }
}

std::uint64_t Collectives::share(std::uint64_t bytes) {
  remainders_ += bytes % ranks_ == 0 ? 0 : 1;
  return bytes / ranks_;
}

void Collectives::shares(fmt::memory_buffer& text, std::uint64_t bytes) {
  for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
    fmt::format_to(std::back_inserter(text), " {}", bytes / ranks_ + (rank < bytes % ranks_ ? 1 : 0));
  }
}

void Collectives::report(record::Losses& losses) const {
  losses.add("collectives of some of the ranks (a trace of this format has one communicator)", of_some_ranks_);
  losses.add("counts of each rank of vector collectives, written as equal shares", vectors_);
  losses.add("bytes of collectives that do not divide by the number of ranks, rounded down", remainders_);
  losses.add("nonblocking collectives, written as blocking ones", nonblocking_);
}

}  // namespace trgen::formats::ti
