# SPDX-License-Identifier: Apache-2.0
# Shared by build.sh and build-ofi.sh (source it, from the root of the tree): MPICH's source as Debian has it. Expects
# $downloads, and $source_file, which is empty unless the user has named a file.
version=4.0.2
debian_version=4.0.2-3
tarball=mpich_$version.orig.tar.xz
checksum=b27039f964afeb6b8a3e009c56b441cbe368c26d6d6476ad3bb7190996875860

# Debian's source packages may not be among the configured ones. A private list, made from the configured binary sources, and
# private indexes leave the configuration of apt alone and need no root.
deb_src_lists() {
  local parts=$1 file
  mkdir -p "$parts"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] && sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] && sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" >"$parts/$(basename "$file" .list).list"
  done
}
fetch_with_apt() {
  local state=$downloads/apt
  rm -rf "$state"
  mkdir -p "$state/lists/partial" "$state/archives/partial"
  deb_src_lists "$state/sources"
  local options=(
    -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$state/sources" -o "Dir::State::lists=$state/lists"
    -o "Dir::Cache=$state" -o Acquire::Languages=none -o Acquire::Retries=2 -o APT::Get::List-Cleanup=false
  )
  # An unreachable third-party list is no reason to stop: the next command tells whether Debian's is there.
  apt-get "${options[@]}" update || true
  (cd "$downloads" && apt-get "${options[@]}" source --download-only --only-source --tar-only "mpich=$debian_version")
  rm -rf "$state"
}
fetch_directly() {
  /usr/lib/apt/apt-helper download-file "http://deb.debian.org/debian/pool/main/m/mpich/$tarball" \
    "$downloads/$tarball" "SHA256:$checksum"
}
matches_checksum() { [ -f "$1" ] && echo "$checksum  $1" | sha256sum --check --status; }
get_source() {
  mkdir -p "$downloads" || return
  if [ -n "$source_file" ]; then cp "$source_file" "$downloads/$tarball"; return; fi
  matches_checksum "$downloads/$tarball" && return
  rm -f "$downloads/$tarball"
  fetch_with_apt || true
  [ -f "$downloads/$tarball" ] || fetch_directly
}
check_source() {
  sha256sum "$downloads/$tarball"
  echo "$checksum  expected"
  matches_checksum "$downloads/$tarball"
}
