// SPDX-License-Identifier: Apache-2.0
// The page as text: complete in itself, and nothing that a user wrote becomes markup.
#include "fsin/report/page/html.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/report/page/document.hpp"
#include "tests/report/page/sample_sweep.hpp"

namespace html_test {

using namespace fsin;
namespace page = fsin::report::page;
using page::test::Json;

namespace {

/// The JSON between the tags of the data.
std::string data_of(const std::string& html) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = html.find(open) + open.size();
  return html.substr(from, html.find("</script>", from) - from);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace

TEST_CASE("the data in the page are the report, whatever a user wrote") {
  const std::string title = "</script><script>alert(1)</script> <!-- & \" \u00e9";
  const Json report = page::report_json(page::test::sample_results(), title, "fsin 1");
  const std::string html = page::html(report);
  CHECK(Json::parse(data_of(html)) == report);
  CHECK(data_of(html).find('<') == std::string::npos);
  CHECK(html.find("alert(1)</script>") == std::string::npos);
  CHECK(html.find("<title>&lt;/script&gt;&lt;script&gt;alert(1)") != std::string::npos);
}

TEST_CASE("text that is not UTF-8 does not stop a report") {
  CHECK(page::script_text(Json("a\xff<b")) == "\"a\xef\xbf\xbd\\u003cb\"");
}

TEST_CASE("the page needs no other file and no network") {
  const std::string html = page::html(page::report_json(page::test::sample_results(), "", "fsin 1"));
  CHECK(html.find("{{") == html.find("{{", html.find("d3js.org")));  // no placeholder before the scripts is left
  for (const char* outside : {"<script src", "<link rel=\"stylesheet\"", "@import", "<img", "<iframe"}) {
    CHECK(html.find(outside) == std::string::npos);
  }
  // One script element an asset that is a script, and one for the data.
  std::size_t scripts = 1;
  for (const page::Asset& asset : page::assets()) scripts += asset.name.ends_with(".js") ? 1U : 0U;
  CHECK(count(html, "<script") == scripts);
  CHECK(count(html, "</script>") == scripts);
  CHECK(html.find("Redistribution and use in source and binary forms") != std::string::npos);
}

}  // namespace html_test
