# To be sourced. `images` runs buildah without a daemon, namespaces or an overlay file system.
# PARLEY_IMAGES: folder of the images.
: "${PARLEY_IMAGES:=/var/tmp/parley-images}"
export PARLEY_IMAGES BUILDAH_ISOLATION=chroot

images() {
  buildah --root "$PARLEY_IMAGES/root" --runroot "$PARLEY_IMAGES/run" --storage-driver vfs "$@"
}
