import type { ArtifactDigest } from './artifact.ts';
import type { JsonObject } from './json.ts';

/** What a tenant wants to exist: the platform's template makes code of it. */
export interface WantedResource {
  readonly tenant: string;
  /** Of those that the platform team registered: `VirtualMachine`. */
  readonly kind: string;
  /** Unique in the tenant. */
  readonly name: string;
  readonly spec: JsonObject;
}

/** Where a resource was written down before it was declared. */
export interface ResourceSource {
  readonly url: string;
  /** `main@sha1:...` */
  readonly revision: string;
}

/** One version of a declared resource. It never changes, and its bytes follow from it. */
export interface ResourceVersion extends WantedResource {
  /** The versions that it takes the place of, sorted; several where it settles a contest. */
  readonly parents: readonly ArtifactDigest[];
  /** It is not wanted any more. */
  readonly removed?: true;
  readonly source?: ResourceSource;
}

/** What a manifest has of a version, without its spec. */
export interface VersionFacts extends Omit<ResourceVersion, 'spec'> {
  readonly digest: ArtifactDigest;
}

const label = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lower-case letters, digits and dashes, as in a host name: fits registries, folders and code. */
export function isResourceName(text: string): boolean {
  return label.test(text) && !text.includes('--');
}

const kindForm = /^[A-Z][A-Za-z0-9]{0,62}$/;

export function isKindName(text: string): boolean {
  return kindForm.test(text);
}

/** Bytes that the canonical JSON of a spec may have. */
export const largestSpec = 64 * 1024;
