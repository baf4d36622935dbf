// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/matching.hpp"

#include <algorithm>
#include <tuple>

#include "trgen/replay/ranks/handshakes.hpp"

namespace trgen::replay {

Matching::Stream Matching::stream_of(const FlowKey& key) {
  return {std::uint64_t{key.receiver} << 32U | key.source, Handshakes::plain(key.communicator)};
}

Arrived Matching::arrived_of(const FlowKey& key) {
  return {key.source, key.tag, Handshakes::plain(key.communicator), Handshakes::is_request(key.communicator)};
}

bool Matching::agree(const Posted& receive, const Arrived& message) {
  return (receive.open() || receive.source == message.source) &&
         (receive.tag == programs::any_tag || receive.tag == message.tag) &&
         receive.communicator == message.communicator;
}

void Matching::sort_fresh() {
  const auto place = [](const Fresh& each) {
    const FlowKey& key = each.key;
    return std::tuple(each.cycle, key.receiver, key.source, key.communicator, key.tag, key.size);
  };
  std::sort(fresh_.begin(), fresh_.end(), [&](const Fresh& a, const Fresh& b) { return place(a) < place(b); });
}

/// The first receive that takes it; if there is none, it waits for one.
std::optional<Posted> Matching::take_posted(std::uint32_t rank, const Arrived& arrived) {
  OfRank& own = ranks_[rank];
  const auto found = std::find_if(own.posted.begin(), own.posted.end(),
                                  [&](const Posted& receive) { return agree(receive, arrived); });
  if (found == own.posted.end()) {
    own.arrived.push_back(arrived);
    return std::nullopt;
  }
  const Posted posted = *found;
  own.posted.erase(found);
  return posted;
}

std::optional<Arrived> Matching::post(std::uint32_t rank, const Posted& receive) {
  OfRank& own = ranks_[rank];
  const auto found = std::find_if(own.arrived.begin(), own.arrived.end(),
                                  [&](const Arrived& message) { return agree(receive, message); });
  if (found == own.arrived.end()) {
    own.posted.push_back(receive);
    return std::nullopt;
  }
  const Arrived arrived = *found;
  own.arrived.erase(found);
  return arrived;
}

std::uint32_t Matching::bytes_come(std::uint32_t rank, const Arrived& from) {
  auto& awaited = ranks_[rank].awaited;
  const auto found = std::find_if(awaited.begin(), awaited.end(), [&](const Awaited& each) {
    return each.from.source == from.source && each.from.tag == from.tag && each.from.communicator == from.communicator;
  });
  const std::uint32_t request = found->request;
  awaited.erase(found);
  return request;
}

std::string Matching::under_way(const fsin::workload::Message& receive) const {
  const Posted like{receive.source, receive.tag, receive.communicator};
  const std::uint32_t rank = receive.destination;
  const OfRank& own = ranks_[rank];
  const auto asked =
      std::any_of(own.awaited.begin(), own.awaited.end(), [&](const Awaited& each) { return agree(like, each.from); });
  if (asked) return "its bytes have been asked for";
  for (const auto& [stream, waiting] : streams_) {
    if (stream.first >> 32U != rank) continue;
    for (const SetOut& each : waiting) {
      if (agree(like, arrived_of(each.key)))
        return each.here ? "it is there, behind one that is not" : "it is under way";
    }
  }
  return {};
}

void Matching::save(fsin::ByteWriter& out) const {
  const auto list = [&](const auto& items) {
    out(static_cast<std::uint64_t>(items.size()));
    for (const auto& each : items) out(each);
  };
  for (const OfRank& own : ranks_) {
    list(own.posted);
    list(own.arrived);
    list(own.awaited);
  }
  out(static_cast<std::uint64_t>(streams_.size()));
  for (const auto& [stream, waiting] : streams_) {
    out(stream.first, stream.second);
    list(waiting);
  }
  list(fresh_);
}

void Matching::load(fsin::ByteReader& in) {
  const auto list = [&](auto& items) {
    std::uint64_t count = 0;
    items.clear();
    for (in(count); count > 0; --count) {
      typename std::decay_t<decltype(items)>::value_type each{};
      in(each);
      items.push_back(each);
    }
  };
  for (OfRank& own : ranks_) {
    list(own.posted);
    list(own.arrived);
    list(own.awaited);
  }
  streams_.clear();
  std::uint64_t streams = 0;
  for (in(streams); streams > 0; --streams) {
    Stream stream;
    in(stream.first, stream.second);
    list(streams_[stream]);
  }
  list(fresh_);
}

}  // namespace trgen::replay
