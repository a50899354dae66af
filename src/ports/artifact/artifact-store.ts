import type { Artifact, ArtifactDigest, Blob, Descriptor } from '../../model/artifact.ts';
import type { Result } from '../../model/result.ts';

/**
 * A store of artifacts: a folder or a registry. Artifacts are only added, never removed. The name
 * of a repository is `TENANT/NAME`.
 */
export interface ArtifactStore {
  /** The location as given by the user, without credentials. */
  readonly location: string;
  /**
   * Publishes an artifact under these tags, of which at least one is required unless it is attached
   * to another one. It becomes visible only when complete: an interrupted call leaves nothing
   * visible.
   */
  put(repository: string, artifact: Artifact, tags: readonly string[]): Promise<Result<undefined>>;
  /** The manifest for a tag or digest, with verified bytes, or undefined if there is none. */
  manifest(repository: string, reference: string): Promise<Result<Blob | undefined>>;
  /** The bytes with this digest, verified, or undefined if they are missing. */
  blob(repository: string, descriptor: Descriptor): Promise<Result<Uint8Array | undefined>>;
  /** Sorted; none for an unknown repository. */
  tags(repository: string): Promise<Result<readonly string[]>>;
  /** The artifacts that are attached to an artifact, given by digest. */
  referrers(repository: string, subject: ArtifactDigest): Promise<Result<readonly Descriptor[]>>;
}
