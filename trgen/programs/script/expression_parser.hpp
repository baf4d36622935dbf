// SPDX-License-Identifier: Apache-2.0
// Translates the text of an expression to instructions, by operator precedence (Pratt, POPL 1973).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/programs/script/expression.hpp"

namespace trgen::programs::script {

/// Values that may wait at once in an evaluation: expressions nested more deeply are refused.
inline constexpr std::size_t most_depth = 64;

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string> names) : text_(text), names_(names) {}

  /// The instructions; meaningless where error() is not empty.
  std::vector<Expression::Instruction> parse();
  const std::string& error() const { return error_; }

 private:
  using Code = Expression::Code;
  struct Operator {
    std::string_view text;
    Code code;
    int binds;  ///< precedence: higher binds more tightly
  };

  void value();
  void operand();
  void number();
  void unit(Expression::Value& number);
  void name();
  void call(std::string_view function);
  void binary(int at_least);
  const Operator* next_operator();
  /// Appends an instruction, whose number is the result.
  std::size_t emit(Code code, Expression::Value value, int depth_change);
  /// A jump leads to the instruction that comes next.
  void land(std::size_t jump);
  void fail(std::string why);
  void skip_blanks();
  bool take(char c);
  void expect(char c);

  std::string_view text_;
  std::span<const std::string> names_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  std::size_t depth_ = 0;
  std::string error_;
  std::vector<Expression::Instruction> code_;
};

}  // namespace trgen::programs::script
