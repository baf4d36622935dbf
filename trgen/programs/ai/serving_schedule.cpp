// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ai/serving_schedule.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/core/rng.hpp"

namespace trgen::programs::ai {
namespace {

struct Arrival {
  double time_ns = 0;
  std::uint64_t prompt = 1;
  std::uint64_t answer = 1;
};

class Arrivals {
 public:
  explicit Arrivals(const ServingRules& rules) : rules_(rules), key_{rules.seed, fsin::Purpose::arrival} {}

  /// Draws request `number`, after the one before it.
  Arrival next(std::uint64_t number) {
    const auto words = fsin::philox(key_, number, rules_.server);
    if (number > 0 || rules_.gap_ns > 0) clock_ -= rules_.gap_ns * std::log(1 - fsin::unit_draw(words[0]));
    return {clock_, length(rules_.prompt, words[1]), length(rules_.answer, words[2])};
  }

 private:
  /// A length with a geometric distribution from 1, with this mean.
  std::uint64_t length(std::uint64_t mean, std::uint32_t word) const {
    if (!rules_.random_lengths || mean == 1) return mean;
    const double stays = 1 - 1 / static_cast<double>(mean);
    return 1 + static_cast<std::uint64_t>(std::floor(std::log(1 - fsin::unit_draw(word)) / std::log(stays)));
  }

  const ServingRules& rules_;
  fsin::StreamKey key_;
  double clock_ = 0;
};

struct Active {
  std::uint64_t context = 0;  ///< tokens so far
  std::uint64_t left = 0;     ///< tokens still to be generated
};

}  // namespace

std::vector<Iteration> serve(const ServingRules& rules, const std::function<std::uint64_t(const Iteration&)>& time_of,
                             std::uint64_t most) {
  Arrivals arrivals(rules);
  std::vector<Iteration> all;
  std::vector<Active> active;
  std::uint64_t drawn = 1;
  Arrival next = arrivals.next(0);
  bool waiting = true;  // `next` has not been admitted
  double now = 0;
  while (waiting || !active.empty()) {
    if (all.size() == most) return {};
    Iteration each;
    if (active.empty() && next.time_ns > now) {
      each.idle_ns = static_cast<std::uint64_t>(std::ceil(next.time_ns - now));
      now += static_cast<double>(each.idle_ns);
    }
    for (Active& request : active) {
      ++each.answers;
      each.context += request.context++;
      --request.left;
    }
    std::vector<Active> taken;
    while (waiting && next.time_ns <= now && active.size() + taken.size() < rules.batch &&
           (each.prompts == 0 || each.prompt_tokens + next.prompt <= rules.most_tokens)) {
      ++each.prompts;
      each.prompt_tokens += next.prompt;
      each.prompt_squares += next.prompt * next.prompt;
      taken.push_back({next.prompt + 1, next.answer - 1});
      waiting = drawn < rules.requests;
      if (waiting) next = arrivals.next(drawn++);
    }
    active.insert(active.end(), taken.begin(), taken.end());
    active.erase(std::remove_if(active.begin(), active.end(), [](const Active& a) { return a.left == 0; }),
                 active.end());
    now += static_cast<double>(time_of(each));
    all.push_back(each);
  }
  return all;
}

}  // namespace trgen::programs::ai
