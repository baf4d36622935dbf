// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/nesting.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fsin/core/hash.hpp"
#include "trgen/structure/folding.hpp"
#include "trgen/structure/nest.hpp"
#include "trgen/structure/nest_length.hpp"

namespace trgen::structure {
namespace {

constexpr std::uint64_t no_length = std::numeric_limits<std::uint64_t>::max();

/// Iterations of a flat loop that are executions of one statement.
struct Statement {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> iterations;
};
std::uint64_t hash_of_element(const Statement& of) { return fsin::hash_of(of.number, 3U); }
bool same_element(const Statement& a, const Statement& b) { return a.number == b.number; }
void join_element(Statement& kept, const Statement& again) {
  kept.iterations.insert(kept.iterations.end(), again.iterations.begin(), again.iterations.end());
}
using Statements = Folding<Statement, 1024, 256>;

std::size_t statements_in(const std::vector<Statements::Node>& nodes) {
  std::size_t count = 0;
  for (const auto& each : nodes) count += each.is_loop() ? statements_in(each.body) : 1;
  return count;
}

/// Fields that statements may differ in.
constexpr std::array signatures{
    std::array{true, true, true, true, true},     // all that is compared
    std::array{false, false, true, true, true},   // how much
    std::array{true, true, true, false, true},    // to whom
    std::array{false, false, true, false, true},  // communicators
};
constexpr std::array compared{FieldName::peer, FieldName::tag, FieldName::communicator, FieldName::bytes,
                              FieldName::extra};

class Nester {
 public:
  explicit Nester(const Structure& flat) : columns_(flat), length_(columns_) {}

  Structure run() {
    std::vector<std::uint64_t> around;
    return columns_.structure_of(improved(columns_.tree(), 1, around));
  }

 private:
  /// More statements than this in one loop are no program that a person reads.
  static constexpr std::size_t most_statements = 160;
  /// Iterations of a loop that is made of statements which follow each other.
  static constexpr std::size_t most_joined = 64;
  /// Executions that are looked at; after that many, loops stay as they are.
  static constexpr std::uint64_t most_work = std::uint64_t{1} << 29;

  using Nests = std::vector<Nest>;
  using Around = std::vector<std::uint64_t>;
  using Plan = std::vector<Statements::Node>;

  /// `outer`: executions of these nodes.
  Nests improved(Nests nodes, std::uint64_t outer, Around& around) {
    Nests made;
    for (Nest& each : nodes) {
      if (each.count == 0) {
        made.push_back(std::move(each));
      } else {
        Nests best = improved_loop(each, outer, around);
        std::move(best.begin(), best.end(), std::back_inserter(made));
      }
    }
    return made;
  }

  Nests improved_loop(const Nest& loop, std::uint64_t outer, Around& around) {
    Nest kept{.count = loop.count, .set = loop.set};
    if (loop.count > 1) around.push_back(loop.count);
    kept.body = improved(loop.body, outer * loop.count, around);
    if (loop.count > 1) around.pop_back();
    Nests best{std::move(kept)};
    if (loop.count == 1 || !varies(loop.body) || columns_.has_unknown(loop.body)) return best;
    std::uint64_t least = length_.of(best, around);
    std::vector<std::vector<std::uint32_t>> tried;
    for (const auto& signature : signatures) {
      const std::vector<std::uint64_t> all = fingerprints(loop, outer, signature);
      if (work_ + length_.work() > most_work) break;
      if (!repeats(all, loop.count)) continue;
      std::vector<std::uint32_t> sequence = numbered({all.data(), loop.count});
      if (std::find(tried.begin(), tried.end(), sequence) != tried.end()) continue;
      const Plan plan = folded(sequence);
      tried.push_back(std::move(sequence));
      if (plan.empty() || (plan.size() == 1 && statements_in(plan) == 1 && plan.front().count == loop.count)) continue;
      Nests nests = planned(plan, loop, outer, around);
      const std::uint64_t length = length_.of(nests, around);
      if (length >= least) continue;
      least = length;
      best = std::move(nests);
    }
    return best;
  }

  static bool varies(const Nests& nodes) {
    return std::any_of(nodes.begin(), nodes.end(), [](const Nest& each) {
      return varies(each.body) || std::any_of(each.columns.begin(), each.columns.end(),
                                              [](const Nest::Sequence& sequence) { return sequence.size() > 1; });
    });
  }

  /// Of each iteration, in each execution of the loop.
  std::vector<std::uint64_t> fingerprints(const Nest& loop, std::uint64_t outer,
                                          const std::array<bool, compared.size()>& fields) {
    std::vector<std::uint64_t> made(outer * loop.count, 1);
    for (const Nest& each : loop.body) add_fingerprints(each, 1, fields, made);
    return made;
  }

  void add_fingerprints(const Nest& node, std::uint64_t within, const std::array<bool, compared.size()>& fields,
                        std::vector<std::uint64_t>& to) {
    for (const Nest& each : node.body) add_fingerprints(each, within * node.count, fields, to);
    for (std::size_t field = 0; field < compared.size(); ++field) {
      const Nest::Sequence& sequence = node.columns[static_cast<std::size_t>(compared[field])];
      if (!fields[field] || sequence.size() <= 1) continue;
      work_ += sequence.size();
      for (std::size_t run = 0; run < sequence.size(); ++run)
        to[run / within] = fsin::hash_of(to[run / within], sequence[run]);
    }
  }

  /// True when the loop does the same each time it is executed.
  static bool repeats(const std::vector<std::uint64_t>& sequence, std::uint64_t count) {
    for (std::size_t i = count; i < sequence.size(); ++i) {
      if (sequence[i] != sequence[i - count]) return false;
    }
    return true;
  }

  /// Each number by its order of appearance.
  static std::vector<std::uint32_t> numbered(std::span<const std::uint64_t> sequence) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    std::vector<std::uint32_t> made;
    for (const std::uint64_t each : sequence)
      made.push_back(known.emplace(each, static_cast<std::uint32_t>(known.size())).first->second);
    return made;
  }

  /// Empty where there are too many statements.
  Plan folded(const std::vector<std::uint32_t>& sequence) {
    Statements statements;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
      statements.add(Statement{sequence[i], {i}});
      if (statements.size() > most_statements) return {};
    }
    work_ += sequence.size();
    return statements_in(statements.nodes()) > most_statements ? Plan{} : std::move(statements.nodes());
  }

  /// The nodes that a plan makes of a flat loop.
  Nests planned(const Plan& plan, const Nest& loop, std::uint64_t outer, Around& around) {
    Nests made;
    for (std::size_t i = 0; i < plan.size();) {
      if (plan[i].is_loop()) {
        Nest& nest = made.emplace_back(Nest{.count = plan[i].count, .set = loop.set});
        around.push_back(nest.count);
        nest.body = planned(plan[i].body, loop, outer, around);
        around.pop_back();
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < plan.size() && !plan[end].is_loop()) ++end;
      Nests statements = joined({plan.data() + i, end - i}, loop, outer, around);
      std::move(statements.begin(), statements.end(), std::back_inserter(made));
      i = end;
    }
    return made;
  }

  /// The body of the loop, in the iterations of some statements of a plan which follow each other.
  Nests statement(std::span<const Statements::Node> parts, const Nest& loop, std::uint64_t outer) const {
    std::vector<std::uint32_t> iterations;
    for (std::size_t i = 0; i < parts.front().element.iterations.size(); ++i) {
      for (const auto& part : parts) iterations.push_back(part.element.iterations[i]);
    }
    Nests made;
    for (const Nest& each : loop.body) made.push_back(selected(each, {outer, loop.count, iterations}));
    return made;
  }

  /// Statements that follow each other: those that follow a law become loops again, where that is shorter.
  Nests joined(std::span<const Statements::Node> parts, const Nest& loop, std::uint64_t outer, Around& around) {
    std::vector<std::uint64_t> least(parts.size() + 1, no_length);  // length of the first so many parts
    std::vector<std::size_t> begin(parts.size() + 1);               // of the last statement or loop among them
    least.front() = 0;
    for (std::size_t from = 0; from < parts.size(); ++from) {
      for (std::size_t to = from + 1; to <= std::min(parts.size(), from + most_joined); ++to) {
        const std::uint64_t length = least[from] + length_of(parts.subspan(from, to - from), loop, outer, around);
        if (length > least[to] || (length == least[to] && begin[to] < from)) continue;
        least[to] = length;
        begin[to] = from;
      }
    }
    std::vector<std::size_t> ends;
    for (std::size_t end = parts.size(); end > 0; end = begin[end]) ends.push_back(end);
    Nests made;
    for (std::size_t i = ends.size(); i-- > 0;) {
      const std::size_t from = begin[ends[i]];
      const std::uint64_t count = ends[i] - from;
      Nests nodes = statement(parts.subspan(from, count), loop, outer);
      const std::uint64_t runs = outer * parts[from].element.iterations.size() * count;
      if (count > 1) around.push_back(count);
      nodes = improved(std::move(nodes), runs, around);
      if (count > 1) around.pop_back();
      if (count > 1) {
        made.push_back(Nest{.count = count, .set = loop.set, .body = std::move(nodes)});
      } else {
        std::move(nodes.begin(), nodes.end(), std::back_inserter(made));
      }
    }
    return made;
  }

  std::uint64_t length_of(std::span<const Statements::Node> parts, const Nest& loop, std::uint64_t outer,
                          Around& around) {
    if (work_ + length_.work() > most_work) return parts.size() * NestLength::of_loop;
    const Nests nodes = statement(parts, loop, outer);
    if (parts.size() == 1) return length_.of(nodes, around);
    around.push_back(parts.size());
    const std::uint64_t length = NestLength::of_loop + length_.of(nodes, around);
    around.pop_back();
    return length;
  }

  EventColumns columns_;
  NestLength length_;
  std::uint64_t work_ = 0;
};

}  // namespace

Structure nested(const Structure& flat) { return Nester(flat).run(); }

}  // namespace trgen::structure
