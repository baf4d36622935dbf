// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/entry.hpp"

namespace fsin::config {

void pass_on(const Diagnostics& found, const Mark& mark, const std::string& where, Diagnostics& diagnostics) {
  for (const Diagnostic& entry : found.entries()) {
    const bool has_place = entry.error_class == ErrorClass::input && !entry.mark.source().empty();
    diagnostics.add({entry.severity, entry.error_class, has_place ? entry.mark : mark, where + entry.message});
  }
}

}  // namespace fsin::config
