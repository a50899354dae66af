/** `sha256:` and 64 lower-case hex digits, which identify bytes by their content. */
export type ArtifactDigest = `sha256:${string}`;

const digestForm = /^sha256:[0-9a-f]{64}$/;

export function isArtifactDigest(text: string): text is ArtifactDigest {
  return digestForm.test(text);
}

/** A reference to bytes in a registry (OCI image specification 1.1). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: ArtifactDigest;
  /** In bytes. */
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Blob {
  readonly digest: ArtifactDigest;
  readonly bytes: Uint8Array;
}

/** A manifest with everything that it refers to, ready to be published. */
export interface Artifact extends Blob {
  readonly mediaType: string;
  readonly blobs: readonly Blob[];
  /** The digest of the artifact that it is attached to. */
  readonly subject?: ArtifactDigest;
  /** The reference to it in a list of attached artifacts. */
  readonly descriptor: Descriptor;
}
