# SPDX-License-Identifier: Apache-2.0
# Files as string literals of C++, at build time:
#   cmake -DOUTPUT=assets.cpp "-DFILES=a.js|b.css" -P embed.cmake
# OUTPUT defines fsin::report::page::assets() over the files in this order, by their names without folder.
string(REPLACE "|" ";" files "${FILES}")
set(text "// Made by cmake/embed.cmake; do not edit.\n#include \"fsin/report/page/html.hpp\"\n\nnamespace fsin::report::page {\nnamespace {\n\n")
# The literals are longer than the 65536 bytes that every compiler must take; GCC and clang take them.
string(PREPEND text "#if defined(__clang__)\n#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n")
# Sizes are written out: clang gives up counting the bytes of a literal at compile time.
set(list "")
set(number 0)
foreach(file IN LISTS files)
  file(READ "${file}" content)
  get_filename_component(name "${file}" NAME)
  string(FIND "${content}" ")fsin_asset\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${file}: holds the mark that ends a string literal")
  endif()
  string(APPEND text "constexpr char text_${number}[] = R\"fsin_asset(${content})fsin_asset\";\n")
  string(APPEND list "    {\"${name}\", {text_${number}, sizeof(text_${number}) - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND text "\nconstexpr Asset embedded[] = {\n${list}};\n\n}  // namespace\n\n"
  "std::span<const Asset> assets() { return embedded; }\n\n}  // namespace fsin::report::page\n")
file(WRITE "${OUTPUT}" "${text}")
