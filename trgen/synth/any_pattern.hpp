// SPDX-License-Identifier: Apache-2.0
// The parameters of one spatial pattern of the catalogue, whichever it is, and what may be asked of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fsin/config/choice.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct Patterns;  // the list: patterns.hpp
using AnyPattern = fsin::config::Choice<Patterns>;

/// Reason why the pattern does not suit the network, and the remedy; empty where it does.
std::string check(const AnyPattern& params, const NetworkFacts& facts);

/// The pattern on a network that suits it. `seed` is for those that are drawn once for a run.
std::unique_ptr<Pattern> make_pattern(const AnyPattern& params, const NetworkFacts& facts, std::uint64_t seed);

/// True where nodes may send at different rates.
bool is_uneven(const AnyPattern& params);

/// Reason why the original simulator cannot draw the same pattern, and the remedy; empty when it can.
std::string unlike_original(const AnyPattern& params, const NetworkFacts& facts);

}  // namespace trgen::synth

extern template class fsin::config::Choice<trgen::synth::Patterns>;
