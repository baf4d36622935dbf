// SPDX-License-Identifier: Apache-2.0
// An element of a platform file with its place, and its attributes as quantities. Mistakes go into the diagnostics.
#pragma once

#include <cstdint>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::platform {

/// The text of a file, by which places are found.
class Places {
 public:
  Places(std::string_view text, Mark source);
  Mark at(std::ptrdiff_t offset) const;

 private:
  std::vector<std::size_t> lines_;  ///< where each begins
  Mark source_;
};

class Element {
 public:
  Element(pugi::xml_node node, const Places& places, Diagnostics& diagnostics)
      : node_(node), places_(&places), diagnostics_(&diagnostics) {}

  std::string_view name() const { return node_.name(); }
  Mark mark() const { return places_->at(node_.offset_debug()); }
  void error(const std::string& message) const { diagnostics_->input_error(mark(), message); }
  void warning(const std::string& message) const { diagnostics_->warning(mark(), message); }
  std::vector<Element> children() const;

  bool has(const char* key) const { return !node_.attribute(key).empty(); }
  /// Empty where it is not there.
  std::string text(const char* key) const { return node_.attribute(key).value(); }
  /// An error where it is not there.
  std::string required(const char* key) const;
  /// In bytes a second, seconds and flop/s. An error, and something harmless, where there is none.
  double bandwidth(const char* key) const;
  double time(const char* key) const;
  double speed(const char* key) const;
  std::uint32_t count(const char* key, std::uint32_t otherwise) const;
  /// One of `names`, in capitals or not; the first of them where it is not there.
  std::size_t choice(const char* key, std::span<const std::string_view> names) const;
  /// An attribute of which this program would have to know more than it does.
  void refuse(const char* key, std::string_view why) const;

 private:
  pugi::xml_node node_;
  const Places* places_;
  Diagnostics* diagnostics_;
};

/// Whole numbers up to `most`, between separators; nothing where something else is there.
std::optional<std::vector<std::uint32_t>> numbers_of(std::string_view text, char separator, std::uint32_t most);

}  // namespace fsin::platform
