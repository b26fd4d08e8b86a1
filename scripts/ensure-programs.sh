#!/usr/bin/env bash
# Installs what the tests run beside Node and is missing: git and redis-server from Debian, and the kubectl of the lab's
# release, built once into the lab's cache; without Go to build it, Debian's.
set -euo pipefail
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null 2>&1; }

install_package() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"
}

has git || install_package git
has redis-server || install_package redis-server

if has go && npm run -s lab:build -- kubectl; then exit 0; fi
has kubectl && exit 0
# whichever name this release of Debian has for it
install_package kubectl || install_package kubernetes-client
