// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/profile_tables.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/report/point_front.hpp"
#include "fsin/report/profile_text.hpp"

namespace fsin::report {
namespace {

using profile::PathStep;
using result::KeptProfile;

struct PhaseRow {
  const KeptProfile* profile;
  profile::CallProfile::Row row;
};
struct RankTrafficRow {
  const KeptProfile* profile;
  KeptProfile::Cell cell;
};
struct StepRow {
  const KeptProfile* profile;
  PathStep step;
};

template <workload::Activity activity>
std::string cycles_in(const PhaseRow& row) {
  return fmt::format("{}", row.row.cycles[static_cast<std::size_t>(activity)]);
}

Table<PhaseRow> phase_table() {
  using workload::Activity;
  return {
      "phases.csv",
      {{"call", "", "MPI function and, of a collective, its algorithm; or outside calls",
        [](const PhaseRow& row) { return csv_field(call_text(row.profile->names, row.row.call)); }},
       {"calls", "", "calls of all ranks; of calls inside one another only the outermost counts",
        [](const PhaseRow& row) { return std::to_string(row.row.calls); }},
       {"messages", "messages", "messages that ranks started in it",
        [](const PhaseRow& row) { return std::to_string(row.row.messages); }},
       {"bytes", "bytes", "bytes of these messages", [](const PhaseRow& row) { return std::to_string(row.row.bytes); }},
       {"mean", "cycles", "mean over all ranks", [](const PhaseRow& row) { return fmt::format("{}", row.row.mean); }},
       {"max", "cycles", "of the rank that was in it longest",
        [](const PhaseRow& row) { return std::to_string(row.row.most); }},
       {"max_rank", "", "that rank", [](const PhaseRow& row) { return std::to_string(row.row.most_rank); }},
       {"longest", "cycles", "the longest single call",
        [](const PhaseRow& row) { return std::to_string(row.row.longest); }},
       {"compute", "cycles", "of the mean: computing", cycles_in<Activity::compute>},
       {"wait_message", "cycles", "of the mean: waiting for messages", cycles_in<Activity::wait_message>},
       {"wait_room", "cycles", "of the mean: waiting for room in the injection queue", cycles_in<Activity::wait_room>},
       {"send", "cycles", "of the mean: sending, and passing calls", cycles_in<Activity::send>}}};
}

Table<RankTrafficRow> rank_traffic_table() {
  return {
      "rank_traffic.csv",
      {{"source", "", "first rank of the block that sent",
        [](const RankTrafficRow& row) { return std::to_string(row.cell.source * row.profile->ranks_per_block); }},
       {"destination", "", "first rank of the block to which it sent",
        [](const RankTrafficRow& row) { return std::to_string(row.cell.destination * row.profile->ranks_per_block); }},
       {"ranks_per_block", "", "neighbouring ranks that are one block",
        [](const RankTrafficRow& row) { return std::to_string(row.profile->ranks_per_block); }},
       {"messages", "messages", "also those within a node; not those of a rank to itself",
        [](const RankTrafficRow& row) { return std::to_string(row.cell.messages); }},
       {"bytes", "bytes", "of these messages",
        [](const RankTrafficRow& row) { return std::to_string(row.cell.bytes); }}}};
}

template <std::size_t part>
std::string cycles_of(const StepRow& row) {
  return std::to_string(row.step.cycles[part]);
}

template <std::size_t... part>
Table<StepRow> path_table(std::index_sequence<part...> /*parts*/) {
  const auto message = [](const StepRow& row) { return row.step.kind == PathStep::Kind::message; };
  return {
      "path.csv",
      {{"kind", "", "rank, or message: what the path goes through",
        [message](const StepRow& row) { return std::string(message(row) ? "message" : "rank"); }},
       {"rank", "", "rank, or source of the message", [](const StepRow& row) { return std::to_string(row.step.rank); }},
       {"destination", "", "of a message",
        [message](const StepRow& row) { return message(row) ? std::to_string(row.step.destination) : std::string(); }},
       {"bytes", "bytes", "of a message",
        [message](const StepRow& row) { return message(row) ? std::to_string(row.step.bytes) : std::string(); }},
       {"call", "", "MPI call in which the rank was; or outside calls",
        [](const StepRow& row) { return csv_field(call_text(row.profile->names, row.step.call)); }},
       {"from", "cycles", "first cycle", [](const StepRow& row) { return std::to_string(row.step.first); }},
       {"to", "cycles", "last cycle", [](const StepRow& row) { return std::to_string(row.step.last); }},
       {profile::path_part_names[part].data(), "cycles", profile::path_part_docs[part].data(), cycles_of<part>}...}};
}
Table<StepRow> path_table() { return path_table(std::make_index_sequence<profile::path_parts>()); }

/// `rows_of`: gives those of a profile.
template <class Row, class RowsOf>
void write_table(const std::filesystem::path& folder, const Table<Row>& table, const sweep::Plan& plan,
                 const std::vector<sweep::Run>& runs, RowsOf rows_of) {
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (const sweep::Run& run : runs) {
    if (!run.result.profile) continue;
    const KeptProfile& profile = *run.result.profile;
    const std::string point = point_fields(plan, run.point);
    for (const auto& row : rows_of(profile)) file.write(table.line_of(Row{&profile, row}, point));
  }
  file.commit();
}

}  // namespace

std::string profile_columns(const Front& front) {
  return phase_table().described(front) + rank_traffic_table().described(front) + path_table().described(front);
}

void write_profiles(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  write_table(folder, phase_table(), plan, runs, [](const KeptProfile& each) { return each.phases; });
  write_table(folder, rank_traffic_table(), plan, runs, [](const KeptProfile& each) { return each.traffic; });
  write_table(folder, path_table(), plan, runs,
              [](const KeptProfile& each) { return each.path ? each.path->steps : std::vector<PathStep>(); });
}

}  // namespace fsin::report
