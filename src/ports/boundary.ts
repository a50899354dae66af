import type { ArtifactDigest } from '../model/artifact.ts';
import type { ResourceVersion } from '../model/resource.ts';
import type { Place, Result } from '../model/result.ts';
import type { KindTemplate } from '../stages/resource/kind.ts';

/** A file that a patch changes, and of which a declared resource may be the source. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What a change of code means for the resource that the code was made of. */
export type DeclaredChange =
  /** No declared resource is about it. */
  | { readonly kind: 'none' }
  | AcceptedChange
  | {
      readonly kind: 'refused';
      /** A sentence. */
      readonly because: string;
      /** The nearest place that a person could change so that a spec can say it. */
      readonly place?: Place;
    };

/** The change is one of the spec, or the end of the resource: it makes a version. */
export interface AcceptedChange {
  readonly kind: 'accepted';
  readonly tenant: string;
  readonly name: string;
  /** It counts once somebody publishes it. */
  readonly version: ArtifactDigest;
  /** What it will be in the history, as far as that is known. */
  readonly number: number;
  /** What it says otherwise, for people: `size: small -> large`. */
  readonly said: string;
  /** The file with the version that it then has. */
  readonly after: string;
}

/** What lies behind code that was made of declared resources. */
export interface Boundary {
  readBack(file: ChangedFile): Promise<DeclaredChange>;
}

/** What reading code back needs of the registry and of the kinds of a tenant. */
export interface DeclaredResources {
  read(name: string, version: ArtifactDigest): Promise<Result<ResourceVersion>>;
  /** Of a version that is published; undefined for another one. */
  numberOf(name: string, version: ArtifactDigest): Promise<Result<number | undefined>>;
  /** The template of that digest, else the one that the kind has now. */
  template(kind: string, digest?: ArtifactDigest): Promise<Result<KindTemplate | undefined>>;
  /** Why nobody could declare it. */
  check(version: ResourceVersion): Promise<Result<undefined>>;
  /** Keeps a version for when the code that has it is accepted, where that is wanted. */
  suggest(version: ResourceVersion): Promise<Result<ArtifactDigest>>;
}
