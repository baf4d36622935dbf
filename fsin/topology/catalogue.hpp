// SPDX-License-Identifier: Apache-2.0
// Every topology there is: to add one, write its file and add it to this list.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/topology/fat_tree.hpp"
#include "fsin/topology/mesh.hpp"
#include "fsin/topology/torus.hpp"

namespace fsin::topology {

using Topologies = config::Catalogue<TorusParams, MeshParams, FatTreeParams>;

}  // namespace fsin::topology
