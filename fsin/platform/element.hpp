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

/// The text of a file, for finding places in it.
class Places {
 public:
  Places(std::string_view text, Mark source);
  Mark at(std::ptrdiff_t offset) const;

 private:
  std::vector<std::size_t> lines_;  ///< offsets of the beginnings of lines
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
  /// Value of an attribute; empty if it is missing.
  std::string text(const char* key) const { return node_.attribute(key).value(); }
  /// Value of an attribute; an error if it is missing.
  std::string required(const char* key) const;
  /// Values in bytes a second, seconds and flop/s. A missing or faulty one is an error, and a harmless value is
  /// returned.
  double bandwidth(const char* key) const;
  double time(const char* key) const;
  double speed(const char* key) const;
  std::uint32_t count(const char* key, std::uint32_t otherwise) const;
  /// Index among `names`, in capitals or not; the first of them if the attribute is missing.
  std::size_t choice(const char* key, std::span<const std::string_view> names) const;
  /// Refuses an attribute whose feature is not modelled.
  void refuse(const char* key, std::string_view why) const;

 private:
  pugi::xml_node node_;
  const Places* places_;
  Diagnostics* diagnostics_;
};

/// Whole numbers up to `most`, between separators; empty where the text contains anything else.
std::optional<std::vector<std::uint32_t>> numbers_of(std::string_view text, char separator, std::uint32_t most);

}  // namespace fsin::platform
