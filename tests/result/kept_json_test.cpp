// SPDX-License-Identifier: Apache-2.0
// A kept result goes to JSON and comes back with every member.
#include "fsin/result/kept_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace kept_json_test {

using namespace fsin;
using namespace fsin::result;

namespace {

KeptDetail full_detail() {
  KeptDetail detail;
  detail.bin_cycles = 8;
  detail.bins = {{1, 16, 2, 32, 40, 0}, {3, 48, 4, 64, 80, 0}};
  detail.traffic = {2, {{0, 1, 5}, {1, 0, 6}}};
  detail.ranks = {{0, 7, 10, 20, 30, 40, 100}, {1, 8, 11, 21, 31, 41, 104}};
  for (std::size_t state = 0; state < span_states.size(); ++state) detail.spans.push_back({1, state, 10, 19});
  return detail;
}

/// No member has the value that it has in an empty one.
KeptResult full_result() {
  KeptResult kept;
  kept.outcome = stats::Outcome::deadlock;
  kept.partial = true;
  for (std::size_t i = 0; i < kept.figures.size(); ++i) {
    if (i % 3 == 0) kept.figures[i] = std::uint64_t{1000 + i};
    if (i % 3 == 1) kept.figures[i] = i == 1 ? 2.0 : 0.1 + static_cast<double>(i);
  }
  kept.probes = {{0.5, 0.49, 33.25, 4000, false, true}, {0.75, 0.5, 1e6, 8000, true, false}};
  kept.message_times = {9, 1, 2, {{64, 127, 9, {10, 9, 11, 12, 13}, 8, {1.5, 1.25, 2, 3, 4}}}, {}};
  kept.region = {3, 4};
  kept.any_source.emplace().receives = 7;
  kept.any_source->add({18, 0, 2, 1, 5});
  kept.host = {1.5, 2.25, 1U << 20U, 3};
  kept.packet_hops = 12345;
  kept.fingerprint = 0xfedcba9876543210;
  kept.diagnosis = {"packet 1 waits", "for packet 2"};
  kept.failure = "rank 3: no receive";
  kept.origin = {"event",
                 "philox",
                 "fsin 1",
                 "0123",
                 {{{"calls", 2}, {"records", 0}}, {{"calls", "MPI_Put", 2}}, "2 calls"},
                 {{"measure.resolution", "has no effect without measure.find: saturation"}}};
  kept.histogram = {{16, 16, 5}, {17, 20, 3}};
  kept.detail = full_detail();
  kept.links = {{0, 1, 2, 300}, {2, 0, 0, 0}};
  return kept;
}

}  // namespace

TEST_CASE("what is read was written: every member, to the digit") {
  const KeptResult kept = full_result();
  const std::string text = kept_json(kept).dump();
  const KeptResult read = read_kept(Json::parse(text));
  CHECK(kept_json(read).dump() == text);
  CHECK(read.outcome == stats::Outcome::deadlock);
  CHECK(read.partial);
  CHECK(read.figures == kept.figures);
  CHECK(read.probes.at(1).saturated);
  CHECK(read.region->receives_left_out == 4);
  REQUIRE(read.message_times);
  CHECK(read.message_times->requests == 2);
  CHECK(read.message_times->sizes.at(0).slowdown.p95 == 2);
  REQUIRE(read.any_source);
  CHECK(read.any_source->receives == 7);
  CHECK(read.any_source->count == 1);
  CHECK(read.any_source->first == kept.any_source->first);
  CHECK(read.host.threads == 3);
  CHECK(read.packet_hops == 12345);
  CHECK(read.fingerprint == kept.fingerprint);
  CHECK(read.diagnosis == kept.diagnosis);
  CHECK(read.failure == kept.failure);
  CHECK(read.origin.program == "0123");
  CHECK(read.origin.left_out.counts == kept.origin.left_out.counts);
  CHECK(read.origin.left_out.what.at(0).what == "MPI_Put");
  CHECK(read.origin.left_out.text == "2 calls");
  CHECK(read.histogram.at(1).high == 20);
  CHECK(read.detail->bins.at(1).latency_sum == 80);
  CHECK(read.detail->traffic.cells.at(1).packets == 6);
  CHECK(read.detail->ranks.at(1).finished == 104);
  CHECK(read.detail->spans.at(4).state == 4);
  CHECK(read.links.at(0).phits == 300);
}

TEST_CASE("a result without detail, links or figures comes back without them") {
  const KeptResult read = read_kept(Json::parse(kept_json(KeptResult{}).dump()));
  CHECK_FALSE(read.detail);
  CHECK(read.links.empty());
  CHECK_FALSE(read.region);
  CHECK_FALSE(read.any_source);
  CHECK_FALSE(read.fingerprint);
  CHECK_FALSE(read.figure("cycles"));
}

TEST_CASE("an object without an outcome, or with a member of another kind, is no result") {
  CHECK_THROWS_AS(read_kept(Json::object()), Json::exception);
  Json json = kept_json(full_result());
  json["diagnosis"] = 7;
  CHECK_THROWS_AS(read_kept(json), Json::exception);
  json = kept_json(full_result());
  json["detail"]["gantt"][0][1] = "asleep";
  CHECK_THROWS_AS(read_kept(json), Json::exception);
}

TEST_CASE("an outcome of another version is not known, and a figure that nobody has is nothing") {
  Json json = kept_json(full_result());
  json["outcome"] = "exploded";
  const KeptResult read = read_kept(json);
  CHECK_FALSE(read.outcome);
  CHECK_FALSE(read.figure("no.such.figure"));
}

}  // namespace kept_json_test
