# SPDX-License-Identifier: Apache-2.0
# Files as string literals of C++, at build time:
#   cmake -DOUTPUT=assets.cpp "-DFILES=a.js|b.css" -P embed.cmake
# OUTPUT defines fsin::page::assets() over the files in this order, by their names without folder.
string(REPLACE "|" ";" files "${FILES}")
set(text "// Made by cmake/embed.cmake; do not edit.\n#include \"fsin/page/html.hpp\"\n\nnamespace fsin::page {\nnamespace {\n\n")
string(APPEND text "constexpr Asset embedded[] = {\n")
foreach(file IN LISTS files)
  file(READ "${file}" content)
  get_filename_component(name "${file}" NAME)
  string(FIND "${content}" ")fsin_asset\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${file}: holds the mark that ends a string literal")
  endif()
  string(APPEND text "{\"${name}\", R\"fsin_asset(${content})fsin_asset\"},\n")
endforeach()
string(APPEND text "};\n\n}  // namespace\n\nstd::span<const Asset> assets() { return embedded; }\n\n}  // namespace fsin::page\n")
file(WRITE "${OUTPUT}" "${text}")
