// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/editor_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/config/scalar.hpp"
#include "fsin/config/schema.hpp"
#include "fsin/config/yaml_text.hpp"
#include "fsin/core/units.hpp"

namespace fsin::config {
namespace {

using Json = nlohmann::ordered_json;

Json pattern(const std::string& text) { return {{"type", "string"}, {"pattern", text}}; }

// Numbers in quotes are numbers to the reader, and 1e3 is a text to some readers of YAML.
constexpr std::string_view number_digits = "[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?";

Json number_json(const Scalar& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<Delay>(value).value;
}

/// A number of this type within the limits of the field.
Json number_schema(const Field& field, const Type& type, std::string_view name) {
  Json number{{"type", name}};
  const std::uint64_t highest = type.bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - type.bits);
  if (type.shape == Shape::natural || type.shape == Shape::quantity) number["minimum"] = 0;
  if (type.shape == Shape::natural && type.bits < 64) number["maximum"] = highest;
  if (field.low) number["minimum"] = number_json(*field.low);
  if (field.high && number_json(*field.high) != Json(~std::uint64_t{0})) number["maximum"] = number_json(*field.high);
  return number;
}

/// A number and one of the units of the dimension, in all spellings that are read.
std::string quantity_pattern(Dimension dimension) {
  const std::string bytes = "([kMGT]|[KMGT]i)?(B|[Bb]ytes?)", bits = "([kMGT]|[KMGT]i)?(b|[Bb]its?)";
  std::string units;
  if (dimension == Dimension::size) {
    units = bytes;
  } else if (dimension == Dimension::rate) {
    units = fmt::format("({}|{})(/s|ps|/sec)", bytes, bits);
  } else {
    std::string list = unit_list(dimension);
    for (std::size_t at = list.find(", "); at != std::string::npos; at = list.find(", ")) list.replace(at, 2, "|");
    units = list;
    if (dimension == Dimension::time || dimension == Dimension::delay) {
      units += "|\xc2\xb5s|\xce\xbcs|[pnum]?sec";
    }
  }
  const bool may_be_bare = dimension == Dimension::cycles || dimension == Dimension::delay;
  return fmt::format("^{} *({}){}$", number_digits, units, may_be_bare ? "?" : "");
}

/// A name as the types that a reader of YAML may take it for: `off` is a truth value to some.
void add_name(Json& names, std::string_view name) {
  names.push_back(name);
  if (name == "true" || name == "yes" || name == "on") names.push_back(true);
  if (name == "false" || name == "no" || name == "off") names.push_back(false);
  if (name == "null" || name == "~") names.push_back(nullptr);
}

Json names_schema(const std::vector<NamedValue>& rows) {
  Json names = Json::array(), words = Json::array();
  for (const NamedValue& row : rows) {
    const std::size_t before = names.size();
    add_name(names, row.name);
    for (std::size_t each = before; each < names.size(); ++each) words.push_back(row.doc);
  }
  return {{"enum", names}, {"enumDescriptions", words}};
}

Json truth_schema() {
  Json names = Json::array();
  for (const std::string_view name : {"true", "false", "yes", "no", "on", "off"}) names.push_back(name);
  return {{"anyOf", Json::array({Json{{"type", "boolean"}}, Json{{"enum", names}}})}};
}

/// Any of these; the only one where there is one.
Json any_of(Json schemas) { return schemas.size() == 1 ? schemas[0] : Json{{"anyOf", std::move(schemas)}}; }

Json scalar_schema(const Field& field, const Type& type) {
  if (&type == &type_of<YamlText>) return Json::object();
  Json any = Json::array();
  switch (type.shape) {
    case Shape::boolean:
      return truth_schema();
    case Shape::integer:
    case Shape::natural:
      any.push_back(number_schema(field, type, "integer"));
      any.push_back(pattern(fmt::format("^{}{}$", type.shape == Shape::natural ? "" : "-?", number_digits)));
      break;
    case Shape::real:
      any.push_back(number_schema(field, type, "number"));
      any.push_back(pattern("^-?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$"));
      break;
    case Shape::name:
      any.push_back(names_schema(field.names));
      break;
    case Shape::quantity:
      any.push_back(pattern(quantity_pattern(type.dimension)));
      if (type.dimension == Dimension::cycles || type.dimension == Dimension::delay) {
        any.push_back(number_schema(field, type, "integer"));
      }
      break;
    default:
      return {{"type", {"string", "number", "boolean"}}};
  }
  if (!field.word.empty()) any.push_back(Json{{"const", field.word}});
  return any_of(std::move(any));
}

Json value_schema(const Field& field, const Type& type) {
  if (type.shape == Shape::optional) {
    Json inner = value_schema(field, *type.inner);
    return {{"anyOf", Json::array({std::move(inner), Json{{"type", "null"}}})}};
  }
  if (type.shape != Shape::list) return scalar_schema(field, type);
  Json list{{"type", "array"}, {"items", value_schema(field, *type.inner)}};
  if (field.min_size > 0) list["minItems"] = field.min_size;
  if (field.max_size != std::numeric_limits<std::size_t>::max()) list["maxItems"] = field.max_size;
  if (!field.by_x) return list;
  return {{"anyOf", Json::array({std::move(list), pattern("^[1-9][0-9]*(x[1-9][0-9]*)+$")})}};
}

std::string described(const Field& field) {
  std::string text(field.doc);
  if (field.type == nullptr) return text;
  if (const std::string range = range_text(field); !range.empty()) text += fmt::format("; {}", range);
  return text;
}

bool has_part(const std::vector<Field>& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const Field& field) { return field.is_part; });
}

/// Walks over all fields, and defines each entry of each choice once.
class Maker {
 public:
  /// `typed`: the path with the entries around it, by which definitions are called: `workload:synthetic.pattern`.
  /// `open`: a file or a preset elsewhere may have set the types of choices that stand here without one.
  Json map(const std::vector<Field>& fields, const std::string& typed, const std::string& path, bool open,
           bool of_choice) {
    Json properties = Json::object();
    for (const Field& field : fields) {
      Json schema =
          of(field, typed.empty() ? std::string(field.key) : fmt::format("{}.{}", typed, field.key),
             path.empty() ? std::string(field.key) : fmt::format("{}.{}", path, field.key), open || has_part(fields));
      for (const std::string_view alias : field.aliases) {
        properties[std::string(alias)] = schema;
        properties[std::string(alias)]["description"] = fmt::format("old name of {}", field.key);
      }
      properties[std::string(field.key)] = std::move(schema);
    }
    if (of_choice) properties["type"] = true;
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  }

  Json definitions = Json::object();
  Json keys = Json::object();  ///< by path: the schemas that differ

 private:
  Json of(const Field& field, const std::string& typed, const std::string& path, bool open) {
    Json schema = field.choice != nullptr ? choice(field, typed, path, open)
                  : field.type == nullptr ? map(field.members, typed, path, open || has_part(field.members), false)
                                          : value_schema(field, *field.type);
    const bool named = field.choice != nullptr;  // kept small: choices stand in the definitions
    if (named) {
      definitions[typed] = std::move(schema);
      schema = {{"allOf", Json::array({Json{{"$ref", "#/definitions/" + typed}}})}};
    }
    if (field.type != nullptr || named) {
      Json& known = keys[path];
      if (std::find(known.begin(), known.end(), schema) == known.end()) known.push_back(schema);
    }
    schema["description"] = described(field);
    return schema;
  }

  Json choice(const Field& field, const std::string& typed, const std::string& path, bool open) {
    const std::vector<Entry> entries = field.choice->entries();
    Json names = Json::array(), words = Json::array(), cases = Json::array(), untyped = Json::array();
    for (const Entry& entry : entries) {
      const std::string name = fmt::format("{}:{}", typed, entry.name);
      definitions[name] = nullptr;  // keeps the order
      Json inside = map(DefaultEntry(entry).fields.list(), name, path, open, true);
      inside["description"] = entry.doc;
      definitions[name] = std::move(inside);
      const Json reference{{"$ref", "#/definitions/" + name}};
      Json chosen{{"properties", {{"type", {{"const", entry.name}}}}}, {"required", Json::array({"type"})}};
      cases.push_back(Json{{"if", std::move(chosen)}, {"then", reference}});
      if (open) untyped.push_back(reference);
      const std::size_t before = names.size();
      add_name(names, entry.name);
      for (std::size_t each = before; each < names.size(); ++each) words.push_back(entry.doc);
    }
    if (!open) {
      const std::string_view standing = entries[field.choice->index(field.value)].name;
      untyped.push_back(Json{{"$ref", fmt::format("#/definitions/{}:{}", typed, standing)}});
    }
    Json no_type{{"not", {{"required", Json::array({"type"})}}}};
    cases.push_back(Json{{"if", std::move(no_type)}, {"then", any_of(std::move(untyped))}});
    const Json any_name{{"enum", names}, {"enumDescriptions", words}};
    return {{"if", {{"type", "object"}}},
            {"then", {{"properties", {{"type", any_name}}}, {"allOf", std::move(cases)}}},
            {"else", any_name}};
  }
};

/// What must be written below these fields.
Json required_of(const std::vector<Field>& fields) {
  Json properties = Json::object(), required = Json::array();
  for (const Field& field : fields) {
    if (field.required) required.push_back(field.key);
    Json inside;
    if (field.choice != nullptr) {
      Json cases = Json::array();
      for (const Entry& entry : field.choice->entries()) {
        const DefaultEntry made(entry);
        Json own = required_of(made.fields.list());
        if (own.is_null()) continue;
        if (own.contains("required")) cases.push_back(Json{{"not", {{"const", entry.name}}}});
        Json chosen{{"type", "object"},
                    {"properties", {{"type", {{"const", entry.name}}}}},
                    {"required", Json::array({"type"})}};
        cases.push_back(Json{{"if", std::move(chosen)}, {"then", std::move(own)}});
      }
      if (!cases.empty()) inside = Json{{"allOf", std::move(cases)}};
    } else if (field.type == nullptr) {
      inside = required_of(field.members);
    }
    if (!inside.is_null()) properties[std::string(field.key)] = std::move(inside);
  }
  Json schema;
  if (!properties.empty()) schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  if (schema.is_null() || !has_part(fields)) return schema;
  Json parts = Json::array();
  for (const Field& field : fields) {
    if (field.is_part) parts.push_back(Json{{"required", Json::array({field.key})}});
  }
  return {{"if", {{"not", {{"anyOf", std::move(parts)}}}}}, {"then", std::move(schema)}};
}

}  // namespace

Json editor_schema(const Fields& fields) {
  Maker maker;
  Json schema = maker.map(fields.list(), {}, {}, false, false);
  schema["definitions"] = std::move(maker.definitions);
  return schema;
}

Json required_schema(const Fields& fields) { return required_of(fields.list()); }

Json key_schemas(const Fields& fields) {
  Maker maker;
  maker.map(fields.list(), {}, {}, false, false);
  for (auto& [path, schemas] : maker.keys.items()) schemas = any_of(std::move(schemas));
  return std::move(maker.keys);
}

}  // namespace fsin::config
