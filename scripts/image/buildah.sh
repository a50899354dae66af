# To be sourced: `images` is buildah without a daemon, without namespaces and without an overlay.
# PARLEY_IMAGES: the folder that holds the images.
: "${PARLEY_IMAGES:=/var/tmp/parley-images}"
export PARLEY_IMAGES BUILDAH_ISOLATION=chroot

images() {
  buildah --root "$PARLEY_IMAGES/root" --runroot "$PARLEY_IMAGES/run" --storage-driver vfs "$@"
}
