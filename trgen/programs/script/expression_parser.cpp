// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/script/expression_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace trgen::programs::script {
namespace {

using Code = Expression::Code;
using Value = Expression::Value;

struct Unit {
  std::string_view name;
  Value factor;
};
constexpr std::array units{Unit{"B", 1},         Unit{"kB", 1000},       Unit{"KiB", 1024},    Unit{"MB", 1000000},
                           Unit{"MiB", 1 << 20}, Unit{"GB", 1000000000}, Unit{"GiB", 1 << 30}, Unit{"ns", 1},
                           Unit{"us", 1000},     Unit{"ms", 1000000},    Unit{"s", 1000000000}};

struct Function {
  std::string_view name;
  Code code;
  int arguments;
};
constexpr std::array functions{Function{"min", Code::min, 2},   Function{"max", Code::max, 2},
                               Function{"abs", Code::abs, 1},   Function{"log2", Code::log2, 1},
                               Function{"sqrt", Code::sqrt, 1}, Function{"random", Code::random, 2}};

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool in_name(char c) { return starts_name(c) || is_digit(c); }

constexpr int binds_unary = 11;
constexpr int most_nesting = 100;

}  // namespace

std::vector<Expression::Instruction> ExpressionParser::parse() {
  value();
  skip_blanks();
  if (error_.empty() && at_ != text_.size()) fail(fmt::format("{} is left over", fsin::in_quotes(text_.substr(at_))));
  return std::move(code_);
}

/// Parses a whole expression, including the operator of three operands, which has the lowest precedence.
void ExpressionParser::value() {
  if (++nesting_ > most_nesting) return fail("the expression is nested too deeply");
  binary(1);
  skip_blanks();
  if (error_.empty() && take('?')) {
    const std::size_t otherwise = emit(Code::jump_if_zero, 0, -1);
    value();
    expect(':');
    const std::size_t end = emit(Code::jump, 0, -1);  // the other value takes the place of this one
    land(otherwise);
    value();
    land(end);
  }
  --nesting_;
}

void ExpressionParser::binary(int at_least) {
  operand();
  while (error_.empty()) {
    const std::size_t before = at_;
    const Operator* found = next_operator();
    if (found == nullptr || found->binds < at_least) {
      at_ = before;
      return;
    }
    const bool decides = found->code == Code::decide_if_zero || found->code == Code::decide_unless;
    const std::size_t jump = decides ? emit(found->code, 0, -1) : 0;
    binary(found->code == Code::power ? found->binds : found->binds + 1);
    if (decides) {
      emit(Code::truth, 0, 0);
      land(jump);
    } else {
      emit(found->code, 0, -1);
    }
  }
}

const ExpressionParser::Operator* ExpressionParser::next_operator() {
  // Longer operators first, where one begins with another.
  static constexpr std::array operators{Operator{"**", Code::power, 12},
                                        Operator{"<<", Code::shift_left, 8},
                                        Operator{">>", Code::shift_right, 8},
                                        Operator{"<=", Code::less_equal, 7},
                                        Operator{">=", Code::greater_equal, 7},
                                        Operator{"==", Code::equal, 6},
                                        Operator{"!=", Code::unequal, 6},
                                        Operator{"&&", Code::decide_if_zero, 2},
                                        Operator{"||", Code::decide_unless, 1},
                                        Operator{"*", Code::multiply, 10},
                                        Operator{"/", Code::divide, 10},
                                        Operator{"%", Code::modulo, 10},
                                        Operator{"+", Code::add, 9},
                                        Operator{"-", Code::subtract, 9},
                                        Operator{"<", Code::less, 7},
                                        Operator{">", Code::greater, 7},
                                        Operator{"&", Code::bit_and, 5},
                                        Operator{"^", Code::bit_xor, 4},
                                        Operator{"|", Code::bit_or, 3}};
  skip_blanks();
  for (const Operator& each : operators) {
    if (!text_.substr(at_).starts_with(each.text)) continue;
    at_ += each.text.size();
    return &each;
  }
  return nullptr;
}

void ExpressionParser::operand() {
  if (++nesting_ > most_nesting) return fail("the expression is nested too deeply");
  skip_blanks();
  if (at_ == text_.size()) {
    fail(text_.empty() ? "the expression is empty" : "the expression ends where a value should follow");
  } else if (take('(')) {
    value();
    expect(')');
  } else if (take('-') || take('!')) {
    const Code code = text_[at_ - 1] == '-' ? Code::negate : Code::invert;
    binary(binds_unary);
    emit(code, 0, 0);
  } else if (is_digit(text_[at_])) {
    number();
  } else if (starts_name(text_[at_])) {
    name();
  } else {
    fail(fmt::format("a value should stand where {} does", fsin::in_quotes(text_.substr(at_, 1))));
  }
  --nesting_;
}

void ExpressionParser::number() {
  Value result = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    if (__builtin_mul_overflow(result, 10, &result) || __builtin_add_overflow(result, text_[at_] - '0', &result))
      return fail("a number does not fit into 64 bits");
  }
  if (at_ < text_.size() && text_[at_] == '.') return fail("numbers are whole: write 1500 ns for 1.5 us");
  unit(result);
  emit(Code::number, result, 1);
}

/// Parses a unit after a number, if a word stands there.
void ExpressionParser::unit(Value& number) {
  const std::size_t before = at_;
  skip_blanks();
  std::size_t end = at_;
  if (at_ < text_.size() && starts_name(text_[at_])) {
    while (end < text_.size() && in_name(text_[end])) ++end;
  }
  const std::string_view word = text_.substr(at_, end - at_);
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.name == word; });
  if (word.empty() || found == units.end()) {
    at_ = before;
    if (!word.empty())
      fail(fmt::format("{} is no unit; sizes are in B, kB, KiB, MB, MiB, GB, GiB, times in ns, us, ms, s",
                       fsin::in_quotes(word)));
    return;
  }
  at_ = end;
  if (__builtin_mul_overflow(number, found->factor, &number)) fail("a number does not fit into 64 bits");
}

void ExpressionParser::name() {
  std::size_t end = at_;
  while (end < text_.size() && in_name(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  skip_blanks();
  if (at_ < text_.size() && text_[at_] == '(') return call(word);
  const auto found = std::find(names_.begin(), names_.end(), word);
  if (found != names_.end()) {
    emit(Code::variable, found - names_.begin(), 1);
    return;
  }
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  fail(fmt::format("unknown name {}{}", fsin::in_quotes(word), fsin::suggestion(word, known, "names")));
}

void ExpressionParser::call(std::string_view word) {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == word; });
  if (found == functions.end()) {
    std::vector<std::string_view> known;
    for (const Function& each : functions) known.push_back(each.name);
    return fail(
        fmt::format("unknown function {}{}", fsin::in_quotes(word), fsin::suggestion(word, known, "functions")));
  }
  expect('(');
  for (int i = 0; i < found->arguments && error_.empty(); ++i) {
    if (i > 0) expect(',');
    value();
  }
  expect(')');
  emit(found->code, 0, 1 - found->arguments);
}

std::size_t ExpressionParser::emit(Code code, Value value, int depth_change) {
  if (!error_.empty()) return 0;
  code_.push_back({code, value});
  depth_ = static_cast<std::size_t>(static_cast<int>(depth_) + depth_change);
  if (depth_ > most_depth) fail("the expression is nested too deeply");
  return code_.size() - 1;
}

void ExpressionParser::land(std::size_t jump) {
  if (error_.empty()) code_[jump].value = static_cast<Value>(code_.size());
}

void ExpressionParser::fail(std::string why) {
  if (error_.empty()) error_ = std::move(why);
}

void ExpressionParser::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
}

bool ExpressionParser::take(char c) {
  if (at_ >= text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void ExpressionParser::expect(char c) {
  skip_blanks();
  if (error_.empty() && !take(c)) fail(fmt::format("'{}' is missing", c));
}

}  // namespace trgen::programs::script
