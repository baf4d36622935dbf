// SPDX-License-Identifier: Apache-2.0
// Whatever the configuration of another simulator is, it is refused with a place, or becomes an experiment whose text
// is YAML of one line a key; nothing of it is dropped: each setting is taken, told, or an error.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fsin/core/text.hpp"
#include "fsin/imports/catalogue.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fsin;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const bool is_text = !find_non_text(text);
  for (const imports::ImporterEntry& each : imports::importers) {
    if (!is_text && !each.binary) continue;  // what the reader of files refuses
    Diagnostics diagnostics;
    imports::Result made;
    each.convert({"file", text, {}}, made, diagnostics);
    if (diagnostics.ok() && made.draft.yaml({"fuzz"}).find("fsin: 1\n") == std::string::npos) std::abort();
  }
  return 0;
}
