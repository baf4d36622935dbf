// SPDX-License-Identifier: Apache-2.0
// Collectives in which all ranks have equal shares, and the way in which each is run.
//
// A non-blocking one runs in a stream of its rank: a rank of the program of its own, which is started by a message
// without bytes and signals its end by another. The k-th non-blocking collective of a communicator runs in stream k mod
// 4.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "fsin/core/text.hpp"
#include "trgen/programs/ti/block_sizes.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

using collectives::Kind;
using formats::ti::Op;

constexpr std::uint32_t most_streams = 4;
constexpr std::int32_t begin_tag = 0;
constexpr std::int32_t end_tag = 1;

Kind kind_of(const formats::ti::Action& action) {
  switch (action.op) {
    case Op::barrier:
      return Kind::barrier;
    case Op::bcast:
      return Kind::broadcast;
    case Op::reduce:
      return Kind::reduce;
    case Op::alltoall:
      return Kind::all_to_all;
    case Op::gather:
      return Kind::gather;
    case Op::scatter:
      return Kind::scatter;
    case Op::allgather:
      return Kind::all_gather;
    case Op::gatherv:
      return Kind::gather_v;
    case Op::scatterv:
      return Kind::scatter_v;
    case Op::allgatherv:
      return Kind::all_gather_v;
    case Op::alltoallv:
      return Kind::all_to_all_v;
    case Op::reducescatter:
      return Kind::reduce_scatter;
    default:
      break;
  }
  if (action.name.ends_with("exscan")) return Kind::exclusive_scan;
  return action.name.ends_with("scan") ? Kind::scan : Kind::all_reduce;
}

/// The tag by which SMPI 3.32 writes the wait for a non-blocking collective, as observed.
std::int32_t wait_tag(Kind kind) {
  static constexpr std::array<std::int32_t, collectives::kinds> tags{
      -779, -3335, -113, -4446, -446, -2224, -224, -335, -557, -668, -1113, -1001, -890, -890, -889, -889};
  return tags[static_cast<std::size_t>(kind)];
}

}  // namespace

/// Reads a root: a rank of the communicator.
std::uint32_t Translator::root(std::size_t at) {
  if (!line_.has(at)) return 0;
  const std::uint64_t value = line_.count(at);
  const std::uint32_t size = communicators_.size(communicator_, self_, value == 0 ? 1 : ranks());
  if (value < size) return static_cast<std::uint32_t>(value);
  line_.refuse(at, fmt::format("the root {}, but the communicator has {} ranks", value, size));
  return 0;
}

void Translator::collective() {
  communicator_ = communicator_of_line();
  if (!line_.good()) return;
  if (communicator_ != 0 && communicators_.size(communicator_, self_, 0) == 0) {
    return line_.refuse(line_.size(),
                        fmt::format("rank {0} is in no communicator {1}; name its ranks in a line before, "
                                    "#comm {1} <ranks>",
                                    self_, communicator_));
  }
  const Op op = line_.action().op;
  const Called called = op <= Op::allgather       ? regular_call()
                        : op == Op::reducescatter ? reduce_scatter_call()
                                                  : vector_call();
  if (line_.good()) run(called);
}

Translator::Called Translator::regular_call() {
  Called called{.kind = kind_of(line_.action())};
  switch (line_.action().op) {
    case Op::barrier:
      break;
    case Op::bcast:
      called.bytes = bytes(0, 2);
      called.root = root(1);
      break;
    case Op::reduce:
      called.root = root(2);
      [[fallthrough]];
    case Op::allreduce: {
      const std::size_t type_at = called.kind == Kind::reduce ? 3 : 2;
      called.bytes = bytes(0, type_at);
      called.call = element_of_line(type_at);
      called.flops = line_.has(1) ? line_.count(1) : 0;
      break;
    }
    case Op::gather:
    case Op::scatter: {
      called.root = root(2);
      const bool gathers = called.kind == Kind::gather;
      const bool at_root = communicators_.number_of(communicator_, self_) == called.root;
      // The fields of the other side are not significant, and may be 0.
      called.bytes = at_root == gathers ? bytes(1, 4) : bytes(0, 3);
      break;
    }
    default:  // the send count may be 0: MPI_IN_PLACE
      called.bytes = std::max(bytes(0, 2), line_.has(1) ? bytes(1, 3) : 0);
  }
  called.like = called.bytes;
  return called;
}

/// Bytes of the unit that no algorithm of a reduction splits: `element=<bytes>`, else the size of the type.
std::uint64_t Translator::element_of_line(std::size_t type_at) {
  const std::string_view text = line_.field("element");
  if (text.empty())
    return line_.has(type_at) ? formats::ti::type_size(line_.number(type_at)).value_or(1) : element(type_at);
  const auto size = fsin::parse_natural(text);
  if (size && *size > 0 && *size <= largest_element) return *size;
  line_.refuse(line_.size(), fmt::format("element={} is no size of an element, 1 to {} bytes", text, largest_element));
  return 1;
}

void Translator::run(const Called& called) {
  starts_ = true;  // algorithms start their messages
  Calls& calls = rank_->calls_of(communicator_);
  const std::array<std::uint64_t, 4> facts{static_cast<std::uint64_t>(called.kind), called.root, called.like,
                                           calls.hash};
  calls.hash = XXH64(facts.data(), sizeof facts, ++calls.count);
  if (line_.action().name.starts_with('i')) return run_beside(called, calls);
  add({.kind = OperationKind::collective,
       .collective = called.kind,
       .peer = called.root,
       .communicator = Communicators::streams * communicator_,
       .amount = called.bytes,
       .call = called.call});
  compute(self_, called.flops);
}

void Translator::run_beside(const Called& called, Calls& calls) {
  const std::uint32_t stream = 1 + calls.beside++ % most_streams;
  streams_ = std::max(streams_, stream);
  const std::uint32_t other = self_ + stream * ranks();
  const std::uint32_t communicator = Communicators::streams * communicator_ + stream;
  Pending pending{.sort = Pending::Sort::collective, .tag = wait_tag(called.kind)};
  begin(pending);
  if (!line_.good()) return;
  // Signals are no messages of the trace, whose sends and receives add() compares.
  const Operation signal{.kind = OperationKind::send, .tag = begin_tag, .peer = other, .communicator = communicator};
  store_.add(self_, signal);
  store_.add(self_, {.kind = OperationKind::receive_start,
                     .tag = end_tag,
                     .peer = other,
                     .communicator = communicator,
                     .request = pending.request});
  store_.add(other, {.kind = OperationKind::receive, .tag = begin_tag, .peer = self_, .communicator = communicator});
  store_.add(other, {.kind = OperationKind::collective,
                     .collective = called.kind,
                     .peer = called.root,
                     .communicator = communicator,
                     .amount = called.bytes,
                     .call = called.call});
  compute(other, called.flops);
  store_.add(other, {.kind = OperationKind::send, .tag = end_tag, .peer = self_, .communicator = communicator});
}

}  // namespace trgen::programs::ti
