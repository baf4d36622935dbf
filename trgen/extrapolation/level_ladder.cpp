// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/level_ladder.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace trgen::extrapolation {
namespace {

using Nodes = std::vector<RankNode>;

/// Of the messages of a level, in order.
struct Messages {
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint32_t> peers;

  bool empty() const { return bytes.empty(); }
};

constexpr std::size_t least_levels = 3;
constexpr std::size_t longest_level = 64;
/// Calls between two levels on the way up.
constexpr std::size_t most_between = 64;

/// Equal but for partners and bytes of messages. `counts`: so are iterations.
bool same_calls(const RankNode& a, const RankNode& b, bool counts) {
  if (a.is.part != b.is.part || a.body.size() != b.body.size() || (counts && a.count != b.count)) return false;
  Identity left = a.is;
  left.again = b.is.again;
  if (a.is.part == Part::message) {
    left.peer = b.is.peer;
    left.bytes = b.is.bytes;
  }
  return left == b.is && std::equal(a.body.begin(), a.body.end(), b.body.begin(),
                                    [](const RankNode& x, const RankNode& y) { return same_calls(x, y, true); });
}

/// Adds the messages within. False where something else than messages is there: a collective, facts.
bool add_messages(const RankNode& node, Messages& to) {
  if (node.is.part == Part::message) {
    to.bytes.push_back(node.is.bytes);
    to.peers.push_back(node.is.peer);
    return true;
  }
  return (node.is.part == Part::loop || (node.is.part == Part::call && !node.is.facts)) &&
         std::all_of(node.body.begin(), node.body.end(), [&](const RankNode& each) { return add_messages(each, to); });
}

/// All messages; none where something else is there.
Messages messages_of(std::span<const RankNode> nodes) {
  Messages made;
  for (const RankNode& each : nodes) {
    if (!add_messages(each, made)) return {};
  }
  return made;
}

/// True where no message has fewer bytes, and one has more; or where all have as many, as on two levels with a point a
/// rank, but go to others.
bool rises(const Messages& from, const Messages& to) {
  if (from.bytes.size() != to.bytes.size()) return false;
  for (std::size_t i = 0; i < from.bytes.size(); ++i) {
    if (to.bytes[i] < from.bytes[i]) return false;
  }
  return from.bytes != to.bytes || from.peers != to.peers;
}

/// The levels of `length` nodes each with which a sequence begins, each with fewer bytes than the one before.
std::size_t levels_down(std::span<const RankNode> nodes, std::size_t length) {
  if (length > nodes.size()) return 0;
  Messages last = messages_of(nodes.first(length));
  if (last.empty()) return 0;
  std::size_t count = 1;
  for (; (count + 1) * length <= nodes.size(); ++count) {
    const std::span<const RankNode> next = nodes.subspan(count * length, length);
    if (!std::equal(next.begin(), next.end(), nodes.begin(),
                    [](const RankNode& a, const RankNode& b) { return same_calls(a, b, true); })) {
      break;
    }
    Messages messages = messages_of(next);
    if (!rises(messages, last)) break;
    last = std::move(messages);
  }
  return count;
}

/// A ladder as it is found in one rank: its rungs are counted from the finest one until all ranks are known.
RankNode new_ladder(bool falling) {
  RankNode ladder;
  ladder.is.part = Part::levels;
  ladder.is.falling = falling;
  return ladder;
}

Nodes& add_level(RankNode& ladder) {
  RankNode& level = ladder.body.emplace_back();
  level.is.part = Part::level;
  return level.body;
}

void move_to(Nodes& to, Nodes& from, std::size_t first, std::size_t count) {
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
  to.insert(to.end(), std::make_move_iterator(begin),
            std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(count)));
}

bool receives(const RankNode& node) {
  return (node.is.part == Part::message && node.is.way == record::Kind::receive) ||
         (node.is.part != Part::message && !node.body.empty() &&
          std::all_of(node.body.begin(), node.body.end(), receives));
}

/// Receives that are posted and what waits for them become one statement each: what is posted shows no partner.
void move_between(Nodes& to, Nodes& from, std::size_t first, std::size_t count) {
  const auto posts = [&](std::size_t i) { return messages_of({&from[i], 1}).empty(); };
  for (std::size_t i = first; i < first + count;) {
    if (!posts(i)) {
      to.push_back(std::move(from[i++]));
      continue;
    }
    std::size_t end = i;
    while (end < first + count && posts(end)) ++end;
    while (end < first + count && receives(from[end])) ++end;
    RankNode& group = to.emplace_back();
    group.is.part = Part::group;
    move_to(group.body, from, i, end - i);
    i = end;
  }
}

/// The loops on the way up from a place, by their index: each with more bytes than the one before, and nothing but
/// calls between them.
std::vector<std::size_t> levels_up(const Nodes& nodes, std::size_t from) {
  std::vector<std::size_t> found;
  Messages last;
  std::size_t between = 0;
  for (std::size_t i = from; i < nodes.size() && between <= most_between; ++i) {
    Messages messages = messages_of({&nodes[i], 1});
    if (nodes[i].is.part != Part::loop || messages.empty()) {
      Messages ignored;
      if (!add_messages(nodes[i], ignored)) break;
      ++between;
      continue;
    }
    if (!found.empty() && (!same_calls(nodes[found.front()], nodes[i], false) || !rises(last, messages))) break;
    found.push_back(i);
    last = std::move(messages);
    between = 0;
  }
  return found;
}

void find(Nodes& nodes) {
  Nodes made;
  for (std::size_t i = 0; i < nodes.size();) {
    if (nodes[i].is.part == Part::loop) find(nodes[i].body);
    std::size_t length = 1, count = 0;
    for (; length <= longest_level; ++length) {
      count = levels_down(std::span<const RankNode>(nodes).subspan(i), length);
      if (count >= least_levels) break;
    }
    const std::vector<std::size_t> loops =
        count < least_levels ? std::vector<std::size_t>{} : levels_up(nodes, i + count * length);
    if (loops.size() < least_levels) {
      made.push_back(std::move(nodes[i++]));
      continue;
    }
    RankNode& down = made.emplace_back(new_ladder(true));
    for (; count > 0; --count, i += length) move_to(add_level(down), nodes, i, length);
    RankNode& up = made.emplace_back(new_ladder(false));
    for (const std::size_t loop : loops) {
      Nodes& level = add_level(up);
      move_between(level, nodes, i, loop - i);
      level.push_back(std::move(nodes[loop]));
      i = loop + 1;
    }
  }
  nodes = std::move(made);
}

/// Ladders are the same on all ranks when they go the same way and have the same messages on the finest level.
using Which = std::pair<bool, std::vector<std::uint64_t>>;

Which which(const RankNode& ladder) {
  const Nodes& finest = (ladder.is.falling ? ladder.body.front() : ladder.body.back()).body;
  return {ladder.is.falling, messages_of(finest).bytes};
}

template <class Visit>
void each_ladder(Nodes& nodes, Visit visit) {
  for (RankNode& each : nodes) {
    if (each.is.part == Part::levels) visit(each);
    if (each.is.part == Part::loop) each_ladder(each.body, visit);
  }
}

}  // namespace

bool find_level_ladders(RunProgram& program) {
  std::map<Which, std::size_t> rungs;
  for (Nodes& rank : program.ranks) {
    find(rank);
    each_ladder(rank, [&](const RankNode& ladder) {
      std::size_t& most = rungs[which(ladder)];
      most = std::max(most, ladder.body.size());
    });
  }
  for (Nodes& rank : program.ranks) {
    each_ladder(rank, [&](RankNode& ladder) {
      ladder.count = rungs[which(ladder)];
      for (std::size_t i = 0; i < ladder.body.size(); ++i)
        ladder.body[i].count = ladder.is.falling ? ladder.count - 1 - i : ladder.count - ladder.body.size() + i;
    });
  }
  return !rungs.empty();
}

}  // namespace trgen::extrapolation
