// SPDX-License-Identifier: Apache-2.0
// Scalars from and to text, for the inside of fsin/config.
#pragma once

#include <optional>
#include <string>

#include "fsin/config/fields.hpp"
#include "fsin/config/tree.hpp"

namespace fsin::config {

/// Reads a scalar of the field and checks its range; empty and a message (without the key) in `error` if it is not one.
std::optional<Scalar> parse_scalar(const Field& field, const Tree& node, std::string& error);

/// The canonical text.
std::string print_scalar(const Field& field, const Scalar& scalar);

/// "1 to 16", "1 packet or more"; empty if the field has no range.
std::string range_text(const Field& field);

/// What a value of the type is called: "whole number", "size", "name".
std::string noun(const Type& type);

/// What to do instead: "give 1 to 16", "write \"64 B\"".
std::string advice(const Field& field);

}  // namespace fsin::config
