// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/plain_page.hpp"

#include <fmt/format.h>

#include "fsin/core/markup.hpp"

namespace fsin::report {
namespace {

constexpr std::string_view style =
    ":root{color-scheme:light dark;--page:#f7f7f5;--surface:#fff;--ink:#1c2228;--quiet:#59636d;--line:#dfe3e7;\n"
    "--mark:#0072b2;--strong:#b04a00}\n"
    "@media (prefers-color-scheme:dark){:root{--page:#121518;--surface:#1a1e22;--ink:#e7eaed;--quiet:#a3adb7;\n"
    "--line:#2e353c;--mark:#6cb6ee;--strong:#f2a05c}}\n"
    "body{font:16px/1.55 system-ui,sans-serif;margin:0;background:var(--page);color:var(--ink)}\n"
    "main{max-width:1120px;margin:0 auto;padding:24px}h1{font-size:1.9rem;line-height:1.2;margin:12px 0}\n"
    "h2{font-size:1.15rem;line-height:1.3;margin:0 0 10px}p{margin:10px 0}.quiet{color:var(--quiet)}\n"
    "section{border:1px solid var(--line);border-radius:12px;padding:16px;margin:18px 0;background:var(--surface)}\n"
    ".picture{background:#fff}svg{display:block;max-width:100%;height:auto;margin:0 auto}\n"
    "pre{font-size:13px;line-height:1.45;margin:0;overflow-x:auto;white-space:pre-wrap}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:3px 14px 3px 0;text-align:right;vertical-align:top;white-space:nowrap}\n"
    "th{border-bottom:1px solid var(--line);font-weight:600}.word{text-align:left;white-space:normal}\n"
    "@media (max-width:1000px){pre{white-space:pre}main{padding:14px}}\n"
    "@media print{:root{--page:#fff;--surface:#fff;--ink:#000;--quiet:#333;--line:#ccc;--mark:#0072b2;\n"
    "--strong:#b04a00}main{padding:0}pre{font-size:10px}table{font-size:11px}section{break-inside:avoid}}";

}  // namespace

std::string plain_page(std::string_view title, std::string_view heading, const std::vector<PagePart>& parts) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<style>{}</style></head>\n<body><main><h1>{}</h1>\n",
      markup_text(title), style, markup_text(heading));
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const PagePart& part = parts[number];
    const std::string name = markup_text(part.name);
    text += fmt::format("<section{}", part.ground == Ground::white ? " class=\"picture\"" : "");
    if (part.headed) {
      text += fmt::format(" aria-labelledby=\"part-{0}\">\n<h2 id=\"part-{0}\">{1}</h2>\n", number, name);
    } else {
      text += fmt::format(" aria-label=\"{}\">\n", name);
    }
    text += part.body + "</section>\n";
  }
  return text + "</main></body></html>\n";
}

std::string page_text(std::string_view text) {
  return fmt::format("<pre tabindex=\"0\">{}</pre>\n", markup_text(text));
}

std::string page_table(const std::vector<TableRow>& rows, std::size_t words) {
  std::string text = "<div class=\"wide\" tabindex=\"0\"><table>\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::string_view cell = row == 0 ? "th" : "td";
    text += "<tr>";
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      text += fmt::format("<{0}{1}{2}>{3}</{0}>", cell, row == 0 ? " scope=\"col\"" : "",
                          column < words ? " class=\"word\"" : "", markup_text(rows[row][column]));
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

}  // namespace fsin::report
