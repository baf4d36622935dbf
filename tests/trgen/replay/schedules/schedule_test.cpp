// SPDX-License-Identifier: Apache-2.0
// GOAL schedules run as graphs under LogGPS: concurrency of processors and interfaces, against closed forms and against
// list scheduling by hand; schedules that wait for ever.
#include "trgen/formats/goal/schedule.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/replay/schedules/schedule_replay.hpp"

namespace schedule_test {

using namespace trgen;
using fsin::Cycle;
using fsin::never;
using fsin::workload::Action;

namespace {

/// A run over a network that carries messages in `latency` cycles from the one in which they leave, each of which takes
/// one, whatever the others do; asks tasks as the contract says.
struct Carried {
  bool finished = false;
  Cycle last = 0;
  std::vector<std::string> waiting;
};

class NoCarrier final : public fsin::workload::Carrier {
  std::string arrived(std::uint32_t /*receiver*/, std::uint32_t /*flow*/) const override { return {}; }
  std::string left(std::uint32_t /*task*/) const override { return {}; }
};

record::Schedule read(const std::string& text) {
  io::Input in("t.goal", text);
  return formats::goal::read_schedule(in);
}

Carried run(const std::string& text, Cycle latency = 100) {
  auto schedule = std::make_shared<const record::Schedule>(read(text));
  replay::ScheduleSettings settings;
  settings.ranks.bursts = true;
  settings.ranks.burst_clock = replay::BurstClock(1.0, 0, 32'000'000'000, 4);
  for (std::uint32_t rank = 0; rank < schedule->count; ++rank) settings.ranks.node_of_rank.push_back(rank);
  for (std::uint32_t rank = 0; rank < schedule->count; ++rank)
    settings.node_of_nic.emplace_back(schedule->of(rank).interfaces(), rank);
  auto workload = replay::make_schedule_replay(schedule, settings);
  auto& share = workload->whole();
  struct Flying {
    Cycle at;
    std::uint32_t flow;
  };
  std::vector<Flying> flying;
  std::vector<Action> actions;
  const auto tasks = static_cast<std::uint32_t>(workload->node_of_task().size());
  for (std::uint32_t task = 0; task < tasks; ++task) actions.push_back(share.next(task, 0));
  Carried result;
  for (Cycle now = 1; now < 200'000 && share.outstanding() != 0; ++now) {
    for (std::size_t i = 0; i < flying.size();) {
      if (flying[i].at != now) {
        ++i;
        continue;
      }
      share.delivered(flying[i].flow, now);
      flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::uint32_t task = 0; task < tasks; ++task) {  // asking once more has no effect
      Action& action = actions[task];
      if (action.kind == Action::Kind::wait || (action.kind == Action::Kind::compute && action.cycle <= now))
        action = share.next(task, now);
    }
    for (std::uint32_t task = 0; task < tasks; ++task) {
      Action& action = actions[task];
      if (action.kind != Action::Kind::send || action.cycle > now) continue;
      flying.push_back({now + latency, share.expect(action.message)});
      action = share.sent(task, now);
    }
    result.last = now;
  }
  result.finished = share.outstanding() == 0;
  result.waiting = workload->explain_wait(8, NoCarrier());
  return result;
}

std::string fault(const std::string& text) {
  try {
    read(text);
  } catch (const record::TraceError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a receive without a requirement holds nothing up that does not require it") {
  const Carried ran =
      run("num_ranks 3\nrank 0 {\na: recv 8b from 1 tag 1\nb: recv 8b from 2 tag 2\nc: send 8b to 1 tag 3\n"
          "c requires b\n}\nrank 1 {\na: recv 8b from 0 tag 3\nb: send 8b to 0 tag 1\nb requires a\n}\n"
          "rank 2 { send 8b to 0 tag 2 }\n");
  CHECK(ran.finished);
  CHECK(ran.last == 301);  // three messages, one behind the other
}

TEST_CASE("processors of a rank compute side by side, one processor one thing after the other") {
  const std::string beside =
      "num_ranks 1\nrank 0 {{\na: calc 1000 cpu 0\nb: calc 700 cpu {}\nc: calc 10\nc requires a\n"
      "c requires b\n}}\n";
  CHECK(run(fmt::format(fmt::runtime(beside), 1)).last == 1010);
  CHECK(run(fmt::format(fmt::runtime(beside), 0)).last == 1710);
}

TEST_CASE("of irequires, the beginning counts") {
  CHECK(run("num_ranks 1\nrank 0 {\na: calc 1000\nb: calc 700 cpu 1\nb irequires a\n}\n").last == 1000);
  CHECK(run("num_ranks 1\nrank 0 {\na: calc 1000\nb: calc 700 cpu 1\nb requires a\n}\n").last == 1700);
}

TEST_CASE("a processor does first what could begin first, and takes no notice of the order of the file") {
  // b waits for a message until cycle 101; c does not.
  const Carried ran = run(
      "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: calc 500\nb requires a\nc: calc 300\n}\nrank 1 { send 8b to 0 }\n");
  CHECK(ran.last == 800);
}

TEST_CASE("receives from any rank and with any tag take what comes first") {
  const Carried ran =
      run("num_ranks 3\nrank 0 {\na: recv 8b from -1 tag -1\nb: calc 50\nb requires a\nc: recv 8b from -1 tag 4\n}\n"
          "rank 1 { send 8b to 0 tag 3 }\nrank 2 {\na: calc 500\nb: send 8b to 0 tag 4\nb requires a\n}\n");
  CHECK(ran.finished);
  CHECK(ran.last == 601);
}

TEST_CASE("a schedule that waits for ever is told by rank and operation") {
  const Carried ran =
      run("num_ranks 2\nrank 0 {\na: recv 8b from 1 tag 1\nb: send 8b to 1 tag 2\nb requires a\n}\n"
          "rank 1 {\na: recv 8b from 0 tag 2\nb: send 8b to 0 tag 1\nb requires a\n}\n");
  CHECK_FALSE(ran.finished);
  REQUIRE(ran.waiting.size() == 2);
  CHECK(ran.waiting[0] ==
        "rank 0 (node 0) waits for 8 B from rank 1, tag 1: operation 1, t.goal:3; 2 of its operations are not done, 1 "
        "receives among them wait");
}

TEST_CASE("hostile schedules are refused") {
  const auto of = [](const std::string& rank) { return fault("num_ranks 2\nrank 0 {\n" + rank + "}\n"); };
  CHECK(of("a: calc 1 cpu 1099511627776\n").find("cpu \"1099511627776\" is not a number from 0 to 255") !=
        std::string::npos);
  CHECK(of("a: send 1b to 1 nic -1\n").find("nic \"-1\" is not a number from 0 to 255") != std::string::npos);
  CHECK(of("a: calc 1\nb: calc 1\na requires b\nb irequires a\n").find("form a cycle") != std::string::npos);
  CHECK(of("a: calc 1\na requires z\n").find("no statement of this rank has the label \"z\"") != std::string::npos);
}

TEST_CASE("what is in a row already is no graph") {
  const auto is_graph = [](const std::string& rank) {
    const std::string text = "num_ranks 2\nrank 0 {\n" + rank + "}\n";
    io::Input in("t.goal", text);
    return formats::goal::is_graph(in);
  };
  CHECK_FALSE(is_graph("a: calc 1\nb: send 8b to 1\nb requires a\nc: recv 8b from 1\nc irequires b\n"));
  CHECK(is_graph("a: calc 1\nb: send 8b to 1\n"));
  CHECK(is_graph("a: calc 1\nb: calc 1 cpu 1\nb requires a\n"));
  CHECK(is_graph("a: recv 8b from -1\n"));
  CHECK(is_graph("a: calc 1\nb: calc 1\nb irequires a\n"));
}

TEST_CASE("random graphs take what list scheduling gives") {
  std::mt19937 random(7);
  const auto draw = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
  for (int round = 0; round < 100; ++round) {
    const unsigned count = 2 + draw(30), cpus = 1 + draw(3);
    struct Job {
      Cycle length, ready = 0, end = 0;
      unsigned cpu;
      std::vector<unsigned> requires_;
      bool done = false;
    };
    std::vector<Job> jobs;
    std::string text = "num_ranks 1\nrank 0 {\n";
    for (unsigned i = 0; i < count; ++i) {
      Job job{.length = 1 + draw(100), .cpu = draw(cpus), .requires_ = {}};
      text += fmt::format("l{}: calc {} cpu {}\n", i, job.length, job.cpu);
      for (unsigned j = 0; j < i; ++j) {
        if (draw(8) != 0) continue;
        job.requires_.push_back(j);
        text += fmt::format("l{} requires l{}\n", i, j);
      }
      jobs.push_back(job);
    }
    // At every time, each free processor begins the job that has been ready for longest, of those the first.
    std::vector<Cycle> free(cpus, 0);
    unsigned left = count;
    Cycle last = 0;
    for (Cycle now = 0; left != 0; ++now) {
      for (unsigned cpu = 0; cpu < cpus; ++cpu) {
        if (free[cpu] > now) continue;
        Job* best = nullptr;
        for (Job& each : jobs) {
          if (each.done || each.cpu != cpu) continue;
          Cycle ready = 0;
          const bool can = std::all_of(each.requires_.begin(), each.requires_.end(), [&](unsigned j) {
            ready = std::max(ready, jobs[j].end);
            return jobs[j].done && jobs[j].end <= now;
          });
          each.ready = ready;
          if (can && (best == nullptr || each.ready < best->ready)) best = &each;
        }
        if (best == nullptr) continue;
        best->done = true;
        best->end = free[cpu] = now + best->length;
        last = std::max(last, best->end);
        --left;
      }
    }
    CAPTURE(text);
    CHECK(run(text + "}\n").last == last);
  }
}

}  // namespace schedule_test
