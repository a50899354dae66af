import type { Artifact, ArtifactDigest, Blob, Descriptor } from '../../model/artifact.ts';
import type { Result } from '../../model/result.ts';

/**
 * Where artifacts are: a folder or a registry. Things are added, and nothing is taken out.
 * A repository is called `TENANT/NAME`.
 */
export interface ArtifactStore {
  /** As people give it, without credentials. */
  readonly location: string;
  /**
   * Publishes an artifact under these tags, one at least; an attached one needs none. It shows once
   * all of it is there: whoever stops before that leaves nothing that anybody sees.
   */
  put(repository: string, artifact: Artifact, tags: readonly string[]): Promise<Result<undefined>>;
  /** The manifest behind a tag or digest, its bytes checked; undefined where there is none. */
  manifest(repository: string, reference: string): Promise<Result<Blob | undefined>>;
  /** Bytes that are what their digest says; undefined where they are not there. */
  blob(repository: string, descriptor: Descriptor): Promise<Result<Uint8Array | undefined>>;
  /** Sorted; none for a repository that is not there. */
  tags(repository: string): Promise<Result<readonly string[]>>;
  /** What is attached to an artifact, by digest. */
  referrers(repository: string, subject: ArtifactDigest): Promise<Result<readonly Descriptor[]>>;
}
