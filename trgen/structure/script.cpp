// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "trgen/structure/field_formulas.hpp"
#include "trgen/structure/nesting.hpp"
#include "trgen/structure/volumes.hpp"

namespace trgen::structure {
namespace {

/// An expression in quotes where YAML would take a part of it for a key.
std::string in_yaml(const std::string& expression) {
  return expression.find(" : ") == std::string::npos ? expression : fmt::format("\"{}\"", expression);
}

/// True when a field is 0 in every execution on every rank.
bool is_zero(const Field& field) {
  if (field.listed || field.drawn || field.alternatives.size() != 1) return false;
  const Alternative& only = field.alternatives.front();
  return only.shape.empty() && only.first.is_constant() && only.first.first == 0;
}

class ScriptWriter {
 public:
  ScriptWriter(const Structure& structure, std::string_view title)
      : structure_(structure), formulas_(structure), volumes_(volumes_of(structure)) {
    for (const Volume& each : volumes_) all_ += each;
    text_ = fmt::format("# Found in {} by trgen compress: {} events in their loops.\n", title, structure.events.size());
    text_ += fmt::format("program: 1\ntitle: found in a trace\nranks: {}\ndo:\n", structure.ranks);
  }

  bool run() {
    find_tags();
    count_phases();
    if (why_.empty()) write(0, structure_.nodes.size(), 0, 1);
    if (why_.empty() && text_.ends_with("do:\n")) why_ = "it has no messages and no bursts";
    return why_.empty();
  }

  std::string take() { return std::move(text_); }
  const std::string& why() const { return why_; }

 private:
  void fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  /// Messages of different communicators must not meet: where they have tags in common, each communicator gets tags of
  /// its own.
  void find_tags() {
    Shape shape;
    std::vector<std::uint32_t> ranks;
    for (const Node& node : structure_.nodes) {
      shape.push_back(node.step);
      if (node.step.count == 0) ranks.push_back(structure_.sets[node.set].size);
    }
    const std::vector<std::uint64_t> runs = executions_of_elements(shape);
    std::map<std::int64_t, std::int64_t> communicator_of;  // by tag
    for (std::size_t i = 0; i < ranks.size() && why_.empty(); ++i) {
      const Event& event = structure_.events[i];
      if (!record::is_message(event.kind)) continue;
      if (event.kind == record::Kind::receive && !is_zero(event.field(FieldName::extra)))
        fail("receives take messages in another order than that in which they were sent");
      const auto tags = Columns::of(event.field(FieldName::tag), ranks[i], runs[i]);
      const auto communicators = Columns::of(event.field(FieldName::communicator), ranks[i], runs[i]);
      if (!tags || !communicators) return fail("tags of messages have no structure");
      Columns::combined(*tags, *communicators, [&](std::int64_t tag, std::int64_t communicator) {
        communicators_.insert(communicator);
        tags_meet_ = tags_meet_ || communicator_of.emplace(tag, communicator).first->second != communicator;
        return tag;
      });
    }
  }

  /// The outermost loops that have messages.
  void count_phases() {
    std::size_t event = 0;
    for (std::size_t i = 0, end = 0; i < structure_.nodes.size(); ++i) {
      const Step& step = structure_.nodes[i].step;
      if (step.count > 1 && i >= end) {
        end = i + 1 + step.size;
        phases_ += has_messages(i, event) ? 1U : 0U;
      }
      event += step.count == 0 ? 1U : 0U;
    }
  }

  /// `event`: the first event in the loop.
  bool has_messages(std::size_t loop, std::size_t event) const {
    for (std::size_t i = loop + 1; i <= loop + structure_.nodes[loop].step.size; ++i) {
      if (structure_.nodes[i].step.count == 0 && record::is_message(structure_.events[event++].kind)) return true;
    }
    return false;
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

  /// "# Phase 2 of 3: 25 iterations; sends: 4, receives: 4; calls: MPI_Irecv, MPI_Send, MPI_Wait; 97.0 % of messages,
  /// 99.2 % of bytes". Phases are the outermost loops. Sends and receives are statements, calls those around them.
  std::string loop_comment(std::size_t loop) {
    std::vector<std::string> calls;
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
    Volume volume;
    std::size_t event = event_;
    const std::size_t end = loop + 1 + structure_.nodes[loop].step.size;
    for (std::size_t i = loop + 1; i < end; ++i) {
      if (structure_.nodes[i].step.count > 0) continue;
      volume += volumes_[event];
      const Event& each = structure_.events[event++];
      sends += each.kind == record::Kind::send ? 1U : 0U;
      receives += each.kind == record::Kind::receive ? 1U : 0U;
      if (each.kind != record::Kind::state_start) continue;
      const std::string& name = structure_.states[each.state];
      if (std::find(calls.begin(), calls.end(), name) == calls.end()) calls.push_back(name);
    }
    const bool outermost = around_.size() == 1 && sends + receives > 0;
    return fmt::format("# {}{} iterations; sends: {}, receives: {}{}{}{}",
                       outermost ? fmt::format("Phase {} of {}: ", ++phase_, phases_) : "",
                       structure_.nodes[loop].step.count, sends, receives,
                       calls.empty() ? "" : "; calls: ", fmt::join(calls, ", "), sends > 0 ? share(volume) : "");
  }

  std::string share(const Volume& of) const {
    const auto percent = [](std::uint64_t part, std::uint64_t all) {
      return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
    };
    if (of.messages == all_.messages) return "; all messages";
    std::string text = fmt::format("; {:.1f} % of messages", percent(of.messages, all_.messages));
    if (of.bytes_known && all_.bytes_known) text += fmt::format(", {:.1f} % of bytes", percent(of.bytes, all_.bytes));
    return text;
  }

  /// The expression of a field; empty after a failure.
  std::string value(const Event& event, FieldName name, std::uint32_t set, std::int64_t least = 0) {
    const auto columns = formulas_.columns(event, name, set, around_);
    return columns ? formulas_.value(*columns, set, around_, least) : std::string();
  }

  std::string tag_of(const Event& event, std::uint32_t set) {
    if (!tags_meet_) return value(event, FieldName::tag, set, INT32_MIN);
    const auto tags = formulas_.columns(event, FieldName::tag, set, around_);
    const auto communicators = formulas_.columns(event, FieldName::communicator, set, around_);
    if (!tags || !communicators) return {};
    const auto count = static_cast<std::int64_t>(communicators_.size());
    const Columns own = Columns::combined(*tags, *communicators, [&](std::int64_t tag, std::int64_t communicator) {
      return tag * count + std::distance(communicators_.begin(), communicators_.find(communicator));
    });
    return formulas_.value(own, set, around_, INT64_MIN);
  }

  void write_event(const Event& event, std::uint32_t set, int level) {
    if (!record::is_message(event.kind)) return write_state(event, set, level);
    const bool sends = event.kind == record::Kind::send;
    const std::string other = formulas_.partner(event, set, around_);
    const std::string tag = tag_of(event, set);
    const std::string bytes = value(event, FieldName::bytes, set);
    take_failure(sends ? "a send" : "a receive");
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
    if (!burst || gap.listed || gap.drawn) return;
    const std::string time = value(event, FieldName::gap, set);
    formulas_.forget_failure();  // a burst without an expression is left out, as one without structure is
    if (!time.empty() && time != "0") line(level, fmt::format("- compute: {}  # before {}", in_yaml(time), state_));
  }

  const Structure& structure_;
  FieldFormulas formulas_;
  std::vector<Volume> volumes_;  ///< by event
  Volume all_;
  std::set<std::int64_t> communicators_;
  bool tags_meet_ = false;  ///< messages of two communicators have the same tag
  std::size_t phases_ = 0;
  std::size_t phase_ = 0;  ///< of the outermost loop that was written last
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
  const Structure loops = nested(structure);
  ScriptWriter writer(loops, title);
  if (writer.run()) return writer.take();
  why = writer.why();
  return std::nullopt;
}

}  // namespace trgen::structure
