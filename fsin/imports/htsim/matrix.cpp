// SPDX-License-Identifier: Apache-2.0
// Flows and triggers as a program. Signals are messages of no bytes; those between streams of one node do not enter
// the network.
#include "fsin/imports/htsim/matrix.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/common/read_text.hpp"
#include "fsin/imports/htsim/htsim.hpp"
#include "fsin/imports/htsim/tree.hpp"

namespace fsin::imports {
namespace {

/// Tags of the messages: the bytes of a flow, its acknowledgement, the signals of triggers.
enum : std::uint64_t { tag_of_bytes = 1, tag_of_acknowledgement = 2, tag_of_trigger = 3 };
constexpr int any_source = -333;

class FlowProgram {
 public:
  explicit FlowProgram(const Matrix& matrix) : matrix_(matrix), next_(matrix.nodes) {}

  std::string text() {
    for (const Flow& each : matrix_.flows) {
      sends_.push_back(stream(each.from));
      const bool fires = each.when_sent != 0 || each.when_received != 0;
      receives_.push_back(fires ? stream(each.to) : each.to);
    }
    for (const auto& [id, each] : matrix_.triggers) {
      // Without a process of its own, all that fire it would signal to all that it starts.
      const bool shared = each.kind == Trigger::Kind::multi_shot || (each.firing.size() > 1 && each.starts.size() > 1);
      if (shared && !each.firing.empty() && !each.starts.empty())
        keepers_.emplace(id, stream(matrix_.flows[each.firing.front()].from));
    }
    for (const auto& [id, keeper] : keepers_) keep(matrix_.triggers.find(id)->second, keeper);
    for (std::size_t i = 0; i < matrix_.flows.size(); ++i) flow(i);
    return fmt::format("#clock ns\n#ranks {}\n", next_) + head_ + body_;
  }

 private:
  std::uint64_t stream(std::uint64_t node) {
    head_ += fmt::format("#seat {0} {1}\n#stream {0} {1}\n", next_, node);
    return next_++;
  }

  void flow(std::size_t index) {
    const Flow& flow = matrix_.flows[index];
    const std::uint64_t from = sends_[index], to = receives_[index];
    if (flow.start > 0) body_ += fmt::format("{} compute {}\n", from, flow.start);
    if (flow.trigger != 0) wait_for(matrix_.triggers.find(flow.trigger)->second, flow.trigger, from);
    send(from, to, tag_of_bytes, flow.bytes);
    receive(to, from, tag_of_bytes, flow.bytes);
    if (flow.when_sent != 0) {
      send(to, from, tag_of_acknowledgement, 0);
      receive(from, to, tag_of_acknowledgement, 0);
      fire(flow.when_sent, from);
    }
    if (flow.when_received != 0) fire(flow.when_received, to);
  }

  void wait_for(const Trigger& trigger, std::uint64_t id, std::uint64_t process) {
    if (const auto keeper = keepers_.find(id); keeper != keepers_.end())
      return receive(process, keeper->second, tag_of_trigger, 0);
    for (const std::size_t each : trigger.firing) {
      const Flow& flow = matrix_.flows[each];
      receive(process, flow.when_sent == id ? sends_[each] : receives_[each], tag_of_trigger, 0);
    }
  }

  void fire(std::uint64_t id, std::uint64_t process) {
    if (const auto keeper = keepers_.find(id); keeper != keepers_.end())
      return send(process, keeper->second, tag_of_trigger, 0);
    for (const std::size_t each : matrix_.triggers.find(id)->second.starts)
      send(process, sends_[each], tag_of_trigger, 0);
  }

  void keep(const Trigger& trigger, std::uint64_t keeper) {
    if (trigger.kind != Trigger::Kind::multi_shot) {
      for (std::size_t i = 0; i < trigger.firing.size(); ++i) receive_any(keeper);
      for (const std::size_t each : trigger.starts) send(keeper, sends_[each], tag_of_trigger, 0);
      return;
    }
    for (std::size_t i = 0; i < trigger.firing.size(); ++i) {
      receive_any(keeper);
      if (i < trigger.starts.size()) send(keeper, sends_[trigger.starts[i]], tag_of_trigger, 0);
    }
  }

  void send(std::uint64_t from, std::uint64_t to, std::uint64_t tag, std::uint64_t bytes) {
    body_ += fmt::format("{} send {} {} {} 6\n", from, to, tag, bytes);
  }
  void receive(std::uint64_t to, std::uint64_t from, std::uint64_t tag, std::uint64_t bytes) {
    body_ += fmt::format("{} recv {} {} {} 6\n", to, from, tag, bytes);
  }
  void receive_any(std::uint64_t to) {
    body_ += fmt::format("{} recv {} {} 0 6\n", to, any_source, static_cast<std::uint64_t>(tag_of_trigger));
  }

  const Matrix& matrix_;
  std::uint64_t next_;  ///< rank of the next process
  std::vector<std::uint64_t> sends_, receives_;
  std::map<std::uint64_t, std::uint64_t> keepers_;  ///< of triggers that several flows fire and that start several
  std::string head_, body_;
};

}  // namespace

std::string program_of(const Matrix& matrix) { return FlowProgram(matrix).text(); }

bool HtsimMatrix::sniff(std::string_view text) {
  return text.find("->") != std::string_view::npos && text.find("Connections") != std::string_view::npos;
}

void HtsimMatrix::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  Source tree = source;  // the settings behind the file are those of the tree
  tree.text.clear();
  std::string name;
  std::erase_if(tree.overrides, [&](const std::string& each) {
    if (!each.starts_with("topo=")) return false;
    name = each.substr(5);
    return true;
  });
  const Matrix matrix = read_matrix(source, to.draft, diagnostics);
  if (!name.empty()) {
    tree.path = name;
    const auto text = read_text(InputPath(tree.path), Mark("override " + in_quotes("topo=" + name)), diagnostics);
    if (text) tree.text = *text;
    to.read.push_back(tree.path);
  }
  if (!diagnostics.ok()) return;
  HtsimNetwork network(settings_of_topo(tree, diagnostics), to, diagnostics);
  if (!diagnostics.ok()) return;
  network.write(name.empty() ? matrix.nodes : 0);
  network.rest();
  if (diagnostics.ok() && network.nodes() < matrix.nodes)
    diagnostics.error(source.mark(),
                      fmt::format("has {}, and the tree {}", counted(matrix.nodes, "node"), network.nodes()));
  if (!diagnostics.ok()) return;
  to.companions.push_back({".ti", program_of(matrix)});
  to.draft.set("workload.type", "program");
  to.draft.set("workload.kernel", fmt::format("{{type: time-independent, file: {}}}", companion_name(".ti")),
               fmt::format("{}, {}; each is a process on its node", counted(matrix.flows.size(), "flow"),
                           counted(matrix.triggers.size(), "trigger")));
  if (!matrix.triggers.empty())
    to.draft.leave_out(source.mark(),
                       "triggers act at once in htsim; here a message of no bytes carries each from node "
                       "to node, and a flow is sent when its receiver's acknowledgement is there");
}

}  // namespace fsin::imports
