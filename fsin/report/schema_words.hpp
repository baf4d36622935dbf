// SPDX-License-Identifier: Apache-2.0
// The words in which the JSON Schemas of fsin are written: objects of described members and no others.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fsin::report::schema {

using Json = nlohmann::ordered_json;

struct Member {
  const char* name;
  Json schema;
  bool always = true;  ///< false: only where it means something
};

/// An object with these members and no other.
inline Json object(const std::vector<Member>& members) {
  Json schema{{"type", "object"}, {"additionalProperties", false}, {"required", Json::array()}};
  schema["properties"] = Json::object();
  for (const Member& member : members) {
    schema["properties"][member.name] = member.schema;
    if (member.always) schema["required"].push_back(member.name);
  }
  return schema;
}

inline Json of_type(const Json& type, const char* description) {
  return {{"type", type}, {"description", description}};
}
inline Json text(const char* description) { return of_type("string", description); }
inline Json number(const char* description) { return of_type("number", description); }
inline Json truth(const char* description) { return of_type("boolean", description); }
inline Json list_of(const Json& items, const char* description) {
  return {{"type", "array"}, {"items", items}, {"description", description}};
}
inline Json count(const char* description) {
  Json schema = of_type("integer", description);
  schema["minimum"] = 0;
  return schema;
}
inline Json either(const Json& values, const char* description) {
  return {{"enum", values}, {"description", description}};
}
inline Json matching(const char* pattern, const char* description) {
  return {{"type", "string"}, {"pattern", pattern}, {"description", description}};
}
inline Json reference(const char* name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }
inline Json number_or_null(const std::string& description) {
  return {{"type", {"number", "null"}}, {"description", description}};
}
inline Json head(const char* title) {
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
}

}  // namespace fsin::report::schema
