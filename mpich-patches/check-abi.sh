#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that the patched MPICH can replace Debian's: programs that Debian linked with its MPICH run on it unchanged.
#   mpich-patches/check-abi.sh [--prefix DIR]   compares the dynamic symbols with those of Debian's package libmpich12
#   mpich-patches/check-abi.sh --run [...]      also runs xdlu of Debian's package scalapack-mpi-test on 4 ranks
# The packages are fetched with apt-get download into build/downloads and unpacked there; nothing is installed.
# Exit status: 0 it can, 1 it cannot, 2 usage, 3 something could not be fetched or is not there.
set -euo pipefail
called_from=$PWD
cd "$(dirname "$(readlink -f "$0")")/.."

say() { printf '%s\n' "$*" >&2; }
die() { say "check-abi: $1"; shift; for line in "$@"; do say "  $line"; done; exit 3; }

prefix=$PWD/build/mpich
run=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      if [ $# -lt 2 ] || [ -z "$2" ]; then say "check-abi: --prefix needs a value; see --help"; exit 2; fi
      prefix=$2
      [ "${prefix#/}" != "$prefix" ] || prefix=$called_from/$prefix
      shift ;;
    --run) run=yes ;;
    -h | --help) sed -n '3,7s/^# \{0,1\}//p' mpich-patches/check-abi.sh; exit 0 ;;
    *) say "check-abi: unknown argument '$1'; see --help"; exit 2 ;;
  esac
  shift
done
[ -e "$prefix/lib/libmpich.so.12" ] || die "there is no $prefix/lib/libmpich.so.12" "build it first: mpich-patches/build.sh"

downloads=$PWD/build/downloads/debian
tree=$downloads/tree
libraries=$tree/usr/lib/$(gcc -print-multiarch)
fetch() { # unpacks each package, once
  local package
  mkdir -p "$tree"
  for package in "$@"; do
    [ -f "$downloads/$package.done" ] && continue
    (cd "$downloads" && rm -f "$package"_*.deb && apt-get download "$package" >"$package.log" 2>&1) ||
      { tail -n 4 "$downloads/$package.log" >&2; die "the package $package could not be fetched" "see $downloads/$package.log"; }
    dpkg-deb -x "$downloads/$package"_*.deb "$tree"
    touch "$downloads/$package.done"
  done
}
symbols() { nm -D --defined-only "$1" | awk '{print $3}' | sort -u; }

fetch libmpich12
failed=no
for name in libmpich.so.12 libmpichfort.so.12 libmpichcxx.so.12; do
  missing=$(comm -23 <(symbols "$libraries/$name") <(symbols "$prefix/lib/$name"))
  total=$(symbols "$libraries/$name" | wc -l)
  if [ -z "$missing" ]; then
    echo "$name: all $total symbols of Debian's are there"
  else
    failed=yes
    echo "$name: $(wc -w <<<"$missing") of $total symbols of Debian's are missing: $(head -n 10 <<<"$missing" | tr '\n' ' ')"
  fi
done

if [ "$run" = yes ]; then
  fetch scalapack-mpi-test scalapack-test-common libscalapack-mpich2.2 libblas3 liblapack3
  log=$downloads/xdlu.log
  status=0
  # The test reads LU.dat from where it stands.
  (
    cd "$libraries/scalapack/mpich-tests" || exit
    export LD_LIBRARY_PATH=$prefix/lib:$libraries:$libraries/blas:$libraries/lapack
    export MPICH_INTERFACE_HOSTNAME=127.0.0.1
    timeout 300 "$prefix/bin/mpiexec" -n 4 ./xdlu
  ) >"$log" 2>&1 || status=$?
  passed=$(awk '/tests completed and passed residual checks/ {print $1}' "$log")
  not_passed=$(awk '/tests completed and failed residual checks/ {print $1}' "$log")
  if [ "$status" -eq 0 ] && [ "${passed:-0}" -gt 0 ] && [ "${not_passed:-1}" -eq 0 ]; then
    echo "xdlu of scalapack-mpi-test: $passed tests passed"
  else
    failed=yes
    echo "xdlu of scalapack-mpi-test: exit status $status, ${passed:-no} tests passed; see $log"
    tail -n 6 "$log"
  fi
fi
[ "$failed" = no ]
