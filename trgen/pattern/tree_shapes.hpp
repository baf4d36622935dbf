// SPDX-License-Identifier: Apache-2.0
// Trees by their shape, in any numbering of ranks: binomial and k-ary ones.
//
// Two trees have one shape if their canonical forms are equal (A. V. Aho, J. E. Hopcroft, J. D. Ullman, The Design and
// Analysis of Computer Algorithms, 1974, example 3.2), which takes time n log n.
#pragma once

#include <optional>

#include "trgen/pattern/peeling.hpp"

namespace trgen::pattern {

/// The part of all pairs that are left, if these are one tree of 4 ranks or more with the shape of a binomial tree, in
/// MPICH's form or Open MPI's, or of a k-ary tree that is filled level by level.
std::optional<Part> tree_shape(const Peeling& peeling);

}  // namespace trgen::pattern
