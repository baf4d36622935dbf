// SPDX-License-Identifier: Apache-2.0
// The packets of a file that the nodes of one share send next: read in blocks, kept in a list for each node.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "trgen/synth/packets/packet_file.hpp"

namespace trgen::synth {

class PacketQueue {
 public:
  /// Queue of the nodes of `part` alone, or of all where `part_of_node` is empty. Throws record::TraceError.
  PacketQueue(const fsin::InputPath& file, const fsin::workload::NetworkFacts& facts,
              std::vector<std::uint8_t> part_of_node, unsigned part);

  /// Reads on until all packets up to this cycle are known.
  void reach(fsin::Cycle cycle);

  /// The first packet of a node, or null where none is known.
  PacketRow* front(std::uint32_t node) { return first_[node] == none ? nullptr : &items_[first_[node]].row; }
  void pop(std::uint32_t node);

  /// The first cycle of which not all packets are known; fsin::never when the whole file is known.
  fsin::Cycle unknown_from() const { return ended_ ? fsin::never : known_to_ + 1; }
  /// Packets that are known and have not been removed.
  std::uint64_t packets() const { return packets_; }
  void sent_one() { --packets_; }

  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

  static constexpr std::uint64_t block_rows = 65536;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Item {
    PacketRow row;
    std::uint32_t next = none;
  };

  void open();
  void read_ahead();
  void read_block();
  void keep(const PacketRow& row);

  fsin::InputPath file_;
  fsin::workload::NetworkFacts facts_;
  std::vector<std::uint8_t> part_of_node_;
  unsigned part_;
  std::unique_ptr<io::Input> in_;
  std::unique_ptr<PacketReader> reader_;
  PacketRow ahead_;     ///< read, and not kept yet
  bool ended_ = false;  ///< there is none
  std::uint64_t rows_ = 0;
  fsin::Cycle known_to_ = 0;
  std::uint64_t packets_ = 0;
  std::vector<Item> items_;
  std::uint32_t free_ = none;
  std::vector<std::uint32_t> first_, last_;  ///< by node, of items_
};

}  // namespace trgen::synth
