// SPDX-License-Identifier: Apache-2.0
#include "fsin/timeline/paje.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "fsin/core/output_file.hpp"

namespace fsin::timeline {
namespace {

constexpr std::string_view definitions = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 3
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 4
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 5
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajeSetState 6
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajeStartLink 7
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 8
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajePushState 9
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 10
% Time date
% Type string
% Container string
%EndEventDef
0 Run 0 "run"
0 Rank Run "rank"
1 Doing Rank "activity"
1 Call Rank "MPI call"
2 Message Run Rank Rank "message"
3 compute Doing "compute" "0.35 0.60 0.35"
3 wait_message Doing "wait for a message" "0.80 0.35 0.30"
3 wait_room Doing "wait for room" "0.90 0.65 0.20"
3 send Doing "send" "0.25 0.45 0.75"
3 idle Doing "idle" "0.85 0.85 0.85"
)";

constexpr std::uint8_t idle = workload::activity_names.size();

class Paje final : public Writer {
 public:
  Paje(const std::filesystem::path& path, const Labels& labels) : file_(path), labels_(labels) {
    file_.write(definitions);
    file_.write("4 0 run Run 0 \"run\"\n");
  }

  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override {
    Cycle& busy_until = ends_[rank];
    if (busy_until != 0 && busy_until + 1 < first) state(rank, busy_until, idle);
    state(rank, first - 1, static_cast<std::uint8_t>(activity));
    busy_until = last;
    last_ = std::max(last_, last);
  }

  void enter(std::uint32_t rank, const std::string& name, Cycle first) override {
    ends_.try_emplace(rank, 0);
    const auto [known, fresh] = names_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    events_.push_back({first - 1, ++calls_, rank, known->second, Kind::call, entering});
    last_ = std::max(last_, first - 1);
  }
  void leave(std::uint32_t rank, Cycle last) override {
    events_.push_back({last, ++calls_, rank, 0, Kind::call, leaving});
    last_ = std::max(last_, last);
  }

  void message(const workload::MessageLife& life) override {
    const std::uint64_t key = ++number_;
    ends_.try_emplace(life.source, 0);
    ends_.try_emplace(life.destination, 0);
    events_.push_back({life.sent - 1, key, life.source, 0, Kind::start_link, 0});
    events_.push_back({life.delivered, key, life.destination, 0, Kind::end_link, 0});
    last_ = std::max(last_, life.delivered);
  }

  void finish() override {
    for (const auto& [name, number] : names_) {
      file_.write(fmt::format("3 c{} Call \"{}\" \"{}\"\n", number, name, call_colors[number % call_colors.size()]));
    }
    for (const auto& [rank, busy_until] : ends_) {
      file_.write(
          fmt::format("4 0 r{} Rank run \"{} {}\"\n", rank, labels_.ranks ? "rank" : "node", labels_.names.text(rank)));
      if (busy_until != 0 && busy_until < last_) state(rank, busy_until, idle);
    }
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
      return std::tie(a.cycle, a.kind, a.rank, a.key) < std::tie(b.cycle, b.kind, b.rank, b.key);
    });
    for (const Event& event : events_) write(event);
    for (const auto& [rank, busy_until] : ends_) {
      static_cast<void>(busy_until);
      file_.write(fmt::format("5 {} Rank r{}\n", time(last_), rank));
    }
    file_.write(fmt::format("5 {} Run run\n", time(last_)));
    file_.commit();
  }

 private:
  enum class Kind : std::uint8_t { call, state, start_link, end_link };
  static constexpr std::uint8_t entering = 0;
  static constexpr std::uint8_t leaving = 1;
  static constexpr std::array<const char*, 6> call_colors{"0.55 0.40 0.70", "0.30 0.65 0.70", "0.75 0.55 0.35",
                                                          "0.60 0.60 0.30", "0.70 0.45 0.60", "0.40 0.50 0.60"};
  struct Event {
    Cycle cycle;
    std::uint64_t key;
    std::uint32_t rank;
    std::uint32_t name;  ///< name of the call that is entered
    Kind kind;
    std::uint8_t value;
  };

  void state(std::uint32_t rank, Cycle cycle, std::uint8_t value) {
    events_.push_back({cycle, 0, rank, 0, Kind::state, value});
  }

  void write(const Event& event) {
    switch (event.kind) {
      case Kind::call:
        if (event.value == entering)
          return file_.write(fmt::format("9 {} Call r{} c{}\n", time(event.cycle), event.rank, event.name));
        return file_.write(fmt::format("10 {} Call r{}\n", time(event.cycle), event.rank));
      case Kind::state:
        file_.write(fmt::format("6 {} Doing r{} {}\n", time(event.cycle), event.rank,
                                event.value == idle ? "idle" : workload::activity_names[event.value]));
        return;
      case Kind::start_link:
        file_.write(fmt::format("7 {} Message run r{} m {}\n", time(event.cycle), event.rank, event.key));
        return;
      case Kind::end_link:
        file_.write(fmt::format("8 {} Message run r{} m {}\n", time(event.cycle), event.rank, event.key));
        return;
    }
  }

  std::string time(Cycle cycles) const {
    return fmt::format("{:.12f}", static_cast<double>(cycles) * labels_.seconds_per_cycle);
  }

  OutputFile file_;
  Labels labels_;
  std::vector<Event> events_;
  std::map<std::uint32_t, Cycle> ends_;  ///< by rank: last cycle of its spans so far, 0: none
  Cycle last_ = 0;
  std::map<std::string, std::uint32_t> names_;  ///< names of calls
  std::uint64_t number_ = 0;
  std::uint64_t calls_ = 0;  ///< number of calls entered and left
};

}  // namespace

std::unique_ptr<Writer> make_paje_writer(const std::filesystem::path& path, const Labels& labels) {
  return std::make_unique<Paje>(path, labels);
}

}  // namespace fsin::timeline
