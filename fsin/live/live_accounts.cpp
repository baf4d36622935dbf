// SPDX-License-Identifier: Apache-2.0
// What a live run tells of its ranks: counts, times, and why they wait.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include "fsin/live/live_ranks.hpp"

namespace fsin::live {

workload::Report LiveRanks::report() const {
  workload::Report report;
  report.messages_sent = sent_ + copied_;
  report.messages_delivered = delivered_ + copied_;
  for (std::uint32_t number = 0; number < ranks_.size(); ++number) {
    report.messages_to_self += session_.memory().rank(number).self_messages;
  }
  report.sites = sites();
  report.exit_code = session_.exit_code();
  report.ranks = ranks_.size();
  report.ranks_finished = ranks_.size() - static_cast<std::size_t>(unfinished_);
  return report;
}

/// By kind and name; a place that a rank is about to name when it dies is not among them.
std::vector<workload::ProgramSite> LiveRanks::sites() const {
  constexpr double per_second = 1e12;  // ps
  std::vector<workload::ProgramSite> found;
  for (const Site& site : session_.memory().shared().sites) {
    if (site.state.load(std::memory_order_acquire) != Site::named) continue;
    workload::ProgramSite told;
    told.kind = site.kind;
    told.name = static_cast<const char*>(site.name);
    if (site.line != 0) told.name += fmt::format(":{}", site.line);
    told.done = site.done.load();
    told.left_out = site.left_out.load();
    const auto times = static_cast<double>(told.done);
    if (told.done > 0) told.mean_s = site.sum.load() / times / per_second;
    if (told.done > 1) {
      const double variance = (site.squares.load() - site.sum.load() * site.sum.load() / times) / (times - 1);
      told.deviation_s = std::sqrt(std::max(0.0, variance)) / per_second;
    }
    told.replaced_s = site.replaced.load() / per_second;
    told.computed_s = site.computed.load() / per_second;
    told.most_s = site.most.load() / per_second;
    told.bytes = site.bytes.load();
    found.push_back(std::move(told));
  }
  std::ranges::sort(found, {}, [](const workload::ProgramSite& site) { return std::tie(site.kind, site.name); });
  return found;
}

std::vector<workload::RankAccount> LiveRanks::rank_accounts(Cycle now) const {
  std::vector<workload::RankAccount> accounts(ranks_.size());
  for (std::uint32_t number = 0; number < ranks_.size(); ++number) {
    const Rank& rank = ranks_[number];
    workload::RankAccount& account = accounts[number];
    account.node = NodeId(node_of_task_[number]);
    account.finished = rank.stage == Stage::ended ? rank.clock_cycle : std::max(now, settings_.scale.cycle(rank.clock));
    std::uint64_t waited = rank.waited;
    if (rank.stage == Stage::waiting && settings_.scale.picoseconds(now) > rank.clock) {
      waited += settings_.scale.picoseconds(now) - rank.clock;
    }
    // Whole cycles of both, which together never exceed the time of the rank.
    account.compute = std::min(settings_.scale.whole_cycles(rank.computed), account.finished);
    account.wait_message = std::min(settings_.scale.whole_cycles(waited), account.finished - account.compute);
    account.ended = rank.stage == Stage::ended;
    account.messages = rank.messages;
    account.bytes = rank.bytes;
  }
  return accounts;
}

std::string LiveRanks::call_text(std::uint32_t number) const {
  const RankBlock& block = session_.memory().rank(number);
  std::string text = fmt::format("rank {} waits in {}", number, static_cast<const char*>(block.call));
  std::uint32_t open = block.open_receives, source = block.wanted_source;
  std::uint64_t tag = block.wanted_tag;
  if (!block.wants_all) {  // some of what it waits for may have come
    const std::span wanted(block.wanted, block.open_receives);
    open = static_cast<std::uint32_t>(std::ranges::count(wanted, 0, &Wanted::taken));
    const auto first = std::ranges::find_if(wanted, [](const Wanted& each) { return each.needed > each.taken; });
    if (first != wanted.end()) source = first->source, tag = first->tag;
  }
  if (open == 0) return text + ", with no receive open";
  const std::string from = source == anybody ? "from any rank" : fmt::format("from rank {}", source);
  text += fmt::format(" for a message {}, tag {}", from, static_cast<std::int32_t>(tag));
  if (open > 1) text += fmt::format(" ({} receives are open)", open);
  return text;
}

std::vector<std::string> LiveRanks::explain_wait(std::size_t most, const workload::Carrier& /*carrier*/) const {
  std::vector<std::string> lines;
  for (std::uint32_t number = 0; number < ranks_.size() && lines.size() < most; ++number) {
    if (ranks_[number].stage != Stage::waiting) continue;
    lines.push_back(call_text(number));
    if (const std::uint32_t late = session_.memory().rank(number).late.load(); late != 0) {
      lines.back() += fmt::format("; {} of its messages were sent by another thread meanwhile, and wait with it", late);
    }
  }
  return lines;
}

}  // namespace fsin::live
