// SPDX-License-Identifier: Apache-2.0
// Expressions of a script: whole numbers of 64 bits computed from the rank, the number of ranks and the names that the
// script defines.
//
//   numbers      12, 8 KiB (bytes: B, kB, KiB, MB, MiB, GB, GiB), 5 us (nanoseconds: ns, us, ms, s)
//   operators    **  * / %  + -  << >>  < <= > >=  == !=  &  ^  |  &&  ||  ? :   and unary - and !, as in C;
//                ** is a power; / rounds towards zero; % is never negative for a positive divisor; && and || do not
//                evaluate their right side where the left one decides, and ?: evaluates one of its two values
//   functions    min(a, b), max(a, b), abs(a), log2(a) rounded down, sqrt(a) rounded down, random(a, b): a number below
//                a, the same for the same b in each run
//
// A division by zero, an overflow, or a logarithm or root of a number that has none makes the whole value a fault,
// which evaluate() reports in words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::programs::script {

class Expression {
 public:
  using Value = std::int64_t;

  /// The expression 0.
  Expression() : code_{{Code::number, 0}} {}

  /// Compiles a text. `names`: the variables, whose values evaluate() gets in this order. Empty after an error, which
  /// is then in `error`.
  static std::optional<Expression> compile(std::string_view text, std::span<const std::string> names,
                                           std::string& error);

  /// The value, or nothing and the reason in `error`.
  std::optional<Value> evaluate(std::span<const Value> variables, std::string& error) const;

  /// True when the value depends on a variable of this number or a higher one.
  bool depends_on_any_from(std::size_t variable) const;

  enum class Code : std::uint8_t {
    number,
    variable,
    negate,
    invert,
    power,
    multiply,
    divide,
    modulo,
    add,
    subtract,
    shift_left,
    shift_right,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    unequal,
    bit_and,
    bit_xor,
    bit_or,
    truth,           ///< 1 unless 0
    decide_if_zero,  ///< 0 on top: it stays and evaluation goes on at `value`; else it is taken away
    decide_unless,   ///< other than 0 on top: it becomes 1 and evaluation goes on at `value`; else it is taken away
    jump_if_zero,    ///< takes the value on top away; goes on at `value` if it is 0
    jump,            ///< goes on at `value`
    min,
    max,
    abs,
    log2,
    sqrt,
    random
  };
  struct Instruction {
    Code code = Code::number;
    Value value = 0;  ///< value of a number, index of a variable, or number of an instruction that comes later
  };

 private:
  explicit Expression(std::vector<Instruction> code) : code_(std::move(code)) {}

  std::vector<Instruction> code_;  ///< operands first; at most most_depth values wait at once
};

}  // namespace trgen::programs::script
