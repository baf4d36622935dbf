// SPDX-License-Identifier: Apache-2.0
// Networks that are offered more than their links carry. The bound of a case is 1 over the load of its busiest link
// when every node sends one phit a cycle, or 1 where that is less, enumerated over every way of a packet. Queues are
// deep and channels many, so that little is lost to headers that wait behind others: at least 88% of the bound is
// accepted, and not more than all of it.
#pragma once

#include <string>
#include <vector>

#include "tests/model/checks.hpp"
#include "tests/model/load.hpp"

namespace model {

struct BoundCase {
  std::string network;
  std::string routing;
  std::string pattern;
  Design design;
  Load load;         ///< its `load` is set by carried()
  double bound = 1;  ///< phits per node and cycle
};
using BoundCases = std::vector<BoundCase>;

BoundCases dragonfly_bounds();
BoundCases hyperx_bounds();
BoundCases slim_fly_bounds();
BoundCases polar_fly_bounds();

/// What is accepted when 1.3 times the bound is offered, or as much as a node can send; by the event engine.
double carried(const BoundCase& each);
/// Whether `rate` lies between 88% of the bound and the bound, or 1% above it: packets that do not cross the busiest
/// link get through a little more often when more is offered than it carries.
bool within_bound(const BoundCase& each, double rate);

}  // namespace model
