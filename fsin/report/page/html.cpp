// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "fsin/core/json_text.hpp"
#include "fsin/report/page/still.hpp"

namespace fsin::report::page {
namespace {

constexpr std::string_view open = "{{", close = "}}";

std::string script_element(const Asset& asset) { return fmt::format("<script>\n{}\n</script>\n", asset.text); }

std::string scripts() {
  std::string text;
  for (const Asset& each : assets()) {
    if (each.name.ends_with(".js")) text += script_element(each);
  }
  return text;
}

std::string part(std::string_view name, const Json& report) {
  if (name == "title") return escaped(report.at("title").get<std::string>());
  if (name == "program") return escaped(report.at("program").get<std::string>());
  if (name == "still") return still_html(report);
  if (name == "data") return script_text(report);
  if (name == "scripts") return scripts();
  if (name == "licence") return escaped(asset("d3-licence.txt"));
  return std::string(asset(name));
}

}  // namespace

std::string_view asset(std::string_view name) {
  const auto all = assets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Asset& each) { return each.name == name; });
  if (found == all.end()) throw std::logic_error(fmt::format("no asset is called {}", name));
  return found->text;
}

std::string script_text(const Json& json) {
  std::string text;
  for (const char c : repaired_json_text(json)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string html(const Json& report) {
  std::string_view rest = asset("page.html");
  std::string text;
  for (std::size_t at = rest.find(open); at != std::string_view::npos; at = rest.find(open)) {
    const std::size_t end = rest.find(close, at);
    text += rest.substr(0, at);
    text += part(rest.substr(at + open.size(), end - at - open.size()), report);
    rest.remove_prefix(end + close.size());
  }
  return text + std::string(rest);
}

}  // namespace fsin::report::page
