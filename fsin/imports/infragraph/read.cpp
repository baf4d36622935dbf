// SPDX-License-Identifier: Apache-2.0
// Reads both forms: edges of two endpoints (schema 2), and connections of dotted texts (before).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "fsin/config/yaml.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/infragraph/model.hpp"
#include "fsin/imports/infragraph/values.hpp"

namespace fsin::imports::infragraph {
namespace {

using config::Tree;

/// Weight of the values of a file, which may be larger than a configuration: some 200,000 edges.
constexpr std::size_t most_weight_of_yaml = std::size_t{128} << 20U;

class InfrastructureReader {
 public:
  InfrastructureReader(const Source& source, std::uint64_t lanes, Draft& draft, Diagnostics& diagnostics)
      : source_(source), lanes_(lanes), draft_(draft), diagnostics_(diagnostics), values_(diagnostics) {}

  Infrastructure read() {
    const auto root = config::parse_yaml(source_.text, source_.mark().at(1, 1), diagnostics_, most_weight_of_yaml);
    if (!diagnostics_.ok()) return {};
    if (!root || !root->is_map()) {
      values_.wrong(source_.mark(), "is no InfraGraph: expected a map with `instances` and `devices`");
      return {};
    }
    const Tree* top = root->find("infrastructure");
    if (top == nullptr) {
      top = &*root;
    } else {
      for (const Tree& each : root->items) {
        if (&each != top) values_.tallies().add(fmt::format("{}: not read", in_quotes(each.key)), each.key_mark);
      }
    }
    if (!top->is_map()) {
      values_.wrong(top->mark, "the infrastructure must be a map");
    } else if (top->find("components") != nullptr && top->find("instances") == nullptr) {
      device_alone(*top);
    } else {
      infrastructure(*top);
    }
    if (diagnostics_.ok()) check_names();
    values_.tallies().tell(draft_);
    return std::move(made_);
  }

 private:
  void infrastructure(const Tree& top) {
    values_.tell_others(top, {"name", "description", "devices", "links", "instances", "edges", "connections"});
    if (const Tree* name = top.find("name"); name != nullptr) made_.name = name->text;
    for (const Tree& each : values_.maps(top, "devices")) device(each);
    for (const Tree& each : values_.maps(top, "links")) made_.links.push_back(link(each));
    for (const Tree& each : values_.maps(top, "edges")) made_.edges.push_back(edge(each, true));
    connections(top, true, made_.edges);
    for (const Tree& each : values_.maps(top, "instances")) {
      values_.tell_others(each, {"name", "description", "device", "count"});
      Instance made{.name = values_.name(each, "an instance"), .device = {}, .count = 0, .mark = each.mark};
      if (auto of = values_.text(each, "device", "an instance")) made.device = *of;
      made.count = values_.count(each, used("", made.name));
      made_.instances.push_back(std::move(made));
    }
    if (made_.instances.empty() && diagnostics_.ok())
      values_.wrong(top.mark, "there are no `instances`: a cluster is made of instances of devices");
  }

  void device_alone(const Tree& top) {
    device(top);
    if (made_.devices.empty()) return;
    const std::string& name = made_.devices.front().name;
    made_.instances.push_back({name, {name, top.mark}, 1, top.mark});
    draft_.leave_out(top.mark, fmt::format("a device by itself: the network is one {}", in_quotes(name)));
  }

  void device(const Tree& from) {
    values_.tell_others(from, {"name", "description", "components", "links", "edges", "connections"});
    Device made{.name = values_.name(from, "a device"), .components = {}, .links = {}, .edges = {}, .mark = from.mark};
    for (const Tree& each : values_.maps(from, "links")) made.links.push_back(link(each));
    for (const Tree& each : values_.maps(from, "edges")) made.edges.push_back(edge(each, false));
    device_ = made.name;
    connections(from, false, made.edges);
    for (const Tree& each : values_.maps(from, "components")) made.components.push_back(component(each, made.name));
    made_.devices.push_back(std::move(made));
  }

  Component component(const Tree& from, const std::string& device) {
    Component made{.name = values_.name(from, "a component"), .kind = {}, .mark = from.mark};
    const Tree* choice = from.find("choice");
    if (choice == nullptr) choice = from.find("type");
    if (choice == nullptr && from.find("custom") != nullptr) choice = from.find("custom");
    if (from.find("components") != nullptr)
      values_.wrong(from.mark, "a component within a component has no counterpart: make it a device");
    if (choice == nullptr || (!choice->is_scalar() && choice->key != "custom")) {
      values_.wrong(from.mark, "a component needs a `choice`: xpu, cpu, nic, memory, port, switch, device or custom");
      return made;
    }
    made.kind = choice->is_scalar() ? choice->text : "custom";
    made.is_device = made.kind == "device";
    if (made.kind == "custom") {
      made.custom = true;
      const Tree* type = from.at("custom.type");
      if (type != nullptr && type->is_scalar()) made.kind = type->text;
    }
    values_.tell_others(from, {"name", "description", "count", "choice", "type", "custom", "external", made.kind});
    made.count = values_.count(from, used(device, made.name));
    return made;
  }

  LinkKind link(const Tree& from) {
    values_.tell_others(from, {"name", "description", "physical", "bandwidth", "latency"});
    LinkKind made{.name = values_.name(from, "a link"), .rate = 0, .delay = 0, .mark = from.mark};
    const Tree* physical = from.find("physical");
    const Tree& map = physical != nullptr && physical->is_map() ? *physical : from;
    if (physical != nullptr && physical->is_map()) values_.tell_others(map, {"bandwidth", "latency"});
    made.rate = values_.rate(map.find("bandwidth"), lanes_);
    made.delay = values_.delay(map.find("latency"));
    return made;
  }

  EdgeRule edge(const Tree& from, bool between_instances) {
    EdgeRule made;
    made.mark = from.mark;
    values_.tell_others(from, {"ep1", "ep2", "scheme", "link"});
    if (const auto found = values_.text(from, "link", "an edge")) made.link = *found;
    const auto scheme = from.find("scheme") != nullptr ? values_.text(from, "scheme", "an edge") : std::nullopt;
    if (!scheme) {
      if (from.find("scheme") == nullptr)
        values_.wrong(from.mark, "an edge needs a `scheme`: one2one, many2many or ring");
    } else if (scheme->text == "many2many") {
      made.scheme = Scheme::many_to_many;
    } else if (scheme->text == "ring") {
      made.scheme = Scheme::ring;
    } else if (scheme->text != "one2one") {
      values_.wrong(scheme->mark, fmt::format("the scheme {} has no counterpart: one2one, many2many and ring have one",
                                              in_quotes(scheme->text)));
    }
    for (const bool first : {true, false}) {
      const Tree* end = from.find(first ? "ep1" : "ep2");
      if (end == nullptr || !end->is_map()) {
        values_.wrong(end != nullptr ? end->mark : from.mark,
                      fmt::format("an edge needs a map `{}`", first ? "ep1" : "ep2"));
        continue;
      }
      values_.tell_others(*end, {between_instances ? "instance" : "device", "component"});
      Text& component = first ? made.first : made.second;
      if (const auto found = values_.text(*end, "component", "an endpoint")) component = *found;
      if (between_instances) {
        Text& instance = first ? made.first_instance : made.second_instance;
        if (const auto found = values_.text(*end, "instance", "an endpoint")) instance = *found;
      } else if (const Tree* inner = end->find("device"); inner != nullptr && inner->is_scalar()) {
        component.text = inner->text + "." + component.text;
      }
    }
    return made;
  }

  /// `asic.0.ic.port.3`, `server.0.nic.1.eth.leaf.0.port.5`: the form of before.
  void connections(const Tree& from, bool between_instances, std::vector<EdgeRule>& to) {
    const Tree* list = from.find("connections");
    if (list == nullptr || list->kind == Tree::Kind::null) return;
    if (!list->is_list()) return values_.wrong(list->mark, "connections must be a list");
    for (const Tree& each : list->items) {
      std::vector<std::string> parts(1);
      for (const char c : each.text) {
        if (c == '.') {
          parts.emplace_back();
        } else {
          parts.back() += c;
        }
      }
      if (parts.size() != (between_instances ? 9U : 5U) || !each.is_scalar()) {
        values_.wrong(each.mark, between_instances ? "expected `instance.0.component.0.link.instance.0.component.0`"
                                                   : "expected `component.0.link.component.0`");
        continue;
      }
      std::size_t at = 0;
      const auto take = [&](const std::string& owner) -> Text {
        const std::string& name = parts[at++];
        const auto index = parse_natural(parts[at++]);
        if (!index || *index >= most_nodes)
          values_.wrong(each.mark, fmt::format("expected an index below {} behind {}", most_nodes, in_quotes(name)));
        use(owner, name, std::min(index.value_or(0), most_nodes - 1));
        return {fmt::format("{}[{}]", name, index.value_or(0)), each.mark};
      };
      const std::string of_components = between_instances ? "?" : device_;
      EdgeRule made;
      made.mark = each.mark;
      if (between_instances) made.first_instance = take("");
      made.first = take(of_components);
      made.link = {parts[at++], each.mark};
      if (between_instances) made.second_instance = take("");
      made.second = take(of_components);
      to.push_back(std::move(made));
    }
  }

  /// The form of before may leave counts to the connections: a count is then the highest index, plus one. `owner`: the
  /// device of a component, none of an instance.
  void use(const std::string& owner, const std::string& name, std::uint64_t index) {
    std::uint64_t& most = used_[{owner, name}];
    most = std::max(most, index + 1);
  }
  std::optional<std::uint64_t> used(const std::string& owner, const std::string& name) const {
    const auto found = used_.find({owner, name});
    return found == used_.end() ? std::nullopt : std::optional(found->second);
  }

  template <class T>
  void check_unique(const std::vector<T>& all, std::string_view what) {
    std::set<std::string_view> seen;
    for (const T& each : all) {
      if (!seen.insert(each.name).second)
        values_.wrong(each.mark, fmt::format("there are two {} with the name {}", what, in_quotes(each.name)));
    }
  }
  void check_names() {
    check_unique(made_.devices, "devices");
    check_unique(made_.instances, "instances");
    check_unique(made_.links, "links");
    for (const Device& each : made_.devices) {
      check_unique(each.components, "components");
      check_unique(each.links, "links");
    }
  }

  const Source& source_;
  std::uint64_t lanes_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  Values values_;
  Infrastructure made_;
  std::string device_;                                                 ///< whose connections are read
  std::map<std::pair<std::string, std::string>, std::uint64_t> used_;  ///< by owner and name
};

}  // namespace

Infrastructure read_infrastructure(const Source& source, std::uint64_t lanes, Draft& draft, Diagnostics& diagnostics) {
  return InfrastructureReader(source, lanes, draft, diagnostics).read();
}

}  // namespace fsin::imports::infragraph
