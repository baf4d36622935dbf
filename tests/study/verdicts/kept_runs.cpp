// SPDX-License-Identifier: Apache-2.0
#include "tests/study/verdicts/kept_runs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fsin/core/bytes.hpp"
#include "fsin/stats/balance.hpp"

namespace verdicts {
namespace {

using namespace fsin;

template <class Record, class Archive>
void archive_record(Record& record, Archive& archive) {
  archive(record.totals, record.seed, record.nodes, record.has_end, record.warmup, record.warmup_settled,
          record.offered, record.sources, record.not_judged, record.queues);
}

/// Judges a kept run by the rules of this program.
void judge_anew(stats::RunRecord& record, double dispersion) {
  if (record.totals.outcome == stats::Outcome::saturated) record.totals.outcome = stats::Outcome::finished;
  stats::judge(record, dispersion);
}

bool read(const std::filesystem::path& path, double dispersion, Pair& pair) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  ByteReader reader(std::as_bytes(std::span(bytes)));
  for (stats::RunRecord* record : {&pair.brief, &pair.lengthy}) {
    archive_record(*record, reader);
    judge_anew(*record, dispersion);
  }
  return true;
}

void write(const std::filesystem::path& path, const Pair& pair) {
  ByteWriter writer;
  for (const stats::RunRecord* record : {&pair.brief, &pair.lengthy}) archive_record(*record, writer);
  std::filesystem::path incomplete = path;
  incomplete += ".incomplete";
  std::ofstream out(incomplete, std::ios::binary);
  out.write(reinterpret_cast<const char*>(writer.bytes().data()), static_cast<std::streamsize>(writer.bytes().size()));
  out.close();
  if (out.fail()) throw std::runtime_error("cannot write " + incomplete.string());
  std::filesystem::rename(incomplete, path);
}

}  // namespace

Pair runs_of(std::uint64_t number, const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder) / fmt::format("{:06}", number);
  const fsin::test::Scratch scratch;
  const Case which = random_case(number);
  Pair pair;
  if (!folder.empty() && read(path, dispersion_of(scratch, which, number), pair)) return pair;
  pair.brief = run_case(scratch, which, {}, number).record;
  const std::vector<std::string> longer{fmt::format("warmup={}", 2 * which.window),
                                        fmt::format("cycles={}", 20 * which.window)};
  pair.lengthy = run_case(scratch, which, longer, number + 1'000'000).record;
  if (!folder.empty()) write(path, pair);
  return pair;
}

}  // namespace verdicts
