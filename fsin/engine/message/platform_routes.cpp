// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/platform_routes.hpp"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"

namespace fsin::engine::message {
namespace {

std::string_view content(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// The hosts named by the lines of a file.
std::vector<std::uint32_t> read_hosts(const platform::Platform& platform, const InputPath& file, const Mark& named_at,
                                      Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < platform.hosts().size(); ++i) numbers.emplace(platform.hosts()[i].name, i);
  std::vector<std::uint32_t> hosts;
  std::vector<bool> used(platform.hosts().size());
  InputStream in(file);
  if (!in) {
    diagnostics.input_error(named_at, fmt::format("{} cannot be read", one_line(file.string())));
    return hosts;
  }
  const Mark mark(file.string());
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string_view name = content(line);
    if (name.empty()) continue;
    const auto found = numbers.find(name);
    if (found == numbers.end()) {
      diagnostics.input_error(mark.at(number), fmt::format("{} is no host of the platform", in_quotes(name)));
    } else if (used[found->second]) {
      diagnostics.input_error(mark.at(number), fmt::format("{} is already a node; several ranks are put on a node by "
                                                           "workload.placement.per_node",
                                                           in_quotes(name)));
    } else {
      used[found->second] = true;
      hosts.push_back(found->second);
    }
  }
  return hosts;
}

}  // namespace

std::shared_ptr<const PlatformNodes> PlatformNodes::read(const InputPath& file, const Mark& file_at,
                                                         const std::optional<InputPath>& hosts, const Mark& hosts_at,
                                                         Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  auto nodes = std::make_shared<PlatformNodes>();
  nodes->file = platform::read_file(file, file_at, diagnostics);
  if (!nodes->file) return nullptr;
  if (hosts) {
    nodes->host_of_node = read_hosts(nodes->file->platform, *hosts, hosts_at, diagnostics);
  } else {
    nodes->host_of_node.resize(nodes->file->platform.hosts().size());
    std::iota(nodes->host_of_node.begin(), nodes->host_of_node.end(), 0U);
  }
  return diagnostics.error_count() > errors ? nullptr : nodes;
}

PlatformRoutes::PlatformRoutes(std::shared_ptr<const PlatformNodes> nodes) : nodes_(std::move(nodes)) {
  for (const platform::PlatformLink& each : nodes_->file->platform.links())
    links_.push_back({each.bandwidth, each.latency, each.shared});
}

const std::vector<LinkPart>& PlatformRoutes::find(std::uint32_t source, std::uint32_t destination) {
  parts_.clear();
  why_not_ = "the platform joins them by no link";
  const auto& hosts = nodes_->host_of_node;
  nodes_->file->platform.route(hosts[source], hosts[destination], route_, why_not_);
  for (const platform::LinkNumber each : route_) parts_.push_back({each, 1});
  return parts_;
}

}  // namespace fsin::engine::message
