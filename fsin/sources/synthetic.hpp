// SPDX-License-Identifier: Apache-2.0
// `workload: {type: synthetic}` as a source (trgen/synth/synthetic.hpp).
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::sources {

template <>
inline constexpr std::string_view noun<trgen::synth::SyntheticParams> = "a workload of shots";  // what has an end

SourcePointer open_source(const trgen::synth::SyntheticParams& params, const Opening& opening);

}  // namespace fsin::sources
