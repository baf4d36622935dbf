# SPDX-License-Identifier: Apache-2.0
# Flags that every target of the project shares.
add_library(fsin_options INTERFACE)
target_compile_options(fsin_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
# GCC 12 takes "text" + std::string for an overlapping copy at -O3 (GCC bug 105651); GCC 13 does not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(fsin_options INTERFACE -Wno-restrict)
endif()
# No fused multiply-add and no fast-math: a result must not depend on the machine that computed it.
target_compile_options(fsin_options INTERFACE -ffp-contract=off)
# The same objects make programs and the Python module. Symbols that stay within keep calls as direct as in a program.
target_compile_options(fsin_options INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
# Random123 includes the 60,000 lines of the compiler's vector intrinsics for a generator that is not used here.
target_compile_definitions(fsin_options INTERFACE R123_USE_SSE=0)
# A key that a constant JSON value lacks ends the program instead of reading what lies beyond: release builds have no
# assertions, and a test that asks for a key of yesterday would pass by luck.
target_compile_options(fsin_options INTERFACE "-DJSON_ASSERT(holds)=((holds)?static_cast<void>(0):__builtin_abort())")
target_include_directories(fsin_options INTERFACE ${CMAKE_SOURCE_DIR})
# Release objects carry names and no line tables, which made them ten times as large: preset debug has everything, and
# CMAKE_BUILD_TYPE=RelWithDebInfo what a profiler asks for.
# The one definition rule: a class or function that two sources define differently is undefined behaviour which neither the
# compiler nor the usual linker sees. With link-time optimisation the linker sees all types and fails at such a pair.
if(FSIN_ODR)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "FSIN_ODR=${FSIN_ODR}: only GCC has -Wodr; configure with CMAKE_CXX_COMPILER=g++")
  endif()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  add_link_options(-Wodr -Werror=odr)
endif()
if(FSIN_SANITIZE)
  # GCC's documentation of -fsanitize: the instrumented code makes this warning cry wolf.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(fsin_options INTERFACE -Wno-maybe-uninitialized)
  endif()
  add_compile_options(-fsanitize=${FSIN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FSIN_SANITIZE})
endif()
