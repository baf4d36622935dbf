// SPDX-License-Identifier: Apache-2.0
// Traces that other programs made and that are not ours to bundle: they are read where FSIN_TRACE_SAMPLES names a
// folder that has them, which are
//   dumpi-testtrace/testtrace.meta ...    sst-dumpi, tests/traces
//   goal/binary_tree_32.goal              LogGOPSim, src/LogGOPSim
//   scalatrace2/ti/cg/A/4/trace ...       ScalaTrace-TI, traces/ti/{cg,lu}/A/{4,8,16}/I/0
//   otf2-stencil4d-32/traces.otf2 ...     TraceR, examples/stencil4d-otf/traces-32
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace trgen::test {

/// Path of a sample. Empty, with a message, where it is not at hand.
inline std::string sample(const std::string& name) {
  const char* const folder = std::getenv("FSIN_TRACE_SAMPLES");
  const std::string path = folder == nullptr ? "" : std::string(folder) + "/" + name;
  if (std::filesystem::exists(path)) return path;
  MESSAGE("skipped: no sample " << name << " (FSIN_TRACE_SAMPLES names the folder)");
  return {};
}

}  // namespace trgen::test
