/** `sha256:` and 64 lower-case hex digits: names bytes by what they are. */
export type ArtifactDigest = `sha256:${string}`;

const digestForm = /^sha256:[0-9a-f]{64}$/;

export function isArtifactDigest(text: string): text is ArtifactDigest {
  return digestForm.test(text);
}

/** Points to bytes of a registry (OCI image specification 1.1). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: ArtifactDigest;
  /** Bytes. */
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Blob {
  readonly digest: ArtifactDigest;
  readonly bytes: Uint8Array;
}

/** A manifest with all that it points to, ready to be published. */
export interface Artifact extends Blob {
  readonly mediaType: string;
  readonly blobs: readonly Blob[];
  /** What it is attached to. */
  readonly subject?: ArtifactDigest;
  /** How a list of what is attached names it. */
  readonly descriptor: Descriptor;
}
