// SPDX-License-Identifier: Apache-2.0
// Conversion of scalars from and to text. Internal to fsin/config.
#pragma once

#include <optional>
#include <string>

#include "fsin/config/fields.hpp"
#include "fsin/config/tree.hpp"

namespace fsin::config {

/// Parses a scalar of the field and checks its range. Empty after an error, with the message (without the key) in
/// `error`.
std::optional<Scalar> parse_scalar(const Field& field, const Tree& node, std::string& error);

/// The canonical text of a scalar, which parse_scalar() reads back as the same value.
std::string print_scalar(const Field& field, const Scalar& scalar);

/// The range of a field: "1 to 16", "1 packet or more"; empty if it has none.
std::string range_text(const Field& field);

/// The noun for a value of the type in messages: "whole number", "size", "name".
std::string noun(const Type& type);

/// What to write in place of a wrong value: "give 1 to 16", "write \"64 B\"".
std::string advice(const Field& field);

}  // namespace fsin::config
