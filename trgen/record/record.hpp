// SPDX-License-Identifier: Apache-2.0
// One event of one rank of a message-passing program, as a trace recorded it.
//
// Modelled: the point-to-point records of the extended trace (a collective appears as a state with its messages
// inside), the beginnings and ends of states, and the facts of a collective that a regular trace has, so that it can be
// expanded later. Not modelled: the contents of messages, and requests.
// Source: INSEE's extended traces (Ridruejo, Miguel-Alonso and Navaridas); their record names SS, SE, MS, MR are kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trgen::record {

enum class Kind : std::uint8_t {
  state_start,  ///< SS: the rank enters an MPI function
  state_end,    ///< SE: the rank leaves the function
  send,         ///< MS: a message leaves for `peer`
  receive,      ///< MR: a message from `peer` is complete
};

/// The two letters a record kind has in the text format, by value of Kind.
inline constexpr std::array<std::string_view, 4> kind_names{"SS", "SE", "MS", "MR"};

constexpr std::string_view kind_name(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

/// The root of a collective that has none.
inline constexpr std::uint32_t no_rank = 0xffffffff;

/// Fields that a kind of record does not have are zero. Ranks are those of MPI_COMM_WORLD.
struct Record {
  Kind kind = Kind::state_start;
  bool any_source =
      false;  ///< receive: posted with MPI_ANY_SOURCE; state_start: such a receive was posted or awaited in the state
  bool any_tag = false;            ///< receive: posted with MPI_ANY_TAG
  bool collective = false;         ///< state_start: communicator, peer (root or no_rank), bytes and received are known
  std::uint16_t state = 0;         ///< state_start, state_end: index in the trace's state_names()
  std::uint32_t peer = 0;          ///< send: destination rank; receive: source rank; collective: root
  std::int32_t tag = 0;            ///< send, receive
  std::uint32_t communicator = 0;  ///< send, receive, collective: number given by the tracing library
  std::uint64_t bytes = 0;     ///< send, receive: payload, which may be 0; collective: bytes that this rank contributes
  std::uint64_t received = 0;  ///< collective: bytes that this rank receives
  /// receive: takes the message that was sent as number `match` (from 1) of its source, tag and communicator. 0: the
  /// message with the number that the receive itself has, in record order, among the receives of that source, tag and
  /// communicator.
  std::uint64_t match = 0;
  std::uint64_t time_ns = 0;  ///< clock of the rank; the clocks of two ranks need not agree
  std::uint64_t line = 0;     ///< place in the trace file (text: line number), for messages

  bool operator==(const Record&) const = default;
};

constexpr bool is_message(Kind kind) { return kind == Kind::send || kind == Kind::receive; }

}  // namespace trgen::record
