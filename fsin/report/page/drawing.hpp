// SPDX-License-Identifier: Apache-2.0
// A drawn network (fsin/topology/drawing/drawing.hpp) as the page's JSON.
#pragma once

#include "fsin/report/page/json.hpp"
#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::report::page {

Json drawing_json(const topology::Drawing& drawing);

}  // namespace fsin::report::page
