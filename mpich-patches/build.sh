#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the MPICH of Debian 12 with the patches of this folder, and the tracing library, for extended traces.
#   mpich-patches/build.sh                  builds and installs under build/mpich; returns at once when that is done already
#   mpich-patches/build.sh --prefix DIR     installs under DIR instead
#   mpich-patches/build.sh --source FILE    takes mpich_4.0.2.orig.tar.xz from FILE instead of fetching it (needs no network)
#   mpich-patches/build.sh -j N             compiler jobs (default: one a core, but no more than memory allows)
#   mpich-patches/build.sh --keep           keeps the source and build tree (600 MB, build/mpich-work) after success
#   mpich-patches/build.sh --force          builds again although the prefix is complete
# The steps: packages, source, checksum, patches, configure, compile, install, tracing library, check of the symbols; each has
# its log in build/log. About 5 minutes on 2 idle cores. What the patches do: mpich-patches/README.md.
# Exit status: 0 done, 2 usage, 3 a step failed (the message says which step, why if known, and where its log is).
set -euo pipefail
called_from=$PWD
cd "$(dirname "$(readlink -f "$0")")/.."
. scripts/common.sh

. mpich-patches/source.sh
patches=$PWD/mpich-patches/patches
downloads=$PWD/build/downloads
work=$PWD/build/mpich-work

usage() { sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//p}' mpich-patches/build.sh; }
die() { say "mpich-patches/build.sh: $1"; shift; for line in "$@"; do say "  $line"; done; exit 3; }

prefix=build/mpich
source_file=
jobs=$(build_jobs)
keep=no
force=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --source | -j)
      if [ $# -lt 2 ] || [ -z "$2" ]; then say "mpich-patches/build.sh: $1 needs a value; see --help"; exit 2; fi
      path=$2
      [ "${path#/}" != "$path" ] || path=$called_from/$path
      case $1 in --prefix) prefix=$path ;; --source) source_file=$path ;; -j) jobs=$2 ;; esac
      shift ;;
    -j*) jobs=${1#-j} ;;
    --keep) keep=yes ;;
    --force) force=yes ;;
    -h | --help) usage; exit 0 ;;
    *) say "mpich-patches/build.sh: unknown argument '$1'; see --help"; exit 2 ;;
  esac
  shift
done
case $jobs in '' | 0 | *[!0-9]*) say "mpich-patches/build.sh: -j needs a positive number, not '$jobs'"; exit 2 ;; esac
if [ -n "$source_file" ] && [ ! -r "$source_file" ]; then die "there is no file $source_file to read"; fi
mkdir -p "$prefix" 2>/dev/null || die "cannot create the prefix $prefix" "choose another one with --prefix"
[ -w "$prefix" ] || die "the prefix $prefix cannot be written to" "choose another one with --prefix"
prefix=$(readlink -f "$prefix")
stamp=$prefix/.mpich-patches

# Everything that the result depends on: the source, the patches in their order, the options, where it is installed.
configure_options=(
  --with-device=ch3:sock --with-pm=hydra --enable-shared --disable-static
  --enable-fortran=all --enable-cxx --enable-romio
  --without-x --disable-opencl --without-cuda --without-ze --without-hip
  --disable-doc --disable-dependency-tracking --disable-maintainer-mode --enable-silent-rules
)
fingerprint() {
  {
    printf '%s\n' "$version" "$checksum" "$prefix" "${configure_options[@]}"
    while read -r name; do cat "$patches/$name"; done <"$patches/series"
  } | sha256sum | cut -d ' ' -f 1
}

# --- the steps; each runs with its output in a log, where a failing command does not end the script by itself ------------

unpack_and_patch() {
  local name
  rm -rf "$work" && mkdir -p "$work/build" || return
  tar -xf "$downloads/$tarball" -C "$work" || return
  mv "$work/mpich-$version" "$work/source" || return
  while read -r name; do
    echo "--- $name"
    patch --directory="$work/source" --strip=1 --fuzz=0 --forward --no-backup-if-mismatch <"$patches/$name" ||
      { echo "the patch $name does not apply"; return 1; }
  done <"$patches/series"
}
run_configure() ( # in a subshell, for cd
  cd "$work/build" || exit
  # Debian's names of the libraries. gfortran 10 and later take the mismatched arguments of MPI calls only when told to.
  local fortran="-O2 -fallow-argument-mismatch -fallow-invalid-boz"
  MPILIBNAME=mpich MPICXXLIBNAME=mpichcxx ../source/configure --prefix="$prefix" "${configure_options[@]}" \
    CC=gcc CXX=g++ FC=gfortran F77=gfortran CFLAGS=-O2 CXXFLAGS=-O2 FFLAGS="$fortran" FCFLAGS="$fortran"
)
compile() { make -C "$work/build" -j "$jobs" && make -C "$work/build" install; }
# The interface between the two libraries: the functions of each are weak references of the other. With hidden visibility or a
# wrong option both would work, without hooks.
hooks=(MPIX_Trace_hidden_send MPIX_Trace_hidden_post MPIX_Trace_hidden_receive MPIX_Trace_comm_freed)
functions=(MPIX_Trace_interface MPIX_Trace_comm MPIX_Trace_members)
exported() { nm -D --defined-only "$1" | awk '{print $3}' | grep -x "$2" >/dev/null || { echo "$1 does not export $2"; return 1; }; }
refers_to() { nm -D "$1" | grep -E "^ +w $2\$" >/dev/null || { echo "$1 does not refer to $2 weakly"; return 1; }; }
build_tracer() {
  local library=$PWD/build/trace/libtrgen-trace.so symbol
  make -C mpich-patches/trace -j "$jobs" "PREFIX=$prefix" "MPICC=$prefix/bin/mpicc" "OUT=$PWD/build/trace" || return
  for symbol in "${hooks[@]}"; do exported "$library" "$symbol" || return; done
  for symbol in "${functions[@]}"; do refers_to "$library" "$symbol" || return; done
  install -m 755 "$library" "$prefix/lib/libtrgen-trace.so"
}

check_symbols() {
  local library=$prefix/lib/libmpich.so.12 fortran=$prefix/lib/libmpichfort.so.12 symbol
  for symbol in "${functions[@]}" MPII_Op_set_cxx MPII_Errhandler_set_cxx; do
    exported "$library" "$symbol" || return
  done
  for symbol in "${hooks[@]}"; do
    refers_to "$library" "$symbol" || return
  done
  for symbol in mpi_init_ mpi_init_f08_ mpi_send_f08ts_; do exported "$fortran" "$symbol" || return; done
  if nm -D "$fortran" | grep -E ' U PMPI_(Init|Wait|Barrier|Comm_split)$'; then
    echo "the Fortran 2008 routines of $fortran still call PMPI_"
    return 1
  fi
}

# --- in order -------------------------------------------------------------------------------------------------------------

run() { # run STEP "what to do about a failure" command...
  local what=$1 remedy=$2 log first
  shift 2
  if step "mpich $what" "$@"; then return; fi
  log=build/log/mpich-${what// /-}.txt
  # With several jobs the cause may be far above the end.
  first=$(grep -m 1 -E 'error:|Error:|No space left|cannot allocate' "$log" || true)
  die "the step '$what' failed${first:+: $first}" "$remedy" "the whole log: $log"
}
finish_tracer() {
  if [ -f mpich-patches/trace/Makefile ]; then
    run "tracing library" "the log says which file; MPICH itself is installed" build_tracer
  fi
}

if [ "$force" = no ] && [ "$(cat "$stamp" 2>/dev/null || true)" = "$(fingerprint)" ]; then
  finish_tracer
  say "MPICH $version with the patches is in $prefix"
  exit 0
fi

mkdir -p build
exec 9>build/.mpich-lock
flock --nonblock 9 || die "another build is under way in this tree" "wait until it is done"
scripts/install-packages.sh --mpich || die "the step 'packages' failed" "the lines above say what is missing"
if command -v ccache >/dev/null && [ -d /usr/lib/ccache ]; then export PATH=/usr/lib/ccache:$PATH; fi
free_mb=$(($(df -Pk "$PWD/build" | awk 'NR == 2 {print $4}') / 1024))
[ "$free_mb" -ge 700 ] || die "only $free_mb MB are free for build/mpich-work" "about 700 MB are needed while it runs, 20 MB stay"

rm -f "$stamp"
run "source package" "offline? fetch $tarball elsewhere and run again with --source FILE" get_source
run "checksum" "the file is damaged or another version; remove $downloads/$tarball and run again" check_source
run "patches" "the series is for MPICH $version exactly; was a patch edited?" unpack_and_patch
run "configure" "$work/build/config.log (or one in a folder below it) has the test that failed" run_configure
run "compile and install" "the first 'error' in the log is the cause; out of memory? try -j 1" compile
run "check of the symbols" "the library in $prefix would give no extended traces" check_symbols
fingerprint >"$stamp"
finish_tracer
if [ "$keep" = no ]; then rm -rf "$work"; fi
say "MPICH $version with the patches is in $prefix"
