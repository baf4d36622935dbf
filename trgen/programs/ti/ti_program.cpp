// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/ti_program.hpp"

#include <algorithm>

#include "trgen/programs/ti/block_sizes.hpp"

namespace trgen::programs::ti {
namespace {

class TiProgram final : public Program {
 public:
  TiProgram(Translated translated, std::string name) : trace_(std::move(translated)), name_(std::move(name)) {
    seats_ = trace_.ranks;
    if (!trace_.seats.empty()) seats_ = *std::max_element(trace_.seats.begin(), trace_.seats.end()) + 1;
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return trace_.ranks * (1 + trace_.streams); }
  std::uint64_t steps(std::uint32_t rank) const override { return trace_.store.blocks(rank); }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    if (std::string fault = trace_.store.read(rank, number, out); !fault.empty()) out.fail(std::move(fault));
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    return trace_.communicators.group(communicator, rank);
  }
  std::uint32_t seats() const override { return seats_; }
  std::uint32_t seat(std::uint32_t rank) const override {
    return trace_.seats.empty() ? rank % trace_.ranks : trace_.seats[rank % trace_.ranks];
  }
  /// Non-blocking collectives run in streams of their ranks, which may be streams themselves.
  std::uint32_t stream_of(std::uint32_t rank) const override {
    return trace_.stream_of.empty() ? rank % trace_.ranks : trace_.stream_of[rank % trace_.ranks];
  }
  record::Losses left_out() const override { return trace_.left_out; }
  std::uint32_t most_requests() const override { return trace_.most_requests; }
  bool only_blocks() const override { return !trace_.starts; }
  bool receives_any() const override { return trace_.receives_any; }

  std::uint64_t block_bytes(const Operation& collective, std::uint32_t rank, std::uint32_t from,
                            std::uint32_t to) const override {
    using collectives::Kind;
    const BlockPlace place = BlockPlace::of(collective.call);
    if (place.own_only) return trace_.store.size_at(place.index);
    if (collective.collective == Kind::scatter_v) return trace_.store.size_at(place.index + to);
    if (collective.collective != Kind::all_to_all_v) return trace_.store.size_at(place.index + from);
    const std::uint32_t communicator = collective.communicator / Communicators::streams;
    const std::uint32_t own = trace_.communicators.number_of(communicator, rank % trace_.ranks).value_or(0);
    if (from == own) return trace_.store.size_at(place.index + to);
    const std::uint32_t all = trace_.communicators.size(communicator, rank % trace_.ranks, trace_.ranks);
    return trace_.store.size_at(place.index + all + from);
  }

 private:
  Translated trace_;
  std::string name_;
  std::uint32_t seats_ = 0;
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> make_ti_program(Translated translated, std::string name) {
  return std::make_shared<TiProgram>(std::move(translated), std::move(name));
}

}  // namespace trgen::programs::ti
