// SPDX-License-Identifier: Apache-2.0
// By recursive descent over the letters of the text. A block value is told by the column in which it begins; brackets
// know no columns.
#include "fsin/browser/small_yaml.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/browser/yaml_letters.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/core/text.hpp"

namespace fsin::browser {
namespace {

using config::Tree;

class Reader : private YamlLetters {
 public:
  Reader(std::string_view text, const Mark& origin, Diagnostics& diagnostics)
      : YamlLetters(text, origin), diagnostics_(diagnostics) {}

  std::optional<Tree> document() {
    skip();
    if (is_marker("---")) {
      step(3);
      skip();
    }
    if (ended()) return std::nullopt;
    Tree tree = block_value(-1);
    skip();
    if (is_marker("...")) {
      step(3);
      skip();
    }
    if (is_marker("---")) refuse("a second YAML document starts here; keep one document");
    if (!ended()) refuse("not valid YAML: this stands neither above nor below what is before it; check indentation");
    return tree;
  }

 private:
  /// A value that begins here, further right than `parent`.
  Tree block_value(int parent) {
    const Level level(*this);
    if (is_item() || is_key()) refuse_tab();
    if (is_item()) return block_list(column());
    if (is_key()) return block_map(column());
    return inline_value(parent);
  }

  /// What stands behind "key:" or "-" in its line.
  Tree inline_value(int parent) {
    refuse_unknown();
    Tree tree;
    if (here() == '{' || here() == '[') {
      tree = flow_value();
    } else {
      tree = scalar(false);
    }
    if (skip_in_line()) refuse("not valid YAML: something stands behind this value; check colons, quotes and brackets");
    if (tree.is_scalar() && goes_on(parent))
      refuse("a text that goes on in this line; write it into one line, or check the indentation");
    return tree;
  }

  /// Goes to the next line with something in it. True: it is further right than `parent`.
  bool goes_on(int parent) {
    skip();
    return !ended() && column() > parent;
  }

  Tree block_list(int indent) {
    Tree list;
    list.kind = Tree::Kind::list;
    list.mark = mark();
    while (!ended() && column() == indent && is_item()) {
      Tree item;
      item.mark = mark();
      step();
      if (skip_in_line() || goes_on(indent)) item = block_value(indent);
      list.items.push_back(std::move(item));
      skip();
    }
    if (!ended() && column() > indent) refuse("not valid YAML: check the indentation of this line");
    return list;
  }

  Tree block_map(int indent) {
    Tree map = config::map_tree();
    map.mark = mark();
    while (!ended() && column() == indent && !is_item() && !is_marker("...") && !is_marker("---")) {
      refuse_tab();
      refuse_unknown();
      if (!is_key()) refuse("not valid YAML: no \"key: value\"; check indentation and colons");
      const Tree key = scalar(false);
      skip_in_line();
      step();  // the colon
      Tree value;
      value.mark = key.mark;
      if (skip_in_line()) {
        if (is_item() || is_key()) refuse("not valid YAML: a further map or list in the line of a key");
        value = inline_value(indent);
      } else if (goes_on(indent) || (!ended() && column() == indent && is_item())) {
        value = block_value(indent);
      }
      add(map, key, std::move(value));
      skip();
    }
    if (!ended() && column() > indent) refuse("not valid YAML: check the indentation of this line");
    return map;
  }

  Tree flow_value() {
    refuse_unknown();
    if (here() == '{') return flow_map();
    if (here() == '[') return flow_list();
    return scalar(true);
  }

  /// Behind an entry: a comma, or the bracket that closes.
  void skip_comma(char close) {
    skip_in_brackets();
    if (here() == ',') {
      step();
      skip_in_brackets();
    } else if (here() != close) {
      refuse(fmt::format("not valid YAML: neither \",\" nor \"{}\" behind an entry", close));
    }
  }

  Tree flow_list() {
    const Level level(*this);
    Tree list;
    list.kind = Tree::Kind::list;
    list.mark = mark();
    step();
    for (skip_in_brackets(); here() != ']'; skip_comma(']')) {
      list.items.push_back(flow_value());
      skip_in_brackets();
      if (here() == ':') refuse("a pair in a list; write {key: value}");
    }
    step();
    return list;
  }

  Tree flow_map() {
    const Level level(*this);
    Tree map = config::map_tree();
    map.mark = mark();
    step();
    for (skip_in_brackets(); here() != '}'; skip_comma('}')) {
      refuse_unknown();
      if (here() == '{' || here() == '[') refuse("a key must be a name; write \"name: value\"");
      const Tree key = scalar(true);
      if (!skip_in_line() || here() != ':') refuse("not valid YAML: a key without \":\" and a value");
      step();
      skip_in_brackets();
      Tree value;
      value.mark = key.mark;
      if (here() != ',' && here() != '}') value = flow_value();
      add(map, key, std::move(value));
    }
    step();
    return map;
  }

  void add(Tree& map, const Tree& key, Tree value) {
    if (key.kind != Tree::Kind::text) throw YamlRefusal{key.mark, "a key must be a name; write \"name: value\""};
    if (key.text == "<<" && !key.quoted) throw YamlRefusal{key.mark, "a page merges no maps; write the keys out"};
    if (const Tree* first = map.find(key.text)) {
      diagnostics_.error(key.mark, fmt::format("duplicate key {}; it is already given at {}, keep one of them",
                                               in_quotes(key.text), first->key_mark.text()));
      return;
    }
    if (value.kind == Tree::Kind::null) value.mark = key.mark;
    value.key_mark = key.mark;
    value.key = key.text;
    map.items.push_back(std::move(value));
  }

  /// A level of nesting, of which there are not too many.
  struct Level {
    explicit Level(Reader& reader) : depth(reader.depth_) {
      if (++depth > 2 * config::max_depth)
        reader.refuse(fmt::format("nested deeper than {} levels; write less deep", config::max_depth));
    }
    ~Level() { --depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    std::size_t& depth;
  };

  Diagnostics& diagnostics_;
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<Tree> parse_small_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics) {
  try {
    return Reader(text, origin, diagnostics).document();
  } catch (const YamlRefusal& refusal) {
    diagnostics.error(refusal.mark, refusal.message);
    return std::nullopt;
  }
}

}  // namespace fsin::browser
