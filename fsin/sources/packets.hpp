// SPDX-License-Identifier: Apache-2.0
// `workload: {type: packets}` as a source (trgen/synth/packets/packet_workload.hpp).
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/synth/packets/packet_workload.hpp"

namespace fsin::sources {

template <>
inline constexpr std::string_view noun<trgen::synth::PacketsParams> = "a file of packets";

SourcePointer open_source(const trgen::synth::PacketsParams& params, const Opening& opening);

}  // namespace fsin::sources
