#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does a program use every MPI call that the tracing library wraps? (But for those that it refuses.)
#   coverage.sh libtrgen-trace.so wrappers.table PROGRAM
# Exit status: 0 yes, 1 no (the names that are missing), 2 usage.
set -eu
[ $# -eq 3 ] || { echo "usage: coverage.sh LIBRARY TABLE PROGRAM" >&2; exit 2; }
refused=$(awk '$1 == "refused" { for (i = 2; i <= NF; ++i) print "MPI_" $i }' "$2")
used=$(nm -u "$3" | awk '$2 ~ /^MPIX?_/ { sub(/@.*/, "", $2); print $2 }')
missing=$(nm -D --defined-only "$1" | awk '$3 ~ /^MPIX?_/ && $3 !~ /^MPIX_Trace_/ { print $3 }' | while read -r name; do
  printf '%s\n' $refused MPI_Abort $used | grep -qx "$name" || echo "$name"
done)
[ -z "$missing" ] || { echo "not used by $3:"; echo "$missing"; exit 1; }
