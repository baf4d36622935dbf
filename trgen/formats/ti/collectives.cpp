// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/collectives.hpp"

#include <algorithm>
#include <iterator>

#include "fsin/core/append.hpp"

namespace trgen::formats::ti {

using record::Record;

Collectives::Collectives(const record::TraceSource& trace, bool names)
    : trace_(trace),
      names_(names),
      contexts_(std::all_of(trace.notes().communicators.begin(), trace.notes().communicators.end(),
                            [](const auto& each) { return each.number % 2 == 0; })),
      ranks_(trace.ranks()) {
  for (const std::string& state : trace.state_names()) actions_.push_back(collective_action(state));
  bool zero_described = false;
  for (const auto& each : trace.notes().communicators) {
    zero_described = zero_described || each.number == 0;
    if (each.members.size() == ranks_) world_.push_back(each.number);
  }
  if (!zero_described) world_.push_back(0);
  std::sort(world_.begin(), world_.end());
}

const std::vector<std::uint32_t>* Collectives::members_of(std::uint32_t number, std::uint32_t rank) const {
  const auto& all = trace_.notes().communicators;
  const std::uint32_t described = contexts_ ? number & ~1U : number;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) {
    return each.number == described && std::find(each.members.begin(), each.members.end(), rank) != each.members.end();
  });
  return found == all.end() ? nullptr : &found->members;
}

bool Collectives::append(fmt::memory_buffer& text, std::uint32_t rank, const Record& record) {
  const Action* const action = actions_[record.state];
  if (action == nullptr) return false;
  const bool of_all = std::binary_search(world_.begin(), world_.end(), record.communicator) ||
                      (names_ && record.communicator < (contexts_ ? 2U : 1U));
  const auto* const members = names_ && !of_all ? members_of(record.communicator, rank) : nullptr;
  if (!of_all && members == nullptr) {
    ++of_some_ranks_;
    return false;
  }
  const std::uint32_t number = contexts_ ? record.communicator & ~1U : record.communicator;
  ranks_ = members == nullptr ? trace_.ranks() : members->size();
  if (members != nullptr && named_.insert(number).second)
    fsin::append(text, "#comm {} {}\n", number, record::ranks_text(*members));
  const bool nonblocking = action->state.starts_with("MPI_I");
  if (nonblocking) ++nonblocking_;
  fsin::append(text, "{} {}", rank, action->name.substr(nonblocking ? 1 : 0));
  Record own = record;
  if (members != nullptr && record.peer != record::no_rank) {  // ranks of the communicator
    const auto place = [&](std::uint32_t each) {
      return static_cast<std::uint32_t>(std::find(members->begin(), members->end(), each) - members->begin());
    };
    own.peer = place(record.peer);
    rank = place(rank);
  }
  arguments(text, action->op, rank, own);
  if (members != nullptr) fsin::append(text, " comm={}", number);
  return true;
}

/// Appends the element of a reduction, which a trace does not have: 8 bytes, or 4, 2 or 1 where 8 do not divide the
/// bytes.
void Collectives::element(fmt::memory_buffer& text, std::uint64_t bytes) const {
  if (!names_) return;
  std::uint64_t size = 8;
  while (bytes % size != 0) size /= 2;
  fsin::append(text, " 6 element={}", size);
}

void Collectives::arguments(fmt::memory_buffer& text, Op op, std::uint32_t rank, const Record& record) {
  const std::uint32_t root = record.peer == record::no_rank ? 0 : record.peer;
  const std::uint64_t sent = record.bytes;
  const std::uint64_t received = record.received;
  const bool at_root = rank == root;
  switch (op) {
    case Op::barrier:
      return;
    case Op::bcast:
      fsin::append(text, " {} {}", std::max(sent, received), root);
      return;
    case Op::reduce:
      fsin::append(text, " {} 0 {}", sent, root);
      return element(text, sent);
    case Op::allreduce:
      fsin::append(text, " {} 0", std::max(sent, received));
      return element(text, std::max(sent, received));
    case Op::alltoall:
      fsin::append(text, " {} {}", share(sent), share(received));
      return;
    case Op::gather:
      fsin::append(text, " {} {} {}", sent, at_root ? share(received) : sent, root);
      return;
    case Op::scatter:
      fsin::append(text, " {} {} {}", at_root ? share(sent) : received, received, root);
      return;
    case Op::allgather:
      fsin::append(text, " {} {}", sent, share(received));
      return;
    default:
      vector_arguments(text, op, root, record);
  }
}

void Collectives::vector_arguments(fmt::memory_buffer& text, Op op, std::uint32_t root, const Record& record) {
  const std::uint64_t sent = record.bytes;
  const std::uint64_t received = record.received;
  ++vectors_;
  switch (op) {
    case Op::gatherv:
      fsin::append(text, " {}", sent);
      shares(text, received);
      fsin::append(text, " {}", root);
      return;
    case Op::scatterv:
      shares(text, sent);
      fsin::append(text, " {} {}", received, root);
      return;
    case Op::allgatherv:
      fsin::append(text, " {}", sent);
      return shares(text, received);
    case Op::alltoallv:
      fsin::append(text, " {}", sent);
      shares(text, sent);
      fsin::append(text, " {}", received);
      return shares(text, received);
    default:
      shares(text, sent);
      fsin::append(text, " 0");
      element(text, sent);
  }
}

std::uint64_t Collectives::share(std::uint64_t bytes) {
  remainders_ += bytes % ranks_ == 0 ? 0 : 1;
  return bytes / ranks_;
}

void Collectives::shares(fmt::memory_buffer& text, std::uint64_t bytes) {
  for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
    fsin::append(text, " {}", bytes / ranks_ + (rank < bytes % ranks_ ? 1 : 0));
  }
}

void Collectives::report(record::Losses& losses) const {
  losses.add("collectives of some of the ranks (a trace of this format has one communicator)", of_some_ranks_);
  losses.add("counts of each rank of vector collectives, written as equal shares", vectors_);
  losses.add("bytes of collectives that do not divide by the number of ranks, rounded down", remainders_);
  losses.add("nonblocking collectives, written as blocking ones", nonblocking_);
}

}  // namespace trgen::formats::ti
