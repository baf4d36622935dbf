// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/platform_routes.hpp"

#include <fmt/format.h>

#include <numeric>
#include <optional>
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

constexpr std::size_t most_nodes = std::size_t{1} << 20U;

/// A line of a host file: a host and how often it is a node.
struct HostLine {
  std::string_view name;
  std::uint64_t times = 1;
};

/// "HOST" or, as smpirun has it, "HOST:TIMES". Empty where the number is none.
std::optional<HostLine> host_line(std::string_view text,
                                  const std::unordered_map<std::string_view, std::uint32_t>& known) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || known.find(text) != known.end()) return HostLine{text};
  const auto times = parse_natural(text.substr(colon + 1));
  if (!times || *times > most_nodes) return std::nullopt;
  return HostLine{text.substr(0, colon), *times};
}

/// The hosts named by the lines of a file. A host may be named several times, and is as many nodes.
std::vector<std::uint32_t> read_hosts(const platform::Platform& platform, const InputPath& file, const Mark& named_at,
                                      Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < platform.hosts().size(); ++i) numbers.emplace(platform.hosts()[i].name, i);
  std::vector<std::uint32_t> hosts;
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
    const auto line_of_host = host_line(name, numbers);
    const auto found = numbers.find(line_of_host ? line_of_host->name : name);
    if (!line_of_host) {
      diagnostics.input_error(mark.at(number),
                              fmt::format("{}: behind the colon stands how many ranks the host has, at most {}",
                                          in_quotes(name), most_nodes));
    } else if (found == numbers.end()) {
      diagnostics.input_error(mark.at(number),
                              fmt::format("{} is no host of the platform", in_quotes(line_of_host->name)));
    } else if (hosts.size() + line_of_host->times > most_nodes) {
      diagnostics.input_error(mark.at(number), fmt::format("more than {} nodes", most_nodes));
      break;
    } else {
      hosts.insert(hosts.end(), line_of_host->times, found->second);
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
  if (diagnostics.error_count() == errors && nodes->host_of_node.empty()) {
    diagnostics.input_error(hosts_at, fmt::format("{} names no host", one_line(hosts->string())));
  } else if (diagnostics.error_count() == errors && nodes->host_of_node.size() == 1) {
    diagnostics.input_error(hosts ? hosts_at : file_at,
                            "there is one node only, from which nothing can be sent; for several ranks on a host, name "
                            "it as often in the file of network.hosts");
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
  if (!nodes_->file->platform.route(hosts[source], hosts[destination], route_, why_not_) && source == destination)
    why_not_ += ", or say by workload.mpi.node_latency what such messages take";
  for (const platform::LinkNumber each : route_) parts_.push_back({each, 1});
  return parts_;
}

}  // namespace fsin::engine::message
