#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the MPICH of Debian 12, without patches, for libfabric (ch4:ofi): the library over which `fsin live` runs programs
# of MPICH. Debian's own (ch4:ucx) would send round the simulated network. Programs stay as they are.
#   mpich-patches/build-ofi.sh                  builds and installs under build/mpich-ofi; returns at once when that is done
#   mpich-patches/build-ofi.sh --prefix DIR     installs under DIR instead; name it to fsin live by FSIN_MPICH=DIR
#   mpich-patches/build-ofi.sh --source FILE    takes mpich_4.0.2.orig.tar.xz from FILE instead of fetching it
#   mpich-patches/build-ofi.sh -j N             compiler jobs (default: one a core, but no more than memory allows)
# 5 to 9 minutes on two cores; 500 MB while it runs (build/mpich-ofi-work), of which 20 MB stay. Logs: build/log.
# Exit status: 0 done, 2 usage, 3 a step failed (the message says which step, and where its log is).
set -euo pipefail
called_from=$PWD
cd "$(dirname "$(readlink -f "$0")")/.."
. scripts/common.sh
downloads=$PWD/build/downloads
work=$PWD/build/mpich-ofi-work
. mpich-patches/source.sh

usage() { sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//p}' mpich-patches/build-ofi.sh; }
die() { say "mpich-patches/build-ofi.sh: $1"; shift; for line in "$@"; do say "  $line"; done; exit 3; }

prefix=build/mpich-ofi
source_file=
jobs=$(build_jobs)
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --source | -j)
      if [ $# -lt 2 ] || [ -z "$2" ]; then say "mpich-patches/build-ofi.sh: $1 needs a value; see --help"; exit 2; fi
      path=$2
      [ "${path#/}" != "$path" ] || path=$called_from/$path
      case $1 in --prefix) prefix=$path ;; --source) source_file=$path ;; -j) jobs=$2 ;; esac
      shift ;;
    -h | --help) usage; exit 0 ;;
    *) say "mpich-patches/build-ofi.sh: unknown argument '$1'; see --help"; exit 2 ;;
  esac
  shift
done
case $jobs in '' | 0 | *[!0-9]*) say "mpich-patches/build-ofi.sh: -j needs a positive number, not '$jobs'"; exit 2 ;; esac
if [ -n "$source_file" ] && [ ! -r "$source_file" ]; then die "there is no file $source_file to read"; fi
mkdir -p "$prefix" 2>/dev/null || die "cannot create the prefix $prefix" "choose another one with --prefix"
prefix=$(readlink -f "$prefix")
stamp=$prefix/.mpich-ofi

# Shared memory is left out (shmmods): a rank's messages to itself would go through it. Processes are started by Debian's
# mpiexec.hydra.
configure_options=(
  --with-device=ch4:ofi --with-ch4-shmmods=none --with-libfabric=/usr --with-hwloc=/usr --with-pm=no
  --with-datatype-engine=dataloop --enable-fast=O1 --enable-shared --disable-static
  --enable-fortran=all --enable-cxx --enable-romio
  --without-x --disable-opencl --without-cuda --without-ze --without-hip
  --disable-doc --disable-dependency-tracking --disable-maintainer-mode --enable-silent-rules
)
fingerprint() { printf '%s\n' "$version" "$checksum" "$prefix" "${configure_options[@]}" | sha256sum | cut -d ' ' -f 1; }

unpack() {
  rm -rf "$work" && mkdir -p "$work/build" "$work/no-packages" || return
  tar -xf "$downloads/$tarball" -C "$work" || return
  mv "$work/mpich-$version" "$work/source"
}
# configure would link all that libfabric itself is linked with, as pkg-config tells for static libraries; it is told of no
# packages. Debian's names of the libraries, as in build.sh.
run_configure() ( # in a subshell, for cd
  cd "$work/build" || exit
  local fortran="-O2 -fallow-argument-mismatch -fallow-invalid-boz"
  PKG_CONFIG_LIBDIR=$work/no-packages MPILIBNAME=mpich MPICXXLIBNAME=mpichcxx ../source/configure --prefix="$prefix" \
    "${configure_options[@]}" CC=gcc CXX=g++ FC=gfortran F77=gfortran CXXFLAGS=-O2 FFLAGS="$fortran" FCFLAGS="$fortran"
)
compile() { make -C "$work/build" -j "$jobs" && make -C "$work/build" install; }
# Programs of other builds of MPICH ask for the names of the common binary interface.
check_library() {
  local library=$prefix/lib/libmpich.so.12
  readelf -d "$library" | grep -F libfabric.so.1 || { echo "$library is not linked with libfabric"; return 1; }
  ln -sf libmpich.so.12 "$prefix/lib/libmpi.so.12"
  ln -sf libmpichfort.so.12 "$prefix/lib/libmpifort.so.12"
  ln -sf libmpichcxx.so.12 "$prefix/lib/libmpicxx.so.12"
}

run() { # run STEP "what to do about a failure" command...
  local what=$1 remedy=$2
  shift 2
  step "mpich-ofi $what" "$@" || die "the step '$what' failed" "$remedy" "the log: build/log/mpich-ofi-${what// /-}.txt"
}

if [ "$(cat "$stamp" 2>/dev/null || true)" = "$(fingerprint)" ]; then say "MPICH $version for libfabric is in $prefix"; exit 0; fi
mkdir -p build
exec 9>build/.mpich-lock
flock --nonblock 9 || die "another build is under way in this tree" "wait until it is done"
scripts/install-packages.sh --mpich || die "the step 'packages' failed" "the lines above say what is missing"
for file in /usr/include/rdma/fabric.h /usr/include/hwloc.h; do
  [ -f "$file" ] || die "there is no $file" "apt-get install libfabric-dev libhwloc-dev"
done
free_mb=$(($(df -Pk "$PWD/build" | awk 'NR == 2 {print $4}') / 1024))
[ "$free_mb" -ge 700 ] || die "only $free_mb MB are free for build/mpich-ofi-work" "about 500 MB are needed while it runs"

rm -f "$stamp"
run "source package" "offline? fetch $tarball elsewhere and run again with --source FILE" get_source
run "checksum" "the file is damaged or another version; remove $downloads/$tarball and run again" check_source
run "source" "is the disk full?" unpack
run "configure" "$work/build/config.log has the test that failed" run_configure
run "compile and install" "the first 'error' in the log is the cause; out of memory? try -j 1" compile
run "check of the library" "fsin live could not use it" check_library
fingerprint >"$stamp"
rm -rf "$work"
say "MPICH $version for libfabric is in $prefix"
