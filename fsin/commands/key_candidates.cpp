// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/key_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fsin/commands/key_help.hpp"
#include "fsin/commands/kinds.hpp"
#include "fsin/config/describe.hpp"
#include "fsin/config/tree.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::commands {
namespace {

/// Each text once, in alphabetical order; the first explanation that there is.
class Candidates {
 public:
  void add(std::string text, std::string_view doc) {
    std::string& known = found_[std::move(text)];
    if (known.empty()) known = doc;
  }
  std::vector<cli::Candidate> list() && {
    std::vector<cli::Candidate> all;
    for (auto& [text, doc] : found_) all.push_back({text, std::move(doc)});
    return all;
  }

 private:
  std::map<std::string, std::string> found_;
};

bool takes_value(const config::FieldDoc& field) { return field.type != "group"; }
bool has_keys_inside(const config::FieldDoc& field) { return field.type == "group" || field.type == "choice"; }

/// The path, and its ends from each later part on: all that may stand for it.
std::vector<std::string_view> names_of(std::string_view path) {
  std::vector<std::string_view> names{path};
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1))
    names.push_back(path.substr(dot + 1));
  return names;
}

/// The started word up to the end of the part in which it ends: `network.` for `net`, and `load=` for `lo`.
void add_key(const config::FieldDoc& field, std::string_view word, const std::string& before, Candidates& found) {
  std::vector<std::string_view> names = names_of(field.path);
  if (word.empty()) names.resize(1);
  for (const std::string_view name : names) {
    if (!name.starts_with(word)) continue;
    const std::size_t dot = name.find('.', word.size());
    if (dot != std::string_view::npos) {
      found.add(fmt::format("{}{}", before, name.substr(0, dot + 1)), {});
      continue;
    }
    if (takes_value(field)) found.add(fmt::format("{}{}=", before, name), field.doc);
    if (has_keys_inside(field)) found.add(fmt::format("{}{}.", before, name), field.doc);
  }
}

void add_values(const config::FieldDoc& field, std::string_view key, std::string_view started, Candidates& found) {
  const auto add = [&](std::string_view value, std::string_view doc) {
    if (value.starts_with(started)) found.add(fmt::format("{}={}", key, value), doc);
  };
  for (const config::ChoiceDoc& choice : field.choices) add(choice.name, choice.doc);
  if (field.type == "truth value") {
    for (const char* value : {"false", "true"}) add(value, {});
  }
}

/// Keys of the section `sweep`; true where all that can follow are keys of an experiment, an axis each.
bool add_sweep(std::span<const config::FieldDoc> fields, std::string_view word, Candidates& found) {
  for (const SectionKey& key : section_keys()) {
    if (key.kind == SectionKey::Kind::group) continue;
    const bool axes = key.kind == SectionKey::Kind::axes;
    const std::string whole = fmt::format("{}{}", key.path, axes ? "." : "=");
    if (axes && word.starts_with(whole)) {
      for (const config::FieldDoc& field : fields) add_key(field, word.substr(whole.size()), whole, found);
      return true;
    }
    if (whole.starts_with(word) && !word.empty())
      found.add(whole, axes ? "an axis of fsin sweep: KEY=[value, ...]" : "runs of each point of fsin sweep");
  }
  return false;
}

bool is_experiment(const std::string& word) {
  return word == "-" || word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json");
}

}  // namespace

std::vector<cli::Candidate> key_candidates(std::span<const config::FieldDoc> fields, std::string_view word) {
  Candidates found;
  if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
    const std::string_view key = word.substr(0, equals);
    for (const config::FieldDoc& field : fields) {
      if (config::ends_with_path(field.path, key)) add_values(field, key, word.substr(equals + 1), found);
    }
    return std::move(found).list();
  }
  if (!add_sweep(fields, word, found)) {
    for (const config::FieldDoc& field : fields) add_key(field, word, {}, found);
  }
  return std::move(found).list();
}

std::vector<cli::Candidate> complete_experiment(std::string_view word, std::span<const std::string> earlier) {
  if (std::none_of(earlier.begin(), earlier.end(), is_experiment)) return {};
  if (std::find(earlier.begin(), earlier.end(), "--") != earlier.end()) return {};  // words of mpirun and a program
  return key_candidates(config::describe<experiment::Experiment>(), word);
}

std::vector<cli::Candidate> complete_topic(std::string_view word, std::span<const std::string> /*earlier*/) {
  Candidates found;
  for (const Kind& kind : kinds()) {
    for (const auto& entry : kind.entries) {
      const std::string topic = fmt::format("{}.{}", kind.name, entry.name);
      if (topic.starts_with(word)) found.add(topic, entry.doc);
    }
  }
  for (const std::string& path : key_paths()) {
    for (const std::string_view name : names_of(path)) {
      if (name.starts_with(word)) found.add(std::string(name), {});
    }
  }
  return std::move(found).list();
}

std::vector<cli::Candidate> complete_kind(std::string_view word, std::span<const std::string> /*earlier*/) {
  Candidates found;
  for (const Kind& kind : kinds()) {
    if (std::string_view(kind.name).starts_with(word)) found.add(std::string(kind.name), kind.doc);
  }
  return std::move(found).list();
}

}  // namespace fsin::commands
