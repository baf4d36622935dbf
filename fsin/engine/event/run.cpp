// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/run.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "fsin/core/host.hpp"
#include "fsin/engine/standing_checkpoint.hpp"

namespace fsin::engine::event {
namespace {

/// The log for several threads, which write one at a time.
DeliveryLog in_turn(const DeliveryLog& log, std::mutex& turn) {
  if (!log) return {};
  return [&log, &turn](const PacketLog& packet) {
    const std::lock_guard lock(turn);
    log(packet);
  };
}

}  // namespace

Run::Run(const CompiledAlgorithm& algorithm, const RunParts& run, Division division)
    : shared_(run.rules, run.topology, std::move(division.parts), division.only, algorithm.walker.remembers(),
              run.plan.background),
      log_(division.shares.size() == 1 ? run.control.on_delivery : in_turn(run.control.on_delivery, turn_)),
      context_(division.only ? 1 : shared_.parts.count(), division.only.value_or(0),
               Stopping(run.plan, run.rules, run.plan.last()), algorithm.walker, run.workload, run.plan, run.control),
      topology_(run.topology) {
  const auto& [rules, topology, workload, plan, control] = run;
  for (unsigned i = 0; i < shared_.parts.count(); ++i) {
    if (division.only && *division.only != i) continue;
    workers_.push_back(algorithm.worker(shared_, context_, i, *division.shares[i], log_));
  }
  // Lower bound of the cycles between two parts: a header needs that many to the next router, the news of its departure
  // 1 + credit_delay back.
  if (shared_.parts.count() > 1 && workload.endless() && !algorithm.looks_around) {
    constexpr unsigned most = 10'000;  // between two looks for a request to stop
    context_.window = std::min({rules.links.shortest_hop, 1 + rules.credit_delay, most});
  }
  if (division.only) {
    if (algorithm.looks_around) {
      throw std::invalid_argument("this routing compares queues of routers in other processes");
    }
    processes_ = plan.processes;
    exchange_.emplace(*processes_, shared_, *division.shares[*division.only]);
    context_.exchange = &*exchange_;
  }
  if (plan.checkpoint == nullptr) return;
  if (workload.resumable() == nullptr) throw std::logic_error("this workload cannot be saved");
  plan.checkpoint->load([this](ByteReader& in) { load(in); });
  context_.save = [this](Cycle now) { save(now); };
  if (auto* standing = dynamic_cast<StandingCheckpoint*>(plan.checkpoint)) {
    if (workers_.size() != 1) throw std::logic_error("a run that stands still has one thread");
    standing->save_by([this](ByteWriter& out) { save_to(out); });
  }
}

stats::RunTotals Run::run() {
  const double began = thread_cpu_seconds();
  std::vector<std::jthread> helpers;
  std::vector<double> cpu_s(workers_.size());
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    helpers.emplace_back([worker = workers_[i].get(), &used = cpu_s[i]] {
      worker->run();
      used = thread_cpu_seconds();
    });
  }
  workers_[0]->run();
  helpers.clear();
  context_.control.threads = static_cast<unsigned>(workers_.size());
  context_.control.helpers_cpu_s = std::accumulate(cpu_s.begin(), cpu_s.end(), 0.0);
  for (const auto& worker : workers_) {
    if (worker->failure()) std::rethrow_exception(worker->failure());
  }
  if (workers_[0]->broken_elsewhere()) throw std::runtime_error("another process of this run failed");
  if (processes_ == nullptr) return close();
  const double here = thread_cpu_seconds() - began;
  context_.control.helpers_cpu_s = sum(*processes_, here) - here;
  context_.control.threads = processes_->count();
  return join(*processes_, shared_.parts, close());
}

void Run::save(Cycle now) {
  if (!context_.workload.failure().empty()) return;
  context_.plan.checkpoint->save(now, [this](ByteWriter& out) { save_to(out); });
}

void Run::save_to(ByteWriter& out) const {
  shared_.state.save(out);
  shared_.store.save(out);
  out(shared_.remote);
  if (shared_.taken) out(*shared_.taken);
  for (const auto& worker : workers_) worker->save(out);
  context_.workload.resumable()->save(out);
}

void Run::load(ByteReader& in) {
  shared_.state.load(in);
  shared_.store.load(in);
  in(shared_.remote);
  if (shared_.taken) in(*shared_.taken);
  for (const auto& worker : workers_) worker->load(in);
  context_.workload.resumable()->load(in);
}

stats::RunTotals Run::close() {
  workload::Workload& workload = context_.workload;
  Tally& tally = workers_[0]->core().tally;
  for (std::size_t i = 1; i < workers_.size(); ++i) tally.merge(workers_[i]->core().tally);
  Ending ending = workers_[0]->ending();
  if (workers_[0]->workload_stands_still()) {
    tally.totals().diagnosis = diagnosis({});
  } else if (std::vector<std::string> lines = unreachable(ending); !lines.empty()) {
    ending.outcome = stats::Outcome::unreachable;
    tally.totals().diagnosis = std::move(lines);
  } else if (ending.outcome == stats::Outcome::deadlock) {
    tally.totals().diagnosis = diagnosis(workers_[0]->waiting_headers());
  }
  tally.totals().failure = workload.failure();
  if (!workload.failure().empty()) ending.outcome = stats::Outcome::interrupted;
  const bool keep = context_.plan.link_loads;
  if (keep) tally.totals().links.reserve(topology_.graph.links());
  const Clock& clock = workers_[0]->core().clock;
  const auto count = [&](std::uint32_t router, unsigned p, std::uint32_t next, std::uint64_t carried) {
    const std::uint64_t phits = tally.has_window(ending.cycles) ? carried : 0;
    tally.totals().count_link({RouterId(router), p, RouterId(next), phits}, keep);
  };
  // Last cycle in which links carry anything that counts; the clock is one cycle ahead (flush_deliveries).
  shared_.state.for_each_link(std::min(ending.cycles, clock.cycle - 1), clock, count);
  return tally.close(ending.outcome, ending.cycles, workload);
}

std::vector<std::string> Run::unreachable(const Ending& ending) {
  const stats::Outcome outcome = ending.outcome;
  if (!topology_.failures.any() || outcome == stats::Outcome::interrupted) return {};
  std::vector<WaitingHeader> headers = stranded(workers_[0]->waiting_headers());
  std::vector<std::string> silenced;
  if (outcome == stats::Outcome::deadlock) {
    for (const auto& worker : workers_) {
      for (const std::uint32_t node : worker->silenced()) {
        if (silenced.size() < most_diagnosis_lines) silenced.push_back(silenced_line(node, topology_, ending.cycles));
      }
    }
  }
  if (processes_ != nullptr) {
    headers = join(*processes_, headers);
    silenced = join(*processes_, silenced, most_diagnosis_lines);
  }
  return explain_stranded(headers, shared_.rules, topology_, silenced, ending.cycles);
}

std::vector<std::string> Run::diagnosis(std::vector<WaitingHeader> headers) {
  constexpr std::size_t most = most_diagnosis_lines;
  std::vector<std::string> explained = context_.workload.explain_wait(most);
  if (processes_ != nullptr) {
    headers = join(*processes_, headers);
    explained = join(*processes_, explained, most);
  }
  return diagnose(headers, shared_.rules, topology_, explained);
}

}  // namespace fsin::engine::event
