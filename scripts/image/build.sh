#!/usr/bin/env bash
# Builds the image as `parley`: `scripts/image/build.sh [ARGUMENT OF buildah build ...]`.
# What npm and apt need to know of this machine is taken from it, and is not in the image:
# the settings of npm, the certificates, and the proxies of the environment.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
. "$here/buildah.sh"
# Megabytes that the image may have; what it has is told, and kept from growing unseen.
limit="${PARLEY_IMAGE_LIMIT:-350}"

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
# A home of its own, so that neither its settings nor what npm keeps there get into the image.
settings="${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}"
if [ -f "$settings" ]; then cat "$settings" >"$scratch/.npmrc"; fi
certificates="${NODE_EXTRA_CA_CERTS:-}"
if [ -f "$certificates" ]; then
  cp "$certificates" "$scratch/certificates.pem"
  printf '\ncafile=/root/certificates.pem\n' >>"$scratch/.npmrc"
fi
images build --format docker --layers=false --force-rm \
  --volume "$scratch:/root" "$@" --tag parley "$here/../.." >&2

container="$(images from parley)"
trap 'images rm "$container" >/dev/null; rm -rf "$scratch"' EXIT
root="$(images mount "$container")"
size="$(find "$root" -type f -printf '%s\n' | awk '{ all += $1 } END { printf "%d", all / 1000000 }')"
echo "parley has $size MB"
if [ "$size" -ge "$limit" ]; then
  echo "It may have less than $limit MB." >&2
  exit 1
fi
