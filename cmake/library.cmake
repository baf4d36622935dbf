# SPDX-License-Identifier: Apache-2.0
# One target per folder: fsin_library(fsin_core SOURCES a.cpp DEPENDS fmt::fmt). Without sources it is header-only. BATCH is
# how many sources are compiled as one (FSIN_UNITY), fewer where they are large: the aim is 25 s and 600 MB. AROUND: code
# around simulations, which runs once for each of them or less, and of which the compiler need not take care.
function(fsin_library name)
  cmake_parse_arguments(ARG "AROUND" "BATCH" "SOURCES;DEPENDS" ${ARGN})
  if(NOT ARG_BATCH)
    set(ARG_BATCH 16)
  endif()
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC fsin_options ${ARG_DEPENDS})
    fsin_use_precompiled(${name})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${FSIN_UNITY} UNITY_BUILD_BATCH_SIZE ${ARG_BATCH})
    if(ARG_AROUND)
      target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE fsin_options ${ARG_DEPENDS})
  endif()
endfunction()

# fsin_test_program(program SOURCES ... DEPENDS ...): a doctest executable, and nothing else. Tests are compiled for a second
# of running: what they test has the flags of the programs.
function(fsin_test_program program)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${program} ${ARG_SOURCES})
  target_link_libraries(${program} PRIVATE fsin_options doctest_main ${ARG_DEPENDS})
  fsin_use_precompiled(${program})
  fsin_known_tests(${ARG_SOURCES})
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_compile_definitions(${program} PRIVATE FSIN_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FSIN_BINARY_DIR="${CMAKE_BINARY_DIR}")
endfunction()

# fsin_known_tests(source...): these are in a program, or deliberately in none of this build. tests/CMakeLists.txt stops at
# a source *_test.cpp of which nobody knows.
function(fsin_known_tests)
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    set_property(GLOBAL APPEND PROPERTY FSIN_KNOWN_TESTS ${path})
  endforeach()
endfunction()

# fsin_tests(folder SOURCES ... DEPENDS ...): the tests of a folder, one executable <folder>_tests, in which each source
# *_test.cpp is a test of ctest: <folder>_<source>. Test cases stand in such sources only, and each has a namespace of its
# own around all of it, so that several can be compiled as one.
function(fsin_tests folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  fsin_test_program(${folder}_tests SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS})
  set_target_properties(${folder}_tests PROPERTIES UNITY_BUILD ${FSIN_UNITY} UNITY_BUILD_BATCH_SIZE 6)
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(path ${source} ABSOLUTE)
    get_filename_component(stem ${source} NAME_WE)
    if(stem MATCHES "_test$")
      file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${path})
      add_test(NAME ${folder}_${stem} COMMAND ${folder}_tests --source-file=*${path})
      set_tests_properties(${folder}_${stem} PROPERTIES LABELS "unit;${ARG_LABELS}")
    else()
      file(STRINGS ${path} cases REGEX "^TEST_CASE" LIMIT_COUNT 1)
      if(cases)
        message(FATAL_ERROR "${path}: has test cases, which would not run: call it *_test.cpp")
      endif()
    endif()
  endforeach()
endfunction()

# fsin_test(name SOURCES ... DEPENDS ...): an executable of its own that is one test, for what cannot share a process.
function(fsin_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  fsin_test_program(${name} SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit;${ARG_LABELS}")
endfunction()

# fsin_nightly(test...): the long tails, which ./run-tests --nightly runs. What each of them has more of than the tests of
# every run stands in docs/contributing.md.
function(fsin_nightly)
  set_tests_properties(${ARGN} PROPERTIES LABELS nightly)
endfunction()
