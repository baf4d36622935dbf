// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/params.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t most_is_iterations = 1000;  ///< each keeps the sizes of its messages

std::string legal_ranks(const NearestRanks& nearest) {
  if (nearest.below && nearest.above) return fmt::format("the nearest are {} and {}", *nearest.below, *nearest.above);
  if (nearest.below) return fmt::format("the nearest is {}", *nearest.below);
  if (nearest.above) return fmt::format("the nearest is {}", *nearest.above);
  return "there is none";
}

/// Refuses keys that only another code has.
void check_own_keys(const NpbParams& params, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::string_view code = entry_of(params.kernel).name;
  if (params.graph && params.kernel != Code::dt) {
    diagnostics.error(mark_of("graph"), fmt::format("npb {} has no graph of tasks, only dt has; remove graph", code));
  }
  if (params.keys && params.kernel != Code::is) {
    diagnostics.error(mark_of("keys"), fmt::format("npb {} has no keys to sort, only is has; remove keys", code));
  }
  if (params.compute.rate && params.kernel == Code::dt) {
    diagnostics.error(mark_of("compute.rate"),
                      "npb dt has no published count of operations, so compute.rate has no effect; remove it");
  }
}

void check_is(const Settings& settings, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (settings.keys == Keys::exact && of(Is::keys, settings.size) > of(Is::keys, Class::D)) {
    diagnostics.error(mark_of("keys"),
                      fmt::format("the {} keys of class {} take minutes to draw; set keys: expected",
                                  std::uint64_t{1} << of(Is::keys, settings.size), name_of(settings.size)));
  }
  const std::uint64_t iterations = settings.iterations.value_or(of(Is::iterations, settings.size));
  const std::uint64_t keys = (std::uint64_t{1} << of(Is::keys, settings.size)) / settings.ranks;
  const std::uint64_t most = std::min(most_is_iterations, keys > 1 ? (keys - 1) / 2 : 0);
  if (settings.keys == Keys::exact && iterations > most) {
    diagnostics.error(mark_of("iterations"),
                      fmt::format("npb is changes two keys of rank 0 in each iteration; with {} keys a rank, it has at "
                                  "most {} iterations, not {}; set fewer, or keys: expected",
                                  keys, most, iterations));
  }
}

}  // namespace

std::shared_ptr<const Program> NpbParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                               const MarkOf& mark_of) const {
  const CodeEntry& code = entry_of(kernel);
  const Settings settings{.size = size,
                          .ranks = ranks.value_or(nodes),
                          .iterations = iterations,
                          .rate = compute.rate.value_or(0),
                          .graph = graph.value_or(Graph::black_hole),
                          .keys = keys.value_or(Keys::exact),
                          .phases = phases,
                          .release = release};
  const std::size_t before = diagnostics.error_count();
  check_own_keys(*this, diagnostics, mark_of);
  if (of(code.iterations, size) == 0) {
    std::size_t last = classes - 1;
    while (code.iterations[last] == 0) --last;
    diagnostics.error(mark_of("class"), fmt::format("npb {} has no class {}; its largest is {}", code.name,
                                                    name_of(size), class_names[last].name));
  } else if (const std::string fault = code.fault(settings); !fault.empty()) {
    diagnostics.error(mark_of("ranks"), fmt::format("npb {}, class {}, {}, not {} ranks; {}", code.name, name_of(size),
                                                    fault, settings.ranks, legal_ranks(nearest_ranks(code, settings))));
  } else if (kernel == Code::is) {
    check_is(settings, diagnostics, mark_of);
  }
  return diagnostics.error_count() == before ? code.make(settings) : nullptr;
}

}  // namespace trgen::programs::npb
