// SPDX-License-Identifier: Apache-2.0
// Document: a configuration file as it was written, plus the overrides of the command line. Every value keeps the place
// where it was written.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/tree.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/input_path.hpp"
#include "fsin/core/units.hpp"

namespace fsin::config {

class Fields;

/// Hint for the message about a quantity of the wrong dimension, such as "a packet is 64 B, so that is 1 packet". Takes
/// the text as it was written and the dimension that is wanted; empty when there is nothing to say. Called when all
/// overrides are in the document.
using Explain = std::function<std::string(std::string_view text, Dimension wanted)>;

/// An override as it was applied: the whole path of its key, who gave it, and the value, which knows its place.
struct Applied {
  std::string path;
  Tree value;
  std::size_t layer = 0;
};

/// `key=value` taken apart: a dotted path, and the value as YAML whose place is the whole assignment.
struct Assignment {
  std::string path;
  Tree value;
};

/// Errors: no equals sign, no dotted path, no value, a value that is not YAML.
std::optional<Assignment> parse_assignment(std::string_view assignment, Diagnostics& diagnostics);

/// A value type: copy it to run one file with several sets of overrides.
class Document {
 public:
  Document() = default;
  Document(Mark start, Tree root, Inputs inputs = {})
      : start_(std::move(start)), root_(std::move(root)), inputs_(std::move(inputs)), loaded_(true) {}

  /// False if the file could not be read or is not YAML. All other functions then do nothing, so that no mistake is
  /// reported twice.
  bool loaded() const { return loaded_; }
  /// The name of the file as it was given.
  const std::string& source() const { return start_.source(); }
  const Tree& root() const { return root_; }
  /// The record of the file and of those that it names. A copy of the document shares it, until it begins its own.
  const Inputs& inputs() const { return inputs_; }
  void begin_own_inputs() { inputs_ = inputs_.another(); }

  /// Takes `key=value`, where the value is YAML (`3`, `[8, 8]`, `{type: mesh, dims: [4, 4]}`) and replaces what is at
  /// the key. The key is a dotted path from the top (`network.router.queue`) or the end of one (`router.queue`,
  /// `queue`) if only one key ends so. read() looks the key up, since it knows which keys there are. Of two overrides
  /// of one key the later holds.
  void override_with(std::string_view assignment, Diagnostics& diagnostics);

  /// Overrides the key at `path` with a value that was read before, e.g. elsewhere in the file; the value keeps its
  /// mark. `layer` says who gave it and is passed on by applied(); 0 is the command line.
  void override_with(std::string path, Tree value, std::size_t layer = 0) {
    overrides_.push_back({std::move(path), std::move(value), layer});
  }
  /// The overrides that read() has put into the document, in the order in which it applied them.
  const std::vector<Applied>& applied() const { return applied_; }
  /// Adds the entries of the map `defaults` below `key`, where neither the file nor an override of the whole of `key`
  /// writes them; maps are merged entry by entry. Where the type of a choice is written, entries that belong to another
  /// type are left out: the same name means something else there. Call it before read().
  void add_defaults(std::string_view key, const Tree& defaults);
  /// Removes the value at a dotted path, as if it had not been written; does nothing when there is none.
  void drop(std::string_view path);
  /// Removes the entry `key` from the top of the document and returns it; empty when there is none.
  std::optional<Tree> take(std::string_view key);

  /// Where the value at a dotted path was written; if it was not, the nearest enclosing place, marked as default.
  Mark mark(std::string_view path) const;
  /// Whether there is a value at a dotted path, from the file or an override, other than null.
  bool has(std::string_view path) const;

 private:
  friend void resolve_overrides(Document& document, const Fields& fields, Diagnostics& diagnostics);
  friend bool read_fields(Document& document, const Fields& fields, Diagnostics& diagnostics, const Explain& explain);
  friend bool check_schema(Document& document, std::string_view key, unsigned version, Diagnostics& diagnostics);
  friend Document load_file(const std::filesystem::path& path, Diagnostics& diagnostics);

  struct Override {
    std::string path;
    Tree value;
    std::size_t layer = 0;
  };

  Mark start_;
  Tree root_;
  Inputs inputs_;
  bool loaded_ = false;
  std::vector<Override> overrides_;
  std::vector<Applied> applied_;
};

/// Reads a YAML file of at most 1 MiB. Errors: not there (with the nearest name that is), a directory, not text, empty,
/// not YAML, duplicate keys, no map at the top.
Document load_file(const std::filesystem::path& path, Diagnostics& diagnostics);
/// Reads a part: a YAML file that a key of another file names. If it cannot be opened, the message stands at
/// `named_at`, the place of that key, and starts with `key`.
Document load_part(const InputPath& path, const Mark& named_at, std::string_view key, Diagnostics& diagnostics);
/// Reads a document from memory. Messages call it `name`, and relative paths are relative to the folder of `name`.
Document load_text(std::string_view name, std::string_view text, Diagnostics& diagnostics);

/// Checks that the document starts with `key: version`, the version of its format, and removes that entry, which read()
/// does not know. False after an error.
bool check_schema(Document& document, std::string_view key, unsigned version, Diagnostics& diagnostics);

}  // namespace fsin::config
