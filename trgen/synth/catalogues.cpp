// SPDX-License-Identifier: Apache-2.0
// The catalogues of synthetic load, compiled once: see any_pattern.hpp, sizes/any_sizes.hpp, arrivals/any_arrivals.hpp.
#include <fmt/format.h>

#include "trgen/synth/arrivals/catalogue.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/sizes/catalogue.hpp"

namespace trgen::synth {
std::string check(const AnyPattern& params, const NetworkFacts& facts) {
  return Patterns::visit([&](const auto& pattern) { return std::string(pattern.check(facts)); }, params);
}

std::unique_ptr<Pattern> make_pattern(const AnyPattern& params, const NetworkFacts& facts, std::uint64_t seed) {
  return Patterns::visit([&](const auto& each) -> std::unique_ptr<Pattern> { return each.make(facts, seed); }, params);
}

bool is_uneven(const AnyPattern& params) {
  return Patterns::visit(
      []<class P>(const P&) {
        return requires { P::uneven; };
      },
      params);
}

std::string unlike_original(const AnyPattern& params, const NetworkFacts& facts) {
  return Patterns::visit(
      [&]<class P>(const P& pattern) -> std::string {
        if constexpr (requires { pattern.unlike_original(facts); }) {
          return pattern.unlike_original(facts);
        } else {
          return fmt::format(
              "the original simulator has no pattern {}; use one that it has (docs/model/workloads.md "
              "lists them)",
              P::name);
        }
      },
      params);
}

std::string check(const AnySizes& params, const NetworkFacts& facts) {
  return SizeChoices::visit([&](const auto& sizes) { return std::string(sizes.check(facts)); }, params);
}

Sizes make_sizes(const AnySizes& params, const NetworkFacts& facts) {
  return SizeChoices::visit([&](const auto& sizes) { return sizes.make(facts); }, params);
}

std::string check(const AnyArrivals& params, const ArrivalRates& rates) {
  return ArrivalChoices::visit([&](const auto& process) { return std::string(process.check(rates)); }, params);
}

std::unique_ptr<ArrivalProcess> make_process(const AnyArrivals& params, const ArrivalRates& rates) {
  return ArrivalChoices::visit([&](const auto& each) -> std::unique_ptr<ArrivalProcess> { return each.make(rates); },
                               params);
}

}  // namespace trgen::synth

template class fsin::config::Choice<trgen::synth::Patterns>;
template class fsin::config::Choice<trgen::synth::SizeChoices>;
template class fsin::config::Choice<trgen::synth::ArrivalChoices>;
template class fsin::config::Choice<trgen::synth::Loops>;
