#!/bin/sh
# collect.sh UNPACKED IMAGE: fills IMAGE with the unpacked tarball and with the shared libraries that it needs.
set -eu
unpacked=$(echo "$1"/tulipwood-*)
image=$2
mkdir -p "$image/opt/tulipwood" "$image/data" "$image/tmp"
cp -R "$unpacked/." "$image/opt/tulipwood"
find "$unpacked/runtime" "$unpacked/node_modules" \( -name node -o -name '*.node' -o -name '*.so.*' \) -type f |
  grep -v musl |
  while read -r file; do ldd "$file"; done |
  grep -o '/[^ ]*' | grep -v "^$unpacked" | sort -u |
  while read -r library; do
    mkdir -p "$image$(dirname "$library")"
    cp -L "$library" "$image$library"
  done
chmod 1777 "$image/tmp"
chown -R 65532:65532 "$image/data"
