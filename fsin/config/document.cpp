// SPDX-License-Identifier: Apache-2.0
// See document.hpp.
#include "fsin/config/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "fsin/config/yaml.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/core/input_file.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"

namespace fsin::config {
namespace {

namespace fs = std::filesystem;

/// A hint such as `; did you mean "exp.yaml"?` if a file with a similar name stands beside `path`.
std::string neighbour_hint(const fs::path& path) {
  constexpr std::size_t enough = 1000;
  std::vector<std::string> names;
  std::error_code problem;
  const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end && names.size() < enough;
       at.increment(problem)) {
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::optional<std::string_view> near = nearest(path.filename().string(), views);
  return near ? fmt::format("; did you mean {}?", in_quotes((path.parent_path() / *near).string(), 300))
              : "; check the path" + looked_for(path);
}

/// Reports the first byte that a text file cannot contain, with its position.
bool check_text(std::string_view text, const Mark& start, Diagnostics& diagnostics) {
  const std::optional<std::size_t> bad = find_non_text(text);
  if (!bad) return true;
  const std::string_view before = text.substr(0, *bad);
  const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  diagnostics.error(start.at(line, *bad - line_start + 1),
                    fmt::format("not a text: byte 0x{:02x}; give a YAML file in UTF-8",
                                static_cast<unsigned>(static_cast<unsigned char>(text[*bad]))));
  return false;
}

}  // namespace

Mark Document::mark(std::string_view path) const {
  const Tree* here = &root_;
  Mark found = start_;
  while (!path.empty()) {
    const Tree* next = here->find(pop_component(path));
    if (next == nullptr) {
      found.is_default = true;
      return found;
    }
    here = next;
    found = here->is_map() ? here->key_mark : here->mark;
  }
  return found;
}

bool Document::has(std::string_view path) const {
  const Tree* node = root_.at(path);
  return node != nullptr && node->kind != Tree::Kind::null;
}

Document load_text(std::string_view name, std::string_view text, Diagnostics& diagnostics) {
  const Mark start(std::string(name), 1, 1);
  if (text.size() > max_text_bytes) {
    diagnostics.error(Mark(std::string(name)),
                      fmt::format("larger than {}; a configuration is a small text", to_text(Bytes{max_text_bytes})));
    return {};
  }
  if (!check_text(text, start, diagnostics)) return {};
  const std::size_t errors = diagnostics.error_count();
  std::optional<Tree> root = parse_yaml(text, start, diagnostics);
  if (!root && diagnostics.error_count() > errors) return {};
  if (!root || root->kind == Tree::Kind::null) {
    diagnostics.error(start, "the file is empty; write \"key: value\" lines");
    return {};
  }
  if (!root->is_map()) {
    diagnostics.error(root->mark, "no keys; a configuration is made of \"key: value\" lines");
    return {};
  }
  return Document(start, std::move(*root));
}

namespace {

/// Why there is nothing at this path.
std::string why_missing(const fs::path& path, const std::error_code& problem) {
  if (const std::string loop = link_loop(path); !loop.empty()) {
    return fmt::format("a loop of links ({}); give the name of the file itself", loop);
  }
  if (problem && problem != std::errc::no_such_file_or_directory && problem != std::errc::not_a_directory) {
    return fmt::format("cannot open: {}", problem.message());
  }
  std::error_code error;
  if (fs::is_symlink(path, error)) {
    return fmt::format("is a link to {}, and no such file is there", in_quotes(fs::read_symlink(path, error).string()));
  }
  return "no such file" + neighbour_hint(path);
}

/// Reports why a file cannot be opened.
using Refuse = std::function<void(std::string_view problem)>;

Document open_and_load(const InputPath& path, const Refuse& refuse, Diagnostics& diagnostics) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) {
    refuse(why_missing(path, problem));
    return {};
  }
  if (fs::is_directory(status)) {
    refuse("is a folder; give a YAML file");
    return {};
  }
  InputStream in(path);
  std::string text(max_text_bytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  if (!in.file().is_open() || in.bad()) {
    refuse("cannot be read; check its permissions");
    return {};
  }
  return load_text(path.string(), text, diagnostics);
}

}  // namespace

namespace {

/// Standard input as a document called stdin; relative paths in it are relative to the working folder.
Document load_standard_input(Diagnostics& diagnostics) {
  const std::unique_ptr<InputFile> in = InputFile::standard_input();
  std::string text(max_text_bytes + 1, '\0');
  std::size_t size = 0;
  std::ptrdiff_t got = in->is_open() ? 1 : -1;
  while (got > 0 && size < text.size()) {
    got = in->read(std::span(text).subspan(size));
    if (got > 0) size += static_cast<std::size_t>(got);
  }
  if (got < 0) {
    diagnostics.input_error(Mark("stdin"), "cannot be read; give the name of a file");
    return {};
  }
  text.resize(size);
  return load_text("stdin", text, diagnostics);
}

}  // namespace

Document load_file(const fs::path& path, Diagnostics& diagnostics) {
  if (path == "-") {
    Document document = load_standard_input(diagnostics);
    document.inputs_ = Inputs::begin();
    return document;
  }
  const auto refuse = [&](std::string_view problem) {
    diagnostics.input_error(Mark(path.string()), std::string(problem));
  };
  const Inputs inputs = Inputs::begin();
  Document document = open_and_load(inputs.name("experiment", path), refuse, diagnostics);
  inputs.keep_in_configuration("experiment");
  document.inputs_ = inputs;
  return document;
}

Document load_part(const InputPath& path, const Mark& named_at, std::string_view key, Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view problem) {
    diagnostics.input_error(named_at, fmt::format("{}: {}: {}", key, in_quotes(path.string(), 300), problem));
  };
  return open_and_load(path, refuse, diagnostics);
}

std::optional<Tree> Document::take(std::string_view key) {
  Tree* entry = root_.find(key);
  if (entry == nullptr) return std::nullopt;
  Tree taken = std::move(*entry);
  root_.items.erase(root_.items.begin() + (entry - root_.items.data()));
  return taken;
}

namespace {

bool is_other_type(const Tree& own, const Tree& defaults) {
  const Tree* type = own.find("type");
  const Tree* other = defaults.find("type");
  return type != nullptr && other != nullptr && type->text != other->text;
}

/// `adaptive` as {type: adaptive}.
Tree long_form(const Tree& choice) {
  if (!choice.is_scalar()) return choice;
  Tree map = map_tree();
  map.mark = choice.mark;
  map.key = choice.key;
  map.key_mark = choice.key_mark;
  map.add("type", choice).key_mark = choice.mark;
  return map;
}

void merge(Tree& own, const Tree& defaults) {
  for (const Tree& entry : defaults.items) {
    Tree* written = own.find(entry.key);
    if (written == nullptr) {
      own.items.push_back(entry);
      continue;
    }
    // Where both are scalars or lists, the value that is written wins; a scalar beside a map is the short form of a
    // choice.
    if (!written->is_map() && (!written->is_scalar() || entry.find("type") == nullptr)) continue;
    if (!entry.is_map() && !entry.is_scalar()) continue;
    const Tree below = long_form(entry);
    Tree above = long_form(*written);
    if (is_other_type(above, below)) continue;
    merge(above, below);
    *written = std::move(above);
  }
}

}  // namespace

void Document::add_defaults(std::string_view key, const Tree& defaults) {
  Tree* map = root_.find(key);
  if (map == nullptr) {
    map = &root_.add(key, map_tree());
    map->mark = map->key_mark = defaults.mark;
  }
  if (map->is_map()) merge(*map, defaults);
  for (Override& each : overrides_) {
    if (each.path == key && each.value.is_map()) merge(each.value, defaults);
  }
}

void Document::drop(std::string_view path) {
  Tree* map = &root_;
  std::string_view key = pop_component(path);
  for (; !path.empty() && map != nullptr; key = pop_component(path)) map = map->find(key);
  if (map != nullptr) std::erase_if(map->items, [key](const Tree& entry) { return entry.key == key; });
}

bool check_schema(Document& document, std::string_view key, unsigned version, Diagnostics& diagnostics) {
  if (!document.loaded_) return false;
  const std::string line = fmt::format("\"{}: {}\"", key, version);
  std::vector<Tree>& entries = document.root_.items;
  const auto found =
      std::find_if(entries.begin(), entries.end(), [key](const Tree& entry) { return entry.key == key; });
  if (found == entries.end()) {
    diagnostics.error(document.start_,
                      fmt::format("the version of the format is missing; write {} as the first line", line));
    return false;
  }
  const Tree written = std::move(*found);
  entries.erase(found);
  if (written.is_scalar() && written.text == fmt::format("{}", version)) return true;
  const std::string what = written.is_scalar() ? in_quotes(written.text) : "this";
  diagnostics.error(written.mark, fmt::format("{}: {} is not a known version; write {}", key, what, line));
  return false;
}

}  // namespace fsin::config
