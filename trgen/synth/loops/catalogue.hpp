// SPDX-License-Identifier: Apache-2.0
// The catalogue of feedback loops, which make a node send.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "trgen/synth/loops/loop.hpp"

namespace trgen::synth {

struct Loops : fsin::config::Catalogue<OpenLoop,          //
                                       TriggeredLoop,     //
                                       WindowLoop,        //
                                       RequestReplyLoop,  //
                                       ShotLoop> {};

}  // namespace trgen::synth
