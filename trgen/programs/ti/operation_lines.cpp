// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/operation_lines.hpp"

#include <fmt/compile.h>

#include <array>
#include <iterator>
#include <optional>

#include "fsin/core/append.hpp"
#include "trgen/formats/ti/actions.hpp"
#include "trgen/record/notes.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::programs::ti {
namespace {

using collectives::Kind;

constexpr int byte_type = 6;

std::string_view word_of(const Operation& message) {
  switch (message.kind) {
    case OperationKind::send:
      return message.synchronous() ? "ssend" : "send";
    case OperationKind::receive:
      return "recv";
    case OperationKind::send_start:
      return message.synchronous() ? "issend" : "isend";
    default:
      return "irecv";
  }
}

std::string requests_text(std::uint32_t first, std::uint32_t count) {
  return count == 1 ? fmt::format("req={}", first) : fmt::format("req={}-{}", first, first + count - 1);
}

/// Number of a type of so many bytes.
std::optional<int> type_of(std::uint64_t element) {
  constexpr std::array types{6, 1, 0, 3, 14, 27};  // BYTE INT DOUBLE SHORT LONG_DOUBLE CLDOUBLE
  for (const int type : types) {
    if (formats::ti::type_size(type) == element) return type;
  }
  return std::nullopt;
}

}  // namespace

bool OperationLines::append(fmt::memory_buffer& text, const Operation& operation) {
  const auto to = std::back_inserter(text);
  using enum OperationKind;
  const bool message = operation.kind <= receive_start && operation.kind >= send;
  const std::uint32_t number = operation.communicator + shift_;
  if (operation.kind == collective && number != 0 && named_.insert(number).second) {
    const Group group = program_.group(operation.communicator, rank_);
    std::vector<std::uint32_t> members(group.size);
    for (std::uint32_t i = 0; i < group.size; ++i) members[i] = group[i];
    fsin::append(text, "#comm {} {}\n", number, record::ranks_text(members));
  }
  if (message) {
    const std::int64_t peer = operation.peer == any_rank ? formats::ti::any_source : operation.peer;
    const std::int64_t tag = operation.tag == any_tag ? formats::ti::any_tag : operation.tag;
    fmt::format_to(to, FMT_COMPILE("{} {} {} {} {} {}"), rank_, word_of(operation), peer, tag, operation.amount,
                   byte_type);
    if (operation.kind == send_start || operation.kind == receive_start)
      fsin::append(text, " req={}", operation.request);
    if (number != 0) fsin::append(text, " comm={}", number);
    return true;
  }
  switch (operation.kind) {
    case compute:
      fmt::format_to(to, FMT_COMPILE("{} compute {}"), rank_, operation.amount);
      return true;
    case wait:
    case wait_any:
      if (operation.requests == 0) return false;
      fsin::append(text, "{} {} {} {}", rank_, operation.kind == wait ? "waitall" : "waitany", operation.requests,
                   requests_text(operation.request, operation.requests));
      return true;
    case collective:
      fsin::append(text, "{} ", rank_);
      this->collective(text, operation);
      if (number != 0) fsin::append(text, " comm={}", number);
      return true;
    default:
      return false;
  }
}

void OperationLines::collective(fmt::memory_buffer& text, const Operation& call) {
  const Group group = program_.group(call.communicator, rank_);
  switch (call.collective) {
    case Kind::barrier:
      fsin::append(text, "barrier");
      return;
    case Kind::broadcast:
      fsin::append(text, "bcast {} {} {}", call.amount, call.peer, byte_type);
      return;
    case Kind::reduce:
      return reduction(text, call, "reduce", true);
    case Kind::all_reduce:
      return reduction(text, call, "allreduce", false);
    case Kind::scan:
      return reduction(text, call, "scan", false);
    case Kind::exclusive_scan:
      return reduction(text, call, "exscan", false);
    case Kind::gather:
    case Kind::scatter:
      fsin::append(text, "{} {} {} {} {} {}", collectives::name_of(call.collective), call.amount, call.amount,
                   call.peer, byte_type, byte_type);
      return;
    case Kind::all_gather:
    case Kind::all_to_all:
      fsin::append(text, "{} {} {} {} {}", collectives::name_of(call.collective), call.amount, call.amount, byte_type,
                   byte_type);
      return;
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return reduce_scatter(text, call, group);
    default:
      return by_rank(text, call, group);
  }
}

void OperationLines::reduction(fmt::memory_buffer& text, const Operation& call, std::string_view action,
                               bool has_root) {
  const std::uint64_t element = call.call == 0 ? 8 : call.call;
  const auto type = call.amount % element == 0 ? type_of(element) : std::nullopt;
  fsin::append(text, "{} {} 0", action, type ? call.amount / element : call.amount);
  if (has_root) fsin::append(text, " {}", call.peer);
  fsin::append(text, " {}", type.value_or(byte_type));
  if (!type) fsin::append(text, " element={}", element);
}

void OperationLines::reduce_scatter(fmt::memory_buffer& text, const Operation& call, const Group& group) {
  const bool blocks = call.collective == Kind::reduce_scatter;
  fsin::append(text, "reducescatter");
  for (std::uint32_t rank = 0; rank < group.size; ++rank)
    fsin::append(text, " {}", blocks ? block(call, rank, rank) : call.amount);
  const auto element = static_cast<std::uint32_t>(call.call);
  fsin::append(text, " 0 {} element={} block={}", byte_type, element == 0 ? 8 : element, blocks ? 0 : 1);
}

/// Appends a count for each rank, where this rank knows them.
void OperationLines::by_rank(fmt::memory_buffer& text, const Operation& call, const Group& group) {
  const auto own = group.number_of(rank_);
  if (!own) throw record::TraceError(fmt::format("rank {} is no member of communicator {}", rank_, call.communicator));
  const bool at_root = *own == call.peer;
  const auto list = [&](auto size_of) {
    for (std::uint32_t rank = 0; rank < group.size; ++rank) fsin::append(text, " {}", size_of(rank));
  };
  switch (call.collective) {
    case Kind::gather_v:
      fsin::append(text, "gatherv {}", block(call, *own, call.peer));
      list([&](std::uint32_t rank) { return at_root ? block(call, rank, call.peer) : 0; });
      fsin::append(text, " {}", call.peer);
      break;
    case Kind::scatter_v:
      fsin::append(text, "scatterv");
      list([&](std::uint32_t rank) { return at_root ? block(call, call.peer, rank) : 0; });
      fsin::append(text, " {} {}", block(call, call.peer, *own), call.peer);
      break;
    case Kind::all_gather_v:
      fsin::append(text, "allgatherv {}", block(call, *own, *own));
      list([&](std::uint32_t rank) { return block(call, rank, rank); });
      break;
    default: {
      std::uint64_t sent = 0, received = 0;
      for (std::uint32_t rank = 0; rank < group.size; ++rank) {
        sent += block(call, *own, rank);
        received += block(call, rank, *own);
      }
      fsin::append(text, "alltoallv {}", sent);
      list([&](std::uint32_t rank) { return block(call, *own, rank); });
      fsin::append(text, " {}", received);
      list([&](std::uint32_t rank) { return block(call, rank, *own); });
    }
  }
  fsin::append(text, " {} {}", byte_type, byte_type);
}

}  // namespace trgen::programs::ti
