// SPDX-License-Identifier: Apache-2.0
// See yaml.hpp. Built on the events of yaml-cpp and not on its nodes: events carry the place of every key, value and
// alias, and let duplicate keys, merge keys, tags, depth and the growth by aliases be checked while they happen.
#include "fsin/config/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

/// Stops the parser from inside a handler.
struct Refusal {
  Mark mark;
  std::string message;
};

class Builder final : public YAML::EventHandler {
 public:
  Builder(const Mark& origin, Diagnostics& diagnostics, std::size_t most)
      : origin_(origin), diagnostics_(diagnostics), most_(most) {}

  bool complete() const { return complete_; }
  Tree take() { return std::move(root_); }
  Mark mark_of(const YAML::Mark& mark) const {
    if (origin_.line == 0 || mark.is_null()) return origin_;
    return origin_.at(static_cast<std::uint64_t>(mark.line) + 1, static_cast<std::uint64_t>(mark.column) + 1);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (complete_) refuse(mark_of(mark), "a second YAML document starts here; keep one document in the file");
  }
  void OnDocumentEnd() override { complete_ = true; }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor, Tree{}); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    // Escapes can write what a text file may not contain.
    if (find_non_text(value)) refuse(mark_of(mark), "a control character in a value; write the value without it");
    Tree node = text_tree(value);
    node.quoted = tag == "!";
    leaf(mark, anchor, std::move(node));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end()) refuse(mark_of(mark), "this alias stands inside the value it names; write it out");
    Tree copy = known->second.tree;
    copy.mark = mark_of(mark);
    add(std::move(copy), known->second.weight);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Tree::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Tree::Kind::map);
  }
  void OnMapEnd() override {
    if (frames_.back().merge) merge(frames_.back());
    close();
  }

 private:
  struct Frame {
    Tree node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::size_t weight = 0;
    bool has_key = false;  ///< of a map: the next value belongs to `key`
    Tree key;
    std::unordered_map<std::string, Mark> seen;
    std::optional<Tree> merge;
  };
  struct Anchored {
    Tree tree;
    std::size_t weight;
  };

  [[noreturn]] static void refuse(const Mark& mark, std::string message) { throw Refusal{mark, std::move(message)}; }

  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    refuse(mark_of(mark), fmt::format("tag {} is not understood; write the plain value", in_quotes(tag)));
  }

  /// Every value is charged, so that aliases of aliases cannot fill the memory.
  void charge(const Mark& mark, std::size_t weight) {
    total_ += weight;
    if (total_ > most_) refuse(mark, "too many values, or aliases that grow too large; write a smaller file");
  }

  void leaf(const YAML::Mark& mark, YAML::anchor_t anchor, Tree node) {
    node.mark = mark_of(mark);
    const std::size_t weight = 64 + node.text.size();
    charge(node.mark, weight);
    remember(anchor, node, weight);
    add(std::move(node), 0, weight);
  }

  void remember(YAML::anchor_t anchor, const Tree& node, std::size_t weight) {
    if (anchor == YAML::NullAnchor) return;
    charge(node.mark, weight);
    anchors_.insert_or_assign(anchor, Anchored{node, weight});
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Tree::Kind kind) {
    check_tag(mark, tag);
    if (frames_.size() >= max_depth) {
      refuse(mark_of(mark), fmt::format("nested deeper than {} levels; write a flatter file", max_depth));
    }
    Frame frame;
    frame.node.kind = kind;
    frame.node.mark = mark_of(mark);
    frame.anchor = anchor;
    frame.weight = 64;
    charge(frame.node.mark, frame.weight);
    frames_.push_back(std::move(frame));
  }

  void close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    remember(frame.anchor, frame.node, frame.weight);
    add(std::move(frame.node), 0, frame.weight);
  }

  /// Adds a value to the enclosing one. `fresh` is charged here, `paid` was charged before; the enclosing value weighs
  /// both.
  void add(Tree node, std::size_t fresh, std::size_t paid = 0) {
    charge(node.mark, fresh);
    if (frames_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    frame.weight += fresh + paid;
    if (frame.node.is_list()) {
      frame.node.items.push_back(std::move(node));
    } else if (frame.has_key) {
      frame.has_key = false;
      add_entry(frame, std::move(node));
    } else {
      if (node.kind != Tree::Kind::text) refuse(node.mark, "a key must be a name; write \"name: value\"");
      frame.has_key = true;
      frame.key = std::move(node);
    }
  }

  void add_entry(Frame& frame, Tree value) {
    const Tree& key = frame.key;
    const auto [first, is_new] = frame.seen.try_emplace(key.text, key.mark);
    if (!is_new) {
      diagnostics_.error(key.mark, fmt::format("duplicate key {}; it is already given at {}, keep one of them",
                                               in_quotes(key.text), first->second.text()));
    } else if (key.text == "<<" && !key.quoted) {
      frame.merge = std::move(value);
    } else {
      // An empty value has no place of its own: the parser gives that of the next key.
      if (value.kind == Tree::Kind::null) value.mark = key.mark;
      value.key = key.text;
      value.key_mark = key.mark;
      frame.node.items.push_back(std::move(value));
    }
  }

  /// Resolves `<<: *base` or `<<: [*one, *two]`: adds entries that the map does not have itself; the earlier base wins.
  static void merge(Frame& frame) {
    Tree value = std::move(*frame.merge);
    std::vector<Tree> bases;
    if (value.is_list()) {
      bases = std::move(value.items);
    } else {
      bases.push_back(std::move(value));
    }
    for (Tree& base : bases) {
      if (!base.is_map()) refuse(base.mark, "\"<<\" merges maps only; write \"<<: *name\" with the anchor of a map");
      for (Tree& entry : base.items) {
        if (!frame.seen.try_emplace(entry.key, entry.key_mark).second) continue;
        frame.node.items.push_back(std::move(entry));
      }
    }
  }

  Mark origin_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, Anchored> anchors_;
  std::size_t most_;
  std::size_t total_ = 0;
  bool complete_ = false;
  Tree root_;
};

void emit(YAML::Emitter& out, const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::null:
      out << YAML::Null;
      break;
    case Tree::Kind::list:
      out << YAML::Flow << YAML::BeginSeq;
      for (const Tree& item : tree.items) emit(out, item);
      out << YAML::EndSeq;
      break;
    case Tree::Kind::map:
      out << YAML::BeginMap;
      for (const Tree& entry : tree.items) {
        out << YAML::Key << entry.key << YAML::Value;
        emit(out, entry);
      }
      out << YAML::EndMap;
      break;
    case Tree::Kind::text:
    case Tree::Kind::boolean:
    case Tree::Kind::number:
      out << tree.text;
      break;
  }
}

/// The column, from 0, of the first tab in the indentation of a line that is no YAML; the tab is then the mistake to
/// report.
std::optional<std::size_t> tab_in_indentation(std::string_view text, const YAML::Mark& mistake) {
  if (mistake.is_null() || mistake.line < 0) return std::nullopt;
  for (int line = 0; line < mistake.line; ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  const std::string_view blanks = text.substr(0, text.find_first_not_of(" \t"));
  const std::size_t tab = blanks.find('\t');
  return tab == std::string_view::npos ? std::nullopt : std::optional(tab);
}

}  // namespace

std::optional<Tree> parse_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics, std::size_t most) {
  Builder builder(origin, diagnostics, most);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    if (!builder.complete()) return std::nullopt;
    return builder.take();
  } catch (const Refusal& refusal) {
    diagnostics.error(refusal.mark, refusal.message);
  } catch (const YAML::Exception& problem) {
    if (const auto tab = tab_in_indentation(text, problem.mark); tab && origin.line != 0) {
      diagnostics.error(origin.at(static_cast<std::uint64_t>(problem.mark.line) + 1, *tab + 1),
                        "a tab; YAML indents with spaces");
      return std::nullopt;
    }
    diagnostics.error(builder.mark_of(problem.mark),
                      fmt::format("not valid YAML: {}; check indentation, colons, quotes and brackets", problem.msg));
  } catch (const std::exception& problem) {
    diagnostics.error(origin, fmt::format("not valid YAML: {}; check the file", problem.what()));
  }
  return std::nullopt;
}

std::string emit_yaml(const Tree& tree) {
  YAML::Emitter out;
  emit(out, tree);
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace fsin::config
