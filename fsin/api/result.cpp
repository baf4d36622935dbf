// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/api/content.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/stats/outcome.hpp"

namespace fsin {

std::shared_ptr<const Result::Content> Result::Content::of(const result::ExperimentResult& result,
                                                           std::vector<Message> warnings) {
  auto content = std::make_shared<Content>();
  content->outcome = stats::to_string(result::overall_outcome(result));
  content->failure = result.runs.failure();
  content->runs = result.runs.count();
  content->fingerprint = result::fingerprint_text(result.runs.fingerprint());
  content->config = result.config_yaml;
  content->warnings = std::move(warnings);
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    const stats::RunningEstimate& values = result.runs.figure(i);
    if (values.count() == 0) continue;
    const stats::Estimate estimate = values.estimate(result.confidence);
    const stats::Metric& metric = stats::metrics()[i];
    content->names.push_back(metric.name);
    content->figures.push_back({estimate.mean,
                                estimate.n > 1 ? std::optional<double>(estimate.half_width) : std::nullopt, estimate.n,
                                metric.unit, metric.meaning});
  }
  return content;
}

std::string_view Result::outcome() const { return content_->outcome; }
const std::string& Result::failure() const { return content_->failure; }
std::size_t Result::runs() const { return content_->runs; }
const std::vector<std::string_view>& Result::figures() const { return content_->names; }
const std::string& Result::fingerprint() const { return content_->fingerprint; }
const std::string& Result::config() const { return content_->config; }
const std::vector<Message>& Result::warnings() const { return content_->warnings; }

std::optional<Figure> Result::figure(std::string_view name) const {
  const auto& names = content_->names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return content_->figures[static_cast<std::size_t>(found - names.begin())];
  std::vector<std::string_view> known;
  for (const stats::Metric& metric : stats::metrics()) {
    if (metric.name == name) return std::nullopt;
    known.push_back(metric.name);
  }
  const auto near = nearest(name, known);
  throw std::out_of_range(fmt::format("no figure is called {}{}; fsin list statistic names all", in_quotes(name),
                                      near ? fmt::format("; did you mean {}?", *near) : ""));
}

}  // namespace fsin
