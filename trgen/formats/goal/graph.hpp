// SPDX-License-Identifier: Apache-2.0
// The statements of one rank of a GOAL schedule with their requirements, and an order for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/io/problems.hpp"
#include "trgen/record/schedule.hpp"

namespace trgen::formats::goal {

struct Statement {
  enum class Kind : std::uint8_t { send, calc, recv };  ///< in the order of preference among statements that may run
  Kind kind = Kind::calc;
  bool any_source = false;  ///< recv: from any rank
  bool any_tag = false;     ///< recv: with any tag
  std::uint8_t cpu = 0;
  std::uint8_t nic = 0;
  std::int32_t tag = 0;
  std::uint32_t peer = 0;
  std::uint64_t amount = 0;  ///< bytes, or nanoseconds
  std::uint64_t line = 0;

  bool any() const { return any_source || any_tag; }
};

class Graph {
 public:
  static constexpr std::size_t most_statements = std::size_t{1} << 24;

  /// Adds a statement; `label` may be empty. False when the label is in use.
  bool add(const std::string& label, const Statement& statement);
  /// Adds a requirement. `start`: the statement only waits for the start of the other (irequires), not for its end. As
  /// a rank runs one statement after the other, it waits for the end nevertheless, which Order::serialised counts.
  void require(std::string after, std::string before, bool start, std::uint64_t line);

  /// As above, by the numbers of the statements, which must exist.
  void require(std::uint32_t after, std::uint32_t before, bool start) { numbered_.push_back({after, before, start}); }

  std::size_t size() const { return statements_.size(); }
  const Statement& operator[](std::uint32_t number) const { return statements_[number]; }

  struct Order {
    std::vector<std::uint32_t> numbers;  ///< the numbers of all statements, in their order
    std::uint64_t serialised = 0;  ///< statements that wait for the one before them, though no requirement says so
    /// Nothing is lost in this order: each statement requires the one before it or, if that is a send, its start; all
    /// have one cpu and one nic, and name whom they receive from.
    bool complete = true;
  };
  /// The order of the statements. Empty when a label is unknown or the requirements are circular; the faults are in
  /// `problems`.
  std::optional<Order> order(io::Problems& problems) const;

  /// The statements with their requirements. Empty as order() is.
  std::optional<record::RankSchedule> schedule(io::Problems& problems) const;

 private:
  struct Requirement {
    std::string after;
    std::string before;
    bool start = false;
    std::uint64_t line = 0;
  };
  struct Edges {
    std::vector<std::uint32_t>
        first;  ///< for each statement: index of its first edge in `after`; with one more at the end
    std::vector<record::Follower> after;  ///< for each edge: the statement that waits
    std::vector<std::uint32_t> missing;   ///< for each statement: number of requirements that are not met
  };

  struct Numbered {
    std::uint32_t after;
    std::uint32_t before;
    bool start;
  };

  std::optional<Edges> edges(io::Problems& problems) const;

  std::vector<Statement> statements_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  std::vector<Requirement> requirements_;
  std::vector<Numbered> numbered_;
};

}  // namespace trgen::formats::goal
