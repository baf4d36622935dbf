// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/channel_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/routing/tables/channel_ways.hpp"
#include "fsin/routing/tables/fabric.hpp"
#include "fsin/routing/tables/text_table.hpp"

namespace fsin::routing {
namespace {

constexpr std::string_view form = "ROUTER INPUT DESTINATION OUTPUT [OUTPUT ...]";

/// How exactly a line names its input; the most exact one holds.
enum class Exact : std::uint8_t { nothing, all, port, queue };

/// PORT or PORT:CHANNEL.
struct Channel {
  unsigned port = 0;
  std::optional<unsigned> vc;
};

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

class ChannelReader {
 public:
  ChannelReader(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
                const std::function<void(std::string)>& complain, const topology::Failures* failures)
      : text_(file, "table of channels", complain),
        graph_(graph),
        vcs_(vcs),
        fabric_(graph, failures),
        whole_(fabric_.before_faults() != nullptr ? *fabric_.before_faults() : graph),
        feeders_(topology::feeders(whole_)),
        table_(fabric_, vcs),
        exact_(table_.lists.size(), Exact::nothing),
        given_(graph.routers() * inputs() * graph.nodes()) {}

  ChannelTable read() {
    if (!text_.read([this](const std::vector<Word>& words) { enter(words); })) return std::move(table_);
    complete_ways(table_, fabric_, graph_, [this](const std::string& mistake) { text_.fail_whole(mistake); });
    return std::move(table_);
  }

 private:
  bool fail_at(const Word& word, std::string_view message) {
    text_.fail_at(word.column, message);
    return false;
  }

  bool is_interface(std::uint32_t router) const { return fabric_.switch_of_router()[router] == Fabric::no_switch; }
  /// Numbers of what a line may name as its input: *, node, each port, each channel of each.
  std::size_t inputs() const { return 2 + std::size_t{graph_.ports()} * (vcs_ + 1); }

  void enter(const std::vector<Word>& words) {
    if (words.empty()) return;
    if (words.size() < 4) {
      fail_at(words.back(), fmt::format("the line ends too early; {}", form));
      return;
    }
    const auto router = whole(words[0], "router", static_cast<unsigned>(graph_.routers()));
    const auto node = router ? whole(words[2], "node", static_cast<unsigned>(graph_.nodes())) : std::nullopt;
    if (!node) return;
    if (*router == *node) {
      fail_at(words[2], fmt::format("packets for node {} leave the network at router {}", *node, *router));
      return;
    }
    std::vector<std::uint16_t> outs;
    for (std::size_t i = 3; i < words.size(); ++i) {
      if (!add_output(*router, *node, words[i], outs)) return;
    }
    set(*router, *node, words[1], outs);
  }

  std::optional<unsigned> whole(const Word& word, std::string_view what, unsigned count) {
    const std::optional<unsigned> value = number(word.text);
    if (!value) {
      fail_at(word, fmt::format("{} is not the number of a {}; {}", word.text, what, form));
    } else if (*value >= count) {
      fail_at(word, fmt::format("there is no {0} {1}; {0}s are 0 to {2}", what, *value, count - 1));
    } else {
      return value;
    }
    return {};
  }

  std::optional<Channel> channel_of(const Word& word, std::string_view others) {
    const std::size_t colon = word.text.find(':');
    const std::optional<unsigned> port = number(word.text.substr(0, colon));
    Channel channel{port.value_or(0), {}};
    if (colon != std::string_view::npos) channel.vc = number(word.text.substr(colon + 1));
    if (!port || (colon != std::string_view::npos && !channel.vc)) {
      fail_at(word, fmt::format("{} is none of PORT, PORT:CHANNEL{}", word.text, others));
      return {};
    }
    if (channel.vc.value_or(0) < vcs_) return channel;
    fail_at(word, fmt::format("there is no virtual channel {}; 0 to {}", *channel.vc, vcs_ - 1));
    return {};
  }

  bool add_output(std::uint32_t router, std::uint32_t node, const Word& word, std::vector<std::uint16_t>& outs) {
    const std::optional<Channel> channel = channel_of(word, "");
    if (!channel) return false;
    const topology::Link link =
        channel->port < graph_.ports() ? whole_.next(RouterId(router), channel->port) : topology::Link{};
    if (!link.exists()) return fail_at(word, fmt::format("port {} of router {} leads nowhere", channel->port, router));
    if (link.router.value != node && is_interface(link.router.value)) {
      return fail_at(word, fmt::format("port {} of router {} leads to another node", channel->port, router));
    }
    for (unsigned vc = channel->vc.value_or(0); vc < (channel->vc ? *channel->vc + 1 : vcs_); ++vc) {
      const auto out = static_cast<std::uint16_t>(channel->port * vcs_ + vc);
      if (std::find(outs.begin(), outs.end(), out) != outs.end()) {
        return fail_at(word, fmt::format("channel {}:{} is in the line already", channel->port, vc));
      }
      outs.push_back(out);
    }
    return true;
  }

  /// Gives the list to the queues that the line means, where no line names them more exactly.
  void set(std::uint32_t router, std::uint32_t node, const Word& input, const std::vector<std::uint16_t>& outs) {
    const std::size_t first = table_.first_row[router];
    std::size_t from = first, to = table_.end_of(router), place = 0;
    Exact exact = Exact::all;
    if (input.text == "node") {
      if (router >= graph_.nodes()) return void(fail_at(input, fmt::format("router {} has no node", router)));
      to = first + 1;
      place = 1;
      exact = Exact::queue;
    } else if (input.text != "*") {
      const std::optional<Channel> channel = channel_of(input, ", node, *");
      if (!channel || !is_entered(router, *channel, input)) return;
      from = first + ChannelTable::row_of(channel->port, channel->vc.value_or(0), vcs_);
      to = from + (channel->vc ? 1 : vcs_);
      place = 2 + channel->port * (vcs_ + std::size_t{1}) + (channel->vc ? 1 + *channel->vc : 0);
      exact = channel->vc ? Exact::queue : Exact::port;
    }
    auto given = given_[(router * inputs() + place) * graph_.nodes() + node];
    if (given) {
      fail_at(input, fmt::format("router {} has a line for {} and node {} already", router, input.text, node));
      return;
    }
    given = true;
    const std::uint32_t list = table_.add(outs);
    for (std::size_t row = from; row < to; ++row) {
      const std::size_t cell = table_.cell(row, node);
      if (exact_[cell] >= exact) continue;
      exact_[cell] = exact;
      table_.lists[cell] = list;
    }
  }

  bool is_entered(std::uint32_t router, const Channel& channel, const Word& word) {
    if (channel.port >= graph_.ports() || !feeders_[router * graph_.ports() + channel.port].exists()) {
      return fail_at(word, fmt::format("no link leads to input port {} of router {}", channel.port, router));
    }
    if (!is_interface(router)) return true;
    return fail_at(word, fmt::format("packets that come to router {}, an interface, are for its node", router));
  }

  TextTable text_;
  const topology::PortGraph& graph_;
  unsigned vcs_;
  Fabric fabric_;
  const topology::PortGraph& whole_;     ///< network including the links that failed from the start
  std::vector<topology::Link> feeders_;  ///< of `whole_`
  ChannelTable table_;
  std::vector<Exact> exact_;  ///< how exactly the line names its input that a cell is from
  std::vector<bool> given_;   ///< lines that were read, by router, input and destination
};

}  // namespace

ChannelTable read_channels(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
                           const std::function<void(std::string)>& complain, const topology::Failures* failures) {
  return ChannelReader(file, graph, vcs, complain, failures).read();
}

}  // namespace fsin::routing
