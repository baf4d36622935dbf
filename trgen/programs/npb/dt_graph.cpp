// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/dt_graph.hpp"

#include <algorithm>
#include <bit>

#include "trgen/programs/npb/dt.hpp"
#include "trgen/programs/npb/random.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint32_t degree = 4;         ///< children of a comparator in a tree
constexpr std::uint64_t feature_words = 4;  ///< numbers of a sample

/// Computes x^n mod m as the benchmark does, in 32-bit integers whose products wrap around.
std::int32_t wrapping_power(std::int32_t x, std::uint32_t n, std::int32_t m) {
  const auto product = [m](std::int32_t a, std::int32_t b) {
    return std::bit_cast<std::int32_t>(std::bit_cast<std::uint32_t>(a) * std::bit_cast<std::uint32_t>(b)) % m;
  };
  if (n == 0) return 1;
  std::int32_t result = 1;
  while (n > 1) {
    if (n % 2 == 0) {
      x = product(x, x);
      n /= 2;
    } else {
      result = product(result, x);
      --n;
    }
  }
  return product(result, x);
}

/// Number of samples of the source that is task `id`.
std::uint64_t samples_of(std::uint32_t id, Class size) {
  const double draw =
      static_cast<double>(random_product(2 * std::uint64_t{id} + 1, random_seed)) / static_cast<double>(random_modulus);
  const auto deviation = static_cast<std::int32_t>(of(Dt::deviation, size));
  const std::int32_t start = static_cast<std::int32_t>(1 / draw) * 'S';
  const std::int32_t spread = wrapping_power(start, 2 * id + 1, 2 * deviation);
  return of(Dt::samples, size) - of(Dt::deviation, size) + static_cast<std::uint64_t>(spread < 0 ? -spread : spread);
}

std::uint32_t next_layer(std::uint32_t width) { return (width + degree - 1) / degree; }

}  // namespace

std::uint32_t dt_tasks(Graph graph, std::uint32_t sources) {
  if (graph == Graph::shuffle) return sources * static_cast<std::uint32_t>(std::bit_width(sources));
  std::uint32_t tasks = sources + 1;
  for (std::uint32_t width = sources; width > degree;) tasks += width = next_layer(width);
  return tasks;
}

DtGraph::DtGraph(Graph graph, Class size) : tasks(dt_tasks(graph, of(Dt::sources, size))) {
  if (graph == Graph::shuffle) {
    shuffle(of(Dt::sources, size));
  } else {
    trees(of(Dt::sources, size), graph == Graph::black_hole);
  }
  for (DtTask& task : tasks) task.is_sink = task.out.empty();
  set_lengths(size);
}

void DtGraph::attach(std::uint32_t from, std::uint32_t to) {
  const auto arc = static_cast<std::uint32_t>(arcs.size());
  arcs.push_back({from, to});
  tasks[from].out.push_back(arc);
  tasks[to].in.push_back(arc);
}

/// Builds trees, layer by layer from the leaves to the root. In a white hole the root is the source, and tasks are
/// numbered from it.
void DtGraph::trees(std::uint32_t leaves, bool black) {
  const auto count = static_cast<std::uint32_t>(tasks.size());
  const auto join = [&](std::uint32_t child, std::uint32_t parent) {
    if (black) {
      attach(child, parent);
    } else {
      attach(count - 1 - parent, count - 1 - child);
    }
  };
  std::uint32_t first = 0;
  std::uint32_t width = leaves;
  while (width > degree) {
    for (std::uint32_t child = 0; child < width; ++child) join(first + child, first + width + child / degree);
    first += width;
    width = next_layer(width);
  }
  for (std::uint32_t child = 0; child < width; ++child) join(first + child, first + width);
}

/// Builds a butterfly: in layer j, task i receives from the two tasks of the layer before whose numbers differ in bit
/// j.
void DtGraph::shuffle(std::uint32_t width) {
  const auto layers = static_cast<std::uint32_t>(std::bit_width(width)) - 1;
  for (std::uint32_t j = 0; j < layers; ++j) {
    const std::uint32_t bit = 1U << j;
    for (std::uint32_t i = 0; i < width; ++i) {
      attach(j * width + (i & ~bit), (j + 1) * width + i);
      attach(j * width + (i | bit), (j + 1) * width + i);
    }
  }
}

void DtGraph::set_lengths(Class size) {
  for (std::uint32_t id = 0; id < tasks.size(); ++id) {
    DtTask& task = tasks[id];
    if (task.in.empty()) {
      task.length = feature_words * samples_of(id, size);
      continue;
    }
    task.length = feature_words * of(Dt::samples, size);
    for (const std::uint32_t arc : task.in) task.length = std::max(task.length, tasks[arcs[arc].from].length);
  }
}

}  // namespace trgen::programs::npb
