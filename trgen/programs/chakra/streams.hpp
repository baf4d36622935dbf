// SPDX-License-Identifier: Apache-2.0
// Assignment of the nodes of a Chakra trace to streams. The streams of all ranks have the same numbers.
//
// Computing on the accelerator, computing on the host, messages to each other rank, messages from each other rank, and
// the collectives of each process group have a stream of their own, so that none of them waits for another without a
// dependency; the nodes of a stream run one after the other. Other ranks are identified by their distance. With more
// than `most_of_a_sort` distances or groups, several share a stream.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "trgen/formats/chakra/node.hpp"

namespace trgen::programs::chakra {

using formats::chakra::Node;
using formats::chakra::NodeType;

class Streams {
 public:
  static constexpr std::uint32_t most_of_a_sort = 16;

  /// The stream of a node; `distance` is that from the rank to its peer, 1 to ranks - 1, for a message.
  std::uint32_t of(const Node& node, std::uint32_t distance) {
    switch (node.type) {
      case NodeType::send:
        return number({Sort::to, slot(distances_, distance)});
      case NodeType::receive:
        return number({Sort::from, slot(distances_, distance)});
      case NodeType::collective:
        return number({Sort::group, slot(groups_, node.group)});
      default:
        return number({node.on_cpu ? Sort::host : Sort::accelerator, 0});
    }
  }
  /// Assigns streams to both ends of a message at the distance that its sender sees.
  void add_message(std::uint32_t distance) {
    number({Sort::to, slot(distances_, distance)});
    number({Sort::from, slot(distances_, distance)});
  }
  std::uint32_t to(std::uint32_t distance) const { return numbers_.at({Sort::to, distances_.at(distance)}); }
  std::uint32_t from(std::uint32_t distance) const { return numbers_.at({Sort::from, distances_.at(distance)}); }

  std::uint32_t count() const { return next_; }

 private:
  enum class Sort : std::uint8_t { accelerator, host, to, from, group };
  struct Place {
    Sort sort;
    std::uint32_t slot;
    auto operator<=>(const Place&) const = default;
  };

  template <class Key>
  static std::uint32_t slot(std::map<Key, std::uint32_t>& slots, const Key& key) {
    return slots.emplace(key, static_cast<std::uint32_t>(slots.size()) % most_of_a_sort).first->second;
  }
  std::uint32_t number(const Place& place) {
    const auto [at, added] = numbers_.emplace(place, next_);
    if (added) ++next_;
    return at->second;
  }

  std::map<std::uint32_t, std::uint32_t> distances_;
  std::map<std::string, std::uint32_t> groups_;
  std::map<Place, std::uint32_t> numbers_{{{Sort::accelerator, 0}, 0}};
  std::uint32_t next_ = 1;
};

}  // namespace trgen::programs::chakra
