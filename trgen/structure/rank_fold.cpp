// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/rank_fold.hpp"

#include <utility>

namespace trgen::structure {
namespace {

void spread(EventRuns& event) {
  event.varied = std::make_unique<std::array<SeriesBuilder, followed_fields>>();
  for (std::size_t i = 0; i < followed_fields; ++i)
    (*event.varied)[i].add(event.values[i], event.executions, most_nodes(i));
}

std::int64_t& value(EventRuns& event, Followed field) { return event.values[static_cast<std::size_t>(field)]; }

void flatten(std::vector<FoldNode<EventRuns>>& nodes, RankTree& tree) {
  for (auto& node : nodes) {
    const std::size_t at = tree.shape.size();
    tree.shape.push_back({});
    if (!node.is_loop()) {
      tree.events.push_back(std::move(node.element));
      continue;
    }
    flatten(node.body, tree);
    tree.shape[at] = {node.count, static_cast<std::uint32_t>(tree.shape.size() - at - 1)};
  }
}

}  // namespace

std::uint64_t hash_of_element(const EventRuns& event) { return fsin::hash_of(event.code, 1U); }

bool same_element(const EventRuns& a, const EventRuns& b) { return a.code == b.code; }

void join_element(EventRuns& kept, EventRuns& again) {
  if (kept.varied || again.varied || kept.values != again.values) {
    if (!kept.varied) spread(kept);
    for (std::size_t i = 0; i < followed_fields; ++i) {
      if (again.varied) {
        (*kept.varied)[i].append((*again.varied)[i], most_nodes(i));
      } else {
        (*kept.varied)[i].add(again.values[i], again.executions, most_nodes(i));
      }
    }
  }
  kept.executions += again.executions;
}

void RankFold::add(const record::Record& record) {
  EventRuns event{.code = code_of(record)};
  value(event, Followed::gap) = static_cast<std::int64_t>(record.time_ns - time_);
  time_ = record.time_ns;
  if (record::is_message(record.kind) || record.collective) {
    value(event, Followed::absolute) = record.peer;
    value(event, Followed::tag) = record.tag;
    value(event, Followed::communicator) = record.communicator;
    value(event, Followed::bytes) = static_cast<std::int64_t>(record.bytes);
    value(event, Followed::extra) =
        static_cast<std::int64_t>(record.kind == record::Kind::receive ? record.match : record.received);
  }
  if (record::is_message(record.kind)) {
    const PeerForms forms = forms_of(record.peer, rank_, ranks_);
    for (std::size_t i = 0; i < forms.size(); ++i) value(event, followed_forms[i]) = forms[i];
  }
  folding_.add(std::move(event));
}

RankTree RankFold::take() {
  RankTree tree;
  flatten(folding_.nodes(), tree);
  folding_.clear();
  return tree;
}

}  // namespace trgen::structure
