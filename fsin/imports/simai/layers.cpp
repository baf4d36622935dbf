// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/simai/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/common/words.hpp"

namespace fsin::imports::simai {
namespace {

constexpr std::uint64_t most_layers_of_workload = 1'000'000;
constexpr std::uint64_t most_ranks_of_workload = std::uint64_t{1} << 20U;
constexpr std::uint64_t most_ns_of_layer = 1'000'000'000'000;
constexpr std::uint64_t most_bytes_of_layer = std::uint64_t{1} << 46U;
constexpr std::size_t columns_of_layer = 12;

constexpr std::array policies{
    std::pair(std::string_view("HYBRID_TRANSFORMER_FWD_IN_BCKWD"), Policy::transformer_with_recomputing),
    std::pair(std::string_view("HYBRID_TRANSFORMER"), Policy::transformer),
    std::pair(std::string_view("DATA"), Policy::data), std::pair(std::string_view("MICRO"), Policy::micro),
    std::pair(std::string_view("DISTRIBUTED_INFERENCE"), Policy::inference)};
constexpr std::array collectives{std::pair(std::string_view("NONE"), Collective::none),
                                 std::pair(std::string_view("ALLREDUCE"), Collective::allreduce),
                                 std::pair(std::string_view("ALLGATHER"), Collective::allgather),
                                 std::pair(std::string_view("REDUCESCATTER"), Collective::reduce_scatter),
                                 std::pair(std::string_view("ALLTOALL"), Collective::alltoall)};

template <class Table>
std::vector<std::string_view> words_of_table(const Table& table) {
  std::vector<std::string_view> made;
  for (const auto& [word, value] : table) made.push_back(word);
  return made;
}

class WorkloadReader {
 public:
  WorkloadReader(const Source& source, std::uint64_t ranks, Draft& draft, Diagnostics& diagnostics)
      : lines_(source, 0), file_(source.mark()), ranks_(ranks), draft_(draft), diagnostics_(diagnostics) {}

  Workload read() {
    if (!head()) return {};
    const auto count = lines_.next() && lines_.words().size() == 1 ? natural(0, most_layers_of_workload) : std::nullopt;
    if (!count || *count == 0) {
      wrong(0, fmt::format("expected the number of layers, 1 to {}, in the second line", most_layers_of_workload));
      return {};
    }
    while (made_.layers.size() < *count && lines_.next()) layer();
    if (made_.layers.size() < *count && diagnostics_.ok())
      diagnostics_.input_error(lines_.end(), fmt::format("the second line announces {}, and there are {}",
                                                         counted(*count, "layer"), made_.layers.size()));
    if (lines_.next())
      draft_.leave_out(lines_.mark(), fmt::format("what stands behind the {}", counted(*count, "layer")));
    if (diagnostics_.ok()) check_groups();
    for (const auto& [what, place] : told_)
      draft_.leave_out(place.first, place.second > 1 ? fmt::format("{} ({} times)", what, place.second) : what);
    return std::move(made_);
  }

 private:
  bool head() {
    if (!lines_.next()) {
      diagnostics_.input_error(file_, "the file is empty");
      return false;
    }
    const std::vector<Word>& words = lines_.words();
    head_ = lines_.mark();
    const auto found =
        std::find_if(policies.begin(), policies.end(), [&](const auto& each) { return each.first == words[0].text; });
    if (found == policies.end()) {
      wrong(0, fmt::format("the policy {} has no counterpart{}", in_quotes(words[0].text),
                           suggestion(words[0].text, words_of_table(policies), "those that have one")));
      return false;
    }
    made_.policy = found->second;
    // A transformer without a size of its tensor groups has one of all ranks, and so has everything else.
    made_.tensor = 0;
    for (std::size_t at = 1; at < words.size();) {
      std::string_view name = words[at].text;
      if (name.ends_with(':')) name.remove_suffix(1);
      const auto value = natural(at + 1, std::uint64_t{1} << 40U);
      if (!value) {
        wrong(at, fmt::format("expected a whole number behind {}", in_quotes(words[at].text)));
        return false;
      }
      const std::size_t here = std::exchange(at, at + 2);
      if (name == "checkpoints" || name == "checkpoint_initiates") {
        std::vector<std::uint64_t>& list = name == "checkpoints" ? made_.checkpoints : made_.recomputing;
        for (std::uint64_t i = 0; i < *value; ++i, ++at) {
          const auto layer = natural(at, most_layers_of_workload);
          if (!layer) {
            wrong(at, fmt::format("expected {} behind {}", counted(*value, "layer"), name));
            return false;
          }
          list.push_back(*layer);
        }
      } else if (!take(name, *value)) {
        draft_.leave_out(lines_.mark(here), fmt::format("{} {}: no key of an experiment says this",
                                                        one_line(words[here].text), words[here + 1].text));
      }
    }
    return true;
  }

  bool take(std::string_view name, std::uint64_t value) {
    if (name == "model_parallel_NPU_group") {
      made_.tensor = value;
    } else if (name == "ep") {
      made_.expert = std::max<std::uint64_t>(value, 1);
    } else if (name == "pp") {
      made_.pipeline = std::max<std::uint64_t>(value, 1);
    } else if (name == "all_gpus") {
      made_.ranks = value;
    } else if (name == "vpp" || name == "ga" || name == "pp_comm") {
      schedule_ = schedule_ || value > (name == "pp_comm" ? 0 : 1);
    } else {
      return false;
    }
    return true;
  }

  void layer() {
    if (lines_.words().size() != columns_of_layer) {
      wrong(std::min(lines_.words().size(), columns_of_layer),
            fmt::format("a layer has {} columns, not {}", columns_of_layer, lines_.words().size()));
      made_.layers.emplace_back();
      return;
    }
    Layer made;
    made.mark = lines_.mark();
    const bool all = made_.policy == Policy::micro || made_.policy == Policy::data || made_.policy == Policy::inference;
    made.forward = part(2, all ? Group::all : Group::tensor);
    made.input = part(5, all ? Group::all : Group::tensor);
    made.weights = part(8, all ? Group::all : Group::data);
    made.update = number(11, most_ns_of_layer);
    made_.layers.push_back(made);
  }

  Part part(std::size_t at, Group usual) {
    Part made;
    made.computing = number(at, most_ns_of_layer);
    made.bytes = number(at + 2, most_bytes_of_layer);
    std::string_view word = lines_.words()[at + 1].text;
    made.group = usual;
    // The longest ending first: that of the others is one of it.
    for (const auto& [ending, group] : {std::pair(std::string_view("_DP_EP"), Group::data_of_expert),
                                        std::pair(std::string_view("_EP"), Group::expert)}) {
      if (!word.ends_with(ending)) continue;
      word.remove_suffix(ending.size());
      made.group = group;
      break;
    }
    const auto found =
        std::find_if(collectives.begin(), collectives.end(), [&](const auto& each) { return each.first == word; });
    if (found != collectives.end()) {
      made.collective = made.bytes > 0 ? found->second : Collective::none;
    } else if (word == "BROADCAST") {
      const auto place = told_.try_emplace("BROADCAST: SimAI, which does not know it, sends nothing, and so it is here",
                                           lines_.mark(at + 1), 0);
      ++place.first->second.second;
    } else {
      wrong(at + 1, fmt::format("the collective {} has no counterpart{}", in_quotes(lines_.words()[at + 1].text),
                                suggestion(word, words_of_table(collectives), "those that have one")));
    }
    return made;
  }

  void check_groups() {
    if (made_.ranks == 0) made_.ranks = ranks_;
    if (ranks_ != 0 && made_.ranks != ranks_) {
      draft_.leave_out(head_, fmt::format("all_gpus {}: ranks={} is taken", made_.ranks, ranks_));
      made_.ranks = ranks_;
    }
    if (made_.ranks < 2 || made_.ranks > most_ranks_of_workload)
      return diagnostics_.input_error(
          head_, fmt::format("expected all_gpus: from 2 to {}, the number of ranks; ranks=N behind the file gives it",
                             most_ranks_of_workload));
    if (made_.tensor == 0) made_.tensor = made_.ranks;
    if (made_.tensor > made_.ranks || made_.pipeline > made_.ranks ||
        made_.ranks % (made_.tensor * made_.pipeline) != 0)
      return diagnostics_.input_error(
          head_, fmt::format("{} cannot be divided into {} of {} each, for {}", counted(made_.ranks, "rank"),
                             counted(made_.pipeline, "stage"), counted(made_.tensor, "rank"), "each replica"));
    if (made_.expert > made_.data() || made_.data() % made_.expert != 0)
      return diagnostics_.input_error(
          head_, fmt::format("experts cannot be spread over {} of {}", made_.expert, counted(made_.data(), "replica")));
    if (made_.pipeline > 1 || schedule_)
      draft_.leave_out(head_,
                       "the stages of the pipeline and its micro-batches (pp, vpp, ga, pp_comm): as in SimAI, all "
                       "stages run the layers of the file side by side, without messages between them");
    for (const std::vector<std::uint64_t>* list : {&made_.checkpoints, &made_.recomputing}) {
      for (const std::uint64_t each : *list) {
        if (each >= made_.layers.size())
          return diagnostics_.input_error(head_, fmt::format("there is no layer {}: they are counted from 0", each));
      }
    }
  }

  std::optional<std::uint64_t> natural(std::size_t word, std::uint64_t most) const {
    if (word >= lines_.words().size()) return std::nullopt;
    const auto value = parse_natural(lines_.words()[word].text);
    return value && *value <= most ? value : std::nullopt;
  }

  std::uint64_t number(std::size_t word, std::uint64_t most) {
    const auto value = natural(word, most);
    if (!value)
      wrong(word, fmt::format("expected a whole number up to {}, not {}", most, in_quotes(lines_.words()[word].text)));
    return value.value_or(0);
  }

  void wrong(std::size_t word, std::string what) { diagnostics_.input_error(lines_.mark(word), std::move(what)); }

  Lines lines_;
  Mark file_, head_;
  std::uint64_t ranks_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  Workload made_;
  bool schedule_ = false;
  std::map<std::string, std::pair<Mark, std::size_t>> told_;
};

}  // namespace

std::uint64_t Workload::size(Group group) const {
  switch (group) {
    case Group::tensor:
      return tensor;
    case Group::data:
      return data();
    case Group::expert:
      return expert;
    case Group::data_of_expert:
      return data() / expert;
    case Group::all:
      break;
  }
  return ranks;
}

std::uint64_t Workload::color(Group group, std::uint64_t rank) const {
  const std::uint64_t model = tensor * pipeline, place = rank % model, replica = rank / model;
  switch (group) {
    case Group::tensor:
      return rank / tensor;
    case Group::data:
      return place;
    case Group::expert:
      return replica / expert * model + place;
    case Group::data_of_expert:
      return replica % expert * model + place;
    case Group::all:
      break;
  }
  return 0;
}

Workload read_workload(const Source& source, std::uint64_t ranks, Draft& draft, Diagnostics& diagnostics) {
  return WorkloadReader(source, ranks, draft, diagnostics).read();
}

}  // namespace fsin::imports::simai
