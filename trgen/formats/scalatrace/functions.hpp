// SPDX-License-Identifier: Apache-2.0
// The functions, parameters and datatypes of ScalaTrace 2 by their numbers. They number the functions of MPI 1 in
// alphabetical order from 1000, with those of files behind them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trgen::formats::scalatrace {

/// What a call does for a replay.
enum class Does : std::uint8_t {
  nothing,  ///< that is known here: a state without a message
  send,
  start_send,
  receive,
  start_receive,
  exchange,    ///< MPI_Sendrecv
  replace,     ///< MPI_Sendrecv_replace
  persistent,  ///< MPI_Send_init and the like: takes a place among the requests, and is not followed
  wait,
  wait_all,
  barrier,
  broadcast,
  reduce,
  allreduce,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  reduce_scatter,
  scan,
  duplicate,  ///< makes a communicator of the same ranks
  split,      ///< makes communicators by colour
  create,     ///< makes a communicator of a group, which is not followed
  finish,     ///< MPI_Finalize
};

constexpr bool is_collective(Does does) { return does >= Does::barrier && does <= Does::scan; }

constexpr bool makes_communicator(Does does) { return does >= Does::duplicate && does <= Does::create; }

struct Function {
  std::string_view name;
  Does does = Does::nothing;
};

inline constexpr unsigned first_function = 1000;

/// By number, from first_function on.
std::span<const Function> functions();

/// The numbers of parameters that are read.
enum class Parameter : std::uint8_t {
  receive_counts = 0x01,
  counts = 0x03,
  requests = 0x0c,
  communicator = 0x10,
  count = 0x12,
  datatype = 0x14,
  receive_count = 0x15,
  receive_datatype = 0x16,
  root = 0x19,
  destination = 0x1a,
  tag = 0x1b,
  request = 0x1c,
  color = 0x23,
  key = 0x24,
  source = 0x2b,
  receive_tag = 0x2d,
};

/// "count", "tag": of a parameter that is read; empty for any other number.
std::string_view parameter_name(std::uint64_t number);

/// Bytes of a datatype; empty for a derived one, and for those that not every library has.
std::optional<std::uint64_t> datatype_size(std::int64_t number);

/// Sources from which any message is taken; tags that any message has.
inline constexpr std::int64_t any_source = 2147483647;
inline constexpr std::int64_t any_tag = -1;

/// Numbers of communicators. Those that a program made have the numbers first_made + (how many it had made before)
/// modulo most_made.
inline constexpr std::int64_t comm_self = 1;
inline constexpr std::int64_t comm_world = 2;
inline constexpr std::int64_t first_made = 1000;
inline constexpr std::int64_t most_made = 1000;

/// A request is named by its place in a ring of so many, counted from where the next one will be put.
inline constexpr std::int64_t ring_of_requests = 10000;

}  // namespace trgen::formats::scalatrace
