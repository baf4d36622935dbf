// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/message/random_flows.hpp"

#include <algorithm>

namespace flows {

using fsin::engine::message::LinkPart;
using fsin::engine::message::MaxMin;

RandomNetwork::RandomNetwork(std::uint64_t number, unsigned most_links, unsigned most_flows) : number_(number) {
  const std::uint32_t links = 2 + draw(most_links - 1), count = 1 + draw(most_flows);
  for (std::uint32_t i = 0; i < links; ++i) capacities.push_back((1 + draw(100)) / 10.0);
  for (std::uint32_t i = 0; i < count; ++i) {
    RandomFlow flow;
    for (std::uint32_t n = 1 + draw(4); n != 0; --n) {
      const std::uint32_t link = draw(links);
      const auto same = [link](const LinkPart& each) { return each.link == link; };
      if (std::none_of(flow.parts.begin(), flow.parts.end(), same)) {
        flow.parts.push_back({link, draw(2) == 0 ? 1 : (1 + draw(9)) / 10.0});
      }
    }
    if (draw(3) == 0) flow.weight = (1 + draw(30)) / 10.0;
    if (draw(5) == 0) flow.most = (1 + draw(50)) / 20.0;
    flows.push_back(flow);
  }
}

std::uint32_t RandomNetwork::draw(std::uint32_t n) {
  const auto words = fsin::philox({number_, fsin::Purpose::arrival}, drawn_++);
  return static_cast<std::uint32_t>(std::uint64_t{words[0]} * n >> 32U);
}

std::vector<double> fill(const RandomNetwork& network, const std::vector<bool>& there) {
  std::vector<double> levels(there.size(), 0);
  std::vector<bool> grows = there;
  const auto each_part = [&](std::uint32_t link, auto use) {
    for (std::uint32_t f = 0; f < there.size(); ++f) {
      if (!there[f]) continue;
      for (const LinkPart& part : network.flows[f].parts) {
        if (part.link == link) use(f, part.part * network.flows[f].weight);
      }
    }
  };
  while (std::find(grows.begin(), grows.end(), true) != grows.end()) {
    double level = MaxMin::endless;
    std::vector<std::uint32_t> stay;
    const auto offer = [&](double at, auto add) {
      if (at > level) return;
      if (at < level) stay.clear();
      level = at;
      add();
    };
    for (std::uint32_t link = 0; link < network.capacities.size(); ++link) {
      double room = network.capacities[link], growing = 0;
      each_part(link, [&](std::uint32_t f, double part) {
        (grows[f] ? growing : room) += grows[f] ? part : -part * levels[f];
      });
      if (growing <= 1e-12) continue;
      offer(room / growing, [&] {
        each_part(link, [&](std::uint32_t f, double) {
          if (grows[f]) stay.push_back(f);
        });
      });
    }
    for (std::uint32_t f = 0; f < there.size(); ++f) {
      if (grows[f]) offer(network.flows[f].most / network.flows[f].weight, [&] { stay.push_back(f); });
    }
    for (const std::uint32_t f : stay) {
      levels[f] = level;
      grows[f] = false;
    }
  }
  return levels;
}

}  // namespace flows
