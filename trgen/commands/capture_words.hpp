// SPDX-License-Identifier: Apache-2.0
// A line that trgen capture prints on standard error.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "fsin/core/say.hpp"

namespace trgen::commands {

template <class... Arguments>
void say_capture(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
  fsin::say("trgen capture: {}\n", fmt::format(form, std::forward<Arguments>(arguments)...));
}

}  // namespace trgen::commands
