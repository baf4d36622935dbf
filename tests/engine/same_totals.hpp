// SPDX-License-Identifier: Apache-2.0
// What two runs of one experiment must have in common, however they were carried out: everything that reports show.
#pragma once

#include <doctest/doctest.h>

#include "fsin/stats/run_totals.hpp"

namespace engine_test {

inline void check_same(const fsin::stats::RunTotals& a, const fsin::stats::RunTotals& b) {
  CHECK(a.outcome == b.outcome);
  CHECK(a.cycles == b.cycles);
  CHECK(a.fingerprint == b.fingerprint);
  CHECK(a.packets_generated == b.packets_generated);
  CHECK(a.second_half == b.second_half);
  CHECK(a.source_wait == b.source_wait);
  CHECK(a.packet_hops == b.packet_hops);
  CHECK(a.latency.mean() == b.latency.mean());
  CHECK(a.latency.stddev() == b.latency.stddev());
  CHECK(a.latency_from_generation.percentile(99) == b.latency_from_generation.percentile(99));
  CHECK(a.injection_delay.max() == b.injection_delay.max());
  CHECK(a.node_phits_delivered == b.node_phits_delivered);
  CHECK(a.all_links.phits == b.all_links.phits);
  CHECK(a.all_links.busiest.phits == b.all_links.busiest.phits);
  CHECK(a.series == b.series);
  CHECK(a.ranks == b.ranks);
  CHECK(a.diagnosis == b.diagnosis);
  CHECK(a.workload.messages_delivered == b.workload.messages_delivered);
  CHECK(a.workload.wait_cycles == b.workload.wait_cycles);
}

}  // namespace engine_test
