// SPDX-License-Identifier: Apache-2.0
// Random programs with loops, conditions and expressions: what is found in their records gives the same records.
#include <fmt/format.h>

#include "fsin/core/hash.hpp"
#include "tests/trgen/structure/loops_tools.hpp"

namespace random_scripts_test {

using namespace trgen;

namespace {

/// Writes the text of a random script. Its sends have receives, since all ranks do the same in each exchange.
class RandomScript {
 public:
  explicit RandomScript(std::uint64_t seed) : state_(seed) {}

  std::string text() {
    const std::uint64_t statements = 1 + draw(4);
    std::string body;
    for (std::uint64_t i = 0; i < statements; ++i) body += statement(2, 0);
    return "program: 1\ndo:\n" + body;
  }

 private:
  std::uint64_t draw(std::uint64_t limit) { return fsin::scramble(state_ += fsin::golden_ratio) % limit; }

  std::string number(int depth) {
    const std::uint64_t constant = 1 + draw(2000);
    switch (draw(5)) {
      case 0:
        return fmt::format("{} + rank * {}", constant, draw(50));
      case 1:
        return depth > 0 ? fmt::format("{} + i{} * {}", constant, draw(static_cast<std::uint64_t>(depth)), draw(9))
                         : fmt::format("{}", constant);
      case 2:
        return depth > 0 ? fmt::format("random({}, i{} + 7 * rank)", constant, depth - 1)
                         : fmt::format("random({}, rank)", constant);
      default:
        return fmt::format("{}", constant);
    }
  }

  /// All ranks send to one that is as far away, and receive from the one that is as far on the other side.
  std::string shift(const std::string& margin, int depth) {
    const std::string step =
        depth > 0 && draw(3) == 0 ? fmt::format("(i{} % 7 + 1)", depth - 1) : fmt::format("{}", 1 + draw(3));
    const std::string bytes = fmt::format("{}", 8 * (1 + draw(64)));
    const std::string tag = depth > 0 && draw(2) == 0 ? fmt::format("i{}", depth - 1) : fmt::format("{}", draw(4));
    return fmt::format(
        "{0}- irecv: {{from: (rank + ranks * 8 - {1}) % ranks, bytes: {2}, tag: {3}}}\n"
        "{0}- send: {{to: (rank + {1}) % ranks, bytes: {2}, tag: {3}}}\n{0}- waitall\n",
        margin, step, bytes, tag);
  }

  std::string exchange(const std::string& margin) {
    const std::uint64_t bit = std::uint64_t{1} << draw(3);
    return fmt::format(
        "{0}- if: (rank ^ {1}) < ranks\n{0}  do:\n{0}    - isend: {{to: rank ^ {1}, bytes: {2}}}\n"
        "{0}    - recv: {{from: rank ^ {1}, bytes: {2}}}\n{0}    - waitall\n",
        margin, bit, 8 + draw(1000));
  }

  std::string block(int levels, int depth) {
    std::string text;
    const std::uint64_t statements = 1 + draw(3);
    for (std::uint64_t i = 0; i < statements; ++i) text += statement(levels, depth);
    return text;
  }

  std::string statement(int levels, int depth) {
    ++nesting_;
    const std::string margin(static_cast<std::size_t>(2 * nesting_), ' ');
    std::string text;
    const std::uint64_t kind = draw(levels > 0 ? 8 : 5);
    if (kind == 0) {
      text = fmt::format("{}- compute: {}\n", margin, number(depth));
    } else if (kind == 1) {
      text = exchange(margin);
    } else if (kind == 2) {
      text = fmt::format("{}- {}: {{bytes: {}}}\n", margin, draw(2) == 0 ? "allreduce" : "alltoall", 8 * (1 + draw(9)));
    } else if (kind < 5) {
      text = shift(margin, depth);
    } else if (kind < 7) {
      text = fmt::format("{0}- repeat: {1}\n{0}  as: i{2}\n{0}  do:\n", margin, 1 + draw(9), depth);
      ++nesting_;
      text += block(levels - 1, depth + 1);
      --nesting_;
    } else {
      text = fmt::format("{0}- if: {1}\n{0}  do:\n", margin,
                         draw(2) == 0 ? fmt::format("rank % {} == 0", 2 + draw(3)) : fmt::format("rank < {}", draw(6)));
      ++nesting_;
      text +=
          fmt::format("{}- compute: {}\n", std::string(static_cast<std::size_t>(2 * nesting_ + 2), ' '), number(depth));
      --nesting_;
    }
    --nesting_;
    return text;
  }

  std::uint64_t state_;
  int nesting_ = 0;
};

}  // namespace

TEST_CASE("500 random scripts become loops that give all their records") {
  std::uint64_t records = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    CAPTURE(seed);
    const std::string text = RandomScript(seed).text();
    CAPTURE(text);
    const auto trace = test::trace_of_script(text, static_cast<std::uint32_t>(2 + seed % 11));
    test::require_same(*trace);
    records += trace->records();
  }
  CHECK(records > 300'000);
}

TEST_CASE("random scripts come back as scripts with the same messages") {
  unsigned refused = 0;
  for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
    CAPTURE(seed);
    const std::string text = RandomScript(seed).text();
    CAPTURE(text);
    const auto trace = test::trace_of_script(text, static_cast<std::uint32_t>(2 + seed % 11));
    std::string why;
    const std::string again = test::checked_script(*trace, why);
    CAPTURE(why);
    if (!again.empty() || why == "it has no messages and no bursts") continue;
    ++refused;
  }
  CHECK(refused < 10);
}

TEST_CASE("loops that are split give the records of the trace") {
  for (std::uint64_t seed = 2000; seed < 2100; ++seed) {
    CAPTURE(seed);
    const auto trace = test::trace_of_script(RandomScript(seed).text(), static_cast<std::uint32_t>(2 + seed % 11));
    test::require_same_nested(*trace);
  }
  using enum programs::npb::Code;
  for (const auto code : {cg, mg, bt, lu}) test::require_same_nested(*test::npb_trace(code, 16, 2));
}

}  // namespace random_scripts_test
