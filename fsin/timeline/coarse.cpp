// SPDX-License-Identifier: Apache-2.0
#include "fsin/timeline/coarse.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fsin::timeline {
namespace {

struct Step {
  enum class Kind : std::uint8_t { span, enter, leave };
  Kind kind = Kind::span;
  workload::Activity activity = workload::Activity::send;
  std::uint32_t name = 0;  ///< of a call that is entered
  Cycle first = 0;         ///< of a span, and of a call that is entered
  Cycle last = 0;          ///< of a span, and of a call that is left
  Cycle own = 0;           ///< length of a span without those that were joined to it
};

using Steps = std::vector<Step>;

void add_span(Steps& steps, const Step& span, Cycle shortest) {
  if (!steps.empty() && steps.back().kind == Step::Kind::span && steps.back().last + 1 == span.first &&
      span.own < shortest) {
    steps.back().last = span.last;
    return;
  }
  steps.push_back(span);
}

/// Joins what is shorter. A call that is not left yet stays.
Steps joined(const Steps& all, Cycle shortest) {
  Steps kept;
  std::vector<std::size_t> entered;  // where in `kept`
  for (const Step& step : all) {
    if (step.kind == Step::Kind::span) {
      add_span(kept, step, shortest);
    } else if (step.kind == Step::Kind::enter) {
      entered.push_back(kept.size());
      kept.push_back(step);
    } else {
      const std::size_t place = entered.back();
      entered.pop_back();
      if (step.last + 1 >= kept[place].first + shortest) {
        kept.push_back(step);
        continue;
      }
      // The calls within it are shorter still, so that only spans stand behind its begin.
      const Steps within(kept.begin() + static_cast<std::ptrdiff_t>(place) + 1, kept.end());
      kept.resize(place);
      for (const Step& span : within) add_span(kept, span, shortest);
    }
  }
  return kept;
}

class Coarse final : public Writer {
 public:
  Coarse(std::unique_ptr<Writer> writer, std::function<void(const Coarseness&)> told, const CoarseLimits& limits)
      : writer_(std::move(writer)), told_(std::move(told)), limits_(limits) {}

  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override {
    Steps& steps = of(rank);
    const std::size_t before = steps.size();
    add_span(steps, {Step::Kind::span, activity, 0, first, last, last - first + 1}, coarseness_.shortest);
    latest_ = std::max(latest_, last);
    count(steps.size() - before);
  }

  void enter(std::uint32_t rank, const std::string& name, Cycle first) override {
    const auto [place, is_new] = names_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) name_of_.push_back(&place->first);
    of(rank).push_back({Step::Kind::enter, {}, place->second, first, 0, 0});
    count(1);
  }

  void leave(std::uint32_t rank, Cycle last) override {
    of(rank).push_back({Step::Kind::leave, {}, 0, 0, last, 0});
    latest_ = std::max(latest_, last);
    count(1);
  }

  void message(const workload::MessageLife& message) override {
    if (sampling_hash(message) % coarseness_.every != 0) return;
    messages_.push_back(message);
    while (messages_.size() > limits_.messages) {
      coarseness_.every *= 2;
      std::erase_if(messages_, [this](const auto& each) { return sampling_hash(each) % coarseness_.every != 0; });
    }
  }

  void finish() override {
    if (coarseness_.shortest > 1) join();  // what came since, too
    if (!coarseness_.shows_all()) told_(coarseness_);
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      for (const Step& step : ranks_[rank]) write(rank, step);
    }
    for (const workload::MessageLife& message : messages_) writer_->message(message);
    writer_->finish();
  }

 private:
  Steps& of(std::uint32_t rank) {
    if (rank >= ranks_.size()) ranks_.resize(rank + std::size_t{1});
    return ranks_[rank];
  }

  void count(std::size_t more) {
    steps_ += more;
    if (steps_ <= std::max(limits_.steps, unavoidable_)) return;
    while (steps_ > limits_.steps && coarseness_.shortest <= latest_) {
      coarseness_.shortest *= 2;
      join();
    }
    if (steps_ > limits_.steps) unavoidable_ = 2 * steps_;  // a span of each rank
  }

  void join() {
    steps_ = 0;
    for (Steps& steps : ranks_) {
      steps = joined(steps, coarseness_.shortest);
      steps_ += steps.size();
    }
  }

  void write(std::uint32_t rank, const Step& step) {
    switch (step.kind) {
      case Step::Kind::span:
        return writer_->span(rank, step.activity, step.first, step.last);
      case Step::Kind::enter:
        return writer_->enter(rank, *name_of_[step.name], step.first);
      case Step::Kind::leave:
        return writer_->leave(rank, step.last);
    }
  }

  std::unique_ptr<Writer> writer_;
  std::function<void(const Coarseness&)> told_;
  CoarseLimits limits_;
  Coarseness coarseness_;
  std::vector<Steps> ranks_;
  std::vector<workload::MessageLife> messages_;
  std::map<std::string, std::uint32_t> names_;
  std::vector<const std::string*> name_of_;
  std::size_t steps_ = 0;
  std::size_t unavoidable_ = 0;  ///< so many are kept, for they could not be joined
  Cycle latest_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_coarse_writer(std::unique_ptr<Writer> writer, std::function<void(const Coarseness&)> told,
                                           const CoarseLimits& limits) {
  return std::make_unique<Coarse>(std::move(writer), std::move(told), limits);
}

}  // namespace fsin::timeline
