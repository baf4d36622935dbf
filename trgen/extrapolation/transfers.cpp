// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/transfers.hpp"

#include "trgen/programs/collectives/expansion.hpp"

namespace trgen::extrapolation {

namespace collectives = programs::collectives;

namespace {

using programs::Operation;
using programs::OperationKind;

class EqualBlocks final : public collectives::BlockSizes {
 public:
  explicit EqualBlocks(std::uint64_t bytes) : bytes_(bytes) {}
  std::uint64_t bytes(std::uint32_t /*from*/, std::uint32_t /*to*/) const override { return bytes_; }

 private:
  std::uint64_t bytes_;
};

}  // namespace

std::vector<TimedTransfer> transfers_of(const Exchange& of, const programs::Group& group, std::uint32_t v,
                                        const collectives::BlockSizes* blocks) {
  std::vector<TimedTransfer> made;
  const EqualBlocks equal(of.bytes);
  collectives::Call call{
      .kind = of.kind, .size = group.size, .root = of.root, .bytes = of.bytes, .element = of.element};
  if (collectives::blocks_may_differ(of.kind)) call.blocks = blocks != nullptr ? blocks : &equal;
  const collectives::Expansion expansion(collectives::Choice(of.library), call, group, of.communicator & ~1U,
                                         collectives::Apart::context);
  std::vector<Operation> pending;
  programs::Operations round;
  std::uint32_t half_calls = 0;
  const auto add = [&](record::Kind way, const Operation& operation) {
    made.push_back({{way, operation.peer, operation.tag, operation.amount}, half_calls});
    half_calls = 0;
  };
  const std::uint32_t rounds = expansion.rounds(v);
  for (std::uint32_t number = 0; number < rounds; ++number) {
    round.clear();
    expansion.round(v, number, 0, round);
    for (const Operation& each : round) {
      if (each.kind == OperationKind::compute) continue;
      ++half_calls;
      if (each.kind == OperationKind::send || each.kind == OperationKind::send_start) {
        add(record::Kind::send, each);
      } else if (each.kind == OperationKind::receive) {
        add(record::Kind::receive, each);
      } else if (each.kind == OperationKind::receive_start) {
        if (pending.size() <= each.request) pending.resize(each.request + std::size_t{1});
        pending[each.request] = each;
      } else {
        for (std::uint32_t i = each.request; i < each.request + each.requests && i < pending.size(); ++i) {
          if (pending[i].kind == OperationKind::receive_start) add(record::Kind::receive, pending[i]);
          pending[i] = {};
        }
      }
      ++half_calls;
    }
  }
  return made;
}

}  // namespace trgen::extrapolation
