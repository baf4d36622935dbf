// SPDX-License-Identifier: Apache-2.0
// Evaluation of expressions: a stack of values.
#include "trgen/programs/script/expression.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "fsin/core/rng.hpp"
#include "trgen/programs/script/expression_parser.hpp"

namespace trgen::programs::script {
namespace {

using Code = Expression::Code;
using Value = Expression::Value;

constexpr std::string_view too_large = "the value does not fit into 64 bits";

/// A result, or a fault.
struct Result {
  Value value = 0;
  std::string_view fault;
};

Result checked(bool overflow, Value value) { return overflow ? Result{0, too_large} : Result{value, {}}; }

Result power(Value base, Value exponent) {
  if (exponent < 0) return {0, "a power with a negative exponent is no whole number"};
  if (base == 1 || exponent == 0) return {1, {}};
  if (base == 0) return {0, {}};
  if (base == -1) return {exponent % 2 == 0 ? 1 : -1, {}};
  Value result = 1;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(result, base, &result)) return {0, too_large};
  }
  return {result, {}};
}

Result divide(Value a, Value b) {
  if (b == 0) return {0, "division by zero"};
  if (b == -1) return checked(a == std::numeric_limits<Value>::min(), a == std::numeric_limits<Value>::min() ? 0 : -a);
  return {a / b, {}};
}

Result modulo(Value a, Value b) {
  if (b == 0) return {0, "remainder of a division by zero"};
  if (b == -1) return {0, {}};
  const Value rest = a % b;
  return {rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest, {}};
}

Result shift(Value a, Value by, bool left) {
  if (by < 0 || by > 62) return {0, "a shift by less than 0 or more than 62 bits"};
  if (!left) return {a >> by, {}};
  Value result = 0;
  const bool overflow = __builtin_mul_overflow(a, Value{1} << by, &result);
  return checked(overflow, result);
}

Result root(Value a) {
  if (a < 0) return {0, "the square root of a negative number"};
  auto result = static_cast<Value>(std::sqrt(static_cast<double>(a)));
  while (result > 0 && result > a / result) --result;
  while (result + 1 <= a / (result + 1)) ++result;
  return {result, {}};
}

Result draw(Value below, Value key) {
  if (below <= 0 || below > std::numeric_limits<std::uint32_t>::max())
    return {0, "random(a, b) needs an a from 1 to 4294967295"};
  const auto words = fsin::philox({static_cast<std::uint64_t>(key), fsin::Purpose::replication}, 0);
  return {fsin::scale_draw(words[0], static_cast<std::uint32_t>(below)), {}};
}

Result unary(Code code, Value a) {
  switch (code) {
    case Code::negate:
      return checked(a == std::numeric_limits<Value>::min(), a == std::numeric_limits<Value>::min() ? 0 : -a);
    case Code::invert:
      return {a == 0 ? 1 : 0, {}};
    case Code::truth:
      return {a != 0 ? 1 : 0, {}};
    case Code::abs:
      return checked(a == std::numeric_limits<Value>::min(), a < 0 ? -(a + 1) + 1 : a);
    case Code::log2:
      if (a <= 0) return {0, "the logarithm of a number that is not positive"};
      return {static_cast<Value>(std::bit_width(static_cast<std::uint64_t>(a))) - 1, {}};
    default:
      return root(a);
  }
}

/// Comparisons.
bool truth(Code code, Value a, Value b) {
  switch (code) {
    case Code::less:
      return a < b;
    case Code::less_equal:
      return a <= b;
    case Code::greater:
      return a > b;
    case Code::greater_equal:
      return a >= b;
    case Code::equal:
      return a == b;
    default:
      return a != b;
  }
}

Result binary(Code code, Value a, Value b) {
  Value result = 0;
  switch (code) {
    case Code::power:
      return power(a, b);
    case Code::multiply: {
      const bool over = __builtin_mul_overflow(a, b, &result);
      return checked(over, result);
    }
    case Code::divide:
      return divide(a, b);
    case Code::modulo:
      return modulo(a, b);
    case Code::add: {
      const bool over = __builtin_add_overflow(a, b, &result);
      return checked(over, result);
    }
    case Code::subtract: {
      const bool over = __builtin_sub_overflow(a, b, &result);
      return checked(over, result);
    }
    case Code::shift_left:
      return shift(a, b, true);
    case Code::shift_right:
      return shift(a, b, false);
    case Code::bit_and:
      return {a & b, {}};
    case Code::bit_xor:
      return {a ^ b, {}};
    case Code::bit_or:
      return {a | b, {}};
    case Code::min:
      return {std::min(a, b), {}};
    case Code::max:
      return {std::max(a, b), {}};
    case Code::random:
      return draw(a, b);
    default:
      return {truth(code, a, b), {}};
  }
}

bool is_unary(Code code) {
  return code == Code::negate || code == Code::invert || code == Code::truth || code == Code::abs ||
         code == Code::log2 || code == Code::sqrt;
}

bool is_jump(Code code) {
  return code == Code::decide_if_zero || code == Code::decide_unless || code == Code::jump_if_zero ||
         code == Code::jump;
}

/// Performs a jump on the stack. True when evaluation goes on at its target.
bool jumps(Code code, Value* stack, std::size_t& top) {
  if (code == Code::jump) return true;
  const bool zero = stack[top - 1] == 0;
  if (code == Code::decide_unless && !zero) stack[top - 1] = 1;
  const bool taken = code == Code::decide_unless ? !zero : zero;
  if (!taken || code == Code::jump_if_zero) --top;
  return taken;
}

}  // namespace

std::optional<Expression> Expression::compile(std::string_view text, std::span<const std::string> names,
                                              std::string& error) {
  ExpressionParser parser(text, names);
  auto code = parser.parse();
  error = parser.error();
  if (!error.empty()) return std::nullopt;
  return Expression(std::move(code));
}

std::optional<Value> Expression::evaluate(std::span<const Value> variables, std::string& error) const {
  std::array<Value, most_depth> stack;
  std::size_t top = 0;
  for (std::size_t at = 0; at < code_.size(); ++at) {
    const Instruction& each = code_[at];
    Result result;
    if (each.code == Code::number) {
      stack[top++] = each.value;
      continue;
    }
    if (each.code == Code::variable) {
      stack[top++] = variables[static_cast<std::size_t>(each.value)];
      continue;
    }
    if (is_jump(each.code)) {
      if (jumps(each.code, stack.data(), top)) at = static_cast<std::size_t>(each.value) - 1;
      continue;
    }
    if (is_unary(each.code)) {
      result = unary(each.code, stack[top - 1]);
    } else {
      --top;
      result = binary(each.code, stack[top - 1], stack[top]);
    }
    if (!result.fault.empty()) {
      error = result.fault;
      return std::nullopt;
    }
    stack[top - 1] = result.value;
  }
  return stack[0];
}

bool Expression::depends_on_any_from(std::size_t variable) const {
  return std::any_of(code_.begin(), code_.end(), [&](const Instruction& each) {
    return each.code == Code::variable && static_cast<std::size_t>(each.value) >= variable;
  });
}

}  // namespace trgen::programs::script
