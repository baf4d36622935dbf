// SPDX-License-Identifier: Apache-2.0
// See scalar.hpp.
#include "fsin/config/scalar.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "fsin/config/yaml_text.hpp"
#include "fsin/core/decimal.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

std::uint64_t highest_natural(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }
std::int64_t highest_integer(unsigned bits) { return static_cast<std::int64_t>(highest_natural(bits) >> 1U); }

std::string not_a(const Field& field, std::string_view text) {
  return fmt::format("{} is not a {}; {}", in_quotes(text), noun(field.type->scalar()), advice(field));
}

bool is_zero_led(std::string_view text) {
  return text.size() > 1 && text.front() == '0' && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Scalar> parse_whole(const Field& field, std::string_view text, std::string& error) {
  const Type& type = field.type->scalar();
  if (is_zero_led(text)) {
    error = fmt::format("{} starts with a zero; write it without", in_quotes(text));
    return std::nullopt;
  }
  if (type.shape == Shape::natural) {
    const std::optional<std::uint64_t> value = parse_whole_number(text);
    if (value && *value <= highest_natural(type.bits)) return Scalar{*value};
  } else {
    const std::optional<std::int64_t> value = parse_signed_whole_number(text);
    const std::int64_t high = highest_integer(type.bits);
    if (value && *value <= high && *value >= -high - 1) return Scalar{*value};
  }
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool is_whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  error = is_whole ? fmt::format("{} is out of range; {}", text.substr(0, 40), advice(field)) : not_a(field, text);
  return std::nullopt;
}

std::optional<Scalar> parse_boolean(const Field& field, std::string_view text, std::string& error) {
  if (text == "true" || text == "on" || text == "yes") return Scalar{true};
  if (text == "false" || text == "off" || text == "no") return Scalar{false};
  error = not_a(field, text);
  return std::nullopt;
}

std::optional<Scalar> parse_name(const Field& field, std::string_view text, std::string& error) {
  if (field.names.empty()) throw std::logic_error(fmt::format("field {} has an enum type but no names()", field.key));
  std::vector<std::string_view> candidates;
  for (const NamedValue& row : field.names) {
    if (row.name == text) return Scalar{row.value};
    candidates.push_back(row.name);
  }
  error = fmt::format("unknown value {}{}", in_quotes(text), suggestion(text, candidates, "valid values"));
  return std::nullopt;
}

std::optional<Scalar> parse_any_quantity(Dimension dimension, std::string_view text, std::string& error) {
  QuantityText read = parse_quantity(text, dimension);
  error = std::move(read.error);
  if (!error.empty()) return std::nullopt;
  if (dimension == Dimension::delay) return Scalar{Delay(read.written_in, read.whole)};
  return dimension == Dimension::time ? Scalar{read.real} : Scalar{read.whole};
}

std::optional<Scalar> parse_number(const Field& field, std::string_view text, std::string& error) {
  const std::optional<double> value = parse_real(text);
  if (!value) error = not_a(field, text);
  return value ? std::optional<Scalar>{*value} : std::nullopt;
}

std::optional<Scalar> parse_by_shape(const Field& field, const std::string& text, std::string& error) {
  const Type& type = field.type->scalar();
  switch (type.shape) {
    case Shape::boolean:
      return parse_boolean(field, text, error);
    case Shape::integer:
    case Shape::natural:
      return parse_whole(field, text, error);
    case Shape::real:
      return parse_number(field, text, error);
    case Shape::name:
      return parse_name(field, text, error);
    case Shape::quantity:
      return parse_any_quantity(type.dimension, text, error);
    case Shape::text:
    case Shape::path:
      return Scalar{text};
    case Shape::list:
    case Shape::optional:
      break;
  }
  throw std::logic_error("a list is not a scalar");
}

/// Whether the upper limit is merely the largest value of the C++ type.
bool is_unbounded(const Type& type, const Scalar& high) {
  if (const auto* natural = std::get_if<std::uint64_t>(&high)) {
    return *natural == highest_natural(type.bits == 0 ? 64 : type.bits);
  }
  if (const auto* integer = std::get_if<std::int64_t>(&high)) return *integer == highest_integer(type.bits);
  const auto* real = std::get_if<double>(&high);
  return real != nullptr && *real >= std::numeric_limits<double>::max();
}

}  // namespace

std::string noun(const Type& type) {
  if (&type == &type_of<YamlText>) return "map";
  switch (type.shape) {
    case Shape::boolean:
      return "truth value";
    case Shape::integer:
    case Shape::natural:
      return "whole number";
    case Shape::real:
      return "number";
    case Shape::text:
      return "text";
    case Shape::path:
      return "path";
    case Shape::name:
      return "name";
    case Shape::quantity:
      return std::string(dimension_name(type.dimension).substr(2));
    case Shape::list:
      return "list";
    case Shape::optional:
      break;
  }
  return noun(*type.inner);
}

std::string range_text(const Field& field) {
  if (!field.low || !field.high) return {};
  const std::string low = print_scalar(field, *field.low);
  const std::string word = field.word.empty() ? "" : fmt::format("{}, or ", field.word);
  if (std::holds_alternative<Delay>(*field.high)) {
    return fmt::format("{}{} to {} cycles", word, low, print_scalar(field, *field.high));
  }
  if (is_unbounded(field.type->scalar(), *field.high)) return word + low + " or more";
  return fmt::format("{}{} to {}", word, low, print_scalar(field, *field.high));
}

std::string advice(const Field& field) {
  const Type& type = field.type->scalar();
  if (field.low) return "give " + range_text(field);
  switch (type.shape) {
    case Shape::boolean:
      return "write true or false";
    case Shape::natural:
      return type.bits == 64 ? "give 0 or more" : fmt::format("give 0 to {}", highest_natural(type.bits));
    case Shape::integer:
      return fmt::format("give {} to {}", -highest_integer(type.bits) - 1, highest_integer(type.bits));
    case Shape::real:
      return "write a number such as 0.5";
    case Shape::quantity:
      return fmt::format("write a number and a unit ({})", unit_list(type.dimension));
    case Shape::name: {
      std::string out = "write one of:";
      for (const NamedValue& row : field.names) out += fmt::format("{} {}", out.back() == ':' ? "" : ",", row.name);
      return out;
    }
    default:
      return fmt::format("write a {}", noun(type));
  }
}

std::string print_scalar(const Field& field, const Scalar& scalar) {
  const Type& type = field.type->scalar();
  if (field.word_value == scalar) return std::string(field.word);
  if (const auto* delay = std::get_if<Delay>(&scalar)) {
    return delay->in_cycles() ? fmt::format("{}", delay->value) : to_text(*delay);
  }
  if (type.shape == Shape::quantity) {
    const auto* whole = std::get_if<std::uint64_t>(&scalar);
    const auto* real = std::get_if<double>(&scalar);
    return print_quantity(whole == nullptr ? 0 : *whole, real == nullptr ? 0 : *real, type.dimension);
  }
  if (type.shape == Shape::name) {
    for (const NamedValue& row : field.names) {
      if (Scalar{row.value} == scalar) return std::string(row.name);
    }
    throw std::logic_error(fmt::format("field {} holds a value that names() does not list", field.key));
  }
  if (const auto* boolean = std::get_if<bool>(&scalar)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&scalar)) return fmt::format("{}", *integer);
  if (const auto* natural = std::get_if<std::uint64_t>(&scalar)) return fmt::format("{}", *natural);
  if (const auto* real = std::get_if<double>(&scalar)) return print_real(*real);
  return std::get<std::string>(scalar);
}

std::optional<Scalar> parse_scalar(const Field& field, const Tree& node, std::string& error) {
  if (!field.word.empty() && node.text == field.word) return field.word_value;
  std::optional<Scalar> value = parse_by_shape(field, node.text, error);
  if (!value || !field.low || !field.high) return value;
  const auto* delay = std::get_if<Delay>(&*value);
  if (delay != nullptr && !delay->in_cycles())
    return value;  // its limits are in cycles, whose length is not known here
  if (*value >= *field.low && *value <= *field.high) return value;
  error = fmt::format("{} is out of range; {}", print_scalar(field, *value), advice(field));
  return std::nullopt;
}

}  // namespace fsin::config
