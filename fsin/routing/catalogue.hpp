// SPDX-License-Identifier: Apache-2.0
// Every routing that can be configured: to add one, write its file and add it to this list. Checks, help, dispatch into
// the engines and the differential test follow from it.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/any_routing.hpp"
#include "fsin/routing/channel_table.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/routing/escape_tree.hpp"
#include "fsin/routing/graph_par.hpp"
#include "fsin/routing/graph_ugal_g.hpp"
#include "fsin/routing/graph_valiant.hpp"
#include "fsin/routing/grid_valiant.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"
#include "fsin/routing/hyperx_oblivious.hpp"
#include "fsin/routing/k_paths.hpp"
#include "fsin/routing/layered.hpp"
#include "fsin/routing/o1turn.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/spanning_tree.hpp"
#include "fsin/routing/table_file.hpp"
#include "fsin/routing/turn_model.hpp"
#include "fsin/routing/up_down.hpp"

namespace fsin::routing {

template <RoutingFamily... Families>
using CatalogueOf = config::Catalogue<Families...>;

struct Routings : CatalogueOf<DorParams,               //
                              AdaptiveParams,          //
                              GridValiantParams,       //
                              OneTurnParams,           //
                              TurnModelParams,         //
                              UpDownParams,            //
                              DragonflyMinimalParams,  //
                              DragonflyValiantParams,  //
                              DragonflyUgalParams,     //
                              DragonflyUgalGParams,    //
                              DragonflyParParams,      //
                              HyperXObliviousParams,   //
                              HyperXAdaptiveParams,    //
                              ShortestParams,          //
                              SpanningTreeParams,      //
                              GraphValiantParams,      //
                              GraphUgalParams,         //
                              GraphUgalGParams,        //
                              GraphParParams,          //
                              PathsParams,             //
                              LayeredParams,           //
                              TableFileParams,         //
                              ChannelTableParams,      //
                              EscapeTreeParams> {};

}  // namespace fsin::routing
