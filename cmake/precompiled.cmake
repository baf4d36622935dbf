# SPDX-License-Identifier: Apache-2.0
# Two ways to parse headers less often.
#
# FSIN_PRECOMPILED: the standard headers and fmt, a second of each unit, are parsed once for the whole build. Off under a
# compiler cache, whose entries would be bound to the one build folder.
#
# FSIN_UNITY: the sources of a library are compiled a few at a time as one unit (BATCH of fsin_library), which saves more than
# half of the time. Preset release does so, and with it ./quickstart, ./run-tests and what users run. Names that the files of
# a folder keep to themselves must therefore differ; a clash is an error of that build.
#
# Every source still includes what it uses: presets debug, asan-ubsan, tsan and fuzz compile each by itself, fuzz also without
# the precompiled header.
set(headers_once ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(headers_once OFF)
endif()
option(FSIN_PRECOMPILED "parse the standard headers and fmt once for all source files" ${headers_once})
option(FSIN_UNITY "compile several source files of a library as one" OFF)

if(FSIN_PRECOMPILED)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
  add_library(fsin_precompiled STATIC ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(fsin_precompiled PRIVATE fsin_options fmt::fmt)
  target_precompile_headers(fsin_precompiled PRIVATE
    <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <cstring> <deque> <filesystem> <functional> <limits> <map>
    <memory> <numeric> <optional> <set> <span> <stdexcept> <string> <string_view> <system_error> <tuple> <unordered_map>
    <utility> <variant> <vector> <fmt/format.h>)
  # GCC 12 takes lengths that cannot occur in the standard library for possible, and with a precompiled header it no longer
  # knows that the code is the library's and keeps quiet.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(fsin_options INTERFACE -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  endif()
endif()

function(fsin_use_precompiled name)
  if(FSIN_PRECOMPILED)
    target_link_libraries(${name} PRIVATE fmt::fmt)  # the header was compiled with its definitions
    target_precompile_headers(${name} REUSE_FROM fsin_precompiled)
  endif()
endfunction()
