// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/htsim/matrix.hpp"

namespace fsin::imports {
namespace {

constexpr std::uint64_t most_nodes_of_matrix = 1U << 20U;

class MatrixReader {
 public:
  MatrixReader(const Source& source, Draft& draft, Diagnostics& diagnostics)
      : lines_(source, '#'), file_(source.mark()), draft_(draft), diagnostics_(diagnostics) {}

  Matrix read() {
    while (lines_.next()) line();
    if (matrix_.nodes == 0) diagnostics_.input_error(file_, "there is no line `Nodes N` with 1 to 1048576 nodes");
    for (const auto& [what, announced, found] :
         {std::tuple("Connections", flows_, matrix_.flows.size()), std::tuple("Triggers", triggers_, told_triggers_),
          std::tuple("Failures", failures_, told_failures_)}) {
      if (announced != found && diagnostics_.ok())
        diagnostics_.input_error(file_, fmt::format("{} {} are announced, and there are {}", what, announced, found));
    }
    if (diagnostics_.ok()) check_triggers();
    for (const auto& [what, tally] : tallies_)
      draft_.leave_out(
          tally.first,
          fmt::format("{}{}", what, tally.second > 1 ? fmt::format(" ({} times)", tally.second) : std::string()));
    return std::move(matrix_);
  }

 private:
  void line() {
    const std::string_view first = lines_.words()[0].text;
    if (first.find("->") != std::string_view::npos) return flow(first);
    if (first == "trigger") return trigger();
    if (first == "failure") {
      ++told_failures_;
      return tally("failure: no link or switch fails");
    }
    std::uint64_t* const to = first == "Nodes"         ? &matrix_.nodes
                              : first == "Connections" ? &flows_
                              : first == "Triggers"    ? &triggers_
                              : first == "Failures"    ? &failures_
                                                       : nullptr;
    if (to == nullptr)
      return wrong(0, fmt::format("expected a flow `0->1 ...`, `trigger`, `failure` or a line of the head, not {}",
                                  in_quotes(first)));
    if (const auto value = number(0, to == &matrix_.nodes ? most_nodes_of_matrix : 1ULL << 32U)) *to = *value;
  }

  void flow(std::string_view ends) {
    Flow made;
    made.mark = lines_.mark();
    const std::size_t arrow = ends.find("->");
    const auto from = parse_natural(ends.substr(0, arrow)), to = parse_natural(ends.substr(arrow + 2));
    if (!from || !to || *from >= matrix_.nodes || *to >= matrix_.nodes || *from == *to) {
      return wrong(0, fmt::format("expected two different nodes from 0 to {}, as in 0->1, not {}",
                                  matrix_.nodes > 0 ? matrix_.nodes - 1 : 0, in_quotes(ends)));
    }
    made.from = *from;
    made.to = *to;
    bool starts = false, sized = false;
    const std::vector<Word>& words = lines_.words();
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view name = words[i].text;
      if (name == "addon") {
        tally("addon: the bytes of a flow that is started again are those of its own line");
        continue;
      }
      if (name == "start") {
        if (!start(i++, made)) return;
        starts = true;
        continue;
      }
      std::uint64_t ignored = 0;
      std::uint64_t* const to_set = name == "size"                                    ? &made.bytes
                                    : name == "trigger"                               ? &made.trigger
                                    : name == "send_done_trigger"                     ? &made.when_sent
                                    : name == "recv_done_trigger"                     ? &made.when_received
                                    : name == "id" || name == "prio" || name == "msg" ? &ignored
                                                                                      : nullptr;
      if (to_set == nullptr) return wrong(i, fmt::format("{} is no word of a flow", in_quotes(name)));
      const auto value = number(i, name == "size" ? 1ULL << 40U : 1ULL << 32U);
      if (!value) return;
      if (*value == 0 && name != "prio") return wrong(i + 1, fmt::format("{} must not be 0", name));
      *to_set = *value;
      sized = sized || name == "size";
      if (name == "prio") tally("prio: flows have no priorities");
      if (name == "msg") tally("msg: each message is a flow of its own");
      ++i;
    }
    if (!sized) return wrong(words.size(), "the flow has no size: flows without an end have no counterpart");
    if (starts == (made.trigger != 0)) return wrong(0, "a flow needs either `start` or `trigger`");
    const std::size_t index = matrix_.flows.size();
    if (made.trigger != 0) {
      Trigger& trigger = named(made.trigger);
      trigger.starts.push_back(index);
    }
    for (const std::uint64_t fired : {made.when_sent, made.when_received}) {
      if (fired != 0) named(fired).firing.push_back(index);
    }
    matrix_.flows.push_back(std::move(made));
  }

  /// In picoseconds, as htsim reads it.
  bool start(std::size_t at, Flow& to) {
    const std::vector<Word>& words = lines_.words();
    const auto value = at + 1 < words.size() ? parse_real(words[at + 1].text) : std::nullopt;
    if (!value || !(*value >= 0 && *value <= 1e18)) {
      wrong(at + 1, "expected a time in picoseconds behind start");
      return false;
    }
    to.start = static_cast<std::uint64_t>(std::llround(*value / 1000));
    if (static_cast<double>(to.start) * 1000 != *value) tally("start: times are rounded to nanoseconds");
    return true;
  }

  void trigger() {
    ++told_triggers_;
    const std::vector<Word>& words = lines_.words();
    std::uint64_t id = 0, count = 0;
    Trigger::Kind kind = Trigger::Kind::unknown;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view name = words[i].text;
      if (name == "id" || name == "count") {
        const auto value = number(i++, 1ULL << 32U);
        if (!value) return;
        (name == "id" ? id : count) = *value;
      } else if (name == "oneshot" || name == "multishot" || name == "barrier") {
        kind = name == "oneshot"     ? Trigger::Kind::one_shot
               : name == "multishot" ? Trigger::Kind::multi_shot
                                     : Trigger::Kind::barrier;
      } else {
        return wrong(i, fmt::format("expected id, count, oneshot, multishot or barrier, not {}", in_quotes(name)));
      }
    }
    if (id == 0) return wrong(words.size(), "the trigger has no id above 0");
    if (kind == Trigger::Kind::unknown)
      return wrong(words.size(), "the trigger is none of oneshot, multishot, barrier");
    Trigger& made = named(id);
    if (made.kind != Trigger::Kind::unknown) return wrong(0, fmt::format("trigger {} is there twice", id));
    made.kind = kind;
    made.count = count;
    made.mark = lines_.mark();
  }

  Trigger& named(std::uint64_t id) {
    const auto [found, fresh] = matrix_.triggers.try_emplace(id);
    if (fresh) found->second.mark = lines_.mark();
    return found->second;
  }

  /// What triggers mean in htsim: a oneshot is fired once, a barrier as often as its count says, the n-th firing of a
  /// multishot starts the n-th of its flows.
  void check_triggers() {
    for (const auto& [number, trigger] : matrix_.triggers) {
      const std::uint64_t id = number;  // clang 14 has no lambdas that capture parts of a structured binding
      const Trigger& each = trigger;
      const auto refuse = [&](std::string what) {
        diagnostics_.input_error(each.mark, fmt::format("trigger {}: {}", id, what));
      };
      if (each.kind == Trigger::Kind::unknown) {
        refuse("has no line of its own");
      } else if (each.starts.empty()) {
        draft_.leave_out(each.mark, fmt::format("trigger {}: starts no flow", id));
      } else if (each.kind == Trigger::Kind::one_shot && each.firing.size() != 1) {
        refuse(fmt::format("oneshot is fired once, not by {}", counted(each.firing.size(), "flow")));
      } else if (each.kind == Trigger::Kind::barrier && each.firing.size() != each.count) {
        refuse(fmt::format("barrier of count {}, fired by {}", each.count, counted(each.firing.size(), "flow")));
      } else if (each.kind == Trigger::Kind::multi_shot && each.firing.size() < each.starts.size()) {
        refuse(fmt::format("multishot starts one flow each time, {} in all, and is fired by {}", each.starts.size(),
                           counted(each.firing.size(), "flow")));
      }
    }
    if (diagnostics_.ok()) check_that_all_start();
  }

  void check_that_all_start() {
    std::vector<std::size_t> started;
    std::map<std::uint64_t, std::size_t> fired;
    for (std::size_t i = 0; i < matrix_.flows.size(); ++i) {
      if (matrix_.flows[i].trigger == 0) started.push_back(i);
    }
    for (std::size_t next = 0; next < started.size(); ++next) {
      const Flow& flow = matrix_.flows[started[next]];
      for (const std::uint64_t id : {flow.when_sent, flow.when_received}) {
        if (id == 0) continue;
        const Trigger& trigger = matrix_.triggers.find(id)->second;
        const std::size_t times = ++fired[id];
        if (trigger.kind == Trigger::Kind::multi_shot) {
          if (times <= trigger.starts.size()) started.push_back(trigger.starts[times - 1]);
        } else if (times == trigger.firing.size()) {
          started.insert(started.end(), trigger.starts.begin(), trigger.starts.end());
        }
      }
    }
    std::vector<bool> seen(matrix_.flows.size());
    for (const std::size_t each : started) seen[each] = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) continue;
      return diagnostics_.input_error(
          matrix_.flows[i].mark,
          fmt::format("trigger {} never starts this flow: its triggers wait for each other", matrix_.flows[i].trigger));
    }
  }

  /// The whole number behind word `at`.
  std::optional<std::uint64_t> number(std::size_t at, std::uint64_t most) {
    const std::vector<Word>& words = lines_.words();
    const auto value = at + 1 < words.size() ? parse_natural(words[at + 1].text) : std::nullopt;
    if (value && *value <= most) return value;
    wrong(at + 1, fmt::format("expected a whole number up to {} behind {}", most, words[at].text));
    return std::nullopt;
  }

  void wrong(std::size_t word, std::string what) { diagnostics_.input_error(lines_.mark(word), std::move(what)); }

  void tally(std::string_view what) {
    const auto [found, fresh] = tallies_.try_emplace(what, lines_.mark(), 0);
    ++found->second.second;
  }

  Lines lines_;
  Mark file_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  Matrix matrix_;
  std::uint64_t flows_ = 0, triggers_ = 0, failures_ = 0;
  std::size_t told_triggers_ = 0, told_failures_ = 0;
  std::map<std::string_view, std::pair<Mark, std::size_t>> tallies_;  ///< left out, with the first place
};

}  // namespace

Matrix read_matrix(const Source& source, Draft& draft, Diagnostics& diagnostics) {
  return MatrixReader(source, draft, diagnostics).read();
}

}  // namespace fsin::imports
