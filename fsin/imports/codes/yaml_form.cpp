// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/codes/yaml_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "fsin/config/yaml.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/codes/units.hpp"
#include "fsin/imports/common/read_text.hpp"

namespace fsin::imports {
namespace {

using config::Tree;

constexpr std::array parts_of_yaml{std::string_view("schema_version"), std::string_view("components"),
                                   std::string_view("topology"),       std::string_view("jobs"),
                                   std::string_view("sections"),       std::string_view("simulation"),
                                   std::string_view("include")};

/// A value of the other form: a text, or texts with commas between.
std::optional<std::string> value_of(const Tree& from) {
  if (from.is_scalar()) return from.text;
  if (!from.is_list()) return std::nullopt;
  std::string made;
  for (const Tree& each : from.items) {
    if (!each.is_scalar()) return std::nullopt;
    made += (made.empty() ? "" : ",") + each.text;
  }
  return made;
}

class YamlOfCodes {
 public:
  YamlOfCodes(const Source& source, Settings& to, Result& result, Diagnostics& diagnostics)
      : source_(source), to_(to), result_(result), diagnostics_(diagnostics) {}

  void read() {
    auto root = document(source_.text, source_.mark(), true);
    if (!root) return;
    include(*root);
    if (!diagnostics_.ok()) return;
    const Tree* topology = map(*root, "topology", true);
    if (topology == nullptr) return;
    components_ = map(*root, "components", false);
    const Tree* format = topology->find("format");
    const std::string form = format != nullptr ? format->text : "";
    if (form == "parametric") {
      parametric(*topology);
    } else if (form == "groups") {
      groups(*topology);
    } else if (form == "flat") {
      flat(*topology);
    } else {
      wrong(format != nullptr ? format->mark : topology->mark,
            "the topology needs a `format`: parametric, groups or flat");
    }
    if (const Tree* jobs = root->find("jobs"); jobs != nullptr)
      result_.draft.leave_out(jobs->key_mark, "jobs: what runs on the nodes is not taken over");
    if (const Tree* part = map(*root, "simulation", false); part != nullptr) verbatim(*part, "");
    if (const Tree* part = map(*root, "sections", false); part != nullptr) verbatim(*part, "");
  }

 private:
  void wrong(const Mark& mark, std::string what) { diagnostics_.input_error(mark, std::move(what)); }

  std::optional<Tree> document(const std::string& text, const Mark& mark, bool top) {
    auto root = config::parse_yaml(text, mark.at(1, 1), diagnostics_);
    if (!diagnostics_.ok()) return std::nullopt;
    if (!root || !root->is_map()) {
      wrong(mark, "is no configuration of CODES: expected a map with `schema_version` and `topology`");
      return std::nullopt;
    }
    known(*root, parts_of_yaml, "the configuration");
    const Tree* version = root->find("schema_version");
    if (version == nullptr ? top : version->text != "1")
      wrong(version != nullptr ? version->mark : mark, "schema_version must be 1, the only one that is known");
    return root;
  }

  void known(const Tree& from, std::span<const std::string_view> names, std::string_view what) {
    for (const Tree& each : from.items) {
      if (std::find(names.begin(), names.end(), each.key) == names.end())
        wrong(each.key_mark, fmt::format("{} has no part {}{}", what, in_quotes(each.key),
                                         suggestion(each.key, names, "those that it has")));
    }
  }
  void known(const Tree& from, std::initializer_list<std::string_view> names, std::string_view what) {
    known(from, std::span(names.begin(), names.size()), what);
  }

  const Tree* map(const Tree& from, std::string_view name, bool needed) {
    const Tree* found = from.find(name);
    if (found != nullptr && found->is_map()) return found;
    if (found != nullptr || needed)
      wrong(found != nullptr ? found->mark : from.mark, fmt::format("expected a map `{}`", name));
    return nullptr;
  }

  /// Files that the configuration includes: what stands in it comes first, then that of the last one named.
  void include(Tree& root) {
    const Tree* list = root.find("include");
    if (list == nullptr) return;
    std::vector<Tree> names = list->is_list() ? list->items : std::vector{*list};
    std::reverse(names.begin(), names.end());
    for (const Tree& each : names) {
      if (!each.is_scalar()) return wrong(each.mark, "include takes the name of a file, or a list of names");
      const std::filesystem::path path = source_.path.parent_path() / each.text;
      const auto text = read_text(InputPath(path), each.mark, diagnostics_);
      if (!text) return;
      result_.read.push_back(path);
      const auto other = document(*text, Mark(path.string(), 0), false);
      if (!other) return;
      if (other->find("include") != nullptr) return wrong(each.mark, "a file that is included may not include others");
      for (const Tree& part : other->items) {
        Tree* own = root.find(part.key);
        if (own == nullptr) {
          root.items.push_back(part);
        } else if ((part.key == "components" || part.key == "sections") && own->is_map() && part.is_map()) {
          for (const Tree& inner : part.items) {
            if (own->find(inner.key) == nullptr) own->items.push_back(inner);
          }
        }
      }
    }
  }

  void set(std::string name, const Tree& from, bool units = true) {
    const auto value = value_of(from);
    if (!value) return wrong(from.mark, fmt::format("{} must be a value or a list of values", in_quotes(from.key)));
    to_.add({name, units ? in_units_of_codes(model_, name, *value, from.mark, diagnostics_) : *value, from.mark});
  }

  /// Settings as they stand, those of inner maps as of a section of the other form.
  void verbatim(const Tree& from, const std::string& before) {
    for (const Tree& each : from.items) {
      if (each.is_map()) {
        verbatim(each, before + each.key + ".");
      } else {
        set(before + each.key, each, false);
      }
    }
  }

  void parametric(const Tree& topology) {
    known(topology, {"format", "fabric", "hosts"}, "a topology in the format parametric");
    const Tree* fabric = map(topology, "fabric", true);
    if (fabric == nullptr) return;
    model(*fabric, "model");
    for (const Tree& each : fabric->items) {
      if (each.key == "model") continue;
      if (!each.is_map()) {
        set(each.key, each);
      } else if (each.key == "shape") {
        for (const Tree& inner : each.items) set(inner.key, inner);
      } else if (each.key == "routing") {
        for (const Tree& inner : each.items) set(inner.key == "algorithm" ? "routing" : inner.key, inner);
      } else if (each.key == "connections") {
        known(each, {"intra", "inter"}, "connections");
        for (const Tree& inner : each.items) set(inner.key + "-group-connections", inner);
      } else if (each.key == "links") {
        for (const Tree& link : each.items) {
          if (!link.is_map()) wrong(link.mark, "a kind of links needs a map, as {bandwidth: 5.25, vc_size: 4096}");
          for (const Tree& inner : link.items) set(link.key + "_" + inner.key, inner);
        }
      } else {
        wrong(each.key_mark, fmt::format("a fabric has no part {}: shape, links, routing and connections are known",
                                         in_quotes(each.key)));
      }
    }
    if (const Tree* hosts = map(topology, "hosts", true); hosts != nullptr) {
      known(*hosts, {"component"}, "hosts");
      component(*hosts, {"model", "workload"});
    }
  }

  void flat(const Tree& topology) {
    known(topology, {"format", "component", "nodes"}, "a topology in the format flat");
    const Tree* found = component_of(topology);
    if (found == nullptr) return;
    model(*found, "network");
    component(topology, {"model", "network", "workload"});
  }

  void groups(const Tree& topology) {
    known(topology, {"format", "params", "groups"}, "a topology in the format groups");
    if (const Tree* part = map(topology, "params", false); part != nullptr) verbatim(*part, "");
    const Tree* all = map(topology, "groups", true);
    if (all == nullptr) return;
    for (const Tree& group : all->items) {
      if (!group.is_map()) wrong(group.mark, "a group needs a map with `repetitions` and `lps`");
      for (const Tree& each : group.items) {
        const std::string before = "LPGROUPS." + group.key + ".";
        if (each.key == "lps" && each.is_map()) {
          for (const Tree& inner : each.items) set(before + inner.key, inner, false);
        } else {
          set(before + each.key, each, false);
        }
      }
    }
  }

  /// The model of the network, whose name has dashes here.
  void model(const Tree& from, std::string_view key) {
    const Tree* found = from.find(key);
    if (found == nullptr || !found->is_scalar())
      return wrong(found != nullptr ? found->mark : from.mark, fmt::format("the network needs a `{}`", key));
    model_ = found->text;
    std::replace(model_.begin(), model_.end(), '-', '_');
    to_.add({"modelnet_order", model_, found->mark});
  }

  const Tree* component_of(const Tree& from) {
    const Tree* name = from.find("component");
    if (name == nullptr || !name->is_scalar()) {
      wrong(name != nullptr ? name->mark : from.mark, "expected the name of a `component`");
      return nullptr;
    }
    const Tree* found = components_ != nullptr ? components_->find(name->text) : nullptr;
    if (found == nullptr || !found->is_map()) {
      wrong(name->mark, fmt::format("there is no component {}", in_quotes(name->text)));
      return nullptr;
    }
    return found;
  }

  /// The settings of the component that runs on the nodes, without those that say what it is.
  void component(const Tree& from, std::initializer_list<std::string_view> others) {
    const Tree* found = component_of(from);
    if (found == nullptr) return;
    for (const Tree& each : found->items) {
      if (each.key == "workload")
        result_.draft.leave_out(each.key_mark, "workload: what runs on the nodes is not taken over");
      if (std::find(others.begin(), others.end(), each.key) == others.end()) set(each.key, each);
    }
  }

  const Source& source_;
  Settings& to_;
  Result& result_;
  Diagnostics& diagnostics_;
  std::string model_;
  const Tree* components_ = nullptr;
};

}  // namespace

bool is_yaml_of_codes(std::string_view text) {
  constexpr std::string_view word = "schema_version";
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = text.find_first_not_of("\"' \t", at + word.size());
    if (end != std::string_view::npos && text[end] == ':') return true;
  }
  return false;
}

Settings settings_of_codes_yaml(const Source& source, Result& to, Diagnostics& diagnostics) {
  Settings made(source.mark());
  YamlOfCodes(source, made, to, diagnostics).read();
  add_overrides(source, made);
  return made;
}

}  // namespace fsin::imports
