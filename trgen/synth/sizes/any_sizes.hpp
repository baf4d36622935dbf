// SPDX-License-Identifier: Apache-2.0
// The parameters of the sizes of messages, one entry of the catalogue, and what may be asked of them.
#pragma once

#include <string>

#include "fsin/config/choice.hpp"
#include "trgen/synth/sizes/sizes.hpp"

namespace trgen::synth {

struct SizeChoices;  // the list: sizes/catalogue.hpp
using AnySizes = fsin::config::Choice<SizeChoices>;

/// Reason why messages of these sizes do not suit the network, and the remedy; empty where they do.
std::string check(const AnySizes& params, const NetworkFacts& facts);

/// The distribution of sizes. Throws record::TraceError where a file that it needs cannot be read.
Sizes make_sizes(const AnySizes& params, const NetworkFacts& facts);

}  // namespace trgen::synth

extern template class fsin::config::Choice<trgen::synth::SizeChoices>;
