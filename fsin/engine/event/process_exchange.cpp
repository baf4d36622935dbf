// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/process_exchange.hpp"

#include <algorithm>
#include <cstring>

namespace fsin::engine::event {
namespace {

template <class T>
Bytes to_bytes(const T& value) {
  ByteWriter writer;
  writer(value);
  return std::move(writer.bytes());
}

/// Calls use(value, process) for the value of each process.
template <class T, class Use>
void for_each(Processes& processes, const T& mine, Use use) {
  const std::vector<Bytes> all = processes.share(to_bytes(mine));
  for (unsigned process = 0; process < processes.count(); ++process) {
    T value{};
    ByteReader reader(all[process]);
    reader(value);
    use(value, process);
  }
}

}  // namespace

Status ProcessExchange::agree(std::uint64_t meetings, const Status& mine, PacketPool& packets) {
  for (unsigned to = 0; to < processes_.count(); ++to) {
    buffers_[to].clear();
    if (meetings != 0 && to != processes_.self()) buffers_[to] = pack(meetings - 1, to, packets);
  }
  const auto statuses = processes_.swap(std::as_bytes(std::span(&mine, 1)), buffers_);
  Status all;
  for (unsigned from = 0; from < processes_.count(); ++from) {
    Status status;
    std::memcpy(&status, statuses.data() + from * sizeof(Status), sizeof(Status));
    all.add(status);
    if (from != processes_.self() && !buffers_[from].empty()) unpack(meetings - 1, from, packets);
  }
  return all;
}

Bytes ProcessExchange::pack(std::uint64_t meeting, unsigned to, PacketPool& packets) {
  ByteWriter buffer;
  std::vector<RemoteEvent>& box = shared_.remote.box(meeting, processes_.self(), to);
  buffer(static_cast<std::uint32_t>(box.size()));
  for (const RemoteEvent& each : box) {
    buffer(each);
    if (each.event.kind() != Kind::arrive) continue;
    buffer(packets[each.event.datum()]);
    packets.give_back(each.event.datum());
  }
  box.clear();
  if (share_.exchanging() != nullptr) share_.exchanging()->pack_notices(to, buffer);
  return std::move(buffer.bytes());
}

void ProcessExchange::unpack(std::uint64_t meeting, unsigned from, PacketPool& packets) {
  ByteReader buffer(buffers_[from]);
  std::uint32_t count = 0;
  buffer(count);
  std::vector<RemoteEvent>& box = shared_.remote.box(meeting, from, processes_.self());
  for (std::uint32_t i = 0; i < count; ++i) {
    RemoteEvent each{};
    buffer(each);
    if (each.event.kind() == Kind::arrive) {
      const PacketNumber number = packets.take();
      buffer(packets[number]);
      each.event = Event(Kind::arrive, each.event.router(), each.event.queue(), number);
    }
    box.push_back(each);
  }
  if (!buffer.at_end()) share_.exchanging()->unpack_notices(from, buffer);
}

stats::RunTotals join(Processes& processes, const Parts& parts, stats::RunTotals mine) {
  stats::RunTotals all;
  for_each(processes, mine, [&](stats::RunTotals& totals, unsigned process) {
    if (process == 0) {
      all = std::move(totals);
      return;
    }
    all.merge(totals);
    all.workload.merge(totals.workload);
    if (all.failure.empty()) all.failure = totals.failure;
    if (!totals.failure.empty()) all.outcome = stats::Outcome::interrupted;
    for (std::size_t rank = 0; rank < totals.ranks.size(); ++rank) {
      if (parts.owner(totals.ranks[rank].node.value) == process) all.ranks[rank] = totals.ranks[rank];
    }
  });
  std::sort(all.links.begin(), all.links.end(), [](const stats::LinkLoad& a, const stats::LinkLoad& b) {
    return std::tie(a.from, a.port) < std::tie(b.from, b.port);
  });
  all.workload.set_means(all.ranks);
  return all;
}

std::vector<WaitingHeader> join(Processes& processes, const std::vector<WaitingHeader>& mine) {
  std::vector<WaitingHeader> all;
  for_each(processes, mine, [&](std::vector<WaitingHeader>& headers, unsigned) {
    std::move(headers.begin(), headers.end(), std::back_inserter(all));
  });
  std::sort(all.begin(), all.end(), [](const WaitingHeader& a, const WaitingHeader& b) {
    return std::tie(a.router, a.queue) < std::tie(b.router, b.queue);
  });
  return all;
}

std::vector<std::string> join(Processes& processes, const std::vector<std::string>& mine, std::size_t most) {
  std::vector<std::string> all;
  for_each(processes, mine, [&](std::vector<std::string>& lines, unsigned) {
    for (std::string& line : lines) {
      if (all.size() < most) all.push_back(std::move(line));
    }
  });
  return all;
}

double sum(Processes& processes, double mine) {
  double all = 0;
  for_each(processes, mine, [&](double value, unsigned) { all += value; });
  return all;
}

}  // namespace fsin::engine::event
