// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/chakra/timetable.hpp"

#include <algorithm>

namespace trgen::programs::chakra {
namespace {

class Maker {
 public:
  Maker(const formats::chakra::Graph& graph, std::uint32_t streams)
      : graph_(graph),
        stages_(streams),
        known_(streams, std::vector<std::uint32_t>(streams, 0)),
        stream_(graph.nodes.size(), 0),
        place_(graph.nodes.size(), 0) {}

  void add(std::uint32_t node, std::uint32_t stream) {
    stream_[node] = stream;
    auto& stages = stages_[stream];
    Stage& stage = stages.emplace_back();
    stage.node = node;
    place_[node] = static_cast<std::uint32_t>(stages.size());
    std::vector<std::uint32_t> latest(stages_.size(), 0);  // by stream: the last place to wait for
    for (const std::uint32_t each : graph_.dependencies(node))
      latest[stream_[each]] = std::max(latest[stream_[each]], place_[each]);
    for (std::uint32_t other = 0; other < stages_.size(); ++other) {
      if (other == stream || latest[other] <= known_[stream][other]) continue;
      known_[stream][other] = latest[other];
      stage.awaits.push_back(other);
      stages_[other][latest[other] - 1].signals.push_back(stream);
    }
  }

  Timetable finish() const {
    Timetable table(stages_.size());
    for (std::size_t stream = 0; stream < stages_.size(); ++stream) {
      for (const Stage& stage : stages_[stream]) {
        for (const std::uint32_t other : stage.awaits) table[stream].push_back({Item::What::await, other});
        table[stream].push_back({Item::What::node, stage.node});
        for (const std::uint32_t other : stage.signals) table[stream].push_back({Item::What::signal, other});
      }
    }
    return table;
  }

 private:
  struct Stage {
    std::uint32_t node = 0;
    std::vector<std::uint32_t> awaits;
    std::vector<std::uint32_t> signals;
  };

  const formats::chakra::Graph& graph_;
  std::vector<std::vector<Stage>> stages_;
  std::vector<std::vector<std::uint32_t>> known_;  ///< by stream: places of others that it has waited for
  std::vector<std::uint32_t> stream_, place_;      ///< by node; places count from 1
};

}  // namespace

Timetable make_timetable(const formats::chakra::Graph& graph, std::uint32_t streams,
                         const std::function<std::uint32_t(std::uint32_t node)>& stream_of) {
  Maker maker(graph, streams);
  for (const std::uint32_t node : graph.order) maker.add(node, stream_of(node));
  return maker.finish();
}

}  // namespace trgen::programs::chakra
