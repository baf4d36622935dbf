// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/layers.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "trgen/record/mpi_traffic.hpp"

namespace trgen::pattern {
namespace {

using record::Record;

enum class Around : std::uint8_t { nothing, messages, collective };

Around around(const std::string& function) {
  switch (record::traffic_of(function)) {
    case record::Traffic::other:
      return Around::nothing;
    case record::Traffic::local:
    case record::Traffic::messages:
      return Around::messages;
    case record::Traffic::collective:
    case record::Traffic::nonblocking:
    case record::Traffic::setup:
    case record::Traffic::one_sided:
    case record::Traffic::files:
      break;
  }
  return Around::collective;
}

class Reader {
 public:
  Reader(const record::TraceSource& trace, bool together) : trace_(trace), together_(together) {
    for (const std::string& name : trace.state_names()) around_.push_back(around(name));
  }

  Traffic run() {
    const auto cursor = trace_.open();
    Record record;
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
      begin_rank();
      while (cursor->next(rank, record)) take(rank, record);
      if (inside_) leave_call(rank);
      end_rank(rank);
    }
    record::stop_at_failure(trace_, *cursor);
    return std::move(made_);
  }

 private:
  static constexpr std::uint32_t point_to_point = 0xffffffff;   ///< as a layer
  static constexpr std::uint32_t no_communicator = 0xffffffff;  ///< of calls for which nothing tells it
  static constexpr std::uint32_t others = 0xfffffffe;           ///< for communicators beyond the first most_layers
  static constexpr std::size_t most_layers = 1U << 16;
  using Row = std::unordered_map<std::uint64_t, Amount>;  ///< by layer and destination

  void begin_rank() {
    depth_ = 0;
    mpi_depth_ = 0;
    inside_ = false;
    row_.clear();
  }

  void take(std::uint32_t rank, const Record& record) {
    switch (record.kind) {
      case record::Kind::state_start:
        ++depth_;
        if (mpi_depth_ == 0 && around_[record.state] != Around::nothing) {
          mpi_depth_ = depth_;
          if (around_[record.state] == Around::collective) enter_call(rank, record);
        }
        break;
      case record::Kind::state_end:
        if (depth_ == 0) break;
        if (depth_ == mpi_depth_) {
          if (inside_) leave_call(rank);
          mpi_depth_ = 0;
        }
        --depth_;
        break;
      case record::Kind::send:
        send(rank, record);
        break;
      case record::Kind::receive:
        if (inside_ && !known_) meet(rank, record.communicator);
        break;
    }
  }

  void enter_call(std::uint32_t rank, const Record& record) {
    inside_ = true;
    known_ = false;
    state_ = record.state;
    if (!record.collective) return;
    meet(rank, record.communicator);
    made_.calls[layer_].contributed += record.bytes;
  }
  void leave_call(std::uint32_t rank) {
    if (!known_) meet(rank, no_communicator);
    inside_ = false;
  }
  /// Counts the call, whose communicator is now known.
  void meet(std::uint32_t rank, std::uint32_t communicator) {
    known_ = true;
    layer_ = layer(state_, communicator);
    Calls& calls = made_.calls[layer_];
    ++calls.calls;
    if (calls.callers.empty() || calls.callers.back() != rank) calls.callers.push_back(rank);
  }

  std::uint32_t layer(std::uint16_t state, std::uint32_t communicator) {
    if (layers_.size() >= most_layers && !layers_.contains(key(state, communicator))) communicator = others;
    const auto [found, is_new] = layers_.emplace(key(state, communicator), static_cast<std::uint32_t>(layers_.size()));
    if (is_new) {
      made_.calls.push_back({.function = trace_.state_names()[state], .callers = {}, .edges = {}});
    }
    return found->second;
  }
  static std::uint64_t key(std::uint32_t high, std::uint32_t low) { return (std::uint64_t{high} << 32) | low; }

  void send(std::uint32_t rank, const Record& record) {
    if (inside_ && !known_) meet(rank, record.communicator);
    if (record.peer == rank) {
      made_.to_self += {1, record.bytes};
      return;
    }
    const bool apart = inside_ && !together_;
    row_[key(apart ? layer_ : point_to_point, record.peer)] += {1, record.bytes};
  }

  void end_rank(std::uint32_t rank) {
    for (const auto& [where, amount] : row_) {
      const auto layer = static_cast<std::uint32_t>(where >> 32);
      const auto peer = static_cast<std::uint32_t>(where);
      (layer == point_to_point ? made_.messages : made_.calls[layer].edges).push_back({rank, peer, amount});
    }
  }

  const record::TraceSource& trace_;
  bool together_;
  std::vector<Around> around_;  ///< by state
  std::unordered_map<std::uint64_t, std::uint32_t> layers_;
  Traffic made_;
  Row row_;
  // Of the rank that is read:
  std::uint32_t depth_ = 0;
  std::uint32_t mpi_depth_ = 0;  ///< depth of the outermost MPI function; 0 outside
  bool inside_ = false;          ///< in a collective,
  bool known_ = false;           ///< whose communicator is known,
  std::uint16_t state_ = 0;      ///< of this function,
  std::uint32_t layer_ = 0;      ///< and this layer, once it is known
};

}  // namespace

Traffic read_traffic(const record::TraceSource& trace, bool together) { return Reader(trace, together).run(); }

}  // namespace trgen::pattern
