// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/chakra/messages.hpp"

#include <et.pb.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "fsin/core/text.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::chakra {
namespace {

constexpr std::uint64_t longest_message = std::uint64_t{256} << 20;
constexpr std::uint64_t most_micros = std::uint64_t{1} << 52;
constexpr std::string_view own_duration = "duration_ns";  // beside the whole microseconds of the schema

/// The messages of a file, one after the other.
class Messages {
 public:
  Messages(io::Input& in, io::Problems& problems) : in_(in), problems_(problems) {}

  /// The next message; empty at the end of the file.
  std::optional<std::string_view> next() {
    const auto length = varint();
    if (!length) return std::nullopt;
    if (*length > longest_message)
      problems_.stop(0, fmt::format("message {} claims {} bytes, more than any has; the file is damaged, or no Chakra "
                                    "trace",
                                    number_, *length));
    body_.clear();
    while (body_.size() < *length) {  // a wrong length must not take memory that the file does not fill
      constexpr std::size_t most_at_once = std::size_t{1} << 20;
      const std::size_t had = body_.size();
      body_.resize(had + std::min<std::size_t>(most_at_once, *length - had));
      const std::size_t got = in_.read(std::span(body_).subspan(had));
      if (got == 0) cut_short();
      body_.resize(had + got);
    }
    ++number_;
    return std::string_view(body_.data(), body_.size());
  }

  std::uint64_t number() const { return number_; }
  [[noreturn]] void fault(std::string_view what) {
    problems_.stop(0, fmt::format("message {}: {}", number_ - 1, what));
  }

 private:
  [[noreturn]] void cut_short() {
    problems_.stop(0, fmt::format("the file ends within message {}: it is cut short", number_));
  }

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      char byte = 0;
      if (in_.read({&byte, 1}) == 0) {
        if (shift == 0) return std::nullopt;
        cut_short();
      }
      value |= std::uint64_t{static_cast<unsigned char>(byte) & 0x7fU} << shift;
      if ((static_cast<unsigned char>(byte) & 0x80U) == 0) return value;
    }
    problems_.stop(
        0, fmt::format("the length of message {} is no number; the file is damaged, or no Chakra trace", number_));
  }

  io::Input& in_;
  io::Problems& problems_;
  std::vector<char> body_;
  std::uint64_t number_ = 0;
};

/// A whole number, whatever type it is written in.
std::optional<std::int64_t> whole(const wire::Attribute& each) {
  using Case = wire::Attribute::ValueCase;
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto natural = [](std::uint64_t value) { return static_cast<std::int64_t>(value < most ? value : most); };
  switch (each.value_case()) {
    case Case::kInt32Value:
      return each.int32_value();
    case Case::kInt64Value:
      return each.int64_value();
    case Case::kUint32Value:
      return each.uint32_value();
    case Case::kUint64Value:
      return natural(each.uint64_value());
    case Case::kSint32Value:
      return each.sint32_value();
    case Case::kSint64Value:
      return each.sint64_value();
    case Case::kFixed32Value:
      return each.fixed32_value();
    case Case::kFixed64Value:
      return natural(each.fixed64_value());
    case Case::kSfixed32Value:
      return each.sfixed32_value();
    case Case::kSfixed64Value:
      return each.sfixed64_value();
    case Case::kBoolValue:
      return each.bool_value() ? 1 : 0;
    case Case::kText:  // some converters write numbers as text
      return fsin::parse_integer(each.text());
    default:
      return std::nullopt;
  }
}

std::uint64_t amount(const wire::Attribute& each, std::uint64_t id, Messages& messages) {
  const auto value = whole(each);
  if (!value || *value < 0)
    messages.fault(fmt::format("{} of node {} is no natural number", fsin::in_quotes(each.name()), id));
  return static_cast<std::uint64_t>(*value);
}

void read_attribute(const wire::Attribute& each, Node& node, Messages& messages) {
  const std::string& name = each.name();
  const bool sends = node.type == NodeType::send;
  if (name == "is_cpu_op") {
    node.on_cpu = whole(each).value_or(0) != 0;
  } else if (name == "comm_type" && node.type == NodeType::collective) {
    const std::uint64_t type = amount(each, node.id, messages);
    if (type >= collective_names.size())
      messages.fault(fmt::format("node {} is a collective of unknown kind {}", node.id, type));
    node.collective = static_cast<CollectiveType>(type);
  } else if (name == "comm_size") {
    node.bytes = amount(each, node.id, messages);
  } else if (name == "comm_dst" || name == "comm_src") {
    ((name == "comm_dst") == sends ? node.peer : node.self) = whole(each).value_or(-1);
  } else if (name == "root" && node.type == NodeType::collective) {
    node.peer = whole(each).value_or(-1);
  } else if (name == "comm_tag") {
    node.tag = static_cast<std::int32_t>(whole(each).value_or(0));
  } else if (name == "pg_name") {
    node.group = each.value_case() == wire::Attribute::kText ? each.text() : fmt::format("{}", whole(each).value_or(0));
  } else if (name == "num_ops") {
    node.operations = amount(each, node.id, messages);
  } else if (name == own_duration) {
    node.duration_ns = amount(each, node.id, messages);
  }
}

Node understood(const wire::Node& read, Messages& messages) {
  Node node;
  node.id = read.id();
  if (read.type() < 0 || static_cast<std::uint32_t>(read.type()) >= node_types)
    messages.fault(fmt::format("node {} is of unknown type {}", node.id, read.type()));
  node.type = static_cast<NodeType>(read.type());
  if (read.duration_micros() > most_micros)
    messages.fault(fmt::format("node {} lasts {} us, longer than any program", node.id, read.duration_micros()));
  node.duration_ns = read.duration_micros() * 1000;
  for (const auto& each : read.attributes()) read_attribute(each, node, messages);
  node.dependencies.assign(read.control_dependencies().begin(), read.control_dependencies().end());
  node.dependencies.insert(node.dependencies.end(), read.data_dependencies().begin(), read.data_dependencies().end());
  return node;
}

void add_number(wire::Node& node, std::string_view name, std::int64_t value) {
  auto* const attribute = node.add_attributes();
  attribute->set_name(std::string(name));
  attribute->set_int64_value(value);
}

void add_int32(wire::Node& node, std::string_view name, std::int64_t value) {
  auto* const attribute = node.add_attributes();
  attribute->set_name(std::string(name));
  attribute->set_int32_value(static_cast<std::int32_t>(value));
}

template <class Message>
void put(const Message& message, std::string& buffer, io::Output& out) {
  message.SerializeToString(&buffer);
  std::string length;
  for (std::uint64_t rest = buffer.size();; rest >>= 7U) {
    length += static_cast<char>((rest & 0x7fU) | (rest > 0x7fU ? 0x80U : 0U));
    if (rest <= 0x7fU) break;
  }
  out.write(std::string_view(length));
  out.write(std::string_view(buffer));
}

bool is_word(std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~') return false;
  }
  return !text.empty() && text.size() < 64;
}

}  // namespace

void read_nodes(io::Input& in, const std::function<void(Node&&)>& take) {
  io::Problems problems(in.name());
  Messages messages(in, problems);
  const auto head = messages.next();
  wire::Head metadata;
  if (!head || !metadata.ParseFromArray(head->data(), static_cast<int>(head->size())))
    problems.stop(0, "the metadata at the beginning of a Chakra trace are missing or damaged");
  while (const auto body = messages.next()) {
    wire::Node node;
    if (!node.ParseFromArray(body->data(), static_cast<int>(body->size()))) messages.fault("it is no node");
    take(understood(node, messages));
  }
}

/// The metadata begin with a version, or with an attribute; when they are empty, a node has to follow.
bool begins_trace(std::span<const char> head) {
  std::string_view text(head.data(), head.size());
  const auto varint = [&text]() -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35 && !text.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(text.front());
      text.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    return std::nullopt;
  };
  const auto length = varint();
  if (!length) return false;
  if (*length == 0) {
    const auto node = varint();
    return node && *node > 1 && !text.empty() && (text.front() == '\x08' || text.front() == '\x12');
  }
  const std::size_t before = text.size();
  if (text.empty() || (text.front() != '\x0a' && text.front() != '\x12')) return false;
  const bool version = text.front() == '\x0a';
  text.remove_prefix(1);
  const auto inner = varint();
  if (!inner || *inner + (before - text.size()) > *length) return false;
  if (version) return *inner <= text.size() && is_word(text.substr(0, *inner));
  if (text.empty() || text.front() != '\x0a') return false;
  text.remove_prefix(1);
  const auto name = varint();
  return name && *name < *inner && *name <= text.size() && is_word(text.substr(0, *name));
}

NodeWriter::NodeWriter(io::Output& out) : out_(out) {
  wire::Head head;
  head.set_version("0.0.4");
  put(head, buffer_, out_);
}

void NodeWriter::write(const Node& node, std::string_view name) {
  wire::Node made;
  made.set_id(node.id);
  made.set_name(std::string(name));
  made.set_type(static_cast<std::int32_t>(node.type));
  made.set_duration_micros((node.duration_ns + 500) / 1000);
  for (const std::uint64_t each : node.dependencies) made.add_data_dependencies(each);
  auto* const cpu = made.add_attributes();
  cpu->set_name("is_cpu_op");
  cpu->set_bool_value(node.on_cpu);
  if (node.duration_ns % 1000 != 0) add_number(made, own_duration, static_cast<std::int64_t>(node.duration_ns));
  if (!computes(node.type)) add_number(made, "comm_size", static_cast<std::int64_t>(node.bytes));
  if (node.type == NodeType::collective) {
    add_number(made, "comm_type", static_cast<std::int64_t>(node.collective));
    if (node.peer >= 0) add_int32(made, "root", node.peer);
    if (!node.group.empty()) {
      auto* const group = made.add_attributes();
      group->set_name("pg_name");
      group->set_text(node.group);
    }
  } else if (!computes(node.type)) {
    const bool sends = node.type == NodeType::send;
    add_int32(made, "comm_src", sends ? node.self : node.peer);
    add_int32(made, "comm_dst", sends ? node.peer : node.self);
    add_int32(made, "comm_tag", node.tag);
  }
  put(made, buffer_, out_);
}

}  // namespace trgen::formats::chakra
