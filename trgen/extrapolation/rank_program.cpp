// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/rank_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "trgen/extrapolation/posted_receives.hpp"
#include "trgen/extrapolation/record_cut.hpp"
#include "trgen/structure/folding.hpp"

namespace trgen::extrapolation {

namespace {

/// Equal calls in a row that are kept apart.
constexpr std::uint8_t most_again = 3;
constexpr std::int64_t half_call_ns = 100;  ///< programs/program_trace.hpp

}  // namespace

/// A call, or a message outside any, as an element of a sequence that is folded into loops: apart, for it is large, and
/// folding moves elements.
struct Item {
  std::uint64_t hash = 0;
  std::unique_ptr<RankNode> node;
};

std::uint64_t hash_of_element(const Item& item) { return item.hash; }

namespace {

bool same_node(const RankNode& a, const RankNode& b) {
  return a.is == b.is && a.body.size() == b.body.size() &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), same_node);
}

void join_into(RankNode& kept, RankNode& other) {
  kept.tag.append(other.tag, most_steps);
  kept.bytes.append(other.bytes);
  kept.received.append(other.received);
  kept.gap.append(other.gap);
  kept.end.append(other.end);
  for (std::size_t i = 0; i < kept.inner.size(); ++i) kept.inner[i].append(other.inner[i]);
  kept.regular = kept.regular && other.regular;
  for (std::size_t i = 0; i < kept.body.size(); ++i) join_into(kept.body[i], other.body[i]);
}

std::uint64_t hash_node(const RankNode& node) {
  const Identity& is = node.is;
  std::uint64_t hash = fsin::hash_of(static_cast<std::uint64_t>(is.part), static_cast<std::uint64_t>(is.way), is.state);
  hash = fsin::hash_of(
      hash, (is.any_source ? 1U : 0U) | (is.any_tag ? 2U : 0U) | (is.facts ? 4U : 0U) | unsigned{is.again} << 4U,
      is.communicator);
  hash = fsin::hash_of(hash, is.peer, is.bytes);
  hash = fsin::hash_of(hash, is.extra, is.exchange);
  for (const RankNode& each : node.body) hash = fsin::hash_of(hash, hash_node(each));
  return hash;
}

}  // namespace

bool same_element(const Item& a, const Item& b) { return a.hash == b.hash && same_node(*a.node, *b.node); }
void join_element(Item& kept, Item& again) { join_into(*kept.node, *again.node); }

namespace {

/// A step of a program may end with many loops: sweeps, levels of a multigrid.
using Sequence = structure::Folding<Item, 2048, 1024, 64>;

/// The first reading: collectives.
class PieceReader {
 public:
  PieceReader(const record::TraceSource& trace, std::uint32_t rank, Exchanges& to)
      : trace_(trace), rank_(rank), to_(to) {}

  void begin(const record::Record& /*start*/) {}
  void end(const record::Record& /*end*/) {}
  void message(const record::Record& /*message*/) {}
  void piece(const record::Record& around, const std::vector<record::Record>& records) {
    Piece made{.function = trace_.state_names()[around.state],
               .communicator = records.front().communicator,
               .transfers = {},
               .facts = {}};
    for (const record::Record& each : records) made.transfers.push_back({each.kind, each.peer, each.tag, each.bytes});
    if (around.collective) {
      made.facts = around;
      made.facts->time_ns = made.facts->line = 0;
    }
    to_.add(rank_, std::move(made));
  }

 private:
  const record::TraceSource& trace_;
  std::uint32_t rank_;
  Exchanges& to_;
};

/// The second reading: everything, folded.
class NodeReader {
 public:
  NodeReader(const record::TraceSource& trace, std::uint32_t rank, const Exchanges& exchanges, Names& names,
             bool bytes_vary, std::vector<Posted> posted)
      : trace_(trace),
        rank_(rank),
        exchanges_(exchanges),
        names_(names),
        bytes_vary_(bytes_vary),
        posted_(std::move(posted)) {}

  void begin(const record::Record& start) {
    RankNode& made = open_.emplace_back();
    made.is = {
        .part = Part::call, .facts = start.collective, .state = names_.number(trace_.state_names()[start.state])};
    made.is.any_source = start.any_source;
    if (start.collective) {
      made.is.communicator = start.communicator;
      made.is.peer = start.peer;
      made.is.bytes = start.bytes;
      const auto kind = programs::expand::kind_of(trace_.state_names()[start.state]);
      if (!bytes_vary_ || !kind || !programs::collectives::blocks_may_differ(*kind)) made.is.extra = start.received;
      made.received.add(start.received);
    }
    made.tag.add(0, most_steps);
    made.gap.add(gap(start));
    if (trace_.state_names()[start.state] != posting_call || next_post_ == posted_.size()) return;
    RankNode& post = made.body.emplace_back();
    post.is = {.part = Part::message, .way = record::Kind::receive, .posted = true, .peer = posted_[next_post_].peer};
    post.tag.add(posted_[next_post_++].tag, most_steps);
    post.bytes.add(0);
  }

  void end(const record::Record& end) {
    RankNode done = std::move(open_.back());
    open_.pop_back();
    done.end.add(gap(end));
    put(std::move(done));
  }

  void message(const record::Record& message) {
    RankNode made;
    made.is = {.part = Part::message,
               .way = message.kind,
               .any_source = message.any_source,
               .any_tag = message.any_tag,
               .communicator = message.communicator,
               .peer = message.peer,
               .bytes = bytes_vary_ ? 0 : message.bytes,
               .extra = message.kind == record::Kind::receive ? message.match : 0};
    made.tag.add(message.tag, most_steps);
    made.bytes.add(message.bytes);
    made.gap.add(gap(message));
    put(std::move(made));
  }

  void piece(const record::Record& /*around*/, const std::vector<record::Record>& records) {
    const std::uint32_t communicator = records.front().communicator;
    const auto call = exchanges_.of(rank_, communicator, numbers_[communicator]++);
    if (!call) {
      for (const record::Record& each : records) message(each);
      return;
    }
    const Exchange& found = exchanges_[*call];
    const programs::Group group = programs::Group::list(found.members);
    const std::vector<TimedTransfer> regular = transfers(*call, found, group);
    RankNode made;
    made.is = {.part = Part::exchange,
               .communicator = communicator,
               .exchange = bytes_vary_ ? exchanges_.but_for_blocks(*call) : *call};
    made.bytes.add(found.bytes);
    made.tag.add(0, most_steps);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::int64_t own = i < regular.size() ? half_call_ns * static_cast<std::int64_t>(regular[i].half_calls) : 0;
      const std::int64_t since = gap(records[i]);
      if (i == 0) {
        made.regular = since >= own;
        made.gap.add(made.regular ? since - own : since);
      } else {
        made.regular = made.regular && since == own;
        made.inner[records[i].kind == record::Kind::send ? 0 : 1].add(since);
      }
    }
    put(std::move(made));
  }

  std::vector<RankNode> take() {
    std::vector<RankNode> made;
    flatten(sequence_.nodes(), made);
    return made;
  }

 private:
  std::int64_t gap(const record::Record& record) {
    const auto since = static_cast<std::int64_t>(record.time_ns - time_);
    time_ = record.time_ns;
    return since;
  }

  const std::vector<TimedTransfer>& transfers(std::uint32_t call, const Exchange& found, const programs::Group& group) {
    const auto [at, fresh] = transfers_.try_emplace(call);
    if (fresh) {
      const auto v = std::lower_bound(found.members.begin(), found.members.end(), rank_) - found.members.begin();
      at->second = transfers_of(found, group, static_cast<std::uint32_t>(v));
    }
    return at->second;
  }

  void put(RankNode node) {
    if (!open_.empty()) {
      open_.back().body.push_back(std::move(node));
      return;
    }
    const std::uint64_t plain = hash_node(node);
    again_ = plain == last_ ? static_cast<std::uint8_t>(std::min<int>(again_ + 1, most_again)) : std::uint8_t{0};
    last_ = plain;
    if (!node.body.empty() || node.is.part == Part::message) node.is.again = again_;
    const std::uint64_t hash = hash_node(node);
    sequence_.add(Item{hash, std::make_unique<RankNode>(std::move(node))});
  }

  static void flatten(std::vector<structure::FoldNode<Item>>& nodes, std::vector<RankNode>& made) {
    for (auto& each : nodes) {
      if (!each.is_loop()) {
        made.push_back(std::move(*each.element.node));
        continue;
      }
      RankNode& loop = made.emplace_back();
      loop.is.part = Part::loop;
      loop.count = each.count;
      flatten(each.body, loop.body);
    }
  }

  const record::TraceSource& trace_;
  std::uint32_t rank_;
  const Exchanges& exchanges_;
  Names& names_;
  bool bytes_vary_;
  std::vector<Posted> posted_;  ///< in order
  std::size_t next_post_ = 0;
  std::map<std::uint32_t, std::size_t> numbers_;
  std::map<std::uint32_t, std::vector<TimedTransfer>> transfers_;
  std::vector<RankNode> open_;
  Sequence sequence_;
  std::uint64_t time_ = 0;
  std::uint64_t last_ = 0;
  std::uint8_t again_ = 0;
};

}  // namespace

RunProgram read_program(const record::TraceSource& trace, Names& names, bool bytes_vary, bool posts_told) {
  RunProgram made;
  std::vector<std::vector<Posted>> posted(trace.ranks());
  if (posts_told) posted = posted_receives(trace);
  const auto first = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    PieceReader pieces(trace, rank, made.exchanges);
    cut(trace, *first, rank, pieces);
  }
  made.exchanges.resolve();
  const auto second = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    NodeReader nodes(trace, rank, made.exchanges, names, bytes_vary, std::move(posted[rank]));
    cut(trace, *second, rank, nodes);
    made.ranks.push_back(nodes.take());
  }
  return made;
}

}  // namespace trgen::extrapolation
