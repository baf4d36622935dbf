// SPDX-License-Identifier: Apache-2.0
// Several timelines of one run that receive the same events.
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::profile {

class Several final : public workload::Timeline {
 public:
  using Activity = workload::Activity;

  /// Adds a timeline, which must outlive this object; null is ignored.
  void add(workload::Timeline* timeline) {
    if (timeline != nullptr) all_.push_back(timeline);
  }
  /// As a single timeline: null for none, itself for more than one.
  workload::Timeline* timeline() { return all_.empty() ? nullptr : all_.size() == 1 ? all_[0] : this; }

  workload::Calls calls() const override {
    workload::Calls most = workload::Calls::unwanted;
    for (const auto* each : all_) most = std::max(most, each->calls());
    return most;
  }
  void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override {
    for (auto* each : all_) each->span(rank, activity, first, last);
  }
  void message(const workload::MessageLife& message) override {
    for (auto* each : all_) each->message(message);
  }
  void enter(std::uint32_t rank, const workload::Call& call, Cycle first) override {
    for (auto* each : all_) each->enter(rank, call, first);
  }
  void leave(std::uint32_t rank, Cycle last) override {
    for (auto* each : all_) each->leave(rank, last);
  }
  void starts(std::uint32_t rank, std::uint32_t destination, std::uint64_t bytes) override {
    for (auto* each : all_) each->starts(rank, destination, bytes);
  }
  void taken(std::uint32_t rank, std::uint32_t flow) override {
    for (auto* each : all_) each->taken(rank, flow);
  }
  /// At most one of them numbers causes.
  std::uint32_t taken_behind(std::uint32_t rank, std::uint32_t flow) override {
    std::uint32_t cause = workload::no_cause;
    for (auto* each : all_) {
      const std::uint32_t given = each->taken_behind(rank, flow);
      if (given != workload::no_cause) cause = given;
    }
    return cause;
  }
  void background(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override {
    for (auto* each : all_) each->background(rank, activity, first, last);
  }
  void background_from(std::uint32_t rank, Cycle first, std::uint32_t cause) override {
    for (auto* each : all_) each->background_from(rank, first, cause);
  }

 private:
  std::vector<workload::Timeline*> all_;
};

}  // namespace fsin::profile
