#!/bin/sh
# Runs Tulipwood with the Node.js next to it. The installation may be read-only: compiled code is cached elsewhere.
program=$0
while [ -L "$program" ]; do
  link=$(readlink "$program")
  case $link in /*) program=$link ;; *) program=$(dirname "$program")/$link ;; esac
done
home=$(cd "$(dirname "$program")/.." && pwd)
cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
if [ -z "${NODE_COMPILE_CACHE-}" ] && [ -n "$cache" ]; then
  export NODE_COMPILE_CACHE="$cache/tulipwood"
fi
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "$home/runtime/node" --max-semi-space-size=8 --heap-growing-percent=30 "$home/dist/cli.mjs" "$@"
