// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/source.hpp"

#include <span>

#include "fsin/sources/left_out.hpp"

namespace fsin::sources {

PatternShares Source::shares(std::uint64_t /*seed*/) const {
  return {{}, "only a synthetic pattern says in advance where packets go", std::nullopt};
}

std::optional<double> offered_load(const Source& source) {
  return source.load_source() != nullptr ? source.load_source()->offered() : std::nullopt;
}

std::size_t ranks_of(const Source& source) {
  return source.rank_source() != nullptr ? source.rank_source()->ranks() : 0;
}

bool has_flows(const Source& source) { return source.job_source() != nullptr && source.job_source()->has_flows(); }

std::vector<stats::JobFigures> figures_of_jobs(const Source& source, const stats::RunTotals& totals) {
  std::vector<stats::JobFigures> figures;
  if (source.job_source() == nullptr) return figures;
  for (const auto& job : source.job_source()->jobs()) {
    if (std::size_t{job.first} + job.ranks > totals.ranks.size()) break;
    const auto accounts = std::span(totals.ranks).subspan(job.first, job.ranks);
    figures.push_back(stats::job_figures(job.name, job.start, accounts, job.first));
    // As a run, a job ends in the cycle after the last one in which a rank did something.
    if (figures.back().finished < totals.cycles) ++figures.back().finished;
  }
  return figures;
}

result::LeftOut left_out_of(const Source& source) {
  result::LeftOut all = to_report({});
  std::vector<File> files = source.files();
  if (trgen::record::Omissions more = source.left_out_of_programs(); !more.none())
    files.push_back({.path = "programs", .digest = {}, .left_out = std::move(more)});
  for (const File& file : files) {
    const result::LeftOut one = to_report(file.left_out);
    for (std::size_t i = 0; i < all.counts.size(); ++i) all.counts[i].second += one.counts[i].second;
    all.what.insert(all.what.end(), one.what.begin(), one.what.end());
    if (one.text.empty()) continue;
    if (!all.text.empty()) all.text += "; ";
    if (files.size() > 1) all.text += file.path.filename().string() + ": ";
    all.text += one.text;
  }
  return all;
}

}  // namespace fsin::sources
