// SPDX-License-Identifier: Apache-2.0
// Two outlines side by side: aligned by dynamic programming, as two texts are, and loops by what is in them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "trgen/structure/outline.hpp"

namespace trgen::structure {
namespace {

using Items = std::vector<OutlineItem>;
using Kind = OutlineItem::Kind;

constexpr std::size_t most_aligned = std::size_t{1} << 20;

/// How much two items have in common; 0 for items that are not alike.
class Likeness {
 public:
  /// Of the best alignment of two lists.
  std::uint32_t of(const Items& a, const Items& b) {
    const auto key = std::pair(&a, &b);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const std::uint32_t best = table(a, b).front();
    known_.emplace(key, best);
    return best;
  }

  /// By places in both lists, row by row: of the best alignment from there on.
  std::vector<std::uint32_t> table(const Items& a, const Items& b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::uint32_t> best((a.size() + 1) * width);
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        const std::uint32_t match = of(a[i], b[j]);
        best[i * width + j] = std::max({best[(i + 1) * width + j], best[i * width + j + 1],
                                        match == 0 ? 0 : match + best[(i + 1) * width + j + 1]});
      }
    }
    return best;
  }

  std::uint32_t of(const OutlineItem& a, const OutlineItem& b) {
    if (a.kind != b.kind) return 0;
    if (a.kind != Kind::loop) {
      if (a.name != b.name) return 0;
      return of_item + (a.ranks == b.ranks) + (a.peer == b.peer) + (a.bytes == b.bytes) + (a.tag == b.tag);
    }
    const std::uint32_t bodies = of(a.body, b.body);
    if (2 * bodies < of_item * std::max(a.body.size(), b.body.size())) return 0;
    return bodies + (a.count == b.count) + (a.ranks == b.ranks);
  }

 private:
  static constexpr std::uint32_t of_item = 4;

  std::map<std::pair<const Items*, const Items*>, std::uint32_t> known_;
};

class Comparer {
 public:
  void run(const Items& a, const Items& b, const std::string& path_a, const std::string& path_b) {
    const std::size_t width = b.size() + 1;
    const std::vector<std::uint32_t> best = likeness_.table(a, b);
    std::size_t loop_a = 0;
    std::size_t loop_b = 0;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const bool both = i < a.size() && j < b.size();
      const std::uint32_t match = both ? likeness_.of(a[i], b[j]) : 0;
      if (match > 0 && best[i * width + j] == match + best[(i + 1) * width + j + 1]) {
        pair(a[i], b[j], number(path_a, a[i], loop_a), number(path_b, b[j], loop_b));
        ++i;
        ++j;
      } else if (j == b.size() || (both && best[(i + 1) * width + j] >= best[i * width + j + 1])) {
        alone(a[i], number(path_a, a[i], loop_a), true);
        ++i;
      } else {
        alone(b[j], number(path_b, b[j], loop_b), false);
        ++j;
      }
    }
  }

  OutlineComparison take() { return std::move(made_); }

 private:
  /// "2.1" of a loop; the number of the loop around anything else.
  static std::string number(const std::string& path, const OutlineItem& item, std::size_t& loops) {
    if (item.kind != Kind::loop) return path;
    ++loops;
    return path.empty() ? fmt::format("{}", loops) : fmt::format("{}.{}", path, loops);
  }

  static std::string where(const OutlineItem& item, const std::string& path) {
    if (item.kind == Kind::loop) return fmt::format("loop {} of {} ({})", path, item.name, item.ranks);
    const std::string around = path.empty() ? "" : fmt::format("loop {}, ", path);
    if (item.kind == Kind::call) return fmt::format("{}call of {} ({})", around, item.name, item.ranks);
    return fmt::format("{}{} in {} ({})", around, item.kind == Kind::send ? "send" : "receive", item.name, item.ranks);
  }

  void pair(const OutlineItem& a, const OutlineItem& b, const std::string& path_a, const std::string& path_b) {
    const std::string at = where(a, path_a);
    const auto differ = [&](std::string_view what, const std::string& of_a, const std::string& of_b) {
      if (of_a != of_b) made_.differences.push_back({at, std::string(what), of_a, of_b});
    };
    differ("ranks", a.ranks, b.ranks);
    if (a.kind == Kind::loop) {
      ++made_.loops_in_both;
      differ("iterations", fmt::format("{}", a.count), fmt::format("{}", b.count));
      return run(a.body, b.body, path_a, path_b);
    }
    if (a.kind == Kind::call) return;
    ++made_.messages_in_both;
    differ(a.kind == Kind::send ? "to" : "from", a.peer, b.peer);
    differ("bytes", a.bytes, b.bytes);
    differ("tag", a.tag, b.tag);
    differ("communicator", a.communicator, b.communicator);
  }

  void alone(const OutlineItem& item, const std::string& path, bool of_a) {
    count(item, of_a);
    const std::string what = item.kind == Kind::loop   ? fmt::format("{} iterations", item.count)
                             : item.kind == Kind::call ? "1 call"
                                                       : fmt::format("{}, {} B", item.peer, item.bytes);
    made_.differences.push_back({where(item, path), "", of_a ? what : "", of_a ? "" : what});
  }

  void count(const OutlineItem& item, bool of_a) {
    if (item.kind == Kind::loop) ++(of_a ? made_.loops_only_a : made_.loops_only_b);
    if (item.kind == Kind::send || item.kind == Kind::receive) ++(of_a ? made_.messages_only_a : made_.messages_only_b);
    for (const OutlineItem& each : item.body) count(each, of_a);
  }

  Likeness likeness_;
  OutlineComparison made_;
};

/// The most items on a level.
std::size_t longest(const Items& items) {
  std::size_t most = items.size();
  for (const OutlineItem& each : items) most = std::max(most, longest(each.body));
  return most;
}

}  // namespace

std::optional<OutlineComparison> compare(const Items& a, const Items& b) {
  if (longest(a) * longest(b) > most_aligned) return std::nullopt;
  Comparer comparer;
  comparer.run(a, b, "", "");
  return comparer.take();
}

}  // namespace trgen::structure
