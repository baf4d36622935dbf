# SPDX-License-Identifier: Apache-2.0
# libfsin.a, the library that programs of others link: the objects behind fsin/api as one object, in which only the names of
# fsin/api/fsin.hpp and fsin.h are global. So a user needs one archive and one header, nothing else of the project can be called by
# accident, and no name of it clashes with the user's.
#
# fsin_archives(TARGET archives libraries): the static libraries of the project behind a target, and the libraries of others.
function(fsin_archives target archives libraries)
  set(waiting ${target})
  set(seen "")
  set(own "")
  set(others "")
  while(waiting)
    list(POP_FRONT waiting name)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" name "${name}")
    if(name IN_LIST seen OR NOT name)
      continue()
    endif()
    list(APPEND seen ${name})
    set(imported ON)
    if(TARGET ${name})
      get_target_property(imported ${name} IMPORTED)
    endif()
    if(imported)
      list(APPEND others ${name})
      continue()
    endif()
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND own ${name})
    endif()
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(next ${name} ${property})
      if(next)
        list(APPEND waiting ${next})
      endif()
    endforeach()
  endwhile()
  set(${archives} ${own} PARENT_SCOPE)
  set(${libraries} ${others} PARENT_SCOPE)
endfunction()

fsin_archives(fsin_api fsin_own fsin_others)
list(REMOVE_ITEM fsin_own fsin_api fsin_precompiled)

# What a program that links libfsin.a has to link besides: by CMake, by pkg-config, and the Debian package that it is in. A
# library that is not in this table stops cmake, so that none is forgotten.
set(fsin_dependencies "")
set(fsin_link "")
set(fsin_requires "")
set(fsin_libs "")
set(fsin_debian "")
function(fsin_dependency find link requires libs debian)
  set(fsin_dependencies "${fsin_dependencies}${find}" PARENT_SCOPE)
  set(fsin_link ${fsin_link} ${link} PARENT_SCOPE)
  set(fsin_requires ${fsin_requires} ${requires} PARENT_SCOPE)
  set(fsin_libs ${fsin_libs} ${libs} PARENT_SCOPE)
  set(fsin_debian ${fsin_debian} ${debian} PARENT_SCOPE)
endfunction()
foreach(library IN LISTS fsin_others)
  if(library MATCHES "^(Boost::headers|nlohmann_json::nlohmann_json)$")
    # Headers only.
  elseif(library STREQUAL "fmt::fmt")
    fsin_dependency("find_dependency(fmt)\n" fmt::fmt fmt "" libfmt-dev)
  elseif(library STREQUAL "yaml-cpp")
    fsin_dependency("find_dependency(yaml-cpp)\n" yaml-cpp yaml-cpp "" libyaml-cpp-dev)
  elseif(library STREQUAL "pugixml::pugixml")
    fsin_dependency("find_dependency(pugixml)\n" pugixml::pugixml pugixml "" libpugixml-dev)
  elseif(library STREQUAL "Boost::graph")
    fsin_dependency("find_dependency(Boost COMPONENTS graph)\n" Boost::graph "" -lboost_graph libboost-graph-dev)
  elseif(library STREQUAL "ZLIB::ZLIB")
    fsin_dependency("find_dependency(ZLIB)\n" ZLIB::ZLIB zlib "" zlib1g-dev)
  elseif(library STREQUAL "BZip2::BZip2")
    fsin_dependency("find_dependency(BZip2)\n" BZip2::BZip2 "" -lbz2 libbz2-dev)
  elseif(library STREQUAL "zstd::libzstd_shared")
    fsin_dependency("find_dependency(zstd)\n" zstd::libzstd_shared libzstd "" libzstd-dev)
  elseif(library STREQUAL "Threads::Threads")
    fsin_dependency("find_dependency(Threads)\n" Threads::Threads "" -pthread "")
  elseif(library STREQUAL "protobuf::libprotobuf-lite")
    fsin_dependency("find_dependency(Protobuf)\n" protobuf::libprotobuf-lite protobuf-lite "" libprotobuf-dev)
  elseif(library STREQUAL "PkgConfig::otf2")
    fsin_dependency("find_dependency(PkgConfig)\npkg_check_modules(fsin_otf2 REQUIRED IMPORTED_TARGET otf2)\n"
      PkgConfig::fsin_otf2 otf2 "" libopen-trace-format2-dev)
  elseif(library STREQUAL XXHASH_LIBRARY OR library STREQUAL "${XXHASH_LIBRARY}")
    fsin_dependency("find_library(FSIN_XXHASH_LIBRARY xxhash REQUIRED)\n" "\${FSIN_XXHASH_LIBRARY}" libxxhash "" libxxhash-dev)
  elseif(library STREQUAL "${METIS_LIBRARY}")
    fsin_dependency("find_library(FSIN_METIS_LIBRARY metis REQUIRED)\n" "\${FSIN_METIS_LIBRARY}" "" -lmetis libmetis-dev)
  else()
    message(FATAL_ERROR "cmake/prelink.cmake: libfsin.a would need ${library}; say there how a user of it finds that")
  endif()
endforeach()

# Objects for link-time optimisation are no machine code yet, and the sanitizers want to see the whole program.
set(FSIN_LIBRARY_BUILT ON)
if(FSIN_ODR OR FSIN_SANITIZE OR FSIN_FUZZ)
  set(FSIN_LIBRARY_BUILT OFF)
endif()
set(FSIN_LIBRARY_FILE ${CMAKE_BINARY_DIR}/lib/libfsin.a)
if(FSIN_LIBRARY_BUILT)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  set(files "")
  foreach(name IN LISTS fsin_own)
    list(APPEND files $<TARGET_FILE:${name}>)
  endforeach()
  set(strip "")
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set(strip COMMAND ${CMAKE_STRIP} --strip-unneeded libfsin.o)
  endif()
  # Groups of sections are dissolved: the user's program may have a group of the same name, and the linker would take that
  # for ours, whose names are local by now. objcopy makes no unique symbol local (static variables of inline functions), so
  # these are made weak first.
  add_custom_command(OUTPUT ${FSIN_LIBRARY_FILE}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o libfsin.o
      --whole-archive $<TARGET_FILE:fsin_api> --no-whole-archive --start-group ${files} --end-group
    COMMAND sh -c "'${CMAKE_NM}' --defined-only --extern-only libfsin.o | sed -n 's/^[0-9a-f]* u //p' > unique.txt"
    COMMAND ${CMAKE_OBJCOPY} --weaken-symbols=unique.txt libfsin.o
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=_ZN4fsin10Experiment* --keep-global-symbol=_ZNK4fsin10Experiment*
      --keep-global-symbol=_ZN4fsin6Result* --keep-global-symbol=_ZNK4fsin6Result* --keep-global-symbol=_ZN4fsin15ExperimentError* --keep-global-symbol=_ZNK4fsin15ExperimentError*
      --keep-global-symbol=_ZT?N4fsin15ExperimentErrorE --keep-global-symbol=_ZN4fsin7versionEv
      --keep-global-symbol=_ZN4fsin7Network* --keep-global-symbol=_ZNK4fsin7Network* --keep-global-symbol=fsin_network_* libfsin.o
    ${strip}
    COMMAND ${CMAKE_COMMAND} -E rm -f libfsin.a
    COMMAND ${CMAKE_AR} qcs libfsin.a libfsin.o
    COMMAND ${CMAKE_COMMAND} -E rm -f libfsin.o unique.txt
    DEPENDS fsin_api ${fsin_own} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/lib VERBATIM COMMENT "Linking libfsin.a")
  add_custom_target(library ALL DEPENDS ${FSIN_LIBRARY_FILE})
endif()
