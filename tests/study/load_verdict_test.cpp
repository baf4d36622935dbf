// SPDX-License-Identifier: Apache-2.0
// Every kind of load is judged, or says why it is not: all loops, arrivals and sizes of the catalogues, parts and
// phases, sources that stall and that do not, with a load that is carried and one that is too much.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/sources/catalogue.hpp"
#include "fsin/stats/balance.hpp"
#include "tests/study/verdicts/single_runs.hpp"
#include "tests/study/verdicts/study.hpp"
#include "trgen/synth/arrivals/catalogue.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/sizes/catalogue.hpp"

namespace load_verdict_test {

using namespace fsin;
using verdicts::Case;
using verdicts::on_ring;
using verdicts::run;

namespace {

template <class Catalogue>
std::vector<std::string> names() {
  std::vector<std::string> all;
  Catalogue::for_each([&](const auto& entry) { all.emplace_back(entry.name); });
  return all;
}

/// Messages of many packets on a fat-tree of two levels.
std::vector<std::string> long_messages(const std::string& arity, const std::string& load) {
  return {fmt::format("topology={{type: fat-tree, {}, n: 2}}", arity),
          "routing={type: up-down, ascent: adaptive}",
          "router={virtual_channels: 1, queue: 8 packets}",
          "packet=2 KiB",
          "phit=32 B",
          "link.bandwidth=100 Gb/s",
          "source=infinite",
          "sizes={type: log-normal, median: 32 KiB, sigma: 1}",
          "warmup=20000",
          "cycles=60000",
          load};
}

/// The file that some sizes are read from.
std::string keys_of_sizes(const std::string& name, const fsin::test::Scratch& scratch) {
  if (name == "table") return fmt::format("{{type: table, file: {}}}", scratch.file("table.txt", "64 1\n500 1\n"));
  if (name == "curve") return fmt::format("{{type: curve, file: {}}}", scratch.file("curve.txt", "64 0\n500 1\n"));
  if (name == "trace") {
    return fmt::format("{{type: trace, file: {}}}",
                       scratch.file("t.txt",
                                    "#insee-trace 1\n0 0 SS MPI_Send\n0 1 MS 1 0 0 300\n0 2 SE MPI_Send\n1 0 SS "
                                    "MPI_Recv\n1 1 MR 0 0 0 300\n1 2 SE MPI_Recv\n"));
  }
  return name;
}

bool carried(const stats::RunRecord& run) { return std::holds_alternative<stats::LoadCarried>(run.load); }
bool too_much(const stats::RunRecord& run) { return std::holds_alternative<stats::LoadTooMuch>(run.load); }
bool says_why(const stats::RunRecord& run) {
  return !std::holds_alternative<stats::NotJudged>(run.load) || !stats::reason_of(run.load).empty();
}

/// The verdicts on a load that the ring carries and on one that is too much.
void check_both(const std::string& what, const std::vector<std::string>& keys) {
  for (const char* source : {"infinite", "stall"}) {
    CAPTURE(what);
    CAPTURE(source);
    std::vector<std::string> light = keys, heavy = keys;
    for (auto* each : {&light, &heavy}) each->push_back(fmt::format("source={}", source));
    light.emplace_back("load=0.1");
    heavy.emplace_back("load=0.97");
    const stats::RunRecord below = run(on_ring(light)), above = run(on_ring(heavy));
    CAPTURE(stats::to_string(below.load));
    CAPTURE(stats::reason_of(below.load));
    CAPTURE(stats::to_string(above.load));
    CAPTURE(stats::reason_of(above.load));
    CHECK_FALSE(too_much(below));
    CHECK_FALSE(carried(above));
    CHECK(says_why(below));
    CHECK(says_why(above));
    CHECK((above.totals.outcome == stats::Outcome::saturated) == too_much(above));
  }
}

}  // namespace

TEST_CASE("every arrival process with every distribution of sizes is judged or says why") {
  const fsin::test::Scratch scratch;
  for (const std::string& arrivals : names<trgen::synth::ArrivalChoices>()) {
    for (const std::string& sizes : names<trgen::synth::SizeChoices>()) {
      // Bursts are refused that are far shorter than a message.
      const bool huge = sizes == trgen::synth::WebSearchSizes::name || sizes == trgen::synth::DataMiningSizes::name;
      const bool bursts = huge && arrivals == trgen::synth::OnOffArrivals::name;
      check_both(arrivals + " " + sizes, {"arrivals=" + (bursts ? "{type: on-off, burst: 1000000}" : arrivals),
                                          "sizes=" + keys_of_sizes(sizes, scratch), "packet=64 B"});
    }
  }
}

TEST_CASE("every loop is judged or says why") {
  for (const std::string& loop : names<trgen::synth::Loops>()) {
    CAPTURE(loop);
    std::vector<std::string> keys{"loop=" + loop};
    if (loop == trgen::synth::OpenLoop::name || loop == trgen::synth::TriggeredLoop::name) {
      check_both(loop, keys);
      continue;
    }
    if (loop == trgen::synth::ShotLoop::name) {
      std::vector<std::string> shots{"topology={type: torus, dims: [8]}", "preset=oblivious-1vc", "loop=shots"};
      CHECK(says_why(run(shots)));
      continue;
    }
    const stats::RunRecord record = run(on_ring(keys));
    CHECK(std::holds_alternative<stats::NotJudged>(record.load));
    CHECK(says_why(record));
  }
}

TEST_CASE(
    "loads of several packets, bursts, parts, phases and triggered messages are judged in a window that is long") {
  const std::vector<std::vector<std::string>> kinds{
      {"sizes={type: fixed, bytes: 500 B}"},
      {"arrivals={type: on-off, burst: 50, peak: 1}"},
      {"parts=[{weight: 3}, {weight: 1, pattern: complement}]"},
      {"phases=[{cycles: 200, load: 0.1}, {cycles: 200}]"},
      {"loop={type: triggered, rate: 0.2}"},
  };
  for (const auto& kind : kinds) {
    CAPTURE(kind.front());
    std::vector<std::string> light = kind, heavy = kind;
    for (auto* each : {&light, &heavy}) each->insert(each->end(), {"source=infinite", "cycles=100000"});
    light.emplace_back("load=0.2");
    heavy.emplace_back("load=1.2");
    if (kind.front().starts_with("arrivals")) heavy.back() = "load=0.95";
    const stats::RunRecord below = run(on_ring(light)), above = run(on_ring(heavy));
    CAPTURE(stats::reason_of(below.load));
    CAPTURE(stats::reason_of(above.load));
    CHECK(carried(below));
    CHECK(too_much(above));
  }
}

TEST_CASE("both engines, any number of threads and models without routers give the same kind of verdict") {
  const fsin::test::Scratch scratch;
  for (const char* load : {"load=0.2", "load=0.9"}) {
    const Case which{.overrides =
                         on_ring({"source=infinite", "parts=[{weight: 1}, {weight: 2, pattern: complement}]", load})};
    run::RunOptions reference, threads;
    reference.engine = engine::EngineKind::reference;
    threads.threads = 2;
    const stats::RunRecord by_event = verdicts::run_case(scratch, which, {}, 1).record;
    for (const run::RunOptions& options : {reference, threads}) {
      const stats::RunRecord other = verdicts::run_case(scratch, which, {}, 1, options).record;
      CHECK(other.totals.fingerprint == by_event.totals.fingerprint);
      CHECK(std::string(stats::to_string(other.load)) == stats::to_string(by_event.load));
      CHECK(stats::reason_of(other.load) == stats::reason_of(by_event.load));
    }
    CHECK(says_why(run({"dims=[8]", "network.model=ideal", "source=infinite", load})));
  }
}

TEST_CASE("every source accounts for all that it generates, enters and keeps waiting") {
  const std::vector<std::vector<std::string>> kinds{
      {"source=infinite"},
      {"source=stall"},
      {"source=infinite", "sizes={type: fixed, bytes: 500 B}"},
      {"source=stall", "arrivals={type: on-off, burst: 50, peak: 1}"},
      {"source=infinite", "loop={type: triggered, rate: 0.3}"},
      {"source=stall", "loop={type: triggered, rate: 0.3}"},
  };
  const fsin::test::Scratch scratch;
  const auto check_account = [](const stats::RunRecord& record) {
    using workload::QueueAccount;
    REQUIRE(record.queues.complete());
    std::uint64_t made = 0, entered = 0;
    for (std::size_t q = 0; q < record.queues.queues(); ++q) {
      const workload::QueueMark &first = record.queues.marks[QueueAccount::opening][q],
                                &last = record.queues.marks[QueueAccount::end][q];
      made += last.made - first.made;
      entered += (last.made - last.waiting) - (first.made - first.waiting);
    }
    CHECK(made == record.totals.phits_generated);
    CHECK(entered == record.totals.phits_injected);
  };
  // Queues that grow evenly hold in the mean what Simpson's rule makes of the three marks.
  const auto check_waited = [](const stats::RunRecord& record) {
    const auto& [first, middle, last] = record.queues.marks;
    double waiting = 0, waited = 0;
    for (std::size_t q = 0; q < record.queues.queues(); ++q) {
      waiting += static_cast<double>(first[q].waiting + 4 * middle[q].waiting + last[q].waiting) / 6;
      waited += static_cast<double>(last[q].waited - first[q].waited);
    }
    CHECK(waited == doctest::Approx(waiting * static_cast<double>(record.totals.measured_cycles)).epsilon(0.1));
  };
  for (const auto& kind : kinds) {
    CAPTURE(kind.back());
    for (const char* load : {"load=0.3", "load=0.95"}) {
      std::vector<std::string> keys = on_ring(kind);
      keys.emplace_back(load);
      const stats::RunRecord record = run(keys);
      check_account(record);
      if (kind.front() == "source=infinite" && record.totals.outcome == stats::Outcome::saturated) check_waited(record);
    }
  }
  run::RunOptions original;
  original.engine = engine::EngineKind::reference;
  original.original_rng = true;
  const Case plain{.overrides = on_ring({"load=0.95"})};
  check_account(verdicts::run_case(scratch, plain, {}, 1, original).record);
}

TEST_CASE("one node that starves is found among others that do not") {
  // Seven nodes send to one, which consumes a packet at a time: 1/7 of each, and those near it get more.
  const std::vector<std::string> keys{"pattern={type: hotspot, nodes: [0], fraction: 1}", "source=infinite",
                                      "router.consumption=single"};
  CHECK(too_much(run(on_ring({keys[0], keys[1], keys[2], "load=0.17"}))));
  CHECK(carried(run(on_ring({keys[0], keys[1], keys[2], "load=0.08"}))));
}

TEST_CASE("messages of many packets of which a third is refused are saturated in a window of eighteen of them") {
  CHECK(too_much(run(long_messages("k: 8", "load=0.5"))));
  CHECK(too_much(run(long_messages("k: 8", "load=0.9"))));
  CHECK_FALSE(too_much(run(long_messages("k: 8", "load=0.1"))));
}

TEST_CASE("0.59 accepted of 0.9 in messages of many packets is saturated") {
  CHECK(too_much(run(long_messages("k: 4", "load=0.9"))));
}

}  // namespace load_verdict_test
