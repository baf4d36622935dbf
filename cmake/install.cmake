# SPDX-License-Identifier: Apache-2.0
# cmake --install, in six components:
#   fsin      programs, their bundled files, manual pages, completion
#   fsin-mpi  fsin-mpi, where it was built
#   live      the libraries of fsin live, where they were built, and what programs include that run under it
#   dev       libfsin.a, <fsin/fsin.hpp>, find_package(fsin), pkg-config
#   doc       the documentation
#   python    the Python package, where it was built
# Programs find their files in ../share/fsin (fsin/core/bundled.cpp); in the build tree that is a link to the source tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(RELATIVE_PATH from_programs "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_DATADIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_BINDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_DATADIR}" OR NOT from_programs STREQUAL "../share")
  message(FATAL_ERROR "CMAKE_INSTALL_BINDIR=${CMAKE_INSTALL_BINDIR}, CMAKE_INSTALL_DATADIR=${CMAKE_INSTALL_DATADIR}: programs "
    "look for their files in ../share/fsin from their own folder; choose another CMAKE_INSTALL_PREFIX instead")
endif()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share)
file(RELATIVE_PATH source_tree ${CMAKE_BINARY_DIR}/share ${CMAKE_SOURCE_DIR})
if(source_tree MATCHES "^(\\.\\./)+$" OR source_tree MATCHES "^(\\.\\./)*\\.\\.$")
  # Within the source tree, which may be moved with its build folder.
  file(CREATE_LINK ${source_tree} ${CMAKE_BINARY_DIR}/share/fsin SYMBOLIC)
else()
  file(CREATE_LINK ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/share/fsin SYMBOLIC)
endif()

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(CODE "set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})" ALL_COMPONENTS)
# Nine tenths of a program are names for debuggers and profilers.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  install(CODE "set(CMAKE_INSTALL_DO_STRIP ON)" ALL_COMPONENTS)
endif()

install(TARGETS fsin trgen RUNTIME COMPONENT fsin)
if(FSIN_MPI_BUILT)
  install(TARGETS fsin-mpi RUNTIME COMPONENT fsin-mpi OPTIONAL)
endif()
set(data ${CMAKE_INSTALL_DATADIR}/fsin)
install(DIRECTORY experiments topologies traces DESTINATION ${data} COMPONENT fsin USE_SOURCE_PERMISSIONS
  PATTERN __pycache__ EXCLUDE)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/fsin)
install(FILES LICENSE DESTINATION ${data} COMPONENT fsin)
# The page that simulates, where scripts/browser has made it: fsin report --simulator bundled:fsin.html.
install(FILES build/browser/fsin.html DESTINATION ${data} COMPONENT fsin OPTIONAL)
if(FSIN_LIVE_BUILT)
  # Where fsin looks from its own folder (fsin/live/launcher.cpp), whatever the folder of libraries is called here.
  install(TARGETS fsin-fi fsin-shim LIBRARY DESTINATION lib/fsin COMPONENT live)
endif()
# Nothing of fsin is linked with the programs that include this.
install(DIRECTORY fsin/live/program/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fsin_live COMPONENT live)

# Manual pages and completion are what the programs print of their own tables.
install(CODE "
  set(FSIN_PAGES \"${CMAKE_BINARY_DIR}/pages\")
  set(FSIN_PROGRAMS \"$<TARGET_FILE:fsin>\" \"$<TARGET_FILE:trgen>\")
  include(\"${CMAKE_SOURCE_DIR}/cmake/pages.cmake\")
  file(INSTALL \"\${FSIN_PAGES}/man1\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}\")
  file(INSTALL \"\${FSIN_PAGES}/bash/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/bash-completion/completions\")
  set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(zsh vendor-completions)  # where Debian has those of packages
  endif()
  file(INSTALL \"\${FSIN_PAGES}/zsh/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh}\")
  file(INSTALL \"\${FSIN_PAGES}/fish/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d\")
" COMPONENT fsin)
if(FSIN_MPI_BUILT)
  file(WRITE ${CMAKE_BINARY_DIR}/fsin-mpi.1 ".so man1/fsin-run.1\n")
  install(FILES ${CMAKE_BINARY_DIR}/fsin-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT fsin-mpi)
endif()

if(FSIN_PYTHON_BUILT)
  # Where the Python of this prefix looks: dist-packages under /usr on Debian, site-packages elsewhere. CPack decides when it
  # packs, for its prefix is /usr.
  set(FSIN_PYTHON_DIR "" CACHE STRING "folder of Python packages below the prefix; empty: where the Python that was found looks")
  set(python_dir "${FSIN_PYTHON_DIR}")
  if(NOT python_dir)
    set(python_dir lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/site-packages)
  endif()
  install(CODE "
    set(python_dir \"${python_dir}\")
    if(\"\${CMAKE_INSTALL_PREFIX}\" STREQUAL \"/usr\" AND \"${FSIN_PYTHON_DIR}\" STREQUAL \"\" AND EXISTS /etc/debian_version)
      set(python_dir lib/python3/dist-packages)
    endif()
    file(INSTALL \"${CMAKE_SOURCE_DIR}/fsin/python/fsin/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${python_dir}/fsin\" FILES_MATCHING
      PATTERN \"*.py\" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
    file(INSTALL \"$<TARGET_FILE:_fsin>\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${python_dir}/fsin\")
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${python_dir}/fsin/$<TARGET_FILE_NAME:_fsin>\" COMMAND_ERROR_IS_FATAL ANY)
    endif()" COMPONENT python)
endif()

# The pages lead to each other and to the bundled files; links into the sources lead nowhere here.
install(FILES README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md LICENSE DESTINATION ${doc} COMPONENT doc)
install(DIRECTORY docs examples DESTINATION ${doc} COMPONENT doc)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/pages)
foreach(folder experiments topologies traces)
  file(CREATE_LINK ../../fsin/${folder} ${CMAKE_BINARY_DIR}/pages/${folder} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/pages/${folder} DESTINATION ${doc} COMPONENT doc)
endforeach()

if(FSIN_LIBRARY_BUILT)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/fsin)
  list(REMOVE_DUPLICATES fsin_requires)
  list(JOIN fsin_requires ", " FSIN_PC_REQUIRES)
  list(JOIN fsin_libs " " FSIN_PC_LIBS)
  file(RELATIVE_PATH FSIN_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  configure_package_config_file(cmake/fsinConfig.cmake.in ${CMAKE_BINARY_DIR}/fsinConfig.cmake INSTALL_DESTINATION ${package}
    PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/fsinConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  configure_file(cmake/fsin.pc.in ${CMAKE_BINARY_DIR}/fsin.pc @ONLY)
  # Left out where only programs were built.
  install(FILES ${FSIN_LIBRARY_FILE} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev OPTIONAL)
  install(FILES fsin/api/fsin.h fsin/api/fsin.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fsin COMPONENT dev)
  install(FILES ${CMAKE_BINARY_DIR}/fsinConfig.cmake ${CMAKE_BINARY_DIR}/fsinConfigVersion.cmake DESTINATION ${package} COMPONENT dev)
  install(FILES ${CMAKE_BINARY_DIR}/fsin.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
  install(CODE "
    if(NOT EXISTS \"${FSIN_LIBRARY_FILE}\")
      message(STATUS \"libfsin.a is not built, and left out; for it: cmake --build ${CMAKE_BINARY_DIR} --target library\")
    endif()" COMPONENT dev)
endif()
