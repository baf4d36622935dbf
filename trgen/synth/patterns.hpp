// SPDX-License-Identifier: Apache-2.0
// The catalogue of spatial patterns. To add one, write its header and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "trgen/synth/adversarial.hpp"
#include "trgen/synth/any_pattern.hpp"
#include "trgen/synth/bisection.hpp"
#include "trgen/synth/bit_reversal.hpp"
#include "trgen/synth/butterfly.hpp"
#include "trgen/synth/complement.hpp"
#include "trgen/synth/dimension_complement.hpp"
#include "trgen/synth/distribute.hpp"
#include "trgen/synth/group_shift.hpp"
#include "trgen/synth/hotregion.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/local.hpp"
#include "trgen/synth/matrix.hpp"
#include "trgen/synth/neighbour.hpp"
#include "trgen/synth/permutation.hpp"
#include "trgen/synth/population.hpp"
#include "trgen/synth/random_permutation.hpp"
#include "trgen/synth/rsdist.hpp"
#include "trgen/synth/semi.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/shuffle.hpp"
#include "trgen/synth/tornado.hpp"
#include "trgen/synth/transpose.hpp"
#include "trgen/synth/uniform.hpp"
#include "trgen/synth/uniform_with_self.hpp"

namespace trgen::synth {

struct Patterns : fsin::config::Catalogue<UniformParams,              //
                                          TransposeParams,            //
                                          BitReversalParams,          //
                                          ComplementParams,           //
                                          ShuffleParams,              //
                                          ButterflyParams,            //
                                          TornadoParams,              //
                                          NeighbourParams,            //
                                          HotspotParams,              //
                                          RandomPermutationParams,    //
                                          ShiftParams,                //
                                          GroupShiftParams,           //
                                          HotregionParams,            //
                                          DistributeParams,           //
                                          DimensionComplementParams,  //
                                          UniformWithSelfParams,      //
                                          RsdistParams,               //
                                          LocalParams,                //
                                          SemiParams,                 //
                                          BisectionParams,            //
                                          AdversarialParams,          //
                                          PopulationParams,           //
                                          PermutationParams,          //
                                          MatrixParams> {};

}  // namespace trgen::synth
