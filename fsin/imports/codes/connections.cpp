// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/codes/connections.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "fsin/core/little_endian.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/codes/parts.hpp"
#include "fsin/imports/common/read_text.hpp"

namespace fsin::imports {
namespace {

constexpr std::uint64_t most_links_of_connections = 4'000'000;
constexpr std::uint64_t most_parallel = 127;

/// Links between two routers, the lower one first: how many lead there, and how many back.
using Links = std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<std::uint64_t, 2>>;

std::optional<Links> links_of(const std::string& bytes, std::size_t numbers, std::uint64_t routers, const Mark& mark,
                              Diagnostics& diagnostics) {
  const auto fail = [&](const std::string& what) -> std::optional<Links> {
    diagnostics.input_error(mark, what);
    return std::nullopt;
  };
  const std::size_t record = 4 * numbers;
  if (bytes.empty() || bytes.size() % record != 0)
    return fail(fmt::format("the file has {} bytes: expected records of {}", bytes.size(), record));
  const auto number = [&](std::size_t at) { return static_cast<std::uint32_t>(little_endian(bytes, at, 4)); };
  Links made;
  for (std::size_t at = 0; at < bytes.size(); at += record) {
    const std::uint32_t from = number(at), to = number(at + 4);
    if (from >= routers || to >= routers || from == to)
      return fail(fmt::format("record {} of the file: a link from router {} to router {}, of {}", at / record, from, to,
                              routers));
    ++made[std::minmax(from, to)][from < to ? 0 : 1];
  }
  for (const auto& [ends, count] : made) {
    if (count[0] != count[1])
      return fail(fmt::format("the file has {} from router {} to router {}, and {} back: links lead both ways",
                              count[0], ends.first, ends.second, count[1]));
    if (count[0] > most_parallel)
      return fail(fmt::format("the file has {} links between routers {} and {}: {} at most", count[0], ends.first,
                              ends.second, most_parallel));
  }
  return made;
}

}  // namespace

std::string edges_of_connections(const ConnectedGroups& shape, const std::string& within, const Mark& within_at,
                                 const std::string& between, const Mark& between_at, Diagnostics& diagnostics) {
  const std::uint64_t routers = shape.routers * shape.groups;
  const auto local = links_of(within, shape.numbers_within, shape.routers, within_at, diagnostics);
  const auto global = links_of(between, 2, routers, between_at, diagnostics);
  if (!local || !global) return {};
  if (local->size() * shape.groups + global->size() > most_links_of_connections) {
    diagnostics.input_error(
        within_at, fmt::format("the network has more than {} pairs of routers with links", most_links_of_connections));
    return {};
  }
  std::string text = "# connections of CODES: router r of group g is r + g times the routers of a group\n";
  auto out = std::back_inserter(text);
  for (std::uint64_t i = 0; i < routers; ++i) {
    const bool nodes = i % shape.routers < shape.with_terminals;
    fmt::format_to(out, "switch r{} terminals={}{}\n", i, nodes ? shape.terminals : 0,
                   nodes ? shape.terminal_values : "");
  }
  const auto link = [&](std::uint64_t from, std::uint64_t to, std::uint64_t count, const std::string& values) {
    fmt::format_to(out, "r{} r{}{}{}\n", from, to, count > 1 ? fmt::format(" count={}", count) : "", values);
  };
  for (std::uint64_t group = 0; group < shape.groups; ++group) {
    const std::uint64_t first = group * shape.routers;
    for (const auto& [ends, count] : *local)
      link(first + ends.first, first + ends.second, count[0], shape.local_values);
  }
  for (const auto& [ends, count] : *global) link(ends.first, ends.second, count[0], shape.global_values);
  return text;
}

bool CodesParts::files_of_connections(ConnectedGroups shape, bool needed) {
  constexpr std::array names{std::string_view("intra-group-connections"), std::string_view("inter-group-connections")};
  std::array<std::string, 2> bytes;
  std::size_t read = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::filesystem::path given = settings_.text(names[i], "");
    if (given.empty()) {
      if (needed) wrong(names[i], fmt::format("the model {} needs {}", model_, names[i]));
      continue;
    }
    // CODES takes the name from the folder in which it runs, which the configuration does not say.
    std::filesystem::path found;
    for (const std::filesystem::path& each : {given, folder_ / given, folder_ / given.filename()}) {
      std::error_code problem;
      if (found.empty() && std::filesystem::is_regular_file(each, problem)) found = each;
    }
    if (found.empty()) {
      const std::string what = fmt::format(
          "{}: there is no such file, from here, from the folder of the configuration "
          "or beside it",
          words(names[i], ""));
      if (needed) {
        wrong(names[i], what);
      } else {
        leave_out(names[i], what +
                                "; links are placed by the rule of the topology, as many between any two groups as "
                                "the numbers give");
      }
      continue;
    }
    auto content = read_bytes(InputPath(found), settings_.mark(names[i]), diagnostics_);
    if (!content) continue;
    to_.read.push_back(found);
    bytes[i] = std::move(*content);
    ++read;
  }
  if (read < names.size() || !diagnostics_.ok()) return false;
  const auto values = [&](std::string_view name, double fallback) {
    return fmt::format(" bandwidth={}b/s", speed(name, fallback));
  };
  shape.terminal_values = values("cn_bandwidth", 5.25);
  shape.local_values = values("local_bandwidth", 5.25);
  shape.global_values = values("global_bandwidth", 4.7);
  to_.companions.push_back({".edges", edges_of_connections(shape, bytes[0], settings_.mark(names[0]), bytes[1],
                                                           settings_.mark(names[1]), diagnostics_)});
  draft_.set("network.topology", fmt::format("{{type: graph, file: {}}}", companion_name(".edges")),
             words(names[0], "") + ", " + words(names[1], ""));
  return true;
}

void CodesParts::dragonfly_custom() {
  no_rails();
  const std::uint64_t rows = natural("num_router_rows", 6, 1, 1024), columns = natural("num_router_cols", 16, 1, 1024);
  const std::uint64_t groups = natural("num_groups", 10, 1, 4096), p = natural("num_cns_per_router", 4, 1, 250);
  if (rows * columns * groups > (1U << 20U))
    return wrong("num_groups",
                 fmt::format("the network has {} routers, {} at most", rows * columns * groups, 1U << 20U));
  natural("num_global_channels", 10, 1, 254);
  leave_out("num_global_channels", words("num_global_channels", "10") + ": the file of connections has the links");
  nodes_ = rows * columns * groups * p;
  delay_ = 100;
  const std::uint64_t routers = rows * columns;
  if (files_of_connections(
          {.routers = routers, .groups = groups, .terminals = p, .with_terminals = routers, .numbers_within = 3}, true))
    graph_routing();
}

void CodesParts::graph_routing() {
  const bool direct = settings_.text("routing", "minimal") == "minimal";
  channels_ = direct ? 8 : 16;
  constexpr std::string_view detours_of_ugal = "the detour is chosen by the rule of UGAL, not by that of CODES";
  routing("minimal", {{"minimal", "shortest", ""},
                      {"nonminimal", "valiant", ""},
                      {"non-minimal", "valiant", ""},
                      {"adaptive", "ugal", detours_of_ugal},
                      {"prog-adaptive", "ugal", "decided at the source alone"},
                      {"fully-prog-adaptive", "ugal", "decided at the source alone"}});
}

}  // namespace fsin::imports
