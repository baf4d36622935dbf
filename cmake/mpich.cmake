# SPDX-License-Identifier: Apache-2.0
# Whether fsin-mpi is built: FSIN_MPI_BUILT, from FSIN_MPI, which is ON, OFF, or AUTO: where pkg-config finds MPICH. It is
# looked for each time that cmake runs, for it may have been installed, or removed, since the build folder was made.
get_property(kind CACHE FSIN_MPI PROPERTY TYPE)
if("${kind}" STREQUAL "BOOL" AND DEFINED CACHE{mpich_FOUND} AND NOT DEFINED CACHE{FSIN_MPI_ASKED})
  # A build folder of an older version: nobody's choice, but what was found when it was made.
  unset(FSIN_MPI CACHE)
endif()
set(FSIN_MPI_ASKED ON CACHE INTERNAL "FSIN_MPI is a choice")
set(FSIN_MPI AUTO CACHE STRING "build fsin-mpi, which simulates one network in several processes: ON, OFF, or AUTO (where MPICH is)")

unset(__pkg_config_checked_mpich CACHE)
pkg_check_modules(mpich QUIET IMPORTED_TARGET mpich)
set(FSIN_MPI_BUILT OFF)
if(FSIN_MPI AND mpich_FOUND)
  set(FSIN_MPI_BUILT ON)
  message(STATUS "fsin-mpi: is built, with MPICH ${mpich_VERSION}")
elseif("${FSIN_MPI}" STREQUAL "AUTO")
  message(STATUS "fsin-mpi: is not built, pkg-config finds no MPICH; install libmpich-dev and mpich, and run cmake again")
elseif(FSIN_MPI)
  message(FATAL_ERROR "FSIN_MPI=${FSIN_MPI}, and pkg-config finds no MPICH: install libmpich-dev and mpich")
else()
  message(STATUS "fsin-mpi: is not built, FSIN_MPI=${FSIN_MPI}")
endif()
