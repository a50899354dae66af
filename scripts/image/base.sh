#!/usr/bin/env bash
# Makes the base images of the Dockerfile where no registry has them: `parley-debian` with
# debootstrap, and based on it `parley-node` with Node from the npm registry.
# Needs root, debootstrap, npm, and buildah.
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
# Leaves out what the official slim images leave out, so that sizes are comparable.
debootstrap --variant=minbase "$suite" "$root" >&2
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/* \
  "$root"/usr/share/{doc,info,locale,man}/*
images config --cmd bash "$debian"
images commit --quiet --format docker "$debian" parley-debian >&2

# Node itself, without the npm package that installs it.
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
