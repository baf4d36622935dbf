// SPDX-License-Identifier: Apache-2.0
// Output channels from a file (tables/channel_file.hpp): any routing whose output channels depend on the input channel
// and the destination, which is the routing function of J. Duato, A new theory of deadlock-free adaptive routing in
// wormhole networks, IEEE TPDS 4(12), 1993: from channels and nodes to sets of channels. Of a set a header requests one
// that has room, by `choice`. Freedom from deadlock depends on the file.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/algorithms/emptiest.hpp"
#include "fsin/routing/channel_table.hpp"
#include "fsin/routing/tables/channel_file.hpp"

namespace fsin::routing {

struct ChannelRoute {
  struct State {
    std::uint32_t destination;
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const ChannelTable> table;  ///< keeps what the pointers lead to
  const std::uint32_t* first_row = nullptr;
  const std::uint32_t* lists = nullptr;
  const std::uint16_t* channels = nullptr;
  std::uint32_t nodes = 0;
  unsigned vcs = 1;
  ChannelChoice choice = ChannelChoice::first;

  template <class Draws>
  State start(std::uint32_t /*source*/, std::uint32_t destination, const Draws&) const {
    return {destination};
  }
  void advance(State&, unsigned /*port*/) const {}

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const std::uint16_t* list = listed(view, state);
    switch (choice) {
      case ChannelChoice::first:
        return first(view, list);
      case ChannelChoice::random:
        return drawn(view, list);
      case ChannelChoice::emptiest:
        break;
    }
    return emptiest(view, list);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const std::uint16_t* list = listed(view, state);
    for (unsigned i = 1; i <= *list; ++i) visit(std::int32_t{list[i]});
  }

 private:
  /// The length of a list, followed by its channels.
  template <class View>
  const std::uint16_t* listed(const View& view, const State& state) const {
    std::size_t row = first_row[view.router()];
    if (!view.from_injection()) row += ChannelTable::row_of(view.in_port(), view.in_vc(), vcs);
    return channels + lists[row * nodes + state.destination];
  }

  /// A channel that a packet holds, and that has room, is requested where no other has room: its packet may let go.
  template <class View>
  static Choice first(View& view, const std::uint16_t* list) {
    Choice held;
    for (unsigned i = 1; i <= *list; ++i) {
      const std::int32_t out = list[i];
      if (!view.can_request(out)) continue;
      if (view.channel_load(out) % 2 == 0) return {out};
      if (!held.made()) held.out = out;
    }
    return held;
  }

  template <class View>
  static Choice drawn(View& view, const std::uint16_t* list) {
    unsigned open = 0;
    for (unsigned i = 1; i <= *list; ++i) open += view.can_request(list[i]) ? 1U : 0U;
    if (open == 0) return {};
    unsigned skip = view.uniform(open, 0);
    for (unsigned i = 1;; ++i) {
      if (view.can_request(list[i]) && skip-- == 0) return {list[i]};
    }
  }

  template <class View>
  static Choice emptiest(View& view, const std::uint16_t* list) {
    return {emptiest_of(view, [&](auto use) {
      for (unsigned i = 1; i <= *list; ++i) {
        if (view.can_request(list[i])) use(std::int32_t{list[i]});
      }
    })};
  }
};

struct ReadChannels {
  ChannelRoute route;  ///< valid if there are no mistakes
  std::vector<std::string> mistakes;
};
inline ReadChannels make_route(const ChannelTableParams& params, const Setup<topology::Geometry>& setup) {
  ReadChannels read;
  const auto table = std::make_shared<const ChannelTable>(read_channels(
      params.file, graph_of(setup), setup.vcs,
      [&read](std::string message) { read.mistakes.push_back(std::move(message)); }, setup.failures));
  read.route = {.table = table,
                .first_row = table->first_row.data(),
                .lists = table->lists.data(),
                .channels = table->channels.data(),
                .nodes = static_cast<std::uint32_t>(graph_of(setup).nodes()),
                .vcs = setup.vcs,
                .choice = params.choice};
  return read;
}

inline void check_links(const ChannelTableParams& params, const Setup<topology::Geometry>& setup, Report& report) {
  if (params.file.empty()) return;
  const auto read = made_once(params, setup);
  for (const std::string& mistake : read->mistakes) report.error("network.routing.file", mistake);
}

template <class Use>
auto with_algorithm(const ChannelTableParams& params, const Setup<topology::Geometry>& setup, Use use) {
  const auto read = made_once(params, setup);
  if (!read->mistakes.empty()) throw std::runtime_error(read->mistakes.front());
  return use(read->route);
}

}  // namespace fsin::routing
