// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/packets/packet_queue.hpp"

#include <algorithm>
#include <utility>

namespace trgen::synth {

PacketQueue::PacketQueue(const fsin::InputPath& file, const fsin::workload::NetworkFacts& facts,
                         std::vector<std::uint8_t> part_of_node, unsigned part)
    : file_(file),
      facts_(facts),
      part_of_node_(std::move(part_of_node)),
      part_(part),
      first_(facts.nodes, none),
      last_(facts.nodes, none) {
  open();
}

void PacketQueue::open() {
  // A part without nodes asks for nothing and would never learn that the file ends: more processes than routers.
  if (!part_of_node_.empty() && std::find(part_of_node_.begin(), part_of_node_.end(), part_) == part_of_node_.end()) {
    ended_ = true;
    return;
  }
  in_ = std::make_unique<io::Input>(file_);
  reader_ = std::make_unique<PacketReader>(*in_, facts_);
  rows_ = 0;
  ended_ = false;
  read_ahead();
}

void PacketQueue::read_ahead() {
  ended_ = !reader_->next(ahead_);
  if (!ended_) ++rows_;
}

void PacketQueue::reach(fsin::Cycle cycle) {
  while (!ended_ && known_to_ < cycle) read_block();
}

/// Reads a block of lines, and the rest of those of its last cycle.
void PacketQueue::read_block() {
  fsin::Cycle cycle = ahead_.cycle;
  for (std::uint64_t lines = 0; !ended_ && (lines < block_rows || ahead_.cycle == cycle); ++lines) {
    cycle = ahead_.cycle;
    keep(ahead_);
    read_ahead();
  }
  known_to_ = cycle;
}

void PacketQueue::keep(const PacketRow& row) {
  if (!part_of_node_.empty() && part_of_node_[row.source] != part_) return;
  std::uint32_t at = free_;
  if (at != none) {
    free_ = items_[at].next;
  } else {
    at = static_cast<std::uint32_t>(items_.size());
    items_.emplace_back();
  }
  items_[at] = {row, none};
  if (first_[row.source] == none) {
    first_[row.source] = at;
  } else {
    items_[last_[row.source]].next = at;
  }
  last_[row.source] = at;
  packets_ += row.packets;
}

void PacketQueue::pop(std::uint32_t node) {
  const std::uint32_t at = first_[node];
  first_[node] = items_[at].next;
  items_[at].next = free_;
  free_ = at;
}

void PacketQueue::save(fsin::ByteWriter& out) const {
  out(rows_, ended_, known_to_, packets_, items_, free_, first_, last_);
}

void PacketQueue::load(fsin::ByteReader& in) {
  std::uint64_t rows = 0;
  bool ended = false;
  in(rows, ended, known_to_, packets_, items_, free_, first_, last_);
  open();
  while (!ended_ && rows_ < rows) read_ahead();
  if (ended && !ended_) read_ahead();
}

}  // namespace trgen::synth
