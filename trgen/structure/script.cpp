// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "trgen/structure/field_formulas.hpp"

namespace trgen::structure {
namespace {

/// An expression in quotes where YAML would take a part of it for a key.
std::string in_yaml(const std::string& expression) {
  return expression.find(" : ") == std::string::npos ? expression : fmt::format("\"{}\"", expression);
}

/// The number that a field has in every execution on every rank; empty where it varies.
std::optional<std::int64_t> constant_of(const Field& field) {
  if (field.listed || field.alternatives.size() != 1) return std::nullopt;
  const Alternative& only = field.alternatives.front();
  if (!only.shape.empty() || !only.first.is_constant()) return std::nullopt;
  return only.first.first;
}

class ScriptWriter {
 public:
  ScriptWriter(const Structure& structure, std::string_view title) : structure_(structure), formulas_(structure) {
    text_ = fmt::format("# Found in {} by trgen compress: {} events in their loops.\n", title, structure.events.size());
    text_ += fmt::format("program: 1\ntitle: found in a trace\nranks: {}\ndo:\n", structure.ranks);
  }

  bool run() {
    if (!find_communicators()) return false;
    write(0, structure_.nodes.size(), 0, 1);
    if (why_.empty() && text_.ends_with("do:\n")) why_ = "it has no messages and no bursts";
    return why_.empty();
  }

  std::string take() { return std::move(text_); }
  const std::string& why() const { return why_; }

 private:
  void fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  /// Messages of different communicators must not meet: each communicator has tags of its own.
  bool find_communicators() {
    for (const Event& event : structure_.events) {
      if (!record::is_message(event.kind)) continue;
      const auto communicator = constant_of(event.field(FieldName::communicator));
      if (communicator) communicators_.insert(*communicator);
      if (!communicator) fail("the communicator of an event varies");
      if (event.kind == record::Kind::receive && constant_of(event.field(FieldName::extra)) != 0)
        fail("receives take messages in another order than that in which they were sent");
    }
    return why_.empty();
  }

  void take_failure(std::string_view of) {
    if (!formulas_.failure().empty()) fail(fmt::format("{} in {}: {}", of, state_, formulas_.failure()));
  }

  void line(int level, std::string_view text) {
    text_.append(static_cast<std::size_t>(2 * level), ' ');
    text_ += text;
    text_ += '\n';
  }

  /// Writes the nodes in [from, to), which stand within loops and conditions for the ranks of a set.
  void write(std::size_t from, std::size_t to, std::uint32_t set, int level) {
    std::size_t i = from;
    while (i < to && why_.empty()) {
      const std::uint32_t own = structure_.nodes[i].set;
      std::size_t end = i;  // nodes for the same ranks are one condition
      while (end < to && structure_.nodes[end].set == own) end += 1 + structure_.nodes[end].step.size;
      if (formulas_.members(own).size() == formulas_.members(set).size()) {
        write_nodes(i, end, level);
      } else {
        const std::string condition = formulas_.condition(own, set);
        take_failure("a condition");
        write_block("- if: " + in_yaml(condition), level, [&] { write_nodes(i, end, level + 2); });
      }
      i = end;
    }
  }

  /// Writes a head and its statements; nothing where there are none.
  template <class Body>
  void write_block(const std::string& head, int level, Body body) {
    const std::size_t before = text_.size();
    line(level, head);
    line(level + 1, "do:");
    const std::size_t begun = text_.size();
    body();
    if (text_.size() == begun) text_.resize(before);
  }

  void write_nodes(std::size_t from, std::size_t to, int level) {
    for (std::size_t i = from; i < to && why_.empty(); i += 1 + structure_.nodes[i].step.size) {
      const Node& node = structure_.nodes[i];
      if (node.step.count == 0) {
        write_event(structure_.events[event_++], node.set, level);
      } else if (node.step.count == 1) {
        write(i + 1, i + 1 + node.step.size, node.set, level);
      } else {
        around_.push_back({fmt::format("i{}", around_.size()), node.step.count});
        const std::size_t before = text_.size();
        line(level, loop_comment(i));
        const std::size_t begun = text_.size();
        const std::string head =
            fmt::format("- repeat: {}\n{}as: {}", node.step.count,
                        std::string(static_cast<std::size_t>(2 * level + 2), ' '), around_.back().variable);
        write_block(head, level, [&] { write(i + 1, i + 1 + node.step.size, node.set, level + 2); });
        around_.pop_back();
        if (text_.size() == begun) text_.resize(before);
      }
    }
  }

  /// "# 25 iterations; sends: 4, receives: 4; calls: MPI_Irecv, MPI_Send, MPI_Wait": events in it, of all ranks
  /// together.
  std::string loop_comment(std::size_t loop) const {
    std::vector<std::string> calls;
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
    std::size_t event = event_;
    const std::size_t end = loop + 1 + structure_.nodes[loop].step.size;
    for (std::size_t i = loop + 1; i < end; ++i) {
      if (structure_.nodes[i].step.count > 0) continue;
      const Event& each = structure_.events[event++];
      sends += each.kind == record::Kind::send ? 1U : 0U;
      receives += each.kind == record::Kind::receive ? 1U : 0U;
      if (each.kind != record::Kind::state_start) continue;
      const std::string& name = structure_.states[each.state];
      if (std::find(calls.begin(), calls.end(), name) == calls.end()) calls.push_back(name);
    }
    return fmt::format("# {} iterations; sends: {}, receives: {}{}{}", structure_.nodes[loop].step.count, sends,
                       receives, calls.empty() ? "" : "; calls: ", fmt::join(calls, ", "));
  }

  void write_event(const Event& event, std::uint32_t set, int level) {
    if (!record::is_message(event.kind)) return write_state(event, set, level);
    const bool sends = event.kind == record::Kind::send;
    const std::string peer = formulas_.value(event, FieldName::peer, set, around_);
    std::string tag = formulas_.value(event, FieldName::tag, set, around_, INT32_MIN);
    if (communicators_.size() > 1) {
      const std::int64_t own = event.field(FieldName::communicator).alternatives.front().first.first;
      const auto index = std::distance(communicators_.begin(), communicators_.find(own));
      tag = fmt::format("{} * {} + {}", tag, communicators_.size(), index);
    }
    const std::string bytes = formulas_.value(event, FieldName::bytes, set, around_);
    take_failure(sends ? "a send" : "a receive");
    const std::string other = event.form == PeerForm::absolute       ? peer
                              : event.form == PeerForm::exclusive_or ? fmt::format("rank ^ {}", peer)
                                                                     : fmt::format("(rank + {}) % ranks", peer);
    line(level, fmt::format("- {}: {{{}: {}, bytes: {}, tag: {}}}  # {}", sends ? "send" : "recv",
                            sends ? "to" : "from", in_yaml(other), in_yaml(bytes), in_yaml(tag), state_));
  }

  /// A call begins or ends. The time before it is a burst if the rank is in no other call.
  void write_state(const Event& event, std::uint32_t set, int level) {
    const bool begins = event.kind == record::Kind::state_start;
    if (begins) state_ = structure_.states[event.state];
    const bool burst = begins && depth_ == 0 && begun_;
    depth_ += begins ? 1 : depth_ > 0 ? -1 : 0;
    begun_ = true;
    const Field& gap = event.field(FieldName::gap);
    if (!burst || gap.listed) return;
    const std::string time = formulas_.value(event, FieldName::gap, set, around_);
    formulas_.forget_failure();  // a burst without an expression is left out, as one without structure is
    if (!time.empty() && time != "0") line(level, fmt::format("- compute: {}  # before {}", in_yaml(time), state_));
  }

  const Structure& structure_;
  FieldFormulas formulas_;
  std::set<std::int64_t> communicators_;
  std::vector<Around> around_;
  std::size_t event_ = 0;
  std::string state_ = "no call";
  int depth_ = 0;
  bool begun_ = false;
  std::string text_;
  std::string why_;
};

}  // namespace

std::optional<std::string> script_of(const Structure& structure, std::string_view title, std::string& why) {
  ScriptWriter writer(structure, title);
  if (writer.run()) return writer.take();
  why = writer.why();
  return std::nullopt;
}

}  // namespace trgen::structure
