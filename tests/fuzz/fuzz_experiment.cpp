// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as an experiment file. The last line may be an override. Mistakes come out as diagnostics,
// never as an exception, and what was read without one can be written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fsin/config/document.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/config/read.hpp"
#include "fsin/experiment/experiment.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fsin;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t last = text.rfind("\n!");  // what follows is an override
  Diagnostics diagnostics;
  config::Document document = config::load_text("fuzz.yaml", text.substr(0, last), diagnostics);
  if (last != std::string_view::npos) document.override_with(text.substr(last + 2), diagnostics);
  if (!diagnostics.ok() || !config::check_schema(document, "fsin", experiment::schema_version, diagnostics)) return 0;
  experiment::Experiment experiment;
  if (!config::read(document, experiment, diagnostics)) return 0;

  config::Document again = config::load_text("dump.yaml", config::dump(experiment), diagnostics);
  experiment::Experiment copy;
  if (!config::read(again, copy, diagnostics) || config::dump(copy) != config::dump(experiment)) std::abort();
  return 0;
}
