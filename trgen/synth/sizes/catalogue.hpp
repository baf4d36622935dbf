// SPDX-License-Identifier: Apache-2.0
// The catalogue of sizes of messages. To add one, write its header and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "trgen/synth/sizes/any_sizes.hpp"
#include "trgen/synth/sizes/bimodal.hpp"
#include "trgen/synth/sizes/file_sizes.hpp"
#include "trgen/synth/sizes/fixed.hpp"
#include "trgen/synth/sizes/log_normal.hpp"
#include "trgen/synth/sizes/published.hpp"

namespace trgen::synth {

struct SizeChoices : fsin::config::Catalogue<FixedSizes,            //
                                             BimodalSizes,          //
                                             OriginalBimodalSizes,  //
                                             TableSizes,            //
                                             CurveSizes,            //
                                             LogNormalSizes,        //
                                             TraceSizes,            //
                                             WebSearchSizes,        //
                                             DataMiningSizes> {};

}  // namespace trgen::synth
