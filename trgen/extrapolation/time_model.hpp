// SPDX-License-Identifier: Apache-2.0
// Measured times as functions of the number of ranks. A time has no exact law; a model is chosen by how well it
// predicts the inputs that it was not fitted to.
//
// Candidates, p being the number of ranks: those of ScalaExtrap (Wu and Mueller, PPoPP 2011, section 3.5) - constant,
// a p + b, k / p and k / p + c -; k p^i + c with i = -1/2, -1/3, -2/3 and -3/2, shares of a side of a square or a cube,
// of a face and of a cell of a multipartition, where k and c are not below 0; c0 + c1 log2 p. With five points, as many
// as Extra-P asks for, also the performance model normal form with one term, c0 + c1 p^i (log2 p)^j, with the 42 pairs
// (i, j) of Extra-P (Calotoiu, Hoefler, Poke and Wolf, SC 2013; pairs of Extra-P 4): with fewer, a high power follows
// noise and is off by orders of magnitude a few doublings on. Coefficients by least squares. Each input in turn is left
// out and predicted (leave-one-out); the error of a model is the mean of 2 |predicted - measured| / (predicted +
// measured), SMAPE. A model needs one input more than it has coefficients; from two, that are both square numbers of
// ranks, k p^(-3/2) is also tried. The constant is taken unless another model has less than half its error, and of
// equal ones the first.
//
// Where the inputs have several sizes n of the problem, each term stands beside its products with n, n^2 and n^3, and
// these are terms too; with at least five points no other powers are tried then.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trgen/extrapolation/grids.hpp"

namespace trgen::extrapolation {

struct TimePoint {
  double ranks = 1;
  double time = 0;
  double size = 1;  ///< of the problem; 1 where sizes are not known
};

/// Means by number of ranks and size.
class Means {
 public:
  /// So many values with this sum, in a run.
  void add(const Scale& scale, double sum, double values);
  /// One for each number of ranks and size, ascending; 0 where there are no values.
  std::vector<TimePoint> points() const;

 private:
  std::map<Scale, std::pair<double, double>> sums_;  ///< and numbers of values
};

struct TimeModel {
  std::string form;     ///< "c0 + c1 * p^(-1)"
  double c0 = 0;        ///< constant
  double c1 = 0;        ///< factor of the term
  double exponent = 0;  ///< i
  int logs = 0;         ///< j
  double of_size = 0;   ///< exponent of the size
  /// Leave-one-out error as a share of the time; none where there were too few inputs to leave one out.
  std::optional<double> error;
  /// The largest error of a left-out input, as a share of its time: the interval that is quoted.
  double worst = 0;
  /// What is predicted for each point from the others; empty where none can be left out.
  std::vector<double> left_out;

  double at(double ranks, double size = 1) const;
  double at(const Scale& scale) const { return at(scale.ranks, scale.size == 0 ? 1 : static_cast<double>(scale.size)); }
};

/// The model of these points, one for each number of ranks and size. Times at or below 0 give 0.
TimeModel time_model(const std::vector<TimePoint>& points);

}  // namespace trgen::extrapolation
