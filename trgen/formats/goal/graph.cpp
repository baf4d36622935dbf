// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/goal/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <queue>

#include "fsin/core/text.hpp"

namespace trgen::formats::goal {
namespace {

/// The statements that may run: sends before computing before receives, each in the order of the file.
class Ready {
 public:
  void add(Statement::Kind kind, std::uint32_t number) { queues_[static_cast<std::size_t>(kind)].push(number); }
  std::optional<std::uint32_t> take() {
    for (auto& queue : queues_) {
      if (queue.empty()) continue;
      const std::uint32_t number = queue.top();
      queue.pop();
      return number;
    }
    return std::nullopt;
  }

 private:
  using Queue = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  std::array<Queue, 3> queues_;
};

}  // namespace

bool Graph::add(const std::string& label, const Statement& statement) {
  if (!label.empty() && !labels_.emplace(label, static_cast<std::uint32_t>(statements_.size())).second) return false;
  statements_.push_back(statement);
  return true;
}

void Graph::require(std::string after, std::string before, bool start, std::uint64_t line) {
  requirements_.push_back({std::move(after), std::move(before), start, line});
}

std::optional<Graph::Edges> Graph::edges(io::Problems& problems) const {
  Edges edges;
  edges.first.assign(statements_.size() + 1, 0);
  edges.missing.assign(statements_.size(), 0);
  std::vector<std::pair<std::uint32_t, record::Follower>> pairs;  // requirements, by the statement that comes first
  bool sound = true;
  for (const Requirement& each : requirements_) {
    const auto after = labels_.find(each.after);
    const auto before = labels_.find(each.before);
    if (after == labels_.end() || before == labels_.end()) {
      problems.add(each.line, fmt::format("no statement of this rank has the label {}",
                                          fsin::in_quotes(after == labels_.end() ? each.after : each.before)));
      sound = false;
      continue;
    }
    pairs.emplace_back(before->second, record::Follower{after->second, each.start});
    ++edges.first[before->second + 1];
    ++edges.missing[after->second];
  }
  if (!sound) return std::nullopt;
  for (const Numbered& each : numbered_) {
    pairs.emplace_back(each.before, record::Follower{each.after, each.start});
    ++edges.first[each.before + std::size_t{1}];
    ++edges.missing[each.after];
  }
  for (std::size_t at = 1; at < edges.first.size(); ++at) edges.first[at] += edges.first[at - 1];
  edges.after.resize(pairs.size());
  std::vector<std::uint32_t> next(edges.first.begin(), edges.first.end() - 1);
  for (const auto& [before, edge] : pairs) edges.after[next[before]++] = edge;
  return edges;
}

std::optional<Graph::Order> Graph::order(io::Problems& problems) const {
  auto edges = this->edges(problems);
  if (!edges) return std::nullopt;
  const auto count = static_cast<std::uint32_t>(statements_.size());
  Ready ready;
  for (std::uint32_t number = 0; number < count; ++number) {
    if (edges->missing[number] == 0) ready.add(statements_[number].kind, number);
  }
  Order order;
  order.numbers.reserve(count);
  std::vector<std::uint32_t> released_by(count,
                                         count);  // for each statement: the last one to run of those that it requires
  std::vector<std::uint32_t> linked_to(count, count);  // the same, and a send whose start it requires
  std::uint32_t last = count;
  while (const auto number = ready.take()) {
    const bool waits = last != count && statements_[last].kind != Statement::Kind::send;
    if (waits && released_by[*number] != last) ++order.serialised;
    const Statement& first = statements_[0];
    const Statement& taken = statements_[*number];
    order.complete = order.complete && linked_to[*number] == last && !taken.any() && taken.cpu == first.cpu &&
                     taken.nic == first.nic;
    last = *number;
    order.numbers.push_back(last);
    for (std::uint32_t at = edges->first[last]; at < edges->first[last + 1]; ++at) {
      const record::Follower& edge = edges->after[at];
      if (!edge.at_start) released_by[edge.number] = last;
      if (!edge.at_start || statements_[last].kind == Statement::Kind::send) linked_to[edge.number] = last;
      if (--edges->missing[edge.number] == 0) ready.add(statements_[edge.number].kind, edge.number);
    }
  }
  if (order.numbers.size() == count) return order;
  const auto stuck = std::find_if(edges->missing.begin(), edges->missing.end(), [](auto each) { return each > 0; });
  problems.add(statements_[static_cast<std::size_t>(stuck - edges->missing.begin())].line,
               fmt::format("{} of the rank can never run, this one first: their requirements form a cycle",
                           fsin::counted(count - order.numbers.size(), "statement")));
  return std::nullopt;
}

std::optional<record::RankSchedule> Graph::schedule(io::Problems& problems) const {
  if (!order(problems)) return std::nullopt;
  auto edges = this->edges(problems);
  record::RankSchedule schedule;
  schedule.operations.reserve(statements_.size());
  for (const Statement& each : statements_) {
    using Of = record::ScheduledOperation::Kind;
    const bool calc = each.kind == Statement::Kind::calc;
    schedule.operations.push_back({.kind = calc                                 ? Of::compute
                                           : each.kind == Statement::Kind::send ? Of::send
                                                                                : Of::receive,
                                   .any_source = each.any_source,
                                   .any_tag = each.any_tag,
                                   .cpu = each.cpu,
                                   .nic = each.nic,
                                   .tag = each.tag,
                                   .peer = calc || each.any_source ? 0 : each.peer,
                                   .amount = each.amount,
                                   .line = each.line});
  }
  schedule.first = std::move(edges->first);
  schedule.followers = std::move(edges->after);
  schedule.waits_for = std::move(edges->missing);
  return schedule;
}

}  // namespace trgen::formats::goal
