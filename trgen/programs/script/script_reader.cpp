// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/script/script_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "trgen/programs/script/script_text.hpp"

namespace trgen::programs::script {
namespace {

constexpr int most_depth_of_blocks = 40;

/// True for collectives that a script can call: those whose blocks all have one size. The parts of a reduce_scatter
/// may differ in MPI; here they are equal.
bool is_regular(collectives::Kind kind) {
  using enum collectives::Kind;
  return kind != gather_v && kind != scatter_v && kind != all_gather_v && kind != all_to_all_v;
}

/// The name of a collective as it stands in a script: `reduce_scatter` is `reduce-scatter`, as under `collectives`.
std::string with_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

class Reader : ScriptText {
 public:
  using ScriptText::ScriptText;

  Script read(const Tree& root) {
    script_.names = {"rank", "ranks"};
    check_keys(root, {"program", "title", "ranks", "let", "communicators", "do"}, "a script");
    if (const Tree* version = root.find("program"); version == nullptr || version->text != "1")
      error(version != nullptr ? *version : root, "a script begins with \"program: 1\", the version of its format");
    if (const Tree* title = root.find("title")) script_.title = title->text;
    if (const Tree* ranks = root.find("ranks")) {
      script_.names.clear();
      script_.ranks = formula(*ranks);
      script_.names = {"rank", "ranks"};
    }
    if (const Tree* lets = root.find("let")) read_lets(*lets);
    if (const Tree* communicators = root.find("communicators")) read_communicators(*communicators);
    const Tree* body = root.find("do");
    if (body == nullptr) {
      error(root, "a script needs \"do\", the list of what each rank does");
    } else {
      script_.body = block(*body, 0);
    }
    return std::move(script_);
  }

 private:
  void read_lets(const Tree& lets) {
    if (!lets.is_map()) return error(lets, "let is a map of names and expressions");
    for (const Tree& entry : lets.items) {
      Formula value = formula(entry);  // it may use the names before it
      new_name(entry, entry.key);
      script_.lets.push_back(std::move(value));
    }
  }

  void read_communicators(const Tree& map) {
    if (!map.is_map()) return error(map, "communicators is a map of names, each with a color");
    for (const Tree& entry : map.items) {
      check_keys(entry, {"color", "key"}, "a communicator");
      CommunicatorRule rule;
      rule.name = entry.key;
      if (entry.key == "world") error(entry, "\"world\" is the communicator of all ranks; choose another name");
      const Tree* color = entry.find("color");
      if (color == nullptr) {
        error(entry, "a communicator needs a color: ranks whose color is equal are its members");
        continue;
      }
      rule.color = formula(*color);
      if (const Tree* key = entry.find("key")) rule.key = formula(*key);
      script_.communicators.push_back(std::move(rule));
    }
  }

  std::vector<Statement> block(const Tree& list, int depth) {
    std::vector<Statement> statements;
    if (depth > most_depth_of_blocks) {
      error(list, "blocks are nested too deeply");
    } else if (!list.is_list()) {
      error(list, "a list of statements should stand here, each with a \"-\" before it");
    } else {
      for (const Tree& item : list.items) statement(item, depth, statements);
    }
    return statements;
  }

  void statement(const Tree& item, int depth, std::vector<Statement>& out) {
    if (item.is_scalar()) return word(item, item.text, out);
    if (!item.is_map() || item.items.empty())
      return error(item, "a statement such as \"send: {to: 1, bytes: 8}\" should stand here");
    const Tree& first = item.items[0];
    if (first.key == "repeat") return repeat(item, depth, out);
    if (first.key == "if") return condition(item, depth, out);
    if (item.items.size() > 1)
      return error(item.items[1], fmt::format("{} belongs to no statement; write each statement as an item of its own",
                                              fsin::in_quotes(item.items[1].key)));
    if (first.key == "compute") return compute(first, out);
    if (first.key == "wait") return wait(first, out);
    if (first.key == "send" || first.key == "recv" || first.key == "isend" || first.key == "irecv")
      return message(first, out);
    for (std::size_t i = 0; i < collectives::kinds; ++i) {
      const auto kind = static_cast<collectives::Kind>(i);
      if (with_hyphens(first.key) == collectives::name_of(kind) && is_regular(kind))
        return collective(first, kind, out);
    }
    unknown(first, first.key);
  }

  void unknown(const Tree& at, const std::string& name) {
    std::vector<std::string_view> names{"send",    "recv",    "isend",   "irecv",  "wait",
                                        "waitall", "waitany", "compute", "repeat", "if"};
    for (std::size_t i = 0; i < collectives::kinds; ++i) {
      if (is_regular(static_cast<collectives::Kind>(i))) names.push_back(collectives::kind_names[i]);
    }
    error(at,
          fmt::format("unknown statement {}{}", fsin::in_quotes(name), fsin::suggestion(name, names, "statements")));
  }

  void word(const Tree& item, const std::string& name, std::vector<Statement>& out) {
    Statement each;
    if (name == "waitall" || name == "waitany") {
      each.operation.kind = name == "waitall" ? OperationKind::wait : OperationKind::wait_any;
      each.operation.requests = ~std::uint32_t{0};  // all of them, whose number is known at the end
    } else if (name == "barrier") {
      each.operation = {.kind = OperationKind::collective, .collective = collectives::Kind::barrier};
    } else {
      return unknown(item, name);
    }
    out.push_back(std::move(each));
  }

  void repeat(const Tree& item, int depth, std::vector<Statement>& out) {
    check_keys(item, {"repeat", "as", "do"}, "repeat");
    Statement loop;
    loop.kind = StatementKind::repeat;
    loop.count = formula(item.items[0]);
    if (loop.count.expression.depends_on_any_from(first_let + script_.lets.size()))
      error(item.items[0],
            "the number of repetitions must not depend on the variable of another loop; use \"if\" inside");
    const std::size_t names = script_.names.size();
    const Tree* as = item.find("as");
    new_name(item, as != nullptr ? as->text : fmt::format("repetition {}", names));
    loop.variable = static_cast<std::uint32_t>(names);
    if (const Tree* body = item.find("do")) {
      loop.body = block(*body, depth + 1);
    } else {
      error(item, "repeat needs \"do\", the list of what is repeated");
    }
    most_names_ = std::max(most_names_, script_.names.size());
    script_.names.resize(names);
    out.push_back(std::move(loop));
  }

  void condition(const Tree& item, int depth, std::vector<Statement>& out) {
    check_keys(item, {"if", "do", "else"}, "if");
    Statement choice;
    choice.kind = StatementKind::condition;
    choice.count = formula(item.items[0]);
    const Tree* body = item.find("do");
    const Tree* otherwise = item.find("else");
    if (body == nullptr && otherwise == nullptr) error(item, "if needs \"do\", the list of what is done then");
    if (body != nullptr) choice.body = block(*body, depth + 1);
    if (otherwise != nullptr) choice.otherwise = block(*otherwise, depth + 1);
    out.push_back(std::move(choice));
  }

  void compute(const Tree& time, std::vector<Statement>& out) {
    Statement burst;
    burst.operation.kind = OperationKind::compute;
    burst.amount = formula(time);
    out.push_back(std::move(burst));
  }

  void wait(const Tree& name, std::vector<Statement>& out) {
    const auto known = requests_.find(name.text);
    if (known == requests_.end()) {
      std::vector<std::string_view> names;
      for (const auto& [each, number] : requests_) names.push_back(each);
      return error(name, fmt::format("no statement before this one starts a request {}{}", fsin::in_quotes(name.text),
                                     names.empty() ? "" : fsin::suggestion(name.text, names, "requests")));
    }
    Statement each;
    each.operation = {.kind = OperationKind::wait, .request = known->second, .requests = 1};
    out.push_back(std::move(each));
  }

  void message(const Tree& what, std::vector<Statement>& out) {
    const bool sends = what.key.ends_with("send"), starts = what.key[0] == 'i';
    const std::string_view other = sends ? "to" : "from";
    if (!what.is_map()) return error(what, fmt::format("write {}: {{{}: RANK, bytes: SIZE}}", what.key, other));
    if (starts) {
      check_keys(what, {other, "bytes", "tag", "request"}, what.key);
    } else {
      check_keys(what, {other, "bytes", "tag"}, what.key);
    }
    Statement each;
    using enum OperationKind;
    each.operation.kind = sends ? (starts ? send_start : send) : (starts ? receive_start : receive);
    if (starts) each.operation.request = script_.requests++;
    if (const Tree* name = what.find("request"); name != nullptr && starts) {
      if (!requests_.try_emplace(name->text, each.operation.request).second)
        error(*name,
              fmt::format("another statement has the request {}; choose another name", fsin::in_quotes(name->text)));
    }
    if (const Tree* peer = needed(what, other)) each.peer = formula(*peer);
    if (const Tree* bytes = needed(what, "bytes")) each.amount = formula(*bytes);
    if (const Tree* tag = what.find("tag")) each.tag = formula(*tag);
    out.push_back(std::move(each));
  }

  void collective(const Tree& what, collectives::Kind kind, std::vector<Statement>& out) {
    using enum collectives::Kind;
    const bool rooted = kind == broadcast || kind == reduce || kind == gather || kind == scatter;
    if (!what.is_map()) return error(what, fmt::format("write {}: {{bytes: SIZE}}", what.key));
    if (rooted) {
      check_keys(what, {"bytes", "buffer", "root", "communicator"}, what.key);
    } else if (kind == barrier) {
      check_keys(what, {"communicator"}, what.key);
    } else {
      check_keys(what, {"bytes", "buffer", "communicator"}, what.key);
    }
    Statement each;
    each.operation = {.kind = OperationKind::collective, .collective = kind};
    if (const Tree* buffer = what.find("buffer"); buffer != nullptr && kind != barrier) {
      if (what.find("bytes") != nullptr) error(*buffer, "bytes and buffer both say how much there is; keep one");
      each.whole_buffer = true;
      each.amount = formula(*buffer);
    } else if (kind != barrier) {
      if (const Tree* bytes = needed(what, "bytes")) each.amount = formula(*bytes);
    }
    if (const Tree* root = what.find("root"); root != nullptr && rooted) each.peer = formula(*root);
    if (const Tree* name = what.find("communicator")) each.operation.communicator = communicator(*name);
    out.push_back(std::move(each));
  }

  std::uint32_t communicator(const Tree& name) {
    if (name.text == "world") return 0;
    std::vector<std::string_view> names{"world"};
    for (std::uint32_t i = 0; i < script_.communicators.size(); ++i) {
      if (script_.communicators[i].name == name.text) return number_of_communicator(i);
      names.push_back(script_.communicators[i].name);
    }
    error(name, fmt::format("unknown communicator {}{}", fsin::in_quotes(name.text),
                            fsin::suggestion(name.text, names, "communicators")));
    return 0;
  }

  std::map<std::string, std::uint32_t> requests_;
  std::size_t most_names_ = 0;

 public:
  /// Variables that may have values at once.
  std::size_t most_names() const { return std::max(most_names_, script_.names.size()); }
};

/// Sets the requests of waits for all, whose number is `requests`.
void number_requests(std::vector<Statement>& block, std::uint32_t requests) {
  for (Statement& each : block) {
    if (each.operation.requests == ~std::uint32_t{0}) each.operation.requests = requests;
    number_requests(each.body, requests);
    number_requests(each.otherwise, requests);
  }
}

}  // namespace

std::optional<Script> read_script(const fsin::config::Document& document, fsin::Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  Reader reader(diagnostics);
  Script script = reader.read(document.root());
  script.variables = std::max(reader.most_names(), script.names.size());
  number_requests(script.body, script.requests);
  if (diagnostics.error_count() != before) return std::nullopt;
  return script;
}

}  // namespace trgen::programs::script
