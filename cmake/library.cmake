# SPDX-License-Identifier: Apache-2.0
# One target per folder: fsin_library(fsin_core SOURCES a.cpp DEPENDS fmt::fmt). Without sources it is header-only.
function(fsin_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC fsin_options ${ARG_DEPENDS})
    fsin_use_precompiled(${name})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE fsin_options ${ARG_DEPENDS})
  endif()
endfunction()

# fsin_test(name SOURCES ... DEPENDS ...): one doctest executable, registered with ctest.
function(fsin_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE fsin_options doctest_main ${ARG_DEPENDS})
  fsin_use_precompiled(${name})
  target_compile_definitions(${name} PRIVATE FSIN_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FSIN_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit;${ARG_LABELS}")
endfunction()
