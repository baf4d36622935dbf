// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/chakra/chakra_params.hpp"

#include <fmt/format.h>

#include "trgen/formats/chakra/files.hpp"
#include "trgen/formats/chakra/messages.hpp"
#include "trgen/io/input.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs::chakra {
namespace {

class SetReader {
 public:
  SetReader(const ChakraParams& params, const Request& request) : params_(params), request_(request) {}

  /// Reads the files. Empty after an error.
  std::optional<TraceSet> read() {
    try {
      const auto files = formats::chakra::rank_files(params_.file.string());
      set_.replicated = files.names.size() == 1;
      if (!sizes(files)) return std::nullopt;
      for (const std::string& name : files.names) {
        if (!graph(name)) return std::nullopt;
      }
    } catch (const record::TraceError& error) {
      return refuse("file", error.what());
    } catch (const io::DataError& error) {
      return refuse("file", error.what());
    }
    if (!groups()) return std::nullopt;
    for (const auto& check : {&TraceSet::check_messages, &TraceSet::check_groups, &TraceSet::check_collectives}) {
      if (std::string fault = (set_.*check)(); !fault.empty())
        return refuse("file", fmt::format("{}: {}", params_.file.string(), fault));
    }
    tell();
    set_.arrange();
    return std::move(set_);
  }

  std::string digest() const { return digests_.size() == 1 ? digests_[0] : io::Input::combined_digest(digests_); }

 private:
  std::nullopt_t refuse(std::string_view key, std::string message) {
    request_.refuse(key, std::move(message));
    return std::nullopt;
  }

  bool sizes(const formats::chakra::RankFiles& files) {
    set_.ranks = static_cast<std::uint32_t>(files.names.size());
    if (set_.replicated) {
      set_.ranks = params_.ranks.value_or(request_.nodes);
      set_.traced_rank = files.first;
      set_.traced_ranks = params_.traced_ranks.value_or(0);
      if (set_.traced_ranks != 0 && set_.traced_rank >= set_.traced_ranks)
        refuse("traced_ranks", fmt::format("the file is of rank {}, so there were at least {} ranks", set_.traced_rank,
                                           set_.traced_rank + 1));
    } else if (params_.ranks && *params_.ranks != set_.ranks) {
      refuse("ranks", fmt::format("there are files of {} ranks, each for itself; remove ranks, or give a single file "
                                  "that {} ranks follow",
                                  set_.ranks, *params_.ranks));
    } else if (params_.traced_ranks) {
      refuse("traced_ranks", "traced_ranks is for a single file; here each rank has its own; remove it");
    }
    return request_.diagnostics.ok();
  }

  bool graph(const std::string& name) {
    io::Input in(params_.file.leads_to(name));
    auto& graph = set_.graphs.emplace_back();
    formats::chakra::read_nodes(in, [&graph](Node&& node) { graph.nodes.push_back(std::move(node)); });
    digests_.push_back(in.digest());
    const std::string fault = graph.put_in_order(params_.cycles, params_.absent);
    if (fault.empty()) return true;
    const std::string_view remedy = graph.circular ? "; cycles: drop drops the dependency on the latest of them" : "";
    refuse(graph.circular ? "cycles" : "file", fmt::format("{}: {}{}", name, fault, remedy));
    return false;
  }

  bool groups() {
    if (params_.groups) {
      std::string fault;
      auto read = read_process_groups(*params_.groups, fault);
      if (!read) {
        refuse("groups", std::move(fault));
        return false;
      }
      set_.groups = std::move(*read);
    } else if (!set_.replicated) {
      for (std::uint32_t rank = 0; rank < set_.graphs.size(); ++rank) {
        for (const Node& node : set_.graphs[rank].nodes) {
          if (node.type != NodeType::collective || node.group.empty()) continue;
          Members& members = set_.groups[node.group];
          if (members.empty() || members.back() != rank) members.push_back(rank);
        }
      }
    }
    return true;
  }

  /// Warns of the parts that were left out.
  void tell() {
    std::uint64_t absent = 0;
    for (std::size_t i = 0; i < set_.graphs.size(); ++i) {
      absent += set_.graphs[i].absent;
      for (const std::string& each : set_.graphs[i].dropped)
        warn("cycles", fmt::format("{}, file {}: {}", params_.file.string(), i, each));
    }
    if (absent > 0)
      warn("absent", fmt::format("{}: {} dependencies on nodes that the file does not have are left out",
                                 params_.file.string(), absent));
  }
  void warn(std::string_view key, std::string message) {
    request_.diagnostics.warning(request_.mark_of(key), std::move(message));
  }

  const ChakraParams& params_;
  const Request& request_;
  TraceSet set_;
  std::vector<std::string> digests_;
};

}  // namespace

std::shared_ptr<const Program> ChakraParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                  const MarkOf& mark_of) const {
  const Request request{nodes, diagnostics, mark_of};
  SetReader reader(*this, request);
  auto set = reader.read();
  if (!set) return nullptr;
  constexpr std::uint64_t most_ranks = std::uint64_t{1} << 26;
  if (std::uint64_t{set->ranks} * set->streams.count() > most_ranks) {
    request.refuse("ranks", fmt::format("{} ranks of {} streams each are too many; at most {} together", set->ranks,
                                        set->streams.count(), most_ranks));
    return nullptr;
  }
  Rules rules{gather_size, teraflops.value_or(0) * 1e3};
  std::string text = fmt::format(
      "chakra {} ({}): {} ranks{}, {} streams each, {} of groups, cycles {}, absent {}, allgather by {}, {} flop/ns",
      file.filename().string(), reader.digest(), set->ranks,
      set->replicated ? fmt::format(" as rank {} of {}", set->traced_rank, set->traced_ranks) : "",
      set->streams.count(), groups ? groups->filename().string() : "no file", name_of(on_cycle_names, cycles),
      name_of(on_absent_names, absent), name_of(gather_size_names, gather_size), rules.operations_per_ns);
  for (const auto& [group, members] : set->groups) text += fmt::format("; {}: {}", group, fmt::join(members, " "));
  return make_chakra_program(std::move(*set), rules, std::move(text));
}

}  // namespace trgen::programs::chakra
