// SPDX-License-Identifier: Apache-2.0
// `workload: {type: packets, file: packets.csv}`: packets listed in a file, as a workload. A packet is generated in its
// cycle and enters when there is room; those of a node enter in the order of the file, one a cycle. The run ends when
// all have arrived.
//
// The file is read as the run goes on. Each thread reads it on its own and keeps the next packets of its nodes: some 64
// thousand packets, and all of one cycle.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fsin/config/input_key.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/packets/packet_file.hpp"
#include "trgen/synth/plan.hpp"

namespace trgen::synth {

struct PacketsParams {
  static constexpr std::string_view name = "packets";
  static constexpr std::string_view doc = "packets that a file gives one by one";
  static constexpr std::string_view cite = "";

  fsin::InputPath file;
  Kept<PacketFacts> kept;

  template <class F>
  void fields(F& f) {
    f("file", file,
      "file with a line \"cycle source destination bytes\" for each packet, in the order of cycles; plain or "
      "compressed "
      "with gzip, zstd or bzip2. The first line may name the columns, as --packet-log does")
        .required();
  }

  /// Reads the whole file, once.
  const PacketFacts& survey(const fsin::workload::NetworkFacts& facts) const {
    return kept.get([&] { return survey_packets(file, facts); });
  }
};

/// Adds an error for every fault of the file. False after one.
bool check_packets(const PacketsParams& params, const fsin::workload::NetworkFacts& facts,
                   fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The parameters must have passed check_packets(). Throws record::TraceError where the file cannot be read again.
std::unique_ptr<fsin::workload::Workload> make_packets(const PacketsParams& params,
                                                       const fsin::workload::NetworkFacts& facts);

/// Memory in bytes of a run in so many threads.
double bytes_of_packets(std::uint32_t nodes, unsigned threads);

}  // namespace trgen::synth
