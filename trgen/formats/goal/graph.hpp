// SPDX-License-Identifier: Apache-2.0
// The statements of one rank of a GOAL schedule and what they require, put in an order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/io/problems.hpp"

namespace trgen::formats::goal {

struct Statement {
  enum class Kind : std::uint8_t { send, calc, recv };  ///< in the order in which they go when they may
  Kind kind = Kind::calc;
  bool any = false;  ///< recv: from any rank or with any tag
  std::int32_t tag = 0;
  std::uint32_t peer = 0;
  std::uint64_t amount = 0;  ///< bytes, or nanoseconds
  std::uint64_t line = 0;
};

class Graph {
 public:
  static constexpr std::size_t most_statements = std::size_t{1} << 24;

  /// Adds a statement; `label` may be empty. False: the label is taken.
  bool add(const std::string& label, const Statement& statement);
  /// `start`: the statement waits for the start of the other one only (irequires), not for its end. A rank runs one
  /// statement after the other, so it waits for the end too, which Order::serialised counts.
  void require(std::string after, std::string before, bool start, std::uint64_t line);

  std::size_t size() const { return statements_.size(); }
  const Statement& operator[](std::uint32_t number) const { return statements_[number]; }

  struct Order {
    std::vector<std::uint32_t> numbers;  ///< of all statements
    std::uint64_t serialised = 0;        ///< that need not have waited for the one before them, and now do
  };
  /// Nothing when a label is unknown or the requirements are circular: problems say where.
  std::optional<Order> order(io::Problems& problems) const;

 private:
  struct Requirement {
    std::string after;
    std::string before;
    bool start = false;
    std::uint64_t line = 0;
  };
  struct Edge {
    std::uint32_t after;
    bool start;
  };
  struct Edges {
    std::vector<std::uint32_t> first;    ///< of each statement, in `after`; and one more
    std::vector<Edge> after;             ///< statements that wait for it
    std::vector<std::uint32_t> missing;  ///< of each statement: requirements that are not met
  };

  std::optional<Edges> edges(io::Problems& problems) const;

  std::vector<Statement> statements_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  std::vector<Requirement> requirements_;
};

}  // namespace trgen::formats::goal
