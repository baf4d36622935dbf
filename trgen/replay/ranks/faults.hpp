// SPDX-License-Identifier: Apache-2.0
// Operations that no rank can do. Traces and the programs of this project have none; one that a user wrote might.
#pragma once

#include <cstdint>
#include <string>

#include "trgen/replay/ranks/all_ranks.hpp"
#include "trgen/replay/ranks/handshakes.hpp"

namespace trgen::replay {

enum class Fault : std::uint8_t { none, peer, communicator, start, restart };

/// What makes the operation at the head of the rank with this number impossible. `asks`: messages may ask before they
/// leave, for which some communicators are kept; `open`: receives may leave their source open.
inline Fault fault_of(const AllRanks& all, const Rank& rank, std::uint32_t number, bool asks, bool open) {
  using enum programs::OperationKind;
  const programs::Operation& head = rank.head;
  const bool starts = head.kind == send_start || head.kind == receive_start;
  if (!starts && head.kind != send && head.kind != receive) return Fault::none;
  const bool any = open && head.peer == programs::any_rank && (head.kind == receive || head.kind == receive_start);
  if (head.peer >= all.count && !any) return Fault::peer;
  if (asks && head.communicator >= Handshakes::communicators) return Fault::communicator;
  if (!starts) return Fault::none;
  if (all.requests.empty()) return Fault::start;
  if (head.request == no_request) return Fault::none;
  const Request* const request = all.requests[number].find(head.request);
  return request == nullptr || request->state == Request::State::inactive ? Fault::none : Fault::restart;
}

/// The fault in words.
std::string fault_text(const AllRanks& all, std::uint32_t number, Fault fault);

}  // namespace trgen::replay
