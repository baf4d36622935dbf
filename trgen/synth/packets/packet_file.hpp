// SPDX-License-Identifier: Apache-2.0
// Packets one by one in a file: a line "cycle source destination bytes" for each, in the order of cycles, fields apart
// by blanks or commas, `#` begins a comment; plain, gzip, zstd or bzip2, recognised by content. The first line may name
// its columns and then have others, which are ignored, in any order; a column `phits` gives the length of a packet in
// place of its bytes. Such a file is also what `fsin run --packet-log` writes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/synth/table_file.hpp"

namespace trgen::synth {

/// The packet of a line, or several packets if its bytes exceed one.
struct PacketRow {
  fsin::Cycle cycle = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint32_t packets = 1;
  std::uint16_t last_phits = 0;
};

class PacketReader {
 public:
  PacketReader(io::Input& in, const fsin::workload::NetworkFacts& facts);

  /// Reads the next packet. Throws record::TraceError for a fault, with all faults up to the next correct line.
  bool next(PacketRow& row);

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);

  /// Reads the first line, if it names the columns.
  bool read_names();
  bool read_row(PacketRow& row);
  bool read_length(PacketRow& row);

  TableFile file_;
  fsin::workload::Packetiser packetiser_;
  std::uint32_t nodes_;
  std::size_t cycle_ = 0, source_ = 1, destination_ = 2, bytes_ = 3, phits_ = absent;
  std::size_t least_fields_ = 4;
  fsin::Cycle last_ = 0;
  bool begun_ = false;
};

/// Summary of a file of packets.
struct PacketFacts {
  std::uint64_t rows = 0;
  std::uint64_t packets = 0;
  std::uint64_t sources = 0;  ///< nodes that send
  fsin::Cycle last = 0;       ///< cycle of the last line
  std::string digest;
  std::vector<PacketRow> sample;  ///< evenly spaced lines
};

/// Reads the whole file. Throws record::TraceError for any fault.
PacketFacts survey_packets(const fsin::InputPath& file, const fsin::workload::NetworkFacts& facts);

}  // namespace trgen::synth
