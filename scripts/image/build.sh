#!/usr/bin/env bash
# Builds the image as `parley`: `scripts/image/build.sh [ARGUMENT OF buildah build ...]`.
# The settings of npm, the certificates and the proxies of this machine are used for building, but
# do not become part of the image.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
. "$here/buildah.sh"
# Maximal size of the image in megabytes. The size is printed, so that growth is noticed.
limit="${PARLEY_IMAGE_LIMIT:-350}"

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
# A separate home folder, so that neither settings nor npm's cache get into the image.
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
