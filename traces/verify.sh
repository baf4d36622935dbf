#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the size and the SHA-256 sum of every trace against traces/npb/manifest.yaml, and that each trace beside it is
# listed. Exit status: 0 all as listed, 3 not.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/npb"

failed=0
listed=()
complain() { printf 'traces/npb/%s: %s\n' "$1" "$2" >&2; failed=1; }
check() {
  local file=$1 size=$2 sum=$3
  listed+=("$file")
  if [ ! -f "$file" ]; then complain "$file" "missing; take it from the repository again"; return; fi
  if [ "$(stat -c %s "$file")" != "$size" ]; then
    complain "$file" "$(stat -c %s "$file") bytes, the manifest says $size; take it from the repository again"
  elif [ "$(sha256sum "$file" | cut -d' ' -f1)" != "$sum" ]; then
    complain "$file" "its SHA-256 sum is not the manifest's; take it from the repository again"
  fi
}

while read -r file size sum; do check "$file" "$size" "$sum"; done < <(
  awk '$1 == "-" && $2 == "file:" {file = $3} $1 == "size:" {size = $2} $1 == "sha256:" {print file, size, $2}' manifest.yaml)
for file in *.zst; do
  case " ${listed[*]} " in
    *" $file "*) ;;
    *) complain "$file" "is not in manifest.yaml; add it with what ran, sizes and sum" ;;
  esac
done
if [ $failed -ne 0 ]; then exit 3; fi
echo "${#listed[@]} traces as listed in traces/npb/manifest.yaml"
