// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/mailbox.hpp"

namespace trgen::replay {
namespace {

/// A flow without its links to the pool and the table.
struct FlowImage {
  FlowKey key;
  bool awaited = false;
  std::uint64_t sent = 0;
  std::uint64_t ready = 0;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.key, self.awaited, self.sent, self.ready);
  }
};

}  // namespace

void Mailbox::save(fsin::ByteWriter& out) const {
  const std::vector<std::uint32_t> flows = flows_.numbers();
  out(messages_delivered_, flows, flows_.capacity());
  for (const std::uint32_t number : flows) {
    const Flow& flow = flows_[number];
    out(FlowImage{flow.key, flow.awaited, flow.sent, flow.ready});
  }
}

void Mailbox::load(fsin::ByteReader& in) {
  std::vector<std::uint32_t> flows;
  std::size_t capacity = 0;
  flows_.forget_all();
  in(messages_delivered_, flows, capacity);
  flows_.restore(flows, capacity, [&](Flow& flow) {
    FlowImage image;
    in(image);
    flow.key = image.key;
    flow.awaited = image.awaited;
    flow.sent = image.sent;
    flow.ready = image.ready;
  });
}

}  // namespace trgen::replay
