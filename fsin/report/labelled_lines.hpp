// SPDX-License-Identifier: Apache-2.0
// Text for people in rows, each behind the label of what it says.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "fsin/core/append.hpp"

namespace fsin::report {

class Lines {
 public:
  template <class... Args>
  void row(std::string_view label, fmt::format_string<Args...> format, Args&&... args) {
    append(text_, "{:<12} ", label);
    append(text_, format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  void line(std::string_view text) {
    text_ += text;
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace fsin::report
