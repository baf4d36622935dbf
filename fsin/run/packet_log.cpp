// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/packet_log.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/append.hpp"

namespace fsin::run {
namespace {

constexpr std::size_t block_of_log = std::size_t{1} << 16U;
constexpr std::size_t write_every = 4096;

class LoggedWorkload final : public workload::Workload {
 public:
  LoggedWorkload(workload::Workload& workload, PacketLogFile& log) : workload_(workload), log_(log) {}

  workload::Poll poll(NodeId node, Cycle now, bool room) override {
    const workload::Poll answer = workload_.poll(node, now, room);
    if (answer.offers) log_.entered(node.value, answer.packet, now);
    return answer;
  }
  bool delivered(const workload::Delivery& delivery) override { return workload_.delivered(delivery); }
  void delivered_last(const workload::Delivery& delivery) override { workload_.delivered_last(delivery); }
  std::int64_t outstanding() const override { return workload_.outstanding(); }
  std::int64_t moving() const override { return workload_.moving(); }
  bool failed() const override { return workload_.failed(); }
  const workload::Prefetching* prefetching() const override { return workload_.prefetching(); }
  Cycle first_poll(NodeId node) const override { return workload_.first_poll(node); }
  bool finished() const override { return workload_.finished(); }
  bool endless() const override { return workload_.endless(); }
  std::vector<std::string> explain_wait(std::size_t most) const override { return workload_.explain_wait(most); }
  std::string failure() const override { return workload_.failure(); }
  double progress() const override { return workload_.progress(); }
  workload::Report report(Cycle now) const override { return workload_.report(now); }
  std::vector<workload::RankAccount> rank_accounts(Cycle now) const override { return workload_.rank_accounts(now); }

 private:
  workload::Workload& workload_;
  PacketLogFile& log_;
};

}  // namespace

PacketLogFile::PacketLogFile(const std::string& path, const workload::NetworkFacts& facts)
    : out_(path), facts_(facts), text_("cycle,source,destination,bytes,phits,generated,delivered,hops\n") {}

void PacketLogFile::entered(std::uint32_t source, const workload::Offer& offer, Cycle now) {
  if (!rows_.empty() && rows_.back().cycle != now && rows_.size() % write_every == 0) write_until(now, false);
  under_way_[source].push_back(first_ + rows_.size());
  rows_.push_back({now, offer.generated, 0, source, offer.destination.value, 0, offer.phits});
}

void PacketLogFile::delivered(const engine::PacketLog& packet) {
  // A node sends one packet a cycle.
  auto& numbers = under_way_[packet.source.value];
  const auto found = std::find_if(numbers.begin(), numbers.end(),
                                  [&](std::uint64_t number) { return rows_[number - first_].cycle == packet.entered; });
  if (found == numbers.end()) return;
  Row& row = rows_[*found - first_];
  row.delivered = packet.delivered;
  row.hops = packet.hops;
  numbers.erase(found);
}

void PacketLogFile::write_until(Cycle end, bool all) {
  while (!rows_.empty() && rows_.front().cycle < end) {
    const Cycle cycle = rows_.front().cycle;
    auto last = rows_.begin();
    bool arrived = true;
    for (; last != rows_.end() && last->cycle == cycle; ++last) arrived = arrived && last->delivered != 0;
    if (!arrived && !all) return;
    std::vector<Row> these(rows_.begin(), last);
    std::sort(these.begin(), these.end(), [](const Row& one, const Row& other) { return one.source < other.source; });
    for (const Row& row : these) write(row);
    first_ += static_cast<std::uint64_t>(last - rows_.begin());
    rows_.erase(rows_.begin(), last);
  }
}

void PacketLogFile::write(const Row& row) {
  const std::uint64_t bytes =
      std::min<std::uint64_t>(std::uint64_t{row.phits} * facts_.phit_bytes, facts_.packet_bytes());
  append(text_, "{},{},{},{},{},{},", row.cycle, row.source, row.destination, bytes, row.phits, row.generated);
  if (row.delivered != 0) {
    append(text_, "{},{}\n", row.delivered, row.hops);
  } else {
    text_ += ",\n";
  }
  if (text_.size() < block_of_log) return;
  out_.write(std::string_view(text_));
  text_.clear();
}

void PacketLogFile::finish() {
  write_until(never, true);
  out_.write(std::string_view(text_));
  out_.commit();
}

std::unique_ptr<workload::Workload> logged(workload::Workload& workload, PacketLogFile& log) {
  return std::make_unique<LoggedWorkload>(workload, log);
}

}  // namespace fsin::run
