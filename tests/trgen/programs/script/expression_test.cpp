// SPDX-License-Identifier: Apache-2.0
// Expressions of scripts: values, precedence, units, and what is refused with which words.
#include "trgen/programs/script/expression.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace expression_test {

using trgen::programs::script::Expression;

namespace {

const std::vector<std::string> names{"rank", "ranks", "n"};
constexpr std::array<Expression::Value, 3> values{5, 16, 1000};

std::string result(const std::string& text) {
  std::string error;
  const auto expression = Expression::compile(text, names, error);
  if (!expression) return "refused: " + error;
  const auto value = expression->evaluate(values, error);
  return value ? std::to_string(*value) : "fault: " + error;
}

}  // namespace

TEST_CASE("operators bind and associate as in C, and ** as in mathematics") {
  CHECK(result("1 + 2 * 3") == "7");
  CHECK(result("(1 + 2) * 3") == "9");
  CHECK(result("10 - 3 - 2") == "5");
  CHECK(result("2 ** 3 ** 2") == "512");
  CHECK(result("-2 ** 2") == "-4");
  CHECK(result("1 << 4 + 1") == "32");
  CHECK(result("6 & 3 | 8 ^ 1") == "11");
  CHECK(result("1 < 2 == 1") == "1");
  CHECK(result("0 || 2 && 3") == "1");
  CHECK(result("!0 + !7") == "1");
  CHECK(result("rank % 2 == 1 ? 10 : 20") == "10");
  CHECK(result("0 ? 1 : 0 ? 2 : 3") == "3");
}

TEST_CASE("variables, functions and units have their values") {
  CHECK(result("(rank + ranks - 1) % ranks") == "4");
  CHECK(result("(rank - 6) % ranks") == "15");
  CHECK(result("min(rank, n) + max(3, 4) + abs(-2)") == "11");
  CHECK(result("log2(ranks) * 10 + log2(17)") == "44");
  CHECK(result("sqrt(ranks) * 100 + sqrt(24)") == "404");
  CHECK(result("8 KiB + 1 kB") == "9192");
  CHECK(result("2 ms / 1 us") == "2000");
  CHECK(result("rank ^ 1 << 3") == "13");
  CHECK(result("random(10, 3) == random(10, 3) && random(10, 3) < 10") == "1");
}

TEST_CASE("&& and || evaluate their right side where the left one does not decide, and ?: one value") {
  CHECK(result("rank - 5 && 1 / (rank - 5)") == "0");
  CHECK(result("rank == 5 || 1 / (rank - 5)") == "1");
  CHECK(result("rank && 1 / (rank - 5)") == "fault: division by zero");
  CHECK(result("0 || 1 / (rank - 5)") == "fault: division by zero");
  CHECK(result("rank == 5 ? n : n / (rank - 5)") == "1000");
  CHECK(result("rank != 5 ? n / (rank - 5) : 7") == "7");
  CHECK(result("rank == 5 ? log2(rank - 5) : 7") == "fault: the logarithm of a number that is not positive");
  CHECK(result("0 && 1 / 0 || 4") == "1");
  CHECK(result("0 && 1 / 0 && 1 / 0") == "0");
  CHECK(result("2 && 3 && 4") == "1");
  CHECK(result("(5 || 1 / 0) + (0 && 1 / 0) + (0 ? 1 / 0 : 3) * 10") == "31");
  CHECK(result("1 ? 2 ? 3 : 1 / 0 : 1 / 0") == "3");
  CHECK(result("1 && 2 || 0 && 1 / 0") == "1");
}

TEST_CASE("what has no value for the variables is a fault in words") {
  CHECK(result("1 / (rank - 5)") == "fault: division by zero");
  CHECK(result("1 % (rank - 5)") == "fault: remainder of a division by zero");
  CHECK(result("10 ** 19") == "fault: the value does not fit into 64 bits");
  CHECK(result("(-1) ** 4000000000000000001") == "-1");
  CHECK(result("2 ** -1") == "fault: a power with a negative exponent is no whole number");
  CHECK(result("log2(0)") == "fault: the logarithm of a number that is not positive");
  CHECK(result("1 << 63") == "fault: a shift by less than 0 or more than 62 bits");
  CHECK(result("random(0, 1)") == "fault: random(a, b) needs an a from 1 to 4294967295");
}

TEST_CASE("what is no expression is refused with the nearest name or the place") {
  CHECK(result("rnak + 1") == "refused: unknown name \"rnak\"; did you mean \"rank\"? names: rank, ranks, n");
  CHECK(result("mni(1, 2)").starts_with("refused: unknown function \"mni\"; did you mean \"min\"?"));
  CHECK(result("min(1)") == "refused: ',' is missing");
  CHECK(result("1 +") == "refused: the expression ends where a value should follow");
  CHECK(result("") == "refused: the expression is empty");
  CHECK(result("(1") == "refused: ')' is missing");
  CHECK(result("1 2") == "refused: \"2\" is left over");
  CHECK(result("8 KB").starts_with("refused: \"KB\" is no unit"));
  CHECK(result("1.5") == "refused: numbers are whole: write 1500 ns for 1.5 us");
  CHECK(result("99999999999999999999") == "refused: a number does not fit into 64 bits");
  CHECK(result(std::string(5000, '(')) == "refused: the expression is nested too deeply");
  CHECK(result(std::string(5000, '-') + "1") == "refused: the expression is nested too deeply");
  std::string deep = "1";
  for (int i = 0; i < 80; ++i) deep = "1 + (" + deep + ")";
  CHECK(result(deep) == "refused: the expression is nested too deeply");
}

}  // namespace expression_test
