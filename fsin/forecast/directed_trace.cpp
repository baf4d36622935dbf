// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/directed_trace.hpp"

#include <fmt/format.h>

#include <string>

#include "fsin/core/rng.hpp"

namespace fsin::forecast {
namespace {

using trgen::record::Kind;
using trgen::record::Record;

class DirectedCursor final : public trgen::record::TraceCursor {
 public:
  DirectedCursor(const std::vector<std::vector<std::uint32_t>>& partners, const DirectedTraceParams& params)
      : partners_(partners), stream_{params.seed, Purpose::destination}, messages_(params.messages) {
    sent_.resize(partners.size());
  }

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= partners_.size() || partners_[rank].empty() || sent_[rank] == messages_) return false;
    const std::uint32_t draw = philox(stream_, sent_[rank]++, rank)[0];
    const auto choices = static_cast<std::uint32_t>(partners_[rank].size());
    out = {.kind = Kind::send, .peer = partners_[rank][scale_draw(draw, choices)], .line = sent_[rank]};
    return true;
  }
  std::string failure() const override { return {}; }

 private:
  const std::vector<std::vector<std::uint32_t>>& partners_;  ///< by source
  StreamKey stream_;
  std::uint64_t messages_;
  std::vector<std::uint64_t> sent_;
};

class DirectedTrace final : public trgen::record::TraceSource {
 public:
  explicit DirectedTrace(const DirectedTraceParams& params) : params_(params), partners_(params.nodes) {
    for (const deadlock::Flow& flow : params.flows) partners_[flow.source].push_back(flow.destination);
    for (const auto& each : partners_) senders_ += each.empty() ? 0U : 1U;
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return params_.nodes; }
  std::uint64_t records() const override { return senders_ * params_.messages; }
  std::uint64_t records(std::uint32_t rank) const override {
    return rank < partners_.size() && !partners_[rank].empty() ? params_.messages : 0;
  }
  const std::vector<std::string>& state_names() const override { return none_; }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return none_; }
  std::unique_ptr<trgen::record::TraceCursor> open() const override {
    return std::make_unique<DirectedCursor>(partners_, params_);
  }

 private:
  DirectedTraceParams params_;
  std::vector<std::vector<std::uint32_t>> partners_;
  std::uint64_t senders_ = 0;
  std::string name_ = "directed load";
  std::string digest_;
  std::vector<std::string> none_;
};

}  // namespace

std::shared_ptr<const trgen::record::TraceSource> make_directed_trace(const DirectedTraceParams& params) {
  return std::make_shared<DirectedTrace>(params);
}

}  // namespace fsin::forecast
