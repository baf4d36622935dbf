// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/append.hpp"

#include <iterator>

namespace fsin {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(std::back_inserter(text), format, values);
}

void append_formatted(fmt::memory_buffer& text, fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(fmt::appender(text), format, values);
}

}  // namespace fsin
