// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/entry.hpp"

namespace fsin::config {

void pass_on(const Diagnostics& found, const Mark& mark, const std::string& where, Diagnostics& diagnostics) {
  for (const Diagnostic& entry : found.entries()) {
    const std::string message = where + entry.message;
    if (entry.severity == Severity::warning) {
      diagnostics.warning(mark, message);
    } else if (entry.error_class == ErrorClass::input) {
      diagnostics.input_error(entry.mark.source().empty() ? mark : entry.mark, message);
    } else {
      diagnostics.error(mark, message);
    }
  }
}

}  // namespace fsin::config
