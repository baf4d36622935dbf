// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/volumes.hpp"

#include "trgen/structure/columns.hpp"

namespace trgen::structure {

std::vector<Volume> volumes_of(const Structure& structure) {
  Shape shape;
  std::vector<std::uint32_t> ranks;  // by event
  for (const Node& node : structure.nodes) {
    shape.push_back(node.step);
    if (node.step.count == 0) ranks.push_back(structure.sets[node.set].size);
  }
  const std::vector<std::uint64_t> runs = executions_of_elements(shape);
  std::vector<Volume> volumes(structure.events.size());
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const Event& event = structure.events[i];
    if (event.kind != record::Kind::send) continue;
    volumes[i].messages = runs[i] * ranks[i];
    const auto bytes = Columns::of(event.field(FieldName::bytes), ranks[i], runs[i]);
    volumes[i].bytes_known = bytes.has_value();
    if (!bytes) continue;
    std::vector<std::uint64_t> sums(bytes->size());
    for (std::uint32_t column = 0; column < bytes->size(); ++column) {
      for (const std::int64_t number : bytes->numbers(column)) sums[column] += static_cast<std::uint64_t>(number);
    }
    const std::uint64_t times = bytes->sequence().size() == 1 ? runs[i] : 1;
    for (const std::uint32_t column : bytes->sequence()) volumes[i].bytes += times * sums[column];
  }
  return volumes;
}

}  // namespace trgen::structure
