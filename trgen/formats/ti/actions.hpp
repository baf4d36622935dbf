// SPDX-License-Identifier: Apache-2.0
// The actions of time-independent traces, and the types in which they count.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trgen::formats::ti {

enum class Op : std::uint8_t {
  init,
  call,  ///< a state that contains nothing
  compute,
  sleep,
  note,  ///< no action of the rank
  send,
  isend,
  recv,
  irecv,
  sendrecv,
  start,
  test,
  wait,
  waitall,
  waitany,  ///< also of requests that the action does not name
  barrier,
  bcast,
  reduce,
  allreduce,
  alltoall,
  gather,
  scatter,
  allgather,
  gatherv,
  scatterv,
  allgatherv,
  alltoallv,
  reducescatter,
  unsupported,
  tests,     ///< of requests that the action does not name
  startall,  ///< of requests that the action does not name
  probe,
};

struct Action {
  std::string_view name;  ///< in lower case
  Op op = Op::unsupported;
  std::string_view state;  ///< name of the MPI function
  std::string_view form;   ///< its arguments, for messages
};

std::span<const Action> actions();
/// The action of this name, in any case; null when there is none.
const Action* find_action(std::string_view name);
/// The action by which a collective of this name is written; null when there is none.
const Action* collective_action(std::string_view state);

/// Bytes of an element of the type with this number in SimGrid; empty when it is unknown (or -1, a derived type).
std::optional<std::uint64_t> type_size(std::int64_t type);

/// A source, or a peer that is no rank (MPI_PROC_NULL).
inline constexpr std::int64_t any_source = -333;
inline constexpr std::int64_t any_tag = -444;

}  // namespace trgen::formats::ti
