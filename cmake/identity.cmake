# SPDX-License-Identifier: Apache-2.0
# Which program is being built, at every build:
#   cmake -DSOURCE=DIR -DOUTPUT=identity.cpp "-DBUILD=compiler and flags" [-DGIT=git] -P identity.cmake
# OUTPUT defines what fsin/core/build_identity.hpp declares, and is left alone when nothing has changed:
#   revision  the commit of the checkout, "-dirty" behind it when a file differs from it; of a tarball that git archive made,
#             the commit it was made of
#   digest    of the sources that decide what a simulation gives (simulating.cmake), the compiler and its flags: names and
#             contents, so that it is the same in every checkout and for every build folder
include(${CMAKE_CURRENT_LIST_DIR}/simulating.cmake)

set(files "")
foreach(folder IN LISTS fsin_simulating_folders)
  file(GLOB_RECURSE found RELATIVE ${SOURCE} ${SOURCE}/${folder}/*.cpp ${SOURCE}/${folder}/*.hpp)
  list(APPEND files ${found})
endforeach()
if(NOT files)
  message(FATAL_ERROR "${SOURCE}: has no source of a simulation; is it the source folder?")
endif()
list(SORT files)
set(text "${BUILD}\n")
foreach(name IN LISTS files)
  file(SHA256 ${SOURCE}/${name} sum)
  string(APPEND text "${sum} ${name}\n")
endforeach()
string(SHA256 digest "${text}")
string(SUBSTRING ${digest} 0 32 digest)

if(NOT EXISTS ${SOURCE}/.git)
  set(revision "not built from a git checkout")
  # git archive writes the commit into this file.
  if(EXISTS ${SOURCE}/cmake/revision.txt)
    file(STRINGS ${SOURCE}/cmake/revision.txt commit LIMIT_COUNT 1)
    if(commit MATCHES "^[0-9a-f]+$")
      string(SUBSTRING ${commit} 0 10 revision)
    endif()
  endif()
else()
  set(failed 1)
  if(GIT)
    execute_process(COMMAND ${GIT} --no-optional-locks describe --always --dirty --abbrev=10 --exclude=*
      WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  endif()
  if(NOT failed EQUAL 0)
    set(revision "revision unknown: git could not tell")
  endif()
endif()

set(text "// Made by cmake/identity.cmake at every build; do not edit.\n#include \"fsin/core/build_identity.hpp\"\n\n"
  "namespace fsin::build_identity {\n\n"
  "std::string_view revision() { return \"${revision}\"\; }\n"
  "std::string_view program_digest() { return \"${digest}\"\; }\n\n"
  "}  // namespace fsin::build_identity\n")
string(CONCAT text ${text})
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUTPUT} "${text}")
endif()
