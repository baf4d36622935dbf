// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/ns3/ns3.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/common/words.hpp"
#include "fsin/imports/ns3/units.hpp"

namespace fsin::imports {
namespace {

constexpr std::uint64_t most_nodes_of_list = 1U << 20U;
constexpr std::uint64_t weight_of_hosts = 1000;  ///< above the links between any two switches

struct Ns3Link {
  std::uint64_t from = 0, to = 0, rate = 0, delay = 0;  ///< b/s, ps
};

class Ns3Reader {
 public:
  Ns3Reader(const Source& source, Draft& draft, Diagnostics& diagnostics)
      : lines_(source, 0), file_(source.mark()), draft_(draft), diagnostics_(diagnostics) {}

  bool read() {
    if (!head() || !switches()) return false;
    while (more()) {
      if (links_.size() == link_count_) {  // the simulators read no further
        draft_.leave_out(lines_.mark(at_), fmt::format("what stands behind the {} that the first line announces",
                                                       counted(link_count_, "link")));
        break;
      }
      if (!link()) return false;
    }
    if (links_.size() != link_count_)
      diagnostics_.input_error(file_, fmt::format("the first line announces {}, and there are {}",
                                                  counted(link_count_, "link"), links_.size()));
    if (lossy_ > 0)
      draft_.leave_out(first_lossy_, fmt::format("error rate of {}: links lose nothing", counted(lossy_, "link")));
    return diagnostics_.ok();
  }

  std::uint64_t fastest() const {
    std::uint64_t rate = 0;
    for (const Ns3Link& each : links_) rate = std::max(rate, each.rate);
    return rate;
  }

  /// The edge list; `on_ports`: hosts have several links, and are switches with a terminal.
  std::string edges(bool& on_ports);

 private:
  bool head() {
    if (!lines_.next()) return fail(file_, "the file is empty");
    const std::size_t words = lines_.words().size();
    if (words != 3 && words != 5 && words != 6)
      return fail(lines_.mark(),
                  "expected `nodes switches links` or `nodes gpus-per-server nvswitches switches links "
                  "gpu-type` in the first line");
    std::array<std::uint64_t, 5> counts{};
    for (std::size_t i = 0; i < std::min<std::size_t>(words, 5); ++i) {
      const auto value = next(most_nodes_of_list * 64, "a count");
      if (!value) return false;
      counts[i] = *value;
    }
    const bool short_head = words == 3;
    is_switch_.resize(std::min(counts[0], most_nodes_of_list + 1));
    switch_count_ = short_head ? counts[1] : counts[2] + counts[3];
    link_count_ = short_head ? counts[2] : counts[4];
    if (counts[0] > most_nodes_of_list || switch_count_ >= counts[0])
      return fail(lines_.mark(),
                  fmt::format("a list has at most {} nodes, and fewer switches than nodes", most_nodes_of_list));
    if (!short_head)
      draft_.leave_out(lines_.mark(1),
                       fmt::format("servers of {}, {}{}: which switches are NVSwitches changes nothing, "
                                   "but the speed of their links",
                                   counted(counts[1], "GPU"), fmt::format("{} NVSwitches", counts[2]),
                                   words == 6 ? ", " + in_quotes(lines_.words()[5].text) : ""));
    at_ = lines_.words().size();
    return true;
  }

  bool switches() {
    for (std::uint64_t i = 0; i < switch_count_; ++i) {
      const auto id = node("the number of a switch");
      if (!id) return false;
      if (is_switch_[*id]) return fail(lines_.mark(at_ - 1), fmt::format("switch {} is there twice", *id));
      is_switch_[*id] = true;
    }
    return true;
  }

  bool link() {
    Ns3Link made;
    const auto from = node("a node");
    if (!from) return false;
    const Mark mark = lines_.mark(at_ - 1);
    const auto to = node("a node");
    if (!to) return false;
    made.from = *from;
    made.to = *to;
    if (made.from == made.to) return fail(mark, fmt::format("node {} is joined to itself", made.from));
    if (!more()) return fail(lines_.end(), "the link has no data rate");
    const auto rate = rate_of_ns3(lines_.words()[at_++].text);
    if (!rate) return fail(lines_.mark(at_ - 1), "expected a data rate such as 100Gbps");
    if (!more()) return fail(lines_.end(), "the link has no delay");
    const auto delay = time_of_ns3(lines_.words()[at_++].text);
    if (!delay) return fail(lines_.mark(at_ - 1), "expected a delay such as 1000ns");
    if (!more()) return fail(lines_.end(), "the link has no error rate");
    const auto loss = parse_real(lines_.words()[at_++].text);
    if (!loss || !(*loss >= 0 && *loss <= 1)) return fail(lines_.mark(at_ - 1), "expected an error rate from 0 to 1");
    if (*loss > 0 && lossy_++ == 0) first_lossy_ = lines_.mark(at_ - 1);
    made.rate = *rate;
    made.delay = *delay;
    links_.push_back(made);
    return true;
  }

  /// Whether there is another word, on this line or a later one.
  bool more() {
    while (at_ >= lines_.words().size()) {
      if (!lines_.next()) return false;
      at_ = 0;
    }
    return true;
  }

  std::optional<std::uint64_t> next(std::uint64_t most, std::string_view what) {
    if (!more()) {
      fail(lines_.end(), fmt::format("the list ends where {} is expected", what));
      return std::nullopt;
    }
    const auto value = parse_natural(lines_.words()[at_++].text);
    if (value && *value <= most) return value;
    fail(lines_.mark(at_ - 1),
         fmt::format("expected {} from 0 to {}, not {}", what, most, in_quotes(lines_.words()[at_ - 1].text)));
    return std::nullopt;
  }
  std::optional<std::uint64_t> node(std::string_view what) { return next(is_switch_.size() - 1, what); }

  bool fail(const Mark& mark, std::string what) {
    diagnostics_.input_error(mark, std::move(what));
    return false;
  }

  Lines lines_;
  Mark file_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;  ///< next word of the line
  std::uint64_t switch_count_ = 0, link_count_ = 0;
  std::vector<bool> is_switch_;
  std::vector<Ns3Link> links_;
  std::size_t lossy_ = 0;
  Mark first_lossy_;
};

std::string values_of(const Ns3Link& link) { return fmt::format(" bandwidth={}b/s delay={}ps", link.rate, link.delay); }

std::string Ns3Reader::edges(bool& on_ports) {
  std::vector<std::uint64_t> links_at(is_switch_.size()), fastest(is_switch_.size()), first_host(is_switch_.size());
  on_ports = false;
  for (const Ns3Link& each : links_) {
    for (const std::uint64_t end : {each.from, each.to}) {
      fastest[end] = std::max(fastest[end], each.rate);
      if (!is_switch_[end] && ++links_at[end] > 1) on_ports = true;
    }
    if (!is_switch_[each.from] && !is_switch_[each.to]) on_ports = true;
  }
  std::vector<std::uint64_t> hosts, order;
  for (std::uint64_t i = 0; i < is_switch_.size(); ++i) {
    (is_switch_[i] ? order : hosts).push_back(i);
    first_host[i] = is_switch_.size();
  }
  std::string text = "# a topology list of ns-3: hosts h, switches s\n";
  if (on_ports) {
    for (const std::uint64_t each : hosts)
      text += fmt::format("switch h{} terminals=1 bandwidth={}b/s\n", each, std::max<std::uint64_t>(fastest[each], 1));
    for (const std::uint64_t each : order) text += fmt::format("switch s{} terminals=0\n", each);
    for (const Ns3Link& each : links_) {
      const bool host = !is_switch_[each.from] || !is_switch_[each.to];
      text += fmt::format("{}{} {}{}{} weight={}\n", is_switch_[each.from] ? 's' : 'h', each.from,
                          is_switch_[each.to] ? 's' : 'h', each.to, values_of(each), host ? weight_of_hosts : 1);
    }
    return text;
  }
  // Nodes are numbered switch by switch: those with the lowest hosts come first.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;  // switch, host
  for (const Ns3Link& each : links_) {
    if (is_switch_[each.from] && is_switch_[each.to]) continue;
    const auto [host, at] = is_switch_[each.to] ? std::pair(each.from, each.to) : std::pair(each.to, each.from);
    first_host[at] = std::min(first_host[at], host);
    places.emplace_back(at, host);
  }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return first_host[a] < first_host[b]; });
  for (const std::uint64_t each : order) text += fmt::format("switch s{}\n", each);
  for (const std::uint64_t each : hosts) text += fmt::format("terminal h{}\n", each);
  for (const Ns3Link& each : links_)
    text += fmt::format("{}{} {}{}{}\n", is_switch_[each.from] ? 's' : 'h', each.from, is_switch_[each.to] ? 's' : 'h',
                        each.to, values_of(each));
  std::sort(places.begin(), places.end(), [&](const auto& a, const auto& b) {
    return std::pair(first_host[a.first], a.second) < std::pair(first_host[b.first], b.second);
  });
  const auto mixed = std::adjacent_find(places.begin(), places.end(),
                                        [](const auto& a, const auto& b) { return a.second > b.second; });
  if (mixed != places.end())
    draft_.leave_out(file_, "the numbers of hosts: nodes are numbered switch by switch, in the order of the edge list");
  return text;
}

}  // namespace

bool Ns3List::sniff(std::string_view text) {
  std::string_view line;
  std::size_t numbers = 0;
  while (next_line(text, line)) {
    const std::vector<Word> words = words_of(line);
    if (words.empty()) continue;
    const bool first_is_number = parse_natural(words[0].text).has_value();
    if (!first_is_number) return false;
    if (words.size() == 5 && rate_of_ns3(words[2].text)) return numbers >= 1;
    if (++numbers > 10'000) return false;
  }
  return false;
}

void write_ns3_network(const Source& source, Result& to, Diagnostics& diagnostics) {
  Ns3Reader reader(source, to.draft, diagnostics);
  if (!reader.read()) return;
  bool on_ports = false;
  to.companions.push_back({".edges", reader.edges(on_ports)});
  to.draft.set("network.topology",
               fmt::format("{{type: graph, file: {}, parallel_links: true}}", companion_name(".edges")),
               source.path.string());
  to.draft.set("network.routing",
               on_ports ? "{type: shortest, choice: flow, weight: file}" : "{type: shortest, choice: flow}",
               "a hash of the flow among shortest paths (ECMP)");
  to.draft.set("network.router.virtual_channels", "1");
  to.draft.set("network.router.queue", "64 packets", "buffers of switches are in the configuration of the run");
  to.draft.set("network.packet", "1000 B", "PACKET_PAYLOAD_SIZE of HPCC's configurations");
  // A packet is 20 phits, and fewer where cycles would be shorter than half a nanosecond.
  to.draft.set("network.phit", reader.fastest() > 800'000'000'000 ? "250 B" : "50 B", "what a link moves in a cycle");
  if (on_ports)
    to.draft.leave_out(source.mark(),
                       "hosts with several links: each is a switch with one node, which sends at the rate "
                       "of its fastest link");
}

void Ns3List::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  for (const std::string& each : source.overrides)
    diagnostics.error(Mark("override " + in_quotes(each)), "a topology list of ns-3 has no settings");
  write_ns3_network(source, to, diagnostics);
  if (!diagnostics.ok()) return;
  to.draft.set("workload.type", "synthetic", "the list says nothing of the traffic");
  to.draft.set("workload.pattern", "uniform");
  to.draft.set("workload.load", "0.01", "of the fastest link of the list");
}

}  // namespace fsin::imports
