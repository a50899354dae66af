#!/usr/bin/env bash
# Makes the images that the Dockerfile begins with, where no registry has them:
# `parley-debian` by debootstrap, and `parley-node` of it with Node from the npm registry.
# Needs root, debootstrap, npm, and buildah, which is given as in build.sh.
set -euo pipefail

suite="${PARLEY_IMAGE_SUITE:-bookworm}"
node_version="${PARLEY_IMAGE_NODE:-22}"
. "$(dirname "$0")/buildah.sh"

scratch="$(mktemp -d)"
containers=()
leave() {
  if [ "${#containers[@]}" -gt 0 ]; then images rm "${containers[@]}" >/dev/null; fi
  rm -rf "$scratch"
}
trap leave EXIT

debian="$(images from scratch)"
containers+=("$debian")
root="$(images mount "$debian")"
# What the slim images leave out is left out here, so that sizes are alike.
debootstrap --variant=minbase "$suite" "$root" >&2
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/* \
  "$root"/usr/share/{doc,info,locale,man}/*
images config --cmd bash "$debian"
images commit --quiet --format docker "$debian" parley-debian >&2

# The program itself, without what installs it.
(cd "$scratch" && npm init --yes >/dev/null && npm install --no-audit --no-fund "node@$node_version" >&2)
node="$(images from parley-debian)"
containers+=("$node")
root="$(images mount "$node")"
chroot "$root" sh -c \
  'apt-get update && apt-get install --yes --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/*' >&2
install -D --mode=755 "$scratch/node_modules/node/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp --recursive --dereference "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
for name in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"
done
images commit --quiet --format docker "$node" parley-node >&2
