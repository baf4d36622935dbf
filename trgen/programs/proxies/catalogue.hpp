// SPDX-License-Identifier: Apache-2.0
// The proxy applications. To add one, write its header and add its type here.
#pragma once

#include "trgen/programs/kind.hpp"
#include "trgen/programs/proxies/amg.hpp"
#include "trgen/programs/proxies/amr.hpp"
#include "trgen/programs/proxies/conjugate.hpp"
#include "trgen/programs/proxies/graph.hpp"
#include "trgen/programs/proxies/halo.hpp"
#include "trgen/programs/proxies/lulesh.hpp"
#include "trgen/programs/proxies/pencils.hpp"
#include "trgen/programs/proxies/sweep.hpp"

namespace trgen::programs::proxies {

using Proxies = KindList<HaloParams,     //
                         HpcgParams,     //
                         MinifeParams,   //
                         LuleshParams,   //
                         AmgParams,      //
                         SweepParams,    //
                         PencilsParams,  //
                         GraphParams,    //
                         AmrParams>;

}  // namespace trgen::programs::proxies
