// SPDX-License-Identifier: Apache-2.0
// Configurations of INSEE's FSIN (fsin.conf, `option=value`): tori, meshes, trees, dragonflies, circulants, whose model
// this program has to the digit. What has no counterpart is told.
// Source: the option names and defaults of FSIN; J. Navaridas et al., Simulation Modelling Practice and Theory 19,
// 2011.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Insee {
  static constexpr std::string_view name = "insee";
  static constexpr std::string_view doc = "options of INSEE's FSIN (fsin.conf), `option=value`";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
