# SPDX-License-Identifier: Apache-2.0
# Debian packages by CPack: `cpack -G DEB` in the build folder makes one of each component (cmake/install.cmake), and
# packaging/debian/finish.cmake adds what Debian asks of every package. The source tarball is that of git archive.
set(CPACK_PACKAGE_NAME fsin)
set(CPACK_PACKAGE_VENDOR "The fsin and trgen maintainers")
set(CPACK_PACKAGE_CONTACT "The fsin and trgen maintainers <fsin@localhost.localdomain>" CACHE STRING "maintainer that packages name: Name <address>")
# CPack would put a summary before the first line of each description, which is the synopsis of that package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)  # cmake --install strips
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)

set(CPACK_COMPONENTS_ALL fsin doc)
if(FSIN_MPI_BUILT)
  list(APPEND CPACK_COMPONENTS_ALL fsin-mpi)
endif()
if(FSIN_LIVE_BUILT)
  list(APPEND CPACK_COMPONENTS_ALL live)
endif()
if(FSIN_LIBRARY_BUILT)
  list(APPEND CPACK_COMPONENTS_ALL dev)
endif()
if(FSIN_PYTHON_BUILT)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/debian/finish.cmake)

set(about "fsin simulates packet-switched networks with virtual channels cycle by cycle:\n"
  "tori, meshes, fat-trees, dragonflies and other topologies, under synthetic\n"
  "traffic, programs of ranks and recorded MPI traces, which trgen captures,\n"
  "generates, checks and converts.")
string(CONCAT about ${about})

set(CPACK_DEBIAN_FSIN_PACKAGE_NAME fsin)
set(CPACK_DEBIAN_FSIN_DESCRIPTION "cycle-exact simulator of interconnection networks\n${about}\n\nThis package has the programs, with the bundled experiments, topologies and\ntraces.")
set(CPACK_DEBIAN_FSIN_PACKAGE_RECOMMENDS "python3")
set(CPACK_DEBIAN_FSIN_PACKAGE_SUGGESTS "fsin-doc, fsin-live, fsin-mpi, scotch")

set(CPACK_DEBIAN_FSIN-MPI_PACKAGE_NAME fsin-mpi)
set(CPACK_DEBIAN_FSIN-MPI_DESCRIPTION "cycle-exact simulator of interconnection networks, parallel\n${about}\n\nThis package has fsin-mpi, which fsin becomes under mpirun.mpich: it simulates\none network in several processes.")
set(CPACK_DEBIAN_FSIN-MPI_PACKAGE_DEPENDS "fsin (= ${PROJECT_VERSION}), mpich")

set(CPACK_DEBIAN_LIVE_PACKAGE_NAME fsin-live)
set(CPACK_DEBIAN_LIVE_DESCRIPTION "cycle-exact simulator of interconnection networks, live programs\n${about}\n\nThis package has what fsin live needs, which runs MPI programs here and now,\ntheir messages timed by the simulated network: a provider of libfabric, and the\nlibrary that gives programs simulated time.")
set(CPACK_DEBIAN_LIVE_PACKAGE_DEPENDS "fsin (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIVE_PACKAGE_RECOMMENDS "openmpi-bin")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libfsin-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "cycle-exact simulator of interconnection networks, library\n${about}\n\nThis package has the static library and the header with which a C++ program\nbuilds a design, runs it and reads the result.")
list(JOIN fsin_debian ", " dev)  # cmake/prelink.cmake
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${dev}")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake | pkg-config, fsin-doc")
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-fsin)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "cycle-exact simulator of interconnection networks, Python\n${about}\n\nThis package has the Python module, which runs experiments and sweeps and has\ntheir results as numpy arrays and pandas DataFrames.")
if(FSIN_PYTHON_BUILT)
  math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}), python3 (<< ${Python3_VERSION_MAJOR}.${next_minor}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "fsin (= ${PROJECT_VERSION}), python3-pandas, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "fsin-doc")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME fsin-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_DESCRIPTION "cycle-exact simulator of interconnection networks, documentation\n${about}\n\nThis package has the documentation: tutorial, cookbook, the model, the\nreference of keys and figures.")
set(CPACK_DEBIAN_DOC_PACKAGE_SUGGESTS "fsin")
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)

set(CPACK_GENERATOR DEB)
include(CPack)
