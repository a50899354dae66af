import type { ArtifactDigest } from './artifact.ts';
import type { JsonObject } from './json.ts';

/** A resource that a tenant wants; the platform's template generates its code. */
export interface WantedResource {
  readonly tenant: string;
  /** One of the kinds that the platform team registered: `VirtualMachine`. */
  readonly kind: string;
  /** Unique within the tenant. */
  readonly name: string;
  readonly spec: JsonObject;
}

/** Where a resource was written before it was declared. */
export interface ResourceSource {
  readonly url: string;
  /** A revision such as `main@sha1:...`. */
  readonly revision: string;
}

/** One version of a declared resource. It is immutable, and its bytes are derived from it. */
export interface ResourceVersion extends WantedResource {
  /** The versions that it replaces, sorted; there are several if it resolves a conflict. */
  readonly parents: readonly ArtifactDigest[];
  /** The resource is no longer wanted. */
  readonly removed?: true;
  readonly source?: ResourceSource;
}

/** The members of a version that are in its manifest, which lacks the spec. */
export interface VersionFacts extends Omit<ResourceVersion, 'spec'> {
  readonly digest: ArtifactDigest;
}

const label = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Lower-case letters, digits and dashes, as in a host name, so that it is valid in registries,
 * folders and code.
 */
export function isResourceName(text: string): boolean {
  return label.test(text) && !text.includes('--');
}

const kindForm = /^[A-Z][A-Za-z0-9]{0,62}$/;

export function isKindName(text: string): boolean {
  return kindForm.test(text);
}

/** The maximum size of a spec's canonical JSON, in bytes. */
export const largestSpec = 64 * 1024;
