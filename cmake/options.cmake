# SPDX-License-Identifier: Apache-2.0
# Flags that every target of the project shares.
add_library(fsin_options INTERFACE)
target_compile_options(fsin_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
# No fused multiply-add and no fast-math: a result must not depend on the machine that computed it.
target_compile_options(fsin_options INTERFACE -ffp-contract=off)
target_include_directories(fsin_options INTERFACE ${CMAKE_SOURCE_DIR})
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG -g1")
if(FSIN_SANITIZE)
  add_compile_options(-fsanitize=${FSIN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FSIN_SANITIZE})
endif()
