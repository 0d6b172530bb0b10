#!/bin/sh
# npm links this file into node_modules/.bin under each name that package.json gives it. It runs the program of
# that name, and installs it into .installed/ first if needed. `exec` keeps the process id, so signals reach it.
set -eu

name=${0##*/}
here=$(dirname "$(readlink -f "$0")")
installed=$(cd "$here/../../.." && pwd)/.installed

fail() {
  echo "$1" >&2
  exit 1
}

# The machine's PATH, without the folders that hold this file.
outside() {
  echo "$PATH" | tr ':' '\n' | grep -v 'node_modules/\.bin/*$' | paste -sd : -
}

bin() {
  echo "$installed/$1/node_modules/.bin/$name"
}

# The installed copy of the lock file shows which versions are there. npm succeeds without an optional package, so
# the program itself may be missing.
is_current() {
  cmp -s "$here/$1/package-lock.json" "$installed/$1/package-lock.json" && [ -x "$(bin "$1")" ]
}

# Installs beside the final folder and renames, so that two processes can do it at once.
install() {
  is_current "$1" && return
  echo "Installing $1 into .installed/ (once)..." >&2
  new=$installed/$1.$$
  mkdir -p "$new"
  trap 'rm -rf "$new"; exit 130' INT TERM
  cp "$here/$1/package.json" "$here/$1/package-lock.json" "$new"
  if ! (
    cd "$new"
    # npm passes its options on to the scripts that it runs. These would change what is installed, or where.
    unset NODE_OPTIONS npm_config_workspace npm_config_workspaces npm_config_prefix npm_config_local_prefix npm_config_omit
    export PATH="$(outside)"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null && [ -x "node_modules/.bin/$name" ]
  ); then
    rm -rf "$new"
    return 1
  fi
  if is_current "$1"; then
    rm -rf "$new"
  else
    rm -rf "${installed:?}/$1"
    mv "$new" "$installed/$1"
    # If another process was faster, mv has put the folder into that one's.
    rm -rf "$installed/$1/${new##*/}"
  fi
  trap - INT TERM
}

run_node() {
  is_current node && exec "$(bin node)" "$@"
  machine=$(PATH=$(outside) && command -v node || true)
  version=$(NODE_OPTIONS='' "$machine" --version 2>/dev/null || true)
  major=${version#v}
  [ "${major%%.*}" -ge 24 ] 2>/dev/null && exec "$machine" "$@"
  needed="Node 24 or newer is needed, and this machine has ${version:-none}."
  system="$(uname -s) $(uname -m)"
  case $system in
  "Linux x86_64" | "Linux aarch64") ;;
  *) fail "$needed npm has no package of it for $system. Install it from https://nodejs.org, and run the command again." ;;
  esac
  if install node; then
    "$(bin node)" --version >/dev/null 2>&1 && exec "$(bin node)" "$@"
    # The binary needs glibc, and the machine may have another C library.
    rm -rf "${installed:?}/node"
  fi
  fail "$needed npm could not install one that works. Check the connection to the registry, or install Node 24 from https://nodejs.org, and run the command again."
}

run_from() {
  program=$(bin "$1")
  install "$1" || fail "npm could not install $name. Check the connection to the registry, and run the command again."
  shift
  exec "$(dirname "$0")/node" "$program" "$@"
}

case $name in
node) run_node "$@" ;;
biome) run_from biome "$@" ;;
conformance) run_from mcp "$@" ;;
openapi-typescript) run_from openapi-typescript "$@" ;;
*) fail "There is no program $name." ;;
esac
