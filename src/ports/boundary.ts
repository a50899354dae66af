import type { ArtifactDigest } from '../model/artifact.ts';
import type { ResourceVersion } from '../model/resource.ts';
import type { Place, Result } from '../model/result.ts';
import type { KindTemplate } from '../stages/resource/kind.ts';

/** A file that a patch changes, and that may have been generated from a declared resource. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What a change of generated code means for the resource that it was generated from. */
export type DeclaredChange =
  /** No declared resource is affected. */
  | { readonly kind: 'none' }
  | AcceptedChange
  | {
      readonly kind: 'refused';
      /** The reason as a sentence. */
      readonly because: string;
      /** The nearest place that a person could change so that a spec can express it. */
      readonly place?: Place;
    };

/** The change is one of the spec, or removes the resource, so it makes a new version. */
export interface AcceptedChange {
  readonly kind: 'accepted';
  readonly tenant: string;
  readonly name: string;
  /** The new version. It counts when it is published. */
  readonly version: ArtifactDigest;
  /** Its number in the history, as far as it can be determined. */
  readonly number: number;
  /** The changes of the spec, for people: `size: small -> large`. */
  readonly summary: string;
  /** The file as generated from the new version. */
  readonly after: string;
}

/** Reads changes of generated code back into the declared resources. */
export interface Boundary {
  readBack(file: ChangedFile): Promise<DeclaredChange>;
}

/** What reading code back needs from the registry and from the kinds of a tenant. */
export interface DeclaredResources {
  read(name: string, version: ArtifactDigest): Promise<Result<ResourceVersion>>;
  /** The number of a published version, or undefined for other versions. */
  numberOf(name: string, version: ArtifactDigest): Promise<Result<number | undefined>>;
  /** The template with that digest, or else the current one of the kind. */
  template(kind: string, digest?: ArtifactDigest): Promise<Result<KindTemplate | undefined>>;
  /** Fails if the version cannot be declared. */
  check(version: ResourceVersion): Promise<Result<undefined>>;
  /**
   * Stores a version until the code that has it is accepted, if versions are to be stored. Returns
   * its digest.
   */
  suggest(version: ResourceVersion): Promise<Result<ArtifactDigest>>;
}
