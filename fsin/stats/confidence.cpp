// SPDX-License-Identifier: Apache-2.0
// Implements confidence.hpp; the only file that includes Boost.Math.
#include "fsin/stats/confidence.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "fsin/stats/running_estimate.hpp"

namespace fsin::stats {

double student_quantile(double confidence, double degrees) {
  if (!(confidence > 0 && confidence < 1) || !(degrees > 0)) {
    throw std::domain_error("student_t: the confidence must lie between 0 and 1, with at least one degree of freedom");
  }
  const boost::math::students_t distribution(degrees);
  return boost::math::quantile(boost::math::complement(distribution, (1 - confidence) / 2));
}

double student_t(double confidence, std::size_t degrees) {
  return student_quantile(confidence, static_cast<double>(degrees));
}

double student_two_sided(double t, double degrees) {
  if (std::isnan(t) || !(degrees > 0)) {
    throw std::domain_error("student_two_sided: t must be a number, with more than zero degrees of freedom");
  }
  const boost::math::students_t distribution(degrees);
  return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::fabs(t))));
}

Estimate estimate(const std::vector<double>& values, double confidence) {
  RunningEstimate running;
  for (const double value : values) running.add(value);
  return running.estimate(confidence);
}

std::optional<Estimate> paired_ratio(const std::vector<double>& values, const std::vector<double>& base,
                                     double confidence) {
  if (values.empty() || values.size() != base.size()) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (base[i] == 0) return std::nullopt;
    ratios.push_back(values[i] / base[i]);
  }
  return estimate(ratios, confidence);
}

std::vector<NamedEstimate> summarise(const std::vector<NamedValues>& runs, double confidence) {
  std::vector<NamedEstimate> result;
  if (runs.empty()) return result;
  for (const auto& [name, ignored] : runs.front()) {
    static_cast<void>(ignored);
    std::vector<double> values;
    for (const NamedValues& run : runs) {
      const auto same = [wanted = &name](const auto& entry) { return entry.first == *wanted; };
      const auto found = std::find_if(run.begin(), run.end(), same);
      if (found != run.end()) values.push_back(found->second);
    }
    result.push_back({name, estimate(values, confidence)});
  }
  return result;
}

}  // namespace fsin::stats
