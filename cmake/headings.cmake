# SPDX-License-Identifier: Apache-2.0
# The headings of the pages of docs/ as C++, at build time, for the search of `fsin help`:
#   cmake -DOUTPUT=pages.cpp -DROOT=/path/to/tree "-DFILES=docs/a.md|docs/b.md" -P headings.cmake
# OUTPUT defines fsin::commands::pages(). Rows of docs/index.md and README.md ("| I want to | page |") count as headings
# of the page that they name.
string(REPLACE "|" ";" files "${FILES}")
set(list "")
foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" content)
  # Characters that would divide or join the entries of a list of CMake.
  string(REPLACE ";" "," content "${content}")
  string(REPLACE "\\" "/" content "${content}")
  string(REPLACE "[" "<" content "${content}")
  string(REPLACE "]" ">" content "${content}")
  string(REPLACE "\n" ";" lines "${content}")
  set(fenced FALSE)
  foreach(line IN LISTS lines)
    if(line MATCHES "^```")
      if(fenced)
        set(fenced FALSE)
      else()
        set(fenced TRUE)
      endif()
    elseif(NOT fenced AND line MATCHES "^#+ (.*)$")
      string(REGEX REPLACE "[\"`*]" "" heading "${CMAKE_MATCH_1}")
      string(REGEX REPLACE "<([^<>]*)>\\([^()]*\\)" "\\1" heading "${heading}")
      string(APPEND list "    {\"${file}\", \"${heading}\", true},\n")
    elseif(NOT fenced AND line MATCHES "^\\| ([^|]*) \\| <[^<>]*>\\(([^()#]*\\.md)[^()]*\\)")
      set(target "${CMAKE_MATCH_2}")
      string(REGEX REPLACE "[\"`*]" "" wish "${CMAKE_MATCH_1}")
      get_filename_component(folder "${file}" DIRECTORY)
      cmake_path(SET page NORMALIZE "${folder}/${target}")
      string(REGEX REPLACE "^/" "" page "${page}")
      string(APPEND list "    {\"${page}\", \"${wish}\", false},\n")
    endif()
  endforeach()
endforeach()
file(WRITE "${OUTPUT}" "// Made by cmake/headings.cmake; do not edit.\n#include \"fsin/commands/pages.hpp\"\n\n"
  "namespace fsin::commands {\nnamespace {\n\nconstexpr Page list[] = {\n${list}};\n\n}  // namespace\n\n"
  "std::span<const Page> pages() { return list; }\n\n}  // namespace fsin::commands\n")
