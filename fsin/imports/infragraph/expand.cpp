// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/infragraph/expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/infragraph/slice.hpp"
#include "fsin/imports/infragraph/tallies.hpp"

namespace fsin::imports::infragraph {
namespace {

/// Entries of a list by their names.
using Index = std::unordered_map<std::string_view, std::size_t>;

template <class T>
Index index_of(const std::vector<T>& all) {
  Index made;
  for (std::size_t i = 0; i < all.size(); ++i) made.emplace(all[i].name, i);
  return made;
}

/// A device with all that is inside it, as numbers from 0.
struct Shape {
  const Device* device = nullptr;
  Index components;
  enum class State : std::uint8_t { fresh, under_way, done } state = State::fresh;
  std::vector<std::uint64_t> first;  ///< of each component
  std::vector<const Shape*> inner;   ///< of each component; null: not a device
  std::vector<Node> nodes;
  std::vector<Cable> cables;
};

class Expander {
 public:
  Expander(const Infrastructure& from, const Mark& file, Draft& draft, Diagnostics& diagnostics)
      : from_(from),
        file_(file),
        draft_(draft),
        diagnostics_(diagnostics),
        devices_(index_of(from.devices)),
        instances_(index_of(from.instances)) {
    shapes_.resize(from.devices.size());
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      shapes_[i].device = &from.devices[i];
      shapes_[i].components = index_of(from.devices[i].components);
    }
  }

  Graph run() {
    Graph made;
    std::vector<std::pair<std::uint64_t, const Shape*>> instances;  // first node, shape
    for (const Instance& each : from_.instances) {
      const Shape* shape = shape_of(each.device.text, each.device.mark, "device");
      if (shape == nullptr) continue;
      instances.emplace_back(made.nodes.size(), shape);
      if (!has_room(made.nodes.size(), each.count, shape->nodes.size(), most_nodes, each.mark, "components") ||
          !has_room(made.cables.size(), each.count, shape->cables.size(), most_cables, each.mark, "edges"))
        return {};
      for (std::uint64_t i = 0; i < each.count; ++i)
        put(*shape, fmt::format("{}.{}.", each.name, i), made.nodes, made.cables);
    }
    if (!diagnostics_.ok()) return {};
    const Index links = index_of(from_.links);
    for (const EdgeRule& each : from_.edges) {
      const Ends one = ends_of_instance(each.first_instance, each.first, instances);
      const Ends other = ends_of_instance(each.second_instance, each.second, instances);
      if (!join(each, from_.links, links, one, other, made.cables)) return {};
    }
    if (!diagnostics_.ok()) return {};
    keep_last_of_each(made.cables);
    tallies_.tell(draft_);
    return made;
  }

 private:
  using Ends = std::vector<std::uint64_t>;

  void wrong(const Mark& mark, std::string what) { diagnostics_.input_error(mark, std::move(what)); }

  bool has_room(std::uint64_t there, std::uint64_t times, std::uint64_t each, std::uint64_t most, const Mark& mark,
                std::string_view what) {
    if (times == 0 || each <= (most - std::min(there, most)) / times) return true;
    wrong(mark, fmt::format("there are more than {} {}", most, what));
    return false;
  }

  /// Appends a device, its names behind `prefix`.
  static void put(const Shape& shape, const std::string& prefix, std::vector<Node>& nodes, std::vector<Cable>& cables) {
    const auto first = static_cast<std::uint32_t>(nodes.size());
    for (const Node& each : shape.nodes) nodes.push_back({prefix + each.name, each.component});
    for (Cable each : shape.cables) {
      each.from += first;
      each.to += first;
      cables.push_back(each);
    }
  }

  const Shape* shape_of(const std::string& name, const Mark& mark, std::string_view what) {
    const auto number = devices_.find(name);
    if (number == devices_.end()) {
      wrong(mark, fmt::format("the {} {} is not in the file", what, in_quotes(name)));
      return nullptr;
    }
    Shape* found = &shapes_[number->second];
    if (found->state == Shape::State::under_way) {
      wrong(mark, fmt::format("the device {} is inside itself", in_quotes(name)));
      return nullptr;
    }
    if (found->state == Shape::State::fresh) {
      found->state = Shape::State::under_way;
      fill(*found);
      found->state = Shape::State::done;
    }
    return found;
  }

  void fill(Shape& shape) {
    if (++depth_ > 50) {
      --depth_;
      return wrong(shape.device->mark, "devices are nested deeper than 50 levels");
    }
    for (const Component& each : shape.device->components) {
      const Shape* inner = each.is_device ? shape_of(each.name, each.mark, "device of this component") : nullptr;
      shape.first.push_back(shape.nodes.size());
      shape.inner.push_back(inner);
      const std::uint64_t nodes = inner != nullptr ? inner->nodes.size() : each.is_device ? 0 : 1;
      const std::uint64_t cables = inner != nullptr ? inner->cables.size() : 0;
      if (!has_room(shape.nodes.size(), each.count, nodes, most_nodes, each.mark, "components") ||
          !has_room(shape.cables.size(), each.count, cables, most_cables, each.mark, "edges") ||
          !has_room(built_, each.count, nodes + cables, 4 * most_cables, each.mark, "parts of devices in devices"))
        continue;
      built_ += each.count * (nodes + cables);
      for (std::uint64_t i = 0; i < each.count; ++i) {
        if (inner != nullptr) {
          put(*inner, fmt::format("{}.{}.", each.name, i), shape.nodes, shape.cables);
        } else if (!each.is_device) {
          shape.nodes.push_back({fmt::format("{}.{}", each.name, i), &each});
        }
      }
    }
    --depth_;
    if (!diagnostics_.ok()) return;
    const Index links = index_of(shape.device->links);
    for (const EdgeRule& each : shape.device->edges) {
      const Ends one = ends(shape, each.first), other = ends(shape, each.second);
      if (!join(each, shape.device->links, links, one, other, shape.cables)) return;
    }
  }

  /// The numbers of an endpoint within a device.
  Ends ends(const Shape& root, const Text& path) {
    Ends made{0};
    const Shape* shape = &root;
    std::string_view rest = path.text;
    for (bool more = true; more;) {
      const std::size_t dot = rest.find('.');
      more = dot != std::string_view::npos;
      const std::string_view element = rest.substr(0, dot);
      rest.remove_prefix(more ? dot + 1 : rest.size());
      const std::string_view name = name_of(element);
      const auto found = shape->components.find(name);
      if (found == shape->components.end()) {
        wrong(path.mark, fmt::format("{} has no component {}", in_quotes(shape->device->name), in_quotes(name)));
        return {};
      }
      const std::size_t at = found->second;
      const Component* component = &shape->device->components[at];
      const auto range = range_of(element, component->count, path.mark, diagnostics_);
      if (!range) return {};
      const Shape* inner = shape->inner[at];
      if (more != component->is_device) {
        wrong(path.mark, more ? fmt::format("{} is no device: nothing is inside it", in_quotes(name))
                              : fmt::format("{} is a device: name the component inside it", in_quotes(name)));
        return {};
      }
      const std::uint64_t stride = inner != nullptr ? inner->nodes.size() : 1;
      Ends next;
      for (const std::uint64_t base : made) {
        for (std::uint64_t i = range->first; i < range->end; i += range->step) {
          if (!counts(next.size(), path.mark)) return {};
          next.push_back(base + shape->first[at] + i * stride);
          if (range->step > range->end) break;
        }
      }
      made = std::move(next);
      if (inner != nullptr) shape = inner;
    }
    return made;
  }

  Ends ends_of_instance(const Text& instance, const Text& path,
                        const std::vector<std::pair<std::uint64_t, const Shape*>>& instances) {
    const std::string_view name = name_of(instance.text);
    const auto found = instances_.find(name);
    if (found == instances_.end()) {
      wrong(instance.mark, fmt::format("there is no instance {}", in_quotes(name)));
      return {};
    }
    const auto range = range_of(instance.text, from_.instances[found->second].count, instance.mark, diagnostics_);
    const auto& [first, shape] = instances[found->second];
    const Ends inside = range ? ends(*shape, path) : Ends{};
    Ends made;
    for (std::uint64_t i = range ? range->first : 1; range && i < range->end; i += range->step) {
      for (const std::uint64_t each : inside) {
        if (!counts(made.size(), path.mark)) return {};
        made.push_back(first + i * shape->nodes.size() + each);
      }
      if (range->step > range->end) break;
    }
    return made;
  }

  /// Counts a component of an endpoint: edges that name many and join few must not take for ever.
  bool counts(std::size_t there, const Mark& mark) {
    if (there < most_nodes && ++resolved_ <= 32 * most_cables) return true;
    wrong(mark, there < most_nodes ? "the endpoints name more components than can be read"
                                   : fmt::format("an endpoint has more than {} components", most_nodes));
    return false;
  }

  /// False where reading on is of no use.
  bool join(const EdgeRule& rule, const std::vector<LinkKind>& links, const Index& names, const Ends& one,
            const Ends& other, std::vector<Cable>& to) {
    const auto found = names.find(rule.link.text);
    if (found == names.end()) {
      wrong(rule.link.mark, fmt::format("there is no link {}", in_quotes(rule.link.text)));
      return diagnostics_.error_count() < Diagnostics::default_limit;
    }
    const LinkKind& link = links[found->second];
    const auto put_one = [&](std::uint64_t a, std::uint64_t b) {
      if (a == b) return tallies_.add("edges from a component to itself", rule.mark);
      to.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), link.rate, link.delay});
    };
    const bool every_pair = rule.scheme == Scheme::many_to_many;
    if (!has_room(to.size(), every_pair ? one.size() : 1, every_pair ? other.size() : one.size(), most_cables,
                  rule.mark, "edges"))
      return false;
    if (rule.scheme == Scheme::ring) {
      if (one != other) {
        wrong(rule.mark, "the scheme \"ring\" needs the same components at both endpoints");
        return diagnostics_.error_count() < Diagnostics::default_limit;
      }
      for (std::size_t i = 0; i < (one.size() == 2 ? 1 : one.size()); ++i) put_one(one[i], one[(i + 1) % one.size()]);
      return true;
    }
    if (every_pair) {
      for (const std::uint64_t a : one) {
        for (const std::uint64_t b : other) put_one(a, b);
      }
      return true;
    }
    if (one.size() != other.size())
      tallies_.add("one2one of lists of different lengths: as many edges as the shorter has", rule.mark);
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) put_one(one[i], other[i]);
    return true;
  }

  void keep_last_of_each(std::vector<Cable>& cables) {
    for (Cable& each : cables) {
      if (each.from > each.to) std::swap(each.from, each.to);
    }
    const auto ends_of = [](const Cable& each) { return std::pair(each.from, each.to); };
    std::stable_sort(cables.begin(), cables.end(),
                     [&](const Cable& a, const Cable& b) { return ends_of(a) < ends_of(b); });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cables.size(); ++i) {
      const bool again = kept > 0 && ends_of(cables[kept - 1]) == ends_of(cables[i]);
      if (!again) ++kept;
      cables[kept - 1] = cables[i];
    }
    if (kept < cables.size())
      draft_.leave_out(file_,
                       fmt::format("{} between components that are joined already: one edge each, as in InfraGraph",
                                   counted(cables.size() - kept, "edge")));
    cables.resize(kept);
  }

  const Infrastructure& from_;
  const Mark& file_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  Index devices_, instances_;
  std::vector<Shape> shapes_;
  Tallies tallies_;
  unsigned depth_ = 0;
  std::uint64_t built_ = 0, resolved_ = 0;
};

}  // namespace

Graph expand(const Infrastructure& from, const Mark& file, Draft& draft, Diagnostics& diagnostics) {
  return Expander(from, file, draft, diagnostics).run();
}

}  // namespace fsin::imports::infragraph
