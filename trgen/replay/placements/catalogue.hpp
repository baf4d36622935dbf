// SPDX-License-Identifier: Apache-2.0
// All placements. A new one is a file with a struct (name, doc, fields, place) and a line here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "trgen/replay/placements/any_placement.hpp"
#include "trgen/replay/placements/column.hpp"
#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/placements/diagonal.hpp"
#include "trgen/replay/placements/file.hpp"
#include "trgen/replay/placements/quadrant.hpp"
#include "trgen/replay/placements/random.hpp"
#include "trgen/replay/placements/scotch.hpp"
#include "trgen/replay/placements/shift.hpp"
#include "trgen/replay/placements/shuffle.hpp"

namespace trgen::replay {

struct Placements : fsin::config::Catalogue<ConsecutiveParams,       //
                                            ColumnParams,            //
                                            RandomPlacementParams,   //
                                            ShiftPlacementParams,    //
                                            QuadrantParams,          //
                                            DiagonalParams,          //
                                            ShufflePlacementParams,  //
                                            FilePlacementParams,     //
                                            ScotchParams> {};

}  // namespace trgen::replay
