// SPDX-License-Identifier: Apache-2.0
// A connection matrix of htsim: flows, and triggers by which flows start others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/words.hpp"

namespace fsin::imports {

struct Flow {
  std::uint64_t from = 0, to = 0, bytes = 0;
  std::uint64_t start = 0;                         ///< ns
  std::uint64_t trigger = 0;                       ///< that starts it; 0: none, it starts at `start`
  std::uint64_t when_sent = 0, when_received = 0;  ///< triggers that it fires; 0: none
  Mark mark;
};

struct Trigger {
  enum class Kind : std::uint8_t { unknown, one_shot, multi_shot, barrier };
  Kind kind = Kind::unknown;
  std::uint64_t count = 0;          ///< of a barrier: how often it is fired until it starts its flows
  std::vector<std::size_t> starts;  ///< flows, in the order of the file
  std::vector<std::size_t> firing;  ///< flows that fire it
  Mark mark;
};

struct Matrix {
  std::uint64_t nodes = 0;
  std::vector<Flow> flows;
  std::map<std::uint64_t, Trigger> triggers;
};

/// Reads a matrix, and checks that every flow starts at some time. What is not taken over is left out in the draft.
Matrix read_matrix(const Source& source, Draft& draft, Diagnostics& diagnostics);

/// The matrix as a time-independent trace in nanoseconds: rank n is node n, and flows are further streams of its node.
std::string program_of(const Matrix& matrix);

}  // namespace fsin::imports
