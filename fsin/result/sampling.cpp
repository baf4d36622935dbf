// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/sampling.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fsin/core/quantity_text.hpp"

namespace fsin::result {

using Json = nlohmann::ordered_json;

std::string Sampling::text(double seconds_per_cycle) const {
  if (whole()) return fmt::format("all {} rounds were simulated: their times did not settle before", rounds);
  const auto whole_text = [](double number) { return grouped_text(static_cast<std::uint64_t>(std::llround(number))); };
  return fmt::format("{} of {} rounds simulated; the whole takes {} +- {} cycles = {} +- {} at {:.4g}%", simulated,
                     rounds, whole_text(cycles), whole_text(std::ceil(half_width)),
                     seconds_text(cycles * seconds_per_cycle), seconds_text(half_width * seconds_per_cycle),
                     100 * confidence);
}

Json sampling_json(const Sampling& sampling, double seconds_per_cycle) {
  return {{"rounds", sampling.rounds},
          {"simulated", sampling.simulated},
          {"settled", sampling.settled},
          {"period", sampling.period},
          {"round_cycles", sampling.round_cycles},
          {"round_half_width", sampling.round_half_width},
          {"cycles", sampling.cycles},
          {"half_width", sampling.half_width},
          {"seconds", sampling.cycles * seconds_per_cycle},
          {"confidence", sampling.confidence}};
}

std::optional<Sampling> read_sampling(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Sampling sampling;
  sampling.rounds = json.at("rounds");
  sampling.simulated = json.at("simulated");
  sampling.settled = json.at("settled");
  sampling.period = json.at("period");
  sampling.round_cycles = json.at("round_cycles");
  sampling.round_half_width = json.at("round_half_width");
  sampling.cycles = json.at("cycles");
  sampling.half_width = json.at("half_width");
  sampling.confidence = json.at("confidence");
  return sampling;
}

}  // namespace fsin::result
